//! Whether and where values can take the place of a slot.

use std::collections::{HashMap, HashSet};

use tvmlike_ir::{Block, Branch, Context, DominanceInfo, MemorySlot, Op, Region, SlotUse};

use super::super::dropped::Dropped;
use super::use_of;

/// How a slot is replaced.
pub(super) struct Plan {
    /// The operations that read and write the slot, each once.
    pub(super) uses: Vec<Op>,
    /// The region of the slot.
    pub(super) home: Region,
    /// The blocks with operations that read or write the slot.
    pub(super) accessed: HashSet<Block>,
    /// The operations that do without the slot.
    pub(super) dropped: Dropped,
    /// The blocks at whose start several values meet, which become arguments.
    pub(super) merges: HashSet<Block>,
}

impl Plan {
    /// The plan for a slot; `None` if it is not used, or something needs the memory.
    pub(super) fn of(context: &Context, dominance: &mut DominanceInfo, slot: MemorySlot) -> Option<Self> {
        let home = slot.pointer.parent_block(context)?.region(context)?;
        let mut uses = Vec::new();
        let mut dropped = Dropped::default();
        let mut seen = HashSet::new();
        let mut accesses: HashMap<Block, Vec<(Op, SlotUse)>> = HashMap::new();
        for at in slot.pointer.uses(context) {
            let op = at.owner(context);
            let Some(how) = use_of(context, op, slot) else {
                dropped.add(at, context);
                continue;
            };
            if !seen.insert(op) {
                continue;
            }
            uses.push(op);
            let block = op.block(context)?;
            if block.region(context) != Some(home) {
                return None;
            }
            accesses.entry(block).or_default().push((op, how));
        }
        if uses.is_empty() && dropped.is_empty() {
            return None;
        }
        dropped.close(context)?;
        let merges = merges(context, dominance, &accesses);
        // Each way to them passes operands.
        let can_pass = merges.iter().all(|block| {
            let mut predecessors = block.predecessors(context);
            predecessors.all(|from| {
                from.last_op(context)
                    .is_some_and(|op| op.interface::<Branch>(context).is_some())
            })
        });
        can_pass.then_some(Self {
            uses,
            home,
            accessed: accesses.into_keys().collect(),
            dropped,
            merges,
        })
    }
}

/// The blocks at which several values of the slot meet, and in which or behind which it is read.
fn merges(
    context: &Context,
    dominance: &mut DominanceInfo,
    accesses: &HashMap<Block, Vec<(Op, SlotUse)>>,
) -> HashSet<Block> {
    let writes = |block: &Block| {
        accesses
            .get(block)
            .is_some_and(|all| all.iter().any(|(_, how)| matches!(how, SlotUse::Write(_))))
    };
    let mut needed: HashSet<Block> = HashSet::new();
    let reading = accesses
        .iter()
        .filter(|(block, all)| reads_first(context, **block, all));
    let mut pending: Vec<Block> = reading.map(|(block, _)| *block).collect();
    while let Some(block) = pending.pop() {
        if needed.insert(block) {
            pending.extend(block.predecessors(context).filter(|from| !writes(from)));
        }
    }
    // The iterated dominance frontier of the blocks that write, among those that need the value.
    let mut merges = HashSet::new();
    let mut defining: Vec<Block> = accesses.keys().copied().filter(|block| writes(block)).collect();
    let mut frontiers = None;
    while let Some(block) = defining.pop() {
        let frontiers = frontiers.get_or_insert_with(|| frontiers_of(context, dominance, block));
        for at in frontiers.get(&block).into_iter().flatten() {
            if needed.contains(at) && merges.insert(*at) {
                defining.push(*at);
            }
        }
    }
    merges
}

/// Whether the slot is read in a block before it is written there.
fn reads_first(context: &Context, block: Block, accesses: &[(Op, SlotUse)]) -> bool {
    if let [(_, how)] = accesses {
        return *how == SlotUse::Read;
    }
    let by_op: HashMap<Op, SlotUse> = accesses.iter().copied().collect();
    let first = block.operations(context).find_map(|op| by_op.get(&op));
    first == Some(&SlotUse::Read)
}

/// The dominance frontier of each block of a block's region.
fn frontiers_of(
    context: &Context,
    dominance: &mut DominanceInfo,
    block: Block,
) -> HashMap<Block, Vec<Block>> {
    let mut frontiers: HashMap<Block, Vec<Block>> = HashMap::new();
    let blocks = block
        .region(context)
        .into_iter()
        .flat_map(|region| region.blocks(context));
    for join in blocks {
        let predecessors: Vec<Block> = join.predecessors(context).collect();
        let stop = dominance.immediate_dominator(context, join);
        for from in predecessors {
            if !dominance.is_reachable_from_entry(context, from) {
                continue;
            }
            let mut runner = Some(from);
            while let Some(at) = runner.filter(|at| Some(*at) != stop) {
                let frontier = frontiers.entry(at).or_default();
                if !frontier.contains(&join) {
                    frontier.push(join);
                }
                runner = dominance.immediate_dominator(context, at);
            }
        }
    }
    frontiers
}
