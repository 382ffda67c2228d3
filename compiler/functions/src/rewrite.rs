//! `rewrite.*`: patterns of front ends, and the drivers that apply them.
//!
//! Invariant: while a pattern's function runs, the driver does not hold the editor of the context. What the function changes
//! through its rewriter is recorded and reported to the driver when it returns; an operation that it erases in another way is
//! found by its generation. In a conversion everything that the function changes is noted, and undone if the conversion fails.
//!
//! # Layers
//!
//! - `config`, `target`: how drivers work; what is legal
//! - `replace`: replacing operations in a conversion
//! - `pattern`: patterns, and their rewriter
//! - `types`: converters of types
//! - `conversion`: conversion patterns
//! - `pdl`: patterns of the `pdl` dialect

mod config;
mod conversion;
mod definition;
mod pattern;
mod pdl;
mod replace;
mod target;
mod types;

use std::sync::{Mutex, PoisonError};

use tvmlike::packed_func;
use tvmlike_ir as ir;
use tvmlike_transform::{
    ConversionFailure, ConversionMode, ConversionPatterns, FrozenPatterns, GreedyConfig, analyze_conversion,
    catch_panic, convert, rewrite_greedily, walk_and_rewrite,
};

use crate::api::*;
use crate::handles::{Context, Converting, OpView, OperationBase, Ref};
use crate::pass_manager::{Target, take_failure};
use crate::shared_function::SharedFunction;
use crate::{current, diagnostics, errors};
use config::GreedyRewriteConfig;
use conversion::{Converters, ForeignConversion};
use definition::Definition;
use pattern::ForeignPattern;
use pdl::PdlPatterns;
use target::{ConversionConfig, ConversionTarget};
use types::TypeConverter;

/// Patterns that functions are.
#[derive(Object)]
#[object(key = "rewrite.RewritePatternSet")]
pub(crate) struct RewritePatternSet {
    context: ObjectPtr<Context>,
    patterns: Mutex<Vec<Definition>>,
}

/// Patterns that drivers apply.
#[derive(Object)]
#[object(key = "rewrite.FrozenRewritePatternSet")]
pub(crate) struct FrozenRewritePatternSet {
    context: ObjectPtr<Context>,
    patterns: FrozenPatterns,
    definitions: Vec<Definition>,
    /// Patterns of the `pdl` dialect.
    pdl: Option<PdlPatterns>,
}

impl RewritePatternSet {
    fn push(
        &self,
        root: &str,
        function: PackedFunc,
        benefit: i64,
        converter: Option<ObjectPtr<TypeConverter>>,
    ) -> Result<()> {
        let benefit = u16::try_from(benefit)
            .map_err(|_| errors::value_error(format!("benefit must be from 0 to 65535, got {benefit}")))?;
        let definition = Definition {
            root: root.to_owned(),
            benefit,
            function: SharedFunction::new(function),
            converter,
        };
        self.patterns
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(definition);
        Ok(())
    }
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
    /// returns True if the operation does not match.
    fn add_pattern(&self, root: &str, function: PackedFunc, #[default(1)] benefit: i64) -> Result<()> {
        self.push(root, function, benefit, None)
    }

    /// Adds a conversion pattern for operations of a name. The function is called with an operation, the converted operands (a
    /// value each, or a list of values where the type of an operand becomes several), the converter, and a
    /// `rewrite.ConversionPatternRewriter`; it returns True if the operation does not match.
    fn add_conversion_pattern(
        &self,
        root: &str,
        function: PackedFunc,
        type_converter: ObjectPtr<TypeConverter>,
        #[default(1)] benefit: i64,
    ) -> Result<()> {
        self.push(root, function, benefit, Some(type_converter))
    }

    /// The patterns, ready to be applied. Patterns that are added later are not among them.
    fn freeze(&self) -> FrozenRewritePatternSet {
        let definitions: Vec<Definition> = self
            .patterns
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .iter()
            .map(Definition::copy)
            .collect();
        let mut patterns = ir::PatternSet::default();
        for each in definitions.iter().filter(|each| each.converter.is_none()) {
            patterns.add(ForeignPattern::new(
                &self.context.core,
                &each.root,
                each.benefit,
                each.function.share(),
            ));
        }
        FrozenRewritePatternSet {
            context: self.context.clone(),
            patterns: FrozenPatterns::new(&self.context.core, &patterns),
            definitions,
            pdl: None,
        }
    }
}

impl FrozenRewritePatternSet {
    /// The patterns of a `pdl` module.
    fn of_pdl(context: &ObjectPtr<Context>, patterns: &ir::PatternSet, pdl: PdlPatterns) -> Self {
        Self {
            context: context.clone(),
            patterns: FrozenPatterns::new(&context.core, patterns),
            definitions: Vec::new(),
            pdl: Some(pdl),
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
    if let Some(conversion) = set.definitions.iter().find(|each| each.converter.is_some()) {
        return Err(errors::value_error(format!(
            "the conversion pattern for {} is not applied by this driver; use apply_partial_conversion or \
             apply_full_conversion",
            conversion.root
        )));
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
        catch_panic(&mut edit, op, "a pattern", |edit| drive(edit, op, &set.patterns))
            .unwrap_or_else(|_| Err("a pattern panicked".to_owned()))
            .map_err(Error::runtime_error)
    });
    match take_failure() {
        Some(error) => Err(error),
        None if result.is_err() && !found.is_empty() => {
            Err(diagnostics::error(context, "pattern application failed", found))
        }
        None => result,
    }
}

/// That a limit ended a rewrite before nothing changed.
fn not_converged(config: &GreedyConfig) -> String {
    let limit = |name: &str, limit: Option<usize>| Some(format!("{name} = {}", limit?));
    let limits = [
        limit("max_iterations", config.max_iterations),
        limit("max_num_rewrites", config.max_rewrites),
    ];
    let limits: Vec<String> = limits.into_iter().flatten().collect();
    format!(
        "pattern application failed to converge within {}; if the patterns have an end, set a larger limit in \
         GreedyRewriteConfig",
        limits.join(" and ")
    )
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
        false => Err(Error::runtime_error(not_converged(&config))),
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

/// Runs a conversion of an operation, which is what it was before if that fails.
fn apply_conversion<R>(
    what: &str,
    operation: &Ref,
    target: &ConversionTarget,
    set: &FrozenRewritePatternSet,
    run: impl FnOnce(
        &mut ir::Exclusive<'_>,
        ir::Op,
        &tvmlike_transform::ConversionTarget,
        &ConversionPatterns,
    ) -> std::result::Result<R, ConversionFailure>,
) -> Result<R> {
    let context = &set.context;
    if !operation.context().same_as(context) {
        return Err(errors::other_context("operation"));
    }
    if !target.context.same_as(context) {
        return Err(errors::other_context("target"));
    }
    take_failure();
    let (result, found) = context.core.capture_diagnostics(|| -> Result<_> {
        let mut edit = context.edit()?;
        let op = operation.op()?;
        if edit.cause().is_none() {
            edit.set_cause(Some(context.core.identifier("a conversion")));
        }
        let _converting = Converting::begin(context);
        let mut converters = Converters::default();
        let mut patterns = ConversionPatterns::new();
        for each in &set.definitions {
            let tree = operation.handle;
            let converter = each.converter.as_ref();
            let built = converter.map(|converter| converters.get(converter, tree));
            let pattern = ForeignConversion {
                name: format!("pattern for {}", each.root),
                root: each.root.clone(),
                benefit: each.benefit,
                function: each.function.share(),
                converter: each.converter.clone(),
                tree,
            };
            patterns.add(pattern, built.as_ref());
        }
        if let Some(pdl) = &set.pdl {
            pdl.add_to(&mut patterns, operation.handle)?;
        }
        Ok(run(&mut edit, op, &target.build(), &patterns))
    });
    if let Some(error) = take_failure() {
        return Err(error);
    }
    match result? {
        Ok(result) => {
            found.iter().for_each(|diagnostic| context.core.emit(diagnostic));
            Ok(result)
        }
        Err(_) => Err(diagnostics::error(context, what, found)),
    }
}

/// How a conversion works; `None`: as by default.
fn configured(config: Option<&ConversionConfig>) -> tvmlike_transform::ConversionConfig {
    config.map_or_else(ConversionConfig::defaults, ConversionConfig::current)
}

/// Converts an operation in a mode.
fn apply_in_mode(
    op: &Target,
    target: &ConversionTarget,
    set: &FrozenRewritePatternSet,
    config: Option<&ConversionConfig>,
    mode: ConversionMode,
) -> Result<()> {
    let config = configured(config);
    let what = match mode {
        ConversionMode::Partial => "partial conversion failed",
        ConversionMode::Full => "full conversion failed",
    };
    apply_conversion(what, &op.part(), target, set, |edit, op, target, patterns| {
        convert(edit, op, target, patterns, mode, &config)
    })
}

/// Converts what a target calls illegal in an operation, and what patterns can convert of the rest. If it fails, the operation is
/// what it was before.
#[packed_func("rewrite.apply_partial_conversion", release_gil)]
fn apply_partial_conversion(
    op: Target,
    target: &ConversionTarget,
    set: &FrozenRewritePatternSet,
    #[default(None)] config: Option<&ConversionConfig>,
) -> Result<()> {
    apply_in_mode(&op, target, set, config, ConversionMode::Partial)
}

/// Makes everything in an operation legal for a target. If it fails, the operation is what it was before.
#[packed_func("rewrite.apply_full_conversion", release_gil)]
fn apply_full_conversion(
    op: Target,
    target: &ConversionTarget,
    set: &FrozenRewritePatternSet,
    #[default(None)] config: Option<&ConversionConfig>,
) -> Result<()> {
    apply_in_mode(&op, target, set, config, ConversionMode::Full)
}

/// Returns the operations in an operation, with itself, that are legal for a target or can be made so, in the order of a walk
/// from the top. The operation stays as it is: the conversion, which MLIR calls an analysis conversion, is undone.
#[packed_func("rewrite.apply_analysis_conversion", release_gil)]
fn apply_analysis_conversion(
    op: Target,
    target: &ConversionTarget,
    set: &FrozenRewritePatternSet,
    #[default(None)] config: Option<&ConversionConfig>,
) -> Result<Vec<ObjectPtr<OpView>>> {
    let (config, part) = (configured(config), op.part());
    let what = "analysis conversion failed";
    let legal = apply_conversion(what, &part, target, set, |edit, op, target, patterns| {
        analyze_conversion(edit, op, target, patterns, &config)
    })?;
    let view = |op| OperationBase::inside(&part, op).into_view(part.context());
    Ok(legal.into_iter().map(view).collect())
}
