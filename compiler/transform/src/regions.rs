//! Simplifying regions: erasing blocks that are not reached and operations and arguments that are dead, merging blocks that are the
//! same, and dropping arguments that are the same on every path.
//!
//! Invariant: an execution does the same as before.

mod dead;
mod merge;
mod redundant;
mod unreachable;

use tvmlike_ir::{Region, Rewriter};

/// Simplifies regions and all regions in them; `merge`: also merges blocks and drops arguments. Whether something changed.
pub fn simplify_regions(rewriter: &mut Rewriter<'_, '_>, regions: &[Region], merge: bool) -> bool {
    let mut changed = unreachable::erase_unreachable_blocks(rewriter, regions);
    changed |= dead::erase_dead(rewriter, regions);
    if merge {
        changed |= merge::merge_blocks(rewriter, regions);
        changed |= redundant::drop_redundant_arguments(rewriter, regions);
    }
    changed
}

pub use dead::erase_dead;
pub(crate) use dead::post_order;
pub use unreachable::erase_unreachable_blocks;
