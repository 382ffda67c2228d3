//! Dense and sparse elements and dense arrays: what `mlir-opt` 22 prints and reports.

use crate::common;
/// A text, and the text that it is printed as.
const PRINTED: &[(&str, &str)] = &[
    (
        "dense<[1.0, 0.1, 1.0e300]> : tensor<3xf32>",
        "dense<[1.000000e+00, 1.000000e-01, 0x7F800000]> : tensor<3xf32>",
    ),
    (
        "dense<0x7FC00000> : tensor<2xf32>",
        "dense<0x7FC00000> : tensor<2xf32>",
    ),
    (
        "array<f32: 1.0, 0x7FC00000, -0.0>",
        "array<f32: 1.000000e+00, 0x7FC00000, -0.000000e+00>",
    ),
    ("array<i1: true, false>", "array<i1: true, false>"),
    ("array<i8: 255, -128>", "array<i8: -1, -128>"),
    ("array<ui8: 255>", "array<ui8: 255>"),
    ("array<ui8: -1>", "array<ui8: 255>"),
    (
        "array<i128: 170141183460469231731687303715884105728>",
        "array<i128: -170141183460469231731687303715884105728>",
    ),
    ("array<i0>", "array<i0>"),
    ("array<i0: 0>", "array<i0: 0>"),
    ("array<f80: 1.0>", "array<f80: 1.000000e+00>"),
    ("array<i32>", "array<i32>"),
    ("dense<1> : tensor<2xi32>", "dense<1> : tensor<2xi32>"),
    ("dense<[1, 2]> : tensor<2xi32>", "dense<[1, 2]> : tensor<2xi32>"),
    (
        "dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>",
        "dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>",
    ),
    (
        "dense<[[[1], [2]], [[3], [4]], [[5], [6]]]> : tensor<3x2x1xi32>",
        "dense<[[[1], [2]], [[3], [4]], [[5], [6]]]> : tensor<3x2x1xi32>",
    ),
    ("dense<[1, 1]> : tensor<2xi32>", "dense<1> : tensor<2xi32>"),
    ("dense<> : tensor<0xi32>", "dense<> : tensor<0xi32>"),
    ("dense<[]> : tensor<0xi32>", "dense<> : tensor<0xi32>"),
    ("dense<[[], []]> : tensor<2x0xi32>", "dense<> : tensor<2x0xi32>"),
    ("dense<> : tensor<2x0xi32>", "dense<> : tensor<2x0xi32>"),
    ("dense<1> : tensor<0xi32>", "dense<1> : tensor<0xi32>"),
    ("dense<1> : tensor<i32>", "dense<1> : tensor<i32>"),
    ("dense<1> : vector<4xi8>", "dense<1> : vector<4xi8>"),
    ("dense<[1, 2]> : vector<[2]xi8>", "dense<[1, 2]> : vector<[2]xi8>"),
    ("dense<1> : memref<4xi8>", "dense<1> : memref<4xi8>"),
    ("dense<true> : tensor<2xi1>", "dense<true> : tensor<2xi1>"),
    ("dense<1> : tensor<2xi1>", "dense<true> : tensor<2xi1>"),
    (
        "dense<[true, false, true, true, false, true, false, false, true]> : tensor<9xi1>",
        "dense<[true, false, true, true, false, true, false, false, true]> : tensor<9xi1>",
    ),
    ("dense<255> : tensor<2xi8>", "dense<-1> : tensor<2xi8>"),
    (
        "dense<[255, 0]> : tensor<2xui8>",
        "dense<[255, 0]> : tensor<2xui8>",
    ),
    ("dense<1> : tensor<2xindex>", "dense<1> : tensor<2xindex>"),
    (r#"dense<"0x01000000"> : tensor<i32>"#, "dense<1> : tensor<i32>"),
    (
        r#"dense<"0x0100000002000000"> : tensor<2xi32>"#,
        "dense<[1, 2]> : tensor<2xi32>",
    ),
    (
        r#"dense<"0x01000000"> : tensor<2xi32>"#,
        "dense<1> : tensor<2xi32>",
    ),
    (
        r#"dense<"0x0102"> : tensor<2xi4>"#,
        "dense<[1, 2]> : tensor<2xi4>",
    ),
    (
        r#"dense<"0x05"> : tensor<4xi1>"#,
        "dense<[true, false, true, false]> : tensor<4xi1>",
    ),
    (r#"dense<"0xFF"> : tensor<2xi1>"#, "dense<true> : tensor<2xi1>"),
    (
        r#"dense<"0x0101"> : tensor<9xi1>"#,
        "dense<[true, false, false, false, false, false, false, false, true]> : tensor<9xi1>",
    ),
    (
        r#"dense<"abc"> : tensor<2x!foo.str>"#,
        r#"dense<"abc"> : tensor<2x!foo.str>"#,
    ),
    (
        r#"dense<["a", "b"]> : tensor<2x!foo.str>"#,
        r#"dense<["a", "b"]> : tensor<2x!foo.str>"#,
    ),
    (
        r#"dense<["a", "a"]> : tensor<2x!foo.str>"#,
        r#"dense<"a"> : tensor<2x!foo.str>"#,
    ),
    (
        r#"dense<[["a"], ["b"]]> : tensor<2x1x!foo.str>"#,
        r#"dense<[["a"], ["b"]]> : tensor<2x1x!foo.str>"#,
    ),
    (
        "dense<(1, 2)> : tensor<2xcomplex<i32>>",
        "dense<(1,2)> : tensor<2xcomplex<i32>>",
    ),
    (
        "dense<[(1, 2), (3, 4)]> : tensor<2xcomplex<i32>>",
        "dense<[(1,2), (3,4)]> : tensor<2xcomplex<i32>>",
    ),
    (
        "dense<[(1.0, 2.0), (3.0, -4.0)]> : tensor<2xcomplex<f32>>",
        "dense<[(1.000000e+00,2.000000e+00), (3.000000e+00,-4.000000e+00)]> : tensor<2xcomplex<f32>>",
    ),
    (
        "dense<(1.0, 2.0)> : tensor<2xf32>",
        "dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>",
    ),
    ("sparse<> : tensor<2x2xi32>", "sparse<> : tensor<2x2xi32>"),
    (
        "sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>",
        "sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>",
    ),
    ("sparse<0, 5> : tensor<3xi32>", "sparse<0, 5> : tensor<3xi32>"),
    ("sparse<[0], 5> : tensor<3xi32>", "sparse<0, 5> : tensor<3xi32>"),
    (
        "sparse<[[0]], [5]> : tensor<3xi32>",
        "sparse<0, 5> : tensor<3xi32>",
    ),
    (
        "sparse<[[0, 0], [1, 2]], 5> : tensor<3x4xi32>",
        "sparse<[[0, 0], [1, 2]], 5> : tensor<3x4xi32>",
    ),
    (
        r#"sparse<[[0, 0]], ["a"]> : tensor<3x4x!foo.s>"#,
        r#"sparse<0, "a"> : tensor<3x4x!foo.s>"#,
    ),
    (
        r#"sparse<[[0, 0]], "0x01000000"> : tensor<3x4xi32>"#,
        "sparse<0, 1> : tensor<3x4xi32>",
    ),
    (
        "dense_resource<blob> : tensor<2xi32>",
        "dense_resource<blob> : tensor<2xi32>",
    ),
    (
        r#"dense_resource<"a b"> : tensor<2xi32>"#,
        r#"dense_resource<"a b"> : tensor<2xi32>"#,
    ),
    (
        "dense_resource<blob> : tensor<*xi32>",
        "dense_resource<blob> : tensor<*xi32>",
    ),
    ("array<i1: -true>", "array<i1: true>"),
    (
        "dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100]> : tensor<101xi8>",
        r#"dense<"0x000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F6061626364"> : tensor<101xi8>"#,
    ),
];

/// A text, the column of the error where the text is the value of an attribute `a`, and the message.
const INVALID: &[(&str, usize, &str)] = &[
    (
        "dense<[1, 2]> : tensor<2xf32>",
        19,
        "unexpected decimal integer literal for a floating point value",
    ),
    (
        "array<f32: 1>",
        23,
        "unexpected decimal integer literal for a floating point value",
    ),
    (
        "array<i1: 1>",
        23,
        "expected 'true' or 'false' values for i1 type",
    ),
    (
        "array<i8: true>",
        22,
        "expected i1 type for 'true' or 'false' values",
    ),
    ("array<i8: 256>", 25, "integer constant out of range"),
    ("array<si8: 200>", 26, "integer constant out of range"),
    (
        "array<i7: 1>",
        18,
        "element type bitwidth must be a multiple of 8",
    ),
    (
        "array<tf32: 1.0>",
        18,
        "element type bitwidth must be a multiple of 8",
    ),
    ("array<i32: >", 23, "expected integer literal"),
    (
        "array<f4E2M1FN: 1.0>",
        18,
        "element type bitwidth must be a multiple of 8",
    ),
    (
        "dense<[[1, 2], [3]]> : tensor<2x2xi32>",
        30,
        "tensor literal is invalid; ranks are not consistent between elements",
    ),
    (
        "dense<[1, 2]> : tensor<3xi32>",
        12,
        "inferred shape of elements literal ([2]) does not match type ([3])",
    ),
    (
        "dense<> : tensor<2xi32>",
        12,
        "parsed zero elements, but type ('tensor<2xi32>') expected at least 1",
    ),
    (
        "dense<[[]]> : tensor<2x0xi32>",
        12,
        "inferred shape of elements literal ([1, 0]) does not match type ([2, 0])",
    ),
    (
        "dense<[1]> : tensor<i32>",
        12,
        "inferred shape of elements literal ([1]) does not match type ([])",
    ),
    (
        "dense<1> : tensor<?xi32>",
        12,
        "elements literal type must have static shape",
    ),
    (
        "dense<1> : tensor<*xi32>",
        12,
        "elements literal type must have static shape",
    ),
    ("dense<1> : i32", 12, "elements literal must be a shaped type"),
    ("dense<1>", 20, "expected ':'"),
    (
        "dense<true> : tensor<2xi8>",
        18,
        "expected i1 type for 'true' or 'false' values",
    ),
    (
        "dense<256> : tensor<2xi8>",
        18,
        "integer constant out of range for type",
    ),
    (
        "dense<-129> : tensor<2xi8>",
        19,
        "integer constant out of range for type",
    ),
    (
        "dense<-1> : tensor<2xui8>",
        19,
        "expected unsigned integer elements, but parsed negative value",
    ),
    (
        "dense<1.0> : tensor<2xi8>",
        18,
        "expected integer elements, but parsed floating-point",
    ),
    (
        r#"dense<"0x010000"> : tensor<2xi32>"#,
        12,
        "elements hex data size is invalid for provided type: 'tensor<2xi32>'",
    ),
    (
        r#"dense<"0x0"> : tensor<2xi4>"#,
        18,
        "expected string containing hex digits starting with `0x`",
    ),
    (
        r#"dense<"0x01"> : tensor<9xi1>"#,
        12,
        "elements hex data size is invalid for provided type: 'tensor<9xi1>'",
    ),
    (
        r#"dense<"0x010001000101000101"> : tensor<9xi1>"#,
        12,
        "elements hex data size is invalid for provided type: 'tensor<9xi1>'",
    ),
    (
        r#"dense<"0xGG"> : tensor<1xi8>"#,
        18,
        "expected string containing hex digits starting with `0x`",
    ),
    (
        r#"dense<"abc"> : tensor<2xi32>"#,
        18,
        "expected string containing hex digits starting with `0x`",
    ),
    (
        "dense<[1, 2]> : tensor<2x!foo.str>",
        12,
        "expected string token, got 1",
    ),
    (
        "dense<[1.0, 2.0]> : tensor<2xcomplex<f32>>",
        12,
        "parsed 2 elements, but type ('tensor<2xcomplex<f32>>') expected 4 elements",
    ),
    (
        "dense<1.0> : tensor<2xcomplex<f32>>",
        12,
        "parsed 1 elements, but type ('complex<f32>') expected 2 elements",
    ),
    (
        "dense<[(1.0, 2.0), (1.0, 2.0)]> : tensor<4xf32>",
        12,
        "inferred shape of elements literal ([2]) does not match type ([4])",
    ),
    (
        "dense<(1, 2> : tensor<4xcomplex<i32>>",
        23,
        "expected ')' after complex elements",
    ),
    (
        "dense<(1 2)> : tensor<4xcomplex<i32>>",
        20,
        "expected ',' between complex elements",
    ),
    (
        "dense<[1, [2]]> : tensor<2xi32>",
        25,
        "tensor literal is invalid; ranks are not consistent between elements",
    ),
    (
        "dense<foo> : tensor<2xi32>",
        18,
        "expected element literal of primitive type",
    ),
    (
        "dense<-foo> : tensor<2xi32>",
        19,
        "expected integer or floating point literal",
    ),
    ("dense<1 : tensor<2xi32>", 19, "expected '>'"),
    ("dense 1", 17, "expected '<' after 'dense'"),
    ("dense<i32>", 18, "expected element literal of primitive type"),
    (
        "sparse<[[0, 0], [1, 9]], [1, 5]> : tensor<3x4xi32>",
        12,
        "sparse index #1 is not contained within the value shape, with index=[1, 9], and type='tensor<3x4xi32>'",
    ),
    (
        "sparse<[[0, 0], [1, 2]], [1]> : tensor<3x4xi32>",
        12,
        "expected shape ([3, 4]); inferred shape of indices literal ([2, 2]); inferred shape of values literal ([1])",
    ),
    (
        "sparse<[[0, 0, 0]], [1]> : tensor<3x4xi32>",
        12,
        "expected shape ([3, 4]); inferred shape of indices literal ([1, 3]); inferred shape of values literal ([1])",
    ),
    (
        r#"sparse<"0x00", 1> : tensor<3xi32>"#,
        19,
        "integer constant out of range for type",
    ),
    ("sparse 1", 18, "Expected '<' after 'sparse'"),
    ("sparse<0 1>", 20, "expected ','"),
    ("dense_resource<blob>", 32, "expected ':'"),
    (
        "dense_resource<blob> : i32",
        33,
        "`dense_resource` expected a shaped type",
    ),
    (
        "dense_resource<1> : tensor<2xi32>",
        27,
        "expected identifier key for 'resource' entry",
    ),
    ("array<i64", 21, "expected ':' after dense array type"),
    ("array<", 18, "expected non-function type"),
    ("array<foo>", 18, "expected non-function type"),
    (
        "array<memref<1xi32>>",
        18,
        "expected integer or float type, got: 'memref<1xi32>'",
    ),
    ("array i32", 17, "expected '<' after 'array'"),
    ("array<i32 1>", 21, "expected ':' after dense array type"),
    ("array<i32: 1 2>", 24, "expected '>' to close an array attribute"),
    (
        "array<i32: -true>",
        24,
        "expected i1 type for 'true' or 'false' values",
    ),
];

#[test]
fn texts_are_printed_as_mlir_does() {
    common::check_printed(PRINTED);
}

#[test]
fn invalid_texts_have_the_errors_of_mlir() {
    common::check_invalid(INVALID);
}
