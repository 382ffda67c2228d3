//! Operations as data: a record says what an operation is; its verifier, parser, printer and builders are interpreted from
//! the record.
//!
//! # Layers
//!
//! - `constraint`: what a type or an attribute has to be
//! - `record`: dialects, operations, types, attributes and enums
//! - `format`: assembly formats, and their interpreter
//! - `function`: the custom form of functions
//! - `data`, `test`: reading data files; evaluating constraints
//! - a ring of `verify`, `hook`, `instance`: the verifier of an operation; checks written by hand, which it calls and which
//!   read the parts of the operation by its groups
//! - `register`: making a context know a dialect

mod constraint;
mod data;
mod format;
mod function;
mod hook;
mod instance;
mod record;
mod register;
mod test;
mod verify;

pub use constraint::{Argument, Constraint, ConstraintId, Predicate};
pub use data::{DataError, read_dialect};
pub use format::{
    Clause, Dialects, Element, Format, FormatError, Kind, Optional, Refusal, Space, attach_formats,
    format_to_string, parse_format,
};
pub use function::FunctionForm;
pub use hook::{HandWritten, HandWrittenUses, Hook, Hooks};
pub use instance::Instance;
pub use record::{
    Arity, AttributeRecord, Blocks, Body, Default, DialectRecord, EnumCase, EnumRecord, OpRecord,
    ParameterKind, ParameterRecord, RegionRecord, SuccessorRecord, SymbolRecord, TraitRecord, ValueRecord,
};
pub use register::{Definition, register};
pub use verify::with_element_type;
