//! The greedy driver: applies folds and patterns to all operations of a region until nothing changes, in MLIR's order.
//!
//! A worklist holds the operations that are to be visited. What a rewrite makes or changes is visited again, with the
//! operations around it. Invariant: every operation in the worklist exists.

mod config;
mod driver;
mod kept;
mod outcome;
mod plans;
mod worklist;

pub use config::{GreedyConfig, Interrupt, RegionSimplification, Strictness};
pub use outcome::{GreedyError, GreedyOutcome};

use smallvec::SmallVec;
use tvmlike_ir::{
    Context, Exclusive, FoldResult, Folded, Listener, Materializer, Op, Region, Rewriter, Value, WalkOrder,
    WalkResult,
};

use crate::applicator::FrozenPatterns;
use crate::folder::Folder;
use crate::regions::{erase_unreachable_blocks, simplify_regions};
use driver::Driver;
use plans::Plan;

/// How often the driver asks whether it should end.
const INTERRUPT_INTERVAL: usize = 1 << 12;

/// Applies folds and patterns to the operations in the regions of an operation that is isolated from above.
///
/// # Errors
/// The rewrite was interrupted, or a pattern failed. What was rewritten until then stays.
pub fn rewrite_greedily(
    edit: &mut Exclusive<'_>,
    op: Op,
    patterns: &FrozenPatterns,
    config: &GreedyConfig,
) -> Result<GreedyOutcome, GreedyError> {
    let mut all = GreedyOutcome {
        changed: false,
        converged: true,
    };
    let regions: SmallVec<[Region; 2]> = op.regions(edit).collect();
    for region in regions {
        let outcome = rewrite_region_greedily(edit, region, patterns, config, None)?;
        all.changed |= outcome.changed;
        all.converged &= outcome.converged;
    }
    Ok(all)
}

/// As [`rewrite_greedily`], for one region, reporting all changes to a listener.
///
/// # Errors
/// As [`rewrite_greedily`].
pub fn rewrite_region_greedily(
    edit: &mut Exclusive<'_>,
    region: Region,
    patterns: &FrozenPatterns,
    config: &GreedyConfig,
    listener: Option<&mut dyn Listener>,
) -> Result<GreedyOutcome, GreedyError> {
    let mut driver = Driver::new(patterns, config, Some(config.scope.unwrap_or(region)), listener);
    if config.strictness != Strictness::AnyOp {
        for_each_op(edit, region, WalkOrder::PreOrder, |_, op| {
            driver.given.set(op, true)
        });
    }
    let mut iterations = 0;
    loop {
        if config.max_iterations.is_some_and(|limit| iterations >= limit) {
            // The last iteration changed something.
            return Ok(GreedyOutcome {
                changed: iterations > 0,
                converged: iterations == 0,
            });
        }
        iterations += 1;
        // What simplifies regions has left no unreached blocks.
        let is_simplified = config.region_simplification != RegionSimplification::Disabled;
        if iterations == 1 || !is_simplified {
            erase_unreachable_blocks(&mut Rewriter::with_listener(edit, &mut driver), &[region]);
        }
        fill(edit, region, &mut driver, config);
        let mut changed = drain(edit, &mut driver, config)?;
        if is_simplified {
            let mut rewriter = Rewriter::with_listener(edit, &mut driver);
            let merge = config.region_simplification == RegionSimplification::Aggressive;
            changed |= simplify_regions(&mut rewriter, &[region], merge);
        }
        if !changed {
            return Ok(GreedyOutcome {
                changed: iterations > 1,
                converged: true,
            });
        }
    }
}

/// Applies folds and patterns to given operations, and to what the configuration's strictness allows beside them.
///
/// # Errors
/// As [`rewrite_greedily`].
pub fn rewrite_ops_greedily(
    edit: &mut Exclusive<'_>,
    ops: &[Op],
    patterns: &FrozenPatterns,
    config: &GreedyConfig,
    listener: Option<&mut dyn Listener>,
) -> Result<GreedyOutcome, GreedyError> {
    let scope = config.scope.or_else(|| common_region(edit, ops));
    let mut driver = Driver::new(patterns, config, scope, listener);
    for op in ops {
        driver.given.set(*op, config.strictness != Strictness::AnyOp);
    }
    for op in ops {
        driver.add_one(edit, *op);
    }
    let changed = drain(edit, &mut driver, config)?;
    Ok(GreedyOutcome {
        changed,
        converged: driver.worklist.pop(edit).is_none(),
    })
}

/// Applies patterns to the operations in the regions of an operation, to each once, in post-order. Operations that patterns
/// make are not visited. Whether something changed.
///
/// # Errors
/// A pattern failed. What was rewritten until then stays.
pub fn walk_and_rewrite(
    edit: &mut Exclusive<'_>,
    root: Op,
    patterns: &FrozenPatterns,
) -> Result<bool, GreedyError> {
    let context = edit.context();
    let mut handles = Vec::new();
    root.walk(context, WalkOrder::PostOrder, |op| {
        if op != root {
            handles.push(context.op_handle(op));
        }
        WalkResult::Advance
    });
    let mut changed = false;
    for handle in handles {
        // One that an earlier rewrite erased is not visited.
        let Ok(op) = context.resolve_op(handle) else {
            continue;
        };
        for candidate in patterns.of(op.name(context)) {
            let Some(pattern) = candidate.for_op(context, op) else {
                continue;
            };
            let mut rewriter = Rewriter::new(edit);
            rewriter.set_before(op);
            let rewritten = pattern.rewrite(&mut rewriter, op).is_some();
            if let Some(reason) = rewriter.take_failure() {
                return Err(GreedyError::Pattern(reason));
            }
            changed |= rewritten;
            if rewritten || context.resolve_op(handle).is_err() {
                break;
            }
        }
    }
    Ok(changed)
}

/// The innermost region that contains all operations.
fn common_region(context: &Context, ops: &[Op]) -> Option<Region> {
    let mut regions = ops.iter().map(|op| op.parent_region(context));
    let mut common = regions.next()??;
    for region in regions {
        let region = region?;
        while !region.is_inside(context, common) {
            common = common.parent_region(context)?;
        }
    }
    Some(common)
}

/// Visits the operations in a region. The visit can erase the operation that it gets, or move it within its block's start.
fn for_each_op(
    edit: &mut Exclusive<'_>,
    region: Region,
    order: WalkOrder,
    mut visit: impl FnMut(&mut Exclusive<'_>, Op),
) {
    let mut at = region.first_block(edit);
    while let Some(block) = at {
        at = block.next(edit);
        let mut next = block.first_op(edit);
        while let Some(op) = next {
            next = op.next(edit);
            op.walk_mut(edit, order, |edit, op| {
                visit(edit, op);
                WalkResult::Advance
            });
        }
    }
}

/// Fills the worklist with all operations of a region. Constants are shared meanwhile, so that later visits do not change
/// their order.
fn fill(edit: &mut Exclusive<'_>, region: Region, driver: &mut Driver<'_, '_>, config: &GreedyConfig) {
    driver.worklist.clear();
    driver.kept.clear();
    let mut folder = Folder::for_walk();
    let mut visit = |edit: &mut Exclusive<'_>, op: Op| -> bool {
        if config.share_constants
            && let Some(value) = op.constant_value(edit)
            && !folder.insert_known(edit, driver, op, value)
        {
            return false;
        }
        // From the top, what is around an operation is in the list already.
        if config.top_down && driver.scope == Some(region) {
            driver.add_one(edit, op);
        } else {
            driver.add(edit, op);
        }
        true
    };
    let order = match config.top_down {
        true => WalkOrder::PreOrder,
        false => WalkOrder::PostOrder,
    };
    let mut at = region.first_block(edit);
    while let Some(block) = at {
        at = block.next(edit);
        let mut next = block.first_op(edit);
        while let Some(op) = next {
            next = op.next(edit);
            if op.num_regions(edit) == 0 {
                visit(edit, op);
                continue;
            }
            op.walk_mut(edit, order, |edit, op| match visit(edit, op) {
                true => WalkResult::Advance,
                false => WalkResult::Skip,
            });
        }
    }
    if config.top_down {
        driver.worklist.reverse();
    }
}

/// Visits the operations of the worklist until it is empty. Whether something changed.
///
/// # Errors
/// A pattern failed, the rewrite was interrupted, or it seems to have no end.
fn drain<'a, 'c: 'a>(
    edit: &mut Exclusive<'c>,
    driver: &mut Driver<'a, '_>,
    config: &GreedyConfig,
) -> Result<bool, GreedyError> {
    let context = edit.context();
    let (mut changed, mut rewrites, mut visits) = (false, 0, 0_usize);
    let limit = config.rewrite_limit(driver.worklist.len());
    while rewrites < limit {
        let Some(op) = driver.worklist.pop(context) else {
            break;
        };
        visits += 1;
        if visits.is_multiple_of(INTERRUPT_INTERVAL)
            && config.interrupt.as_ref().is_some_and(|interrupt| interrupt())
        {
            return Err(GreedyError::Interrupted);
        }
        let name = op.name(context);
        let plan = driver.plans.of(context, name);
        if plan.is_dead(context, op, &mut driver.kept) {
            Rewriter::with_listener(edit, driver).erase_op(op);
            changed = true;
            continue;
        }
        if driver.needs_itself(context, op) {
            continue;
        }
        if config.fold && plan.is_foldable && fold(edit, driver, op, &plan) {
            changed = true;
            continue;
        }
        let generation = op.generation(context);
        for candidate in plan.patterns {
            let Some(pattern) = candidate.for_op(context, op) else {
                continue;
            };
            let mut rewriter = Rewriter::with_listener(edit, driver);
            rewriter.set_before(op);
            let rewritten = pattern.rewrite(&mut rewriter, op).is_some();
            if let Some(reason) = rewriter.take_failure() {
                return Err(GreedyError::Pattern(reason));
            }
            // A pattern of another language can erase the operation and not match.
            if rewritten || op.generation(context) != generation {
                // It can also move blocks that no listener hears of.
                driver.ordered = None;
                changed = true;
                rewrites += 1;
                if rewrites == limit && config.max_rewrites.is_none() {
                    let op = name.text(context).into();
                    return Err(GreedyError::Endless { rewrites, op });
                }
                break;
            }
        }
    }
    Ok(changed)
}

/// Folds an operation that is no constant, and makes the constants that replace it. Whether it changed.
fn fold(edit: &mut Exclusive<'_>, driver: &mut Driver<'_, '_>, op: Op, plan: &Plan<'_>) -> bool {
    let context = edit.context();
    let Some(info) = plan.info else {
        return false;
    };
    let constants = op.constant_operands(context);
    let results = match op.fold_by(edit, &constants, info, plan.fold) {
        None => return false,
        Some(Folded::InPlace) => {
            driver.op_modified(context, op);
            return true;
        }
        Some(Folded::Results(results)) => results,
    };
    let mut rewriter = Rewriter::with_listener(edit, driver);
    rewriter.set_before(op);
    let Some(values) = materialize(&mut rewriter, op, &results) else {
        return false;
    };
    rewriter.replace_op(op, &values);
    true
}

/// The values of folded results: constants are made at the place. `None`: one cannot be made, or is made by the operation itself,
/// as can be in a graph region; then none is left.
fn materialize(
    rewriter: &mut Rewriter<'_, '_>,
    op: Op,
    results: &[FoldResult],
) -> Option<SmallVec<[Value; 4]>> {
    let context = rewriter.context();
    if results.len() != op.num_results(context) {
        return None;
    }
    let mut values: SmallVec<[Value; 4]> = SmallVec::new();
    let mut made: SmallVec<[Op; 4]> = SmallVec::new();
    for (result, old) in results.iter().zip(op.results(context)) {
        let ty = old.ty(context);
        let value = match result {
            FoldResult::Value(value) => {
                Some(*value).filter(|value| value.ty(context) == ty && value.defining_op(context) != Some(op))
            }
            FoldResult::Attribute(attribute) => {
                let materializer = op.dialect(context).and_then(|dialect| dialect.extensions().get());
                let constant = materializer.and_then(|Materializer(materialize)| {
                    materialize(rewriter, *attribute, ty, op.location(context))
                });
                if let Some(constant) = constant {
                    made.push(constant);
                }
                constant.and_then(|constant| constant.result(context, 0))
            }
        };
        let Some(value) = value else {
            made.into_iter().for_each(|op| rewriter.erase_op(op));
            return None;
        };
        values.push(value);
    }
    Some(values)
}
