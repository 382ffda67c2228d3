//! The text of one type or attribute as a string, without aliases: for callers, and for messages.
//!
//! Invariant: only in a message can a remark stand for a text that is too large.

use tvmlike_ir::{Attribute, Context, Type};

use crate::error::TooLarge;
use crate::options::PrintOptions;
use crate::printer::{Elision, Printer};

/// Prints something without aliases.
///
/// # Errors
/// Its text is too large.
pub(crate) fn print_alone(
    context: &Context,
    print: impl FnOnce(&mut Printer<'_>, &mut Vec<u8>),
) -> Result<String, TooLarge> {
    let mut out = Vec::new();
    let mut printer = Printer::new(context, PrintOptions::default());
    print(&mut printer, &mut out);
    printer.finish()?;
    // Only text of unknown dialects can be other than UTF-8.
    Ok(String::from_utf8(out).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// The text of a type. Bytes of unknown dialects that are not UTF-8 become U+FFFD.
///
/// # Errors
/// The text is too large.
pub fn type_to_string(context: &Context, ty: Type) -> Result<String, TooLarge> {
    print_alone(context, |printer, out| printer.print_type(out, ty))
}

/// The text of an attribute. Bytes of unknown dialects that are not UTF-8 become U+FFFD.
///
/// # Errors
/// The text is too large.
pub fn attribute_to_string(context: &Context, attribute: Attribute) -> Result<String, TooLarge> {
    print_alone(context, |printer, out| {
        printer.print_attribute(out, attribute, Elision::Never);
    })
}

/// The text of a type in a message. A remark stands for one that is too large.
pub fn quote_type(context: &Context, ty: Type) -> String {
    type_to_string(context, ty).unwrap_or_else(too_large)
}

/// The text of an attribute in a message. A remark stands for one that is too large.
pub fn quote_attribute(context: &Context, attribute: Attribute) -> String {
    attribute_to_string(context, attribute).unwrap_or_else(too_large)
}

fn too_large(_: TooLarge) -> String {
    "<<TEXT TOO LARGE>>".to_owned()
}
