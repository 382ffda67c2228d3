//! Undoing the changes of a conversion.
//!
//! Invariant: the changes are undone from the last one on, so each finds the IR as it was right behind it.

use tvmlike_ir::Op;

use super::log::{Change, Parts};
use super::state::ConversionRewriter;

impl ConversionRewriter<'_, '_> {
    /// Undoes all changes but the first ones.
    pub(super) fn undo(&mut self, keep: usize) {
        self.symbols = self.symbols.take().filter(|symbols| symbols.mark <= keep);
        while self.log.len() > keep {
            if let Some(change) = self.log.pop() {
                self.undo_one(change);
            }
        }
    }

    fn undo_one(&mut self, change: Change) {
        let edit = &mut *self.edit;
        match change {
            Change::Created(op) => {
                let erased = op.erase(edit);
                erased.unwrap_or_else(|error| {
                    panic!(
                        "a pattern used what it made without the rewriter, so it cannot be undone: {error}"
                    )
                });
            }
            Change::Moved(op, from) => {
                op.detach(edit);
                if let Some(place) = from {
                    let moved = place.insert(edit, op);
                    moved.unwrap_or_else(|error| panic!("a move cannot be undone: {error}"));
                }
            }
            Change::Split(block, rest) => {
                if let Some(first) = rest.first_op(edit) {
                    let moved = block.append_tail(edit, first);
                    moved.unwrap_or_else(|error| panic!("a split cannot be undone: {error}"));
                }
            }
            Change::Modified(op, parts) => parts.restore(edit, op),
            Change::Operand(op, index, value) => op.set_operand(edit, index as usize, value),
            Change::Successor(op, index, block) => op.set_successor(edit, index as usize, block),
            Change::BlockCreated(block) | Change::BlockConverted(block) => {
                let erased = block.erase(edit);
                erased.unwrap_or_else(|error| panic!("a new block cannot be erased: {error}"));
            }
            Change::BlockMoved(block, region, before) => {
                block.detach(edit);
                if let Some(region) = region {
                    let moved = region.insert(edit, block, before);
                    moved.unwrap_or_else(|error| panic!("a move cannot be undone: {error}"));
                }
            }
            Change::Replaced(_, _, marked) => {
                for op in marked {
                    self.replaced.remove(&op);
                }
            }
            Change::ArgumentReplaced(..) | Change::Copied(_) => {}
            Change::Mapped(from, old) => self.replacements.restore(&from, old),
            Change::Cast(op) => {
                self.casts.remove(&op);
                self.replacements.pure_casts.remove(&op);
            }
            Change::RegionConverter(region, old) => match old {
                Some(old) => {
                    self.region_converters.insert(region, old);
                }
                None => {
                    self.region_converters.remove(&region);
                }
            },
        }
    }

    /// Notes the parts of an operation that is about to be changed in place.
    pub(super) fn note_parts(&mut self, op: Op) {
        let parts = Parts::of(self.edit, op);
        self.log.push(Change::Modified(op, Box::new(parts)));
    }
}
