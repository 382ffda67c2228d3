//! `rewrite.ConversionTarget` and `rewrite.ConversionConfig`.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tvmlike_ir as ir;
use tvmlike_runtime::traverse::{Frozen, Traverse, Visitor};
use tvmlike_transform as transform;
use tvmlike_transform::{ConversionFolding, Legality};

use crate::api::*;
use crate::handles::{Context, OperationBase};
use crate::pass_manager::{fail_with, has_failed, is_interrupted};
use crate::{current, defined, errors};

/// Which operations an entry of a target is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum About {
    Ops,
    Dialects,
    Inside,
    Others,
}

#[derive(Clone)]
enum Rule {
    Legal,
    Illegal,
    Decide(PackedFunc),
}

#[derive(Clone)]
struct Entry {
    about: About,
    names: Vec<String>,
    rule: Rule,
}

impl Traverse for Entry {
    fn traverse(&self, visitor: &mut Visitor) {
        if let Rule::Decide(function) = &self.rule {
            function.traverse(visitor);
        }
    }

    fn freeze<'a>(&'a self, _: &mut Frozen<'a>) -> bool {
        true
    }
}

/// The operations that are legal after a conversion.
#[derive(Object)]
#[object(key = "rewrite.ConversionTarget")]
pub(crate) struct ConversionTarget {
    pub(super) context: ObjectPtr<Context>,
    entries: Mutex<Vec<Entry>>,
}

/// Asks a function whether an operation is legal. An error is kept, and ends the conversion.
fn decide(function: &PackedFunc, edit: &mut ir::Exclusive<'_>, op: ir::Op) -> Option<bool> {
    let answer = edit.released(|core| -> Result<Option<bool>> {
        let Some(context) = defined::object_of(core) else {
            return Ok(None);
        };
        let view = OperationBase::lent(&context, op).into_view(&context);
        let _scopes = defined::enter(&context, op.location(core))?;
        function.call((view,))?.view().convert::<Option<bool>>()
    });
    let answer = answer.unwrap_or_else(|refused| Err(errors::value_error(refused)));
    answer.unwrap_or_else(|error| {
        fail_with(error);
        None
    })
}

impl Rule {
    fn legality(&self) -> Legality {
        match self {
            Self::Legal => Legality::Legal,
            Self::Illegal => Legality::Illegal,
            Self::Decide(function) => {
                let function = function.clone();
                Legality::when_foreign(move |edit, op| decide(&function, edit, op))
            }
        }
    }
}

impl ConversionTarget {
    fn add(&self, about: About, names: Vec<String>, rule: Rule) {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        entries.push(Entry { about, names, rule });
    }

    /// The target of a conversion.
    pub(super) fn build(&self) -> transform::ConversionTarget {
        let core = &self.context.core;
        let mut target = transform::ConversionTarget::new();
        let entries = self
            .entries
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        for entry in entries {
            let names: Vec<&str> = entry.names.iter().map(String::as_str).collect();
            let legality = entry.rule.legality();
            match entry.about {
                About::Ops => drop(target.ops(core, &names, &legality)),
                About::Dialects => drop(target.dialects(core, &names, &legality)),
                About::Others => drop(target.others(legality)),
                About::Inside => {
                    for name in names {
                        let decided = match &entry.rule {
                            Rule::Decide(_) => Some(legality.clone()),
                            _ => None,
                        };
                        target.recursively_legal(core, name, decided);
                    }
                }
            }
        }
        target
    }
}

#[methods]
impl ConversionTarget {
    /// A target that knows nothing.
    #[init]
    fn new(#[implicit] context: Option<ObjectPtr<Context>>) -> Result<Self> {
        Ok(Self {
            context: current::context(context)?,
            entries: Mutex::default(),
        })
    }

    /// Makes operations of these names legal; with a function, those for which it returns true.
    fn add_legal_ops(&self, names: Vec<String>, #[default(None)] decide: Option<PackedFunc>) {
        self.add(About::Ops, names, decide.map_or(Rule::Legal, Rule::Decide));
    }

    /// Makes operations of these names illegal.
    fn add_illegal_ops(&self, names: Vec<String>) {
        self.add(About::Ops, names, Rule::Illegal);
    }

    /// Makes operations of these dialects legal, unless their names have entries; with a function, those for which it returns
    /// true.
    fn add_legal_dialects(&self, names: Vec<String>, #[default(None)] decide: Option<PackedFunc>) {
        self.add(About::Dialects, names, decide.map_or(Rule::Legal, Rule::Decide));
    }

    /// Makes operations of these dialects illegal, unless their names have entries.
    fn add_illegal_dialects(&self, names: Vec<String>) {
        self.add(About::Dialects, names, Rule::Illegal);
    }

    /// Makes everything in legal operations of these names legal; with a function, in those for which it returns true.
    fn mark_ops_recursively_legal(&self, names: Vec<String>, #[default(None)] decide: Option<PackedFunc>) {
        self.add(About::Inside, names, decide.map_or(Rule::Legal, Rule::Decide));
    }

    /// Makes operations legal that no other entry is about, if a function returns true for them.
    fn mark_unknown_op_dynamically_legal(&self, callback: PackedFunc) {
        self.add(About::Others, Vec::new(), Rule::Decide(callback));
    }
}

/// When a conversion folds operations.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
#[enum_type("rewrite.DialectConversionFoldingMode")]
pub(crate) enum DialectConversionFoldingMode {
    /// Never.
    Never = 0,
    /// Before it tries patterns.
    BeforePatterns = 1,
    /// Where no pattern makes the operation legal.
    AfterPatterns = 2,
}

/// How a conversion works.
#[derive(Object)]
#[object(key = "rewrite.ConversionConfig")]
pub(crate) struct ConversionConfig {
    config: Mutex<transform::ConversionConfig>,
}

impl ConversionConfig {
    fn config(&self) -> MutexGuard<'_, transform::ConversionConfig> {
        self.config.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The configuration of a conversion without one.
    pub(super) fn defaults() -> transform::ConversionConfig {
        transform::ConversionConfig {
            interrupt: Some(Arc::new(|| has_failed() || is_interrupted())),
            ..transform::ConversionConfig::default()
        }
    }

    /// The configuration as it is now.
    pub(super) fn current(&self) -> transform::ConversionConfig {
        self.config().clone()
    }
}

#[methods]
impl ConversionConfig {
    /// MLIR's defaults.
    #[init]
    fn new() -> Self {
        Self {
            config: Mutex::new(Self::defaults()),
        }
    }

    /// When operations are folded.
    #[getter]
    fn folding_mode(&self) -> DialectConversionFoldingMode {
        match self.config().folding {
            ConversionFolding::Never => DialectConversionFoldingMode::Never,
            ConversionFolding::BeforePatterns => DialectConversionFoldingMode::BeforePatterns,
            ConversionFolding::AfterPatterns => DialectConversionFoldingMode::AfterPatterns,
        }
    }

    #[setter]
    fn set_folding_mode(&self, value: DialectConversionFoldingMode) {
        self.config().folding = match value {
            DialectConversionFoldingMode::Never => ConversionFolding::Never,
            DialectConversionFoldingMode::BeforePatterns => ConversionFolding::BeforePatterns,
            DialectConversionFoldingMode::AfterPatterns => ConversionFolding::AfterPatterns,
        };
    }

    /// Whether materializations replace the casts that are left. Otherwise `builtin.unrealized_conversion_cast`s stay.
    #[getter]
    fn build_materializations(&self) -> bool {
        self.config().materialize
    }

    #[setter]
    fn set_build_materializations(&self, value: bool) {
        self.config().materialize = value;
    }
}
