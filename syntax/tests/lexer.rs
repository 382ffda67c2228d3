//! Tokens, by the lexical rules of MLIR's language reference and lexer.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use tvmlike_syntax::token::{LexError, Token, TokenKind};
use tvmlike_syntax::{Cursor, Lexer};

fn tokens(text: &[u8]) -> Vec<Token> {
    let mut lexer = Lexer::new(text);
    let mut tokens = Vec::new();
    loop {
        let token = lexer.next_token();
        tokens.push(token);
        if token.kind == TokenKind::End {
            return tokens;
        }
    }
}

/// Kinds and texts, without the end.
fn lexed(text: &str) -> Vec<(TokenKind, &str)> {
    let shown = |token: &Token| (token.kind, &text[token.span.range()]);
    let tokens = tokens(text.as_bytes());
    tokens[..tokens.len() - 1].iter().map(shown).collect()
}

#[test]
fn every_kind_of_token() {
    use TokenKind::*;
    for (text, kind) in [
        ("memref", BareId),
        ("_a.b$9", BareId),
        ("func.func", BareId),
        ("i", BareId),
        ("si", BareId),
        ("i3x", BareId),
        ("xi32", BareId),
        ("i32", IntegerType),
        ("si8", IntegerType),
        ("ui64", IntegerType),
        ("@name", AtId),
        ("@_a.b$0", AtId),
        ("@\"any \\22name\\22\"", AtId),
        ("#map", HashId),
        ("#0", HashId),
        ("#-x", HashId),
        ("%0", PercentId),
        ("%arg0", PercentId),
        ("%a-b.c$d_e", PercentId),
        ("^bb0", CaretId),
        ("^12", CaretId),
        ("!llvm.ptr", ExclamationId),
        ("!1", ExclamationId),
        ("0", Integer),
        ("42", Integer),
        ("0x2aF", Integer),
        ("1.", Float),
        ("1.5", Float),
        ("1.5e10", Float),
        ("1.E-3", Float),
        ("0.0e+1", Float),
        ("\"\"", String),
        ("\"a\\n\\t\\\\\\\"\\4f\r\"", String),
    ] {
        assert_eq!(lexed(text), [(kind, text)]);
    }
    for &kind in TokenKind::PUNCTUATION {
        let text = kind.spelling().unwrap();
        assert_eq!(lexed(text), [(kind, text)]);
        assert_eq!(kind.describe(), format!("`{text}`"));
    }
}

#[test]
fn where_one_token_ends_and_the_next_begins() {
    use TokenKind::*;
    let sequences: &[(&str, &[(TokenKind, &str)])] = &[
        ("%0#1", &[(PercentId, "%0"), (HashId, "#1")]),
        ("%0a", &[(PercentId, "%0"), (BareId, "a")]),
        (
            "@a::@b",
            &[(AtId, "@a"), (Colon, ":"), (Colon, ":"), (AtId, "@b")],
        ),
        ("@a-b", &[(AtId, "@a"), (Minus, "-"), (BareId, "b")]),
        (
            "4x?xf32",
            &[(Integer, "4"), (BareId, "x"), (Question, "?"), (BareId, "xf32")],
        ),
        ("0x4xf32", &[(Integer, "0x4"), (BareId, "xf32")]),
        ("0xi32", &[(Integer, "0"), (BareId, "xi32")]),
        (
            "-1->-2",
            &[
                (Minus, "-"),
                (Integer, "1"),
                (Arrow, "->"),
                (Minus, "-"),
                (Integer, "2"),
            ],
        ),
        ("1e5", &[(Integer, "1"), (BareId, "e5")]),
        (
            "1.5e+x",
            &[(Float, "1.5"), (BareId, "e"), (Plus, "+"), (BareId, "x")],
        ),
        (
            "{-#a#-}",
            &[(MetadataBegin, "{-#"), (BareId, "a"), (MetadataEnd, "#-}")],
        ),
        (
            "{-1}",
            &[(LeftBrace, "{"), (Minus, "-"), (Integer, "1"), (RightBrace, "}")],
        ),
        ("a//b\nc", &[(BareId, "a"), (BareId, "c")]),
        ("a//b\rc", &[(BareId, "a"), (BareId, "c")]),
        ("a\0\t b", &[(BareId, "a"), (BareId, "b")]),
        ("a/b", &[(BareId, "a"), (Slash, "/"), (BareId, "b")]),
        ("// only a comment", &[]),
    ];
    for (text, expected) in sequences {
        assert_eq!(&lexed(text), expected, "{text}");
    }
}

#[test]
fn invalid_tokens_are_errors() {
    use LexError::*;
    for (text, error, offset) in [
        ("\"abc", UnterminatedString, 4),
        ("\"abc\nd\"", UnterminatedString, 4),
        ("@\"abc", UnterminatedString, 5),
        ("\"a\\q\"", UnknownEscape, 2),
        ("\"a\\4", UnknownEscape, 2),
        ("\"a\\", UnknownEscape, 2),
        (".", IncompleteEllipsis, 1),
        ("..a", IncompleteEllipsis, 1),
        ("@", InvalidSymbolName, 1),
        ("@1", InvalidSymbolName, 1),
        ("#", InvalidAttributeName, 0),
        ("% a", InvalidValueName, 0),
        ("^(", InvalidBlockName, 0),
        ("!", InvalidTypeName, 0),
        ("é", UnexpectedCharacter, 0),
        (";", UnexpectedCharacter, 0),
    ] {
        let first = tokens(text.as_bytes())[0];
        assert_eq!(first.kind, TokenKind::Error(error), "{text}");
        assert_eq!(error.offset(first.span), offset, "{text}");
    }
    // A whole character if the text is UTF-8, else a byte.
    assert_eq!(tokens("é".as_bytes())[0].span.range(), 0..2);
    assert_eq!(tokens(b"\xff\xff")[0].span.range(), 0..1);
}

#[test]
fn any_bytes_are_allowed_in_strings_and_comments() {
    assert_eq!(tokens(b"\"\xff\0\"// \xff\n")[0].kind, TokenKind::String);
    assert_eq!(tokens(b"\"\xff\0\"// \xff\n").len(), 2);
}

/// Tokens and the gaps between them cover the text; gaps are white space and comments.
fn check(text: &[u8]) -> Result<(), TestCaseError> {
    let mut end = 0;
    for token in tokens(text) {
        let range = token.span.range();
        prop_assert!(range.start >= end && range.end <= text.len());
        prop_assert!(token.kind == TokenKind::End || !range.is_empty());
        let mut between = &text[end..range.start];
        while let Some(&byte) = between.first() {
            let skipped = match byte {
                b'/' => between
                    .iter()
                    .position(|byte| matches!(byte, b'\n' | b'\r'))
                    .unwrap_or(between.len()),
                _ => 1,
            };
            prop_assert!(matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0) || between.starts_with(b"//"));
            between = &between[skipped..];
        }
        if let Some(spelling) = token.kind.spelling() {
            prop_assert_eq!(&text[range.clone()], spelling.as_bytes());
        }
        // A token on its own is the same token.
        if !matches!(token.kind, TokenKind::End | TokenKind::Error(_)) {
            let alone = tokens(&text[range.clone()]);
            prop_assert_eq!((alone.len(), alone[0].kind), (2, token.kind));
        }
        end = range.end;
    }
    prop_assert_eq!(end, text.len());
    Ok(())
}

const PIECES: &[&str] = &[
    "a",
    "x",
    "i32",
    "func.func",
    "@",
    "@f",
    "%",
    "%0",
    "#",
    "#1",
    "^bb0",
    "!t",
    "0",
    "0x",
    "0xf",
    "1.",
    "e",
    "e+1",
    "\"",
    "\\",
    "\\n",
    "\\4F",
    "-",
    "->",
    ":",
    "::",
    ",",
    ".",
    "..",
    "...",
    "=",
    ">",
    "{",
    "(",
    "[",
    "<",
    "+",
    "?",
    "}",
    ")",
    "]",
    "/",
    "//",
    "*",
    "|",
    "{-#",
    "#-}",
    " ",
    "\n",
    "\r",
    "\t",
    "\0",
    "é",
    "$",
    "_",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn any_bytes(text in vec(any::<u8>(), 0..64)) {
        check(&text)?;
    }

    #[test]
    fn any_pieces(pieces in vec(select(PIECES), 0..32)) {
        check(pieces.concat().as_bytes())?;
    }

    #[test]
    fn seeking_anywhere(pieces in vec(select(PIECES), 0..16), offset in 0_u32..64) {
        let text = pieces.concat();
        let mut cursor = Cursor::new(&text);
        cursor.seek(offset);
        let token = cursor.token();
        prop_assert!(token.kind == TokenKind::End || token.span.start >= offset);
        let _ = cursor.expected("x").in_source("text");
    }
}
