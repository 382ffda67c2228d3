//! Signatures: text, builder, records, and the errors of invalid texts.

use tvmlike_conventions::native::ctype::{CType, MAX_DEPTH, Scalar};
use tvmlike_conventions::native::handle::HandleType;
use tvmlike_conventions::native::signature::{Errno, MAX_PARAMS, Signature, check_handle_name};

use crate::compiled::{bound, error};

#[test]
fn text_is_printed_in_one_form() {
    for (text, printed) in [
        ("void()", "void()"),
        ("void(void)", "void()"),
        (" f64 ( f64 ,f64 , ) ", "f64(f64, f64)"),
        (
            "i32(name: cstr, ...) errno  raise",
            "i32(name: cstr, ...) errno raise",
        ),
        ("i32(...)", "i32(...)"),
        ("ptr(size)errno", "ptr(size) errno"),
        (
            "*{a:i8,[ 3 x *const u16 ],}(*void,*const void)",
            "*{a: i8, [3 x *const u16]}(ptr, *const void)",
        ),
        (
            "void(**f32, f32: f32, i32: *cstr)",
            "void(**f32, f32: f32, i32: *cstr)",
        ),
        ("void(void: i32)", "void(void: i32)"),
    ] {
        let signature = Signature::parse(text).expect(text);
        assert_eq!(signature.to_string(), printed);
        assert_eq!(Signature::parse(printed).expect(printed), signature);
    }
}

#[test]
fn the_builder_equals_the_text() {
    let point = CType::structure([("x", Scalar::F64.into()), ("tag", CType::array(Scalar::U8, 4))]);
    let built = Signature::returning(Scalar::Ptr)
        .named("at", point.clone())
        .param(CType::pointer(CType::tuple([Scalar::I8.into(), point])))
        .param(CType::pointer_to_const(CType::Void))
        .variadic()
        .errno(Errno::Raise)
        .build()
        .unwrap();
    let text =
        "ptr(at: {x: f64, tag: [4 x u8]}, *{i8, {x: f64, tag: [4 x u8]}}, *const void, ...) errno raise";
    assert_eq!(built.to_string(), text);
    assert_eq!(Signature::parse(text).unwrap(), built);
    assert_eq!(
        error(Signature::returning(CType::Void).named("a b", Scalar::I8).build()),
        "ValueError: invalid name `a b`; a name must consist of letters, digits and `_`, and must not begin with a digit"
    );
}

#[test]
fn types_of_handles_have_names() {
    // SAFETY: nothing frees its objects.
    let file = unsafe { HandleType::new("file", None, ()) }.unwrap();
    let text = "own *file(cstr, *file, given: own *file, out own *file, **file, {*file}) errno raise";
    let signature = Signature::parse_with(text, std::slice::from_ref(&file)).unwrap();
    assert_eq!(signature.to_string(), text);
    assert_eq!(
        Signature::parse_with(&signature.to_string(), std::slice::from_ref(&file)).unwrap(),
        signature
    );
    for (text, message) in [
        ("void(*file)", "unknown type `file`; declare a type of handles"),
        ("void(file)", "unknown type `file`; supported"),
    ] {
        let refused = error(Signature::parse(text));
        assert!(refused.contains(message), "{refused}");
    }
    for text in [
        "void(own file)",
        "void(own *i32)",
        "own i32()",
        "void(*own *file)",
        "void(own)",
    ] {
        let refused = error(Signature::parse_with(text, std::slice::from_ref(&file)));
        assert!(refused.contains("own"), "{refused}");
    }
    for name in ["", "a b", "i32", "own", "int"] {
        assert!(error(check_handle_name(name)).starts_with("ValueError: invalid name"));
    }
}

#[test]
fn errors_show_their_position() {
    for (text, column, message) in [
        ("", 1, "expected a type, got the end"),
        ("f64", 4, "expected `(` before the parameters, got the end"),
        ("f64(double)", 5, "unknown type `double`; use f64"),
        ("int(i32)", 1, "unknown type `int`; use i32"),
        (
            "f64(f65)",
            5,
            "unknown type `f65`; supported: bool, i8, i16, i32, i64, u8, u16, u32, u64, size, isize, f32, f64, ptr, cstr, complex<f64>, void, *T, *const T, {T, name: T} and [N x T]",
        ),
        (
            "f64(f64 f64)",
            9,
            "expected `,` or `)` after a parameter, got `f64`",
        ),
        ("f64(f64", 8, "expected `,` or `)` after a parameter, got the end"),
        ("f64(..., f64)", 8, "expected `)` after `...`, got `,`"),
        ("f64(i32, void)", 10, "a parameter must not be void"),
        ("f64(void, i32)", 5, "a parameter must not be void"),
        (
            "f64() errno rise",
            13,
            "expected `errno`, `errno raise` or the end, got `rise`",
        ),
        ("f64(complex<i32>)", 13, "expected f32 or f64, got `i32`"),
        ("f64(complex f32)", 13, "expected `<` after `complex`, got `f32`"),
        ("f64(x: void)", 8, "a parameter must not be void"),
        ("f64(f64(i32, void))", 14, "a parameter must not be void"),
        ("f64(const f64)", 5, "`const` must follow `*`: *const f64"),
        (
            "void({a: void})",
            10,
            "void must be the result or the target of a pointer",
        ),
        (
            "void({[x f64]})",
            8,
            "expected the length of an array, as in [4 x f64], got `x`",
        ),
        (
            "void({[3 f64]})",
            10,
            "expected `x` after the length of an array, got `f64`",
        ),
        (
            "void({[3 x f64})",
            15,
            "expected `]` at the end of an array, got `}`",
        ),
        (
            "grüße(i32)",
            1,
            "unknown type `gr`; supported: bool, i8, i16, i32, i64, u8, u16, u32, u64, size, isize, f32, f64, ptr, cstr, complex<f64>, void, *T, *const T, {T, name: T} and [N x T]",
        ),
        ("i32(ü)", 5, "expected a type, got `ü`"),
        (
            "i32(a.b: i8)",
            5,
            "invalid name `a.b`; a name must consist of letters, digits and `_`, and must not begin with a digit",
        ),
    ] {
        assert_eq!(
            error(Signature::parse(text)),
            format!(
                "ValueError: C signature:1:{column}: {message}\n  {text}\n  {:1$}^",
                "",
                column - 1
            )
        );
    }
}

#[test]
fn types_that_c_lacks_are_errors() {
    for (text, message) in [
        (
            "[2 x f64]()",
            "the result must not be an array ([2 x f64]): pass a pointer (*f64) or a struct that contains it",
        ),
        (
            "void([2 x f64])",
            "parameter 1 must not be an array ([2 x f64]): pass a pointer (*f64) or a struct that contains it",
        ),
        ("void({})", "parameter 1: a struct must have at least one field"),
        (
            "void({[60000 x i8]}, i8, {[5529 x i8]})",
            "the parameters take 65544 bytes, more than the limit of 65536; pass pointers",
        ),
        ("void(i32, {[0 x f64]})", "parameter 2: empty array [0 x f64]"),
        ("void({a: i8, a: i8})", "parameter 1: duplicate field name `a`"),
        ("void(a: i8, a: i8)", "duplicate parameter name `a`"),
        (
            "void({[65537 x i8]})",
            "parameter 1: a type of 65537 bytes exceeds the limit of 65536; pass a pointer",
        ),
        (
            "f64() errno raise",
            "`errno raise` requires a signed integer or a pointer as the result, got f64; use `errno` to save errno only",
        ),
        (
            "u32() errno raise",
            "`errno raise` requires a signed integer or a pointer as the result, got u32; use `errno` to save errno only",
        ),
    ] {
        assert_eq!(
            error(Signature::parse(text)),
            format!("ValueError: C signature `{text}`: {message}")
        );
    }
    let huge = "void({[18446744073709551615 x [18446744073709551615 x f64]]})";
    assert!(error(Signature::parse(huge)).contains("exceeds the limit of 65536"));
    assert!(
        error(Signature::parse("void({[18446744073709551616 x f64]})"))
            .contains("expected the length of an array")
    );
}

#[test]
fn depth_and_width_have_a_limit() {
    let deep = |levels: usize| format!("void({}f64)", "*".repeat(levels));
    assert!(Signature::parse(&deep(MAX_DEPTH - 1)).is_ok());
    assert!(error(Signature::parse(&deep(MAX_DEPTH))).contains("nested more than 32 deep"));
    for unit in ["*", "{", "[1 x "] {
        let endless = format!("void({}", unit.repeat(100_000));
        let said = error(Signature::parse(&endless));
        assert!(said.contains("nested more than 32 deep"), "{unit}");
        assert!(
            said.len() < 400,
            "{unit}: it shows the place, not all of the text"
        );
    }
    // Wherever the part that is shown begins and ends, it is between characters.
    for pad in 0..4 {
        let text = format!("void({}{}", " ".repeat(pad + 300), "ü𝄞".repeat(100));
        let said = error(Signature::parse(&text));
        assert!(
            said.contains(&format!(":1:{}: expected a type, got `ü`", pad + 306)),
            "{said}"
        );
    }
    let wide = |count: usize| format!("void({})", vec!["i8"; count].join(","));
    assert!(Signature::parse(&wide(MAX_PARAMS)).is_ok());
    assert!(error(Signature::parse(&wide(MAX_PARAMS + 1))).contains("expected at most 255, got 256"));
}

#[test]
fn records_describe_the_parameters() {
    for (text, record) in [
        (
            "void()",
            r#"{"a":[],"r":[],"release_gil":true,"native":"void()"}"#,
        ),
        (
            "f64(x: f64, size, bool)",
            r#"{"a":[["named","x","f64"],"u64","i1"],"r":["f64"],"release_gil":true,"native":"f64(x: f64, size, bool)"}"#,
        ),
        (
            "cstr(cstr, ptr, ...)",
            r#"{"a":[["optional","str"],"ptr"],"r":[["optional","str"]],"variadic":true,"release_gil":true,"native":"cstr(cstr, ptr, ...)"}"#,
        ),
        (
            "*{x: i8}({u8, y: [2 x f32]}, *f64, *const i32, **i8)",
            r#"{"a":[["struct",[null,"u8"],["y",["py_homogeneous_list","f32"]]],["optional",["writable",["ndarray","f64",null]]],["optional",["ndarray","i32",null]],"ptr"],"by_record":true,"r":[["optional",["struct",["x","i8"]]]],"release_gil":true,"native":"*{x: i8}({u8, y: [2 x f32]}, *f64, *const i32, **i8)"}"#,
        ),
        (
            "complex<f64>(*{x: i8}, compare: i32(ptr, ptr), complex<f32>, *const complex<f32>)",
            r#"{"a":[["optional",["writable",["struct",["x","i8"]]]],["named","compare",["optional","function"]],["complex","f32"],["optional",["ndarray","complex<f32>",null]]],"by_record":true,"r":[["complex","f64"]],"release_gil":true,"native":"complex<f64>(*{x: i8}, compare: i32(ptr, ptr), complex<f32>, *const complex<f32>)"}"#,
        ),
        (
            "ptr()",
            r#"{"a":[],"r":[["optional","ptr"]],"release_gil":true,"native":"ptr()"}"#,
        ),
    ] {
        assert_eq!(Signature::parse(text).unwrap().record(), record);
        let with_name = format!("{},\"name\":\"touch\"}}", record.strip_suffix('}').unwrap());
        assert_eq!(bound("touch", text).record().as_deref(), Some(&*with_name));
    }
}
