//! Data of a module.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{AttributeKind, Op, Type};
use tvmlike_transform::{ConversionRewriter, ConvertedOperands};

use super::allocation::{descriptor, sizes};
use super::{element, index, space};
use crate::attributes::linkage;
use crate::descriptor::index_constant;
use crate::make::{Make, build, integer, property};
use crate::memory::{Index, NO_FLAGS, element_pointer, size_in_bytes};
use crate::types::{array, pointer};

/// The pointer that stands for memory that must not be freed.
const NOT_ALLOCATED: i64 = 0xdead_beef;

/// The type of the data of a memref with a static shape: arrays of arrays.
fn data_type(rewriter: &ConversionRewriter<'_, '_>, ty: Type) -> Option<Type> {
    let context = rewriter.context();
    let element = element(rewriter, ty)?;
    let sizes = ty.shape(context)?.to_vec();
    let wrap = |inner, size: &i64| array(context, inner, size.cast_unsigned());
    Some(sizes.iter().rev().fold(element, wrap))
}

pub(super) fn global(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, _: &ConvertedOperands) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let AttributeKind::Type(ty) = property(context, op, "type")?.kind(context) else {
        return None;
    };
    rewriter.converter()?.convert_one(context, ty)?;
    let data = data_type(rewriter, ty)?;
    let is_private = property(context, op, "sym_visibility")
        .is_some_and(|visibility| visibility == context.string_attribute("private"));
    let initial = property(context, op, "initial_value");
    let is_unset = initial == Some(context.unit_attribute());
    let space = integer(context, context.i32(), i64::from(space(context, ty)?));
    let mut new = OpBuilder::new("llvm.mlir.global")
        .attribute("global_type", context.type_attribute(data))
        .attribute("sym_name", property(context, op, "sym_name")?)
        .attribute(
            "linkage",
            linkage(context, if is_private { "private" } else { "external" }),
        )
        .attribute("addr_space", space);
    if let Some(value) = initial.filter(|_| !is_unset) {
        let value = match (ty.rank(context)?, value.kind(context)) {
            (0, AttributeKind::DenseElements(elements)) => elements
                .get(context, 0)?
                .to_attribute(context, elements.ty().element_type(context)?)
                .ok()?,
            _ => value,
        };
        new = new.attribute("value", value);
    }
    for name in ["constant", "alignment"] {
        if let Some(value) = property(context, op, name) {
            new = new.attribute(name, value);
        }
    }
    let new = build(rewriter, new, location);
    if is_unset {
        rewriter.create_block(new.region(context, 0)?, None, &[]);
        let value = Make::new("llvm.mlir.undef", &[], &[data]).value(rewriter, location);
        Make::new("llvm.return", &[value], &[]).at(rewriter, location);
    }
    rewriter.erase_op(op);
    Some(())
}

pub(super) fn get_global(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    _: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let ty = op.result(context, 0)?.ty(context);
    let sizes = sizes(rewriter, location, ty, &[])?;
    let element = element(rewriter, ty)?;
    let index = index(rewriter);
    size_in_bytes(rewriter, location, element, Index::Value(sizes.count), index);
    let pointer = pointer(context, space(context, ty)?);
    let name = property(context, op, "name")?;
    let address = Make::new("llvm.mlir.addressof", &[], &[pointer])
        .with(&[("global_name", name)])
        .value(rewriter, location);
    let data = data_type(rewriter, ty)?;
    let zeros = vec![Index::Known(0); sizes.sizes.len() + 1];
    let first = element_pointer(rewriter, location, address, data, &zeros, NO_FLAGS);
    let number = index_constant(rewriter, location, context.i64(), NOT_ALLOCATED);
    let allocated = Make::new("llvm.inttoptr", &[number], &[pointer]).value(rewriter, location);
    let value = descriptor(rewriter, location, ty, (allocated, first), &sizes)?;
    rewriter.replace_op(op, &[value]);
    Some(())
}
