//! Reading integer and float attributes.

use tvmlike_ir::{Attribute, FloatKind, Signedness, Type, TypeKind};
use tvmlike_syntax::{Token, TokenKind};

use crate::error::Result;
use crate::parser::Parser;
use crate::{float, integer};

impl Parser<'_, '_> {
    pub(super) fn parse_negative(&mut self, hint: Option<Type>) -> Result<Attribute> {
        self.advance();
        match self.token().kind {
            TokenKind::Integer => self.parse_integer_or_bits(hint, true),
            TokenKind::Float => self.parse_float(hint, true),
            _ => Err(self.wrong_token("expected constant integer or floating point value")),
        }
    }

    /// Reads the type after a number, if no type is known.
    fn parse_type_of_number(&mut self, hint: Option<Type>, default: Type) -> Result<Type> {
        match hint {
            Some(ty) => Ok(ty),
            None if self.take(TokenKind::Colon) => self.parse_type(),
            None => Ok(default),
        }
    }

    /// Reads an integer, or the bits of a float in hexadecimal.
    pub(super) fn parse_integer_or_bits(&mut self, hint: Option<Type>, negative: bool) -> Result<Attribute> {
        let token = self.advance();
        let context = self.context();
        let ty = self.parse_type_of_number(hint, context.i64())?;
        let (width, signed) = match ty.kind(context) {
            TypeKind::Integer {
                signedness: Signedness::Unsigned,
                ..
            } if negative => {
                return Err(self.error_at(
                    token.span,
                    "negative integer literal not valid for unsigned integer type",
                ));
            }
            TypeKind::Integer { width, signedness } => (width, signedness == Signedness::Signed),
            TypeKind::Index => (64, true),
            TypeKind::Float(kind) => {
                let bits = self.float_bits(token, negative, kind)?;
                let attribute = context.float_attribute_from_bits(ty, bits);
                return attribute.map_err(|error| self.error_at(token.span, error.message()));
            }
            _ => {
                return Err(self.error_at(token.span, "integer literal not valid for specified type"));
            }
        };
        let mut bytes = Vec::with_capacity(8);
        if !integer::encode(&mut bytes, self.bytes(token.span), negative, width, signed) {
            return Err(self.error_at(token.span, "integer constant out of range for attribute"));
        }
        let attribute = context.integer_attribute_from_bytes(ty, &bytes);
        attribute.map_err(|error| self.error_at(token.span, error.message()))
    }

    pub(super) fn parse_float(&mut self, hint: Option<Type>, negative: bool) -> Result<Attribute> {
        let token = self.advance();
        let context = self.context();
        let ty = self.parse_type_of_number(hint, context.f64())?;
        let Some(kind) = ty.float_kind(context) else {
            return Err(self.error("floating point value not valid for specified type"));
        };
        let bits = self.float_bits(token, negative, kind)?;
        let attribute = context.float_attribute_from_bits(ty, bits);
        attribute.map_err(|error| self.error_at(token.span, error.message()))
    }

    /// The bits of a float literal: decimal, or hexadecimal as an integer token.
    pub(super) fn float_bits(&self, token: Token, negative: bool, kind: FloatKind) -> Result<u128> {
        let spelling = self.bytes(token.span);
        let error = |message: &str| self.error_at(token.span, message);
        match token.kind {
            TokenKind::Float => {
                let text = std::str::from_utf8(spelling).unwrap_or_default();
                float::from_literal(text, negative, kind)
                    .ok_or_else(|| error("floating point value not valid for specified type"))
            }
            TokenKind::Integer if !integer::is_hexadecimal(spelling) => Err(error(
                "unexpected decimal integer literal for a floating point value",
            )
            .with_note(token.span, "add a trailing dot to make the literal a float")),
            TokenKind::Integer if negative => {
                Err(error("hexadecimal float literal should not have a leading minus"))
            }
            TokenKind::Integer => {
                let bits = match integer::exceeds(spelling, 128) {
                    true => None,
                    false => integer::magnitude(spelling).try_into().ok(),
                };
                bits.and_then(|bits| float::from_bits(bits, kind))
                    .ok_or_else(|| error("hexadecimal float constant out of range for type"))
            }
            _ => Err(self.error_at(token.span, "expected floating point literal")),
        }
    }
}
