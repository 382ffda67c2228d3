//! Making one operation legal: by a fold, or by a pattern and whatever its result needs.
//!
//! Invariant: where an operation cannot be made legal, everything that was tried is undone, but for folds in place.

use std::collections::HashSet;

use foldhash::fast::FixedState;
use smallvec::SmallVec;
use tvmlike_ir::{
    Block, Context, FoldResult, Folded, InsertionPoint, Materializer, Op, Rewriter, Traits, Value, WalkOrder,
    WalkResult,
};

use super::config::{ConversionConfig, ConversionFolding};
use super::log::Change;
use super::operands::ConvertedOperands;
use super::pattern::{ConversionPatterns, Entry, Sorted};
use super::rewriter::ConversionRewriter;
use super::target::ConversionTarget;

/// Makes operations legal for a target.
pub(super) struct Legalizer<'t> {
    target: &'t ConversionTarget,
    config: &'t ConversionConfig,
    patterns: Sorted,
    /// The numbers of the patterns whose results are being made legal.
    applied: HashSet<usize, FixedState>,
}

/// What a pattern has done.
#[derive(Default)]
struct Done {
    created: Vec<Op>,
    modified: Vec<Op>,
    blocks: Vec<Block>,
}

impl<'t> Legalizer<'t> {
    pub(super) fn new(
        context: &Context,
        target: &'t ConversionTarget,
        patterns: &ConversionPatterns,
        config: &'t ConversionConfig,
    ) -> Self {
        Self {
            target,
            config,
            patterns: Sorted::new(context, patterns),
            applied: HashSet::default(),
        }
    }

    /// Makes an operation legal. Whether it is.
    pub(super) fn legalize(&mut self, rewriter: &mut ConversionRewriter<'_, '_>, op: Op) -> bool {
        let context = rewriter.context();
        if rewriter.replaced.contains(&op) || rewriter.ignored.contains(&op) {
            return true;
        }
        if self.target.is_legal(rewriter.edit, op) == Some(true) {
            if self.target.is_recursively_legal(rewriter.edit, op) {
                op.walk(context, WalkOrder::PreOrder, |nested| {
                    if nested != op {
                        rewriter.ignored.insert(nested);
                    }
                    WalkResult::Advance
                });
            }
            return true;
        }
        match self.config.folding {
            ConversionFolding::Never => self.apply_patterns(rewriter, op),
            ConversionFolding::BeforePatterns => self.fold(rewriter, op) || self.apply_patterns(rewriter, op),
            ConversionFolding::AfterPatterns => self.apply_patterns(rewriter, op) || self.fold(rewriter, op),
        }
    }

    fn fold(&mut self, rewriter: &mut ConversionRewriter<'_, '_>, op: Op) -> bool {
        let context = rewriter.context();
        if op.has_trait(context, Traits::CONSTANT_LIKE) {
            return false;
        }
        let start = rewriter.log.len();
        rewriter.note_parts(op);
        let mut folded = op.fold(rewriter.edit);
        // What changes in place can be folded again.
        while folded == Some(Folded::InPlace) {
            match op.fold(rewriter.edit) {
                None => break,
                again => folded = again,
            }
        }
        let results = match folded {
            None => {
                rewriter.log.pop();
                return false;
            }
            // As in MLIR, the operation stays folded if it cannot be made legal.
            Some(Folded::InPlace) => return self.legalize(rewriter, op),
            Some(Folded::Results(results)) => results,
        };
        let made = rewriter.log.len();
        let is_legal = match materialize(rewriter, op, &results) {
            None => false,
            Some(values) => {
                let constants: Vec<Op> = created(&rewriter.log[made..]);
                rewriter.replace_op(op, &values);
                constants
                    .into_iter()
                    .all(|constant| self.legalize(rewriter, constant))
            }
        };
        if !is_legal {
            rewriter.undo(start);
        }
        is_legal
    }

    fn apply_patterns(&mut self, rewriter: &mut ConversionRewriter<'_, '_>, op: Op) -> bool {
        let context = rewriter.context();
        let entries: SmallVec<[(usize, Entry); 2]> =
            self.patterns.of(op.name(context)).iter().cloned().collect();
        for (number, entry) in entries {
            if !self.applied.insert(number) && !entry.pattern.is_recursive() {
                continue;
            }
            let start = rewriter.log.len();
            let is_legal = apply(rewriter, op, &entry).is_some() && self.legalize_result(rewriter, op, start);
            self.applied.remove(&number);
            if is_legal {
                return true;
            }
            rewriter.undo(start);
            if self.config.is_interrupted() {
                return false;
            }
        }
        false
    }

    /// Makes legal what a pattern has done since the log had a length.
    fn legalize_result(&mut self, rewriter: &mut ConversionRewriter<'_, '_>, op: Op, start: usize) -> bool {
        let context = rewriter.context();
        let mut done = Done::default();
        for change in &rewriter.log[start..] {
            match change {
                Change::Created(made) | Change::Copied(made) if !rewriter.casts.contains_key(made) => {
                    done.created.push(*made);
                }
                Change::Modified(changed, _) if !done.modified.contains(changed) => {
                    done.modified.push(*changed);
                }
                Change::BlockCreated(block) | Change::BlockMoved(block, ..) => done.blocks.push(*block),
                _ => {}
            }
        }
        if !rewriter.replaced.contains(&op) && !done.modified.contains(&op) {
            return false;
        }
        let mut parents: Vec<Op> = Vec::new();
        for block in &done.blocks {
            let Some(region) = block.region(context) else {
                continue;
            };
            let Some(parent) = region.parent_op(context) else {
                continue;
            };
            if parent == op || block.num_arguments(context) == 0 {
                continue;
            }
            if let Some(converter) = rewriter.region_converters.get(&region).cloned() {
                let Some(signature) = converter.convert_block(context, *block) else {
                    return false;
                };
                rewriter.change_signature(*block, &signature, Some(&converter));
            } else if !done.created.contains(&parent) && !parents.contains(&parent) {
                parents.push(parent);
                if !self.legalize(rewriter, parent) {
                    return false;
                }
            }
        }
        let Done {
            created, modified, ..
        } = done;
        modified
            .into_iter()
            .chain(created)
            .all(|made| self.legalize(rewriter, made))
    }
}

/// The operations that were made in a part of the log.
fn created(changes: &[Change]) -> Vec<Op> {
    let created = changes.iter().filter_map(|change| match change {
        Change::Created(op) => Some(*op),
        _ => None,
    });
    created.collect()
}

/// Applies a pattern.
fn apply(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, entry: &Entry) -> Option<()> {
    let context = rewriter.context();
    rewriter.place = InsertionPoint::before(context, op);
    rewriter.converter = entry.converter.clone();
    let operands: Option<Vec<_>> = op
        .operands(context)
        .map(|operand| rewriter.converted(operand))
        .collect();
    let result =
        operands.and_then(|operands| entry.pattern.rewrite(rewriter, op, &ConvertedOperands(operands)));
    rewriter.converter = None;
    result
}

/// The values of folded results: constants are made before the operation. `None`: one cannot be made.
fn materialize(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    results: &[FoldResult],
) -> Option<SmallVec<[Value; 4]>> {
    let context = rewriter.context();
    if results.len() != op.num_results(context) {
        return None;
    }
    let mut values = SmallVec::new();
    for (result, old) in results.iter().zip(op.results(context)) {
        let ty = old.ty(context);
        match result {
            FoldResult::Value(value) if value.ty(context) == ty => values.push(*value),
            FoldResult::Value(_) => return None,
            FoldResult::Attribute(attribute) => {
                let Materializer(materialize) = op.dialect(context)?.extensions().get()?;
                let mut plain = Rewriter::new(rewriter.edit);
                plain.set_before(op);
                let constant = materialize(&mut plain, *attribute, ty, op.location(context))?;
                rewriter.log.push(Change::Created(constant));
                values.push(constant.result(context, 0)?);
            }
        }
    }
    Some(values)
}
