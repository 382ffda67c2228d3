//! A copy of the IR in plain maps: what each operation, block and region must contain after every call.
//!
//! Invariant: the model is changed by what a call promises, never by what the IR then contains. Only ids are taken from
//! the IR, because the IR chooses them.

use std::collections::{BTreeMap, BTreeSet};

use tvmlike_ir::{Block, Context, Identifier, Op, Region, Value, ValueOwner};

/// An operation.
#[derive(Debug, Clone)]
pub struct OpModel {
    /// Distinguishes it from earlier operations with the same id.
    pub serial: u64,
    /// Its name.
    pub name: Identifier,
    /// Its operands.
    pub operands: Vec<Value>,
    /// Its results.
    pub results: Vec<Value>,
    /// Its successors.
    pub successors: Vec<Block>,
    /// Its regions.
    pub regions: Vec<Region>,
    /// The block that contains it.
    pub block: Option<Block>,
}

/// A block.
#[derive(Debug, Clone, Default)]
pub struct BlockModel {
    /// Distinguishes it from earlier blocks with the same id.
    pub serial: u64,
    /// Its arguments.
    pub arguments: Vec<Value>,
    /// Its operations.
    pub ops: Vec<Op>,
    /// The region that contains it.
    pub region: Option<Region>,
}

/// A region.
#[derive(Debug, Clone, Default)]
pub struct RegionModel {
    /// Distinguishes it from earlier regions with the same id.
    pub serial: u64,
    /// Its blocks.
    pub blocks: Vec<Block>,
    /// The operation that has it.
    pub owner: Option<Op>,
}

/// Everything that is not erased.
#[derive(Debug, Clone, Default)]
pub struct Model {
    /// The operations.
    pub ops: BTreeMap<Op, OpModel>,
    /// The blocks.
    pub blocks: BTreeMap<Block, BlockModel>,
    /// The regions, also those on their own.
    pub regions: BTreeMap<Region, RegionModel>,
    /// The arguments of blocks, with their serial numbers.
    pub arguments: BTreeMap<Value, u64>,
    serial: u64,
}

/// A set of operations and blocks that is to be erased at once.
#[derive(Debug, Default)]
pub struct Part {
    /// The operations.
    pub ops: BTreeSet<Op>,
    /// The blocks.
    pub blocks: BTreeSet<Block>,
}

impl Model {
    fn next_serial(&mut self) -> u64 {
        self.serial += 1;
        self.serial
    }

    /// Adds a detached operation that the IR has made, with regions on their own that it takes.
    pub fn add_op(&mut self, context: &Context, op: Op, mut model: OpModel, taken: &[Option<Region>]) {
        model.serial = self.next_serial();
        model.results = op.results(context).collect();
        model.regions = op.regions(context).collect();
        assert_eq!(model.regions.len(), taken.len());
        for (place, from) in model.regions.clone().into_iter().zip(taken) {
            let from = from.map(|from| self.regions.remove(&from).expect("a region on its own"));
            let blocks = from.unwrap_or_default().blocks;
            for block in &blocks {
                self.block_mut(*block).region = Some(place);
            }
            let serial = self.next_serial();
            let owner = Some(op);
            let region = RegionModel {
                serial,
                blocks,
                owner,
            };
            assert!(
                self.regions.insert(place, region).is_none(),
                "the id of a region is in use"
            );
        }
        assert!(
            self.ops.insert(op, model).is_none(),
            "the id of an operation is in use"
        );
    }

    /// Adds a detached block that the IR has made.
    pub fn add_block(&mut self, context: &Context, block: Block) {
        let serial = self.next_serial();
        let arguments: Vec<Value> = block.arguments(context).collect();
        for argument in &arguments {
            self.add_argument(*argument);
        }
        let model = BlockModel {
            serial,
            arguments,
            ..BlockModel::default()
        };
        assert!(
            self.blocks.insert(block, model).is_none(),
            "the id of a block is in use"
        );
    }

    /// Adds an argument to those that exist.
    pub fn add_argument(&mut self, argument: Value) {
        let serial = self.next_serial();
        assert!(
            self.arguments.insert(argument, serial).is_none(),
            "the id of an argument is in use"
        );
    }

    /// Adds a region on its own.
    pub fn add_region(&mut self, region: Region) {
        let serial = self.next_serial();
        let model = RegionModel {
            serial,
            ..RegionModel::default()
        };
        assert!(
            self.regions.insert(region, model).is_none(),
            "the id of a region is in use"
        );
    }

    /// An operation that exists.
    pub fn op_mut(&mut self, op: Op) -> &mut OpModel {
        self.ops.get_mut(&op).expect("an operation that exists")
    }

    /// A block that exists.
    pub fn block_mut(&mut self, block: Block) -> &mut BlockModel {
        self.blocks.get_mut(&block).expect("a block that exists")
    }

    /// A region that exists.
    pub fn region_mut(&mut self, region: Region) -> &mut RegionModel {
        self.regions.get_mut(&region).expect("a region that exists")
    }

    /// All values.
    pub fn values(&self) -> Vec<Value> {
        let results = self.ops.values().flat_map(|op| op.results.iter());
        results.chain(self.arguments.keys()).copied().collect()
    }

    /// Takes an operation out of its block.
    pub fn unlink_op(&mut self, op: Op) {
        if let Some(block) = self.op_mut(op).block.take() {
            self.block_mut(block).ops.retain(|other| *other != op);
        }
    }

    /// Puts a detached operation into a block, before another or at the end.
    pub fn link_op(&mut self, block: Block, op: Op, before: Option<Op>) {
        self.op_mut(op).block = Some(block);
        let ops = &mut self.block_mut(block).ops;
        let at = before.map_or(ops.len(), |before| {
            ops.iter()
                .position(|other| *other == before)
                .expect("in the block")
        });
        ops.insert(at, op);
    }

    /// Takes a block out of its region.
    pub fn unlink_block(&mut self, block: Block) {
        if let Some(region) = self.block_mut(block).region.take() {
            self.region_mut(region).blocks.retain(|other| *other != block);
        }
    }

    /// Puts a detached block into a region, before another or at the end.
    pub fn link_block(&mut self, region: Region, block: Block, before: Option<Block>) {
        self.block_mut(block).region = Some(region);
        let blocks = &mut self.region_mut(region).blocks;
        let at = before.map_or(blocks.len(), |before| {
            blocks
                .iter()
                .position(|other| *other == before)
                .expect("in the region")
        });
        blocks.insert(at, block);
    }

    /// Whether an operation is another one or is nested in it.
    pub fn is_inside(&self, op: Op, ancestor: Op) -> bool {
        let mut at = Some(op);
        while let Some(op) = at {
            if op == ancestor {
                return true;
            }
            at = self.parent(op);
        }
        false
    }

    /// The operation that contains another.
    pub fn parent(&self, op: Op) -> Option<Op> {
        self.block_parent(self.ops[&op].block?)
    }

    /// The operation that contains a block.
    pub fn block_parent(&self, block: Block) -> Option<Op> {
        self.regions[&self.blocks[&block].region?].owner
    }

    /// Adds an operation with everything in it to a part.
    pub fn collect_op(&self, op: Op, part: &mut Part) {
        part.ops.insert(op);
        for region in &self.ops[&op].regions {
            self.collect_region(*region, part);
        }
    }

    /// Adds a block with everything in it to a part.
    pub fn collect_block(&self, block: Block, part: &mut Part) {
        part.blocks.insert(block);
        for op in &self.blocks[&block].ops {
            self.collect_op(*op, part);
        }
    }

    /// Adds the blocks of a region to a part.
    pub fn collect_region(&self, region: Region, part: &mut Part) {
        for block in &self.regions[&region].blocks {
            self.collect_block(*block, part);
        }
    }

    /// Whether an operation outside of a part uses a value or a block in it.
    pub fn is_used_outside(&self, part: &Part) -> bool {
        let is_inside = |value: &Value| {
            part.ops.iter().any(|op| self.ops[op].results.contains(value))
                || part
                    .blocks
                    .iter()
                    .any(|block| self.blocks[block].arguments.contains(value))
        };
        self.ops.iter().any(|(op, model)| {
            !part.ops.contains(op)
                && (model.operands.iter().any(is_inside)
                    || model.successors.iter().any(|block| part.blocks.contains(block)))
        })
    }

    /// Removes a part, whose roots are unlinked.
    pub fn remove(&mut self, part: &Part) {
        for op in &part.ops {
            let model = self.ops.remove(op).expect("an operation that exists");
            for region in model.regions {
                self.regions.remove(&region);
            }
        }
        for block in &part.blocks {
            let model = self.blocks.remove(block).expect("a block that exists");
            for argument in model.arguments {
                self.arguments.remove(&argument);
            }
        }
    }

    /// Compares everything with the IR.
    ///
    /// # Panics
    /// Something differs.
    pub fn check(&self, context: &Context) {
        let mut uses: BTreeMap<Value, Vec<(Op, usize)>> = BTreeMap::new();
        let mut edges: BTreeMap<Block, Vec<(Op, usize)>> = BTreeMap::new();
        for (op, model) in &self.ops {
            self.check_op(context, *op, model);
            for (index, value) in model.operands.iter().enumerate() {
                uses.entry(*value).or_default().push((*op, index));
            }
            for (index, block) in model.successors.iter().enumerate() {
                edges.entry(*block).or_default().push((*op, index));
            }
        }
        for value in self.values() {
            let found = value.uses(context).map(|at| {
                assert_eq!(at.value(context), value);
                (at.owner(context), at.index(context))
            });
            let mut found: Vec<_> = found.collect();
            found.sort();
            assert_eq!(found, uses.remove(&value).unwrap_or_default(), "uses of a value");
        }
        assert!(uses.is_empty(), "operands that are no values: {uses:?}");
        for (block, model) in &self.blocks {
            check_block(context, *block, model);
            let found = block
                .uses(context)
                .map(|at| (at.owner(context), at.index(context)));
            let mut found: Vec<_> = found.collect();
            found.sort();
            assert_eq!(found, edges.remove(block).unwrap_or_default(), "uses of a block");
        }
        for (region, model) in &self.regions {
            let blocks: Vec<Block> = region.blocks(context).collect();
            assert_eq!(blocks, model.blocks);
            let mut reversed: Vec<Block> = region.blocks(context).rev().collect();
            reversed.reverse();
            assert_eq!(reversed, model.blocks);
            assert_eq!(region.parent_op(context), model.owner);
        }
    }

    fn check_op(&self, context: &Context, op: Op, model: &OpModel) {
        assert_eq!(op.name(context), model.name);
        assert_eq!(op.operands(context).collect::<Vec<_>>(), model.operands);
        assert_eq!(op.results(context).collect::<Vec<_>>(), model.results);
        assert_eq!(op.successors(context).collect::<Vec<_>>(), model.successors);
        assert_eq!(op.regions(context).collect::<Vec<_>>(), model.regions);
        assert_eq!(op.block(context), model.block);
        assert_eq!(op.parent_op(context), self.parent(op));
        for (index, result) in model.results.iter().enumerate() {
            assert_eq!(result.owner(context), ValueOwner::Result { op, index });
        }
        for (index, region) in model.regions.iter().enumerate() {
            assert_eq!(region.index(context), index);
        }
    }
}

fn check_block(context: &Context, block: Block, model: &BlockModel) {
    assert_eq!(block.arguments(context).collect::<Vec<_>>(), model.arguments);
    assert_eq!(block.operations(context).collect::<Vec<_>>(), model.ops);
    let mut reversed: Vec<Op> = block.operations(context).rev().collect();
    reversed.reverse();
    assert_eq!(reversed, model.ops);
    assert_eq!(block.region(context), model.region);
    assert_eq!(block.first_op(context), model.ops.first().copied());
    assert_eq!(block.last_op(context), model.ops.last().copied());
    for (index, argument) in model.arguments.iter().enumerate() {
        assert_eq!(argument.owner(context), ValueOwner::Argument { block, index });
    }
    for pair in model.ops.windows(2) {
        assert_eq!(pair[0].next(context), Some(pair[1]));
        assert_eq!(pair[1].previous(context), Some(pair[0]));
        assert!(pair[0].is_before_in_block(context, pair[1]));
        assert!(!pair[1].is_before_in_block(context, pair[0]));
    }
}
