//! Transfers of several dimensions by a loop over a buffer of the frame, a dimension at a time.
//!
//! A transfer is prepared first: its vector is stored to the buffer, or loaded from it, and the transfer is labelled. Then a
//! labelled transfer becomes a loop over ones with a dimension less, each beside an access of the buffer, which is cast so that
//! an element of it is such a vector. Invariant: a labelled read is used by one store only, and a labelled write writes what one
//! load loaded; the mask of either is what one load loaded.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{Context, InsertionPoint, Location, NamedAttribute, Op, Rewriter, Type, TypeKind, Value};

use super::choices::{choose, make_loop};
use super::transfer::Transfer;
use super::{Options, unpackable};
use crate::make::{Make, build, entries, has_trait, index_constant};
use crate::vector_positions::vector_parts;

const LABEL: &str = "__vector_to_scf_lowering__";

fn is_labelled(context: &Context, op: Op) -> bool {
    let own = entries(context, op.attributes(context));
    own.iter().any(|entry| entry.name == context.identifier(LABEL))
}

/// Labels a transfer.
fn label(rewriter: &mut Rewriter<'_, '_>, op: Op) {
    let context = rewriter.context();
    let mut all = entries(context, op.attributes(context));
    all.retain(|entry| entry.name != context.identifier(LABEL));
    all.push(NamedAttribute {
        name: context.identifier(LABEL),
        value: context.unit_attribute(),
    });
    let all = context.dictionary_attribute(&all).ok();
    rewriter.modify(op, |edit| op.set_attributes(edit, all));
}

/// Makes `memref.load`.
fn load(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    buffer: Value,
    indices: &[Value],
) -> Option<Value> {
    let context = rewriter.context();
    let op = OpBuilder::new("memref.load")
        .operand("memref", [buffer])
        .operand("indices", indices.iter().copied())
        .result("result", [buffer.ty(context).element_type(context)?]);
    build(rewriter, op, location).result(context, 0)
}

/// Makes `memref.store`.
fn store(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    value: Value,
    buffer: Value,
    indices: &[Value],
) {
    let op = OpBuilder::new("memref.store")
        .operand("value", [value])
        .operand("memref", [buffer])
        .operand("indices", indices.iter().copied());
    build(rewriter, op, location);
}

/// The buffer of a vector, and the mask as it is loaded from a buffer of its own.
fn buffers(rewriter: &mut Rewriter<'_, '_>, op: Op, transfer: &Transfer) -> Option<(Value, Option<Value>)> {
    let context = rewriter.context();
    let location = transfer.location;
    let mut scope = op.parent_op(context)?;
    while !has_trait(context, scope, "AutomaticAllocationScope") {
        scope = scope.parent_op(context)?;
    }
    let start = scope.region(context, 0)?.first_block(context)?;
    let mut types = vec![transfer.vector(context)?];
    types.extend(transfer.mask.map(|mask| mask.ty(context)));
    let types: Option<Vec<Type>> = types
        .into_iter()
        .map(|ty| context.memref_type(&[], ty, None, None).ok())
        .collect();
    let types = types?;
    let made: Vec<Value> = rewriter.at(Some(InsertionPoint::at_start(context, start)), |rewriter| {
        let make = |ty: &Type| {
            let op = OpBuilder::new("memref.alloca")
                .operand("dynamicSizes", [])
                .operand("symbolOperands", [])
                .result("memref", [*ty]);
            build(rewriter, op, location).result(context, 0)
        };
        types.iter().filter_map(make).collect()
    });
    let mask = match (transfer.mask, made.get(1)) {
        (Some(mask), Some(buffer)) => {
            store(rewriter, location, mask, *buffer, &[]);
            Some(load(rewriter, location, *buffer, &[])?)
        }
        _ => None,
    };
    Some((*made.first()?, mask))
}

fn unprepared(rewriter: &Rewriter<'_, '_>, op: Op, options: Options) -> Option<Transfer> {
    let context = rewriter.context();
    let transfer = unpackable(rewriter, op, options)?;
    let mut scope = op.parent_op(context);
    while let Some(around) = scope
        && !has_trait(context, around, "AutomaticAllocationScope")
    {
        scope = around.parent_op(context);
    }
    // What stays of several dimensions would need the mask in the order of the memory again.
    let is_ordered = transfer.dims.iter().flatten().is_sorted();
    if transfer.mask.is_some() && !is_ordered && options.target_rank > 1 {
        return None;
    }
    (scope.is_some() && !transfer.sizes.is_empty() && !is_labelled(context, op)).then_some(transfer)
}

pub(super) fn prepare_read(rewriter: &mut Rewriter<'_, '_>, op: Op, options: Options) -> Option<()> {
    let context = rewriter.context();
    let mut transfer = unprepared(rewriter, op, options)?;
    transfer.arrange_mask(rewriter, true)?;
    let location = transfer.location;
    let (buffer, mask) = buffers(rewriter, op, &transfer)?;
    transfer.mask = mask;
    let new = transfer.make(rewriter)?;
    let own = op.attributes(context);
    rewriter.modify(new, |edit| new.set_attributes(edit, own));
    label(rewriter, new);
    store(rewriter, location, new.result(context, 0)?, buffer, &[]);
    let loaded = load(rewriter, location, buffer, &[])?;
    rewriter.replace_op(op, &[loaded]);
    Some(())
}

pub(super) fn prepare_write(rewriter: &mut Rewriter<'_, '_>, op: Op, options: Options) -> Option<()> {
    let context = rewriter.context();
    let mut transfer = unprepared(rewriter, op, options)?;
    transfer.arrange_mask(rewriter, true)?;
    let location = transfer.location;
    let (buffer, mask) = buffers(rewriter, op, &transfer)?;
    store(rewriter, location, transfer.value?, buffer, &[]);
    let loaded = load(rewriter, location, buffer, &[])?;
    rewriter.set_operand(op, 0, loaded);
    label(rewriter, op);
    if let Some(mask) = mask {
        rewriter.set_operand(op, op.num_operands(context) - 1, mask);
    }
    Some(())
}

/// The store of a labelled read, or the load of a labelled write: the buffer and the indices.
fn access(context: &Context, op: Op, transfer: &Transfer) -> Option<(Op, Value, Vec<Value>)> {
    let (access, first) = match transfer.value {
        Some(value) => (value.defining_op(context)?, 0),
        None => (op.result(context, 0)?.uses(context).next()?.owner(context), 1),
    };
    let name = if first == 0 { "memref.load" } else { "memref.store" };
    if !access.is_named(context, name) {
        return None;
    }
    let buffer = access.operand(context, first)?;
    Some((access, buffer, access.operands(context).skip(first + 1).collect()))
}

/// Casts a buffer of vectors so that the outermost dimension of them is one of the buffer.
fn unpacked(rewriter: &mut Rewriter<'_, '_>, location: Location, buffer: Value) -> Option<Value> {
    let context = rewriter.context();
    let TypeKind::MemRef { shape, element, .. } = buffer.ty(context).kind(context) else {
        return None;
    };
    let (sizes, lane) = vector_parts(context, element)?;
    let (outermost, rest) = sizes.split_first()?;
    let mut shape = shape.to_vec();
    shape.push(*outermost);
    let element = context.vector_type(rest, lane, &[]).ok()?;
    let ty = context.memref_type(&shape, element, None, None).ok()?;
    Some(Make::new("vector.type_cast", &[buffer], &[ty]).value(rewriter, location))
}

/// The buffer of the mask that parts of a transfer get, the indices that it was loaded from, and whether a part gets a part of it.
fn mask_buffer(context: &Context, transfer: &Transfer) -> Option<(Value, Vec<Value>, bool)> {
    let is_part = transfer.passes_mask(context)?;
    let load = transfer.mask?.defining_op(context)?;
    let buffer = load.operand(context, 0)?;
    Some((buffer, load.operands(context).skip(1).collect(), is_part))
}

/// Makes a loop over a dimension of a labelled transfer.
pub(super) fn unpack(rewriter: &mut Rewriter<'_, '_>, op: Op, options: Options) -> Option<()> {
    let context = rewriter.context();
    if !is_labelled(context, op) {
        return None;
    }
    let transfer = Transfer::of(context, op)?;
    let location = transfer.location;
    let (accessed, buffer, outer) = access(context, op, &transfer)?;
    let mask = mask_buffer(context, &transfer);
    let buffer = unpacked(rewriter, location, buffer)?;
    let mask = match mask {
        Some((buffer, indices, true)) => Some((unpacked(rewriter, location, buffer)?, indices, true)),
        mask => mask,
    };
    let bounds = [0, transfer.sizes[0], 1].map(|number| index_constant(rewriter, location, number));
    let state = transfer.state(context);
    let first = state.map(|_| transfer.base);
    let made = make_loop(
        rewriter,
        location,
        bounds,
        first,
        &mut |rewriter, place, before| {
            let mut indices = outer.clone();
            indices.push(place);
            choose(
                rewriter,
                &transfer,
                place,
                state,
                &mut |rewriter| {
                    let mut inner = transfer.at(rewriter, place)?;
                    inner.base = before.unwrap_or(inner.base);
                    if inner.value.is_some() {
                        inner.value = Some(load(rewriter, location, buffer, &indices)?);
                    }
                    if let Some((buffer, indices, is_part)) = &mask {
                        let mut indices = indices.clone();
                        indices.extend(is_part.then_some(place));
                        inner.mask = Some(load(rewriter, location, *buffer, &indices)?);
                    }
                    let new = inner.make(rewriter)?;
                    if inner.sizes.len() > options.target_rank {
                        label(rewriter, new);
                    }
                    let result = new.result(context, 0);
                    if let (None, Some(part)) = (inner.value, result) {
                        store(rewriter, location, part, buffer, &indices);
                        return Some(None);
                    }
                    Some(result)
                },
                &mut |rewriter| {
                    if transfer.value.is_none() {
                        let ty = buffer.ty(context).element_type(context)?;
                        let part = Make::new("vector.broadcast", &[transfer.padding?], &[ty])
                            .value(rewriter, location);
                        store(rewriter, location, part, buffer, &indices);
                    }
                    Some(before)
                },
            )
        },
    )?;
    match (transfer.value, made) {
        (None, _) => {
            rewriter.erase_op(accessed);
            rewriter.erase_op(op);
        }
        (Some(_), Some(made)) => rewriter.replace_op(op, &[made]),
        (Some(_), None) => rewriter.erase_op(op),
    }
    Some(())
}
