//! Casts of memrefs, with and without a rank.

use tvmlike_ir::{Location, Op, Type, TypeKind, Value};
use tvmlike_transform::{ConversionRewriter, ConvertedOperands};

use super::{index, operand_type, options, space};
use crate::descriptor::{Descriptor, POINTER_BYTES, index_constant, pack, unranked_size};
use crate::elementwise::result_type;
use crate::make::Make;
use crate::memory::{Index, NO_FLAGS, copy, element_pointer, load, stack_memory, store};
use crate::types::{fields, pointer};

/// Puts a value on the stack.
pub(super) fn on_stack(rewriter: &mut ConversionRewriter<'_, '_>, location: Location, value: Value) -> Value {
    let context = rewriter.context();
    let one = index_constant(rewriter, location, context.i64(), 1);
    let ty = value.ty(context);
    let memory = stack_memory(rewriter, location, ty, one, 0, None);
    store(rewriter, location, value, memory);
    memory
}

fn is_ranked(rewriter: &ConversionRewriter<'_, '_>, ty: Type) -> bool {
    matches!(ty.kind(rewriter.context()), TypeKind::MemRef { .. })
}

pub(super) fn cast(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let from = operand_type(context, op, 0)?;
    let to = op.result(context, 0)?.ty(context);
    let target = result_type(rewriter, op)?;
    let source = operands.one(0)?;
    let value = match (is_ranked(rewriter, from), is_ranked(rewriter, to)) {
        (true, true) if source.ty(context) == target => source,
        (true, false) => {
            let memory = on_stack(rewriter, location, source);
            let index = index(rewriter);
            let rank = index_constant(rewriter, location, index, from.rank(context)? as i64);
            let mut made = Descriptor::poison(rewriter, location, target);
            made.set(rewriter, &[0], rank);
            made.set(rewriter, &[1], memory);
            made.value
        }
        (false, true) => {
            let memory = Descriptor::new(source, location).get(rewriter, &[1]);
            load(rewriter, location, target, memory)
        }
        _ => return None,
    };
    rewriter.replace_op(op, &[value]);
    Some(())
}

/// A cast of both pointers.
pub(super) fn memory_space_cast(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let to = op.result(context, 0)?.ty(context);
    let Some(rank) = to.rank(context) else {
        return unranked_space_cast(rewriter, op, operands);
    };
    let target = result_type(rewriter, op)?;
    let pointer = *fields(context, target)?.first()?;
    let source = Descriptor::new(operands.one(0)?, location);
    let mut values = Vec::new();
    for field in 0..3 {
        values.push(source.get(rewriter, &[field]));
    }
    for field in [3, 4] {
        for dim in 0..rank {
            values.push(source.get(rewriter, &[field, dim as i64]));
        }
    }
    for value in values.iter_mut().take(2) {
        *value = Make::new("llvm.addrspacecast", &[*value], &[pointer]).value(rewriter, location);
    }
    let options = options(rewriter);
    let value = pack(rewriter, to, &values, location, options)?;
    rewriter.replace_op(op, &[value]);
    Some(())
}

/// A cast of both pointers of the descriptor that a memref without a rank points to, in a copy of it on the stack.
fn unranked_space_cast(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let from = operand_type(context, op, 0)?;
    let to = op.result(context, 0)?.ty(context);
    let [from, to] = [space(context, from)?, space(context, to)?].map(|space| pointer(context, space));
    let target = result_type(rewriter, op)?;
    let source = Descriptor::new(operands.one(0)?, location);
    let (rank, old) = (source.get(rewriter, &[0]), source.get(rewriter, &[1]));
    let mut made = Descriptor::poison(rewriter, location, target);
    made.set(rewriter, &[0], rank);
    let index = index(rewriter);
    let bytes = unranked_size(rewriter, location, made.value, index);
    let new = stack_memory(rewriter, location, context.i8(), bytes, 0, None);
    made.set(rewriter, &[1], new);
    let at = |rewriter: &mut ConversionRewriter<'_, '_>, base: Value, ty: Type, field: i32| {
        element_pointer(rewriter, location, base, ty, &[Index::Known(field)], NO_FLAGS)
    };
    let allocated = load(rewriter, location, from, old);
    let aligned = at(rewriter, old, from, 1);
    let aligned = load(rewriter, location, from, aligned);
    let [allocated, aligned] = [allocated, aligned]
        .map(|pointer| Make::new("llvm.addrspacecast", &[pointer], &[to]).value(rewriter, location));
    store(rewriter, location, allocated, new);
    let place = at(rewriter, new, to, 1);
    store(rewriter, location, aligned, place);
    let (rest, place) = (at(rewriter, old, from, 2), at(rewriter, new, to, 2));
    let pointers = index_constant(rewriter, location, index, 2 * POINTER_BYTES);
    let bytes = Make::new("llvm.sub", &[bytes, pointers], &[index]).value(rewriter, location);
    copy(rewriter, location, place, rest, bytes);
    rewriter.replace_op(op, &[made.value]);
    Some(())
}
