//! The text of types, attributes, locations and operations, by `tvmlike-text`.

use tvmlike_ir as ir;
use tvmlike_text::{self as text, ParseError};

use crate::api::*;
use crate::context::Context;
use crate::errors;

/// How operations are printed.
#[derive(Default)]
pub(crate) struct Options {
    pub(crate) large_elements_limit: Option<i64>,
    pub(crate) large_resource_limit: Option<i64>,
    pub(crate) debug_info: bool,
    pub(crate) pretty_debug_info: bool,
    pub(crate) generic: bool,
    pub(crate) local_scope: bool,
    pub(crate) name_loc_as_prefix: bool,
    pub(crate) assume_verified: bool,
    pub(crate) skip_regions: bool,
}

pub(crate) fn ty(core: &ir::Context, ty: ir::Type) -> String {
    text::type_to_string(core, ty)
}

pub(crate) fn attribute(core: &ir::Context, attribute: ir::Attribute) -> String {
    text::attribute_to_string(core, attribute)
}

pub(crate) fn location(core: &ir::Context, location: ir::Location) -> String {
    text::location_to_string(core, location)
}

/// A location as it is shown before the message of an error.
pub(crate) fn location_inside(core: &ir::Context, location: ir::Location) -> String {
    let text = self::location(core, location);
    let inside = text.strip_prefix("loc(").and_then(|text| text.strip_suffix(')'));
    inside.unwrap_or(&text).to_owned()
}

pub(crate) fn affine_expr(core: &ir::Context, expr: ir::AffineExpr) -> String {
    let map = core.affine_map(expr.num_dims(core), expr.num_symbols(core), &[expr]);
    let text = map.map(|map| affine_map(core, map)).unwrap_or_default();
    let inside = text
        .split_once("-> (")
        .and_then(|(_, text)| text.strip_suffix(')'));
    inside.unwrap_or(&text).to_owned()
}

pub(crate) fn affine_map(core: &ir::Context, map: ir::AffineMap) -> String {
    text::affine_map_to_string(core, map)
}

pub(crate) fn integer_set(core: &ir::Context, set: ir::IntegerSet) -> String {
    text::integer_set_to_string(core, set)
}

/// The error of a text that could not be parsed; its places are in a buffer with the text as its name.
fn refused(context: &ObjectPtr<Context>, what: &str, asm: &str, error: &ParseError) -> Error {
    let core = &context.core;
    let place = |offset: u32| {
        let offset = offset as usize;
        let before = &asm.as_bytes()[..offset.min(asm.len())];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
        core.file_line_col_location(core.identifier(asm), line as u32, column as u32)
    };
    let mut diagnostics = Vec::new();
    for error in std::iter::once(error).chain(error.following()) {
        let location = place(error.span().start);
        let mut diagnostic = ir::Diagnostic::new(ir::Severity::Error, location, error.message());
        for note in error.notes() {
            diagnostic = diagnostic.note(place(note.span.start), note.message.clone());
        }
        diagnostics.push(diagnostic);
    }
    errors::with_diagnostics(context, &format!("Unable to parse {what}"), diagnostics)
}

pub(crate) fn parse_type(context: &ObjectPtr<Context>, asm: &str) -> Result<ir::Type> {
    text::parse_type(&context.core, asm).map_err(|error| refused(context, "type", asm, &error))
}

pub(crate) fn parse_attribute(context: &ObjectPtr<Context>, asm: &str) -> Result<ir::Attribute> {
    text::parse_attribute(&context.core, asm, None)
        .map_err(|error| refused(context, "attribute", asm, &error))
}

/// The error of operations that could not be parsed, or did not verify.
fn not_parsed(context: &ObjectPtr<Context>, what: &str, diagnostics: Vec<ir::Diagnostic>) -> Error {
    errors::with_diagnostics(context, &format!("Unable to parse {what} assembly"), diagnostics)
}

/// Parses a text into one operation, and verifies it.
fn parse(
    context: &ObjectPtr<Context>,
    what: &str,
    bytes: &[u8],
    name: &str,
    options: &text::ParseOptions,
) -> Result<ir::Op> {
    let core = &context.core;
    let mut edit = context.edit()?;
    let (parsed, diagnostics) =
        core.capture_diagnostics(|| text::parse_source(&mut edit, name, bytes, options));
    drop(edit);
    match parsed {
        Ok(parsed) => {
            for diagnostic in &diagnostics {
                core.emit(diagnostic);
            }
            Ok(parsed.op)
        }
        Err(ir::Failure) => Err(not_parsed(context, what, diagnostics)),
    }
}

/// Parses a module; other operations are put into a new one.
pub(crate) fn parse_module(context: &ObjectPtr<Context>, bytes: &[u8], name: &str) -> Result<ir::Op> {
    parse(context, "module", bytes, name, &text::ParseOptions::default())
}

/// Parses one operation of any kind.
pub(crate) fn parse_operation(context: &ObjectPtr<Context>, bytes: &[u8], name: &str) -> Result<ir::Op> {
    let name = if name.is_empty() { "-" } else { name };
    let options = text::ParseOptions {
        single_operation: true,
        ..text::ParseOptions::default()
    };
    parse(context, "operation", bytes, name, &options)
}

impl Options {
    fn printer(&self) -> text::PrintOptions {
        let limit = |limit: Option<i64>| limit.map(|limit| usize::try_from(limit).unwrap_or(0));
        text::PrintOptions {
            generic: self.generic,
            debug_info: self.debug_info,
            pretty_debug_info: self.pretty_debug_info,
            local_scope: self.local_scope,
            skip_regions: self.skip_regions,
            name_loc_as_prefix: self.name_loc_as_prefix,
            assume_verified: self.assume_verified,
            elide_elements_above: limit(self.large_elements_limit),
            elide_resources_above: limit(self.large_resource_limit),
            ..text::PrintOptions::default()
        }
    }
}

fn text_of(out: Vec<u8>) -> String {
    String::from_utf8(out).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// The text of an operation. One that does not verify is printed in generic form.
pub(crate) fn operation(core: &ir::Context, op: ir::Op, options: &Options) -> Vec<u8> {
    let mut out = Vec::new();
    text::print_op(core, op, &options.printer(), &mut out);
    out
}

/// The text of an operation as a `String`, with U+FFFD for bytes that are not UTF-8.
pub(crate) fn operation_text(core: &ir::Context, op: ir::Op, options: &Options) -> String {
    text_of(operation(core, op, options))
}

/// The text of a block.
pub(crate) fn block(core: &ir::Context, block: ir::Block) -> String {
    let mut out = Vec::new();
    text::print_block(core, block, &text::PrintOptions::default(), &mut out);
    text_of(out)
}

/// The name of a value in its surroundings.
pub(crate) fn value_name(
    core: &ir::Context,
    value: ir::Value,
    local_scope: bool,
    name_loc_as_prefix: bool,
) -> String {
    let options = text::PrintOptions {
        local_scope,
        name_loc_as_prefix,
        ..text::PrintOptions::default()
    };
    let mut out = Vec::new();
    text::print_value_name(core, value, &options, &mut out);
    text_of(out)
}
