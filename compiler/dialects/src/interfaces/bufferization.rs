//! `bufferization`: effects.

use tvmlike_ir::EffectKind::{Allocate, Read, Write};
use tvmlike_ir::{Context, Op, TypeKind};

use super::Table;
use super::effects::At::{Operand, Result};
use super::effects::{row, row_where};

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
        (
            "bufferization.materialize_in_destination",
            &[row_where(Write, Operand("dest"), is_into_memref)],
        ),
        ("bufferization.to_tensor", &[row(Read, Operand("buffer"))]),
    ],
    interfaces: &[],
};

/// Whether the destination is memory; a tensor is not changed.
fn is_into_memref(context: &Context, op: Op) -> bool {
    let destination = op
        .operand(context, 1)
        .map(|value| value.ty(context).kind(context));
    matches!(
        destination,
        Some(TypeKind::MemRef { .. } | TypeKind::UnrankedMemRef { .. })
    )
}
