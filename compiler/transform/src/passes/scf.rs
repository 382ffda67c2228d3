//! Passes on the loops of `scf`.

mod for_to_while;
mod forall;
mod fusion;
mod make;
mod range_folding;
mod specialization;
mod tiling;

use crate::pass::PassRecord;

/// The records of the passes.
pub(super) fn records() -> [PassRecord; 8] {
    [
        range_folding::record(),
        for_to_while::record(),
        forall::to_for(),
        forall::to_parallel(),
        fusion::record(),
        specialization::of_for(),
        specialization::of_parallel(),
        tiling::record(),
    ]
}
