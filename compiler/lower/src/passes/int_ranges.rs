//! What the passes that use integer ranges share: patterns that know the ranges, and a listener that forgets what is erased.
//!
//! Invariant: a range that is known is of a value that exists; values that patterns make have one only if it was copied.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tvmlike_ir::{Context, Failure, Listener, Op, Pattern, PatternSet, Region, Rewriter};
use tvmlike_transform::{FrozenPatterns, GreedyConfig, Run, rewrite_region_greedily};

pub(super) use crate::int_ranges::Deciders;
use crate::int_ranges::IntRanges;

/// The ranges that patterns of a run share.
#[derive(Clone)]
pub(super) struct Shared(Arc<Mutex<IntRanges>>);

impl Shared {
    /// Analyzes the operation of a run.
    pub(super) fn analyze(run: &mut Run<'_, '_>, deciders: Deciders) -> Result<Self, Failure> {
        Ok(Self(Arc::new(Mutex::new(IntRanges::analyze_in(run, deciders)?))))
    }

    /// The ranges.
    pub(super) fn lock(&self) -> MutexGuard<'_, IntRanges> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Listener for Shared {
    fn op_erased(&mut self, context: &Context, op: Op) {
        self.lock().forget(context, op);
    }
}

/// Rewrites an operation if it matches.
pub(super) type RewriteByRange = fn(&Shared, &mut Rewriter<'_, '_>, Op) -> Option<()>;

/// A pattern that knows the ranges.
struct ByRange {
    name: &'static str,
    root: Option<&'static str>,
    ranges: Shared,
    rewrite: RewriteByRange,
}

impl Pattern for ByRange {
    fn name(&self) -> &str {
        self.name
    }

    fn root(&self) -> Option<&str> {
        self.root
    }

    fn rewrite(&self, rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
        (self.rewrite)(&self.ranges, rewriter, op)
    }
}

/// Patterns by name and root.
pub(super) fn patterns(
    ranges: &Shared,
    table: &[(&'static str, Option<&'static str>, RewriteByRange)],
) -> PatternSet {
    let mut set = PatternSet::new();
    for (name, root, rewrite) in table {
        set.add(ByRange {
            name,
            root: *root,
            ranges: ranges.clone(),
            rewrite: *rewrite,
        });
    }
    set
}

/// Applies patterns to what is in the operation of a run until nothing changes.
pub(super) fn rewrite(run: &mut Run<'_, '_>, ranges: &Shared, patterns: &PatternSet) -> Result<(), Failure> {
    let (context, root) = (run.context(), run.op());
    let patterns = FrozenPatterns::new(context, patterns);
    let config = GreedyConfig {
        interrupt: run.interrupt().cloned(),
        ..GreedyConfig::default()
    };
    let regions: Vec<Region> = root.regions(context).collect();
    let mut listener = ranges.clone();
    let mut changed = false;
    for region in regions {
        match rewrite_region_greedily(run.edit(), region, &patterns, &config, Some(&mut listener)) {
            Ok(outcome) if !outcome.converged => {
                return Err(run.fail("greedy pattern application failed: it did not converge"));
            }
            Ok(outcome) => changed |= outcome.changed,
            Err(error) => return Err(run.fail(error.to_string())),
        }
    }
    if !changed {
        run.preserved().all();
    }
    Ok(())
}
