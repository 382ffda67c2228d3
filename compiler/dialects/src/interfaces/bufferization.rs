//! `bufferization`: effects.

use tvmlike_ir::EffectKind::{Allocate, Read, Write};

use super::Table;
use super::effects::At::{Operand, Result};
use super::effects::row;

pub(super) const TABLE: Table = Table {
    effects: &[
        (
            "bufferization.clone",
            &[
                row(Read, Operand("input")),
                row(Write, Result("output")),
                row(Allocate, Result("output")),
            ],
        ),
        ("bufferization.to_tensor", &[row(Read, Operand("buffer"))]),
    ],
    interfaces: &[],
};
