//! Reading dense elements: literals with brackets, and strings of hexadecimal digits.

use tvmlike_ir::{Attribute, ElementFormat, Type, TypeKind};
use tvmlike_syntax::literal::string_value;
use tvmlike_syntax::{Span, TokenKind};

use super::literal::Literal;
use crate::error::Result;
use crate::integer;
use crate::parser::Parser;

impl Parser<'_, '_> {
    /// Reads `dense<literal> : type`.
    pub(super) fn parse_dense(&mut self, hint: Option<Type>) -> Result<Attribute> {
        let place = self.advance().span;
        self.parse_token(TokenKind::Less, "expected '<' after 'dense'")?;
        let mut literal = Literal::default();
        if !self.take(TokenKind::Greater) {
            literal = self.parse_literal(true)?;
            self.parse_token(TokenKind::Greater, "expected '>'")?;
        }
        let ty = self.parse_elements_type(place, hint)?;
        self.dense_from_literal(&literal, place, ty)
    }

    /// Reads the type of elements, if no type is known.
    pub(super) fn parse_elements_type(&mut self, place: Span, hint: Option<Type>) -> Result<Type> {
        let ty = match hint {
            Some(ty) => ty,
            None => self.parse_colon_type()?,
        };
        let context = self.context();
        if !ty.is_shaped(context) {
            return Err(self.error_at(place, "elements literal must be a shaped type"));
        }
        if !ty.has_static_shape(context) {
            return Err(self.error_at(place, "elements literal type must have static shape"));
        }
        Ok(ty)
    }

    /// Makes dense elements of a shaped type with a static shape.
    pub(super) fn dense_from_literal(&self, literal: &Literal, place: Span, ty: Type) -> Result<Attribute> {
        let context = self.context();
        let error = |message: String| self.error_at(place, message);
        let quoted = || format!("'{}'", crate::string::quote_type(context, ty));
        let (Some(element), Some(shape)) = (ty.element_type(context), ty.shape(context)) else {
            return Err(error("elements literal must be a shaped type".to_owned()));
        };
        let format = ElementFormat::of(context, element);
        if let (Some(_), Some(hex)) = (format, literal.string) {
            return self.dense_from_hex(hex, place, ty);
        }
        let Some(count) = ty.num_elements(context) else {
            return Err(error("elements literal type has too many elements".to_owned()));
        };
        if !literal.shape.is_empty() && !literal.shape.iter().copied().eq(shape) {
            return Err(error(format!(
                "inferred shape of elements literal ({:?}) does not match type ({shape:?})",
                literal.shape
            )));
        }
        if literal.string.is_none() && literal.tokens.is_empty() && count > 0 {
            return Err(error(format!(
                "parsed zero elements, but type ({}) expected at least 1",
                quoted()
            )));
        }
        let Some(format) = format else {
            return self.dense_strings(literal, place, ty);
        };
        let count = count as usize;
        let (mut parts, mut part_type) = (1, element);
        if let TypeKind::Complex(part) = element.kind(context) {
            (parts, part_type) = (2, part);
            if literal.shape.is_empty() && count != 0 && literal.tokens.len() != 2 {
                return Err(error(format!(
                    "parsed {} elements, but type ('{}') expected 2 elements",
                    literal.tokens.len(),
                    crate::string::quote_type(context, element)
                )));
            }
        }
        let is_one = literal.shape.is_empty() && (literal.tokens.len() == parts || literal.tokens.is_empty());
        if !is_one && count.checked_mul(parts) != Some(literal.tokens.len()) {
            return Err(error(format!(
                "parsed {} elements, but type ({}) expected {} elements",
                literal.tokens.len(),
                quoted(),
                count.saturating_mul(parts)
            )));
        }
        let bytes = self.element_bytes(literal, part_type)?;
        let bytes = match format.is_packed() {
            true if is_one && literal.tokens.len() == 1 => vec![bytes[0] * 0xFF],
            true => pack(&bytes),
            false => bytes,
        };
        let attribute = context.dense_elements_attribute(ty, &bytes);
        attribute.map_err(|failure| error(failure.message().to_owned()))
    }

    /// The elements of a literal, in whole bytes.
    fn element_bytes(&self, literal: &Literal, ty: Type) -> Result<Vec<u8>> {
        let context = self.context();
        let mut bytes = Vec::new();
        let (width, signed, unsigned) = match ty.kind(context) {
            TypeKind::Float(kind) => {
                let size = kind.width().div_ceil(8) as usize;
                for item in &literal.tokens {
                    let bits = self.float_bits(item.token, item.negative, kind)?;
                    bytes.extend_from_slice(&bits.to_le_bytes()[..size]);
                }
                return Ok(bytes);
            }
            TypeKind::Integer { width, signedness } => {
                use tvmlike_ir::Signedness::{Signed, Unsigned};
                (width, signedness == Signed, signedness == Unsigned)
            }
            _ => (64, true, false),
        };
        for item in &literal.tokens {
            let error = |message: &str| self.error_at(item.token.span, message);
            let spelling = self.bytes(item.token.span);
            match item.token.kind {
                _ if item.negative && unsigned => {
                    return Err(error(
                        "expected unsigned integer elements, but parsed negative value",
                    ));
                }
                TokenKind::Float => {
                    return Err(error("expected integer elements, but parsed floating-point"));
                }
                TokenKind::BareId if !ty.is_bit(context) => {
                    return Err(error("expected i1 type for 'true' or 'false' values"));
                }
                TokenKind::BareId => bytes.push(u8::from(spelling == b"true")),
                TokenKind::Integer => {
                    if !integer::encode(&mut bytes, spelling, item.negative, width, signed) {
                        return Err(error("integer constant out of range for type"));
                    }
                }
                _ => return Err(error("integer constant out of range for type")),
            }
        }
        Ok(bytes)
    }

    fn dense_from_hex(&self, string: Span, place: Span, ty: Type) -> Result<Attribute> {
        let digits = string_digits(self.bytes(string));
        let bytes = digits.and_then(integer::bytes_from_hex).ok_or_else(|| {
            self.error_at(string, "expected string containing hex digits starting with `0x`")
        })?;
        let attribute = self.context().dense_elements_attribute(ty, &bytes);
        attribute.map_err(|_| {
            let ty = crate::string::quote_type(self.context(), ty);
            self.error_at(
                place,
                format!("elements hex data size is invalid for provided type: '{ty}'"),
            )
        })
    }

    fn dense_strings(&self, literal: &Literal, place: Span, ty: Type) -> Result<Attribute> {
        let not_string = literal
            .tokens
            .iter()
            .find(|item| item.token.kind != TokenKind::String);
        if let Some(item) = not_string {
            let found = String::from_utf8_lossy(self.bytes(item.token.span));
            return Err(self.error_at(place, format!("expected string token, got {found}")));
        }
        let spans = literal
            .tokens
            .iter()
            .map(|item| item.token.span)
            .chain(literal.string);
        let values: Vec<_> = spans.map(|span| string_value(self.bytes(span))).collect();
        let values: Vec<&[u8]> = values.iter().map(AsRef::as_ref).collect();
        let attribute = self.context().dense_strings_attribute(ty, &values);
        attribute.map_err(|error| self.error_at(place, error.message()))
    }
}

/// The hexadecimal digits in a string token.
fn string_digits(token: &[u8]) -> Option<&[u8]> {
    token.strip_prefix(b"\"0x")?.strip_suffix(b"\"")
}

/// Packs bytes that are 0 or 1 into bits.
fn pack(values: &[u8]) -> Vec<u8> {
    let byte = |bits: &[u8]| bits.iter().rev().fold(0, |byte, bit| byte << 1 | bit);
    values.chunks(8).map(byte).collect()
}
