//! `memref`: effects. Operations that make a view of memory have none.

use tvmlike_ir::Effect;
use tvmlike_ir::EffectKind::{Allocate, Free, Read, Write};

use super::Table;
use super::effects::At::{Operand, Result};
use super::effects::{row, row_on};

pub(super) const TABLE: Table = Table {
    effects: &[
        ("memref.alloc", &[row(Allocate, Result("memref"))]),
        (
            "memref.alloca",
            &[row_on(Allocate, Result("memref"), Effect::AUTOMATIC)],
        ),
        (
            "memref.atomic_rmw",
            &[row(Read, Operand("memref")), row(Write, Operand("memref"))],
        ),
        (
            "memref.copy",
            &[row(Read, Operand("source")), row(Write, Operand("target"))],
        ),
        ("memref.dealloc", &[row(Free, Operand("memref"))]),
        (
            "memref.generic_atomic_rmw",
            &[row(Read, Operand("memref")), row(Write, Operand("memref"))],
        ),
        ("memref.load", &[row(Read, Operand("memref"))]),
        (
            "memref.realloc",
            &[row(Free, Operand("source")), row(Allocate, Result(""))],
        ),
        ("memref.store", &[row(Write, Operand("memref"))]),
    ],
    interfaces: &[],
};
