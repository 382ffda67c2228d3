//! `rewrite.*`: patterns of front ends, and the drivers that apply them.
//!
//! Invariant: while a pattern's function runs, the driver does not hold the editor of the context. What the function changes
//! through its rewriter is recorded and reported to the driver when it returns; an operation that it erases in another way is
//! found by its generation.

mod config;
mod pattern;

use std::sync::{Arc, Mutex, PoisonError};

use tvmlike::packed_func;
use tvmlike_ir as ir;
use tvmlike_transform::{FrozenPatterns, rewrite_greedily, walk_and_rewrite};

use crate::api::*;
use crate::handles::{Context, Ref};
use crate::pass_manager::{Target, take_failure};
use crate::{current, diagnostics, errors};
use config::GreedyRewriteConfig;
use pattern::ForeignPattern;

/// Patterns that functions are.
#[derive(Object)]
#[object(key = "rewrite.RewritePatternSet")]
pub(crate) struct RewritePatternSet {
    context: ObjectPtr<Context>,
    patterns: Mutex<ir::PatternSet>,
}

/// Patterns that drivers apply.
#[derive(Object)]
#[object(key = "rewrite.FrozenRewritePatternSet")]
pub(crate) struct FrozenRewritePatternSet {
    context: ObjectPtr<Context>,
    patterns: Arc<FrozenPatterns>,
}

#[methods]
impl RewritePatternSet {
    /// A set without patterns.
    #[init]
    fn new(#[implicit] context: Option<ObjectPtr<Context>>) -> Result<Self> {
        Ok(Self {
            context: current::context(context)?,
            patterns: Mutex::default(),
        })
    }

    /// Adds a pattern for operations of a name. The function is called with an operation and a `rewrite.PatternRewriter`; it
    /// returns something true if the operation does not match.
    #[name("_add")]
    fn add(&self, root: &str, function: PackedFunc, #[default(1)] benefit: i64) -> Result<()> {
        let benefit = u16::try_from(benefit)
            .map_err(|_| errors::value_error(format!("benefit must be from 0 to 65535, got {benefit}")))?;
        let pattern = ForeignPattern::new(root, benefit, function);
        self.patterns
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .add(pattern);
        Ok(())
    }

    /// The patterns, ready to be applied. Patterns that are added later are not among them.
    fn freeze(&self) -> FrozenRewritePatternSet {
        let patterns = self
            .patterns
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        FrozenRewritePatternSet {
            context: self.context.clone(),
            patterns: Arc::new(FrozenPatterns::new(&self.context.core, &patterns)),
        }
    }
}

#[methods]
impl FrozenRewritePatternSet {
    /// The context of the patterns.
    #[getter]
    fn context(&self) -> ObjectPtr<Context> {
        self.context.clone()
    }
}

/// Applies patterns with a driver, and raises what a pattern raised.
fn apply<R>(
    target: &Ref,
    set: &FrozenRewritePatternSet,
    drive: impl FnOnce(&mut ir::Exclusive<'_>, ir::Op, &FrozenPatterns) -> std::result::Result<R, String>,
) -> Result<R> {
    let context = &set.context;
    if !target.context().same_as(context) {
        return Err(errors::other_context("operation"));
    }
    take_failure();
    let (result, found) = context.core.capture_diagnostics(|| {
        let mut edit = context.edit()?;
        let op = target.op()?;
        if !op.has_trait(&edit, ir::Traits::ISOLATED_FROM_ABOVE) {
            let name = op.name(&edit).text(&edit);
            return Err(errors::value_error(format!(
                "patterns are applied to operations that are isolated from above; '{name}' is not"
            )));
        }
        drive(&mut edit, op, &set.patterns).map_err(Error::runtime_error)
    });
    match take_failure() {
        Some(error) => Err(error),
        None if result.is_err() && !found.is_empty() => {
            Err(diagnostics::error(context, "pattern application failed", found))
        }
        None => result,
    }
}

/// Applies patterns and folds to everything in an operation until nothing changes.
#[packed_func("rewrite.apply_patterns_and_fold_greedily", release_gil)]
fn apply_patterns_and_fold_greedily(
    target: Target,
    set: &FrozenRewritePatternSet,
    #[default(None)] config: Option<&GreedyRewriteConfig>,
) -> Result<()> {
    let config = config.map_or_else(GreedyRewriteConfig::defaults, GreedyRewriteConfig::current);
    let outcome = apply(&target.part(), set, |edit, op, patterns| {
        rewrite_greedily(edit, op, patterns, &config).map_err(|error| error.to_string())
    })?;
    match outcome.converged {
        true => Ok(()),
        false => Err(Error::runtime_error("pattern application failed to converge")),
    }
}

/// Applies patterns to everything in an operation, to each operation once.
#[packed_func("rewrite.walk_and_apply_patterns", release_gil)]
fn walk_and_apply_patterns(target: Target, set: &FrozenRewritePatternSet) -> Result<()> {
    apply(&target.part(), set, |edit, op, patterns| {
        walk_and_rewrite(edit, op, patterns).map_err(|error| error.to_string())
    })?;
    Ok(())
}
