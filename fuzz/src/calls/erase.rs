//! Erasing: it succeeds if and only if nothing outside uses what is erased.

use tvmlike_ir::{Block, Op, Region, WalkOrder, WalkResult};

use super::Run;
use crate::model::{Model, Part};

/// Removes an operation from the model if nothing outside uses it. Returns whether it did.
fn remove_op(model: &mut Model, op: Op) -> bool {
    let mut part = Part::default();
    model.collect_op(op, &mut part);
    let allowed = !model.is_used_outside(&part);
    if allowed {
        model.unlink_op(op);
        model.remove(&part);
    }
    allowed
}

impl Run<'_, '_, '_> {
    pub(super) fn erase_op(&mut self) {
        if let Some(op) = self.any_op() {
            let allowed = remove_op(&mut self.model, op);
            assert_eq!(op.erase(self.edit).is_ok(), allowed);
        }
    }

    pub(super) fn erase_block(&mut self) {
        let Some(block) = self.any_block() else {
            return;
        };
        let mut part = Part::default();
        self.model.collect_block(block, &mut part);
        let allowed = !self.model.is_used_outside(&part);
        assert_eq!(block.erase(self.edit).is_ok(), allowed);
        if allowed {
            self.model.unlink_block(block);
            self.model.remove(&part);
        }
    }

    pub(super) fn erase_region(&mut self) {
        let Some(region) = self.any_region() else {
            return;
        };
        let mut part = Part::default();
        self.model.collect_region(region, &mut part);
        let allowed = self.model.regions[&region].owner.is_none() && !self.model.is_used_outside(&part);
        assert_eq!(self.edit.erase_region(region).is_ok(), allowed);
        if allowed {
            self.model.remove(&part);
            self.model.regions.remove(&region);
        }
    }

    pub(super) fn erase_unused(&mut self) {
        let blocks: Vec<Block> = (0..self.choices.below(4))
            .filter_map(|_| self.any_block())
            .collect();
        let regions: Vec<Region> = (0..self.choices.below(3))
            .filter_map(|_| self.any_region())
            .collect();
        let mut part = Part::default();
        for block in &blocks {
            self.model.collect_block(*block, &mut part);
        }
        for region in &regions {
            self.model.collect_region(*region, &mut part);
        }
        let allowed = blocks
            .iter()
            .all(|block| self.model.blocks[block].region.is_none())
            && regions
                .iter()
                .all(|region| self.model.regions[region].owner.is_none())
            && !self.model.is_used_outside(&part);
        assert_eq!(self.edit.erase_unused(&blocks, &regions).is_ok(), allowed);
        if allowed {
            self.model.remove(&part);
            for region in &regions {
                self.model.regions.remove(region);
            }
        }
    }

    /// Erases in a walk what nothing uses, but for the root.
    pub(super) fn walk_and_erase(&mut self) {
        let Some(root) = self.any_op() else {
            return;
        };
        let model = &mut self.model;
        root.walk_mut(self.edit, WalkOrder::PostOrder, |edit, op| {
            if op != root {
                let allowed = remove_op(model, op);
                assert_eq!(op.erase(edit).is_ok(), allowed);
            }
            WalkResult::Advance
        });
    }

    /// Erases everything, whatever uses what.
    pub(super) fn erase_all(&mut self) {
        let is_detached = |op: &Op| self.model.ops[op].block.is_none();
        let loose: Vec<Op> = self.model.ops.keys().copied().filter(is_detached).collect();
        // In a block of their own, so that successors into each other do not matter.
        let home = self.edit.create_block(&[]);
        self.model.add_block(self.edit, home);
        for op in loose {
            home.append(self.edit, op)
                .expect("a detached operation goes into a new block");
            self.model.link_op(home, op, None);
        }
        let blocks = self
            .model
            .blocks
            .iter()
            .filter(|(_, model)| model.region.is_none());
        let blocks: Vec<Block> = blocks.map(|(block, _)| *block).collect();
        let regions = self
            .model
            .regions
            .iter()
            .filter(|(_, model)| model.owner.is_none());
        let regions: Vec<Region> = regions.map(|(region, _)| *region).collect();
        self.edit
            .erase_unused(&blocks, &regions)
            .expect("nothing is outside");
        self.model = Model::default();
        self.check_handles();
    }
}
