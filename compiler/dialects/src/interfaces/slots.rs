//! What operations do with slots of memory.

use tvmlike_ir::{Context, MemorySlot, Op, OpState, Rewriter, SlotUse, Value};

/// The use by an operation that reads a pointer, the operand with a number.
pub(super) fn read(context: &Context, op: Op, slot: MemorySlot, pointer: usize) -> Option<SlotUse> {
    let reads = op.operand(context, pointer) == Some(slot.pointer)
        && op.result(context, 0).map(|result| result.ty(context)) == Some(slot.element)
        && uses(context, op, slot) == 1;
    reads.then_some(SlotUse::Read)
}

/// The use by an operation that writes an operand to a pointer, another operand.
pub(super) fn written(
    context: &Context,
    op: Op,
    slot: MemorySlot,
    pointer: usize,
    value: usize,
) -> Option<SlotUse> {
    let value = op.operand(context, value)?;
    let writes = op.operand(context, pointer) == Some(slot.pointer)
        && value.ty(context) == slot.element
        && uses(context, op, slot) == 1;
    writes.then_some(SlotUse::Write(value))
}

/// How many operands are the pointer.
fn uses(context: &Context, op: Op, slot: MemorySlot) -> usize {
    let operands = op.operands(context);
    operands.filter(|operand| *operand == slot.pointer).count()
}

/// Makes a value of a slot's type by an operation without operands.
pub(super) fn constant(
    rewriter: &mut Rewriter<'_, '_>,
    op: Op,
    slot: MemorySlot,
    name: &str,
) -> Option<Value> {
    let context = rewriter.context();
    let state = OpState {
        results: &[slot.element],
        ..OpState::new(context.identifier(name), op.location(context))
    };
    rewriter.create(&state).result(context, 0)
}
