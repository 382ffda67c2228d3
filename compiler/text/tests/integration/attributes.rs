//! Strings, symbols, arrays, dictionaries, layouts and distinct attributes: what `mlir-opt` 22 prints and reports.

use crate::common;
/// A text, and the text that it is printed as.
const PRINTED: &[(&str, &str)] = &[
    (
        r#"[#foo.bar : i32, 1 : i32, 2.0 : f32, "a" : i32, 3 : i64, true, 3 : index, -1.0, 0x7FF0000000000000 : f64, 7 : si64, 5 : ui64]"#,
        r#"[#foo.bar : i32, 1 : i32, 2.000000e+00 : f32, "a" : i32, 3, true, 3 : index, -1.000000e+00, 0x7FF0000000000000 : f64, 7 : si64, 5 : ui64]"#,
    ),
    ("[]", "[]"),
    ("[1, [2, [3]]]", "[1, [2, [3]]]"),
    ("{}", "{}"),
    ("{a}", "{a}"),
    (
        r#"{a, b = 2, "c d" = 3, i32 = 4, "x" = unit, true = 1, _z, "9" = 1, a.b = 1, a$b = 1}"#,
        r#"{"9" = 1 : i64, _z, a, a$b = 1 : i64, a.b = 1 : i64, b = 2 : i64, "c d" = 3 : i64, i32 = 4 : i64, true = 1 : i64, x}"#,
    ),
    (
        "{b = 1, a = 2, B = 3, _ = 4}",
        "{B = 3 : i64, _ = 4 : i64, a = 2 : i64, b = 1 : i64}",
    ),
    ("@foo", "@foo"),
    (r#"@foo::@bar::@"a b""#, r#"@foo::@bar::@"a b""#),
    (r#"@"foo""#, "@foo"),
    (r#"@"foo bar"::@x"#, r#"@"foo bar"::@x"#),
    (r#"@"a\22\\\0A""#, r#"@"a\22\\\0A""#),
    (r#""a\22b\\c\0A\t\n\E2\82\AC""#, r#""a\22b\\c\0A\09\0A\E2\82\AC""#),
    (r#""é""#, r#""\C3\A9""#),
    (r#""""#, r#""""#),
    (r#""abc" : none"#, r#""abc""#),
    ("strided<[1, ?], offset: ?>", "strided<[1, ?], offset: ?>"),
    ("strided<[], offset: 3>", "strided<[], offset: 3>"),
    ("strided<[]>", "strided<[]>"),
    ("strided<[1], offset: 0>", "strided<[1]>"),
    ("strided<[-1], offset: -3>", "strided<[-1], offset: -3>"),
    ("strided<[0x10]>", "strided<[16]>"),
    ("distinct[0]<1>", "distinct[0]<1 : i64>"),
    ("distinct[7]<>", "distinct[0]<>"),
    ("distinct[1]<unit>", "distinct[0]<>"),
    (
        "[distinct[1]<1>, distinct[1]<1>, distinct[2]<1>]",
        "[distinct[0]<1 : i64>, distinct[0]<1 : i64>, distinct[1]<1 : i64>]",
    ),
    (
        "[distinct[0]<distinct[1]<1>>, distinct[1]<1>]",
        "[distinct[0]<distinct[1]<1 : i64>>, distinct[1]<1 : i64>]",
    ),
    (
        r#"["x", loc("x"), affine_map<(d0)->(d0)>]"#,
        r#"["x", loc("x"), affine_map<(d0) -> (d0)>]"#,
    ),
    (
        "[dense<[1,2]> : tensor<2xi64>, dense<3> : tensor<2xi32>]",
        "[dense<[1, 2]> : tensor<2xi64>, dense<3> : tensor<2xi32>]",
    ),
    ("{a = dense<3> : tensor<2xi64>}", "{a = dense<3> : tensor<2xi64>}"),
    (
        "[1 : i64, -0.0, 1.5 : f32]",
        "[1, -0.000000e+00, 1.500000e+00 : f32]",
    ),
];

/// A text, the column of the error where the text is the value of an attribute `a`, and the message.
const INVALID: &[(&str, usize, &str)] = &[
    ("[1, 2", 17, "expected ',' or ']'"),
    ("[1 2]", 14, "expected ',' or ']'"),
    ("[1,]", 15, "expected attribute value"),
    ("[,1]", 13, "expected attribute value"),
    ("{a = 1, a = 2}", 20, "duplicate key 'a' in dictionary attribute"),
    (r#"{"" = 1}"#, 13, "expected valid attribute name"),
    ("{a = }", 16, "expected attribute value"),
    ("{1 = 2}", 13, "expected attribute name"),
    ("{a = 1 b = 2}", 18, "expected '}' in attribute dictionary"),
    ("{a = 1,}", 19, "expected attribute name"),
    ("@foo::bar", 18, "expected nested symbol reference identifier"),
    ("@foo:@bar", 16, "expected '}' in attribute dictionary"),
    ("@foo : i32", 16, "expected '}' in attribute dictionary"),
    ("@", 13, "@ identifier expected to start with letter or '_'"),
    (r#""a\q""#, 14, "unknown escape in string literal"),
    (r#""a"#, 26, r#"expected '"' in string literal"#),
    (
        "strided<[9223372036854775808]>",
        21,
        "expected a 64-bit signed integer or '?'",
    ),
    ("strided<[a]>", 21, "expected a 64-bit signed integer or '?'"),
    ("strided<1>", 20, "expected '['"),
    ("strided<[1], 2>", 24, "expected 'offset' after comma"),
    ("strided<[1], offset 2>", 31, "expected ':' after 'offset'"),
    ("strided<[1,]>", 23, "expected a 64-bit signed integer or '?'"),
    ("strided<[1]", 23, "expected ','"),
    ("distinct[a]<>", 21, "expected distinct ID"),
    ("distinct[1]", 23, "expected '<' after distinct ID"),
    ("distinct[1]<foo>", 24, "expected attribute value"),
    (
        "distinct[99999999999999999999]<>",
        41,
        "expected an unsigned 64-bit integer",
    ),
    (
        "[distinct[1]<1>, distinct[1]<2>]",
        29,
        "referenced attribute does not match previous definition: 1 : i64",
    ),
    ("bogus", 11, "expected attribute value"),
    ("#foo", 16, "undefined symbol alias id 'foo'"),
    (r#""a" : foo"#, 17, "expected non-function type"),
    ("1 : foo", 15, "expected non-function type"),
];

#[test]
fn texts_are_printed_as_mlir_does() {
    common::check_printed(PRINTED);
}

#[test]
fn invalid_texts_have_the_errors_of_mlir() {
    common::check_invalid(INVALID);
}
