//! The message of a failed assertion: the text that `puts` gets before `abort`, as `cf.assert` is lowered.
//!
//! The exception of the trap has the text, so that it is not printed.

use std::sync::Arc;

use tvmlike_ir::{Block, Op, Value};

use crate::constant::global_image;
use crate::opcode::Opcode;
use crate::program::{Program, Symbol};

/// The operations of a block that prints a message and aborts: the address of the text, its start, two calls.
const LENGTH: usize = 4;

/// Whether an operation calls a function of the C library.
pub(crate) fn calls(program: &Program<'_>, op: Op, name: &str) -> bool {
    if program.opcode(op).ok() != Some(Opcode::Call) {
        return false;
    }
    let Ok(Some(Symbol::Function(index))) = program.reference(op, program.keys.callee) else {
        return false;
    };
    let function = &program.functions[index];
    function.body.is_none() && function.symbol == name
}

/// The text that a call of `puts` prints, if a call of `abort` follows.
pub(crate) fn printed_before_abort(program: &Program<'_>, puts: Op) -> Option<Arc<str>> {
    let next = puts.next(program.context)?;
    match calls(program, next, "abort") && calls(program, puts, "puts") {
        true => text_at(program, puts.operand(program.context, 0)?),
        false => None,
    }
}

/// The message of a call of `abort`.
pub(crate) fn message(program: &Program<'_>, abort: Op) -> Option<Arc<str>> {
    printed_before_abort(program, abort.previous(program.context)?)
}

/// The message of a block that prints it and aborts at once. Cranelift puts the trap of such a block in the place of the branch
/// that leads to it.
pub(crate) fn message_of_block(program: &Program<'_>, block: Block) -> Option<Arc<str>> {
    let mut first = block.operations(program.context).take(LENGTH);
    let abort = first.find(|op| calls(program, *op, "abort"))?;
    message(program, abort)
}

/// The text that a constant of the module has at an address.
fn text_at(program: &Program<'_>, address: Value) -> Option<Arc<str>> {
    let context = program.context;
    let op = address.defining_op(context)?;
    match program.opcode(op).ok()? {
        Opcode::Gep => {
            let indices = program.integers(op, program.keys.raw_constant_indices);
            let is_start = op.num_operands(context) == 1 && indices.iter().all(|index| *index == 0);
            is_start.then(|| text_at(program, op.operand(context, 0)?))?
        }
        Opcode::AddressOf => {
            let Some(Symbol::Global(index)) = program.reference(op, program.keys.global_name).ok()? else {
                return None;
            };
            let global = &program.globals[index];
            if !global.constant || !global.defined {
                return None;
            }
            let image = global_image(program, global.op, global.ty).ok()?;
            let text = image.bytes.split(|byte| *byte == 0).next()?;
            Some(String::from_utf8_lossy(text).into())
        }
        _ => None,
    }
}
