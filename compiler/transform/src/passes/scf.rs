//! Passes on the loops of `scf`.

mod for_to_while;
mod forall;
mod range_folding;

use crate::pass::PassRecord;

/// The records of the passes.
pub(super) fn records() -> [PassRecord; 4] {
    [
        range_folding::record(),
        for_to_while::record(),
        forall::to_for(),
        forall::to_parallel(),
    ]
}
