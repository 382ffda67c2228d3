//! The types of `quant`: `!quant.uniform<i8<-8:7>:f32:1, {2.0, 3.0:1}>`, `!quant.any<i8:f32>`, `!quant.calibrated<f32<-1.0:1.0>>`.
//!
//! Scales are `f64` attributes, zero points, axes and block sizes `i64` ones. A type with a scale for all has no axes; one
//! with block sizes has the numbers of blocks in `shape`.

use tvmlike_ir::{
    Attribute, AttributeKind, Context, Dialect, Error, Parameters, Signedness, SymbolInfo, Type, TypeKind,
};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{Parser, Printer, Result, SymbolForm, SymbolSyntax, UnknownSymbol};

use super::values::{elements, hooks, integer_list, integers, name_place, parse_double, parse_integer, ty};
use super::written::{define, no_check};

/// The first parameters of `any` and `uniform`: the storage and the expressed type.
const STORAGE: [&str; 5] = ["storage", "signed", "minimum", "maximum", "expressed"];
const SCALES: [&str; 5] = ["scales", "zero_points", "axes", "block_sizes", "shape"];

/// Registers the types.
pub(super) fn register(context: &Context, dialect: &Dialect) -> std::result::Result<(), Error> {
    let unknown = UnknownSymbol::Refused(Some("unknown quantized type ".into()));
    hooks(dialect, unknown, UnknownSymbol::NoHook);
    let uniform = [STORAGE, SCALES].concat();
    let any = SymbolForm::new(Quantized { is_uniform: false });
    define(context, dialect, "!any", &STORAGE, no_check, any)?;
    let form = SymbolForm::new(Quantized { is_uniform: true });
    define(context, dialect, "!uniform", &uniform, no_check, form)?;
    let parameters = ["expressed", "minimum", "maximum"];
    let form = SymbolForm::new(Calibrated);
    define(context, dialect, "!calibrated", &parameters, no_check, form)
}

/// What stands behind `any` and `uniform`.
struct Quantized {
    is_uniform: bool,
}

/// Scales with zero points.
#[derive(Default)]
struct Scales {
    scales: Vec<Attribute>,
    zero_points: Vec<i64>,
}

impl Scales {
    /// Reads `2.0:1`.
    fn read(&mut self, parser: &mut Parser<'_, '_>) -> Result<()> {
        self.scales.push(parse_double(parser)?);
        let zero_point = match parser.take(TokenKind::Colon) {
            true => parse_integer(parser)?,
            false => 0,
        };
        self.zero_points.push(zero_point);
        Ok(())
    }

    /// Reads nested lists in braces, and finds their lengths.
    fn read_nested(&mut self, parser: &mut Parser<'_, '_>, depth: usize, shape: &mut Vec<i64>) -> Result<()> {
        if !parser.is_at(TokenKind::LeftBrace) {
            return self.read(parser);
        }
        parser.advance();
        let mut count = 0;
        loop {
            parser.nested(|parser| self.read_nested(parser, depth + 1, shape))?;
            count += 1;
            if !parser.take(TokenKind::Comma) {
                break;
            }
        }
        if shape.len() <= depth {
            shape.resize(depth + 1, count);
        }
        shape[depth] = count;
        parser.parse_token(TokenKind::RightBrace, "expected '}'")
    }
}

/// The least and the greatest number of a storage type.
fn limits(width: u32, is_signed: bool) -> (i64, i64) {
    match is_signed {
        true => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
        false => (0, (1 << width) - 1),
    }
}

fn integer(context: &Context, value: i64) -> Option<Attribute> {
    context.integer_attribute(context.i64(), value).ok()
}

/// Reads the storage type with its range.
fn parse_storage(
    parser: &mut Parser<'_, '_>,
    info: &SymbolInfo,
    name: tvmlike_syntax::Span,
) -> Result<Vec<Option<Attribute>>> {
    let context = parser.context();
    let place = parser.place();
    let spelling = String::from_utf8_lossy(parser.spelling()).into_owned();
    let (is_signed, digits) = match spelling.split_at_checked(1) {
        Some(("i", digits)) => (true, digits),
        Some(("u", digits)) => (false, digits),
        _ if parser.word().is_empty() && !parser.is_at(TokenKind::IntegerType) => {
            return Err(parser.symbol_error(place, "expected valid keyword"));
        }
        _ => return Err(parser.symbol_error(place, "illegal storage type prefix")),
    };
    let Ok(width) = digits.parse::<u32>() else {
        return Err(parser.symbol_error(place, "illegal storage type prefix"));
    };
    if width == 0 || width > 32 {
        return Err(parser.symbol_error(place, format!("illegal storage type size: {width}")));
    }
    parser.advance();
    let (least, most) = limits(width, is_signed);
    let (mut minimum, mut maximum) = (least, most);
    if parser.take(TokenKind::Less) {
        let place = parser.place();
        minimum = parse_integer(parser)?;
        if minimum < least {
            return Err(parser.symbol_error(place, format!("illegal storage type minimum: {minimum}")));
        }
        parser.parse_token(TokenKind::Colon, "expected ':'")?;
        let place = parser.place();
        maximum = parse_integer(parser)?;
        if maximum > most {
            return Err(parser.symbol_error(place, format!("illegal storage type maximum: {maximum}")));
        }
        parser.parse_token(TokenKind::Greater, "expected '>'")?;
    }
    if minimum >= maximum {
        let message = format!("illegal storage min and storage max: ({minimum}:{maximum})");
        return Err(parser.symbol_error(name, message));
    }
    let ty = context.integer_type(width, Signedness::Signless);
    let ty = ty.map_err(|error| parser.error_at(place, error.message()))?;
    let mut values = Vec::with_capacity(info.parameters().len());
    values.push(Some(context.type_attribute(ty)));
    values.push(Some(context.bool_attribute(is_signed)));
    values.push(integer(context, minimum));
    values.push(integer(context, maximum));
    Ok(values)
}

fn parse_expressed(parser: &mut Parser<'_, '_>) -> Result<Attribute> {
    let context = parser.context();
    let place = parser.place();
    let ty = parser.parse_type()?;
    match ty.kind(context) {
        TypeKind::Float(_) => Ok(context.type_attribute(ty)),
        _ => Err(parser.symbol_error(place, "invalid kind of type specified")),
    }
}

impl SymbolSyntax for Quantized {
    fn parse(
        &self,
        parser: &mut Parser<'_, '_>,
        info: &SymbolInfo,
        _: Option<Type>,
    ) -> Result<Vec<Option<Attribute>>> {
        let context = parser.context();
        let name = name_place(parser, info);
        parser.parse_token(TokenKind::Less, "expected '<'")?;
        let mut values = parse_storage(parser, info, name)?;
        if !self.is_uniform {
            values.push(match parser.take(TokenKind::Colon) {
                true => Some(parse_expressed(parser)?),
                false => None,
            });
            parser.parse_token(TokenKind::Greater, "expected '>'")?;
            return Ok(values);
        }
        parser.parse_token(TokenKind::Colon, "expected ':'")?;
        values.push(Some(parse_expressed(parser)?));
        let (mut axes, mut blocks, mut shape) = (Vec::new(), Vec::new(), Vec::new());
        if parser.take(TokenKind::Colon) {
            if parser.take(TokenKind::LeftBrace) {
                loop {
                    axes.push(parse_integer(parser)?);
                    parser.parse_token(TokenKind::Colon, "expected ':'")?;
                    blocks.push(parse_integer(parser)?);
                    if !parser.take(TokenKind::Comma) {
                        break;
                    }
                }
                parser.parse_token(TokenKind::RightBrace, "expected '}'")?;
            } else {
                axes.push(parse_integer(parser)?);
            }
        }
        parser.parse_token(TokenKind::Comma, "expected ','")?;
        let mut scales = Scales::default();
        if !blocks.is_empty() {
            scales.read_nested(parser, 0, &mut shape)?;
        } else if !axes.is_empty() {
            parser.parse_token(TokenKind::LeftBrace, "expected '{'")?;
            loop {
                scales.read(parser)?;
                if !parser.take(TokenKind::Comma) {
                    break;
                }
            }
            parser.parse_token(TokenKind::RightBrace, "expected '}'")?;
        } else {
            scales.read(parser)?;
        }
        parser.parse_token(TokenKind::Greater, "expected '>'")?;
        values.push(Some(context.array_attribute(&scales.scales)));
        values.extend(
            [&scales.zero_points, &axes, &blocks, &shape].map(|all| Some(integer_list(context, all))),
        );
        Ok(values)
    }

    fn print(&self, printer: &mut Printer<'_>, out: &mut Vec<u8>, parameters: Parameters<'_>) {
        let context = printer.context();
        let values = parameters.to_vec();
        let number = |index: usize| match values
            .get(index)
            .copied()
            .flatten()
            .map(|each| each.kind(context))
        {
            Some(AttributeKind::Integer { value, .. }) => value.to_i64().unwrap_or_default(),
            _ => 0,
        };
        let is_signed = values.get(1) == Some(&Some(context.bool_attribute(true)));
        let width = ty(context, &values, 0)
            .and_then(|ty| ty.bit_width(context))
            .unwrap_or(8);
        let (minimum, maximum) = (number(2), number(3));
        out.push(b'<');
        out.extend_from_slice(format!("{}{width}", if is_signed { 'i' } else { 'u' }).as_bytes());
        if (minimum, maximum) != limits(width, is_signed) {
            out.extend_from_slice(format!("<{minimum}:{maximum}>").as_bytes());
        }
        if let Some(expressed) = ty(context, &values, 4) {
            out.push(b':');
            printer.print_type(out, expressed);
        }
        if self.is_uniform {
            let lists: Vec<Vec<i64>> = (6..10).map(|index| integers(context, &values, index)).collect();
            let [zero_points, axes, blocks, shape] = lists.as_slice() else {
                return;
            };
            if blocks.is_empty() {
                if let Some(axis) = axes.first() {
                    out.extend_from_slice(format!(":{axis}").as_bytes());
                }
            } else {
                let pairs = axes.iter().zip(blocks);
                let pairs: Vec<String> = pairs.map(|(axis, size)| format!("{axis}:{size}")).collect();
                out.extend_from_slice(format!(":{{{}}}", pairs.join(", ")).as_bytes());
            }
            out.extend_from_slice(b", ");
            let scales = elements(context, &values, 5);
            let mut writer = Writer {
                printer,
                scales: &scales,
                zero_points,
                next: 0,
            };
            match (blocks.is_empty(), axes.is_empty()) {
                (false, _) => writer.nested(out, shape, ", "),
                (true, false) => writer.nested(out, &[scales.len() as i64], ","),
                (true, true) => writer.one(out),
            }
        }
        out.push(b'>');
    }
}

/// Prints scales in order.
struct Writer<'a, 'c> {
    printer: &'a mut Printer<'c>,
    scales: &'a [Attribute],
    zero_points: &'a [i64],
    next: usize,
}

impl Writer<'_, '_> {
    fn one(&mut self, out: &mut Vec<u8>) {
        let index = self.next;
        self.next += 1;
        if let Some(scale) = self.scales.get(index) {
            self.printer.print_attribute_without_type(out, *scale);
        }
        if let Some(zero_point) = self.zero_points.get(index).filter(|value| **value != 0) {
            out.extend_from_slice(format!(":{zero_point}").as_bytes());
        }
    }

    fn nested(&mut self, out: &mut Vec<u8>, shape: &[i64], separator: &str) {
        let Some((count, inner)) = shape.split_first() else {
            return self.one(out);
        };
        out.push(b'{');
        for index in 0..*count {
            if index > 0 {
                out.extend_from_slice(separator.as_bytes());
            }
            self.nested(out, inner, separator);
        }
        out.push(b'}');
    }
}

/// `<f32<-1.0:1.0>>`.
struct Calibrated;

impl SymbolSyntax for Calibrated {
    fn parse(
        &self,
        parser: &mut Parser<'_, '_>,
        _: &SymbolInfo,
        _: Option<Type>,
    ) -> Result<Vec<Option<Attribute>>> {
        parser.parse_token(TokenKind::Less, "expected '<'")?;
        let expressed = parse_expressed(parser)?;
        parser.parse_token(TokenKind::Less, "expected '<'")?;
        let minimum = parse_double(parser)?;
        parser.parse_token(TokenKind::Colon, "expected ':'")?;
        let maximum = parse_double(parser)?;
        parser.parse_token(TokenKind::Greater, "expected '>'")?;
        parser.parse_token(TokenKind::Greater, "expected '>'")?;
        Ok(vec![Some(expressed), Some(minimum), Some(maximum)])
    }

    fn print(&self, printer: &mut Printer<'_>, out: &mut Vec<u8>, parameters: Parameters<'_>) {
        out.push(b'<');
        if let Some(expressed) = ty(printer.context(), &parameters.to_vec(), 0) {
            printer.print_type(out, expressed);
        }
        for (index, before) in [(1, b'<'), (2, b':')] {
            out.push(before);
            if let Some(value) = parameters.get(index) {
                printer.print_attribute_without_type(out, value);
            }
        }
        out.extend_from_slice(b">>");
    }
}
