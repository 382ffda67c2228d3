//! `vector`: effects.

use tvmlike_ir::EffectKind::{Read, Write};

use super::Table;
use super::effects::At::{Anything, Operand};
use super::effects::{Row, row, row_where};
use super::speculation::touches_memory;

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
            &[row_where(Read, Operand("base"), touches_memory)],
        ),
        (
            "vector.transfer_write",
            &[row_where(Write, Operand("base"), touches_memory)],
        ),
    ],
    interfaces: &[],
};
