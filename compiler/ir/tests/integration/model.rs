//! Random changes, compared with a model of lists: order, operands, uses, parents, refusals and stale handles.

use std::collections::BTreeMap;

use tvmlike_ir::{Block, Context, Equivalence, Exclusive, Handle, Mapping, Op, OpState, Value};

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        from.get(self.below(from.len())).copied()
    }
}

#[derive(Clone)]
struct ModelOp {
    operands: Vec<Value>,
    results: Vec<Value>,
    successors: Vec<Block>,
    regions: Vec<Vec<Block>>,
    parent: Option<Block>,
    handle: Handle,
}

#[derive(Clone)]
struct ModelBlock {
    ops: Vec<Op>,
    arguments: Vec<Value>,
    parent: Option<Op>,
    handle: Handle,
}

/// What the IR must look like.
#[derive(Default)]
struct Model {
    ops: BTreeMap<Op, ModelOp>,
    blocks: BTreeMap<Block, ModelBlock>,
    stale_ops: Vec<Handle>,
    stale_blocks: Vec<Handle>,
    stale_values: Vec<Handle>,
}

impl Model {
    fn all_ops(&self) -> Vec<Op> {
        self.ops.keys().copied().collect()
    }

    fn all_blocks(&self) -> Vec<Block> {
        self.blocks.keys().copied().collect()
    }

    fn values(&self) -> Vec<Value> {
        let results = self.ops.values().flat_map(|op| op.results.iter().copied());
        let arguments = self
            .blocks
            .values()
            .flat_map(|block| block.arguments.iter().copied());
        results.chain(arguments).collect()
    }

    fn parent(&self, op: Op) -> Option<Op> {
        self.blocks[&self.ops[&op].parent?].parent
    }

    fn is_inside(&self, op: Op, ancestor: Op) -> bool {
        let mut at = Some(op);
        while let Some(op) = at {
            if op == ancestor {
                return true;
            }
            at = self.parent(op);
        }
        false
    }

    fn is_in_block(&self, op: Op, block: Block) -> bool {
        let mut at = Some(op);
        while let Some(op) = at {
            if self.ops[&op].parent == Some(block) {
                return true;
            }
            at = self.parent(op);
        }
        false
    }

    fn users(&self, value: Value) -> Vec<(Op, usize)> {
        let uses = |(op, data): (&Op, &ModelOp)| {
            let places = data
                .operands
                .iter()
                .enumerate()
                .filter(|(_, operand)| **operand == value);
            places.map(|(index, _)| (*op, index)).collect::<Vec<_>>()
        };
        self.ops.iter().flat_map(uses).collect()
    }

    /// Whether something defined in these operations and blocks is used by an operation that is not among them.
    fn is_used_outside(&self, ops: &[Op], blocks: &[Block]) -> bool {
        let results = ops.iter().flat_map(|op| &self.ops[op].results);
        let arguments = blocks.iter().flat_map(|block| &self.blocks[block].arguments);
        let values = results.chain(arguments);
        let by_value = values
            .flat_map(|value| self.users(*value))
            .any(|(user, _)| !ops.contains(&user));
        let mut others = self.ops.iter().filter(|(op, _)| !ops.contains(op));
        by_value || others.any(|(_, op)| op.successors.iter().any(|block| blocks.contains(block)))
    }

    fn contents_of_op(&self, op: Op) -> (Vec<Op>, Vec<Block>) {
        let ops: Vec<Op> = self
            .all_ops()
            .into_iter()
            .filter(|other| self.is_inside(*other, op))
            .collect();
        let of_ops = |block: &Block| {
            self.blocks[block]
                .parent
                .is_some_and(|parent| ops.contains(&parent))
        };
        let blocks = self.all_blocks().into_iter().filter(of_ops).collect();
        (ops, blocks)
    }

    fn contents_of_block(&self, block: Block) -> (Vec<Op>, Vec<Block>) {
        let ops: Vec<Op> = self
            .all_ops()
            .into_iter()
            .filter(|op| self.is_in_block(*op, block))
            .collect();
        let of_ops = |other: &Block| {
            *other == block
                || self.blocks[other]
                    .parent
                    .is_some_and(|parent| ops.contains(&parent))
        };
        let blocks = self.all_blocks().into_iter().filter(of_ops).collect();
        (ops, blocks)
    }

    fn unlink(&mut self, op: Op) {
        if let Some(block) = self.ops.get_mut(&op).unwrap().parent.take() {
            self.blocks
                .get_mut(&block)
                .unwrap()
                .ops
                .retain(|other| *other != op);
        }
    }

    fn link(&mut self, op: Op, block: Block, before: Option<Op>) {
        let ops = &mut self.blocks.get_mut(&block).unwrap().ops;
        let at = before.map_or(ops.len(), |before| {
            ops.iter().position(|op| *op == before).unwrap()
        });
        ops.insert(at, op);
        self.ops.get_mut(&op).unwrap().parent = Some(block);
    }

    /// Takes over an operation as it is, with everything in it.
    fn adopt(&mut self, context: &Context, op: Op, parent: Option<Block>) {
        let regions: Vec<Vec<Block>> = op
            .regions(context)
            .map(|region| region.blocks(context).collect())
            .collect();
        for block in regions.iter().flatten() {
            self.adopt_block(context, *block, Some(op));
        }
        let data = ModelOp {
            operands: op.operands(context).collect(),
            results: op.results(context).collect(),
            successors: op.successors(context).collect(),
            regions,
            parent,
            handle: context.op_handle(op),
        };
        assert!(
            self.ops.insert(op, data).is_none(),
            "the id of a new operation is free"
        );
    }

    fn adopt_block(&mut self, context: &Context, block: Block, parent: Option<Op>) {
        let ops: Vec<Op> = block.operations(context).collect();
        for op in &ops {
            self.adopt(context, *op, Some(block));
        }
        let data = ModelBlock {
            ops,
            arguments: block.arguments(context).collect(),
            parent,
            handle: context.block_handle(block),
        };
        assert!(
            self.blocks.insert(block, data).is_none(),
            "the id of a new block is free"
        );
    }

    /// Removes the handles of erased entities.
    fn forget(&mut self, ops: &[Op], blocks: &[Block], values: Vec<Handle>) {
        for op in ops {
            self.unlink(*op);
            self.stale_ops.push(self.ops.remove(op).unwrap().handle);
        }
        for block in blocks {
            let data = self.blocks.remove(block).unwrap();
            if let Some(parent) = data.parent.and_then(|op| self.ops.get_mut(&op)) {
                parent
                    .regions
                    .iter_mut()
                    .for_each(|blocks| blocks.retain(|other| other != block));
            }
            self.stale_blocks.push(data.handle);
        }
        self.stale_values.extend(values);
    }

    fn value_handles(&self, context: &Context, ops: &[Op], blocks: &[Block]) -> Vec<Handle> {
        let results = ops.iter().flat_map(|op| &self.ops[op].results);
        let arguments = blocks.iter().flat_map(|block| &self.blocks[block].arguments);
        results
            .chain(arguments)
            .map(|value| context.value_handle(*value))
            .collect()
    }

    fn check(&self, context: &Context) {
        for (op, expected) in &self.ops {
            assert_eq!(context.resolve_op(expected.handle), Ok(*op));
            assert_eq!(op.operands(context).collect::<Vec<_>>(), expected.operands);
            assert_eq!(op.operands(context).rev().count(), expected.operands.len());
            assert_eq!(op.results(context).collect::<Vec<_>>(), expected.results);
            assert_eq!(op.successors(context).collect::<Vec<_>>(), expected.successors);
            assert_eq!(op.block(context), expected.parent);
            assert_eq!(op.parent_op(context), self.parent(*op));
            for (region, blocks) in op.regions(context).zip(&expected.regions) {
                assert_eq!(region.blocks(context).collect::<Vec<_>>(), *blocks);
                assert_eq!(region.blocks(context).rev().count(), blocks.len());
                assert_eq!(context.resolve_region(context.region_handle(region)), Ok(region));
            }
        }
        for (block, expected) in &self.blocks {
            assert_eq!(context.resolve_block(expected.handle), Ok(*block));
            assert_eq!(block.operations(context).collect::<Vec<_>>(), expected.ops);
            assert_eq!(block.operations(context).rev().count(), expected.ops.len());
            assert_eq!(block.arguments(context).collect::<Vec<_>>(), expected.arguments);
            assert_eq!(block.parent_op(context), expected.parent);
            let branches = self
                .ops
                .values()
                .flat_map(|op| &op.successors)
                .filter(|to| *to == block);
            assert_eq!(block.uses(context).count(), branches.count());
            for pair in expected.ops.windows(2) {
                assert!(pair[0].is_before_in_block(context, pair[1]));
                assert!(!pair[1].is_before_in_block(context, pair[0]));
            }
        }
        for value in self.values() {
            let mut uses: Vec<_> = value
                .uses(context)
                .map(|at| (at.owner(context), at.index(context)))
                .collect();
            uses.sort_unstable();
            assert_eq!(uses, self.users(value));
            assert_eq!(context.resolve_value(context.value_handle(value)), Ok(value));
        }
        for handle in &self.stale_ops {
            assert!(context.resolve_op(*handle).is_err());
        }
        for handle in &self.stale_blocks {
            assert!(context.resolve_block(*handle).is_err());
        }
        for handle in &self.stale_values {
            assert!(context.resolve_value(*handle).is_err());
        }
    }
}

struct Test<'a, 'c> {
    model: Model,
    random: Random,
    edit: &'a mut Exclusive<'c>,
}

impl Test<'_, '_> {
    fn create(&mut self) {
        let (i32, location) = (self.edit.i32(), self.edit.unknown_location());
        let values = self.model.values();
        let operands: Vec<Value> = (0..self.random.below(4))
            .filter_map(|_| self.random.pick(&values))
            .collect();
        let blocks = self.model.all_blocks();
        let successors: Vec<Block> = (0..self.random.below(8) / 6)
            .filter_map(|_| self.random.pick(&blocks))
            .collect();
        let regions: Vec<_> = (0..self.random.below(5) / 3)
            .map(|_| {
                let region = self.edit.create_region();
                for _ in 0..self.random.below(3) {
                    let arguments = vec![(i32, location); self.random.below(3)];
                    let block = self.edit.create_block(&arguments);
                    region.append(self.edit, block).unwrap();
                }
                Some(region)
            })
            .collect();
        let op = self.edit.create(&OpState {
            operands: &operands,
            results: &[i32; 3][..self.random.below(4)],
            successors: &successors,
            regions: &regions,
            ..OpState::new(self.edit.identifier("t.op"), location)
        });
        self.model.adopt(self.edit, op, None);
    }

    fn place(&mut self) {
        let (Some(op), Some(block)) = (
            self.random.pick(&self.model.all_ops()),
            self.random.pick(&self.model.all_blocks()),
        ) else {
            return;
        };
        let before = self
            .random
            .pick(&self.model.blocks[&block].ops)
            .filter(|_| self.random.below(3) > 0);
        let cycle = self.model.blocks[&block]
            .parent
            .is_some_and(|parent| self.model.is_inside(parent, op));
        let is_free = self.model.ops[&op].parent.is_none();
        let inserted = block.insert(self.edit, op, before);
        assert_eq!(inserted.is_ok(), is_free && !cycle);
        if inserted.is_ok() {
            self.model.link(op, block, before);
        }
    }

    fn relocate(&mut self) {
        let ops = self.model.all_ops();
        let (Some(op), Some(other)) = (self.random.pick(&ops), self.random.pick(&ops)) else {
            return;
        };
        let home = self.model.ops[&other].parent;
        let cycle = op != other && self.model.is_inside(other, op);
        let after = self.random.below(2) == 0;
        let moved = match after {
            true => op.move_after(self.edit, other),
            false => op.move_before(self.edit, other),
        };
        assert_eq!(moved.is_ok(), home.is_some() && !cycle);
        if let (Ok(()), Some(block)) = (moved, home)
            && op != other
        {
            self.model.unlink(op);
            let ops = &self.model.blocks[&block].ops;
            let at = ops.iter().position(|op| *op == other).unwrap() + usize::from(after);
            let before = ops.get(at).copied();
            self.model.link(op, block, before);
        }
    }

    fn erase(&mut self) {
        if self.random.below(4) > 0 {
            let Some(op) = self.random.pick(&self.model.all_ops()) else {
                return;
            };
            let (ops, blocks) = self.model.contents_of_op(op);
            let values = self.model.value_handles(self.edit, &ops, &blocks);
            let erased = op.erase(self.edit);
            assert_eq!(erased.is_err(), self.model.is_used_outside(&ops, &blocks));
            if erased.is_ok() {
                self.model.forget(&ops, &blocks, values);
            }
        } else {
            let Some(block) = self.random.pick(&self.model.all_blocks()) else {
                return;
            };
            let (ops, blocks) = self.model.contents_of_block(block);
            let values = self.model.value_handles(self.edit, &ops, &blocks);
            let erased = block.erase(self.edit);
            assert_eq!(erased.is_err(), self.model.is_used_outside(&ops, &blocks));
            if erased.is_ok() {
                self.model.forget(&ops, &blocks, values);
            }
        }
    }

    fn change_operands(&mut self) {
        let Some(op) = self.random.pick(&self.model.all_ops()) else {
            return;
        };
        let values = self.model.values();
        let count = self.random.below(12);
        let operands: Vec<Value> = (0..count).filter_map(|_| self.random.pick(&values)).collect();
        op.set_operands(self.edit, &operands);
        self.model.ops.get_mut(&op).unwrap().operands = operands;
    }

    fn replace_uses(&mut self) {
        let values = self.model.values();
        let (Some(from), Some(to)) = (self.random.pick(&values), self.random.pick(&values)) else {
            return;
        };
        let only = self
            .random
            .pick(&self.model.all_ops())
            .filter(|_| self.random.below(2) == 0);
        match only {
            None => from.replace_all_uses_with(self.edit, to),
            Some(only) => from.replace_uses_if(self.edit, to, |context, at| at.owner(context) == only),
        }
        for (op, data) in &mut self.model.ops {
            if only.is_none_or(|only| only == *op) {
                data.operands
                    .iter_mut()
                    .filter(|operand| **operand == from)
                    .for_each(|operand| *operand = to);
            }
        }
    }

    fn change_arguments(&mut self) {
        let Some(block) = self.random.pick(&self.model.all_blocks()) else {
            return;
        };
        let arguments = &mut self.model.blocks.get_mut(&block).unwrap().arguments;
        let at = self.random.below(arguments.len() + 1);
        if self.random.below(2) == 0 {
            let (i32, location) = (self.edit.i32(), self.edit.unknown_location());
            arguments.insert(at, block.insert_argument(self.edit, at, i32, location));
        } else if let Some(argument) = arguments.get(at).copied() {
            let handle = self.edit.value_handle(argument);
            let erased = block.erase_argument(self.edit, at);
            let is_used = !self.model.users(argument).is_empty();
            assert_eq!(erased.is_err(), is_used);
            if erased.is_ok() {
                self.model.blocks.get_mut(&block).unwrap().arguments.remove(at);
                self.model.stale_values.push(handle);
            }
        }
    }

    fn split(&mut self) {
        let Some(op) = self.random.pick(&self.model.all_ops()) else {
            return;
        };
        let Some(block) = self.model.ops[&op].parent else {
            return;
        };
        let rest = block.split_before(self.edit, op).unwrap();
        let model = &mut self.model;
        let ops = &mut model.blocks.get_mut(&block).unwrap().ops;
        let at = ops.iter().position(|other| *other == op).unwrap();
        let moved = ops.split_off(at);
        for op in &moved {
            model.ops.get_mut(op).unwrap().parent = Some(rest);
        }
        let parent = model.blocks[&block].parent;
        let handle = self.edit.block_handle(rest);
        model.blocks.insert(
            rest,
            ModelBlock {
                ops: moved,
                arguments: Vec::new(),
                parent,
                handle,
            },
        );
        let parent = parent.and_then(|op| model.ops.get_mut(&op));
        for blocks in parent.into_iter().flat_map(|op| &mut op.regions) {
            if let Some(at) = blocks.iter().position(|other| *other == block) {
                blocks.insert(at + 1, rest);
            }
        }
    }

    fn copy(&mut self) {
        let Some(op) = self.random.pick(&self.model.all_ops()) else {
            return;
        };
        let copy = op.clone_op(self.edit, &mut Mapping::new());
        let hash = |op: Op| op.structural_hash(self.edit, Equivalence::NONE);
        assert_eq!(hash(op), hash(copy));
        assert!(op.is_structurally_equal(self.edit, copy, Equivalence::NONE));
        assert!(copy.is_structurally_equal(self.edit, op, Equivalence::NONE));
        self.model.adopt(self.edit, copy, None);
    }

    fn step(&mut self) {
        match self.random.below(20) {
            0..5 if self.model.ops.len() < 60 => self.create(),
            5..8 => self.place(),
            8..10 => self.relocate(),
            10 => {
                let Some(op) = self.random.pick(&self.model.all_ops()) else {
                    return;
                };
                op.detach(self.edit);
                self.model.unlink(op);
            }
            11..14 => self.change_operands(),
            14 => self.replace_uses(),
            15 => self.change_arguments(),
            16 => self.split(),
            17 if self.model.ops.len() < 60 => self.copy(),
            _ => self.erase(),
        }
    }
}

#[test]
fn random_changes_agree_with_a_model_of_lists() {
    for seed in 0..40 {
        let context = Context::new();
        let mut edit = context.exclusive().unwrap();
        let mut test = Test {
            model: Model::default(),
            random: Random(seed),
            edit: &mut edit,
        };
        for step in 0..400 {
            test.step();
            if step % 5 == 0 {
                test.model.check(&context);
            }
        }
        test.model.check(&context);
    }
}
