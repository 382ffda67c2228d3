//! Transfers of vectors of one dimension that are not contiguous in memory: loops over elements.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{Op, Rewriter, Value};

use super::Options;
use super::choices::{choose, make_loop};
use super::transfer::Transfer;
use crate::make::{Make, build, index_constant};
use crate::vector_positions::{lane_at, with_lane_at};

/// A transfer of one dimension that is no load or store.
fn scattered(rewriter: &Rewriter<'_, '_>, op: Op) -> Option<Transfer> {
    let context = rewriter.context();
    let transfer = Transfer::of(context, op)?;
    let ([_], [dim]) = (&transfer.sizes[..], &transfer.dims[..]) else {
        return None;
    };
    let rank = transfer.indices.len();
    let is_minor = dim.is_some_and(|dim| dim + 1 == rank);
    // A mask of what is the same everywhere is one bit, which no loop asks.
    if transfer.is_tensor
        || (transfer.mask.is_some() && dim.is_none())
        || transfer.base.ty(context).element_type(context) != Some(transfer.element)
    {
        return None;
    }
    let strides = transfer.base.ty(context).strides_and_offset(context);
    let is_contiguous = strides.is_some_and(|(strides, _)| strides.last() == Some(&1));
    (!is_minor || !is_contiguous).then_some(transfer)
}

fn bounds(rewriter: &mut Rewriter<'_, '_>, transfer: &Transfer) -> [Value; 3] {
    let location = transfer.location;
    [0, transfer.sizes[0], 1].map(|number| index_constant(rewriter, location, number))
}

pub(super) fn read(rewriter: &mut Rewriter<'_, '_>, op: Op, _: Options) -> Option<()> {
    let context = rewriter.context();
    let transfer = scattered(rewriter, op)?;
    let location = transfer.location;
    let ty = transfer.vector(context)?;
    let bounds = bounds(rewriter, &transfer);
    let first = Make::new("vector.broadcast", &[transfer.padding?], &[ty]).value(rewriter, location);
    let made = make_loop(
        rewriter,
        location,
        bounds,
        Some(first),
        &mut |rewriter, place, before| {
            let indices = transfer.indices_at(rewriter, place)?;
            let before = before?;
            choose(
                rewriter,
                &transfer,
                place,
                Some(ty),
                &mut |rewriter| {
                    let load = OpBuilder::new("memref.load")
                        .operand("memref", [transfer.base])
                        .operand("indices", indices.iter().copied())
                        .result("result", [transfer.element]);
                    let element = build(rewriter, load, location).result(context, 0)?;
                    Some(Some(with_lane_at(rewriter, location, before, element, place)))
                },
                &mut |_| Some(Some(before)),
            )
        },
    )?;
    rewriter.replace_op(op, &[made?]);
    Some(())
}

pub(super) fn write(rewriter: &mut Rewriter<'_, '_>, op: Op, _: Options) -> Option<()> {
    let transfer = scattered(rewriter, op)?;
    let location = transfer.location;
    let bounds = bounds(rewriter, &transfer);
    make_loop(rewriter, location, bounds, None, &mut |rewriter, place, _| {
        let indices = transfer.indices_at(rewriter, place)?;
        choose(
            rewriter,
            &transfer,
            place,
            None,
            &mut |rewriter| {
                let element = lane_at(rewriter, location, transfer.value?, place)?;
                let store = OpBuilder::new("memref.store")
                    .operand("value", [element])
                    .operand("memref", [transfer.base])
                    .operand("indices", indices.iter().copied());
                build(rewriter, store, location);
                Some(None)
            },
            &mut |_| Some(None),
        )
    })?;
    rewriter.erase_op(op);
    Some(())
}
