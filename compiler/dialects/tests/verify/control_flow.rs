//! What the hand-written checks of scf, cf, func and index refuse, in MLIR's words.

use super::error;

/// The first error for a statement in a function with values of several types.
fn error_in_function(statement: &str) -> Option<String> {
    error(&format!(
        "func.func @f(%a: index, %b: i32, %c: i1, %f: f32, %t: tensor<4xf32>) {{\n  {statement}\n  func.return\n}}\n"
    ))
}

fn check(cases: &[(&str, &str)]) {
    for (statement, message) in cases {
        let found = error_in_function(statement);
        assert_eq!(found.as_deref(), Some(*message), "{statement}");
    }
}

#[test]
fn branches_pass_what_blocks_take() {
    check(&[
        (
            "cf.br ^a ^a(%z: i32):",
            "branch has 0 operands for successor #0, but target block has 1",
        ),
        (
            "cf.cond_br %c, ^a, ^b(%b : i32) ^a: func.return ^b(%z: f32):",
            "type mismatch for bb argument #0 of successor #1",
        ),
        (
            "cf.cond_br %c weights([1]), ^a, ^a ^a:",
            "expects number of branch weights to match number of successors: 1 vs 2",
        ),
        (
            "cf.cond_br %c weights([0, 0]), ^a, ^a ^a:",
            "branch weights cannot all be zero",
        ),
        (
            "cf.switch %b : i32, [ default: ^a, 1: ^a(%b : i32) ] ^a:",
            "branch has 1 operands for successor #1, but target block has 0",
        ),
        (
            "cf.switch %b : i32, [ default: ^a ] {case_values = dense<1> : vector<1xi32>} ^a:",
            "'cf.switch' op number of case values (1) should match number of case destinations (0)",
        ),
        (
            "cf.switch %b : i32, [ default: ^a, 2: ^a ] {case_values = dense<1> : vector<1xi8>} ^a:",
            "'cf.switch' op 'flag' type ('i32') should match case value type ('i8')",
        ),
        (
            "\"llvm.br\"(%b)[^a] : (i32) -> () ^a:",
            "branch has 1 operands for successor #0, but target block has 0",
        ),
        (
            "\"llvm.switch\"(%b)[^a, ^a] <{operandSegmentSizes = array<i32: 1, 0, 0>, case_operand_segments = array<i32: \
             0>, branch_weights = array<i32: 1>, case_values = dense<1> : vector<1xi32>}> : (i32) -> () ^a:",
            "expects number of branch weights to match number of successors: 1 vs 2",
        ),
    ]);
}

#[test]
fn regions_yield_what_operations_take() {
    check(&[
        (
            "%r = scf.if %c -> (i32) { scf.yield %b : i32 }",
            "'scf.if' op must have an else block if defining values",
        ),
        (
            "%r = scf.if %c -> (i32) { scf.yield %b : i32 } else { scf.yield %f : f32 }",
            "'scf.if' op along control flow edge from Operation scf.yield to parent: successor operand type #0 'f32' \
             should match successor input type #0 'i32'",
        ),
        (
            "scf.execute_region { scf.yield %b : i32 }",
            "'scf.execute_region' op along control flow edge from Operation scf.yield to parent: region branch point \
             has 1 operands, but region successor needs 0 inputs",
        ),
        (
            "scf.execute_region { }",
            "'scf.execute_region' op region needs to have at least one block",
        ),
        (
            "scf.index_switch %a case 1 { scf.yield } case 1 { scf.yield } default { }",
            "'scf.index_switch' op has duplicate case value: 1",
        ),
        (
            "%r = scf.index_switch %a -> i32 case 1 { scf.yield } default { scf.yield %b : i32 }",
            "'scf.index_switch' op expected each region to return 1 values, but case region #0 returns 0",
        ),
        (
            "%r = scf.index_switch %a -> i32 default { scf.yield %f : f32 }",
            "'scf.index_switch' op expected result #0 of each region to be 'i32'",
        ),
        (
            "%r = scf.for %i = %a to %a step %a iter_args(%x = %b) -> (i32) { scf.yield %f : f32 }",
            "'scf.for' op 0-th region iter_arg and 0-th yielded value have different type: 'i32' != 'f32'",
        ),
        (
            "scf.for %i = %a to %a step %a { scf.yield %b : i32 }",
            "'scf.for' op different number of region iter_args and yielded values: 0 != 1",
        ),
        (
            "\"scf.for\"(%a, %a, %a) ({ scf.yield }) : (index, index, index) -> ()",
            "'scf.for' op different number of inits and region iter_args: 0 != 18446744073709551615",
        ),
        (
            "\"scf.for\"(%b, %b, %b) ({ ^bb0(%i: index): scf.yield }) : (i32, i32, i32) -> ()",
            "'scf.for' op expected induction variable to be same type as bounds and step",
        ),
        (
            "scf.while : () -> () { scf.yield } do { scf.yield }",
            "'scf.while' op expects the 'before' region to terminate with 'scf.condition'",
        ),
        (
            "%r = scf.while (%x = %b) : (i32) -> i32 { scf.condition(%c) %x : i32 } do { ^bb0(%y: f32): scf.yield %b : i32 }",
            "'scf.while' op along control flow edge from Operation scf.condition to Region #1: successor operand type \
             #0 'i32' should match successor input type #0 'f32'",
        ),
    ]);
}

#[test]
fn parallel_loops_reduce_and_insert() {
    check(&[
        (
            "scf.parallel () = () to () step () { }",
            "'scf.parallel' op needs at least one tuple element for lowerBound, upperBound and step",
        ),
        (
            "%k = arith.constant 0 : index scf.parallel (%i) = (%a) to (%a) step (%k) { }",
            "'scf.parallel' op constant step operand must be positive",
        ),
        (
            "%r = scf.parallel (%i) = (%a) to (%a) step (%a) init (%b) -> i32 { }",
            "'scf.parallel' op expects number of results: 1 to be the same as number of reductions: 0",
        ),
        (
            "%r = scf.parallel (%i) = (%a) to (%a) step (%a) init (%b) -> i32 { scf.reduce(%b : i32) { ^bb0(%x: i32): \
             scf.reduce.return %x : i32 } }",
            "'scf.reduce' op expected two block arguments with type 'i32' in the 0-th reduction region",
        ),
        (
            "%r = scf.parallel (%i) = (%a) to (%a) step (%a) init (%b) -> i32 { scf.reduce(%b : i32) { ^bb0(%x: i32, \
             %y: i32): scf.reduce.return %f : f32 } }",
            "'scf.reduce.return' op must have type 'i32' (the type of the reduction inputs)",
        ),
        (
            "scf.forall (%i) in (4, 5) { }",
            "expected 1 upper bound values, got 2",
        ),
        (
            "scf.forall (%i, %j) in (4, 5) { } {mapping = [#gpu.thread<x>, #gpu.mask<3>]}",
            "'scf.forall' op mapping attribute size must match op rank",
        ),
        (
            "scf.forall (%i) in (4) { scf.forall.in_parallel { %x = arith.addi %b, %b : i32 } }",
            "'scf.forall.in_parallel' op expected only ParallelCombiningOpInterface ops",
        ),
    ]);
}

#[test]
fn functions_and_calls_agree() {
    check(&[
        (
            "func.func private @g(i32 {x = 1})",
            "'func.func' op symbol's parent must have the SymbolTable trait",
        ),
        (
            "func.call @f(%a) : (index) -> ()",
            "'func.call' op incorrect number of operands for callee",
        ),
        (
            "func.call @nope(%a) : (index) -> ()",
            "'func.call' op 'nope' does not reference a valid function",
        ),
        (
            "%x = func.constant @f : () -> ()",
            "'func.constant' op reference to function with mismatched type",
        ),
        (
            "%x = index.casts %a : index to index",
            "'index.casts' op operand type 'index' and result type 'index' are cast incompatible",
        ),
    ]);
    let functions = [
        (
            "func.func @f() -> i32 { return }",
            "'func.return' op has 0 operands, but enclosing function (@f) returns 1",
        ),
        (
            "func.func @f(%x: i32) -> f32 { return %x : i32 }",
            "type of return operand 0 ('i32') doesn't match function result type ('f32') in function @f",
        ),
        (
            "func.func @f()",
            "'func.func' op symbol declaration cannot have public visibility",
        ),
        (
            "func.func private @f(i32 {x = 1})",
            "'func.func' op arguments may only have dialect attributes",
        ),
        (
            "func.func @f(i32) { return }",
            "'func.func' op entry block must have 1 arguments to match function signature",
        ),
    ];
    for (text, message) in functions {
        assert_eq!(error(text).as_deref(), Some(message), "{text}");
    }
}
