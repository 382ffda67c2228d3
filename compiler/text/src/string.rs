//! The text of one type or attribute as a string, without aliases: for callers, and for messages.

use tvmlike_ir::{Attribute, Context, Type};

use crate::options::PrintOptions;
use crate::printer::{Elision, Printer};

/// Prints something without aliases.
pub(crate) fn print_alone(context: &Context, print: impl FnOnce(&mut Printer<'_>, &mut Vec<u8>)) -> String {
    let mut out = Vec::new();
    print(&mut Printer::new(context, PrintOptions::default()), &mut out);
    // Only text of unknown dialects can be other than UTF-8.
    String::from_utf8(out).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// The text of a type. Bytes of unknown dialects that are not UTF-8 become U+FFFD.
pub fn type_to_string(context: &Context, ty: Type) -> String {
    print_alone(context, |printer, out| printer.print_type(out, ty))
}

/// The text of an attribute. Bytes of unknown dialects that are not UTF-8 become U+FFFD.
pub fn attribute_to_string(context: &Context, attribute: Attribute) -> String {
    print_alone(context, |printer, out| {
        printer.print_attribute(out, attribute, Elision::Never);
    })
}
