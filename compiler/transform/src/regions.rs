//! Simplifying regions: erasing blocks that are not reached and operations and arguments that are dead.
//!
//! Invariant: an execution does the same as before.

mod dead;
mod unreachable;

use tvmlike_ir::{Region, Rewriter};

/// Simplifies regions and all regions in them. Whether an operation or a block was erased.
pub fn simplify_regions(rewriter: &mut Rewriter<'_, '_>, regions: &[Region]) -> bool {
    let erased = unreachable::erase_unreachable_blocks(rewriter, regions);
    dead::erase_dead(rewriter, regions) || erased
}

pub use dead::erase_dead;
pub use unreachable::erase_unreachable_blocks;
