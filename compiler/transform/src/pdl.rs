//! Patterns as data: the operations of the `pdl` dialect become patterns for the greedy driver and for dialect conversion.
//!
//! A module with `pdl.pattern` operations is compiled once. Each pattern is a list of steps that read the IR from a root
//! operation on and bind the values of the pattern to what they find, and a list of actions that change the IR with what is
//! bound. Functions of the program that a pattern names, constraints and rewrites, are found when the patterns are made.
//!
//! Invariant: a step reads only what an earlier one has bound. An action never uses what an earlier one has erased; it ends the
//! rewrite with an error instead.
//!
//! # Layers
//!
//! - `functions`: values of patterns, and constraints and rewrites of the program
//! - `plan`, `bound`: what a pattern is compiled to, and that with the functions that it calls
//! - `reader`: the parts of `pdl` operations
//! - `compiler`, `actions`, `compile`: compiling what is matched, what is made, and both
//! - `matcher`, `rewrite`: matching, and changing the IR
//! - `pattern`: compiled patterns as patterns of the drivers

mod actions;
mod bound;
mod compile;
mod compiler;
mod functions;
mod matcher;
mod pattern;
mod plan;
mod reader;
mod rewrite;

use std::sync::Arc;

use tvmlike_ir::{Context, Op, PatternSet, WalkOrder, WalkResult};

use crate::conversion::ConversionPatterns;
use bound::Bound;
use functions::FunctionKind;
pub use functions::{DriverRewriter, PdlFunction, PdlFunctions, PdlRewriter, PdlValue};
use pattern::{PdlConversion, PdlPattern};
use plan::Plan;

/// Patterns that were read from a module. They do not depend on the module any more.
#[derive(Clone, Default, Debug)]
pub struct PdlModule {
    plans: Vec<Arc<Plan>>,
}

impl PdlModule {
    /// Reads the patterns in an operation, in their order.
    ///
    /// # Errors
    /// The operation is invalid, which was reported as a diagnostic, or a pattern makes an operation that the context does not
    /// know.
    pub fn read(context: &Context, module: Op) -> Result<Self, String> {
        // The verifier knows which operations infer types if their dialects are loaded.
        module.walk(context, WalkOrder::PreOrder, |op| {
            if let Some(name) =
                reader::text(context, op, "opName").filter(|_| reader::is(context, op, "operation"))
            {
                context.load_op_info(context.identifier(name));
            }
            WalkResult::Advance
        });
        if context.verify(module).is_err() {
            return Err("the module of patterns is invalid".to_owned());
        }
        let mut patterns = Vec::new();
        module.walk(context, WalkOrder::PreOrder, |op| {
            if reader::is(context, op, "pattern") {
                patterns.push(op);
                return WalkResult::Skip;
            }
            WalkResult::Advance
        });
        let plans = patterns
            .into_iter()
            .map(|pattern| compile::compile(context, pattern).map(Arc::new));
        Ok(Self {
            plans: plans.collect::<Result<_, _>>()?,
        })
    }

    /// The number of patterns.
    pub fn len(&self) -> usize {
        self.plans.len()
    }

    /// Whether there is no pattern.
    pub fn is_empty(&self) -> bool {
        self.plans.is_empty()
    }

    fn bind(&self, functions: &PdlFunctions) -> Result<Vec<Bound>, String> {
        let bind = |plan: &Arc<Plan>| {
            let functions = plan.functions.iter().map(|(kind, name)| {
                functions.find(*kind, name).ok_or_else(|| {
                    let kind = match kind {
                        FunctionKind::Constraint => "constraint",
                        FunctionKind::Rewrite => "rewrite",
                    };
                    format!("{}: the {kind} function '{name}' is not registered", plan.title())
                })
            });
            Ok(Bound {
                plan: Arc::clone(plan),
                functions: functions.collect::<Result<_, String>>()?,
            })
        };
        self.plans.iter().map(bind).collect()
    }

    /// The patterns for the greedy driver.
    ///
    /// # Errors
    /// A pattern names a function that is not registered.
    pub fn patterns(&self, functions: &PdlFunctions) -> Result<PatternSet, String> {
        let mut set = PatternSet::new();
        for bound in self.bind(functions)? {
            set.add(PdlPattern(bound));
        }
        Ok(set)
    }

    /// Adds the patterns to those of a conversion.
    ///
    /// # Errors
    /// As [`patterns`](Self::patterns); nothing was added then.
    pub fn add_conversions(
        &self,
        functions: &PdlFunctions,
        patterns: &mut ConversionPatterns,
    ) -> Result<(), String> {
        for bound in self.bind(functions)? {
            patterns.add(PdlConversion(bound), None);
        }
        Ok(())
    }
}
