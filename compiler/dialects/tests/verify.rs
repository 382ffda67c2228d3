//! What a loaded dialect refuses, in MLIR's words. `compiler/tests/generic_forms.py` compares many more texts with mlir-opt.

#[path = "verify/build.rs"]
mod build;
#[path = "verify/discardable.rs"]
mod discardable;
#[path = "verify/infer.rs"]
mod infer;
#[path = "verify/irdl.rs"]
mod irdl;

#[path = "verify/control_flow.rs"]
mod control_flow;

use tvmlike_ir::Context;
use tvmlike_text::{ParseOptions, parse_source};

/// The first error for a text, if it is refused.
fn error(text: &str) -> Option<String> {
    let context = Context::new();
    context.allow_unregistered_dialects(true);
    tvmlike_dialects::make_available(&context);
    for name in ["arith", "cf", "func", "index", "llvm", "scf", "memref"] {
        tvmlike_dialects::load(&context, name).unwrap();
    }
    let (parsed, diagnostics) = context.capture_diagnostics(|| {
        let mut edit = context.exclusive().unwrap();
        parse_source(&mut edit, "text", text.as_bytes(), &ParseOptions::default()).is_ok()
    });
    assert_eq!(parsed, diagnostics.is_empty());
    diagnostics.first().map(|first| first.message.clone())
}

const VALUES: &str = "%i, %f, %v, %m = \"app.source\"() : () -> (i32, f32, vector<4xi32>, memref<4xi32>)\n";

#[test]
fn violations_have_the_words_of_mlir() {
    let cases = [
        (
            "\"arith.addi\"(%i) : (i32) -> i32",
            "'arith.addi' op expected 2 operands, but found 1",
        ),
        (
            "\"arith.addi\"(%f, %i) : (f32, i32) -> i32",
            "'arith.addi' op operand #0 must be signless-integer-like, but got 'f32'",
        ),
        (
            "\"arith.addi\"(%i, %v) : (i32, vector<4xi32>) -> i32",
            "'arith.addi' op requires the same type for all operands and results",
        ),
        (
            "\"arith.cmpi\"(%i, %i) : (i32, i32) -> i1",
            "'arith.cmpi' op requires attribute 'predicate'",
        ),
        (
            "\"arith.cmpi\"(%i, %i) {predicate = 11 : i64} : (i32, i32) -> i1",
            "'arith.cmpi' op attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases: \
             0, 1, 2, 3, 4, 5, 6, 7, 8, 9",
        ),
        (
            "\"arith.cmpi\"(%i, %i) <{predicate = \"eq\"}> : (i32, i32) -> i1",
            "invalid properties {predicate = \"eq\"} for op arith.cmpi: Invalid attribute `predicate` in property \
             conversion: \"eq\"",
        ),
        (
            "\"arith.cmpi\"(%v, %v) <{predicate = 0 : i64}> : (vector<4xi32>, vector<4xi32>) -> i1",
            "'arith.cmpi' op failed to verify that result type has i1 element type and same shape as operands",
        ),
        (
            "\"memref.load\"(%m, %i) : (memref<4xi32>, i32) -> i32",
            "'memref.load' op operand #1 must be variadic of index, but got 'i32'",
        ),
        (
            "\"memref.alloc\"() <{operandSegmentSizes = array<i32: 1, 0>}> : () -> memref<?xi32>",
            "'memref.alloc' op operand count (0) does not match with the total size (1) specified in attribute \
             'operandSegmentSizes'",
        ),
        (
            "\"memref.alloc\"() <{operandSegmentSizes = array<i32: 0>}> : () -> memref<4xi32>",
            "invalid properties {operandSegmentSizes = array<i32: 0>} for op memref.alloc: size mismatch in attribute \
             conversion: 1 vs 2",
        ),
        (
            "\"scf.condition\"(%i) : (i32) -> ()",
            "'scf.condition' op expects parent op 'scf.while'",
        ),
        // Constraints come before traits, traits in their order, then what MLIR verifies by hand.
        (
            "\"arith.trunci\"(%f) : (f32) -> f64",
            "'arith.trunci' op operand #0 must be signless-fixed-width-integer-like, but got 'f32'",
        ),
        (
            "\"arith.trunci\"(%v) : (vector<4xi32>) -> vector<5xi64>",
            "'arith.trunci' op requires the same shape for all operands and results",
        ),
        (
            "\"arith.trunci\"(%i) : (i32) -> i64",
            "'arith.trunci' op operand type 'i32' and result type 'i64' are cast incompatible",
        ),
        (
            "\"arith.constant\"() <{value = 1 : si32}> : () -> si32",
            "'arith.constant' op integer return type must be signless",
        ),
        (
            "\"arith.frob\"() : () -> ()",
            "unregistered operation 'arith.frob' found in dialect ('arith') that does not allow unknown operations",
        ),
    ];
    check_messages(&cases);
}

#[test]
fn numbers_and_properties_that_lie_have_the_words_of_mlir() {
    check_messages(&[
        (
            "\"memref.alloc\"() <{operandSegmentSizes = array<i64: 0, 0>}> : () -> memref<4xi32>",
            "invalid properties {operandSegmentSizes = array<i64: 0, 0>} for op memref.alloc: expected DenseI32ArrayAttr \
             for key `value`",
        ),
        (
            "\"memref.alloc\"() <{operandSegmentSizes = array<i32: 1, -1>}> : () -> memref<4xi32>",
            "'memref.alloc' op 'operandSegmentSizes' attribute cannot have negative elements",
        ),
        (
            "\"memref.alloc\"() <{operandSegmentSizes = array<i32: 2147483647, 2147483647>}> : () -> memref<4xi32>",
            "'memref.alloc' op operand count (0) does not match with the total size (4294967294) specified in attribute \
             'operandSegmentSizes'",
        ),
        (
            "\"arith.addi\"(%i, %i) : (i32, i32) -> (i32, i32)",
            "'arith.addi' op requires one result",
        ),
        (
            "\"arith.addi\"(%i, %i) ({}) : (i32, i32) -> i32",
            "'arith.addi' op requires zero regions",
        ),
        (
            "\"arith.addi\"(%i, %i)[^a] : (i32, i32) -> i32\n^a:",
            "successors in non-terminator",
        ),
        (
            "\"arith.addi\"(%i, %i) <1 : i32> : (i32, i32) -> i32",
            "invalid properties 1 : i32 for op arith.addi: expected DictionaryAttr to set properties",
        ),
        (
            "\"arith.constant\"() <{value = 1 : i32, value = 2 : i32}> : () -> i32",
            "duplicate key 'value' in dictionary attribute",
        ),
    ]);
}

fn check_messages(cases: &[(&str, &str)]) {
    for (text, message) in cases {
        assert_eq!(
            error(&format!("{VALUES}{text}\n")).as_deref(),
            Some(*message),
            "{text}"
        );
    }
}

#[test]
fn valid_operations_are_accepted() {
    let texts = [
        "%a = \"arith.addi\"(%i, %i) : (i32, i32) -> i32",
        "%a = \"arith.addi\"(%v, %v) {overflowFlags = #arith.overflow<nsw>} : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>",
        "%a = \"arith.cmpi\"(%v, %v) <{predicate = 9 : i64}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi1>",
        "%a = \"memref.alloc\"() : () -> memref<4xi32>",
    ];
    for text in texts {
        assert_eq!(error(&format!("{VALUES}{text}\n")), None, "{text}");
    }
}

#[test]
fn operations_like_ones_that_passed_are_checked() {
    let cases = [
        // The type of a property.
        (
            "arith.constant 1 : i32",
            "\"arith.constant\"() <{value = 1 : i64}> : () -> i32",
            "'arith.constant' op failed to verify that all of {value, result} have same type",
        ),
        // How many of the same types are operands.
        (
            "\"arith.bitcast\"(%i) : (i32) -> f32",
            "\"arith.bitcast\"(%i) : (i32) -> i64",
            "'arith.bitcast' op operand type 'i32' and result type 'i64' are cast incompatible",
        ),
        // How the operands are divided.
        (
            "\"async.execute\"(%t, %a) <{operandSegmentSizes = array<i32: 1, 1>}> ({\n^bb0(%0: i32):\n\"async.yield\"() : \
             () -> ()\n}) : (!async.token, !async.value<i32>) -> !async.token",
            "\"async.execute\"(%t, %a) <{operandSegmentSizes = array<i32: 2, 0>}> ({\n^bb0(%0: i32):\n\"async.yield\"() : \
             () -> ()\n}) : (!async.token, !async.value<i32>) -> !async.token",
            "'async.execute' op operand #1 must be variadic of async token type, but got '!async.value<i32>'",
        ),
    ];
    let values = format!("{VALUES}%t, %a = \"app.source\"() : () -> (!async.token, !async.value<i32>)\n");
    for (valid, invalid, message) in cases {
        // More than are remembered.
        let valid = format!("{valid}\n").repeat(10);
        assert_eq!(error(&format!("{values}{valid}")), None);
        assert_eq!(
            error(&format!("{values}{valid}{invalid}")).as_deref(),
            Some(message)
        );
    }
}
