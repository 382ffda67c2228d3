//! Reading dense arrays.

use tvmlike_ir::{Attribute, Type, TypeKind};
use tvmlike_syntax::TokenKind;

use crate::error::Result;
use crate::integer;
use crate::parser::{Delimiter, Parser};

impl Parser<'_, '_> {
    /// Reads `array<type: elements>`.
    pub(super) fn parse_dense_array(&mut self) -> Result<Attribute> {
        self.advance();
        self.parse_token(TokenKind::Less, "expected '<' after 'array'")?;
        let place = self.span();
        let element = self.parse_type();
        let element = element
            .map_err(|error| self.also(error, Some(place), "expected an integer or floating point type"))?;
        let context = self.context();
        let Some(width) = element.bit_width(context) else {
            let found = crate::string::quote_type(context, element);
            return Err(self.error_at(place, format!("expected integer or float type, got: '{found}'")));
        };
        if !element.is_bit(context) && width % 8 != 0 {
            return Err(self.error_at(place, "element type bitwidth must be a multiple of 8"));
        }
        let (mut count, mut bytes) = (0, Vec::new());
        if !self.take(TokenKind::Greater) {
            self.parse_token(TokenKind::Colon, "expected ':' after dense array type")?;
            loop {
                self.parse_array_element(element, &mut bytes)?;
                count += 1;
                if !self.take(TokenKind::Comma) {
                    break;
                }
            }
            self.parse_token(TokenKind::Greater, "expected '>' to close an array attribute")?;
        }
        let attribute = context.dense_array_attribute(element, count, &bytes);
        attribute.map_err(|error| self.error_at(place, error.message()))
    }

    /// Reads the elements of a dense array in brackets: `[1, 2]`. Integers are read as MLIR reads the numbers in the forms of
    /// operations, types and attributes: with a sign, and within the signed range.
    ///
    /// # Errors
    /// The text is not that.
    pub fn parse_dense_array_elements(&mut self, element: Type) -> Result<Attribute> {
        let place = self.span();
        let width = match element.kind(self.context()) {
            TypeKind::Integer { width, .. } if width > 1 && width <= 64 => Some(width),
            _ => None,
        };
        let (mut count, mut bytes) = (0, Vec::new());
        let mut more = self.open_list(Delimiter::Square, "")?;
        while more {
            match width {
                Some(width) => self.parse_number(width, &mut bytes)?,
                None => self.parse_array_element(element, &mut bytes)?,
            }
            count += 1;
            more = self.next_in_list(Delimiter::Square, "")?;
        }
        let attribute = self.context().dense_array_attribute(element, count, &bytes);
        attribute.map_err(|error| self.symbol_error(place, error.message()))
    }

    fn parse_number(&mut self, width: u32, bytes: &mut Vec<u8>) -> Result<()> {
        let place = self.place();
        let Some(number) = self.parse_optional_integer()? else {
            return Err(self.symbol_error(place, "expected integer value"));
        };
        let fits = |number: &i64| number << (64 - width) >> (64 - width) == *number;
        let Some(number) = i64::try_from(number).ok().filter(fits) else {
            return Err(self.symbol_error(place, "integer value too large"));
        };
        bytes.extend_from_slice(&number.to_le_bytes()[..width.div_ceil(8) as usize]);
        Ok(())
    }

    fn parse_array_element(&mut self, ty: Type, bytes: &mut Vec<u8>) -> Result<()> {
        let context = self.context();
        let negative = self.take(TokenKind::Minus);
        let token = self.token();
        let (width, signed) = match ty.kind(context) {
            TypeKind::Float(kind) => {
                let bits = self.float_bits(token, negative, kind)?;
                self.advance();
                let size = kind.width().div_ceil(8) as usize;
                bytes.extend_from_slice(&bits.to_le_bytes()[..size]);
                return Ok(());
            }
            TypeKind::Integer { width, signedness } => (width, signedness == tvmlike_ir::Signedness::Signed),
            _ => return Err(self.error("expected integer literal")),
        };
        let is_bool = ty.is_bit(context);
        if matches!(self.word(), "true" | "false") {
            if !is_bool {
                return Err(self.error("expected i1 type for 'true' or 'false' values"));
            }
            bytes.push(u8::from(self.word() == "true"));
            self.advance();
            return Ok(());
        }
        if !self.take(TokenKind::Integer) {
            return Err(self.error("expected integer literal"));
        }
        if is_bool {
            return Err(self.error("expected 'true' or 'false' values for i1 type"));
        }
        if !integer::encode(bytes, self.bytes(token.span), negative, width, signed) {
            return Err(self.error("integer constant out of range"));
        }
        Ok(())
    }
}
