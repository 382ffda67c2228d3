//! `scf-forall-to-for` and `scf-forall-to-parallel`: make other loops of `scf.forall` without results.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{
    AttributeKind, Block, Context, DYNAMIC, Element, Failure, InsertionPoint, Op, Rewriter, Value, WalkOrder,
    WalkResult,
};

use super::make::{body_region, build, constant_index};
use crate::pass::{Pass, PassRecord, Run};

pub(super) fn to_for() -> PassRecord {
    PassRecord::new(
        "scf-forall-to-for",
        "Convert SCF forall loops to SCF for loops",
        |_| Ok(Box::new(ForallTo(nested_loops))),
    )
    .shown_as("SCFForallToForLoop")
    .with_dialects(&["arith", "scf"])
}

pub(super) fn to_parallel() -> PassRecord {
    PassRecord::new(
        "scf-forall-to-parallel",
        "Convert SCF forall loops to SCF parallel loops",
        |_| Ok(Box::new(ForallTo(parallel_loop))),
    )
    .shown_as("SCFForallToParallelLoop")
    .with_dialects(&["arith", "scf"])
}

/// Replaces loops by a function.
struct ForallTo(fn(&mut Rewriter<'_, '_>, Op, &Bounds));

/// The bounds of a loop, for each variable.
struct Bounds {
    lower: Vec<Value>,
    upper: Vec<Value>,
    step: Vec<Value>,
}

impl Pass for ForallTo {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let mut loops = Vec::new();
        root.walk(context, WalkOrder::PostOrder, |op| {
            if op.is_named(context, "scf.forall") {
                loops.push(op);
            }
            WalkResult::Advance
        });
        for op in loops {
            if op.num_results(context) > 0 {
                let message = "has results, which the loops that replace it cannot give; bufferize it before";
                return Err(op.emit_op_error(context, message).emit());
            }
            let mut rewriter = Rewriter::new(run.edit());
            rewriter.set_before(op);
            let mut dynamic = op.operands(context);
            let mut values = |name| mixed(&mut rewriter, op, name, &mut dynamic);
            let bounds = Bounds {
                lower: values("staticLowerBound"),
                upper: values("staticUpperBound"),
                step: values("staticStep"),
            };
            (self.0)(&mut rewriter, op, &bounds);
            rewriter.erase_op(op);
        }
        Ok(())
    }
}

/// The values of bounds: constants are made, the others are the next operands.
fn mixed(
    rewriter: &mut Rewriter<'_, '_>,
    op: Op,
    name: &str,
    dynamic: &mut impl Iterator<Item = Value>,
) -> Vec<Value> {
    let context = rewriter.context();
    let property = op.property(context, context.identifier(name));
    let Some(AttributeKind::DenseArray(numbers)) = property.map(|property| property.kind(context)) else {
        return Vec::new();
    };
    let numbers: Vec<i64> = numbers
        .iter(context)
        .filter_map(|element| match element {
            Element::Integer(number) => number.to_i64(),
            _ => None,
        })
        .collect();
    let mut values = Vec::new();
    for number in numbers {
        if number == DYNAMIC {
            values.extend(dynamic.next());
            continue;
        }
        values.push(constant_index(rewriter, number, op.location(context)));
    }
    values
}

/// Moves the body of a loop to the end of a block, without its terminator.
fn move_body(rewriter: &mut Rewriter<'_, '_>, op: Op, block: Block, variables: &[Value]) {
    let context = rewriter.context();
    let body = op
        .region(context, 0)
        .and_then(|region| region.first_block(context));
    let Some(body) = body else {
        return;
    };
    if let Some(end) = body.last_op(context) {
        rewriter.erase_op(end);
    }
    rewriter.merge_blocks(body, block, variables);
}

/// Makes a loop for each variable, the first outermost.
fn nested_loops(rewriter: &mut Rewriter<'_, '_>, op: Op, bounds: &Bounds) {
    let context: &Context = rewriter.context();
    let location = op.location(context);
    let mut blocks: Vec<Block> = Vec::new();
    for index in 0..bounds.lower.len() {
        let (region, block) = body_region(rewriter, 1, location);
        let state = OpBuilder::new("scf.for")
            .operand("lowerBound", [bounds.lower[index]])
            .operand("upperBound", [bounds.upper[index]])
            .operand("step", [bounds.step[index]])
            .operand("initArgs", [])
            .result("results", [])
            .region("region", [region]);
        let made = build(rewriter, state, location);
        let inner = made
            .region(context, 0)
            .and_then(|region| region.first_block(context));
        let block = inner.unwrap_or(block);
        blocks.push(block);
        rewriter.set_insertion_point(Some(InsertionPoint::at_end(block)));
    }
    let variables: Vec<Value> = blocks
        .iter()
        .filter_map(|block| block.argument(context, 0))
        .collect();
    if let Some(innermost) = blocks.last() {
        move_body(rewriter, op, *innermost, &variables);
    }
    for block in blocks {
        rewriter.set_insertion_point(Some(InsertionPoint::at_end(block)));
        build(
            rewriter,
            OpBuilder::new("scf.yield").operand("results", []),
            location,
        );
    }
}

/// Makes one loop for all variables.
fn parallel_loop(rewriter: &mut Rewriter<'_, '_>, op: Op, bounds: &Bounds) {
    let context: &Context = rewriter.context();
    let location = op.location(context);
    let (region, block) = body_region(rewriter, bounds.lower.len(), location);
    let state = OpBuilder::new("scf.parallel")
        .operand("lowerBound", bounds.lower.iter().copied())
        .operand("upperBound", bounds.upper.iter().copied())
        .operand("step", bounds.step.iter().copied())
        .operand("initVals", [])
        .result("results", [])
        .region("region", [region]);
    let made = build(rewriter, state, location);
    let name = context.identifier("mapping");
    if let Some(mapping) = op.property(context, name) {
        rewriter.modify(made, |edit| made.set_discardable_attribute(edit, name, mapping));
    }
    let inner = made
        .region(context, 0)
        .and_then(|region| region.first_block(context));
    let block = inner.unwrap_or(block);
    let variables: Vec<Value> = block.arguments(context).collect();
    move_body(rewriter, op, block, &variables);
    rewriter.set_insertion_point(Some(InsertionPoint::at_end(block)));
    let reduce = OpBuilder::new("scf.reduce")
        .operand("operands", [])
        .region("reductions", []);
    build(rewriter, reduce, location);
}
