//! Attributes that are numbers: `#smt.bv<5> : !smt.bv<32>`, `#llvm.constant_range<i32, 0, 42>`,
//! `#ptr.address<42> : !ptr.ptr<#ptr.generic_space>`, `#complex.number<:f32 1.0, 2.0>`.

use num_bigint::{BigInt, Sign};
use tvmlike_ir::{Attribute, AttributeKind, Context, Dialect, Error, Signedness, SymbolInfo, Type, TypeKind};
use tvmlike_syntax::TokenKind;
use tvmlike_text::{Parser, Printer, Result, SymbolForm, quote_type};

use super::values::{number, parse_double, ty};
use super::written::{Values, Written, define, define_typed, no_check};

/// `#smt.bv`: the type of the attribute, and its value as an integer attribute of the width.
pub(super) fn register_smt(context: &Context, dialect: &Dialect) -> std::result::Result<(), Error> {
    let form = Written {
        read: read_bits,
        print: print_bits,
    };
    define_typed(context, dialect, "#bv", &["type", "value"], SymbolForm::new(form))
}

/// `#complex.number`: the type of the attribute and the parts as float attributes.
pub(super) fn register_complex(context: &Context, dialect: &Dialect) -> std::result::Result<(), Error> {
    let form = Written {
        read: read_complex,
        print: print_complex,
    };
    define_typed(
        context,
        dialect,
        "#number",
        &["type", "real", "imag"],
        SymbolForm::new(form),
    )
}

/// `#ptr.address`: the type of the attribute, and the address as an integer attribute.
pub(super) fn register_pointer(context: &Context, dialect: &Dialect) -> std::result::Result<(), Error> {
    let form = Written {
        read: read_address,
        print: print_bits,
    };
    define_typed(
        context,
        dialect,
        "#address",
        &["type", "value"],
        SymbolForm::new(form),
    )
}

/// `#llvm.constant_range`: integer attributes of the type.
pub(super) fn register_range(context: &Context, dialect: &Dialect) -> std::result::Result<(), Error> {
    let form = Written {
        read: read_range,
        print: print_range,
    };
    let parameters = ["lower", "upper"];
    define(
        context,
        dialect,
        "#constant_range",
        &parameters,
        no_check,
        SymbolForm::new(form),
    )
}

/// Reads an integer of any size. `true` is 1, as `APInt` has it.
fn parse_big(parser: &mut Parser<'_, '_>) -> Result<BigInt> {
    let place = parser.place();
    if parser.take_word("true") {
        return Ok(BigInt::from(1));
    }
    let value = parser.parse_optional_integer()?;
    value.ok_or_else(|| parser.symbol_error(place, "expected integer value"))
}

/// A number as an attribute of an integer type: its low bits.
fn truncated(context: &Context, width: u32, value: &BigInt) -> std::result::Result<Attribute, Error> {
    let modulus = BigInt::from(1) << width;
    let mut low = value % &modulus;
    if low.sign() == Sign::Minus {
        low += &modulus;
    }
    if width > 0 && low.bit(u64::from(width) - 1) {
        low -= modulus;
    }
    let ty = context.integer_type(width, Signedness::Signless)?;
    context.big_integer_attribute(ty, &low)
}

fn print_signed(context: &Context, out: &mut Vec<u8>, value: Option<Attribute>) {
    if let Some(AttributeKind::Integer { value, .. }) = value.map(|value| value.kind(context)) {
        out.extend_from_slice(value.to_decimal(true).as_bytes());
    }
}

fn read_bits(parser: &mut Parser<'_, '_>, _: &SymbolInfo, ty: Option<Type>) -> Result<Values> {
    let context = parser.context();
    let place = parser.place();
    parser.parse_token(TokenKind::Less, "expected '<'")?;
    // `true` has one bit, which is the sign.
    let value = match parser.take_word("true") {
        true => BigInt::from(-1),
        false => parse_big(parser)?,
    };
    parser.parse_token(TokenKind::Greater, "expected '>'")?;
    let width = |ty: Type| match ty.symbol(context) {
        Some((info, parameters)) if info.is_named(context, "smt", "bv") => {
            u32::try_from(number(context, &parameters.to_vec(), 0)?).ok()
        }
        _ => None,
    };
    let Some((ty, width)) = ty.and_then(|ty| Some((ty, width(ty)?))) else {
        return Err(parser.symbol_error(place, "explicit bit-vector type required"));
    };
    let half = BigInt::from(1) << width.saturating_sub(1);
    if value < -&half || value >= half * 2 {
        let message = format!(
            "integer value out of range for given bit-vector type '{}'",
            quote_type(context, ty)
        );
        return Err(parser.symbol_error(place, message));
    }
    let value = truncated(context, width, &value);
    let value = value.map_err(|error| parser.error_at(place, error.message()))?;
    Ok(vec![Some(context.type_attribute(ty)), Some(value)])
}

fn read_address(parser: &mut Parser<'_, '_>, _: &SymbolInfo, ty: Option<Type>) -> Result<Values> {
    let context = parser.context();
    let place = parser.place();
    let Some(ty) = ty else {
        return Err(parser.symbol_error(place, "expected a trailing type"));
    };
    if !ty.is_symbol(context, "ptr", "ptr") {
        return Err(parser.symbol_error(place, "invalid kind of type specified"));
    }
    parser.parse_token(TokenKind::Less, "expected '<'")?;
    let value = parse_big(parser)?;
    parser.parse_token(TokenKind::Greater, "expected '>'")?;
    let width = u32::try_from(value.bits() + 1).unwrap_or(u32::MAX).max(64);
    let value = truncated(context, width, &value);
    let value = value.map_err(|error| parser.error_at(place, error.message()))?;
    Ok(vec![Some(context.type_attribute(ty)), Some(value)])
}

fn print_bits(printer: &mut Printer<'_>, out: &mut Vec<u8>, values: &[Option<Attribute>]) {
    out.push(b'<');
    print_signed(printer.context(), out, values[1]);
    out.push(b'>');
}

fn read_range(parser: &mut Parser<'_, '_>, _: &SymbolInfo, _: Option<Type>) -> Result<Values> {
    let context = parser.context();
    parser.parse_token(TokenKind::Less, "expected '<'")?;
    let place = parser.place();
    let ty = parser.parse_type()?;
    let TypeKind::Integer { width, .. } = ty.kind(context) else {
        let message = format!(
            "invalid kind of type specified: expected builtin.integer, but found '{}'",
            quote_type(context, ty)
        );
        return Err(parser.symbol_error(place, message));
    };
    let mut values = Vec::with_capacity(2);
    for _ in 0..2 {
        parser.parse_token(TokenKind::Comma, "expected ','")?;
        let place = parser.place();
        let value = truncated(context, width, &parse_big(parser)?);
        values.push(Some(
            value.map_err(|error| parser.error_at(place, error.message()))?,
        ));
    }
    parser.parse_token(TokenKind::Greater, "expected '>'")?;
    Ok(values)
}

fn print_range(printer: &mut Printer<'_>, out: &mut Vec<u8>, values: &[Option<Attribute>]) {
    let context = printer.context();
    out.push(b'<');
    if let Some(lower) = values[0] {
        printer.print_type(out, lower.ty(context));
    }
    for value in values {
        out.extend_from_slice(b", ");
        print_signed(context, out, *value);
    }
    out.push(b'>');
}

fn read_complex(parser: &mut Parser<'_, '_>, _: &SymbolInfo, _: Option<Type>) -> Result<Values> {
    let context = parser.context();
    parser.parse_token(TokenKind::Less, "expected '<'")?;
    parser.parse_token(TokenKind::Colon, "expected ':'")?;
    let place = parser.place();
    let element = parser.parse_type()?;
    let mut values = Vec::with_capacity(3);
    let whole = context.complex_type(element).ok();
    let Some(whole) = whole.filter(|_| matches!(element.kind(context), TypeKind::Float(_))) else {
        let element = quote_type(context, element);
        let message = format!("expected a float type, but found '{element}'");
        return Err(parser.symbol_error(place, message));
    };
    values.push(Some(context.type_attribute(whole)));
    for part in 0..2 {
        if part > 0 {
            parser.parse_token(TokenKind::Comma, "expected ','")?;
        }
        let place = parser.place();
        let value = match parse_double(parser)?.kind(context) {
            AttributeKind::Float { value, .. } => value.to_f64(),
            _ => 0.0,
        };
        let value = context.float_attribute(element, value);
        values.push(Some(
            value.map_err(|error| parser.error_at(place, error.message()))?,
        ));
    }
    parser.parse_token(TokenKind::Greater, "expected '>'")?;
    Ok(values)
}

fn print_complex(printer: &mut Printer<'_>, out: &mut Vec<u8>, values: &[Option<Attribute>]) {
    let context = printer.context();
    out.extend_from_slice(b"<:");
    if let Some(element) = ty(context, values, 0).and_then(|ty| ty.element_type(context)) {
        printer.print_type(out, element);
    }
    for (index, part) in values[1..].iter().flatten().enumerate() {
        out.extend_from_slice(if index > 0 { b", " } else { b" " });
        printer.print_attribute_without_type(out, *part);
    }
    out.push(b'>');
}
