//! `memref.reshape`: the same memory with the sizes that another memref has.
//!
//! A result without a rank points to a descriptor on the stack, whose sizes and strides a loop writes, the last dimension first.
//! The sizes are read as what they are: MLIR reads those of all integer types as if they were indices, and those of a strided
//! memref as if they were dense.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{Block, DYNAMIC, Location, Op, Type, Value};
use tvmlike_transform::{ConversionRewriter, ConvertedOperands};

use super::access::pointer_to;
use super::metadata::{pointers, pointers_and_offset};
use super::{element, index, is_identity, operand_type, space};
use crate::descriptor::{Descriptor, index_constant, unranked_size};
use crate::elementwise::result_type;
use crate::make::{Make, build, integer};
use crate::memory::{Index, NO_FLAGS, element_pointer, load, stack_memory, store};
use crate::types::{pointer, structure};

/// The predicate of `llvm.icmp`.
const SIGNED_AT_LEAST: i64 = 5;

/// The memref with the sizes.
#[derive(Clone, Copy)]
struct Sizes {
    ty: Type,
    value: Value,
}

impl Sizes {
    /// A size that was read, as an index.
    fn convert(rewriter: &mut ConversionRewriter<'_, '_>, location: Location, size: Value) -> Value {
        let (context, index) = (rewriter.context(), index(rewriter));
        let width = |ty: Type| ty.bit_width(context).unwrap_or(64);
        let name = match width(size.ty(context)).cmp(&width(index)) {
            std::cmp::Ordering::Less => "llvm.sext",
            std::cmp::Ordering::Equal => return size,
            std::cmp::Ordering::Greater => "llvm.trunc",
        };
        Make::new(name, &[size], &[index]).value(rewriter, location)
    }

    /// Reads the size of a dimension by an operation that is converted later, as MLIR's.
    fn load(
        self,
        rewriter: &mut ConversionRewriter<'_, '_>,
        op: Op,
        location: Location,
        dim: Value,
    ) -> Option<Value> {
        let context = rewriter.context();
        let ty = self.ty.element_type(context)?;
        let size = Make::new("memref.load", &[op.operand(context, 1)?, dim], &[ty]).value(rewriter, location);
        let size = *rewriter.converted(size)?.first()?;
        Some(Self::convert(rewriter, location, size))
    }

    /// Reads the size of a dimension, whose memory starts at an address if it is dense.
    fn get(
        self,
        rewriter: &mut ConversionRewriter<'_, '_>,
        location: Location,
        start: Value,
        dim: Value,
    ) -> Option<Value> {
        let element = element(rewriter, self.ty)?;
        let place = match is_identity(rewriter.context(), self.ty) {
            true => element_pointer(rewriter, location, start, element, &[Index::Value(dim)], NO_FLAGS),
            false => pointer_to(rewriter, location, self.ty, self.value, &[dim], false)?,
        };
        let size = load(rewriter, location, element, place);
        Some(Self::convert(rewriter, location, size))
    }
}

pub(super) fn convert(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let sizes = Sizes {
        ty: operand_type(context, op, 1)?,
        value: operands.one(1)?,
    };
    let source = operands.one(0)?;
    let made = match op.result(context, 0)?.ty(context).rank(context) {
        Some(_) => ranked(rewriter, op, source, sizes)?,
        None => unranked(rewriter, op, source, sizes)?,
    };
    rewriter.replace_op(op, &[made]);
    Some(())
}

/// The descriptor of a result with a rank.
fn ranked(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, source: Value, sizes: Sizes) -> Option<Value> {
    let context = rewriter.context();
    let (location, index) = (op.location(context), index(rewriter));
    let from = operand_type(context, op, 0)?;
    let to = op.result(context, 0)?.ty(context);
    let (strides, offset) = to.strides_and_offset(context)?;
    let shape = to.shape(context)?.to_vec();
    let target = result_type(rewriter, op)?;
    let mut made = Descriptor::poison(rewriter, location, target);
    let (allocated, aligned) = pointers(rewriter, location, from, source)?;
    made.set(rewriter, &[0], allocated);
    made.set(rewriter, &[1], aligned);
    let offset = index_constant(rewriter, location, index, offset);
    made.set(rewriter, &[2], offset);
    let mut running = None;
    for (dim, (size, stride)) in shape.into_iter().zip(strides).enumerate().rev() {
        let stride = match (stride, running) {
            (DYNAMIC, Some(running)) => running,
            (DYNAMIC, None) => index_constant(rewriter, location, index, 1),
            (known, _) => index_constant(rewriter, location, index, known),
        };
        let size = match size {
            DYNAMIC => {
                let dim = index_constant(rewriter, location, index, dim as i64);
                sizes.load(rewriter, op, location, dim)?
            }
            known => index_constant(rewriter, location, index, known),
        };
        made.set(rewriter, &[3, dim as i64], size);
        made.set(rewriter, &[4, dim as i64], stride);
        running = Some(Make::new("llvm.mul", &[stride, size], &[index]).value(rewriter, location));
    }
    Some(made.value)
}

/// The descriptor of a result without a rank. New operations come to the end of what was before the operation, and then to the
/// start of what was behind it.
fn unranked(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, source: Value, sizes: Sizes) -> Option<Value> {
    let context = rewriter.context();
    let (location, index) = (op.location(context), index(rewriter));
    let from = operand_type(context, op, 0)?;
    let data = pointer(context, space(context, op.result(context, 0)?.ty(context))?);
    let descriptor = Descriptor::new(sizes.value, location);
    let rank = descriptor.get(rewriter, &[3, 0]);
    let target = result_type(rewriter, op)?;
    let mut made = Descriptor::poison(rewriter, location, target);
    made.set(rewriter, &[0], rank);
    let bytes = unranked_size(rewriter, location, made.value, index);
    let memory = stack_memory(rewriter, location, context.i8(), bytes, 0, None);
    made.set(rewriter, &[1], memory);
    let (allocated, aligned, offset) = pointers_and_offset(rewriter, location, from, source)?;
    let at = |rewriter: &mut ConversionRewriter<'_, '_>, base: Value, ty: Type, indices: &[Index]| {
        element_pointer(rewriter, location, base, ty, indices, NO_FLAGS)
    };
    store(rewriter, location, allocated, memory);
    for (field, value) in [(1, aligned), (2, offset)] {
        let place = at(rewriter, memory, data, &[Index::Known(field)]);
        store(rewriter, location, value, place);
    }
    let fields = structure(context, &[data, data, index, index]);
    let new_sizes = at(rewriter, memory, fields, &[Index::Known(0), Index::Known(3)]);
    let new_strides = at(rewriter, new_sizes, index, &[Index::Value(rank)]);
    let start = descriptor.get(rewriter, &[1]);
    let one = index_constant(rewriter, location, index, 1);
    let last = Make::new("llvm.sub", &[rank, one], &[index]).value(rewriter, location);
    let (head, body, end) = split(rewriter, op)?;
    let loops = |rewriter: &mut ConversionRewriter<'_, '_>, values: [Value; 2]| {
        let back = OpBuilder::new("llvm.br")
            .operand("destOperands", values)
            .successor("dest", [head]);
        build(rewriter, back, location);
    };
    loops(rewriter, [last, one]);
    rewriter.set_to_start(head);
    let (dim, stride) = (head.argument(context, 0)?, head.argument(context, 1)?);
    let zero = index_constant(rewriter, location, index, 0);
    let goes_on = Make::new("llvm.icmp", &[dim, zero], &[context.i1()])
        .with(&[("predicate", integer(context, context.i64(), SIGNED_AT_LEAST))])
        .value(rewriter, location);
    let choice = OpBuilder::new("llvm.cond_br")
        .operand("condition", [goes_on])
        .operand("trueDestOperands", [])
        .operand("falseDestOperands", [])
        .successor("trueDest", [body])
        .successor("falseDest", [end]);
    build(rewriter, choice, location);
    rewriter.set_to_end(body);
    let size = sizes.get(rewriter, location, start, dim)?;
    for (base, value) in [(new_sizes, size), (new_strides, stride)] {
        let place = at(rewriter, base, index, &[Index::Value(dim)]);
        store(rewriter, location, value, place);
    }
    let next = Make::new("llvm.mul", &[stride, size], &[index]).value(rewriter, location);
    let before = Make::new("llvm.sub", &[dim, one], &[index]).value(rewriter, location);
    loops(rewriter, [before, next]);
    rewriter.set_to_start(end);
    Some(made.value)
}

/// Makes blocks of a loop at the end of the region: its head, which gets a dimension and its stride, its body, and the rest, which
/// gets what follows the operation. New operations come behind the operation.
fn split(rewriter: &mut ConversionRewriter<'_, '_>, op: Op) -> Option<(Block, Block, Block)> {
    let context = rewriter.context();
    let (location, index) = (op.location(context), index(rewriter));
    let start = op.block(context)?;
    let region = start.region(context)?;
    let head = rewriter.create_block(region, None, &[(index, location), (index, location)]);
    let body = rewriter.create_block(region, None, &[]);
    let end = rewriter.create_block(region, None, &[]);
    let rest = rewriter.split_block(start, op.next(context));
    rewriter.merge_blocks(rest, end, &[]);
    rewriter.set_to_end(start);
    Some((head, body, end))
}
