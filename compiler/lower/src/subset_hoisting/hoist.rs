//! Moving a read and a write out of a loop.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{Context, Exclusive, InsertionPoint, LoopLike, Op, Rewriter, Type, Value};

use super::chain::Chain;
use super::subset::Subset;
use crate::make::build;

/// Moves what can be moved out of a loop.
pub(crate) fn hoist_from(edit: &mut Exclusive<'_>, op: Op) {
    let context = edit.context();
    let mut root = op;
    let mut number = 0;
    // What is passed on in addition can have parts that can be moved, too.
    while number < arguments(context, root) {
        if let Some(chain) = Chain::of(context, root, number) {
            for (read, write) in chain.pairs(context) {
                if can_leave(context, root, read, &[read.tensor_operand()])
                    && can_leave(context, root, write, &[0, write.tensor_operand()])
                    && let Some(new) = hoist(&mut Rewriter::new(edit), root, number, (read, write))
                {
                    root = new;
                }
            }
        }
        number += 1;
    }
}

fn arguments(context: &Context, op: Op) -> usize {
    // Of the other loops, none has more results than it had.
    match op.interface::<LoopLike>(context) {
        Some(interface) if op.is_named(context, "scf.for") => {
            (interface.iteration_arguments)(context, op).len()
        }
        _ => 0,
    }
}

/// Whether all operands but some are defined outside of a loop.
fn can_leave(context: &Context, root: Op, subset: Subset, but: &[usize]) -> bool {
    let Some(interface) = root.interface::<LoopLike>(context) else {
        return false;
    };
    let mut operands = subset.op.operands(context).enumerate();
    operands.all(|(index, value)| but.contains(&index) || interface.is_defined_outside(context, root, value))
}

/// Moves a read before a loop and a write behind it. The new loop.
fn hoist(
    rewriter: &mut Rewriter<'_, '_>,
    root: Op,
    number: usize,
    (read, write): (Subset, Subset),
) -> Option<Op> {
    let context = rewriter.context();
    let part = read.value(context)?;
    let written = write.value(context)?;
    let new = with_part(rewriter, root, part, written)?;
    let init = new.operand(context, 3 + number)?;
    let body = new.region(context, 0)?.first_block(context)?;
    let argument = body.arguments(context).last()?;
    // In the body, the part is what the last iteration passed on.
    rewriter.replace_uses_if(part, argument, |context, at| at.owner(context) != new);
    rewriter.move_op_before(read.op, new);
    read.op.set_operand(rewriter.edit(), read.tensor_operand(), init);
    let updated = write.op.result(context, 0)?;
    let tensor = write.op.operand(context, write.tensor_operand())?;
    rewriter.replace_all_uses(updated, tensor);
    rewriter.move_op_after(write.op, new);
    let (whole, last) = (new.result(context, number)?, new.results(context).last()?);
    rewriter.replace_all_uses(whole, updated);
    write.op.set_operand(rewriter.edit(), 0, last);
    write
        .op
        .set_operand(rewriter.edit(), write.tensor_operand(), whole);
    Some(new)
}

/// Makes a loop of another one that passes on a value in addition: at first a part, then what is written.
fn with_part(rewriter: &mut Rewriter<'_, '_>, root: Op, part: Value, written: Value) -> Option<Op> {
    let context = rewriter.context();
    let location = root.location(context);
    let body = root.region(context, 0)?.first_block(context)?;
    let operand = |index| root.operand(context, index);
    let inits = root.operands(context).skip(3).chain([part]);
    let types: Vec<Type> = root
        .results(context)
        .chain([part])
        .map(|result| result.ty(context))
        .collect();
    let region = rewriter.edit().create_region();
    let place = InsertionPoint::before(context, root);
    let new = OpBuilder::new("scf.for")
        .operand("lowerBound", operand(0))
        .operand("upperBound", operand(1))
        .operand("step", operand(2))
        .operand("initArgs", inits)
        .result("results", types)
        .region("region", [region]);
    let new = rewriter.at(place, |rewriter| build(rewriter, new, location));
    new.set_properties(rewriter.edit(), root.properties(context));
    new.set_attributes(rewriter.edit(), root.attributes(context));
    let region = new.region(context, 0)?;
    rewriter.move_block(body, region, None);
    body.add_argument(rewriter.edit(), part.ty(context), location);
    let end = body.last_op(context)?;
    let yielded: Vec<Value> = end.operands(context).chain([written]).collect();
    rewriter.modify(end, |edit| end.set_operands(edit, &yielded));
    let results: Vec<Value> = new.results(context).take(root.num_results(context)).collect();
    for (old, new) in root.results(context).collect::<Vec<_>>().into_iter().zip(results) {
        rewriter.replace_all_uses(old, new);
    }
    rewriter.erase_op(root);
    Some(new)
}
