//! Function types: parsing, printing and the errors of invalid texts.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use tvmlike_conventions::memref::signature::{FunctionType, Layout, MemRef, Param, Scalar, Sign, Type};

fn parse(text: &str) -> FunctionType {
    FunctionType::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

fn error(text: &str) -> String {
    FunctionType::parse(text).expect_err(text).to_string()
}

#[test]
fn as_mlir_writes_it() {
    for text in [
        "() -> ()",
        "(i1, i8, i16, i32, i64, si8, ui64, index, f16, bf16, f32, f64, complex<f32>, complex<f64>) -> i1",
        "(memref<f32>, memref<?xf32>, memref<0xi8>, memref<4x?x2xindex>) -> (memref<*xbf16>, f64)",
        "(memref<?x4xf32, strided<[?, 1], offset: ?>>) -> memref<2xf64, strided<[-3], offset: 7>>",
        "(memref<f32, strided<[], offset: ?>>, memref<?xf32, strided<[1]>>) -> ()",
        "(%a: memref<?xcomplex<f64>> {llvm.readonly}, %b: memref<?xi1> {llvm.noalias}, %c: i8) -> ()",
        "(memref<?xf32> {llvm.noalias, llvm.readonly}) -> ()",
        "func.func @dot-product.v2(%x: memref<?xf32>, %y: memref<?xf32>) -> f32",
    ] {
        assert_eq!(parse(text).to_string(), text);
    }
}

#[test]
fn accepted_spellings() {
    let same = [
        ("  ( i32 ,\n i8 )->( ) ", "(i32, i8) -> ()"),
        ("(i32) -> (i32)", "(i32) -> i32"),
        ("(%0: i32, %arg1 : i8) -> ()", "(i32, %arg1: i8) -> ()"),
        (
            "(memref< 4 x ? x f32 , strided< [ 1 , ? ] , offset : 2 > >) -> ()",
            "(memref<4x?xf32, strided<[1, ?], offset: 2>>) -> ()",
        ),
        ("(memref<* x f32>) -> ()", "(memref<*xf32>) -> ()"),
        (
            "(memref<2xf32, strided<[1], offset: 0>>) -> ()",
            "(memref<2xf32, strided<[1]>>) -> ()",
        ),
        ("func.func private @f()", "func.func @f() -> ()"),
        ("func.func @\"f-1\"()", "func.func @f-1() -> ()"),
        ("func.func @\"a b\\22\"()", "func.func @\"a b\\22\"() -> ()"),
        ("(i32, f32)", "(i32, f32) -> ()"),
        (
            "func.func public @f(%a: memref<?xf32> {bufferization.writable = true, llvm.readonly, x = [1, {y = \"}\"}], \
             z = affine_map<(d0) -> (d0)>}, i8 {llvm.signext}) -> (i32 {llvm.zeroext}) attributes \
             {llvm.emit_c_interface, n = 1 : i32} {",
            "func.func @f(%a: memref<?xf32> {llvm.readonly}, i8) -> i32",
        ),
        ("(i32, // a comment\n i8) -> ()", "(i32, i8) -> ()"),
    ];
    for (text, shown) in same {
        assert_eq!(parse(text).to_string(), shown);
    }
}

#[test]
fn errors_show_the_place() {
    assert_eq!(
        error("(memref<?xfoo>) -> ()"),
        "ValueError: MLIR function type:1:11: unknown type `foo`; examples: i32, f64, index, complex<f32>, \
         memref<?x4xf32>\n  (memref<?xfoo>) -> ()\n            ^"
    );
    assert_eq!(
        error("(i32) => ()"),
        "ValueError: MLIR function type:1:7: expected `->` after the parameters, got `=`\n  (i32) => ()\n        ^"
    );
    let long = format!("({}i33) -> ()", "i32, ".repeat(50));
    let shown = error(&long);
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(
        lines[0],
        "NotImplementedError: MLIR function type:1:252: unsupported integer type `i33`; supported widths: 1, 8, 16, 32 and 64"
    );
    assert_eq!(lines[1].find("i33"), lines[2].find('^'));
    assert!(lines[1].len() < 140);
}

#[test]
fn unsupported_types_are_errors() {
    for (ty, what) in [
        ("vector<4xf32>", "unsupported `vector` type"),
        ("tensor<4xf32>", "unsupported `tensor` type"),
        ("f80", "unsupported float type `f80`"),
        ("f8E4M3FN", "unsupported float type `f8E4M3FN`"),
        ("tf32", "unsupported float type `tf32`"),
        ("i128", "unsupported integer type `i128`"),
        ("!llvm.ptr", "unsupported dialect type"),
        ("(i32) -> i32", "unsupported function type"),
        ("complex<f16>", "complex<f32> and complex<f64>"),
        ("complex<i32>", "complex<f32> and complex<f64>"),
        ("memref<4xvector<2xf32>>", "unsupported `vector` type"),
        ("memref<4xmemref<2xf32>>", "not memrefs"),
        (
            "memref<4xf32, affine_map<(d0) -> (d0)>>",
            "affine maps are not supported",
        ),
        ("memref<4xf32, 1>", "memory spaces are not supported"),
        (
            "memref<4xf32, strided<[1]>, 1 : i32>",
            "memory spaces are not supported",
        ),
        ("memref<*xf32, 1>", "memory spaces are not supported"),
        ("memref<?xf32, #map>", "memory spaces are not supported"),
    ] {
        let shown = error(&format!("({ty}) -> ()"));
        assert!(shown.contains(what), "{ty}: {shown}");
    }
}

#[test]
fn syntax_errors_are_described() {
    for (text, what) in [
        ("", "expected `(` before a parameter, got the end"),
        ("(i32", "expected `,` or `)` after a parameter, got the end"),
        ("(i32,) -> ()", "expected a type"),
        ("(%: i32) -> ()", "invalid SSA name"),
        ("(%a i32) -> ()", "between a parameter's name and its type"),
        ("(%a: i32, %a: i32) -> ()", "duplicate parameter name `%a`"),
        ("() -> () x", "expected the end of the text"),
        ("() -> (i32", "after a result"),
        ("(i32 {a = [}) -> ()", "unmatched `}`"),
        ("(i32 {a = \"x) -> ()", "expected '\"' in string literal"),
        ("(i32 {a = (1) -> ()", "this attribute's value does not end"),
        ("(i32 {1}) -> ()", "expected the name of an attribute"),
        (
            "func.func f()",
            "expected a symbol (`@name`) before the parameters, got `f`",
        ),
        (
            "func.func @()",
            "@ identifier expected to start with letter or '_'",
        ),
        ("(memref<99999999999999999999xf32>) -> ()", "size exceeds 63 bits"),
        ("(memref<4x>) -> ()", "expected a type"),
        ("(memref<4>) -> ()", "expected `x` after a size, got `>`"),
        (
            "(memref<?x?xf32, strided<[1]>>) -> ()",
            "expected 2 strides for a memref of rank 2, got 1",
        ),
        ("(memref<?xf32, strided<[x]>>) -> ()", "expected a stride"),
        (
            "(memref<?xf32, strided<[1], offset: ->>) -> ()",
            "expected an offset",
        ),
        (
            "(memref<4xf32) -> ()",
            "expected `>` at the end of the memref type, got `)`",
        ),
    ] {
        let shown = error(text);
        assert!(shown.contains(what), "{text}: {shown}");
    }
    let deep = format!("(memref<{}f32>) -> ()", "1x".repeat(65));
    assert!(error(&deep).contains("at most 64 dimensions"));
}

#[test]
fn mlir_and_c_signatures_are_distinguished() {
    assert!(FunctionType::is_text_of(" (i32) -> ()"));
    assert!(FunctionType::is_text_of("func.func @f()"));
    assert!(!FunctionType::is_text_of("f64(f64)"));
}

fn scalar() -> impl Strategy<Value = Scalar> {
    let sign = select(vec![Sign::Signless, Sign::Signed, Sign::Unsigned]);
    let integer =
        (select(vec![1, 8, 16, 32, 64]), sign).prop_map(|(bits, sign)| Scalar::Integer { bits, sign });
    let others = select(vec![
        Scalar::Index,
        Scalar::F16,
        Scalar::BF16,
        Scalar::F32,
        Scalar::F64,
        Scalar::ComplexF32,
        Scalar::ComplexF64,
    ]);
    prop_oneof![integer, others]
}

fn ty() -> impl Strategy<Value = Type> {
    let dims = vec((option::of(0..=i64::MAX), option::of(any::<i64>())), 0..6);
    let memref =
        (dims, scalar(), option::of(option::of(any::<i64>()))).prop_map(|(dims, element, offset)| {
            let (shape, strides) = dims.into_iter().unzip();
            let layout = match offset {
                Some(offset) => Layout::Strided { strides, offset },
                None => Layout::Identity,
            };
            Type::MemRef(MemRef {
                shape,
                element,
                layout,
            })
        });
    prop_oneof![
        scalar().prop_map(Type::Scalar),
        memref,
        scalar().prop_map(Type::Unranked)
    ]
}

fn function() -> impl Strategy<Value = FunctionType> {
    let param = (ty(), any::<bool>(), any::<[bool; 3]>());
    let symbol = option::of("[a-z][a-zA-Z0-9_$.-]{0,8}");
    (symbol, vec(param, 0..6), vec(ty(), 0..5)).prop_map(|(symbol, params, results)| FunctionType {
        symbol,
        params: params
            .into_iter()
            .enumerate()
            .map(|(at, (ty, named, [read_only, no_alias, by_value]))| Param {
                name: named.then(|| format!("p{at}")),
                ty,
                read_only,
                no_alias,
                by_value,
            })
            .collect(),
        results,
    })
}

proptest! {
    #[test]
    fn printed_types_round_trip(function in function()) {
        prop_assert_eq!(parse(&function.to_string()), function);
    }

    #[test]
    fn any_text_is_a_type_or_an_error(text in ".{0,200}") {
        let _ = FunctionType::parse(&text);
    }

    /// Pieces of the grammar in any order reach further into the parser than any text does.
    #[test]
    fn any_pieces_are_a_type_or_an_error(pieces in vec(select(vec![
        "(", ")", "<", ">", "[", "]", "{", "}", ",", ":", "->", "=", "-", "?", "*", "x", "memref", "<4x", "f32", "i8", "index",
        "complex", "strided", "offset", "%a", "%0", "@f", "func.func", "private", "attributes", "llvm.readonly", "\"", "\\",
        "//", "\n", " ", "é", "9999999999999999999", "1",
    ]), 0..40)) {
        let text = pieces.concat();
        if let Ok(function) = FunctionType::parse(&text) {
            prop_assert_eq!(parse(&function.to_string()), function);
        }
    }
}
