//! Vectors in memory: loads and stores, with and without masks, gathering and scattering.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{Attribute, Context, Location, NamedAttribute, Op, Type, TypeKind, Value};
use tvmlike_transform::{ConversionRewriter, ConvertedOperands};

use super::{build_value, vector_parts};
use crate::descriptor::{Descriptor, index_constant};
use crate::elementwise::result_type;
use crate::make::{Make, build, integer, property};
use crate::memref::access::pointer_to;
use crate::options::integer_type;

/// What a vector in memory has: its converted type, and the alignment of its elements.
struct Access {
    ty: Type,
    alignment: i64,
}

/// An access of a vector of at most one dimension, whose elements are those of a memref.
fn access(rewriter: &ConversionRewriter<'_, '_>, op: Op, vector: Type, memref: Type) -> Option<Access> {
    let context = rewriter.context();
    let (sizes, element) = vector_parts(context, vector)?;
    if sizes.len() > 1 || memref.element_type(context)? != element {
        return None;
    }
    let converter = rewriter.converter()?;
    let given = property(context, op, "alignment").and_then(|given| crate::number::of(context, given));
    let bits = converter.convert_one(context, element)?.bit_width(context)?;
    let own = i64::from(bits.div_ceil(8).next_power_of_two());
    Some(Access {
        ty: converter.convert_one(context, vector)?,
        alignment: given.unwrap_or(own),
    })
}

/// The type of an operand before its conversion.
fn type_of(context: &Context, op: Op, index: usize) -> Option<Type> {
    Some(op.operand(context, index)?.ty(context))
}

/// The pointer to the element of a memref at indices, which are operands.
fn pointer(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
    memref: usize,
    rank: usize,
) -> Option<Value> {
    let context = rewriter.context();
    let ty = type_of(context, op, memref)?;
    let all = operands.each()?;
    let indices = all.get(memref + 1..memref + 1 + rank)?;
    pointer_to(rewriter, op.location(context), ty, all[memref], indices, false)
}

fn rank(context: &Context, ty: Type) -> Option<usize> {
    Some(ty.shape(context)?.len())
}

/// The properties of a load or a store.
fn properties(context: &Context, op: Op, alignment: i64) -> Vec<(&'static str, Attribute)> {
    let mut all = vec![("alignment", integer(context, context.i64(), alignment))];
    if property(context, op, "nontemporal") == Some(context.bool_attribute(true)) {
        all.push(("nontemporal", context.unit_attribute()));
    }
    all
}

pub(super) fn load(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let memref = type_of(context, op, 0)?;
    let access = access(rewriter, op, op.result(context, 0)?.ty(context), memref)?;
    let pointer = pointer(rewriter, op, operands, 0, rank(context, memref)?)?;
    let value = Make::new("llvm.load", &[pointer], &[access.ty])
        .with(&properties(context, op, access.alignment))
        .value(rewriter, op.location(context));
    rewriter.replace_op(op, &[value]);
    Some(())
}

pub(super) fn store(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let memref = type_of(context, op, 1)?;
    let access = access(rewriter, op, type_of(context, op, 0)?, memref)?;
    let pointer = pointer(rewriter, op, operands, 1, rank(context, memref)?)?;
    Make::new("llvm.store", &[operands.one(0)?, pointer], &[])
        .with(&properties(context, op, access.alignment))
        .at(rewriter, op.location(context));
    rewriter.erase_op(op);
    Some(())
}

fn alignment_of_intrinsic(context: &Context, access: &Access) -> Attribute {
    integer(context, context.i32(), access.alignment)
}

/// Makes `llvm.intr.masked.load` or `llvm.intr.masked.gather`.
fn masked(
    rewriter: &mut ConversionRewriter<'_, '_>,
    location: Location,
    name: &'static str,
    access: &Access,
    [pointer, mask, otherwise]: [Value; 3],
) -> Value {
    let context = rewriter.context();
    let from = if name.ends_with("gather") { "ptrs" } else { "data" };
    let op = OpBuilder::new(name)
        .operand(from, [pointer])
        .operand("mask", [mask])
        .operand("pass_thru", [otherwise])
        .attribute("alignment", alignment_of_intrinsic(context, access))
        .result("res", [access.ty]);
    build_value(rewriter, op, location)
}

pub(super) fn masked_load(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let memref = type_of(context, op, 0)?;
    let access = access(rewriter, op, op.result(context, 0)?.ty(context), memref)?;
    let rank = rank(context, memref)?;
    let pointer = pointer(rewriter, op, operands, 0, rank)?;
    let (mask, otherwise) = (operands.one(rank + 1)?, operands.one(rank + 2)?);
    let location = op.location(context);
    let parts = [pointer, mask, otherwise];
    let value = masked(rewriter, location, "llvm.intr.masked.load", &access, parts);
    rewriter.replace_op(op, &[value]);
    Some(())
}

pub(super) fn masked_store(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let memref = type_of(context, op, 0)?;
    let rank = rank(context, memref)?;
    let access = access(rewriter, op, type_of(context, op, rank + 2)?, memref)?;
    let pointer = pointer(rewriter, op, operands, 0, rank)?;
    let made = OpBuilder::new("llvm.intr.masked.store")
        .operand("value", [operands.one(rank + 2)?])
        .operand("data", [pointer])
        .operand("mask", [operands.one(rank + 1)?])
        .attribute("alignment", alignment_of_intrinsic(context, &access));
    build(rewriter, made, op.location(context));
    rewriter.erase_op(op);
    Some(())
}

/// The elements from one on, one for each lane that the mask sets.
pub(super) fn expand_load(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let rank = rank(context, type_of(context, op, 0)?)?;
    let pointer = pointer(rewriter, op, operands, 0, rank)?;
    let parts = [pointer, operands.one(rank + 1)?, operands.one(rank + 2)?];
    let ty = result_type(rewriter, op)?;
    let value = Make::new("llvm.intr.masked.expandload", &parts, &[ty])
        .with(&given_alignment(context, op, 0))
        .value(rewriter, op.location(context));
    rewriter.replace_op(op, &[value]);
    Some(())
}

/// Stores the lanes that the mask sets to the elements from one on.
pub(super) fn compress_store(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let rank = rank(context, type_of(context, op, 0)?)?;
    let pointer = pointer(rewriter, op, operands, 0, rank)?;
    let parts = [operands.one(rank + 2)?, pointer, operands.one(rank + 1)?];
    Make::new("llvm.intr.masked.compressstore", &parts, &[])
        .with(&given_alignment(context, op, 1))
        .at(rewriter, op.location(context));
    rewriter.erase_op(op);
    Some(())
}

/// The attributes of three arguments, one of which is a pointer that is aligned as the operation says, if it says so.
fn given_alignment(context: &Context, op: Op, pointer: usize) -> Vec<(&'static str, Attribute)> {
    let given = property(context, op, "alignment").and_then(|given| crate::number::of(context, given));
    let Some(given) = given else {
        return Vec::new();
    };
    let alignment = NamedAttribute {
        name: context.identifier("llvm.align"),
        value: integer(context, context.i64(), given),
    };
    let attributes: Option<Vec<Attribute>> = (0..3)
        .map(|argument| match argument == pointer {
            true => context.dictionary_attribute(&[alignment]).ok(),
            false => context.dictionary_attribute(&[]).ok(),
        })
        .collect();
    let attributes = attributes.map(|attributes| ("arg_attrs", context.array_attribute(&attributes)));
    attributes.into_iter().collect()
}

/// The pointers to the elements at distances from one element.
fn pointers(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
    rank: usize,
    element: Type,
) -> Option<Value> {
    let context = rewriter.context();
    let base = pointer(rewriter, op, operands, 0, rank)?;
    let distances = operands.one(rank + 1)?;
    let (sizes, _) = vector_parts(context, distances.ty(context))?;
    let ty = context.vector_type(&sizes, base.ty(context), &[]).ok()?;
    let made = OpBuilder::new("llvm.getelementptr")
        .operand("base", [base])
        .operand("dynamicIndices", [distances])
        .attribute("rawConstantIndices", context.dense_i32_array(&[i32::MIN]))
        .attribute("elem_type", context.type_attribute(element))
        .attribute("noWrapFlags", integer(context, context.i32(), 0))
        .result("res", [ty]);
    Some(build_value(rewriter, made, op.location(context)))
}

fn element_of(rewriter: &ConversionRewriter<'_, '_>, ty: Type) -> Option<Type> {
    let context = rewriter.context();
    rewriter
        .converter()?
        .convert_one(context, ty.element_type(context)?)
}

pub(super) fn gather(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let memref = type_of(context, op, 0)?;
    if !matches!(memref.kind(context), TypeKind::MemRef { .. }) {
        return None;
    }
    let access = access(rewriter, op, op.result(context, 0)?.ty(context), memref)?;
    let rank = rank(context, memref)?;
    let element = element_of(rewriter, memref)?;
    let pointers = pointers(rewriter, op, operands, rank, element)?;
    let parts = [pointers, operands.one(rank + 2)?, operands.one(rank + 3)?];
    let location = op.location(context);
    let value = masked(rewriter, location, "llvm.intr.masked.gather", &access, parts);
    rewriter.replace_op(op, &[value]);
    Some(())
}

pub(super) fn scatter(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let memref = type_of(context, op, 0)?;
    if !matches!(memref.kind(context), TypeKind::MemRef { .. }) {
        return None;
    }
    let rank = rank(context, memref)?;
    let access = access(rewriter, op, type_of(context, op, rank + 3)?, memref)?;
    let element = element_of(rewriter, memref)?;
    let pointers = pointers(rewriter, op, operands, rank, element)?;
    let made = OpBuilder::new("llvm.intr.masked.scatter")
        .operand("value", [operands.one(rank + 3)?])
        .operand("ptrs", [pointers])
        .operand("mask", [operands.one(rank + 2)?])
        .attribute("alignment", alignment_of_intrinsic(context, &access));
    build(rewriter, made, op.location(context));
    rewriter.erase_op(op);
    Some(())
}

/// The same memory as a memref of vectors.
pub(super) fn type_cast(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let target = op.result(context, 0)?.ty(context);
    if !target.has_static_shape(context) || target.strides_and_offset(context)?.1 != 0 {
        return None;
    }
    let ty = result_type(rewriter, op)?;
    let source = Descriptor::new(operands.one(0)?, location);
    let mut made = Descriptor::poison(rewriter, location, ty);
    for field in [0, 1] {
        let pointer = source.get(rewriter, &[field]);
        made.set(rewriter, &[field], pointer);
    }
    let index = integer_type(context, 64);
    let zero = index_constant(rewriter, location, index, 0);
    made.set(rewriter, &[2], zero);
    let (strides, _) = target.strides_and_offset(context)?;
    let sizes = target.shape(context)?.to_vec();
    for (dim, (size, stride)) in sizes.into_iter().zip(strides).enumerate() {
        let size = index_constant(rewriter, location, index, size);
        made.set(rewriter, &[3, dim as i64], size);
        let stride = index_constant(rewriter, location, index, stride);
        made.set(rewriter, &[4, dim as i64], stride);
    }
    rewriter.replace_op(op, &[made.value]);
    Some(())
}
