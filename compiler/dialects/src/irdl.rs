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

use tvmlike_define::{DialectRecord, OpRecord};
use tvmlike_ir::{Context, Dialect, Location, Op};

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

fn register(context: &Context, dialect: read::Dialect) -> Result<(), String> {
    let records: Vec<OpRecord> = dialect.operations.iter().map(operations::record).collect();
    let record = Arc::new(DialectRecord {
        name: dialect.name.clone(),
        operations: records,
        constraints: vec![operations::any()],
        without_inference: true,
        ..DialectRecord::default()
    });
    let namespace = context.identifier(&*dialect.name);
    context
        .register_dialect(symbols::with_errors(Dialect::new(namespace)))
        .map_err(|error| error.to_string())?;
    for symbol in dialect.symbols {
        symbols::register(context, namespace, symbol)?;
    }
    for (index, operation) in dialect.operations.into_iter().enumerate() {
        let info = operations::info(context, &record, index, operation);
        context
            .register_operation(info)
            .map_err(|error| error.to_string())?;
    }
    Ok(())
}
