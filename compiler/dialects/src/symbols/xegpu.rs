//! The types and attributes of `xegpu` that have no format: `!xegpu.tensor_desc<8x16xf32, #xegpu.block_tdesc_attr<…>, …>`,
//! `!xegpu.mem_desc<16x32xf32, …>`, `#xegpu.mem_layout<block = [8, 16]>`.

use tvmlike_ir::{
    Attribute, AttributeKind, Context, DYNAMIC, Dialect, Error, NamedAttribute, Parameters, SymbolInfo, Type,
    TypeKind,
};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{Elision, Parser, Printer, Result, SymbolForm, quote_attribute};

use super::values::{integer_list, integers, name_place, parse_static_dimensions, ty};
use super::written::{Values, Written, define, no_check};
use crate::xegpu::{Layout, integer_at};

/// Registers the types and attributes.
pub(super) fn register(context: &Context, dialect: &Dialect) -> std::result::Result<(), Error> {
    let form = |read, print| SymbolForm::new(Written { read, print });
    let tensor = form(read_tensor, print_tensor);
    let parameters = ["shape", "elementType", "encoding", "layout"];
    define(
        context,
        dialect,
        "!tensor_desc",
        &parameters,
        check_tensor,
        tensor,
    )?;
    let memory = form(read_memory, print_memory);
    let parameters = ["shape", "elementType", "mem_layout"];
    define(context, dialect, "!mem_desc", &parameters, no_check, memory)?;
    let layout = form(read_layout, print_layout);
    define(context, dialect, "#mem_layout", &["attrs"], no_check, layout)
}

/// Reads the element type.
fn parse_element(parser: &mut Parser<'_, '_>) -> Result<Attribute> {
    match parser.parse_type() {
        Ok(element) => Ok(parser.context().type_attribute(element)),
        Err(error) => Err(parser.also(error, None, "failed to parse parameter 'elementType'")),
    }
}

fn print_shape(printer: &mut Printer<'_>, out: &mut Vec<u8>, values: &[Option<Attribute>]) {
    let context = printer.context();
    out.push(b'<');
    for size in integers(context, values, 0) {
        match size {
            DYNAMIC => out.extend_from_slice(b"?x"),
            _ => out.extend_from_slice(format!("{size}x").as_bytes()),
        }
    }
    if let Some(element) = ty(context, values, 1) {
        printer.print_type(out, element);
    }
}

fn is_one_of(context: &Context, attribute: Attribute, names: &[&str]) -> bool {
    names
        .iter()
        .any(|name| attribute.is_symbol(context, "xegpu", name))
}

fn read_tensor(parser: &mut Parser<'_, '_>, info: &SymbolInfo, _: Option<Type>) -> Result<Values> {
    let context = parser.context();
    let name = name_place(parser, info);
    parser.parse_token(TokenKind::Less, "expected '<'")?;
    let shape = match parser.parse_dimension_list() {
        Ok(shape) => integer_list(context, &shape),
        Err(error) => return Err(parser.also(error, None, "failed to parse parameter 'shape'")),
    };
    let mut values = vec![Some(shape), Some(parse_element(parser)?), None, None];
    while parser.take(TokenKind::Comma) {
        let place = parser.place();
        let attribute = parser.parse_attribute(None)?;
        if is_one_of(context, attribute, &["layout"]) {
            values[3] = Some(attribute);
        } else if is_one_of(context, attribute, &["block_tdesc_attr", "scatter_tdesc_attr"]) {
            values[2] = Some(attribute);
        } else {
            return Err(parser.symbol_error(place, "invalid kind of attribute specified"));
        }
    }
    parser.parse_token(TokenKind::Greater, "expected '>'")?;
    // The default is the same type as no encoding.
    if values[2].is_some_and(|encoding| quote_attribute(context, encoding) == "#xegpu.block_tdesc_attr<>") {
        values[2] = None;
    }
    match check_tensor(context, &values) {
        Ok(()) => Ok(values),
        Err(message) => Err(parser.symbol_error(name, message)),
    }
}

/// The parameters of an attribute with a name.
fn parameters_of<'c>(
    context: &'c Context,
    attribute: Option<Attribute>,
    name: &str,
) -> Option<Parameters<'c>> {
    let (info, parameters) = attribute?.symbol(context)?;
    info.is_named(context, "xegpu", name).then_some(parameters)
}

fn check_tensor(context: &Context, values: &[Option<Attribute>]) -> std::result::Result<(), String> {
    let shape = integers(context, values, 0);
    let Some(last) = shape.last().copied() else {
        return Err("expected non-zero rank tensor".to_owned());
    };
    let bits = ty(context, values, 1).map(|element| element.kind(context));
    let bits = match bits {
        Some(TypeKind::Integer { width, .. }) => width,
        Some(TypeKind::Float(kind)) => kind.width(),
        _ => return Err("expected an integer or float element type".to_owned()),
    };
    if let Some(block) = parameters_of(context, values[2], "block_tdesc_attr") {
        let space = block.get(0).map(|space| quote_attribute(context, space));
        if shape.len() > 1 && space.is_some_and(|space| space.contains("slm")) {
            return Err("SLM is only supported for 1D block tensor".to_owned());
        }
    }
    let mut alignment = 1;
    if let Some(scatter) = parameters_of(context, values[2], "scatter_tdesc_attr") {
        let chunk = integer_at(context, scatter, 1).unwrap_or(1);
        if shape.len() == 1 && chunk != 1 {
            return Err("expected non-contiguous elements for 1D tensor".to_owned());
        }
        if chunk > 1 {
            if last != chunk {
                return Err("expected last dim of tensor to match chunk size".to_owned());
            }
            alignment = if bits < 32 { i64::from(32 / bits.max(1)) } else { 1 };
            if last % alignment != 0 {
                return Err(format!(
                    "expected last dim of tensor to be a multiple of {alignment}"
                ));
            }
        }
    }
    let Some(layout) = values[3].and_then(|layout| Layout::of(context, layout)) else {
        return Ok(());
    };
    if layout.rank() != Some(shape.len()) {
        return Err("expected layout rank to match tensor rank".to_owned());
    }
    let lane_data = layout.lane_data().and_then(<[i64]>::last);
    if alignment > 1 && lane_data.is_some_and(|data| data % alignment != 0) {
        return Err(format!(
            "expected last dim of lane_data to be a multiple of: {alignment}"
        ));
    }
    match layout.is_distributable(&shape) {
        true => Ok(()),
        false => {
            let sizes: Vec<String> = shape.iter().map(i64::to_string).collect();
            let layout = values[3]
                .map(|layout| quote_attribute(context, layout))
                .unwrap_or_default();
            Err(format!("cannot distribute [{}] using {layout}", sizes.join(", ")))
        }
    }
}

fn print_tensor(printer: &mut Printer<'_>, out: &mut Vec<u8>, values: &[Option<Attribute>]) {
    print_shape(printer, out, values);
    for attribute in values[2..].iter().flatten() {
        out.extend_from_slice(b", ");
        printer.print_attribute(out, *attribute, Elision::Never);
    }
    out.push(b'>');
}

fn read_memory(parser: &mut Parser<'_, '_>, _: &SymbolInfo, _: Option<Type>) -> Result<Values> {
    let context = parser.context();
    parser.parse_token(TokenKind::Less, "expected '<'")?;
    let shape = match parse_static_dimensions(parser) {
        Ok(shape) => integer_list(context, &shape),
        Err(error) => return Err(parser.also(error, None, "failed to parse parameter 'shape'")),
    };
    let mut values = vec![Some(shape), Some(parse_element(parser)?), None];
    if parser.take(TokenKind::Comma) {
        let place = parser.place();
        let layout = parser.parse_attribute(None)?;
        if !is_one_of(context, layout, &["mem_layout"]) {
            return Err(parser.symbol_error(place, "invalid kind of attribute specified"));
        }
        values[2] = Some(layout);
    }
    parser.parse_token(TokenKind::Greater, "expected '>'")?;
    Ok(values)
}

fn print_memory(printer: &mut Printer<'_>, out: &mut Vec<u8>, values: &[Option<Attribute>]) {
    print_shape(printer, out, values);
    if let Some(layout) = values[2] {
        out.extend_from_slice(b", ");
        printer.print_attribute(out, layout, Elision::Never);
    }
    out.push(b'>');
}

fn read_layout(parser: &mut Parser<'_, '_>, _: &SymbolInfo, _: Option<Type>) -> Result<Values> {
    let context = parser.context();
    let start = parser.place();
    parser.parse_token(TokenKind::Less, "expected '<'")?;
    let mut entries: Vec<NamedAttribute> = Vec::new();
    loop {
        let Some(word) = parser.parse_optional_keyword() else {
            let error = parser.symbol_error(parser.place(), "expected valid keyword");
            return Err(parser.also(error, Some(start), "expected valid attribute name"));
        };
        let name = context.identifier(word);
        if entries.iter().any(|entry| entry.name == name) {
            // MLIR's message has one quote.
            return Err(parser.symbol_error(start, format!("duplicate key '{word} in mem layout attribute")));
        }
        parser.parse_token(TokenKind::Equal, "expected '='")?;
        let value = parser.parse_attribute(None)?;
        entries.push(NamedAttribute { name, value });
        if !parser.take(TokenKind::Comma) {
            break;
        }
    }
    parser.parse_token(TokenKind::Greater, "expected '>'")?;
    let attributes = context.dictionary_attribute(&entries);
    let attributes = attributes.map_err(|error| parser.error_at(start, error.message()))?;
    Ok(vec![Some(attributes)])
}

fn print_layout(printer: &mut Printer<'_>, out: &mut Vec<u8>, values: &[Option<Attribute>]) {
    out.push(b'<');
    if let Some(AttributeKind::Dictionary(entries)) = values[0].map(|all| all.kind(printer.context())) {
        for (index, entry) in entries.iter().enumerate() {
            if index > 0 {
                out.extend_from_slice(b", ");
            }
            out.extend_from_slice(entry.name.bytes(printer.context()));
            out.extend_from_slice(b" = ");
            printer.print_attribute(out, entry.value, Elision::Never);
        }
    }
    out.push(b'>');
}
