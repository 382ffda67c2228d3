//! Attributes: `#spirv.vce<v1.0, [Shader], []>`, `#spirv.target_env<#spirv.vce<…>, NVIDIA:DiscreteGPU, #spirv.resource_limits<>>`,
//! `#spirv.interface_var_abi<(0, 1), Uniform>`.

use tvmlike_define::{enum_attribute, enum_keyword};
use tvmlike_ir::{Attribute, Context, Dialect, Error, SymbolInfo, Type};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{Delimiter, Parser, Printer, Result};

use super::super::values::{elements, parse_optional_word, word, word_value};
use super::super::written::{Values, Written, define_all};
use super::{parse_keyword, print_keyword};

/// The number of a device that is not known, which is not printed.
const UNKNOWN_DEVICE: u32 = 0x7fff_ffff;

/// Registers the attributes.
pub(super) fn register(context: &Context, dialect: &Dialect) -> std::result::Result<(), Error> {
    let attributes: &[(&str, &[&str], Written)] = &[
        (
            "#vce",
            &["version", "capabilities", "extensions"],
            Written {
                read: read_triple,
                print: print_triple,
            },
        ),
        (
            "#target_env",
            &[
                "triple",
                "clientAPI",
                "vendorID",
                "deviceType",
                "deviceID",
                "resourceLimits",
            ],
            Written {
                read: read_target,
                print: print_target,
            },
        ),
        (
            "#interface_var_abi",
            &["descriptorSet", "binding", "storageClass"],
            Written {
                read: read_variable,
                print: print_variable,
            },
        ),
    ];
    define_all(context, dialect, attributes)
}

/// Reads `[Shader, Matrix]`.
fn parse_keywords(parser: &mut Parser<'_, '_>, symbol: &str, what: &str) -> Result<Attribute> {
    let mut all = Vec::new();
    parser.parse_token(TokenKind::LeftBracket, "expected '['")?;
    if !parser.take(TokenKind::RightBracket) {
        parser.parse_comma_separated_list(Delimiter::None, "", |parser| {
            all.push(parse_keyword(parser, symbol, |word| {
                format!("unknown {what}: {word}")
            })?);
            Ok(())
        })?;
        parser.parse_token(TokenKind::RightBracket, "expected ']'")?;
    }
    Ok(parser.context().array_attribute(&all))
}

fn read_triple(parser: &mut Parser<'_, '_>, _: &SymbolInfo, _: Option<Type>) -> Result<Values> {
    parser.parse_token(TokenKind::Less, "expected '<'")?;
    let version = parse_keyword(parser, "version", |word| format!("unknown version: {word}"))?;
    parser.parse_token(TokenKind::Comma, "expected ','")?;
    let capabilities = parse_keywords(parser, "capability", "capability")?;
    parser.parse_token(TokenKind::Comma, "expected ','")?;
    let extensions = parse_keywords(parser, "ext", "extension")?;
    parser.parse_token(TokenKind::Greater, "expected '>'")?;
    Ok(vec![Some(version), Some(capabilities), Some(extensions)])
}

fn print_triple(printer: &mut Printer<'_>, out: &mut Vec<u8>, values: &[Option<Attribute>]) {
    let context = printer.context();
    out.push(b'<');
    print_keyword(context, out, values[0]);
    for list in 1..3 {
        out.extend_from_slice(b", [");
        for (index, keyword) in elements(context, values, list).into_iter().enumerate() {
            if index > 0 {
                out.extend_from_slice(b", ");
            }
            print_keyword(context, out, Some(keyword));
        }
        out.push(b']');
    }
    out.push(b'>');
}

/// Reads an attribute of `spirv` with a name.
fn parse_attribute(parser: &mut Parser<'_, '_>, name: &str) -> Result<Attribute> {
    let place = parser.place();
    let attribute = parser.parse_attribute(None)?;
    match attribute.symbol(parser.context()) {
        Some((info, _)) if info.is_named(parser.context(), "spirv", name) => Ok(attribute),
        _ => Err(parser.symbol_error(place, "invalid kind of attribute specified")),
    }
}

fn read_target(parser: &mut Parser<'_, '_>, _: &SymbolInfo, _: Option<Type>) -> Result<Values> {
    let context = parser.context();
    let unknown = |symbol: &str| enum_attribute(context, "spirv", symbol, "Unknown");
    parser.parse_token(TokenKind::Less, "expected '<'")?;
    let triple = parse_attribute(parser, "vce")?;
    parser.parse_token(TokenKind::Comma, "expected ','")?;
    let mut api = unknown("client_api");
    if parser.take_word("api") {
        parser.parse_token(TokenKind::Equal, "expected '='")?;
        let message = |word: &str| format!("unknown client API: {word}");
        api = Some(parse_keyword(parser, "client_api", message)?);
        parser.parse_token(TokenKind::Comma, "expected ','")?;
    }
    let (mut vendor, mut device) = (unknown("vendor"), unknown("device_type"));
    let mut number = word(context, i64::from(UNKNOWN_DEVICE));
    if !parser.word().is_empty() {
        let message = |word: &str| format!("unknown vendor: {word}");
        vendor = Some(parse_keyword(parser, "vendor", message)?);
        if parser.take(TokenKind::Colon) {
            let message = |word: &str| format!("unknown device type: {word}");
            device = Some(parse_keyword(parser, "device_type", message)?);
            if parser.take(TokenKind::Colon) {
                let place = parser.place();
                number = parse_optional_word(parser)?
                    .ok_or_else(|| parser.symbol_error(place, "expected integer value"))?;
            }
        }
        parser.parse_token(TokenKind::Comma, "expected ','")?;
    }
    let limits = parse_attribute(parser, "resource_limits")?;
    parser.parse_token(TokenKind::Greater, "expected '>'")?;
    Ok(vec![
        Some(triple),
        api,
        vendor,
        device,
        Some(number),
        Some(limits),
    ])
}

fn print_target(printer: &mut Printer<'_>, out: &mut Vec<u8>, values: &[Option<Attribute>]) {
    let context = printer.context();
    let keyword = |index: usize| {
        let keyword = values[index].and_then(|value| enum_keyword(context, value));
        keyword.filter(|keyword| *keyword != "Unknown")
    };
    out.push(b'<');
    if let Some(triple) = values[0] {
        printer.print_attribute_without_type(out, triple);
    }
    out.extend_from_slice(b", ");
    if let Some(api) = keyword(1) {
        out.extend_from_slice(format!("api={api}, ").as_bytes());
    }
    if let Some(vendor) = keyword(2) {
        out.extend_from_slice(vendor.as_bytes());
        if let Some(device) = keyword(3) {
            out.extend_from_slice(format!(":{device}").as_bytes());
            let number = word_value(context, values[4]);
            if number != UNKNOWN_DEVICE {
                out.extend_from_slice(format!(":{number}").as_bytes());
            }
        }
        out.extend_from_slice(b", ");
    }
    if let Some(limits) = values[5] {
        printer.print_attribute_without_type(out, limits);
    }
    out.push(b'>');
}

/// Reads the number of a descriptor set or a binding.
fn parse_number(parser: &mut Parser<'_, '_>, what: &str) -> Result<Attribute> {
    let place = parser.place();
    let message = format!("missing {what}");
    match parse_optional_word(parser) {
        Ok(Some(number)) => Ok(number),
        Ok(None) => Err(parser.symbol_error(place, message)),
        Err(error) => Err(parser.also(error, Some(place), &message)),
    }
}

fn read_variable(parser: &mut Parser<'_, '_>, _: &SymbolInfo, _: Option<Type>) -> Result<Values> {
    parser.parse_token(TokenKind::Less, "expected '<'")?;
    parser.parse_token(TokenKind::LeftParen, "expected '('")?;
    let set = parse_number(parser, "descriptor set")?;
    parser.parse_token(TokenKind::Comma, "expected ','")?;
    let binding = parse_number(parser, "binding")?;
    parser.parse_token(TokenKind::RightParen, "expected ')'")?;
    let mut class = None;
    if parser.take(TokenKind::Comma) {
        let unknown = |word: &str| format!("unknown storage class: {word}");
        class = Some(parse_keyword(parser, "storage_class", unknown)?);
    }
    parser.parse_token(TokenKind::Greater, "expected '>'")?;
    Ok(vec![Some(set), Some(binding), class])
}

fn print_variable(printer: &mut Printer<'_>, out: &mut Vec<u8>, values: &[Option<Attribute>]) {
    let context = printer.context();
    let number = |index: usize| word_value(context, values[index]);
    out.extend_from_slice(format!("<({}, {})", number(0), number(1)).as_bytes());
    if values[2].is_some() {
        out.extend_from_slice(b", ");
        print_keyword(context, out, values[2]);
    }
    out.push(b'>');
}
