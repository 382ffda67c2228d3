//! Calls, references to functions, and returns.

use tvmlike_ir::{Attribute, AttributeKind, Op, Type, Value};
use tvmlike_transform::{ConversionRewriter, ConvertedOperands};

use super::signature::{fits_bare_pointer, is_memref, packed_results, uses_bare_pointers};
use super::unranked::copy_descriptors;
use super::wrappers::unpack;
use crate::descriptor::{Descriptor, pack};
use crate::elementwise::{extract, insert, result_type};
use crate::functions::call_builder;
use crate::make::{Make, build, property};
use crate::options;

/// The operands of a call, in which descriptors are taken apart.
fn promoted(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    first: usize,
    operands: &ConvertedOperands,
    is_bare: bool,
) -> Option<Vec<Value>> {
    let context = rewriter.context();
    let location = op.location(context);
    let mut all = Vec::new();
    for (index, operand) in op.operands(context).enumerate().skip(first) {
        let ty = operand.ty(context);
        let value = operands.one(index)?;
        if !is_memref(context, ty) {
            all.push(value);
        } else if is_bare && ty.rank(context).is_none() {
            return None;
        } else if is_bare {
            all.push(Descriptor::new(value, location).get(rewriter, &[1]));
        } else {
            all.extend(unpack(rewriter, location, ty, value));
        }
    }
    Some(all)
}

/// Makes a call of what a callee or the first operand names, and replaces an operation by its results.
fn make_call(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    callee: Option<Attribute>,
    values: &[Value],
    is_bare: bool,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let converter = rewriter.converter()?;
    let types: Vec<Type> = op.results(context).map(|result| result.ty(context)).collect();
    let packed = match types.is_empty() {
        true => None,
        false => Some(packed_results(context, &converter, &types, is_bare)?),
    };
    let mut call = call_builder(context, values, packed);
    if let Some(callee) = callee {
        call = call.attribute("callee", callee);
    }
    for name in ["arg_attrs", "res_attrs", "no_inline"] {
        if let Some(value) = property(context, op, name) {
            call = call.attribute(name, value);
        }
    }
    let call = build(rewriter, call, location);
    if let Some(attributes) = op.attributes(context) {
        rewriter.modify(call, |edit| call.set_attributes(edit, Some(attributes)));
    }
    let mut results: Vec<Value> = call.results(context).collect();
    if let ([packed], 2..) = (results.as_slice(), types.len()) {
        let packed = *packed;
        results = (0..types.len())
            .map(|index| extract(rewriter, location, packed, &[index as i64]))
            .collect();
    }
    if is_bare {
        for (result, ty) in results.iter_mut().zip(&types) {
            if is_memref(context, *ty) {
                *result = pack(rewriter, *ty, &[*result], location, options::of(&converter))?;
            }
        }
    } else {
        copy_descriptors(rewriter, op, &types, &mut results, false)?;
    }
    rewriter.replace_op(op, &results);
    Some(())
}

pub(super) fn call(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let callee = property(context, op, "callee")?;
    let converter = rewriter.converter()?;
    let function = match options::of(&converter).some_bare_pointers {
        true => op.lookup_nearest_symbol(context, callee),
        false => None,
    };
    let is_bare = uses_bare_pointers(context, &converter, function);
    let values = promoted(rewriter, op, 0, operands, is_bare)?;
    make_call(rewriter, op, Some(callee), &values, is_bare)
}

pub(super) fn call_indirect(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let is_bare = uses_bare_pointers(rewriter.context(), &*rewriter.converter()?, None);
    let mut values = vec![operands.one(0)?];
    values.extend(promoted(rewriter, op, 1, operands, is_bare)?);
    make_call(rewriter, op, None, &values, is_bare)
}

pub(super) fn constant(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    _: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let ty = result_type(rewriter, op)?;
    let name = property(context, op, "value")?;
    if !matches!(name.kind(context), AttributeKind::SymbolRef { .. }) {
        return None;
    }
    let value = Make::new("llvm.mlir.addressof", &[], &[ty])
        .with(&[("global_name", name)])
        .with_attributes(op.attributes(context))
        .value(rewriter, op.location(context));
    rewriter.replace_op(op, &[value]);
    Some(())
}

pub(super) fn return_values(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let converter = rewriter.converter()?;
    let types: Vec<Type> = op.operands(context).map(|operand| operand.ty(context)).collect();
    let is_bare = uses_bare_pointers(context, &converter, op.parent_op(context));
    let mut values = operands.each()?;
    if is_bare {
        for (value, ty) in values.iter_mut().zip(&types) {
            if is_memref(context, *ty) && ty.rank(context).is_none() {
                return None;
            }
            if is_memref(context, *ty) && fits_bare_pointer(context, *ty) {
                *value = Descriptor::new(*value, location).get(rewriter, &[0]);
            }
        }
    } else {
        copy_descriptors(rewriter, op, &types, &mut values, true)?;
    }
    if values.len() > 1 {
        let ty = packed_results(context, &converter, &types, is_bare)?;
        let mut all = Make::new("llvm.mlir.poison", &[], &[ty]).value(rewriter, location);
        for (index, value) in values.iter().enumerate() {
            all = insert(rewriter, location, all, *value, &[index as i64]);
        }
        values = vec![all];
    }
    let attributes = op.attributes(context);
    Make::new("llvm.return", &values, &[])
        .with_attributes(attributes)
        .at(rewriter, location);
    rewriter.erase_op(op);
    Some(())
}
