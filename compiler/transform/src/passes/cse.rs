//! `cse`: replaces operations by earlier ones that are the same, and erases what is dead.
//!
//! Invariant: an operation in the table of known ones is defined before whatever looks it up: it dominates it.

mod known;

use smallvec::SmallVec;
use tvmlike_ir::{
    Block, Context, DominanceInfo, EffectKind, Effects, Exclusive, Failure, Op, PostDominanceInfo, Region,
    SideTable, Traits,
};

use crate::pass::{Pass, PassRecord, Run};
use known::Known;

pub(super) fn record() -> PassRecord {
    PassRecord::new("cse", "Eliminate common sub-expressions", |_| Ok(Box::new(Cse)))
        .shown_as("CSE")
        .with_statistics(&[
            ("num-cse'd", "Number of operations CSE'd"),
            ("num-dce'd", "Number of operations DCE'd"),
        ])
}

struct Cse;

impl Pass for Cse {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let op = run.op();
        let (dominance, edit) = run.analysis::<DominanceInfo>();
        let mut driver = Driver {
            context: edit.context(),
            edit,
            dominance,
            // So many that the block is of the thread's own memory (`known::FIRST`).
            erased: Vec::with_capacity(512),
            writes: 1,
            reads: SideTable::new(),
            shared: 0,
            dead: 0,
        };
        let mut known = Known::default();
        for region in op.regions(driver.context) {
            driver.region(&mut known, region);
        }
        let (shared, dead) = (driver.shared, driver.dead);
        let changed = !driver.erased.is_empty();
        for op in std::mem::take(&mut driver.erased) {
            // The users of a dead operation are dead, and were met after it: they are erased with it.
            driver.erase(op);
        }
        run.count(0, shared);
        run.count(1, dead);
        if changed {
            run.preserved().one::<DominanceInfo>();
            run.preserved().one::<PostDominanceInfo>();
        } else {
            run.preserved().all();
        }
        Ok(())
    }
}

struct Driver<'d, 'c> {
    context: &'c Context,
    edit: &'d mut Exclusive<'c>,
    dominance: &'d mut DominanceInfo,
    /// What is erased at the end.
    erased: Vec<Op>,
    /// How many operations that may write were met so far, counted from 1.
    writes: u32,
    /// That number when an operation that reads was met.
    reads: SideTable<Op, u32>,
    shared: u64,
    dead: u64,
}

impl Driver<'_, '_> {
    fn erase(&mut self, op: Op) {
        let erased = op.erase(self.edit);
        erased.expect("an operation that is erased has no uses");
    }

    /// Simplifies a region, whose operations can be replaced by known ones.
    fn region(&mut self, known: &mut Known, region: Region) {
        let Some(entry) = region.first_block(self.context) else {
            return;
        };
        let is_ordered = self.dominance.has_ssa_dominance(self.context, entry);
        if entry.next(self.context).is_none() {
            let scope = known.begin();
            self.block(known, entry, is_ordered);
            known.end(scope);
        } else if is_ordered {
            self.blocks(known, region, entry);
        }
    }

    /// Simplifies the blocks of a region, each with what is known in those that dominate it.
    fn blocks(&mut self, known: &mut Known, region: Region, entry: Block) {
        let mut children: SideTable<Block, u32> = SideTable::new();
        let mut lists: Vec<SmallVec<[Block; 4]>> = vec![SmallVec::new()];
        for block in region.blocks(self.context) {
            if let Some(parent) = self.dominance.immediate_dominator(self.context, block) {
                let number = children.entry(parent);
                if *number == 0 {
                    *number = lists.len() as u32;
                    lists.push(SmallVec::new());
                }
                lists[*number as usize].push(block);
            }
        }
        enum Step {
            Enter(Block),
            Leave(known::Scope),
        }
        let mut steps = vec![Step::Enter(entry)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Leave(scope) => known.end(scope),
                Step::Enter(block) => {
                    steps.push(Step::Leave(known.begin()));
                    self.block(known, block, true);
                    let list = &lists[children.get(block) as usize];
                    steps.extend(list.iter().rev().map(|child| Step::Enter(*child)));
                }
            }
        }
    }

    fn block(&mut self, known: &mut Known, block: Block, is_ordered: bool) {
        let mut at = block.first_op(self.context);
        while let Some(op) = at {
            if op.num_regions(self.context) > 0 {
                // The numbers count within one block.
                let writes = self.writes;
                if op.might_have_trait(self.context, Traits::ISOLATED_FROM_ABOVE) {
                    let mut own = Known::default();
                    for region in op.regions(self.context) {
                        self.region(&mut own, region);
                    }
                } else {
                    for region in op.regions(self.context) {
                        self.region(known, region);
                    }
                }
                self.writes = writes;
            }
            self.op(known, op, is_ordered);
            at = op.next(self.context);
        }
    }

    fn op(&mut self, known: &mut Known, op: Op, is_ordered: bool) {
        let context = self.context;
        let Some(info) = op.info(context) else {
            self.writes += 1;
            return;
        };
        let traits = info.traits();
        if traits.contains(Traits::TERMINATOR) {
            return;
        }
        let has_regions = op.num_regions(context) > 0;
        if !has_regions && !traits.intersects(Traits::NO_MEMORY_EFFECT | Traits::SYMBOL) {
            self.op_with_effects(known, op, is_ordered);
            return;
        }
        if op.is_trivially_dead(context) {
            self.erased.push(op);
            self.dead += 1;
            return;
        }
        if has_regions && op.regions(context).any(|region| has_blocks(context, region)) {
            self.count_writes(op);
            return;
        }
        let is_free = match traits.contains(Traits::NO_MEMORY_EFFECT) && !has_regions {
            true => true,
            false => op.is_memory_effect_free(context),
        };
        if !is_free {
            self.reading_op(known, op, op.memory_effects(context).as_ref(), is_ordered);
            return;
        }
        if let Some(existing) = known.find_or_insert(context, op) {
            self.replace(known, op, existing, is_ordered);
        }
    }

    /// Counts an operation if it may write.
    fn count_writes(&mut self, op: Op) {
        let all = op.memory_effects_recursively(self.context);
        self.writes += u32::from(all.is_none_or(|effects| writes(&effects)));
    }

    /// An operation without regions that is no symbol, whose effects are found once.
    fn op_with_effects(&mut self, known: &mut Known, op: Op, is_ordered: bool) {
        let context = self.context;
        let effects = op.memory_effects(context);
        let mut results = op.results(context);
        if results.all(|result| !result.has_uses(context))
            && match &effects {
                Some(effects) => op.can_drop(context, effects),
                None => op.has_trait(context, Traits::RECURSIVE_MEMORY_EFFECTS),
            }
        {
            self.erased.push(op);
            self.dead += 1;
            return;
        }
        let is_free = match &effects {
            Some(effects) => effects.is_empty(),
            None => op.has_trait(context, Traits::RECURSIVE_MEMORY_EFFECTS),
        };
        if !is_free {
            self.reading_op(known, op, effects.as_ref(), is_ordered);
        } else if let Some(existing) = known.find_or_insert(context, op) {
            self.replace(known, op, existing, is_ordered);
        }
    }

    /// An operation that only reads can be replaced by an earlier one of the block if nothing is written in between. Another one
    /// may write.
    fn reading_op(&mut self, known: &mut Known, op: Op, effects: Option<&Effects>, is_ordered: bool) {
        let context = self.context;
        let only_reads = effects.is_some_and(|effects| {
            !effects.is_empty() && effects.iter().all(|effect| effect.kind == EffectKind::Read)
        });
        if !only_reads {
            match effects {
                Some(effects) if op.num_regions(context) == 0 => self.writes += u32::from(writes(effects)),
                _ => self.count_writes(op),
            }
            return;
        }
        if let Some(existing) = known.find(context, op)
            && existing.block(context) == op.block(context)
            && self.reads.get(existing) == self.writes
        {
            self.replace(known, op, existing, is_ordered);
            return;
        }
        self.reads.set(op, self.writes);
        known.insert(context, op);
    }

    /// Makes the uses of an operation uses of an earlier one.
    fn replace(&mut self, known: &Known, op: Op, existing: Op, is_ordered: bool) {
        let context = self.context;
        let pairs = || op.results(context).zip(existing.results(context));
        if is_ordered {
            for (from, to) in pairs() {
                from.replace_all_uses_with(self.edit, to);
            }
            self.erased.push(op);
        } else {
            // Where the order does not count, only what was not visited yet can change.
            for (from, to) in pairs() {
                from.replace_uses_if(self.edit, to, |context, at| {
                    !known.contains(context, at.owner(context))
                });
            }
            if op.results(context).all(|result| !result.has_uses(context)) {
                self.erased.push(op);
            }
        }
        let unknown = context.unknown_location();
        let is_unknown = |op: Op| op.location(context) == unknown;
        if is_unknown(existing) && !is_unknown(op) {
            existing.set_location(self.edit, op.location(context));
        }
        self.shared += 1;
    }
}

/// Whether one of the effects is a write.
fn writes(effects: &Effects) -> bool {
    effects.iter().any(|effect| effect.kind == EffectKind::Write)
}

/// Whether a region has more than one block.
fn has_blocks(context: &Context, region: Region) -> bool {
    region
        .first_block(context)
        .is_some_and(|block| block.next(context).is_some())
}
