//! The dense data-flow framework: states of the program before and behind each operation.
//!
//! A state flows along the control flow, forward or backward, within what can be called: from block to block, into regions
//! and out of them by what an operation says about its regions. Invariant: a state only grows, by joining; at the end, the
//! state at a place includes what reaches it on each path. Forward, a place that nothing reaches has no state.

use std::collections::{HashMap, VecDeque};

use foldhash::fast::FixedState;
use smallvec::SmallVec;
use tvmlike_ir::{
    Block, Context, Op, Region, RegionBranch, RegionSuccessors, SideTable, WalkOrder, WalkResult,
};

/// The direction in which states flow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// From the start of what is called.
    Forward,
    /// From its ends.
    Backward,
}

impl Direction {
    fn other(self) -> Self {
        match self {
            Self::Forward => Self::Backward,
            Self::Backward => Self::Forward,
        }
    }
}

/// What the framework finds out about places.
pub trait DenseAnalysis {
    /// A state of the program.
    type State: Clone;
    /// Why an analysis ends early.
    type Error;

    /// The state where an analysis begins: at the start (backward: at an end) of a region that is entered or left in a way
    /// that is not known. The block is the first one, or one of the last ones; backward also one from which no end is
    /// reached.
    ///
    /// # Errors
    /// The analysis ends.
    fn boundary(&mut self, context: &Context, block: Block) -> Result<Self::State, Self::Error>;

    /// Makes a state include another one. Whether that changed it.
    ///
    /// # Errors
    /// The analysis ends.
    fn join(&mut self, into: &mut Self::State, other: &Self::State) -> Result<bool, Self::Error>;

    /// The state behind (backward: before) an operation, from the one on its other side. Not asked of an operation between whose
    /// regions the control flow is known: there, only states of regions are joined.
    ///
    /// # Errors
    /// The analysis ends.
    fn transfer(
        &mut self,
        context: &Context,
        op: Op,
        state: &Self::State,
    ) -> Result<Self::State, Self::Error>;
}

type States<K, S> = HashMap<K, S, FixedState>;

/// The states that an analysis has found.
#[derive(Debug)]
pub struct Dense<S> {
    before: States<Op, S>,
    after: States<Op, S>,
}

impl<S> Dense<S> {
    /// The state before an operation; `None`: nothing reaches the place, or it is not in what was analyzed.
    pub fn before(&self, op: Op) -> Option<&S> {
        self.before.get(&op)
    }

    /// The state behind an operation; `None`: nothing reaches the place, or it is not in what was analyzed.
    pub fn after(&self, op: Op) -> Option<&S> {
        self.after.get(&op)
    }

    /// The states before operations, and those behind them.
    pub fn into_states(self) -> (HashMap<Op, S, FixedState>, HashMap<Op, S, FixedState>) {
        (self.before, self.after)
    }

    /// The states on that side of operations from which a direction comes.
    fn side(&mut self, direction: Direction) -> &mut States<Op, S> {
        match direction {
            Direction::Forward => &mut self.before,
            Direction::Backward => &mut self.after,
        }
    }
}

impl<S: Clone> Dense<S> {
    /// Analyzes what is in an operation.
    ///
    /// # Errors
    /// What the analysis returned.
    pub fn solve<A: DenseAnalysis<State = S>>(
        context: &Context,
        root: Op,
        direction: Direction,
        analysis: &mut A,
    ) -> Result<Self, A::Error> {
        let mut solver = Solver {
            context,
            root,
            direction,
            analysis,
            found: Self {
                before: HashMap::default(),
                after: HashMap::default(),
            },
            reached: HashMap::default(),
            left: HashMap::default(),
            pending: VecDeque::new(),
            is_pending: SideTable::new(),
            is_rest_pending: SideTable::new(),
        };
        solver.begin()?;
        solver.drain()?;
        if direction == Direction::Backward {
            solver.begin_in_endless_loops()?;
        }
        Ok(solver.found)
    }
}

struct Solver<'a, A: DenseAnalysis> {
    context: &'a Context,
    root: Op,
    direction: Direction,
    analysis: &'a mut A,
    found: Dense<A::State>,
    /// The states where the visit of a block begins: at its start, backward at its end.
    reached: States<Block, A::State>,
    /// The states where the visit of a block ends, of blocks that were visited to the end.
    left: States<Block, A::State>,
    /// Blocks to visit, or the rest of their operations from one on.
    pending: VecDeque<(Block, Option<Op>)>,
    is_pending: SideTable<Block, bool>,
    is_rest_pending: SideTable<Op, bool>,
}

impl<A: DenseAnalysis> Solver<'_, A> {
    /// Gives the blocks a state at which an analysis begins. Forward, regions in what is analyzed are entered where the
    /// operation around is reached.
    fn begin(&mut self) -> Result<(), A::Error> {
        let context = self.context;
        let mut blocks: Vec<Block> = Vec::new();
        self.root.walk(context, WalkOrder::PreOrder, |op| {
            if branch_of(context, op).is_none() || op == self.root {
                blocks.extend(op.regions(context).flat_map(|region| self.ends(region)));
            }
            match self.direction {
                Direction::Forward => WalkResult::Interrupt,
                Direction::Backward => WalkResult::Advance,
            }
        });
        self.begin_at(blocks)
    }

    /// Gives blocks that have no state yet one at which an analysis begins.
    fn begin_at(&mut self, blocks: impl IntoIterator<Item = Block>) -> Result<(), A::Error> {
        for block in blocks {
            if !self.reached.contains_key(&block) {
                let state = self.analysis.boundary(self.context, block)?;
                self.reach(block, &state)?;
            }
        }
        Ok(())
    }

    /// Gives a state to blocks from which no end is reached.
    fn begin_in_endless_loops(&mut self) -> Result<(), A::Error> {
        let context = self.context;
        let mut blocks: Vec<Block> = Vec::new();
        self.root.walk(context, WalkOrder::PreOrder, |op| {
            blocks.extend(op.regions(context).flat_map(|region| region.blocks(context)));
            WalkResult::Advance
        });
        for block in blocks.into_iter().rev() {
            if !self.reached.contains_key(&block) {
                let state = self.analysis.boundary(context, block)?;
                self.reach(block, &state)?;
                self.drain()?;
            }
        }
        Ok(())
    }

    fn drain(&mut self) -> Result<(), A::Error> {
        while let Some((block, from)) = self.pending.pop_front() {
            match from {
                None => self.is_pending.set(block, false),
                Some(op) => self.is_rest_pending.set(op, false),
            }
            self.visit_block(block, from)?;
        }
        Ok(())
    }

    /// Where states come into a region: its first block, backward the blocks that leave it.
    fn ends(&self, region: Region) -> SmallVec<[Block; 2]> {
        match self.direction {
            Direction::Forward => region.first_block(self.context).into_iter().collect(),
            Direction::Backward => exits(self.context, region),
        }
    }

    /// Adds a state to the one where the visit of a block begins.
    fn reach(&mut self, block: Block, state: &A::State) -> Result<(), A::Error> {
        let changed = match self.reached.get_mut(&block) {
            Some(old) => self.analysis.join(old, state)?,
            None => {
                self.reached.insert(block, state.clone());
                true
            }
        };
        if changed && !std::mem::replace(self.is_pending.entry(block), true) {
            self.pending.push_back((block, None));
        }
        Ok(())
    }

    /// Visits the operations of a block, all or from one on, as long as something changes.
    fn visit_block(&mut self, block: Block, from: Option<Op>) -> Result<(), A::Error> {
        let context = self.context;
        let direction = self.direction;
        let begin = match from {
            None => self.reached.get(&block),
            Some(op) => self.found.side(direction).get(&op),
        };
        let Some(mut state) = begin.cloned() else {
            return Ok(());
        };
        let mut at = from.or_else(|| match direction {
            Direction::Forward => block.first_op(context),
            Direction::Backward => block.last_op(context),
        });
        while let Some(op) = at {
            self.found.side(direction).insert(op, state.clone());
            let next = match branch_of(context, op) {
                None => {
                    for region in op.regions(context) {
                        self.begin_at(self.ends(region))?;
                    }
                    Some(self.analysis.transfer(context, op, &state)?)
                }
                Some(branch) => self.visit_regions(op, branch, &state)?,
            };
            let Some(next) = next else {
                // Nothing is known yet to leave the regions.
                return Ok(());
            };
            state = match self.found.side(direction.other()).get_mut(&op) {
                Some(old) => {
                    if !self.analysis.join(old, &next)? {
                        return Ok(());
                    }
                    old.clone()
                }
                None => {
                    self.found.side(direction.other()).insert(op, next.clone());
                    next
                }
            };
            at = match direction {
                Direction::Forward => op.next(context),
                Direction::Backward => op.previous(context),
            };
        }
        self.leave_block(block, &state)
    }

    /// The state on the other side of an operation between whose regions the control flow is known.
    fn visit_regions(
        &mut self,
        op: Op,
        branch: &RegionBranch,
        state: &A::State,
    ) -> Result<Option<A::State>, A::Error> {
        let context = self.context;
        let entries = successors(context, op, branch, None);
        let leaving = op
            .regions(context)
            .filter(|region| leads_to(context, op, branch, *region, None))
            .flat_map(|region| exits(context, region));
        // What goes into the regions, and what comes out of them.
        let inner: SmallVec<[Option<Block>; 4]> = entries
            .iter()
            .map(|successor| successor.region.and_then(|region| region.first_block(context)))
            .collect();
        let passes = inner.contains(&None);
        let entered: SmallVec<[Block; 4]> = inner.into_iter().flatten().collect();
        let left: SmallVec<[Block; 4]> = leaving.collect();
        let (into, out) = match self.direction {
            Direction::Forward => (entered, left),
            Direction::Backward => (left, entered),
        };
        for block in into {
            self.reach(block, state)?;
        }
        let mut next = passes.then(|| state.clone());
        for block in out {
            match (self.left.get(&block).cloned(), &mut next) {
                (None, _) => {}
                (Some(state), None) => next = Some(state),
                (Some(state), Some(next)) => {
                    self.analysis.join(next, &state)?;
                }
            }
        }
        Ok(next)
    }

    /// Passes on the state at the end (backward: at the start) of a block.
    fn leave_block(&mut self, block: Block, state: &A::State) -> Result<(), A::Error> {
        let context = self.context;
        self.left.insert(block, state.clone());
        let neighbours: SmallVec<[Block; 4]> = match self.direction {
            Direction::Forward => block.successors(context).collect(),
            Direction::Backward => block.predecessors(context).collect(),
        };
        for neighbour in &neighbours {
            self.reach(*neighbour, state)?;
        }
        let Some(region) = block.region(context) else {
            return Ok(());
        };
        let is_end = match self.direction {
            Direction::Forward => neighbours.is_empty(),
            Direction::Backward => region.first_block(context) == Some(block),
        };
        let parent = region.parent_op(context);
        let Some((parent, branch)) = parent.and_then(|op| Some((op, branch_of(context, op)?))) else {
            return Ok(());
        };
        if !is_end {
            return Ok(());
        }
        // Other regions, and what is behind (backward: before) the operation.
        let others: SmallVec<[Region; 2]> = match self.direction {
            Direction::Forward => successors(context, parent, branch, Some(region))
                .iter()
                .filter_map(|successor| successor.region)
                .collect(),
            Direction::Backward => parent
                .regions(context)
                .filter(|from| leads_to(context, parent, branch, *from, Some(region)))
                .collect(),
        };
        for other in others {
            for end in self.ends(other) {
                self.reach(end, state)?;
            }
        }
        let around = parent.block(context).filter(|_| parent != self.root);
        if let Some(around) = around
            && !std::mem::replace(self.is_rest_pending.entry(parent), true)
        {
            self.pending.push_back((around, Some(parent)));
        }
        Ok(())
    }
}

/// What an operation says about the control flow between its regions.
fn branch_of(context: &Context, op: Op) -> Option<&RegionBranch> {
    match op.num_regions(context) {
        0 => None,
        _ => op.interface::<RegionBranch>(context),
    }
}

/// Where control can go from an operation itself, or from the end of one of its regions.
fn successors(context: &Context, op: Op, branch: &RegionBranch, from: Option<Region>) -> RegionSuccessors {
    let unknown: SmallVec<[_; 4]> = match from {
        None => SmallVec::from_elem(None, op.num_operands(context)),
        Some(_) => SmallVec::new(),
    };
    (branch.successors)(context, op, from, &unknown)
}

/// Whether control can go from the end of a region to another one, or behind the operation.
fn leads_to(context: &Context, op: Op, branch: &RegionBranch, from: Region, to: Option<Region>) -> bool {
    let all = successors(context, op, branch, Some(from));
    all.iter().any(|successor| successor.region == to)
}

/// The blocks from which control leaves a region.
fn exits(context: &Context, region: Region) -> SmallVec<[Block; 2]> {
    let leaves = |block: &Block| {
        let last = block.last_op(context);
        last.is_none_or(|last| last.num_successors(context) == 0)
    };
    region.blocks(context).filter(leaves).collect()
}
