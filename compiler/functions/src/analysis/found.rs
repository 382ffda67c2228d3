//! What a data-flow analysis has found.
//!
//! Invariant: the answers are about the IR when the analysis was made; after a change of it they are refused.

use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};

use foldhash::fast::FixedState;
use tvmlike_ir as ir;
use tvmlike_runtime::traverse::{Frozen, Taken, Traverse, Visitor};

use crate::api::*;
use crate::handles::Ref;

/// What an analysis has found.
pub(super) struct Found<T> {
    pub(super) root: Ref,
    /// The number of changes of the context until which the IR was the same.
    changes: AtomicU64,
    /// Of what was analyzed.
    fingerprint: u64,
    found: T,
}

impl<T> Found<T> {
    pub(super) fn new(root: Ref, found: T) -> Result<Self> {
        let reading = root.context().read()?;
        let (changes, fingerprint) = (
            AtomicU64::new(reading.num_changes()),
            fingerprint(&reading, root.op()?),
        );
        drop(reading);
        Ok(Self {
            root,
            changes,
            fingerprint,
            found,
        })
    }

    pub(super) fn get(&self) -> Result<&T> {
        let reading = self.root.context().read()?;
        let now = reading.num_changes();
        // Something else in the context can have changed.
        let is_same = || {
            self.root
                .op()
                .is_ok_and(|op| fingerprint(&reading, op) == self.fingerprint)
        };
        if self.changes.load(Ordering::Relaxed) != now {
            if !is_same() {
                return Err(Error::runtime_error(
                    "the IR was changed after the data-flow analysis; make the analysis again",
                ));
            }
            self.changes.store(now, Ordering::Relaxed);
        }
        Ok(&self.found)
    }
}

impl<T: Traverse> Traverse for Found<T> {
    fn traverse(&self, visitor: &mut Visitor) {
        self.found.traverse(visitor);
    }

    fn freeze<'a>(&'a self, frozen: &mut Frozen<'a>) -> bool {
        self.found.freeze(frozen)
    }

    fn take(&mut self, taken: &mut Taken) {
        self.found.take(taken);
    }
}

/// A hash of an operation with everything in it, and of which operations and blocks these are.
fn fingerprint(core: &ir::Context, root: ir::Op) -> u64 {
    let mut hasher = FixedState::default().build_hasher();
    root.structural_hash(core, ir::Equivalence::NONE)
        .hash(&mut hasher);
    root.walk(core, ir::WalkOrder::PreOrder, |op| {
        core.op_handle(op).hash(&mut hasher);
        for block in op.regions(core).flat_map(|region| region.blocks(core)) {
            block.hash(&mut hasher);
        }
        ir::WalkResult::Advance
    });
    hasher.finish()
}
