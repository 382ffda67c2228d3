//! Numbers as attributes: what `mlir-opt` 22 prints and reports.

use crate::common;
/// A text, and the text that it is printed as.
const PRINTED: &[(&str, &str)] = &[
    ("1.0e400 : f64", "0x7FF0000000000000 : f64"),
    ("1.0e39 : f32", "0x7F800000 : f32"),
    ("70000.0 : f16", "0x7C00 : f16"),
    ("1.0e10 : f8E4M3FN", "0x7F : f8E4M3FN"),
    ("1.0e10 : f4E2M1FN", "6.000000e+00 : f4E2M1FN"),
    ("2.5 : f8E8M0FNU", "2.000000e+00 : f8E8M0FNU"),
    ("0.0 : f8E8M0FNU", "5.877470e-39 : f8E8M0FNU"),
    ("0x7F : f8E8M0FNU", "1.000000e+00 : f8E8M0FNU"),
    ("0xFF : f8E8M0FNU", "0xFF : f8E8M0FNU"),
    ("1.0e10 : f8E4M3FNUZ", "0x80 : f8E4M3FNUZ"),
    ("-0.0 : f8E4M3FNUZ", "0.000000e+00 : f8E4M3FNUZ"),
    ("0x80 : f8E4M3FNUZ", "0x80 : f8E4M3FNUZ"),
    ("448.0 : f8E4M3FN", "4.480000e+02 : f8E4M3FN"),
    ("464.0 : f8E4M3FN", "4.480000e+02 : f8E4M3FN"),
    ("465.0 : f8E4M3FN", "0x7F : f8E4M3FN"),
    ("1.0 : tf32", "1.000000e+00 : tf32"),
    ("0x7FFFF : tf32", "0x7FFFF : tf32"),
    ("0x3f : f6E2M3FN", "-7.500000e+00 : f6E2M3FN"),
    ("0x3FFF8000000000000000 : f80", "1.000000e+00 : f80"),
    ("0x3FFF0000000000000000 : f80", "0x7FFF0000000000000000 : f80"),
    ("0x7FFF8000000000000000 : f80", "0x7FFF8000000000000000 : f80"),
    (
        "0x00008000000000000000 : f80",
        "3.36210314311209350626E-4932 : f80",
    ),
    ("0x7FFF0000000000000000 : f80", "0x7FFF0000000000000000 : f80"),
    ("0x7FFFC000000000000001 : f80", "0x7FFFC000000000000001 : f80"),
    ("0xFFFF0000000000000000 : f80", "0xFFFF0000000000000000 : f80"),
    ("0x12340000000000000001 : f80", "0x7FFF0000000000000001 : f80"),
    ("0x00000000000000000001 : f80", "3.645200e-4951 : f80"),
    (
        "0x7FFF0000000000000000000000000001 : f128",
        "0x7FFF0000000000000000000000000001 : f128",
    ),
    ("0x7FF0000000000001 : f64", "0x7FF0000000000001 : f64"),
    ("0x7FC1 : bf16", "0x7FC1 : bf16"),
    ("1", "1 : i64"),
    ("-1", "-1 : i64"),
    ("0x1F : i5", "-1 : i5"),
    ("16 : i5", "-16 : i5"),
    ("31 : i5", "-1 : i5"),
    ("-16 : i5", "-16 : i5"),
    ("15 : si5", "15 : si5"),
    ("31 : ui5", "31 : ui5"),
    ("true", "true"),
    ("1 : i1", "true"),
    ("-1 : i1", "true"),
    ("0 : i0", "0 : i0"),
    ("1 : index", "1 : index"),
    ("-9223372036854775808 : index", "-9223372036854775808 : index"),
    ("9223372036854775808 : i64", "-9223372036854775808 : i64"),
    ("18446744073709551615 : i64", "-1 : i64"),
    (
        "123456789012345678901234567890 : i128",
        "123456789012345678901234567890 : i128",
    ),
    ("-5 : si128", "-5 : si128"),
    (
        "170141183460469231731687303715884105727 : si128",
        "170141183460469231731687303715884105727 : si128",
    ),
    (
        "-170141183460469231731687303715884105728 : si128",
        "-170141183460469231731687303715884105728 : si128",
    ),
    (
        "0x00000000000000000000000000000000000000000000000000001 : i8",
        "1 : i8",
    ),
    (
        "00000000000000000000000000000000000000000000000000000255 : i8",
        "-1 : i8",
    ),
    ("1 : ui1", "1 : ui1"),
    ("-1 : si1", "-1 : si1"),
    (r#""a" : i32"#, r#""a" : i32"#),
    (r#""a" : none"#, r#""a""#),
    ("unit", "unit"),
    ("i32", "i32"),
    ("() -> ()", "() -> ()"),
    ("0x00000000000000000000001 : f64", "4.940660e-324 : f64"),
    ("1.0e400 : f8E8M0FNU", "0xFF : f8E8M0FNU"),
    ("1.0e400 : f8E4M3FN", "0x7F : f8E4M3FN"),
    ("-1.0e400 : f8E4M3FN", "0xFF : f8E4M3FN"),
    ("-1.0e10 : f8E4M3FN", "0xFF : f8E4M3FN"),
    ("-1.0e10 : f8E4M3FNUZ", "0x80 : f8E4M3FNUZ"),
    ("3.0 : f8E8M0FNU", "4.000000e+00 : f8E8M0FNU"),
    ("6.0 : f8E8M0FNU", "8.000000e+00 : f8E8M0FNU"),
    ("1.0e38 : f8E8M0FNU", "8.507050e+37 : f8E8M0FNU"),
    ("1.0e39 : f8E8M0FNU", "0xFF : f8E8M0FNU"),
    ("2.9e38 : f8E8M0FNU", "0xFF : f8E8M0FNU"),
    ("1.0e-40 : f8E8M0FNU", "5.877470e-39 : f8E8M0FNU"),
    ("-0.0 : f4E2M1FN", "-0.000000e+00 : f4E2M1FN"),
    ("-0.1 : f4E2M1FN", "-0.000000e+00 : f4E2M1FN"),
    ("0.25 : f4E2M1FN", "0.000000e+00 : f4E2M1FN"),
    ("0.26 : f4E2M1FN", "5.000000e-01 : f4E2M1FN"),
    ("5.0 : f4E2M1FN", "4.000000e+00 : f4E2M1FN"),
    ("-1.0e-30 : f8E5M2FNUZ", "0.000000e+00 : f8E5M2FNUZ"),
    ("0x8 : f4E2M1FN", "-0.000000e+00 : f4E2M1FN"),
    (
        "0x00018000000000000000 : f80",
        "3.36210314311209350626E-4932 : f80",
    ),
    (
        "0x80008000000000000001 : f80",
        "-3.36210314311209350663E-4932 : f80",
    ),
    ("1.", "1.000000e+00 : f64"),
    ("1.e5", "1.000000e+05 : f64"),
];

/// A text, the column of the error where the text is the value of an attribute `a`, and the message.
const INVALID: &[(&str, usize, &str)] = &[
    ("0x1F : si5", 12, "integer constant out of range for attribute"),
    ("32 : i5", 12, "integer constant out of range for attribute"),
    ("-17 : i5", 13, "integer constant out of range for attribute"),
    ("16 : si5", 12, "integer constant out of range for attribute"),
    (
        "-1 : ui5",
        13,
        "negative integer literal not valid for unsigned integer type",
    ),
    (
        "-0 : ui5",
        13,
        "negative integer literal not valid for unsigned integer type",
    ),
    ("-0 : i5", 13, "integer constant out of range for attribute"),
    ("1 : i0", 12, "integer constant out of range for attribute"),
    ("-0 : i0", 13, "integer constant out of range for attribute"),
    (
        "9223372036854775808 : index",
        12,
        "integer constant out of range for attribute",
    ),
    (
        "-9223372036854775809 : i64",
        13,
        "integer constant out of range for attribute",
    ),
    (
        "170141183460469231731687303715884105728 : si128",
        12,
        "integer constant out of range for attribute",
    ),
    (
        "-170141183460469231731687303715884105729 : si128",
        13,
        "integer constant out of range for attribute",
    ),
    ("1 : si1", 12, "integer constant out of range for attribute"),
    (
        "1.0 : i32",
        21,
        "floating point value not valid for specified type",
    ),
    (
        "1 : f32",
        12,
        "unexpected decimal integer literal for a floating point value",
    ),
    (
        "-0x1 : f32",
        13,
        "hexadecimal float literal should not have a leading minus",
    ),
    (
        "1 : tensor<2xi32>",
        12,
        "integer literal not valid for specified type",
    ),
    ("1 : none", 12, "integer literal not valid for specified type"),
    (
        "1.0 : none",
        22,
        "floating point value not valid for specified type",
    ),
    ("- foo", 13, "expected constant integer or floating point value"),
    (
        "1.5 : index",
        23,
        "floating point value not valid for specified type",
    ),
    (
        "0xFFFFFFFFFFFFFFFFF : f64",
        12,
        "hexadecimal float constant out of range for type",
    ),
    ("1.5e", 15, "expected '}' in attribute dictionary"),
    ("1.5e+", 15, "expected '}' in attribute dictionary"),
    ("0x", 13, "expected '}' in attribute dictionary"),
    ("0xg", 13, "expected '}' in attribute dictionary"),
    ("1 2", 13, "expected '}' in attribute dictionary"),
];

#[test]
fn texts_are_printed_as_mlir_does() {
    common::check_printed(PRINTED);
}

#[test]
fn invalid_texts_have_the_errors_of_mlir() {
    common::check_invalid(INVALID);
}
