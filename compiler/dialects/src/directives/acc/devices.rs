//! The devices that a part of a clause is for: `[#acc.device_type<nvidia>]`.

use tvmlike_define::{DirectiveParts, enum_attribute, enum_number};
use tvmlike_ir::{Attribute, Context};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{OperationPrinter, Result};

use crate::directives::values::{Parser, elements, parse_list, write_list};

/// Whether an attribute is a type of device.
fn is_device(context: &Context, value: Attribute) -> bool {
    value
        .symbol(context)
        .is_some_and(|(info, _)| info.name().bytes(context) == b"device_type")
}

/// Whether an attribute is the device that stands for all others.
fn is_default(context: &Context, value: Attribute) -> bool {
    is_device(context, value) && enum_number(context, value) == Some(0)
}

/// The device that stands for all others.
pub(super) fn default(context: &Context) -> Vec<Attribute> {
    enum_attribute(context, "acc", "device_type", "none")
        .into_iter()
        .collect()
}

/// Whether an argument is absent or a list of devices.
pub(super) fn are_devices(parts: &DirectiveParts<'_>, argument: usize) -> bool {
    elements(parts, argument)
        .iter()
        .all(|value| is_device(parts.context(), *value))
}

/// Whether an argument is the list of the device that stands for all others.
pub(super) fn is_default_alone(parts: &DirectiveParts<'_>, argument: usize) -> bool {
    matches!(elements(parts, argument).as_slice(), [only] if is_default(parts.context(), *only))
}

/// Reads the devices behind `[`, and `]`.
pub(super) fn parse_rest(parser: &mut Parser<'_, '_, '_, '_, '_>) -> Result<Vec<Attribute>> {
    let mut devices = Vec::new();
    parse_list(parser, |parser| {
        devices.push(parser.parse_attribute(None)?);
        Ok(())
    })?;
    parser.parse_token(TokenKind::RightBracket, "expected ']'")?;
    Ok(devices)
}

/// Reads `[#acc.device_type<nvidia>]`, or nothing for the device that stands for all others. Another attribute is refused at
/// once if `checked`.
pub(super) fn parse_one(
    parser: &mut Parser<'_, '_, '_, '_, '_>,
    devices: &mut Vec<Attribute>,
    checked: bool,
) -> Result<()> {
    if !parser.take(TokenKind::LeftBracket) {
        devices.extend(default(parser.context()));
        return Ok(());
    }
    let place = parser.place();
    let device = parser.parse_attribute(None)?;
    if checked && !is_device(parser.context(), device) {
        return Err(parser.op_error(place, "invalid kind of attribute specified"));
    }
    parser.parse_token(TokenKind::RightBracket, "expected ']'")?;
    devices.push(device);
    Ok(())
}

/// Sets a list of devices.
pub(super) fn set(parser: &mut Parser<'_, '_, '_, '_, '_>, argument: usize, devices: &[Attribute]) {
    let devices = parser.context().array_attribute(devices);
    parser.set_attribute(argument, devices);
}

/// Prints `[…]`, or nothing for an empty list.
pub(super) fn write(printer: &mut OperationPrinter<'_>, devices: &[Attribute]) {
    if !devices.is_empty() {
        printer.write(b"[");
        write_list(printer, devices, |printer, device| {
            printer.write_attribute(*device)
        });
        printer.write(b"]");
    }
}

/// Prints ` […]`, or nothing for the device that stands for all others.
pub(super) fn write_one(printer: &mut OperationPrinter<'_>, device: Attribute) {
    if !is_default(printer.context(), device) {
        printer.write(b" [");
        printer.write_attribute(device);
        printer.write(b"]");
    }
}

/// Prints the devices that a clause names without values and a comma, if there are devices with values, too.
pub(super) fn write_keyword_only(
    parts: &DirectiveParts<'_>,
    printer: &mut OperationPrinter<'_>,
    only: usize,
    valued: usize,
) {
    let devices = elements(parts, only);
    write(printer, &devices);
    if !devices.is_empty() && !elements(parts, valued).is_empty() {
        printer.write(b", ");
    }
}
