//! Operations as data: a record says what an operation is; its verifier, parser, printer and builders are interpreted from
//! the record.
//!
//! # Layers
//!
//! - `constraint`: what a type or an attribute has to be
//! - `record`: dialects, operations, types, attributes and enums
//! - `format`: assembly formats, and their interpreter
//! - `function`: the custom form of functions

mod constraint;
mod format;
mod function;
mod record;

pub use constraint::{Argument, Constraint, ConstraintId, Predicate};
pub use format::{
    Clause, Dialects, Element, Format, FormatError, Kind, Optional, Refusal, Space, format_to_string,
    parse_format,
};
pub use function::FunctionForm;
pub use record::{
    Arity, AttributeRecord, Blocks, Body, Default, DialectRecord, EnumCase, EnumRecord, OpRecord,
    ParameterKind, ParameterRecord, RegionRecord, SuccessorRecord, SymbolRecord, TraitRecord, ValueRecord,
};
