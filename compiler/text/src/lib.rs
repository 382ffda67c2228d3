//! The text of MLIR: types, attributes, affine maps and locations, read and written as MLIR 22 does.
//!
//! # Layers
//!
//! A module imports only from layers before its own (checked by `cargo xtask test layers`). The methods of the parser and
//! of the printer are in the module of what they read or write, above the type.
//!
//! - `error`, `float`, `integer`, `options`: errors with MLIR's wording and place; numbers; options of the printer
//! - `parser`: the cursor and its errors, lists, names
//! - `alias`: the aliases of a text
//! - `printer`: the state of printing
//! - `string`: the text of one type or attribute
//! - `affine`, `symbol`: affine maps and sets; what unknown dialects write
//! - `types`: types
//! - `attributes`: attributes
//! - `definition`, `location`, `metadata`: definitions of aliases; locations; file metadata
//! - `operation`: operations, regions and blocks
//! - `source`: whole texts
//!
//! ```
//! use tvmlike_ir::Context;
//!
//! let context = Context::new();
//! let ty = tvmlike_text::parse_type(&context, "memref< 4x?xf32, strided<[?, 1], offset: 0> >")?;
//! assert_eq!(tvmlike_text::type_to_string(&context, ty), "memref<4x?xf32, strided<[?, 1]>>");
//!
//! let text = "tensor<4xf32";
//! let error = tvmlike_text::parse_type(&context, text).unwrap_err();
//! assert_eq!(error.message(), "expected '>' in tensor type");
//! # Ok::<(), tvmlike_text::ParseError>(())
//! ```

#![forbid(unsafe_code)]

mod affine;
mod alias;
mod attributes;
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
mod source;
mod string;
mod symbol;
mod types;

use tvmlike_ir::{AffineMap, Attribute, Context, IntegerSet, Location, Type};

pub use alias::{AliasBuilder, AliasMap};
pub use attributes::{is_bare_identifier, print_keyword_or_string, print_string, print_symbol_name};
pub use error::{Note, ParseError, Result};
pub use location::LocationOrAlias;
pub use metadata::{ExternalGroup, ExternalResources, ExternalValue};
pub use operation::{OperationParser, UnresolvedOperand, op_for_note, print_op, print_top_level};
pub use options::PrintOptions;
pub use parser::{Delimiter, MAX_DEPTH, Parser, Symbols};
pub use printer::{Elision, Printer};
pub use source::{ParseOptions, Parsed, parse_module, parse_source};
pub use string::{attribute_to_string, type_to_string};

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
pub fn location_to_string(context: &Context, location: Location) -> String {
    string::print_alone(context, |printer, out| {
        printer.print_location(out, location, true)
    })
}

/// The text of an affine map without `affine_map<>`.
pub fn affine_map_to_string(context: &Context, map: AffineMap) -> String {
    string::print_alone(context, |_, out| affine::print_map(out, context, map))
}

/// The text of an integer set without `affine_set<>`.
pub fn integer_set_to_string(context: &Context, set: IntegerSet) -> String {
    string::print_alone(context, |_, out| affine::print_set(out, context, set))
}
