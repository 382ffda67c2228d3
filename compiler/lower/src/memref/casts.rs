//! Casts of memrefs, with and without a rank.

use tvmlike_ir::{Location, Op, Type, TypeKind, Value};
use tvmlike_transform::{ConversionRewriter, ConvertedOperands};

use super::{index, operand_type, options};
use crate::descriptor::{Descriptor, index_constant, pack};
use crate::elementwise::result_type;
use crate::make::Make;
use crate::memory::{load, stack_memory, store};
use crate::types::fields;

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
    let rank = to.rank(context)?;
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
