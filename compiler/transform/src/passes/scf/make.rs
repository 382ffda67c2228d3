//! Making the operations that passes on loops need.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{Block, Location, Op, Region, Rewriter, Value};

/// Makes an operation whose parts are known to fit.
pub(super) fn build(rewriter: &mut Rewriter<'_, '_>, op: OpBuilder<'_>, location: Location) -> Op {
    op.create_at(rewriter, location)
        .expect("the parts of a loop fit the operations that replace it")
}

/// Makes an operation with one result.
fn value(rewriter: &mut Rewriter<'_, '_>, op: OpBuilder<'_>, location: Location) -> Value {
    let made = build(rewriter, op, location);
    let result = made.result(rewriter.context(), 0);
    result.expect("an operation that computes a value has a result")
}

/// Makes a constant of the type `index`.
pub(super) fn constant_index(rewriter: &mut Rewriter<'_, '_>, number: i64, location: Location) -> Value {
    let context = rewriter.context();
    let number = context
        .integer_attribute(context.index_type(), number)
        .expect("any number is an index");
    let constant = OpBuilder::new("arith.constant").attribute("value", number);
    value(rewriter, constant, location)
}

/// Makes the constant `true`.
pub(super) fn constant_true(rewriter: &mut Rewriter<'_, '_>, location: Location) -> Value {
    let context = rewriter.context();
    let constant = OpBuilder::new("arith.constant").attribute("value", context.bool_attribute(true));
    value(rewriter, constant, location)
}

/// Makes a comparison of integers by the number of its predicate.
pub(super) fn compare(
    rewriter: &mut Rewriter<'_, '_>,
    predicate: i64,
    lhs: Value,
    rhs: Value,
    location: Location,
) -> Value {
    let context = rewriter.context();
    let predicate = context
        .integer_attribute(context.i64(), predicate)
        .expect("a small number is an i64");
    let compare = OpBuilder::new("arith.cmpi")
        .operand("lhs", [lhs])
        .operand("rhs", [rhs])
        .attribute("predicate", predicate);
    value(rewriter, compare, location)
}

/// Makes an operation of two values: `arith.addi`.
pub(super) fn binary(
    rewriter: &mut Rewriter<'_, '_>,
    name: &str,
    lhs: Value,
    rhs: Value,
    location: Location,
) -> Value {
    let op = OpBuilder::new(name).operand("lhs", [lhs]).operand("rhs", [rhs]);
    value(rewriter, op, location)
}

/// Makes the conjunction of two bits.
pub(super) fn and(rewriter: &mut Rewriter<'_, '_>, lhs: Value, rhs: Value, location: Location) -> Value {
    binary(rewriter, "arith.andi", lhs, rhs, location)
}

/// Makes the minimum of the results of a map.
pub(super) fn affine_min(
    rewriter: &mut Rewriter<'_, '_>,
    map: tvmlike_ir::Attribute,
    operands: &[Value],
    location: Location,
) -> Value {
    let context = rewriter.context();
    let op = OpBuilder::new("affine.min")
        .operand("operands", operands.iter().copied())
        .attribute("map", map)
        .result("", [context.index_type()]);
    value(rewriter, op, location)
}

/// A region with one block, whose arguments are indices.
pub(super) fn body_region(
    rewriter: &mut Rewriter<'_, '_>,
    count: usize,
    location: Location,
) -> (Region, Block) {
    let index = rewriter.context().index_type();
    let region = rewriter.edit().create_region();
    let place = rewriter.insertion_point();
    let block = rewriter.create_block(region, None, &vec![(index, location); count]);
    rewriter.set_insertion_point(place);
    (region, block)
}
