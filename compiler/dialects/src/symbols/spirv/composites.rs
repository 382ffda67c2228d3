//! Arrays, pointers, matrices and tensors: `!spirv.array<4 x f32, stride=4>`, `!spirv.rtarray<f32>`,
//! `!spirv.ptr<f32, Uniform>`, `!spirv.matrix<3 x vector<3xf32>>`, `!spirv.coopmatrix<8x16xf32, Subgroup, MatrixA>`,
//! `!spirv.arm.tensor<4xf32>`.
//!
//! A stride is absent if the text has none; the shape of a tensor is absent if it has no rank.

use tvmlike_ir::{Attribute, Context, DYNAMIC, Dialect, Error, SymbolInfo, Type, TypeKind};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{Parser, Printer, Result, quote_type};

use super::super::values::{
    integer_list, integers, parse_optional_word, parse_static_dimensions, ty, word, word_value,
};
use super::super::written::{Values, Written, define_all};
use super::{parse_keyword, parse_part, print_keyword};

/// Registers the types.
pub(super) fn register(context: &Context, dialect: &Dialect) -> std::result::Result<(), Error> {
    let types: &[(&str, &[&str], Written)] = &[
        (
            "!array",
            &["elementType", "elementCount", "stride"],
            Written {
                read: read_array,
                print: print_array,
            },
        ),
        (
            "!rtarray",
            &["elementType", "stride"],
            Written {
                read: read_runtime_array,
                print: print_runtime_array,
            },
        ),
        (
            "!ptr",
            &["pointeeType", "storageClass"],
            Written {
                read: read_pointer,
                print: print_pointer,
            },
        ),
        (
            "!matrix",
            &["columnType", "columnCount"],
            Written {
                read: read_matrix,
                print: print_matrix,
            },
        ),
        (
            "!coopmatrix",
            &["elementType", "shape", "scope", "use"],
            Written {
                read: read_cooperative,
                print: print_cooperative,
            },
        ),
        (
            "!arm.tensor",
            &["elementType", "shape"],
            Written {
                read: read_tensor,
                print: print_tensor,
            },
        ),
    ];
    define_all(context, dialect, types)
}

/// Reads `, stride=4`, if it is there.
fn parse_stride(parser: &mut Parser<'_, '_>) -> Result<Option<Attribute>> {
    if !parser.take(TokenKind::Comma) {
        return Ok(None);
    }
    if !parser.take_word("stride") {
        return Err(parser.symbol_error(parser.place(), "expected 'stride'"));
    }
    parser.parse_token(TokenKind::Equal, "expected '='")?;
    let place = parser.place();
    match parse_word_number(parser)? {
        stride if word_value(parser.context(), Some(stride)) == 0 => {
            Err(parser.symbol_error(place, "ArrayStride must be greater than zero"))
        }
        stride => Ok(Some(stride)),
    }
}

fn parse_word_number(parser: &mut Parser<'_, '_>) -> Result<Attribute> {
    let place = parser.place();
    let value = parse_optional_word(parser)?;
    value.ok_or_else(|| parser.symbol_error(place, "expected integer value"))
}

fn print_stride(context: &Context, out: &mut Vec<u8>, stride: Option<Attribute>) {
    if stride.is_some() {
        out.extend_from_slice(format!(", stride={}", word_value(context, stride)).as_bytes());
    }
}

fn print_part(printer: &mut Printer<'_>, out: &mut Vec<u8>, values: &[Option<Attribute>]) {
    if let Some(part) = ty(printer.context(), values, 0) {
        printer.print_type(out, part);
    }
}

fn read_array(parser: &mut Parser<'_, '_>, _: &SymbolInfo, _: Option<Type>) -> Result<Values> {
    parser.parse_token(TokenKind::Less, "expected '<'")?;
    let place = parser.place();
    let count = match parse_static_dimensions(parser)?.as_slice() {
        [0] => return Err(parser.symbol_error(place, "expected array length greater than 0")),
        [count] => *count,
        _ => {
            return Err(parser.symbol_error(place, "expected single integer for array element count"));
        }
    };
    let element = parse_part(parser)?;
    let stride = parse_stride(parser)?;
    parser.parse_token(TokenKind::Greater, "expected '>'")?;
    let context = parser.context();
    Ok(vec![
        Some(context.type_attribute(element)),
        Some(word(context, count)),
        stride,
    ])
}

fn print_array(printer: &mut Printer<'_>, out: &mut Vec<u8>, values: &[Option<Attribute>]) {
    let context = printer.context();
    out.extend_from_slice(format!("<{} x ", word_value(context, values[1])).as_bytes());
    print_part(printer, out, values);
    print_stride(context, out, values[2]);
    out.push(b'>');
}

fn read_runtime_array(parser: &mut Parser<'_, '_>, _: &SymbolInfo, _: Option<Type>) -> Result<Values> {
    parser.parse_token(TokenKind::Less, "expected '<'")?;
    let element = parse_part(parser)?;
    let stride = parse_stride(parser)?;
    parser.parse_token(TokenKind::Greater, "expected '>'")?;
    Ok(vec![Some(parser.context().type_attribute(element)), stride])
}

fn print_runtime_array(printer: &mut Printer<'_>, out: &mut Vec<u8>, values: &[Option<Attribute>]) {
    out.push(b'<');
    print_part(printer, out, values);
    print_stride(printer.context(), out, values[1]);
    out.push(b'>');
}

fn read_pointer(parser: &mut Parser<'_, '_>, _: &SymbolInfo, _: Option<Type>) -> Result<Values> {
    parser.parse_token(TokenKind::Less, "expected '<'")?;
    let pointee = parse_part(parser)?;
    let place = parser.place();
    parser.parse_token(TokenKind::Comma, "expected ','")?;
    let keyword = parser.place();
    let Some(word) = parser.parse_optional_keyword() else {
        return Err(parser.symbol_error(keyword, "expected valid keyword"));
    };
    let context = parser.context();
    // MLIR reports an unknown storage class at the comma.
    let Some(class) = tvmlike_define::enum_attribute(context, "spirv", "storage_class", word) else {
        return Err(parser.symbol_error(place, format!("unknown storage class: {word}")));
    };
    parser.parse_token(TokenKind::Greater, "expected '>'")?;
    Ok(vec![Some(context.type_attribute(pointee)), Some(class)])
}

fn print_pointer(printer: &mut Printer<'_>, out: &mut Vec<u8>, values: &[Option<Attribute>]) {
    out.push(b'<');
    print_part(printer, out, values);
    out.extend_from_slice(b", ");
    print_keyword(printer.context(), out, values[1]);
    out.push(b'>');
}

fn read_matrix(parser: &mut Parser<'_, '_>, _: &SymbolInfo, _: Option<Type>) -> Result<Values> {
    parser.parse_token(TokenKind::Less, "expected '<'")?;
    let place = parser.place();
    let count = match parse_static_dimensions(parser)?.as_slice() {
        [count @ 2..=4] => *count,
        [_] => return Err(parser.symbol_error(place, "matrix is expected to have 2, 3, or 4 columns")),
        _ => {
            let message = "expected single unsigned integer for number of columns";
            return Err(parser.symbol_error(place, message));
        }
    };
    let place = parser.place();
    let column = parser.parse_type()?;
    let context = parser.context();
    check_column(context, column).map_err(|message| parser.symbol_error(place, message))?;
    parser.parse_token(TokenKind::Greater, "expected '>'")?;
    Ok(vec![
        Some(context.type_attribute(column)),
        Some(word(context, count)),
    ])
}

fn check_column(context: &Context, column: Type) -> std::result::Result<(), String> {
    let TypeKind::Vector { shape, element, .. } = column.kind(context) else {
        let column = quote_type(context, column);
        return Err(format!(
            "matrix must be composed using vector type, got '{column}'"
        ));
    };
    match (shape.len(), shape.iter().next()) {
        (1, Some(2..=4)) => {}
        (1, Some(size)) => {
            return Err(format!(
                "matrix columns size has to be less than or equal to 4 and greater than or equal 2, but found {size}"
            ));
        }
        _ => {
            let column = quote_type(context, column);
            return Err(format!("only 1-D vector allowed but found '{column}'"));
        }
    }
    match element.kind(context) {
        TypeKind::Float(_) => Ok(()),
        _ => Err(format!(
            "matrix columns' elements must be of Float type, got '{}'",
            quote_type(context, element)
        )),
    }
}

fn print_matrix(printer: &mut Printer<'_>, out: &mut Vec<u8>, values: &[Option<Attribute>]) {
    print_array(printer, out, &[values[0], values[1], None]);
}

fn read_cooperative(parser: &mut Parser<'_, '_>, _: &SymbolInfo, _: Option<Type>) -> Result<Values> {
    parser.parse_token(TokenKind::Less, "expected '<'")?;
    let place = parser.place();
    let [rows, columns] = *parse_static_dimensions(parser)?.as_slice() else {
        return Err(parser.symbol_error(place, "expected row and column count"));
    };
    let element = parse_part(parser)?;
    let mut keywords = [None; 2];
    for (keyword, (symbol, what)) in keywords
        .iter_mut()
        .zip([("scope", "scope"), ("coop_matrix_use_khr", "use")])
    {
        parser.parse_token(TokenKind::Comma, "expected ','")?;
        let unknown = |word: &str| format!("invalid {what} <id> attribute specification: {word}");
        *keyword = Some(parse_keyword(parser, symbol, unknown)?);
    }
    parser.parse_token(TokenKind::Greater, "expected '>'")?;
    let context = parser.context();
    // MLIR keeps 32 bits of them.
    let shape = [rows, columns].map(|size| i64::from(size as u32));
    Ok(vec![
        Some(context.type_attribute(element)),
        Some(integer_list(context, &shape)),
        keywords[0],
        keywords[1],
    ])
}

fn print_cooperative(printer: &mut Printer<'_>, out: &mut Vec<u8>, values: &[Option<Attribute>]) {
    let context = printer.context();
    out.push(b'<');
    for size in integers(context, values, 1) {
        out.extend_from_slice(format!("{size}x").as_bytes());
    }
    print_part(printer, out, values);
    for value in &values[2..] {
        out.extend_from_slice(b", ");
        print_keyword(context, out, *value);
    }
    out.push(b'>');
}

fn read_tensor(parser: &mut Parser<'_, '_>, _: &SymbolInfo, _: Option<Type>) -> Result<Values> {
    parser.parse_token(TokenKind::Less, "expected '<'")?;
    let place = parser.place();
    let mut shape = None;
    if parser.take(TokenKind::Star) {
        if !parser.word().starts_with('x') {
            return Err(parser.symbol_error(parser.place(), "expected 'x' in dimension list"));
        }
        parser.seek(parser.span().start + 1);
    } else {
        let sizes = parser.parse_dimension_list()?;
        let dynamic = sizes.iter().filter(|size| **size == DYNAMIC).count();
        if sizes.is_empty() {
            return Err(parser.symbol_error(place, "arm.tensors do not support rank zero"));
        }
        if sizes.contains(&0) {
            return Err(parser.symbol_error(place, "arm.tensors do not support zero dimensions"));
        }
        if dynamic != 0 && dynamic != sizes.len() {
            let message = "arm.tensor shape dimensions must be either fully dynamic or completed shaped";
            return Err(parser.symbol_error(place, message));
        }
        shape = Some(integer_list(parser.context(), &sizes));
    }
    let element = parse_part(parser)?;
    parser.parse_token(TokenKind::Greater, "expected '>'")?;
    Ok(vec![Some(parser.context().type_attribute(element)), shape])
}

fn print_tensor(printer: &mut Printer<'_>, out: &mut Vec<u8>, values: &[Option<Attribute>]) {
    let context = printer.context();
    out.push(b'<');
    if values[1].is_none() {
        out.extend_from_slice(b"*x");
    }
    for size in integers(context, values, 1) {
        match size {
            DYNAMIC => out.extend_from_slice(b"?x"),
            _ => out.extend_from_slice(format!("{size}x").as_bytes()),
        }
    }
    print_part(printer, out, values);
    out.push(b'>');
}
