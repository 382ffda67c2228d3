//! Images: `!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>` and
//! `!spirv.sampled_image<…>`.

use tvmlike_define::enum_keyword;
use tvmlike_ir::{Attribute, Context, Dialect, Error, SymbolInfo, Type};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{Parser, Printer, Result, SymbolForm, quote_type};

use super::super::values::ty;
use super::super::written::{Values, Written, define, no_check};
use super::{parse_attribute_keyword, parse_part, print_keyword};

/// The enums behind the element type, which are the names of the parameters.
const KEYWORDS: [&str; 6] = [
    "dim",
    "image_depth_info",
    "image_arrayed_info",
    "image_sampling_info",
    "image_sampler_use_info",
    "image_format",
];

/// Registers the types.
pub(super) fn register(context: &Context, dialect: &Dialect) -> std::result::Result<(), Error> {
    let image = Written {
        read: read_image,
        print: print_image,
    };
    let sampled = Written {
        read: read_sampled,
        print: print_sampled,
    };
    let parameters: Vec<&str> = ["elementType"].into_iter().chain(KEYWORDS).collect();
    let image = SymbolForm::new(image);
    define(context, dialect, "!image", &parameters, no_check, image)?;
    let sampled = SymbolForm::new(sampled);
    define(
        context,
        dialect,
        "!sampled_image",
        &["imageType"],
        check_sampled,
        sampled,
    )
}

fn read_image(parser: &mut Parser<'_, '_>, _: &SymbolInfo, _: Option<Type>) -> Result<Values> {
    parser.parse_token(TokenKind::Less, "expected '<'")?;
    let element = parse_part(parser)?;
    let mut values = vec![Some(parser.context().type_attribute(element))];
    for symbol in KEYWORDS {
        parser.parse_token(TokenKind::Comma, "expected ','")?;
        values.push(Some(parse_attribute_keyword(parser, symbol)?));
    }
    parser.parse_token(TokenKind::Greater, "expected '>'")?;
    Ok(values)
}

fn print_image(printer: &mut Printer<'_>, out: &mut Vec<u8>, values: &[Option<Attribute>]) {
    out.push(b'<');
    if let Some(element) = ty(printer.context(), values, 0) {
        printer.print_type(out, element);
    }
    for value in &values[1..] {
        out.extend_from_slice(b", ");
        print_keyword(printer.context(), out, *value);
    }
    out.push(b'>');
}

fn read_sampled(parser: &mut Parser<'_, '_>, _: &SymbolInfo, _: Option<Type>) -> Result<Values> {
    parser.parse_token(TokenKind::Less, "expected '<'")?;
    let place = parser.place();
    let image = parser.parse_type()?;
    let values = vec![Some(parser.context().type_attribute(image))];
    check_sampled(parser.context(), &values).map_err(|message| parser.symbol_error(place, message))?;
    parser.parse_token(TokenKind::Greater, "expected '>'")?;
    Ok(values)
}

fn check_sampled(context: &Context, values: &[Option<Attribute>]) -> std::result::Result<(), String> {
    let Some(image) = ty(context, values, 0) else {
        return Err("expected an image type".to_owned());
    };
    if !image.is_symbol(context, "spirv", "image") {
        let image = quote_type(context, image);
        return Err(format!(
            "sampled image must be composed using image type, got '{image}'"
        ));
    }
    let dim = image.parameter(context, context.identifier("dim"));
    match dim.and_then(|dim| enum_keyword(context, dim)) {
        Some(dim @ ("SubpassData" | "Buffer")) => Err(format!(
            "sampled image Dim must not be SubpassData or Buffer, got {dim}"
        )),
        _ => Ok(()),
    }
}

fn print_sampled(printer: &mut Printer<'_>, out: &mut Vec<u8>, values: &[Option<Attribute>]) {
    out.push(b'<');
    if let Some(image) = ty(printer.context(), values, 0) {
        printer.print_type(out, image);
    }
    out.push(b'>');
}
