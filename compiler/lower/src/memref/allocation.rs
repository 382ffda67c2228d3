//! Allocating and freeing memory.

use tvmlike_ir::{DYNAMIC, Location, Op, Type, TypeKind, Value};
use tvmlike_transform::{ConversionRewriter, ConvertedOperands};

use super::allocator::{allocate, allocate_aligned, free};
use super::{element, index, is_identity, operand_type, options, space};
use crate::descriptor::{Descriptor, index_constant};
use crate::elementwise::result_type;
use crate::make::{Make, property};
use crate::memory::{Index, load, size_in_bytes, stack_memory};
use crate::number;
use crate::options::Allocation;
use crate::types::{bytes_of, pointer};

/// The sizes and strides of a memref in row-major order, and the number of its elements.
pub(super) struct Sizes {
    pub(super) sizes: Vec<Value>,
    pub(super) strides: Vec<Value>,
    pub(super) count: Value,
}

/// Makes the sizes and strides of a memref, of which the dynamic sizes are given.
pub(super) fn sizes(
    rewriter: &mut ConversionRewriter<'_, '_>,
    location: Location,
    ty: Type,
    dynamic: &[Value],
) -> Option<Sizes> {
    let index = index(rewriter);
    let shape = ty.shape(rewriter.context())?.to_vec();
    let mut dynamic = dynamic.iter();
    let mut sizes = Vec::new();
    for size in &shape {
        sizes.push(match *size {
            DYNAMIC => *dynamic.next()?,
            size => index_constant(rewriter, location, index, size),
        });
    }
    let mut known = Some(1_i64);
    let mut running = index_constant(rewriter, location, index, 1);
    let mut strides = vec![running; shape.len()];
    for dim in (0..shape.len()).rev() {
        strides[dim] = running;
        let is_first = known == Some(1);
        known = known
            .filter(|_| shape[dim] != DYNAMIC)
            .map(|known| known.wrapping_mul(shape[dim]));
        running = match known {
            _ if is_first => sizes[dim],
            None => Make::new("llvm.mul", &[running, sizes[dim]], &[index]).value(rewriter, location),
            Some(known) => index_constant(rewriter, location, index, known),
        };
    }
    Some(Sizes {
        sizes,
        strides,
        count: running,
    })
}

/// Makes the descriptor of a memref from its pointers, sizes and strides.
pub(super) fn descriptor(
    rewriter: &mut ConversionRewriter<'_, '_>,
    location: Location,
    ty: Type,
    (allocated, aligned): (Value, Value),
    sizes: &Sizes,
) -> Option<Value> {
    let context = rewriter.context();
    let target = rewriter.converter()?.convert_one(context, ty)?;
    let index = index(rewriter);
    let mut made = Descriptor::poison(rewriter, location, target);
    made.set(rewriter, &[0], allocated);
    made.set(rewriter, &[1], aligned);
    let zero = index_constant(rewriter, location, index, 0);
    made.set(rewriter, &[2], zero);
    for (field, values) in [(3, &sizes.sizes), (4, &sizes.strides)] {
        for (dim, value) in values.iter().enumerate() {
            made.set(rewriter, &[field, dim as i64], *value);
        }
    }
    Some(made.value)
}

/// The next multiple of an alignment.
fn align(
    rewriter: &mut ConversionRewriter<'_, '_>,
    location: Location,
    value: Value,
    alignment: Value,
) -> Value {
    let index = value.ty(rewriter.context());
    let one = index_constant(rewriter, location, index, 1);
    let mut binary = |name: &str, lhs, rhs| Make::new(name, &[lhs, rhs], &[index]).value(rewriter, location);
    let bump = binary("llvm.sub", alignment, one);
    let bumped = binary("llvm.add", value, bump);
    let rest = binary("llvm.urem", bumped, alignment);
    binary("llvm.sub", bumped, rest)
}

/// The alignment that an operation asks for.
fn alignment(rewriter: &ConversionRewriter<'_, '_>, op: Op) -> Option<i64> {
    let context = rewriter.context();
    number::of(context, property(context, op, "alignment")?)
}

/// Whether elements are integers, indices or floats.
fn has_simple_elements(rewriter: &ConversionRewriter<'_, '_>, ty: Type) -> bool {
    let context = rewriter.context();
    let element = ty.element_type(context).map(|element| element.kind(context));
    matches!(
        element,
        Some(TypeKind::Integer { .. } | TypeKind::Index | TypeKind::Float(_))
    )
}

/// The result type of an allocation whose layout is supported.
fn allocated_type(rewriter: &ConversionRewriter<'_, '_>, op: Op) -> Option<Type> {
    let context = rewriter.context();
    let ty = op.result(context, 0)?.ty(context);
    result_type(rewriter, op)?;
    is_identity(context, ty).then_some(ty)
}

pub(super) fn alloc(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let ty = allocated_type(rewriter, op)?;
    let sizes = sizes(rewriter, location, ty, &operands.each()?)?;
    let element = element(rewriter, ty)?;
    let index = index(rewriter);
    let count = Index::Value(sizes.count);
    let bytes = size_in_bytes(rewriter, location, element, count, index);
    let pointers = match options(rewriter).allocation {
        Allocation::Malloc => by_malloc(rewriter, op, location, ty, bytes)?,
        Allocation::AlignedAlloc => by_aligned_alloc(rewriter, op, location, ty, bytes)?,
    };
    let value = descriptor(rewriter, location, ty, pointers, &sizes)?;
    rewriter.replace_op(op, &[value]);
    Some(())
}

/// Casts a pointer to the memory space of a memref.
fn in_space(
    rewriter: &mut ConversionRewriter<'_, '_>,
    location: Location,
    ty: Type,
    memory: Value,
) -> Option<Value> {
    let context = rewriter.context();
    let target = pointer(context, space(context, ty)?);
    if memory.ty(context) == target {
        return Some(memory);
    }
    Some(Make::new("llvm.addrspacecast", &[memory], &[target]).value(rewriter, location))
}

fn by_malloc(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    location: Location,
    ty: Type,
    bytes: Value,
) -> Option<(Value, Value)> {
    let context = rewriter.context();
    let index = index(rewriter);
    let alignment = match alignment(rewriter, op) {
        Some(alignment) => Some(index_constant(rewriter, location, index, alignment)),
        None if has_simple_elements(rewriter, ty) => None,
        None => {
            let element = element(rewriter, ty)?;
            let one = Index::Known(1);
            Some(size_in_bytes(rewriter, location, element, one, index))
        }
    };
    let Some(alignment) = alignment else {
        let memory = allocate(rewriter, op, location, bytes)?;
        let memory = in_space(rewriter, location, ty, memory)?;
        return Some((memory, memory));
    };
    let bytes = Make::new("llvm.add", &[bytes, alignment], &[index]).value(rewriter, location);
    let memory = allocate(rewriter, op, location, bytes)?;
    let memory = in_space(rewriter, location, ty, memory)?;
    let number = Make::new("llvm.ptrtoint", &[memory], &[index]).value(rewriter, location);
    let aligned = align(rewriter, location, number, alignment);
    let aligned = Make::new("llvm.inttoptr", &[aligned], &[memory.ty(context)]).value(rewriter, location);
    Some((memory, aligned))
}

fn by_aligned_alloc(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    location: Location,
    ty: Type,
    bytes: Value,
) -> Option<(Value, Value)> {
    let context = rewriter.context();
    let index = index(rewriter);
    let element = bytes_of(context, ty.element_type(context)?)?;
    let alignment = match alignment(rewriter, op) {
        Some(alignment) => alignment,
        None => 16.max(i64::try_from(u64::try_from(element).ok()?.next_power_of_two()).ok()?),
    };
    let number = index_constant(rewriter, location, index, alignment);
    // Each static size makes the whole a multiple of it.
    let sizes = ty.shape(context)?.to_vec();
    let total = sizes
        .into_iter()
        .filter(|size| *size != DYNAMIC)
        .fold(element, i64::wrapping_mul);
    let bytes = match total % alignment {
        0 => bytes,
        _ => align(rewriter, location, bytes, number),
    };
    let memory = allocate_aligned(rewriter, op, location, number, bytes)?;
    let memory = in_space(rewriter, location, ty, memory)?;
    Some((memory, memory))
}

pub(super) fn alloca(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let ty = allocated_type(rewriter, op)?;
    let sizes = sizes(rewriter, location, ty, &operands.each()?)?;
    let element = element(rewriter, ty)?;
    let alignment = alignment(rewriter, op);
    let space = space(context, ty)?;
    let memory = stack_memory(rewriter, location, element, sizes.count, space, alignment);
    let value = descriptor(rewriter, location, ty, (memory, memory), &sizes)?;
    rewriter.replace_op(op, &[value]);
    Some(())
}

pub(super) fn dealloc(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let ty = operand_type(context, op, 0)?;
    let descriptor = Descriptor::new(operands.one(0)?, location);
    let memory = match ty.kind(context) {
        TypeKind::UnrankedMemRef { .. } => {
            let ranked = descriptor.get(rewriter, &[1]);
            let pointer = pointer(context, space(context, ty)?);
            load(rewriter, location, pointer, ranked)
        }
        _ => descriptor.get(rewriter, &[0]),
    };
    free(rewriter, op, location, memory)?;
    rewriter.erase_op(op);
    Some(())
}
