//! Conversions of whole trees.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use tvmlike_ir::{Block, Context, Exclusive, Failure, Op, Region};

use super::commit::{commit, prepare};
use super::config::ConversionConfig;
use super::legalize::Legalizer;
use super::pattern::ConversionPatterns;
use super::rewriter::ConversionRewriter;
use super::target::ConversionTarget;
use crate::panics::Place;

/// What a conversion does with operations that it cannot make legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConversionMode {
    /// Those that the target does not call illegal stay as they are.
    Partial,
    /// It fails.
    Full,
}

/// A conversion failed, and has emitted the reason. The IR is what it was before.
pub type ConversionFailure = Failure;

/// Converts what a target does not find legal in a tree, as far as patterns can.
///
/// # Errors
/// An operation that the target calls illegal cannot be converted.
pub fn convert_partial(
    edit: &mut Exclusive<'_>,
    root: Op,
    target: &ConversionTarget,
    patterns: &ConversionPatterns,
) -> Result<(), ConversionFailure> {
    let config = ConversionConfig::default();
    convert(edit, root, target, patterns, ConversionMode::Partial, &config)
}

/// Makes every operation of a tree legal for a target.
///
/// # Errors
/// An operation cannot be converted.
pub fn convert_full(
    edit: &mut Exclusive<'_>,
    root: Op,
    target: &ConversionTarget,
    patterns: &ConversionPatterns,
) -> Result<(), ConversionFailure> {
    let config = ConversionConfig::default();
    convert(edit, root, target, patterns, ConversionMode::Full, &config)
}

/// Converts a tree in a mode, by a configuration.
///
/// # Errors
/// An operation cannot be converted that has to be, or the conversion was interrupted.
pub fn convert(
    edit: &mut Exclusive<'_>,
    root: Op,
    target: &ConversionTarget,
    patterns: &ConversionPatterns,
    mode: ConversionMode,
    config: &ConversionConfig,
) -> Result<(), ConversionFailure> {
    let context = edit.context();
    let place = Place::of(context, root);
    let mut rewriter = ConversionRewriter::new(edit);
    let on_failure = |rewriter: &mut ConversionRewriter<'_, '_>, op: Op| {
        let suffix = match mode {
            ConversionMode::Full => "",
            ConversionMode::Partial if target.is_illegal(rewriter.edit, op) => {
                " that was explicitly marked illegal"
            }
            ConversionMode::Partial => return Ok(()),
        };
        let name = op.name(context);
        let message = format!("failed to legalize operation '{}'{suffix}", name.text(context));
        Err(op.emit_error(context, message).emit())
    };
    let converted = catch_unwind(AssertUnwindSafe(|| {
        legalize_all(&mut rewriter, root, target, patterns, config, on_failure)
            .and_then(|_| commit(&mut rewriter, config))
    }));
    if !matches!(converted, Ok(Ok(()))) {
        rewriter.undo(0);
    }
    converted.unwrap_or_else(|payload| Err(place.report(context, "the conversion", &*payload)))
}

/// Finds out which operations of a tree are legal for a target, or can be made so, in the order of a walk from the top. The
/// tree stays as it is. What MLIR calls an analysis conversion.
///
/// # Errors
/// What the patterns make of the operations does not fit together: a cast is left that no converter can make. Or the
/// conversion was interrupted.
pub fn analyze_conversion(
    edit: &mut Exclusive<'_>,
    root: Op,
    target: &ConversionTarget,
    patterns: &ConversionPatterns,
    config: &ConversionConfig,
) -> Result<Vec<Op>, ConversionFailure> {
    let context = edit.context();
    let place = Place::of(context, root);
    let mut rewriter = ConversionRewriter::new(edit);
    let legal = catch_unwind(AssertUnwindSafe(|| {
        let legal = legalize_all(&mut rewriter, root, target, patterns, config, |_, _| Ok(()))?;
        prepare(&mut rewriter, config).map(|_| legal)
    }));
    rewriter.undo(0);
    legal.unwrap_or_else(|payload| Err(place.report(context, "the conversion", &*payload)))
}

/// Makes the operations of a tree legal. Returns those that are.
fn legalize_all(
    rewriter: &mut ConversionRewriter<'_, '_>,
    root: Op,
    target: &ConversionTarget,
    patterns: &ConversionPatterns,
    config: &ConversionConfig,
    mut on_failure: impl FnMut(&mut ConversionRewriter<'_, '_>, Op) -> Result<(), ConversionFailure>,
) -> Result<Vec<Op>, ConversionFailure> {
    let context = rewriter.context();
    let mut legalizer = Legalizer::new(context, target, patterns, config);
    let mut legal = Vec::new();
    for op in collect(rewriter.edit, root, target) {
        let is_legal = legalizer.legalize(rewriter, op);
        if config.is_interrupted() {
            return Err(op.emit_error(context, "the conversion was interrupted").emit());
        }
        match is_legal {
            true => legal.push(op),
            false => on_failure(rewriter, op)?,
        }
    }
    Ok(legal)
}

/// The operations of a tree from the top, without those in blocks that are not reached.
fn collect(edit: &mut Exclusive<'_>, root: Op, target: &ConversionTarget) -> Vec<Op> {
    let context = edit.context();
    let mut ops = Vec::new();
    let mut pending = vec![root];
    while let Some(op) = pending.pop() {
        ops.push(op);
        let is_legal = target.is_legal(edit, op) == Some(true);
        if is_legal && target.is_recursively_legal(edit, op) {
            continue;
        }
        let first = pending.len();
        for region in op.regions(context) {
            for block in reached(context, region) {
                pending.extend(block.operations(context));
            }
        }
        pending[first..].reverse();
    }
    ops
}

/// The blocks of a region that are reached, depth first from the first one on.
fn reached(context: &Context, region: Region) -> Vec<Block> {
    let Some(entry) = region.first_block(context) else {
        return Vec::new();
    };
    if entry.next(context).is_none() {
        return vec![entry];
    }
    let mut seen = HashSet::from([entry]);
    let mut order = vec![entry];
    let mut path: Vec<(Block, usize)> = vec![(entry, 0)];
    while let Some((block, next)) = path.last_mut() {
        let successor = block.last_op(context).and_then(|op| op.successor(context, *next));
        match successor {
            Some(successor) => {
                *next += 1;
                if seen.insert(successor) {
                    order.push(successor);
                    path.push((successor, 0));
                }
            }
            None => {
                path.pop();
            }
        }
    }
    order
}
