//! The text of types, attributes, locations and operations, as `tvmlike-text` prints it.

use tvmlike_ir as ir;
use tvmlike_text::{self as text, TooLarge};

use crate::api::*;
use crate::{errors, interrupts};

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
    pub(crate) numbered_in: Option<ir::Op>,
}

fn too_large(error: TooLarge) -> Error {
    errors::value_error(error)
}

pub(crate) fn ty(core: &ir::Context, ty: ir::Type) -> Result<String> {
    text::type_to_string(core, ty).map_err(too_large)
}

pub(crate) fn attribute(core: &ir::Context, attribute: ir::Attribute) -> Result<String> {
    text::attribute_to_string(core, attribute).map_err(too_large)
}

pub(crate) fn location(core: &ir::Context, location: ir::Location) -> Result<String> {
    text::location_to_string(core, location).map_err(too_large)
}

/// A location as it is shown before the message of an error.
pub(crate) fn location_inside(core: &ir::Context, location: ir::Location) -> String {
    let text = match text::location_to_string(core, location) {
        Ok(text) => text,
        Err(error) => return format!("<<{error}>>"),
    };
    let inside = text.strip_prefix("loc(").and_then(|text| text.strip_suffix(')'));
    inside.unwrap_or(&text).to_owned()
}

pub(crate) fn affine_expr(core: &ir::Context, expr: ir::AffineExpr) -> Result<String> {
    text::affine_expr_to_string(core, expr).map_err(too_large)
}

pub(crate) fn affine_map(core: &ir::Context, map: ir::AffineMap) -> Result<String> {
    text::affine_map_to_string(core, map).map_err(too_large)
}

pub(crate) fn integer_set(core: &ir::Context, set: ir::IntegerSet) -> Result<String> {
    text::integer_set_to_string(core, set).map_err(too_large)
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
            numbered_in: self.numbered_in,
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
pub(crate) fn operation(core: &ir::Context, op: ir::Op, options: &Options) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    text::print_op(core, op, &options.printer(), &mut out).map_err(too_large)?;
    interrupts::raise()?;
    Ok(out)
}

/// The text of an operation as a `String`, with U+FFFD for bytes that are not UTF-8.
pub(crate) fn operation_text(core: &ir::Context, op: ir::Op, options: &Options) -> Result<String> {
    operation(core, op, options).map(text_of)
}

/// How many elements, and characters of a resource, notebooks show.
const SHOWN: i64 = 32;

/// The text of an operation for HTML, in which large constants are elided.
pub(crate) fn html(core: &ir::Context, op: ir::Op) -> Result<String> {
    let options = Options {
        large_elements_limit: Some(SHOWN),
        large_resource_limit: Some(SHOWN),
        ..Options::default()
    };
    let text = operation_text(core, op, &options)?;
    let text = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    Ok(format!("<pre class=\"mlir\">{text}</pre>"))
}

/// The text of a block.
pub(crate) fn block(core: &ir::Context, block: ir::Block) -> Result<String> {
    let mut out = Vec::new();
    text::print_block(core, block, &text::PrintOptions::default(), &mut out).map_err(too_large)?;
    interrupts::raise()?;
    Ok(text_of(out))
}

/// The name of a value in its surroundings.
pub(crate) fn value_name(core: &ir::Context, value: ir::Value, options: &Options) -> String {
    let mut out = Vec::new();
    text::print_value_name(core, value, &options.printer(), &mut out);
    text_of(out)
}
