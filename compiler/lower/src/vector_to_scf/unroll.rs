//! An operation for each part of a transfer.

use tvmlike_ir::{Context, Op, Rewriter, Value};

use super::choices::choose;
use super::{Options, unpackable};
use crate::make::{Make, index_constant, operand_group, property};
use crate::number;
use crate::vector_positions::{Position, part_at, with_part_at};

/// The position of `vector.insert` or `vector.extract`.
fn position(context: &Context, op: Op) -> Option<Position> {
    let values = operand_group(context, op, "dynamic_position")?;
    Some(Position {
        dynamic: op
            .operands(context)
            .skip(values.start)
            .take(values.len())
            .collect(),
        fixed: number::list(context, property(context, op, "static_position")?)?,
    })
}

/// The insertion that is the only use of a read, the vector that it inserts into, and where.
fn insertion(context: &Context, read: Op) -> Option<(Op, Value, Position)> {
    let mut uses = read.result(context, 0)?.uses(context);
    let (only, None) = (uses.next()?, uses.next()) else {
        return None;
    };
    let insert = only.owner(context);
    if !insert.is_named(context, "vector.insert") || only.index(context) != 0 {
        return None;
    }
    let target = insert.operand(context, 1)?;
    // What is made behind the read does not dominate it, and what is made of the read is made behind it.
    let is_before = match target.defining_op(context) {
        Some(maker) => maker.block(context) != read.block(context) || maker.is_before_in_block(context, read),
        None => true,
    };
    is_before.then_some((insert, target, position(context, insert)?))
}

pub(super) fn read(rewriter: &mut Rewriter<'_, '_>, op: Op, options: Options) -> Option<()> {
    let context = rewriter.context();
    let mut transfer = unpackable(rewriter, op, options)?;
    transfer.arrange_mask(rewriter, false)?;
    let location = transfer.location;
    let insertion = insertion(context, op);
    let (mut vector, outer) = match &insertion {
        Some((_, target, position)) => (*target, position.clone()),
        None => {
            let ty = transfer.vector(context)?;
            let vector = Make::new("vector.broadcast", &[transfer.padding?], &[ty]).value(rewriter, location);
            (vector, Position::default())
        }
    };
    for index in 0..transfer.sizes[0] {
        let place = index_constant(rewriter, location, index);
        let before = vector;
        let made = choose(
            rewriter,
            &transfer,
            place,
            Some(before.ty(context)),
            &mut |rewriter| {
                let mut inner = transfer.at(rewriter, place)?;
                inner.mask = transfer.mask_at(rewriter, index);
                let part = inner.make(rewriter)?.result(context, 0)?;
                let part = match inner.sizes.is_empty() {
                    true => part_at(rewriter, location, part, &Position::default())?,
                    false => part,
                };
                Some(Some(with_part_at(
                    rewriter,
                    location,
                    before,
                    part,
                    &outer.and(index),
                )))
            },
            &mut |_| Some(Some(before)),
        )?;
        vector = made?;
    }
    if let Some((insert, ..)) = insertion {
        rewriter.replace_op(insert, &[vector]);
        rewriter.erase_op(op);
    } else {
        rewriter.replace_op(op, &[vector]);
    }
    Some(())
}

pub(super) fn write(rewriter: &mut Rewriter<'_, '_>, op: Op, options: Options) -> Option<()> {
    let context = rewriter.context();
    let mut transfer = unpackable(rewriter, op, options)?;
    transfer.arrange_mask(rewriter, false)?;
    let location = transfer.location;
    let value = transfer.value?;
    let maker = value
        .defining_op(context)
        .filter(|op| op.is_named(context, "vector.extract"));
    let (vector, outer) = match maker {
        Some(extract) => (extract.operand(context, 0)?, position(context, extract)?),
        None => (value, Position::default()),
    };
    let state = transfer.state(context);
    let mut base = transfer.base;
    for index in 0..transfer.sizes[0] {
        let place = index_constant(rewriter, location, index);
        let target = base;
        let made = choose(
            rewriter,
            &transfer,
            place,
            state,
            &mut |rewriter| {
                let mut inner = transfer.at(rewriter, place)?;
                inner.base = target;
                let part = part_at(rewriter, location, vector, &outer.and(index))?;
                inner.value = Some(match inner.sizes.is_empty() {
                    true => {
                        let ty = inner.vector(context)?;
                        Make::new("vector.broadcast", &[part], &[ty]).value(rewriter, location)
                    }
                    false => part,
                });
                inner.mask = transfer.mask_at(rewriter, index);
                Some(inner.make(rewriter)?.result(context, 0))
            },
            &mut |_| Some(state.map(|_| target)),
        )?;
        base = made.unwrap_or(base);
    }
    match state {
        Some(_) => rewriter.replace_op(op, &[base]),
        None => rewriter.erase_op(op),
    }
    Some(())
}
