//! What is copied, for which operations, and where.

use tvmlike_ir::{Context, Location, Op};

use super::super::fusion::Region;

/// Operations of a block, up to one that is not among them.
#[derive(Clone, Copy)]
pub(super) struct Operations {
    pub(super) first: Op,
    pub(super) end: Op,
}

/// A region that is copied.
pub(super) struct Copied {
    pub(super) region: Region,
    pub(super) location: Location,
    pub(super) is_write: bool,
}

/// Operations before which, and before what a region is copied in and out.
#[derive(Clone, Copy)]
pub(super) struct Places {
    pub(super) before: Op,
    pub(super) after: Op,
}

impl Operations {
    pub(super) fn all(self, context: &Context) -> Vec<Op> {
        let ops = std::iter::successors(Some(self.first), |op| op.next(context));
        ops.take_while(|op| *op != self.end).collect()
    }
}
