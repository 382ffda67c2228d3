//! Types of tensors with other sizes, and casts between them.

use tvmlike_ir::{Attribute, Context, DYNAMIC, Op, Rewriter, Type, TypeKind, Value};

use super::super::rewrite::{Make, defined_by, scalar};

/// The parts of a tensor type with a rank.
pub(in crate::fold) struct Ranked {
    pub(in crate::fold) shape: Vec<i64>,
    pub(super) element: Type,
    pub(super) encoding: Option<Attribute>,
}

impl Ranked {
    pub(in crate::fold) fn of(context: &Context, ty: Type) -> Option<Self> {
        match ty.kind(context) {
            TypeKind::RankedTensor {
                shape,
                element,
                encoding,
            } => Some(Self {
                shape: shape.to_vec(),
                element,
                encoding,
            }),
            _ => None,
        }
    }

    /// The type with other sizes.
    pub(in crate::fold) fn with_shape(&self, context: &Context, shape: &[i64]) -> Option<Type> {
        context
            .ranked_tensor_type(shape, self.element, self.encoding)
            .ok()
    }

    /// The type with other sizes and without encoding.
    pub(in crate::fold) fn plain(&self, context: &Context, shape: &[i64]) -> Option<Type> {
        context.ranked_tensor_type(shape, self.element, None).ok()
    }
}

/// The sizes of a tensor with a rank.
pub(in crate::fold) fn sizes(context: &Context, ty: Type) -> Option<Vec<i64>> {
    Ranked::of(context, ty).map(|ranked| ranked.shape)
}

/// How many sizes are not static.
pub(in crate::fold) fn count_dynamic(shape: &[i64]) -> usize {
    shape.iter().filter(|size| **size == DYNAMIC).count()
}

/// Whether a type has the rank and the elements of another, and all its static sizes as static ones.
pub(in crate::fold) fn keeps_sizes(context: &Context, from: Type, to: Type) -> bool {
    let (Some(from), Some(to)) = (Ranked::of(context, from), Ranked::of(context, to)) else {
        return false;
    };
    let mut pairs = from.shape.iter().zip(&to.shape);
    from.element == to.element
        && from.shape.len() == to.shape.len()
        && pairs.all(|(from, to)| *from == DYNAMIC || *to != DYNAMIC)
}

/// The tensor that a value casts, if its type says no less.
pub(in crate::fold) fn before_cast(context: &Context, value: Value) -> Option<Value> {
    let source = defined_by(context, value, "tensor.cast")?.operand(context, 0)?;
    keeps_sizes(context, value.ty(context), source.ty(context)).then_some(source)
}

/// A cast before the root of a pattern.
pub(in crate::fold) fn cast(
    rewriter: &mut Rewriter<'_, '_>,
    root: Op,
    value: Value,
    ty: Type,
) -> Option<Value> {
    Make::new("tensor.cast", &[value], &[ty]).value(rewriter, root)
}

/// Replaces an operation with one result by a value, which is cast to the type of the result if it has another one.
pub(in crate::fold) fn replace(rewriter: &mut Rewriter<'_, '_>, op: Op, value: Value) -> Option<()> {
    let context = rewriter.context();
    let ty = op.result(context, 0)?.ty(context);
    let value = match value.ty(context) == ty {
        true => value,
        false => cast(rewriter, op, value, ty)?,
    };
    rewriter.replace_op(op, &[value]);
    Some(())
}

/// The number that a value is, if a constant defines it.
pub(in crate::fold) fn number(context: &Context, value: Value) -> Option<i64> {
    scalar(context, value)?.to_i64()
}

/// A type whose dynamic sizes are static where constants give them, and the sizes that stay; `None`: nothing changes.
pub(in crate::fold) fn with_constants(
    context: &Context,
    ty: Type,
    given: &[Value],
) -> Option<(Type, Vec<Value>)> {
    let ranked = Ranked::of(context, ty)?;
    let mut shape = ranked.shape.clone();
    let mut rest = Vec::new();
    let dynamic = shape.iter_mut().filter(|size| **size == DYNAMIC);
    for (size, value) in dynamic.zip(given) {
        match number(context, *value).filter(|number| *number >= 0) {
            Some(number) => *size = number,
            None => rest.push(*value),
        }
    }
    let is_changed = rest.len() < given.len();
    let ty = ranked.with_shape(context, &shape)?;
    is_changed.then_some((ty, rest))
}
