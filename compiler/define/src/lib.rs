//! Operations as data: a record says what an operation is; its verifier, parser, printer and builders are interpreted from
//! the record.
//!
//! # Layers
//!
//! - `constraint`: what a type or an attribute has to be
//! - `record`: dialects, operations, types, attributes and enums

mod constraint;
mod record;

pub use constraint::{Argument, Constraint, ConstraintId, Predicate};
pub use record::{
    Arity, AttributeRecord, Body, Default, DialectRecord, EnumCase, EnumRecord, OpRecord, ParameterKind, ParameterRecord,
    RegionRecord, SuccessorRecord, SymbolRecord, TraitRecord, ValueRecord,
};
