//! The region of `omp.target`: the values that the host evaluates are used for numbers of teams and threads, and as bounds of
//! the loop that the whole target runs.

use tvmlike_define::Instance;
use tvmlike_ir::{Block, Context, DominanceInfo, Failure, Op, Traits, Value, WalkOrder, WalkResult};

use super::wrappers::is_wrapper;
use super::{is, is_any, is_own, operands};

pub(super) fn regions(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let children = nested(context, op);
    if children
        .iter()
        .filter(|op| is(context, **op, "omp.teams"))
        .count()
        > 1
    {
        return instance.refuse_plainly("target containing multiple 'omp.teams' nested ops");
    }
    let count = instance.operands("host_eval_vars").len();
    if count == 0 {
        return Ok(());
    }
    let start = instance.operands("has_device_addr_vars").len();
    let entry = op
        .region(context, 0)
        .and_then(|region| region.first_block(context));
    let arguments = entry.into_iter().flat_map(|block| block.arguments(context));
    let captured = captured(context, op, true);
    let execution = captured.map_or_else(Execution::default, |captured| {
        Execution::of(context, op, captured)
    });
    for argument in arguments.skip(start).take(count) {
        for user in argument.uses(context).map(|operand| operand.owner(context)) {
            if let Some(message) = misuse(context, argument, user, captured, execution) {
                return instance.refuse(format!("host_eval argument {message}"));
            }
        }
    }
    Ok(())
}

/// The operations in an operation's region.
fn nested(context: &Context, op: Op) -> Vec<Op> {
    let region = op.region(context, 0);
    let blocks = region.into_iter().flat_map(|region| region.blocks(context));
    blocks.flat_map(|block| block.operations(context)).collect()
}

/// What is wrong with a use of a value that the host evaluates.
fn misuse(
    context: &Context,
    value: Value,
    user: Op,
    captured: Option<Op>,
    execution: Execution,
) -> Option<String> {
    let is_in = |names: &[&str]| {
        names
            .iter()
            .any(|name| operands(context, user, name).contains(&value))
    };
    let (is_legal, message) = if is(context, user, "omp.teams") {
        (
            is_in(&["num_teams_lower", "num_teams_upper", "thread_limit"]),
            "only legal as 'num_teams' and 'thread_limit' in 'omp.teams'",
        )
    } else if is(context, user, "omp.parallel") {
        let is_around = captured.is_some_and(|captured| is_ancestor(context, user, captured));
        (
            execution.is_spmd && is_around && is_in(&["num_threads"]),
            "only legal as 'num_threads' in 'omp.parallel' when representing target SPMD",
        )
    } else if is(context, user, "omp.loop_nest") {
        let bounds = ["loop_lower_bounds", "loop_upper_bounds", "loop_steps"];
        (
            execution.has_trip_count && captured == Some(user) && is_in(&bounds),
            "only legal as loop bounds and steps in 'omp.loop_nest' when trip count must be evaluated in the host",
        )
    } else {
        let name = user.name(context).text(context);
        return Some(format!("illegal use in '{name}' operation"));
    };
    (!is_legal).then(|| message.to_owned())
}

/// Whether an operation is another one, or around it.
fn is_ancestor(context: &Context, op: Op, inner: Op) -> bool {
    op == inner || super::ancestors(context, inner).any(|each| each == op)
}

/// How a target runs.
#[derive(Clone, Copy, Default)]
struct Execution {
    /// All threads run the same.
    is_spmd: bool,
    /// The host computes how often the loop runs.
    has_trip_count: bool,
}

impl Execution {
    /// How a target runs whose innermost construct is `captured`.
    fn of(context: &Context, target: Op, captured: Op) -> Self {
        let generic = Self::default();
        if !is(context, captured, "omp.loop_nest") {
            return generic;
        }
        let wrappers = super::ancestors(context, captured).take_while(|op| is_wrapper(context, *op));
        let mut wrappers: Vec<Op> = wrappers.collect();
        if wrappers
            .first()
            .is_some_and(|first| is(context, *first, "omp.simd"))
        {
            wrappers.remove(0);
        }
        let parent = |op: Op, name: &str| {
            let parent = op.parent_op(context);
            parent.filter(|parent| is(context, *parent, name))
        };
        let is_in_target = |op: Option<Op>| op.is_some_and(|op| op.parent_op(context) == Some(target));
        match wrappers[..] {
            [inner, outer] if is(context, inner, "omp.wsloop") && is(context, outer, "omp.distribute") => {
                let teams = parent(outer, "omp.parallel").and_then(|parallel| parent(parallel, "omp.teams"));
                let is_whole = is_in_target(teams);
                Self {
                    is_spmd: is_whole,
                    has_trip_count: is_whole,
                }
            }
            [inner] if is_any(context, inner, &["omp.distribute", "omp.loop"]) => {
                if !is_in_target(parent(inner, "omp.teams")) {
                    return generic;
                }
                Self {
                    is_spmd: is(context, inner, "omp.loop") || has_parallel(context, captured),
                    has_trip_count: true,
                }
            }
            [inner] if is(context, inner, "omp.wsloop") => Self {
                is_spmd: is_in_target(parent(inner, "omp.parallel")),
                has_trip_count: false,
            },
            _ => generic,
        }
    }
}

/// Whether the construct in a loop is `omp.parallel`.
fn has_parallel(context: &Context, nest: Op) -> bool {
    let Some(inner) = captured(context, nest, false) else {
        return false;
    };
    let outermost = std::iter::once(inner).chain(super::ancestors(context, inner));
    let mut outermost = outermost.filter(|op| op.parent_op(context) == Some(nest));
    outermost.next().is_some_and(|op| is(context, op, "omp.parallel"))
}

/// The innermost construct in an operation that is alone in its region, as all around it; with `once`, it must run once.
fn captured(context: &Context, root: Op, once: bool) -> Option<Op> {
    let mut found = None;
    let mut dominance = DominanceInfo::default();
    root.walk(context, WalkOrder::PreOrder, |op| {
        if op == root {
            return WalkResult::Advance;
        }
        if !is_own(context, op) || op.num_regions(context) == 0 {
            return WalkResult::Skip;
        }
        let siblings = op.parent_op(context).map(|parent| nested(context, parent));
        let is_alone = siblings.into_iter().flatten().all(|other| {
            other == op || !is_own(context, other) || other.has_trait(context, Traits::TERMINATOR)
        });
        if !is_alone || once && !runs_once(context, &mut dominance, op) {
            return WalkResult::Interrupt;
        }
        found = Some(op);
        match is(context, op, "omp.loop_nest") {
            true => WalkResult::Interrupt,
            false => WalkResult::Advance,
        }
    });
    found
}

/// Whether an operation is run once whenever its region is left.
fn runs_once(context: &Context, dominance: &mut DominanceInfo, op: Op) -> bool {
    let (Some(block), Some(region)) = (op.block(context), op.parent_region(context)) else {
        return false;
    };
    if reaches(context, block, block) {
        return false;
    }
    region.blocks(context).all(|exit| {
        exit.successors(context).next().is_some()
            || !dominance.is_reachable_from_entry(context, exit)
            || dominance.block_dominates(context, block, exit)
    })
}

/// Whether a successor of a block leads to another block.
fn reaches(context: &Context, from: Block, to: Block) -> bool {
    let mut seen = std::collections::HashSet::new();
    let mut waiting: Vec<Block> = from.successors(context).collect();
    while let Some(block) = waiting.pop() {
        if block == to {
            return true;
        }
        if seen.insert(block) {
            waiting.extend(block.successors(context));
        }
    }
    false
}
