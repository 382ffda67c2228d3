//! Copies of operands that are not in place, as `bufferization.alloc_tensor`.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{
    Attribute, Context, DYNAMIC, Failure, InsertionPoint, Location, Op, Rewriter, TypeKind, Value,
};
use tvmlike_ir::{WalkOrder, WalkResult};

use super::analysis::State;
use super::kinds::{Kind, inputs};
use super::padding::padded_sizes;
use super::types::space;
use super::values::{Use, argument, copy_of, is_tensor, terminator};
use super::vectors::check_mask;
use crate::make::{Make, build, index_constant, property};
use crate::number;
use crate::result_sizes::reify;

/// What of an operation gets a copy: an operand before it, or its only result behind it.
struct Copies {
    operands: Vec<(Use, Contents)>,
    results: Vec<(Value, Contents)>,
}

/// What memory of its own holds.
#[derive(Clone, Copy)]
pub(super) enum Contents {
    /// What a value holds; the memory is in the same memory space.
    Copied,
    /// Nothing; with the memory space.
    Undefined(Option<Attribute>),
}

/// Makes the copies in an operation.
pub(super) fn insert(rewriter: &mut Rewriter<'_, '_>, state: &State<'_>, root: Op) -> Result<(), Failure> {
    let context = rewriter.context();
    let mut all = Vec::new();
    root.walk(context, WalkOrder::PostOrder, |op| {
        if state.kind(op).is_some() {
            all.push(op);
        }
        WalkResult::Advance
    });
    for op in all {
        let copies = find(state, op)?;
        rewriter.set_before(op);
        let location = op.location(context);
        for ((op, index), contents) in copies.operands {
            let value = state.value((op, index));
            let copy = allocate(rewriter, location, value, contents);
            rewriter.set_operand(op, index, copy);
        }
        rewriter.set_after(op);
        for (value, contents) in copies.results {
            let copy = allocate(rewriter, location, value, contents);
            rewriter.replace_uses_if(value, copy, |context, at| {
                let user = at.owner(context);
                Some(user) != copy.defining_op(context) && !user.is_named(context, "tensor.dim")
            });
        }
        match state.kind(op) {
            Some(Kind::For) => copy_yielded(rewriter, state, op),
            Some(Kind::Mask) => check_mask(context, op)?,
            Some(Kind::While) => copy_conditional(rewriter, state, op),
            _ => {}
        }
    }
    Ok(())
}

fn find(state: &State<'_>, op: Op) -> Result<Copies, Failure> {
    let context = state.context;
    let mut copies = Copies {
        operands: Vec::new(),
        results: Vec::new(),
    };
    if state.kind(op) == Some(Kind::ParallelInsertSlice) {
        return Ok(copies);
    }
    for at in state.tensor_operands(op) {
        if state.is_in_place(at) {
            continue;
        }
        if matches!(
            state.value(at).ty(context).kind(context),
            TypeKind::UnrankedTensor(_)
        ) {
            return Err(op
                .emit_error(context, "copying of unranked tensors is not implemented")
                .emit());
        }
        let contents = match state.can_omit_copy(at) {
            true => {
                let ty = state.buffer_type(state.value(at));
                if let Some(failure) = state.rejected() {
                    return Err(failure);
                }
                Contents::Undefined(ty.and_then(|ty| space(context, ty)))
            }
            false => Contents::Copied,
        };
        let values = state.values_of(at);
        match &*values {
            [alias]
                if alias.of.defining_op(context).is_some()
                    && !state.writes(at)
                    && state.operands_of(alias.of).len() == 1
                    && matches!(alias.of.ty(context).kind(context), TypeKind::RankedTensor { .. }) =>
            {
                copies.results.push((alias.of, contents));
            }
            _ => copies.operands.push((at, contents)),
        }
    }
    Ok(copies)
}

/// Copies what a loop passes on and what may be in memory from outside of it, other than the memory that it gets.
fn copy_yielded(rewriter: &mut Rewriter<'_, '_>, state: &State<'_>, op: Op) {
    let context = rewriter.context();
    if let Some(region) = op.region(context, 0) {
        copy_passed(rewriter, state, op, 0, |index, value| {
            state.stays_inside(value, region, argument(context, op, 0, index + 1))
        });
    }
}

/// Copies what a condition passes on unless both regions pass on the memory that they get.
fn copy_conditional(rewriter: &mut Rewriter<'_, '_>, state: &State<'_>, op: Op) {
    copy_passed(rewriter, state, op, 1, |index, _| {
        state.while_is_equivalent(op, index)
    });
}

/// Copies the values of a loop's first terminator, from a number on, that may not be passed on as they are.
fn copy_passed(
    rewriter: &mut Rewriter<'_, '_>,
    state: &State<'_>,
    op: Op,
    first_value: usize,
    is_fine: impl Fn(usize, Value) -> bool,
) {
    let context = rewriter.context();
    let end = match terminator(context, op, 0) {
        Some(end) if !state.options.copy_before_write => end,
        _ => return,
    };
    rewriter.set_before(end);
    for index in first_value..end.num_operands(context) {
        let value = state.value((end, index));
        if is_tensor(context, value.ty(context)) && !is_fine(index - first_value, value) {
            let copy = allocate(rewriter, end.location(context), value, Contents::Copied);
            rewriter.set_operand(end, index, copy);
        }
    }
}

/// Makes a tensor with memory of its own, with the contents of a value or undefined.
pub(super) fn allocate(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    value: Value,
    contents: Contents,
) -> Value {
    let context = rewriter.context();
    let (source, sizes, space) = match contents {
        Contents::Copied => (Some(value), Vec::new(), None),
        Contents::Undefined(space) => (None, dynamic_sizes(rewriter, location, value), space),
    };
    let mut op = OpBuilder::new("bufferization.alloc_tensor")
        .operand("dynamic_sizes", sizes)
        .operand("copy", source)
        .operand("size_hint", [])
        .result("result", [value.ty(context)]);
    if let Some(space) = space {
        op = op.attribute("memory_space", space);
    }
    let made = build(rewriter, op, location);
    made.result(context, 0).expect("an allocation has a result")
}

/// The dimensions of a value that are not known.
fn dynamic_dims(context: &Context, value: Value) -> Vec<usize> {
    let shape = value
        .ty(context)
        .shape(context)
        .map(|shape| shape.to_vec())
        .unwrap_or_default();
    (0..shape.len()).filter(|dim| shape[*dim] == DYNAMIC).collect()
}

/// The sizes of a value that are not known, from its operation where that has them.
fn dynamic_sizes(rewriter: &mut Rewriter<'_, '_>, location: Location, value: Value) -> Vec<Value> {
    let context = rewriter.context();
    let dims = dynamic_dims(context, value);
    if dims.is_empty() {
        return Vec::new();
    }
    if let Some(sizes) = value
        .defining_op(context)
        .and_then(|op| reified(rewriter, op, value, &dims))
    {
        return sizes;
    }
    dims.into_iter()
        .map(|dim| size(rewriter, location, value, dim))
        .collect()
}

/// The size of a dimension of a tensor.
fn size(rewriter: &mut Rewriter<'_, '_>, location: Location, value: Value, dim: usize) -> Value {
    let index = rewriter.context().index_type();
    let dim = index_constant(rewriter, location, dim as i64);
    Make::new("tensor.dim", &[value, dim], &[index]).value(rewriter, location)
}

/// The sizes that an operation has of its result.
fn reified(rewriter: &mut Rewriter<'_, '_>, op: Op, value: Value, dims: &[usize]) -> Option<Vec<Value>> {
    let context = rewriter.context();
    let location = op.location(context);
    match super::kinds::kind(context, op)? {
        Kind::Empty | Kind::Generate => Some(op.operands(context).collect()),
        Kind::Splat => Some(op.operands(context).skip(1).collect()),
        Kind::AllocTensor if copy_of(context, op).is_none() => {
            let group = crate::make::operand_group(context, op, "dynamic_sizes")?;
            Some(group.filter_map(|index| op.operand(context, index)).collect())
        }
        Kind::ExtractSlice => {
            let sizes = number::list(context, property(context, op, "static_sizes")?)?;
            let group = crate::make::operand_group(context, op, "sizes")?;
            let values: Vec<Value> = group.filter_map(|index| op.operand(context, index)).collect();
            let kept = sizes.iter().filter(|size| **size == DYNAMIC).count();
            (kept == dims.len()).then_some(values)
        }
        Kind::Destination => {
            let (_, index) = super::values::position(context, value);
            let init = op.operand(context, inputs(context, op)? + index)?;
            let sizes = dims.iter().map(|dim| size(rewriter, location, init, *dim));
            Some(sizes.collect())
        }
        Kind::Concat => {
            let sizes = dims
                .iter()
                .map(|dim| Some(reify(rewriter, location, op, 0, *dim)?.value(rewriter, location)));
            sizes.collect()
        }
        Kind::Pad => padded_sizes(rewriter, op, dims),
        Kind::Insert | Kind::InsertSlice => {
            let init = op.operand(context, 1)?;
            Some(
                dims.iter()
                    .map(|dim| size(rewriter, location, init, *dim))
                    .collect(),
            )
        }
        _ => None,
    }
}

/// A place behind the definition of a value.
pub(super) fn behind(context: &Context, value: Value) -> Option<InsertionPoint> {
    match value.defining_op(context) {
        Some(op) => InsertionPoint::after(context, op),
        None => value
            .parent_block(context)
            .map(|block| InsertionPoint::at_start(context, block)),
    }
}
