//! Operations as data: a record says what an operation is; its verifier, parser, printer and builders are interpreted from
//! the record.
//!
//! A dialect with one operation, whose operand and result have the same type:
//!
//! ```
//! use std::sync::Arc;
//!
//! use tvmlike_define::{Hooks, attach_formats, read_dialect, register_with};
//! use tvmlike_ir::Context;
//! use tvmlike_text::parse_module;
//!
//! let record = Arc::new(read_dialect(
//!     r#"dialect toy
//! constraint Float "floating-point" float
//! constraint I64 "64-bit integer attribute" all(integer_attr,type[signless(64)]) value="i64" storage=integer_attr
//! operation scale format="$x `by` $factor attr-dict `:` type($x)"
//!   attribute factor I64
//!   operand x Float
//!   result _ Float
//!   trait SameOperandsAndResultType
//! "#,
//! )?);
//! let context = Context::new();
//! register_with(&context, Arc::clone(&record), &Hooks::default(), |infos| {
//!     attach_formats(&context, infos, &record, |_| None, |_, _| None, |_| false);
//! })?;
//! context.allow_unregistered_dialects(true);
//! let mut edit = context.exclusive()?;
//! let text = "%x = \"t.one\"() : () -> f32\n%y = toy.scale %x by 3 : f32";
//! assert!(parse_module(&mut edit, "good.mlir", text.as_bytes()).is_ok());
//! assert!(parse_module(&mut edit, "bad.mlir", text.replace("f32", "i32").as_bytes()).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Layers
//!
//! - `constraint`: what a type or an attribute has to be
//! - `record`: dialects, operations, types, attributes and enums
//! - `definition`: the record of a registered operation
//! - `describe`: records as text for people
//! - `layout`, `transform`: which values belong to which entry of a record; types that follow from other types
//! - `test`: evaluating constraints
//! - `infer`: the types of results
//! - `build`: making operations by the names in their records
//! - `enumeration`: the cases of enums
//! - `lookahead`: whether a reader can tell the parts of a format apart
//! - `format/attribute`, `format/kind`: how an attribute and the type of one value stand in a format
//! - a ring of `format/program`, `format/directive`, `format/read`, `format/write`: a compiled format names the code of
//!   directives, which uses the reader and the writer that run the format
//! - `format`: assembly formats, and their interpreter
//! - `symbol`: types and attributes of dialects
//! - `native`: properties that MLIR does not keep as attributes
//! - `function`: the custom form of functions
//! - `data`: reading data files
//! - a ring of `verify`, `hook`, `instance`: the verifier of an operation; checks written by hand, which it calls and which
//!   read the parts of the operation by its groups
//! - `register`: making a context know a dialect
//! - `check`: what is asked of definitions that are given at run time

mod build;
mod check;
mod constraint;
mod data;
mod definition;
mod describe;
mod enumeration;
mod format;
mod function;
mod hook;
mod infer;
mod instance;
mod layout;
mod lookahead;
mod native;
mod record;
mod register;
mod symbol;
mod test;
mod transform;
mod verify;

pub use build::{BuildError, OpBuilder};
pub use check::{check_forms, check_record};
pub use constraint::{Argument, Constraint, ConstraintId, Predicate};
pub use data::{DataError, read_dialect};
pub use definition::Definition;
pub use describe::{describe_dialect, describe_operation};
pub use format::{
    Clause, Dialects, Directive, DirectiveParser, DirectiveParts, Directives, Element, Format, FormatError,
    Kind, Optional, Refusal, Space, attach_formats, format_to_string, parse_format,
};
pub use function::{FunctionForm, FunctionSignature, argument_dictionaries};
pub use hook::{HandWritten, HandWrittenUses, Hook, Hooks, Phase, RegisterSymbols, RegisteredCheck};
pub use infer::{
    InferError, InferTypes, ResultTypes, TypeInference, infer_result_types, infers_result_types,
    inherent_attribute,
};
pub use instance::Instance;
pub use layout::{operand_range, region_range, result_range, successor_range};
pub use record::{
    Arity, AttributeRecord, Blocks, Body, Default, DialectRecord, EnumCase, EnumRecord, OpRecord,
    ParameterKind, ParameterRecord, RegionRecord, SuccessorRecord, SymbolReader, SymbolRecord, TraitRecord,
    ValueRecord,
};
pub use register::{register, register_with};
pub use symbol::{
    FindDialect, FindDirective, ParameterDirective, SymbolCheck, SymbolDefinition, SymbolSources,
    enum_attribute, enum_case, enum_keyword, enum_number, enum_set, register_symbols,
};
pub use test::{is_emitc_type, is_llvm_loadable, is_llvm_type};
pub use transform::{element_or_self, type_parameter, with_element_type};
