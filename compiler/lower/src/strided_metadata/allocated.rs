//! Memory that an operation allocates, or a global's, as the view of all of it.

use tvmlike_ir::{AffineOp, AttributeKind, Context, DYNAMIC, Location, Op, Rewriter, Type, TypeKind};

use super::apply::{Number, apply};
use super::view::{View, reinterpret};
use crate::make::operand_group;

/// Whether elements lie in the order of their indices, and the layout says so: that of `strided<[3, 1]>` is another one.
fn is_plain(context: &Context, ty: Type) -> bool {
    let TypeKind::MemRef { layout, .. } = ty.kind(context) else {
        return false;
    };
    match layout.kind(context) {
        AttributeKind::AffineMap(map) => map.is_identity(context),
        _ => ty
            .strides_and_offset(context)
            .is_some_and(|(strides, offset)| strides == [1] && offset == 0),
    }
}

/// What the result of `memref.alloc`, `memref.alloca` or `memref.get_global` is a view of.
pub(super) fn of_allocated(rewriter: &mut Rewriter<'_, '_>, location: Location, op: Op) -> Option<View> {
    let context = rewriter.context();
    let memory = op.result(context, 0)?;
    let ty = memory.ty(context);
    if !is_plain(context, ty) {
        return None;
    }
    let TypeKind::MemRef {
        shape,
        element,
        space,
        ..
    } = ty.kind(context)
    else {
        return None;
    };
    let dynamic = operand_group(context, op, "dynamicSizes").unwrap_or(0..0);
    let mut values = op.operands(context).skip(dynamic.start).take(dynamic.len());
    let sizes = shape.iter().map(|size| match size {
        DYNAMIC => values.next().map(Number::Value),
        size => Some(Number::Known(size)),
    });
    let sizes: Vec<Number> = sizes.collect::<Option<_>>()?;
    let mut strides = vec![Number::Known(1); sizes.len()];
    let mut product = context.affine_constant(1);
    for dim in (0..sizes.len().saturating_sub(1)).rev() {
        let symbol = context.affine_symbol((sizes.len() - 2 - dim) as u32);
        product = context.affine_binary(AffineOp::Mul, product, symbol).ok()?;
        strides[dim] = apply(rewriter, location, product, &sizes[dim + 1..])?;
    }
    let mut view = View {
        base: memory,
        offset: Number::Known(0),
        sizes: Vec::new(),
        strides: Vec::new(),
    };
    if !sizes.is_empty() {
        let base = context.memref_type(&[], element, None, space).ok()?;
        view.base = reinterpret(rewriter, location, &view, base).result(context, 0)?;
    }
    Some(View {
        sizes,
        strides,
        ..view
    })
}
