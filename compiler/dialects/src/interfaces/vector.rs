//! `vector`: effects.

use tvmlike_ir::EffectKind::{Read, Write};
use tvmlike_ir::{Context, Op, TypeKind};

use super::Table;
use super::effects::At::{Anything, Operand};
use super::effects::{Row, row, row_where};

const READ: &[Row] = &[row(Read, Operand("base"))];
const WRITE: &[Row] = &[row(Write, Operand("base"))];

pub(super) const TABLE: Table = Table {
    effects: &[
        ("vector.compressstore", WRITE),
        ("vector.expandload", READ),
        ("vector.gather", READ),
        ("vector.load", READ),
        ("vector.maskedload", READ),
        ("vector.maskedstore", WRITE),
        ("vector.print", &[row(Write, Anything)]),
        ("vector.scatter", WRITE),
        ("vector.store", WRITE),
        (
            "vector.transfer_read",
            &[row_where(Read, Operand("base"), is_of_memory)],
        ),
        (
            "vector.transfer_write",
            &[row_where(Write, Operand("base"), is_of_memory)],
        ),
    ],
    interfaces: &[],
};

/// Whether a transfer is one of a memref, and not of a tensor.
fn is_of_memory(context: &Context, op: Op) -> bool {
    let mut operands = op.operands(context).take(2);
    operands.any(|operand| matches!(operand.ty(context).kind(context), TypeKind::MemRef { .. }))
}
