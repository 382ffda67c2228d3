//! The attributes of `sparse_tensor`: `#sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>` and
//! `#sparse_tensor<slice(0, 4, 1)>`.
//!
//! The parameters are those of MLIR's record. `lvlToDim` is absent if it does not follow from `dimToLvl`; what is absent in
//! the text is 0 for widths, and absent for values. A dynamic number of a slice is `DYNAMIC`.

mod check;
mod encoding;
mod inverse;
mod levels;
mod map;

use tvmlike_define::ParameterDirective;
use tvmlike_ir::{
    AffineMap, Attribute, AttributeKind, Context, DYNAMIC, Dialect, EncodingCheck, Error, SymbolInfo, Type,
};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{Elision, Parser, Printer, Result, SymbolAlias, SymbolForm};

pub(crate) use encoding::{Encoding, Field};

use super::values::{elements, integer_list, integers, name_place, number, parse_integer};
use super::written::{Values, Written, define};

/// The places of the parameters of an encoding.
const LEVELS: usize = 0;
const TO_LEVEL: usize = 1;
const TO_DIM: usize = 2;
const POSITION_WIDTH: usize = 3;
const COORDINATE_WIDTH: usize = 4;
const EXPLICIT: usize = 5;
const IMPLICIT: usize = 6;
const SLICES: usize = 7;

/// Registers the attributes.
pub(super) fn register(context: &Context, dialect: &Dialect) -> std::result::Result<(), Error> {
    let slice = Written {
        read: read_slice,
        print: print_slice,
    };
    let parameters = ["offset", "size", "stride"];
    define(
        context,
        dialect,
        "#slice",
        &parameters,
        check::slice,
        SymbolForm::new(slice),
    )?;
    let encoding = Written {
        read: read_encoding,
        print: print_encoding,
    };
    let parameters = [
        "lvlTypes",
        "dimToLvl",
        "lvlToDim",
        "posWidth",
        "crdWidth",
        "explicitVal",
        "implicitVal",
        "dimSlices",
    ];
    let form = SymbolForm::new(encoding);
    define(context, dialect, "#encoding", &parameters, check::encoding, form)?;
    let name = context.identifier("encoding");
    if let Some(info) = context.attribute_info(dialect.namespace(), name) {
        info.extensions().get_or_insert_with(|| SymbolAlias("sparse"));
        info.extensions()
            .get_or_insert_with(|| EncodingCheck(check::tensor));
    }
    Ok(())
}

/// The affine map of a parameter.
fn affine_map(context: &Context, values: &[Option<Attribute>], index: usize) -> Option<AffineMap> {
    match values.get(index).copied().flatten()?.kind(context) {
        AttributeKind::AffineMap(map) => Some(map),
        _ => None,
    }
}

fn read_encoding(parser: &mut Parser<'_, '_>, info: &SymbolInfo, _: Option<Type>) -> Result<Values> {
    let context = parser.context();
    let place = name_place(parser, info);
    parser.parse_token(TokenKind::Less, "expected '<'")?;
    parser.parse_token(TokenKind::LeftBrace, "expected '{'")?;
    let mut map = map::Map::default();
    let mut widths = [0, 0];
    let mut fill = [None, None];
    while let Some(key) = parser.parse_optional_keyword() {
        if !["map", "posWidth", "crdWidth", "explicitVal", "implicitVal"].contains(&key) {
            return Err(parser.symbol_error(place, format!("unexpected key: {key}")));
        }
        parser.parse_token(TokenKind::Equal, "expected '='")?;
        match key {
            "map" => map.read(parser)?,
            "posWidth" | "crdWidth" => {
                let value = parser.parse_attribute(None)?;
                let (index, what) = match key {
                    "posWidth" => (0, "position"),
                    _ => (1, "index"),
                };
                let Some(width) = number(context, &[Some(value)], 0) else {
                    let message = format!("expected an integral {what} bitwidth");
                    return Err(parser.symbol_error(place, message));
                };
                widths[index] = width;
            }
            _ => {
                let value = parser.parse_attribute(None)?;
                if !is_numeric(context, value) {
                    return Err(parser.symbol_error(place, format!("expected a numeric value for {key}")));
                }
                fill[usize::from(key == "implicitVal")] = Some(value);
            }
        }
        if !parser.take(TokenKind::Comma) {
            break;
        }
    }
    parser.parse_token(TokenKind::RightBrace, "expected '}'")?;
    parser.parse_token(TokenKind::Greater, "expected '>'")?;
    let to_dim = map
        .to_dim
        .or_else(|| map.to_level.and_then(|map| inverse::inverse(context, map)));
    let attribute = |map: AffineMap| context.affine_map_attribute(map);
    let values = vec![
        Some(integer_list(context, &map.levels)),
        map.to_level.map(attribute),
        to_dim.map(attribute),
        Some(context.i32_attribute(widths[0] as i32)),
        Some(context.i32_attribute(widths[1] as i32)),
        fill[0],
        fill[1],
        Some(context.array_attribute(&map.slices)),
    ];
    match check::encoding(context, &values) {
        Ok(()) => Ok(values),
        Err(message) => Err(parser.symbol_error(place, message)),
    }
}

/// Whether an attribute is a number: an integer, a float or a complex number.
fn is_numeric(context: &Context, value: Attribute) -> bool {
    match value.kind(context) {
        AttributeKind::Integer { .. } | AttributeKind::Float { .. } => true,
        AttributeKind::Dialect { info, .. } => info.is_named(context, "complex", "number"),
        _ => false,
    }
}

fn print_encoding(printer: &mut Printer<'_>, out: &mut Vec<u8>, values: &[Option<Attribute>]) {
    let context = printer.context();
    out.extend_from_slice(b"<{ map = ");
    map::print(printer, out, values);
    for (index, key) in [(POSITION_WIDTH, "posWidth"), (COORDINATE_WIDTH, "crdWidth")] {
        if let Some(width) = number(context, values, index).filter(|width| *width != 0) {
            out.extend_from_slice(format!(", {key} = {width}").as_bytes());
        }
    }
    for (index, key) in [(EXPLICIT, "explicitVal"), (IMPLICIT, "implicitVal")] {
        if let Some(value) = values[index] {
            out.extend_from_slice(format!(", {key} = ").as_bytes());
            printer.print_attribute(out, value, Elision::Never);
        }
    }
    out.extend_from_slice(b" }>");
}

fn read_slice(parser: &mut Parser<'_, '_>, info: &SymbolInfo, _: Option<Type>) -> Result<Values> {
    let context = parser.context();
    let name = name_place(parser, info);
    parser.parse_token(TokenKind::LeftParen, "expected '('")?;
    let mut values = Vec::with_capacity(3);
    for index in 0..3 {
        if index > 0 {
            parser.parse_token(TokenKind::Comma, "expected ','")?;
        }
        let value = match parser.token().kind {
            TokenKind::Integer | TokenKind::Minus => parse_integer(parser)?,
            _ => {
                parser.parse_token(TokenKind::Question, "expected '?'")?;
                DYNAMIC
            }
        };
        if value < 0 && value != DYNAMIC {
            let message = "expect positive value or ? for slice offset/size/stride";
            return Err(parser.symbol_error(parser.place(), message));
        }
        values.push(Some(context.i64_attribute(value)));
    }
    parser.parse_token(TokenKind::RightParen, "expected ')'")?;
    match check::slice(context, &values) {
        Ok(()) => Ok(values),
        Err(message) => Err(parser.symbol_error(name, message)),
    }
}

fn print_slice(printer: &mut Printer<'_>, out: &mut Vec<u8>, values: &[Option<Attribute>]) {
    let context = printer.context();
    let text = |index: usize| match number(context, values, index) {
        Some(value) if value != DYNAMIC => value.to_string(),
        _ => "?".to_owned(),
    };
    out.extend_from_slice(format!("({}, {}, {})", text(0), text(1), text(2)).as_bytes());
}

/// The levels of an iteration space: `0`, `0 to 2`.
pub(super) struct LevelRange;

impl ParameterDirective for LevelRange {
    fn parse(&self, parser: &mut Parser<'_, '_>, values: &mut [Option<Attribute>]) -> Result<()> {
        let context = parser.context();
        let low = parse_integer(parser)?;
        let high = match parser.take_word("to") {
            true => parse_integer(parser)?,
            false => low.wrapping_add(1),
        };
        // MLIR compares them without a sign.
        if high as u64 <= low as u64 {
            let message = "expect larger level upper bound than lower bound";
            return Err(parser.symbol_error(parser.place(), message));
        }
        if let [first, last] = values {
            *first = Some(context.i64_attribute(low));
            *last = Some(context.i64_attribute(high));
        }
        Ok(())
    }

    fn print(&self, printer: &mut Printer<'_>, out: &mut Vec<u8>, values: &[Option<Attribute>]) {
        let level = |index: usize| number(printer.context(), values, index).unwrap_or_default() as u64;
        let (low, high) = (level(0), level(1));
        out.extend_from_slice(low.to_string().as_bytes());
        if low.wrapping_add(1) != high {
            out.extend_from_slice(format!(" to {high}").as_bytes());
        }
    }
}
