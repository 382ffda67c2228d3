//! Local aliases: whether two values can refer to the same memory, from what is seen of their definitions.
//!
//! Views are followed to what they show, and arguments and results to what control flow passes to them. Invariant: `No` is
//! right in each execution.

use std::collections::HashSet;

use foldhash::fast::FixedState;
use tvmlike_define::Definition;
use tvmlike_ir::{
    Branch, Context, Effect, EffectKind, EffectTarget, Op, Region, RegionBranch, Traits, Value, ValueOwner,
};

/// Whether values refer to the same memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AliasResult {
    /// They do not.
    No,
    /// They can.
    May,
    /// A part of one is the other.
    Partial,
    /// They do.
    Must,
}

/// How far definitions are followed.
const MAX_DEPTH: usize = 10;

/// The definitions that a value can come from.
struct Origins<'c> {
    context: &'c Context,
    seen: HashSet<Value, FixedState>,
    found: Vec<Value>,
}

/// Whether two values can refer to the same memory.
pub fn alias(context: &Context, first: Value, second: Value) -> AliasResult {
    if first == second {
        return AliasResult::Must;
    }
    let [left, right] = [first, second].map(|value| {
        let mut origins = Origins {
            context,
            seen: HashSet::default(),
            found: Vec::new(),
        };
        origins.follow(value, MAX_DEPTH);
        origins.found
    });
    let pairs = left.iter().flat_map(|a| right.iter().map(move |b| (*a, *b)));
    let results = pairs.map(|(a, b)| alias_of_origins(context, a, b));
    let merge = |a, b| if a == b { a } else { AliasResult::May };
    results.reduce(merge).unwrap_or(AliasResult::May)
}

/// The memory that a value is allocated in, if an operation allocates it.
struct Allocation {
    /// The operation with whose end the memory is freed, or the function around the allocation.
    scope: Option<Op>,
}

fn allocation(context: &Context, value: Value) -> Option<Allocation> {
    let op = match value.owner(context) {
        ValueOwner::Result { op, .. } => op,
        ValueOwner::Argument { block, .. } => block.parent_op(context)?,
    };
    let effects = op.memory_effects(context)?;
    let effect = effects
        .iter()
        .find(|effect| effect.kind == EffectKind::Allocate && effect.target == EffectTarget::Value(value))?;
    let wanted = match effect.resource {
        Effect::AUTOMATIC => "AutomaticAllocationScope",
        _ => "FunctionOpInterface",
    };
    let mut scope = op.parent_op(context);
    while let Some(at) = scope {
        if has_trait(context, at, wanted) {
            break;
        }
        scope = at.parent_op(context);
    }
    Some(Allocation { scope })
}

/// Whether the record of an operation names a trait or an interface.
fn has_trait(context: &Context, op: Op, name: &str) -> bool {
    let definition = op
        .info(context)
        .and_then(|info| info.extensions().get::<Definition>());
    definition.is_some_and(|it| it.record().traits.iter().any(|each| *each.name == *name))
}

fn alias_of_origins(context: &Context, first: Value, second: Value) -> AliasResult {
    if first == second {
        return AliasResult::Must;
    }
    let is_constant = |value: Value| {
        let op = value.defining_op(context);
        op.is_some_and(|op| op.has_trait(context, Traits::CONSTANT_LIKE))
    };
    let decide = |is_apart: bool| {
        if is_apart {
            AliasResult::No
        } else {
            AliasResult::May
        }
    };
    let allocations = [first, second].map(|value| allocation(context, value));
    match [first, second].map(is_constant) {
        [true, true] => return AliasResult::May,
        [true, false] => return decide(allocations[1].is_some()),
        [false, true] => return decide(allocations[0].is_some()),
        [false, false] => {}
    }
    let (scope, other) = match allocations {
        [Some(_), Some(_)] => return AliasResult::No,
        [None, None] => return AliasResult::May,
        [Some(own), None] => (own.scope, second),
        [None, Some(own)] => (own.scope, first),
    };
    let parent = other
        .parent_block(context)
        .and_then(|block| block.parent_op(context));
    let (Some(scope), Some(parent)) = (scope, parent) else {
        return AliasResult::May;
    };
    // What was there before the allocation is something else.
    let is_argument = parent == scope
        && matches!(other.owner(context), ValueOwner::Argument { block, .. }
            if block.region(context).and_then(|region| region.first_block(context)) == Some(block));
    decide(is_argument || (parent != scope && scope.is_inside(context, parent)))
}

impl Origins<'_> {
    fn follow(&mut self, value: Value, depth: usize) {
        if !self.seen.insert(value) {
            return;
        }
        if depth == 0 {
            self.found.push(value);
            return;
        }
        match value.owner(self.context) {
            ValueOwner::Result { op, index } => self.follow_result(value, op, index, depth - 1),
            ValueOwner::Argument { block, index } => {
                let region = block.region(self.context);
                let is_entry = region.and_then(|region| region.first_block(self.context)) == Some(block);
                match is_entry {
                    false => self.follow_branches(value, block, index, depth - 1),
                    true => {
                        let parent = block.parent_op(self.context);
                        let branch = parent.and_then(|op| op.interface::<RegionBranch>(self.context));
                        match (parent, branch) {
                            (Some(op), Some(branch)) => {
                                self.follow_regions(value, op, branch, region, depth - 1)
                            }
                            _ => self.found.push(value),
                        }
                    }
                }
            }
        }
    }

    fn follow_result(&mut self, value: Value, op: Op, index: usize, depth: usize) {
        if index == 0
            && has_trait(self.context, op, "ViewLikeOpInterface")
            && let Some(source) = op.operand(self.context, 0)
        {
            self.follow(source, depth);
        } else if let Some(branch) = op.interface::<RegionBranch>(self.context) {
            self.follow_regions(value, op, branch, None, depth);
        } else {
            self.found.push(value);
        }
    }

    /// What terminators pass to an argument.
    fn follow_branches(&mut self, value: Value, block: tvmlike_ir::Block, index: usize, depth: usize) {
        let context = self.context;
        for at in block.uses(context) {
            let op = at.owner(context);
            let operand = op
                .interface::<Branch>(context)
                .and_then(|branch| branch.operand_of(context, op, at.index(context), index));
            match operand {
                Some(operand) => self.follow(operand, depth),
                None => {
                    self.found.push(value);
                    return;
                }
            }
        }
    }

    /// What an operation passes to an argument of its region, or to its result.
    fn follow_regions(
        &mut self,
        value: Value,
        op: Op,
        branch: &RegionBranch,
        to: Option<Region>,
        depth: usize,
    ) {
        let context = self.context;
        let passed_from = |from: Option<Region>| {
            let successors = (branch.successors)(context, op, from, &[]);
            let next = successors.into_iter().find(|next| next.region == to)?;
            let index = next.inputs.iter().position(|input| *input == value);
            Some((next, index))
        };
        let mut sources = vec![None];
        sources.extend(op.regions(context).map(Some));
        for from in sources {
            let Some((next, index)) = passed_from(from) else {
                continue;
            };
            let Some(index) = index else {
                self.found.push(value);
                return;
            };
            let ends: Vec<Op> = match from {
                None => vec![op],
                Some(region) => region
                    .blocks(context)
                    .filter_map(|block| block.last_op(context))
                    .collect(),
            };
            for end in ends {
                let range = match from {
                    None => Some((branch.entry_operands)(context, op, &next)),
                    Some(_) => end.passed_operands(context, &next),
                };
                match range.and_then(|range| end.operand(context, range.start + index)) {
                    Some(operand) => self.follow(operand, depth),
                    None if from.is_some() && end.num_successors(context) == 0 => {}
                    None => {
                        self.found.push(value);
                        return;
                    }
                }
            }
        }
    }
}
