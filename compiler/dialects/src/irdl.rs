//! IRDL: dialects defined by text, `irdl.dialect @cmath { … }`, and known to a context without compilation.
//!
//! A module with definitions is read and verified like any other; [`load_irdl`](crate::load_irdl) then registers its dialects. Invariant:
//! nothing is registered if a definition of the module is wrong.
//!
//! | module | what |
//! |---|---|
//! | `base` | the kinds of types and attributes that constraints name |
//! | `system` | constraints that share variables, and how a value satisfies them |
//! | `read` | the definitions in a module |
//! | `symbols` | types and attributes: their parameters as text |
//! | `operations` | the verifier of an operation |

mod base;
mod operations;
mod read;
mod symbols;
mod system;

use std::fmt;
use std::sync::Arc;

use tvmlike_define::{DialectRecord, Phase, RegisteredCheck};
use tvmlike_ir::{Context, Diagnostic, Dialect, Location, Op, Withdrawal};
use tvmlike_text::{ParseOptions, parse_source};

use crate::library;

/// Why the dialects of a module were not registered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IrdlError {
    /// The definition that is wrong.
    pub location: Location,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for IrdlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for IrdlError {}

/// Whether the library has a dialect of a name, which is loaded then.
type Known<'a> = &'a dyn Fn(&str) -> bool;

/// Makes a context know the dialects of a module.
pub(crate) fn load(context: &Context, module: Op, known: Known<'_>) -> Result<(), IrdlError> {
    let dialects = read::dialects(context, module, known)?;
    for dialect in &dialects {
        let name = &*dialect.name;
        if known(name) || context.dialect(name.as_bytes()).is_some() {
            return Err(IrdlError {
                location: dialect.location,
                message: format!("a dialect with namespace '{name}' has already been registered"),
            });
        }
    }
    for dialect in dialects {
        let location = dialect.location;
        register(context, dialect).map_err(|message| IrdlError { location, message })?;
    }
    Ok(())
}

/// The record of a dialect, which has its operations.
fn record(dialect: &read::Dialect) -> DialectRecord {
    DialectRecord {
        name: dialect.name.clone(),
        operations: dialect.operations.iter().map(operations::record).collect(),
        constraints: vec![operations::any()],
        without_inference: true,
        ..DialectRecord::default()
    }
}

fn register(context: &Context, dialect: read::Dialect) -> Result<(), String> {
    let record = Arc::new(record(&dialect));
    register_as(context, dialect, &record, None, &Withdrawal::default())
}

/// Registers a dialect with its record, in which operations are marked that `check` checks, too.
fn register_as(
    context: &Context,
    dialect: read::Dialect,
    record: &Arc<DialectRecord>,
    check: Option<RegisteredCheck>,
    withdrawal: &Withdrawal,
) -> Result<(), String> {
    let namespace = context.identifier(&*dialect.name);
    context
        .register_dialect(symbols::with_errors(Dialect::new(namespace)))
        .map_err(|error| error.to_string())?;
    for symbol in dialect.symbols {
        symbols::register(context, namespace, symbol)?.bind(withdrawal);
    }
    for (index, operation) in dialect.operations.into_iter().enumerate() {
        let mut info = operations::info(context, record, index, operation);
        let own = &record.operations[index];
        if let Some(check) = check.filter(|_| own.verified_by_hand) {
            info = info.with_verifier(Arc::new(move |context, op| check(context, op, Phase::Operation)));
        }
        if let Some(check) = check.filter(|_| own.regions_verified_by_hand) {
            info = info.with_region_verifier(Arc::new(move |context, op| check(context, op, Phase::Regions)));
        }
        info.bind(withdrawal);
        context
            .register_operation(info)
            .map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// The definition of one dialect in a text, which was read in a context of its own.
pub(crate) struct Definitions {
    context: Context,
    dialect: read::Dialect,
}

impl Definitions {
    /// Reads a text.
    ///
    /// # Errors
    /// It is no IRDL, or defines not exactly one dialect.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let context = Context::try_new().map_err(|error| error.to_string())?;
        library::make_available(&context);
        let (module, diagnostics) = context.capture_diagnostics(|| {
            let mut edit = context.exclusive().expect("a new context is not in use");
            parse_source(&mut edit, "-", text.as_bytes(), &ParseOptions::default())
        });
        let at = |location: Location, message: &str| match location.file_position(&context) {
            Some(at) => format!("line {}, column {}: {message}", at.line, at.column),
            None => message.to_owned(),
        };
        let shown = |each: &Diagnostic| at(each.location, &each.message);
        let Ok(module) = module else {
            return Err(diagnostics.iter().map(shown).collect::<Vec<_>>().join("; "));
        };
        let known = |name: &str| library::load(&context, name).is_ok();
        let dialects = read::dialects(&context, module.op, &known);
        let mut dialects = dialects.map_err(|error| at(error.location, &error.message))?;
        match (dialects.pop(), dialects.len()) {
            (Some(dialect), 0) => Ok(Self { context, dialect }),
            (None, _) => {
                Err("the text defines no dialect; expected 'dialect NAME' or 'irdl.dialect @NAME'".to_owned())
            }
            (_, more) => Err(format!("expected one irdl.dialect, got {}", more + 1)),
        }
    }

    /// The record of the dialect.
    pub(crate) fn record(&self) -> DialectRecord {
        record(&self.dialect)
    }

    /// Makes a context know the dialect.
    ///
    /// # Errors
    /// The context has a dialect of the name, or lacks one that the definition names.
    pub(crate) fn register(
        &self,
        context: &Context,
        record: &Arc<DialectRecord>,
        check: Option<RegisteredCheck>,
        withdrawal: &Withdrawal,
    ) -> Result<(), String> {
        let moved = self.dialect.moved(&self.context, context)?;
        register_as(context, moved, record, check, withdrawal)
    }
}
