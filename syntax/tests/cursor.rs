//! The cursor, its errors, and the syntax on top of it.

use tvmlike_syntax::attribute::{dictionary, skip_value};
use tvmlike_syntax::literal::{string_value, symbol_name, write_string};
use tvmlike_syntax::types::{FLOAT_TYPES, IntegerType, Signedness, Strided, dimension, expect_x, strided};
use tvmlike_syntax::{Cursor, ErrorKind, SyntaxError, TokenKind};

#[test]
fn errors_show_line_and_column() {
    let mut cursor = Cursor::new("a\n  é, \tb = c // d\ne");
    while !cursor.is_at(TokenKind::Equal) {
        cursor.advance();
    }
    let error = cursor.expected("`:` after the name");
    assert_eq!(
        (error.line(), error.column(), error.kind()),
        (2, 9, ErrorKind::Invalid)
    );
    assert_eq!(error.message(), "expected `:` after the name, got `=`");
    assert_eq!(
        error.in_source("f.mlir"),
        "f.mlir:2:9: expected `:` after the name, got `=`\n    é,  b = c // d\n          ^"
    );
    assert_eq!(cursor.text()[error.span().range()], *b"=");
    let unsupported = cursor.unsupported_at(error.span(), "unsupported");
    assert_eq!(unsupported.kind(), ErrorKind::Unsupported);
}

#[test]
fn errors_at_the_end_and_in_long_lines() {
    assert_eq!(
        Cursor::new("").expected("a type").to_string(),
        "1:1: expected a type, got the end\n  \n  ^"
    );
    let long = format!("{}!{}", "a ".repeat(100), " b".repeat(100));
    let mut cursor = Cursor::new(&long);
    cursor.seek(200);
    let error = cursor.expected("a type");
    let lines: Vec<&str> = error.excerpt().lines().collect();
    assert_eq!(lines[0].find('!'), lines[1].find('^'));
    assert!(lines[0].starts_with("  ...") && lines[0].ends_with("..."));
    assert!(lines[0].len() < 140);
    let name = "a".repeat(1000);
    assert!(Cursor::new(&name).found().len() < 60);
}

#[test]
fn lexical_errors_have_the_message_of_mlir() {
    for (text, message) in [
        ("\"ab", "1:4: expected '\"' in string literal"),
        ("\"a\\q", "1:3: unknown escape in string literal"),
        ("@1", "1:2: @ identifier expected to start with letter or '_'"),
        ("% ", "1:1: invalid SSA name"),
        ("é", "1:1: expected x, got `é`"),
    ] {
        let error = Cursor::new(text).expected("x").to_string();
        assert_eq!(error.lines().next(), Some(message));
    }
}

#[test]
fn lists() {
    let read = |text: &str| {
        let mut items = Vec::new();
        let mut cursor = Cursor::new(text);
        let (open, close) = (TokenKind::LeftParen, TokenKind::RightParen);
        cursor
            .list(open, close, "an item", |cursor| {
                items.push(cursor.expect(TokenKind::Integer, "in the list")?.span.start);
                Ok::<_, SyntaxError>(())
            })
            .map(|()| items)
            .map_err(|error| error.message().to_owned())
    };
    assert_eq!(read("()"), Ok(vec![]));
    assert_eq!(read("(1, 2)"), Ok(vec![1, 4]));
    assert_eq!(read("1"), Err("expected `(` before an item, got `1`".to_owned()));
    assert_eq!(
        read("(1 2)"),
        Err("expected `,` or `)` after an item, got `2`".to_owned())
    );
    assert_eq!(
        read("(1,)"),
        Err("expected an integer in the list, got `)`".to_owned())
    );
}

#[test]
fn shapes() {
    let shape = |text: &str| {
        let mut cursor = Cursor::new(text);
        let mut shape = Vec::new();
        loop {
            match dimension(&mut cursor) {
                Ok(Some(size)) => shape.push(size),
                Ok(None) => return Ok((shape, cursor.word().to_owned())),
                Err(error) => return Err(error.message().to_owned()),
            }
        }
    };
    assert_eq!(shape("f32"), Ok((vec![], "f32".to_owned())));
    assert_eq!(
        shape("4x?x0x8xi32"),
        Ok((vec![Some(4), None, Some(0), Some(8)], "i32".to_owned()))
    );
    assert_eq!(shape(" 4 x ? x xy"), Ok((vec![Some(4), None], "xy".to_owned())));
    assert_eq!(shape("0xf32"), Ok((vec![Some(0)], "f32".to_owned())));
    assert_eq!(
        shape("4"),
        Err("expected `x` after a size, got the end".to_owned())
    );
    assert_eq!(
        shape("99999999999999999999xf32"),
        Err("size exceeds 63 bits".to_owned())
    );
    assert!(expect_x(&mut Cursor::new("*"), "after `*`").is_err());
}

#[test]
fn strided_layouts() {
    let read = |text: &str| strided(&mut Cursor::new(text)).map_err(|error| error.message().to_owned());
    let layout = |strides: &[Option<i64>], offset| {
        Ok(Strided {
            strides: strides.to_vec(),
            offset,
        })
    };
    assert_eq!(read("<[]>"), layout(&[], Some(0)));
    assert_eq!(read("<[?, -1], offset: ?>"), layout(&[None, Some(-1)], None));
    let least = i64::MIN;
    assert_eq!(
        read(&format!("<[{least}], offset: {least}>")),
        layout(&[Some(least)], Some(least))
    );
    assert_eq!(
        read("<[9223372036854775808]>"),
        Err("a stride must be a decimal integer of 64 bits".to_owned())
    );
    assert_eq!(
        read("<[x]>"),
        Err("expected a stride (`?` or an integer), got `x`".to_owned())
    );
    assert_eq!(
        read("<[1], 2>"),
        Err("expected `offset` after the strides, got `2`".to_owned())
    );
}

#[test]
fn names_of_types() {
    let integer = |signedness, width| Some(IntegerType { signedness, width });
    assert_eq!(IntegerType::from_word("i1"), integer(Signedness::Signless, 1));
    assert_eq!(IntegerType::from_word("si8"), integer(Signedness::Signed, 8));
    assert_eq!(
        IntegerType::from_word("ui128"),
        integer(Signedness::Unsigned, 128)
    );
    for word in ["", "i", "f32", "i8x", "i99999999999"] {
        assert_eq!(IntegerType::from_word(word), None, "{word}");
    }
    assert!(FLOAT_TYPES.iter().all(|name| Cursor::new(*name).word() == *name));
}

#[test]
fn dictionaries() {
    let read = |text: &str| {
        let mut entries = Vec::new();
        let mut cursor = Cursor::new(text);
        dictionary(&mut cursor, |cursor, name, has_value| {
            let value = match has_value {
                true => {
                    let span = skip_value(cursor)?;
                    Some(String::from_utf8_lossy(cursor.bytes(span)).into_owned())
                }
                false => None,
            };
            entries.push((String::from_utf8_lossy(&name).into_owned(), value));
            Ok::<_, SyntaxError>(())
        })
        .map(|()| entries)
        .map_err(|error| error.message().to_owned())
    };
    let entry = |name: &str, value: Option<&str>| (name.to_owned(), value.map(str::to_owned));
    assert_eq!(read("{}"), Ok(vec![]));
    assert_eq!(
        read(
            "{a, \"b\\22\" = [1, {c = \"}\"}], d = affine_set<(d0) : (d0 - 1 >= 0)>, e = () -> (i32), f = #x<a;b>}"
        ),
        Ok(vec![
            entry("a", None),
            entry("b\"", Some("[1, {c = \"}\"}]")),
            entry("d", Some("affine_set<(d0) : (d0 - 1 >= 0)>")),
            entry("e", Some("() -> (i32)")),
            entry("f", Some("#x<a;b>")),
        ])
    );
    assert_eq!(
        read("{a = [1, // }\n 2], b = #x<http://y>}"),
        Ok(vec![
            entry("a", Some("[1, // }\n 2]")),
            entry("b", Some("#x<http://y>"))
        ])
    );
    for (text, message) in [
        ("{1}", "expected the name of an attribute, got `1`"),
        ("{a = [}", "unmatched `}`"),
        ("{a = (1", "this attribute's value does not end"),
        ("{a = \"x", "expected '\"' in string literal"),
        ("{a b}", "expected `,` or `}` after an attribute, got `b`"),
    ] {
        assert_eq!(read(text), Err(message.to_owned()));
    }
}

#[test]
fn values_of_literals() {
    for (token, value) in [
        ("\"\"", &b""[..]),
        ("\"a b\"", b"a b"),
        (r#""\n\t\\\"\4f\FFn""#, b"\n\t\\\"\x4f\xffn"),
        (r#""é""#, "é".as_bytes()),
    ] {
        assert_eq!(&*string_value(token.as_bytes()), value);
        assert_eq!(&*symbol_name(format!("@{token}").as_bytes()), value);
        let mut written = String::new();
        write_string(&mut written, value).unwrap();
        assert!(written.is_ascii());
        assert_eq!(&*string_value(written.as_bytes()), value);
    }
    assert_eq!(&*symbol_name(b"@a.b"), b"a.b");
    let mut written = String::new();
    write_string(&mut written, b"a\"\\\n\xff").unwrap();
    assert_eq!(written, r#""a\22\\\0A\FF""#);
}
