//! Signatures: text, builder, records, and what is wrong with a text.

use tvmlike_conventions::native::ctype::{CType, MAX_DEPTH, Scalar};
use tvmlike_conventions::native::signature::{Errno, MAX_PARAMS, Signature};

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
fn the_builder_says_the_same() {
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
        "ValueError: `a b` cannot be a name: names are letters, digits and underscores, no digit first"
    );
}

#[test]
fn mistakes_are_shown_in_their_place() {
    for (text, message) in [
        ("", "column 1: expected a type, got the end"),
        (
            "f64",
            "column 4: expected `(`, got the end: after the result comes the list of parameters, in parentheses",
        ),
        (
            "f64(double)",
            "column 5: `double` is no type here; C's double is f64",
        ),
        ("int(i32)", "column 1: `int` is no type here; C's int is i32"),
        (
            "f64(f65)",
            "column 5: `f65` is no type; types are bool, i8, i16, i32, i64, u8, u16, u32, u64, size, isize, f32, f64, ptr, cstr, void, *T, *const T, {T, name: T} and [N x T]",
        ),
        (
            "f64(f64 f64)",
            "column 9: expected `)`, got `f64`: parameters are separated by commas",
        ),
        (
            "f64(f64",
            "column 8: expected `)`, got the end: parameters are separated by commas",
        ),
        (
            "f64(..., f64)",
            "column 8: expected `)`, got `,`: nothing follows `...`",
        ),
        ("f64(i32, void)", "column 10: no parameter is void"),
        ("f64(void, i32)", "column 5: no parameter is void"),
        (
            "f64() errno rise",
            "column 13: the signature ends here; only `errno` or `errno raise` may follow",
        ),
        ("f64(const f64)", "column 5: `const` follows a `*`: *const f64"),
        ("void({a: void})", "column 10: void is the type of a result only"),
        (
            "void({[x f64]})",
            "column 8: an array begins with its length: [4 x f64]",
        ),
        ("void({[3 f64]})", "column 10: an array is written [4 x f64]"),
        (
            "void({[3 x f64})",
            "column 15: expected `]`, got `}`: an array ends with a bracket",
        ),
        (
            "grüße(i32)",
            "column 1: `gr` is no type; types are bool, i8, i16, i32, i64, u8, u16, u32, u64, size, isize, f32, f64, ptr, cstr, void, *T, *const T, {T, name: T} and [N x T]",
        ),
        ("i32(ü)", "column 5: expected a type, got `ü`"),
    ] {
        assert_eq!(
            error(Signature::parse(text)),
            format!("ValueError: the signature `{text}`, {message}")
        );
    }
}

#[test]
fn what_c_does_not_have_is_refused() {
    for (text, message) in [
        (
            "[2 x f64]()",
            "the result is the array [2 x f64]: C passes arrays by pointer (*f64), or inside a struct",
        ),
        (
            "void([2 x f64])",
            "parameter 1 is the array [2 x f64]: C passes arrays by pointer (*f64), or inside a struct",
        ),
        ("void({})", "parameter 1: a struct of C has at least one field"),
        (
            "void({[60000 x i8]}, i8, {[5529 x i8]})",
            "the parameters take 65544 bytes; the most is 65536: pass pointers",
        ),
        (
            "void(i32, {[0 x f64]})",
            "parameter 2: the array [0 x f64] has no items",
        ),
        (
            "void({a: i8, a: i8})",
            "parameter 1: a struct has two fields of the name `a`",
        ),
        ("void(a: i8, a: i8)", "two parameters have the name `a`"),
        (
            "void({[65537 x i8]})",
            "parameter 1: a type of 65537 bytes; the most is 65536: pass a pointer",
        ),
        (
            "f64() errno raise",
            "`errno raise` needs a result that says failure, a signed integer or a pointer, and the result is f64; with `errno` alone it is kept",
        ),
        (
            "u32() errno raise",
            "`errno raise` needs a result that says failure, a signed integer or a pointer, and the result is u32; with `errno` alone it is kept",
        ),
    ] {
        assert_eq!(
            error(Signature::parse(text)),
            format!("ValueError: the signature `{text}`: {message}")
        );
    }
    let huge = "void({[18446744073709551615 x [18446744073709551615 x f64]]})";
    assert!(error(Signature::parse(huge)).contains("the most is 65536"));
    assert!(
        error(Signature::parse("void({[18446744073709551616 x f64]})")).contains("begins with its length")
    );
}

#[test]
fn depth_and_width_have_a_limit() {
    let deep = |levels: usize| format!("void({}f64)", "*".repeat(levels));
    assert!(Signature::parse(&deep(MAX_DEPTH - 1)).is_ok());
    assert!(error(Signature::parse(&deep(MAX_DEPTH))).contains("32 deep at most"));
    for unit in ["*", "{", "[1 x "] {
        let endless = format!("void({}", unit.repeat(100_000));
        let said = error(Signature::parse(&endless));
        assert!(said.contains("32 deep at most"), "{unit}");
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
            said.contains(&format!("…`, column {}: expected a type, got `ü`", pad + 306)),
            "{said}"
        );
    }
    let wide = |count: usize| format!("void({})", vec!["i8"; count].join(","));
    assert!(Signature::parse(&wide(MAX_PARAMS)).is_ok());
    assert!(error(Signature::parse(&wide(MAX_PARAMS + 1))).contains("256 parameters; the most is 255"));
}

#[test]
fn records_say_what_a_function_takes() {
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
            r#"{"a":[["struct",[null,"u8"],["y",["py_homogeneous_list","f32"]]],["optional",["writable",["ndarray","f64",null]]],["optional",["ndarray","i32",null]],"ptr"],"r":[["optional",["struct",["x","i8"]]]],"release_gil":true,"native":"*{x: i8}({u8, y: [2 x f32]}, *f64, *const i32, **i8)"}"#,
        ),
        (
            "ptr()",
            r#"{"a":[],"r":[["optional","ptr"]],"release_gil":true,"native":"ptr()"}"#,
        ),
    ] {
        assert_eq!(Signature::parse(text).unwrap().record(), record);
        assert_eq!(bound("touch", text).record().as_deref(), Some(record));
    }
}
