//! Merging blocks that do the same.
//!
//! Blocks are the same if they have the same successors and the same operations, which use the same values or each other. A value of
//! another block that differs becomes an argument of the one block that is left. Invariant: what a block computes is used in it only,
//! or the block stays.

use std::collections::{BTreeSet, HashMap};

use smallvec::SmallVec;
use tvmlike_ir::{Block, Branch, Context, Op, Region, Rewriter, Value, ValueOwner};

/// Merges the same blocks of regions, and of all regions in them. Whether there were some.
pub(super) fn merge_blocks(rewriter: &mut Rewriter<'_, '_>, regions: &[Region]) -> bool {
    let context = rewriter.context();
    let mut changed = false;
    let mut pending = regions.to_vec();
    while let Some(region) = pending.pop() {
        // A merge can make others the same.
        while merge_in(rewriter, region) {
            changed = true;
        }
        let ops = region.blocks(context).flat_map(|block| block.operations(context));
        pending.extend(ops.flat_map(|op| op.regions(context)));
    }
    changed
}

fn merge_in(rewriter: &mut Rewriter<'_, '_>, region: Region) -> bool {
    let context = rewriter.context();
    let mut numbers: HashMap<SmallVec<[Block; 2]>, usize> = HashMap::new();
    let mut groups: Vec<Vec<Block>> = Vec::new();
    for block in region.blocks(context).skip(1) {
        let successors = block.successors(context).collect();
        let number = *numbers.entry(successors).or_insert(groups.len());
        if number == groups.len() {
            groups.push(Vec::new());
        }
        groups[number].push(block);
    }
    let mut changed = false;
    for group in groups.into_iter().filter(|group| group.len() > 1) {
        let mut clusters: Vec<Cluster> = Vec::new();
        for block in group.into_iter().filter(|block| can_be_merged(context, *block)) {
            if !clusters
                .iter_mut()
                .any(|cluster| cluster.add(context, block).is_some())
            {
                clusters.push(Cluster::new(context, block));
            }
        }
        for cluster in clusters {
            changed |= cluster.merge(rewriter).is_some();
        }
    }
    changed
}

/// Whether a block has no regions, and its arguments are used in it only.
fn can_be_merged(context: &Context, block: Block) -> bool {
    let has_regions = |op: Op| op.regions(context).any(|region| !region.is_empty(context));
    !block.operations(context).any(has_regions)
        && block
            .arguments(context)
            .all(|argument| is_used_in(context, argument, block))
}

fn is_used_in(context: &Context, value: Value, block: Block) -> bool {
    value
        .uses(context)
        .all(|at| at.owner(context).block(context) == Some(block))
}

/// The places of a block's arguments and of the results of its operations.
fn places(context: &Context, block: Block) -> HashMap<Value, usize> {
    let results = block.operations(context).flat_map(|op| op.results(context));
    let values = block.arguments(context).chain(results);
    values.enumerate().map(|(place, value)| (value, place)).collect()
}

/// Blocks that are the same as a first one.
struct Cluster {
    leader: Block,
    places: HashMap<Value, usize>,
    others: Vec<Block>,
    /// The operands that differ: the place of the operation in its block, and the number of the operand.
    operands: BTreeSet<(usize, usize)>,
}

impl Cluster {
    fn new(context: &Context, leader: Block) -> Self {
        Self {
            leader,
            places: places(context, leader),
            others: Vec::new(),
            operands: BTreeSet::new(),
        }
    }

    /// Adds a block. `None`: it is not the same.
    fn add(&mut self, context: &Context, block: Block) -> Option<()> {
        let types = |block: Block| block.arguments(context).map(|argument| argument.ty(context));
        if !types(self.leader).eq(types(block)) {
            return None;
        }
        let own = places(context, block);
        let mut different = Vec::new();
        let (mut left, mut right) = (self.leader.operations(context), block.operations(context));
        let mut place = 0;
        loop {
            let (one, two) = match (left.next(), right.next()) {
                (Some(one), Some(two)) => (one, two),
                (None, None) => break,
                _ => return None,
            };
            if !is_alike(context, one, two) {
                return None;
            }
            for (number, (a, b)) in one.operands(context).zip(two.operands(context)).enumerate() {
                if a == b {
                    continue;
                }
                match (self.places.get(&a), own.get(&b)) {
                    (Some(a), Some(b)) if a == b => {}
                    (None, None)
                        if is_passable(context, self.leader, a) && is_passable(context, block, b) =>
                    {
                        different.push((place, number));
                    }
                    _ => return None,
                }
            }
            let is_local = |op: Op, block| {
                op.results(context)
                    .all(|result| is_used_in(context, result, block))
            };
            if !is_local(one, self.leader) || !is_local(two, block) {
                return None;
            }
            place += 1;
        }
        self.operands.extend(different);
        self.others.push(block);
        Some(())
    }

    /// Replaces the other blocks by the first one. `None`: there is none, or what differs cannot be passed to it.
    fn merge(self, rewriter: &mut Rewriter<'_, '_>) -> Option<()> {
        let context = rewriter.context();
        if self.others.is_empty() {
            return None;
        }
        if !self.operands.is_empty() {
            let blocks: Vec<Block> = [&[self.leader][..], &self.others].concat();
            if !blocks.iter().all(|block| has_branches(context, *block)) {
                return None;
            }
            let passed = self.add_arguments(rewriter, &blocks);
            for (block, values) in blocks.iter().zip(&passed) {
                pass(rewriter, *block, values);
            }
        }
        for block in self.others {
            while let Some(at) = block.uses(context).next() {
                let (owner, index) = (at.owner(context), at.index(context));
                rewriter.modify(owner, |edit| owner.set_successor(edit, index, self.leader));
            }
            rewriter.erase_block(block);
        }
        Some(())
    }

    /// Makes arguments of the first block of what differs. What each of the blocks gets.
    fn add_arguments(&self, rewriter: &mut Rewriter<'_, '_>, blocks: &[Block]) -> Vec<Vec<Value>> {
        let context = rewriter.context();
        let value = |block: Block, (place, number): (usize, usize)| {
            let op = block.operations(context).nth(place)?;
            Some((op, op.operand(context, number)?))
        };
        let mut columns: Vec<Vec<Value>> = Vec::new();
        let mut arguments: Vec<Value> = Vec::new();
        for at in &self.operands {
            let column: Option<Vec<Value>> = blocks.iter().map(|block| Some(value(*block, *at)?.1)).collect();
            let (Some(column), Some((op, old))) = (column, value(self.leader, *at)) else {
                continue;
            };
            // As MLIR, compared with the first one for the same value of the first block only.
            let same = columns.iter().position(|each| each[0] == column[0]);
            let known = same.filter(|same| columns[*same] == column);
            let argument = known.map_or_else(
                || {
                    self.leader
                        .add_argument(rewriter.edit(), old.ty(context), old.location(context))
                },
                |known| arguments[known],
            );
            if known.is_none() {
                columns.push(column);
                arguments.push(argument);
            }
            op.set_operand(rewriter.edit(), at.1, argument);
        }
        let of_block = |index: usize| columns.iter().map(|column| column[index]).collect();
        (0..blocks.len()).map(of_block).collect()
    }
}

/// Whether two operations do the same with their operands.
fn is_alike(context: &Context, one: Op, two: Op) -> bool {
    let types = |op: Op| -> SmallVec<[_; 8]> {
        let values = op.operands(context).chain(op.results(context));
        values.map(|value| value.ty(context)).collect()
    };
    one.name(context) == two.name(context)
        && one.num_operands(context) == two.num_operands(context)
        && one.num_results(context) == two.num_results(context)
        && one.num_regions(context) == two.num_regions(context)
        && one.num_successors(context) == two.num_successors(context)
        && one.attributes(context) == two.attributes(context)
        && one.properties(context) == two.properties(context)
        && types(one) == types(two)
}

/// Whether a value can be passed to a block: it is not made by the branch to it.
fn is_passable(context: &Context, block: Block, value: Value) -> bool {
    let ValueOwner::Result { op, .. } = value.owner(context) else {
        return true;
    };
    let made_in = op.block(context);
    let is_terminator = made_in.is_some_and(|block| block.last_op(context) == Some(op));
    !is_terminator
        || !block
            .predecessors(context)
            .any(|predecessor| Some(predecessor) == made_in)
}

/// Whether operands can be passed to a block from everywhere.
fn has_branches(context: &Context, block: Block) -> bool {
    let mut uses = block.uses(context);
    uses.all(|at| at.owner(context).interface::<Branch>(context).is_some())
}

/// Passes values to a block in addition.
fn pass(rewriter: &mut Rewriter<'_, '_>, block: Block, values: &[Value]) {
    let context = rewriter.context();
    let uses: Vec<(Op, usize)> = block
        .uses(context)
        .map(|at| (at.owner(context), at.index(context)))
        .collect();
    for (op, number) in uses {
        let Some(branch) = op.interface::<Branch>(context) else {
            continue;
        };
        let operands = (branch.operands)(context, op, number).operands;
        let mut all: Vec<Value> = op
            .operands(context)
            .skip(operands.start)
            .take(operands.len())
            .collect();
        all.extend(values);
        rewriter.modify(op, |edit| (branch.set_operands)(edit, op, number, &all));
    }
}
