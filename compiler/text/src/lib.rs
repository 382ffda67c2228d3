//! The text of MLIR: read and printed as MLIR 22 does, byte for byte, with its messages.
//!
//! [`parse_module`] reads a whole text and reports errors as diagnostics of the context; [`print_op`] prints an operation.
//! Functions such as [`parse_type`] and [`type_to_string`] are for single types, attributes, affine maps and locations. What
//! is read belongs to the context; the text is not kept.
//!
//! Reading, walking, editing and printing:
//!
//! ```
//! use tvmlike_ir::{Context, WalkOrder, WalkResult};
//! use tvmlike_text::{PrintOptions, parse_module};
//!
//! let context = Context::new();
//! context.allow_unregistered_dialects(true);
//! let mut edit = context.exclusive()?;
//! let text = "\"test.f\"() {size = 2 : i32} : () -> ()";
//! let module = parse_module(&mut edit, "example.mlir", text.as_bytes())?;
//!
//! let size = context.identifier("size");
//! let mut found = None;
//! module.walk(&context, WalkOrder::PreOrder, |op| match op.attribute(&context, size) {
//!     Some(_) => {
//!         found = Some(op);
//!         WalkResult::Interrupt
//!     }
//!     None => WalkResult::Advance,
//! });
//! let op = found.expect("an operation has the attribute");
//! let three = tvmlike_text::parse_attribute(&context, "3 : i32", None)?;
//! op.set_attribute(&mut edit, size, three);
//!
//! let mut out = Vec::new();
//! tvmlike_text::print_op(&context, module, &PrintOptions::default(), &mut out)?;
//! assert_eq!(
//!     String::from_utf8(out)?,
//!     "module {\n  \"test.f\"() {size = 3 : i32} : () -> ()\n}\n",
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Types, attributes and errors alone:
//!
//! ```
//! use tvmlike_ir::Context;
//!
//! let context = Context::new();
//! let ty = tvmlike_text::parse_type(&context, "memref< 4x?xf32, strided<[?, 1], offset: 0> >")?;
//! assert_eq!(tvmlike_text::type_to_string(&context, ty).unwrap(), "memref<4x?xf32, strided<[?, 1]>>");
//!
//! let text = "tensor<4xf32";
//! let error = tvmlike_text::parse_type(&context, text).unwrap_err();
//! assert_eq!(error.message(), "expected '>' in tensor type");
//! # Ok::<(), tvmlike_text::ParseError>(())
//! ```
//!
//! # Layers
//!
//! A module imports only from layers before its own (checked by `cargo xtask test layers`). The methods of the parser and
//! of the printer are in the module of what they read or write, above the type.
//!
//! - `error`, `float`, `integer`, `options`: errors with MLIR's wording and place; numbers; options of the printer
//! - `recent_types`: the types that were read last
//! - `brackets`: the ends of groups of brackets in nested symbols
//! - `parser`: the cursor and its errors, lists, names
//! - `symbol_alias`: the names of aliases of dialects
//! - `alias`: the aliases of a text
//! - `printer`: the state of printing
//! - `recording`: where names are defined and used
//! - `string`: the text of one type or attribute
//! - `affine`, `symbol`: affine maps and sets; types and attributes of dialects
//! - `types`: types
//! - `attributes`: attributes
//! - `definition`, `location`, `metadata`: definitions of aliases; locations; file metadata
//! - `operation`: operations, regions and blocks
//! - `source`: whole texts

#![forbid(unsafe_code)]

mod affine;
mod alias;
mod attributes;
mod brackets;
mod definition;
mod error;
mod float;
mod integer;
mod location;
mod metadata;
mod operation;
mod options;
mod parser;
mod printer;
mod recent_types;
mod recording;
mod source;
mod string;
mod symbol;
mod symbol_alias;
mod types;

use tvmlike_ir::{AffineExpr, AffineMap, Attribute, Context, IntegerSet, Location, Type};

pub use alias::{AliasBuilder, AliasMap};
pub use attributes::{is_bare_identifier, print_keyword_or_string, print_string, print_symbol_name};
pub use error::{Note, ParseError, Result, TooLarge};
pub use location::LocationOrAlias;
pub use metadata::{ExternalGroup, ExternalResources, ExternalValue};
pub use operation::{
    AffineOperands, ArgumentNames, CustomForm, OpParts, OpSyntax, OperationParser, OperationPrinter,
    PrintedPlace, RegionArgument, RegionStyle, ResultNames, UnresolvedOperand, ValueNames, numbering_scope,
    op_for_note, print_block, print_op, print_op_with_places, print_ops, print_top_level, print_value_name,
    unstorable,
};
pub use options::PrintOptions;
pub use parser::{Delimiter, MAX_DEPTH, Parser, Symbols};
pub use printer::{Elision, Printer};
pub use recording::{Definition, DefinitionKind, RecordedOp, Recording, Use};
pub use source::{ParseOptions, Parsed, parse_module, parse_recorded, parse_source};
pub use string::{attribute_to_string, quote_attribute, quote_type, type_to_string};
pub use symbol::{SymbolForm, SymbolHooks, SymbolSyntax, UnknownSymbol};
pub use symbol_alias::{BareParameters, SymbolAlias};

/// Reads a whole text.
fn parse_all<'c, 's, T>(
    context: &'c Context,
    text: &'s [u8],
    read: impl FnOnce(&mut Parser<'c, 's>) -> Result<T>,
) -> Result<T> {
    let mut parser = Parser::new(context, text);
    let result = read(&mut parser)?;
    parser.expect_end()?;
    Ok(result)
}

/// Reads a type.
///
/// # Errors
/// The text is not a type.
pub fn parse_type(context: &Context, text: impl AsRef<[u8]>) -> Result<Type> {
    parse_all(context, text.as_ref(), Parser::parse_type)
}

/// Reads an attribute. With a type as `hint`, numbers, strings and elements have that type, and none follows them.
///
/// # Errors
/// The text is not an attribute.
pub fn parse_attribute(context: &Context, text: impl AsRef<[u8]>, hint: Option<Type>) -> Result<Attribute> {
    parse_all(context, text.as_ref(), |parser| parser.parse_attribute(hint))
}

/// Reads a type that belongs to the definition of a dialect, which need not be registered yet: the only type of an operand.
///
/// # Errors
/// The text is not a type.
pub fn parse_defined_type(context: &Context, text: impl AsRef<[u8]>) -> Result<Type> {
    parse_all(context, text.as_ref(), |parser| {
        parser.accepts_any_dialect = true;
        parser.parse_type()
    })
}

/// Reads an attribute that belongs to the definition of a dialect, which need not be registered yet: a default value.
///
/// # Errors
/// The text is not an attribute.
pub fn parse_defined_attribute(context: &Context, text: impl AsRef<[u8]>) -> Result<Attribute> {
    parse_all(context, text.as_ref(), |parser| {
        parser.accepts_any_dialect = true;
        parser.parse_attribute(None)
    })
}

/// Reads an affine map without `affine_map<>`: `(d0) -> (d0)`.
///
/// # Errors
/// The text is not an affine map.
pub fn parse_affine_map(context: &Context, text: impl AsRef<[u8]>) -> Result<AffineMap> {
    parse_all(context, text.as_ref(), Parser::parse_affine_map)
}

/// Reads an integer set without `affine_set<>`: `(d0) : (d0 >= 0)`.
///
/// # Errors
/// The text is not an integer set.
pub fn parse_integer_set(context: &Context, text: impl AsRef<[u8]>) -> Result<IntegerSet> {
    parse_all(context, text.as_ref(), Parser::parse_integer_set)
}

/// Reads `loc(…)`.
///
/// # Errors
/// The text is not a location.
pub fn parse_location(context: &Context, text: impl AsRef<[u8]>) -> Result<Location> {
    parse_all(context, text.as_ref(), Parser::parse_location)
}

/// The text of a location: `loc(…)`.
///
/// # Errors
/// The text is too large.
pub fn location_to_string(context: &Context, location: Location) -> std::result::Result<String, TooLarge> {
    string::print_alone(context, |printer, out| {
        printer.print_location(out, location, true)
    })
}

/// The text of an affine expression.
///
/// # Errors
/// The text is too large.
pub fn affine_expr_to_string(context: &Context, expr: AffineExpr) -> std::result::Result<String, TooLarge> {
    string::print_alone(context, |printer, out| printer.print_affine_expr(out, expr))
}

/// The text of an affine map without `affine_map<>`.
///
/// # Errors
/// The text is too large.
pub fn affine_map_to_string(context: &Context, map: AffineMap) -> std::result::Result<String, TooLarge> {
    string::print_alone(context, |printer, out| printer.print_map(out, map))
}

/// The text of an integer set without `affine_set<>`.
///
/// # Errors
/// The text is too large.
pub fn integer_set_to_string(context: &Context, set: IntegerSet) -> std::result::Result<String, TooLarge> {
    string::print_alone(context, |printer, out| printer.print_set(out, set))
}
