//! Outputs that are not read, and operations that only return their operands.

use tvmlike_ir::{Context, DYNAMIC, Op, RewriteFn, Rewriter, Type, Value, ValueOwner};

use super::generic::{Generic, is_tensor};
use crate::make::{Make, index_constant};

pub(super) const UNREAD: [RewriteFn; 1] = [RewriteFn::new(
    "RemoveOutsDependency",
    "linalg.generic",
    write_to_empty,
)];

/// A pattern that is not one of MLIR's: a size that is asked of a result is no use that a chain needs.
pub(super) const SIZES: [RewriteFn; 1] = [RewriteFn::new("SizeOfResult", "tensor.dim", size_of_output)];

pub(super) const IDENTITY: [RewriteFn; 1] = [RewriteFn::new(
    "EraseIdentityLinalgOp<GenericOp>",
    "linalg.generic",
    erase_identity,
)];

/// Takes the size of an output in the place of that of the result.
fn size_of_output(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let ValueOwner::Result { op: made, index } = op.operand(context, 0)?.owner(context) else {
        return None;
    };
    let generic = Generic::of(context, made)?;
    let output = *generic.operands.get(generic.inputs + index)?;
    rewriter.set_operand(op, 0, output);
    Some(())
}

/// Writes to `tensor.empty` what is written to a tensor that is not read.
fn write_to_empty(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let generic = Generic::of(context, op)?;
    let mut found = false;
    for output in generic
        .outputs()
        .filter(|output| !generic.reads(context, *output))
    {
        let value = generic.operands[output];
        let is_empty = value
            .defining_op(context)
            .is_some_and(|op| op.is_named(context, "tensor.empty"));
        let ty = value.ty(context);
        if is_empty || !is_tensor(context, ty) {
            continue;
        }
        let location = op.location(context);
        let mut sizes = Vec::new();
        for (dim, size) in ty.shape(context)?.to_vec().into_iter().enumerate() {
            if size == DYNAMIC {
                let dim = index_constant(rewriter, location, i64::try_from(dim).ok()?);
                let index = context.index_type();
                sizes.push(Make::new("tensor.dim", &[value, dim], &[index]).value(rewriter, location));
            }
        }
        let empty = Make::new("tensor.empty", &sizes, &[ty]).value(rewriter, location);
        rewriter.set_operand(op, output, empty);
        found = true;
    }
    found.then_some(())
}

/// Whether `tensor.cast` can be made of two types.
fn can_cast(context: &Context, from: Type, to: Type) -> bool {
    let (Some(one), Some(other)) = (from.shape(context), to.shape(context)) else {
        return false;
    };
    let fits = |(one, other): (&i64, &i64)| one == other || *one == DYNAMIC || *other == DYNAMIC;
    let (one, other) = (one.to_vec(), other.to_vec());
    is_tensor(context, from)
        && from.element_type(context) == to.element_type(context)
        && one.len() == other.len()
        && one.iter().zip(&other).all(fits)
}

/// Replaces the results of an operation whose body only yields arguments, if all maps are equal.
fn erase_identity(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let generic = Generic::of(context, op)?;
    let first = *generic.maps.first()?;
    if generic.maps.iter().any(|map| *map != first)
        || generic.body.operations(context).count() != 1
        || !generic.is_on_tensors(context)
    {
        return None;
    }
    let mut values: Vec<Value> = Vec::new();
    for value in generic.yielded(context)? {
        match value.owner(context) {
            ValueOwner::Argument { block, index } if block == generic.body => {
                values.push(*generic.operands.get(index)?);
            }
            _ => return None,
        }
    }
    for (value, result) in values.iter_mut().zip(op.results(context)) {
        let ty = result.ty(context);
        if value.ty(context) == ty {
            continue;
        }
        if !can_cast(context, value.ty(context), ty) {
            return None;
        }
        *value = Make::new("tensor.cast", &[*value], &[ty]).value(rewriter, op.location(context));
    }
    rewriter.replace_op(op, &values);
    Some(())
}
