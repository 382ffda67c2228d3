//! Copies: the model copies by its own rules, and takes only the ids from the IR.

use std::collections::BTreeMap;

use tvmlike_ir::{Block, Mapping, Op, Region, Value};

use super::Run;
use crate::model::OpModel;

/// What the copies stand for.
#[derive(Default)]
struct Copies {
    values: BTreeMap<Value, Value>,
    blocks: BTreeMap<Block, Block>,
    ops: Vec<Op>,
}

impl Run<'_, '_, '_> {
    pub(super) fn clone_op(&mut self) {
        let Some(op) = self.any_op().filter(|_| self.has_room()) else {
            return;
        };
        let copy = op.clone_op(self.edit, &mut Mapping::new());
        let mut copies = Copies::default();
        self.copy_op(op, copy, &mut copies);
        self.rename(&copies);
    }

    pub(super) fn clone_block(&mut self) {
        let Some(block) = self.any_block().filter(|_| self.has_room()) else {
            return;
        };
        let copy = block.clone_block(self.edit, &mut Mapping::new());
        let mut copies = Copies::default();
        self.copy_block(block, copy, &mut copies);
        self.copy_contents(block, copy, &mut copies);
        self.rename(&copies);
    }

    pub(super) fn clone_region(&mut self) {
        let (Some(from), Some(to)) = (self.any_region(), self.any_region()) else {
            return;
        };
        if !self.has_room() {
            return;
        }
        let mut part = crate::model::Part::default();
        self.model.collect_region(from, &mut part);
        let owner = self.model.regions[&to].owner;
        let allowed = to == from || owner.is_none_or(|owner| !part.ops.contains(&owner));
        let sources = self.model.regions[&from].blocks.clone();
        let old = self.model.regions[&to].blocks.len();
        let done = from.clone_into(self.edit, to, None, &mut Mapping::new());
        assert_eq!(done.is_ok(), allowed);
        if !allowed {
            return;
        }
        let new: Vec<Block> = to.blocks(self.edit).skip(old).collect();
        assert_eq!(new.len(), sources.len());
        let mut copies = Copies::default();
        let contents: Vec<Vec<Op>> = sources
            .iter()
            .map(|block| self.model.blocks[block].ops.clone())
            .collect();
        for (block, copy) in sources.iter().zip(&new) {
            self.copy_block(*block, *copy, &mut copies);
            self.model.link_block(to, *copy, None);
        }
        for (ops, copy) in contents.into_iter().zip(&new) {
            self.copy_ops(&ops, *copy, &mut copies);
        }
        self.rename(&copies);
    }

    fn copy_op(&mut self, from: Op, copy: Op, copies: &mut Copies) {
        let old = self.model.ops[&from].clone();
        let model = OpModel {
            regions: Vec::new(),
            results: Vec::new(),
            block: None,
            ..old.clone()
        };
        self.model
            .add_op(self.edit, copy, model, &vec![None; old.regions.len()]);
        let new = self.model.ops[&copy].clone();
        copies.ops.push(copy);
        copies.values.extend(old.results.into_iter().zip(new.results));
        for (from, to) in old.regions.into_iter().zip(new.regions) {
            self.copy_regions(from, to, copies);
        }
        self.handle_op(copy);
    }

    fn copy_regions(&mut self, from: Region, to: Region, copies: &mut Copies) {
        let sources = self.model.regions[&from].blocks.clone();
        let new: Vec<Block> = to.blocks(self.edit).collect();
        assert_eq!(new.len(), sources.len());
        for (block, copy) in sources.into_iter().zip(new) {
            self.copy_block(block, copy, copies);
            self.model.link_block(to, copy, None);
            self.copy_contents(block, copy, copies);
        }
    }

    fn copy_block(&mut self, from: Block, copy: Block, copies: &mut Copies) {
        self.model.add_block(self.edit, copy);
        let (old, new) = (
            &self.model.blocks[&from].arguments,
            &self.model.blocks[&copy].arguments,
        );
        assert_eq!(old.len(), new.len());
        copies.values.extend(old.iter().copied().zip(new.iter().copied()));
        copies.blocks.insert(from, copy);
        self.handle_block(copy);
    }

    fn copy_contents(&mut self, from: Block, copy: Block, copies: &mut Copies) {
        let ops = self.model.blocks[&from].ops.clone();
        self.copy_ops(&ops, copy, copies);
    }

    fn copy_ops(&mut self, ops: &[Op], copy: Block, copies: &mut Copies) {
        let new: Vec<Op> = copy.operations(self.edit).collect();
        assert_eq!(new.len(), ops.len());
        for (op, to) in ops.iter().zip(new) {
            self.copy_op(*op, to, copies);
            self.model.link_op(copy, to, None);
        }
    }

    /// Makes copies refer to copies.
    fn rename(&mut self, copies: &Copies) {
        for op in &copies.ops {
            let model = self.model.op_mut(*op);
            for value in &mut model.operands {
                *value = copies.values.get(value).copied().unwrap_or(*value);
            }
            for block in &mut model.successors {
                *block = copies.blocks.get(block).copied().unwrap_or(*block);
            }
        }
    }
}
