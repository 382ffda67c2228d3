//! Reading types: scalars, functions, tuples, and the choice among all of them.

use tvmlike_ir::{FloatKind, Signedness, Type};
use tvmlike_syntax::TokenKind;

use crate::error::Result;
use crate::parser::{Delimiter, Parser};

impl Parser<'_, '_> {
    /// Reads a type.
    ///
    /// # Errors
    /// There is none, or it is invalid.
    pub fn parse_type(&mut self) -> Result<Type> {
        match self.is_at(TokenKind::LeftParen) {
            true => self.nested(Self::parse_function_type),
            false => self.parse_non_function_type(),
        }
    }

    /// Reads a type, if the current token can begin one.
    ///
    /// # Errors
    /// It is invalid.
    pub fn parse_optional_type(&mut self) -> Result<Option<Type>> {
        let begins = match self.token().kind {
            TokenKind::LeftParen | TokenKind::IntegerType | TokenKind::ExclamationId => true,
            TokenKind::BareId => {
                matches!(
                    self.word(),
                    "index" | "none" | "memref" | "tensor" | "vector" | "complex" | "tuple"
                ) || FloatKind::from_name(self.word()).is_some()
            }
            _ => false,
        };
        begins.then(|| self.parse_type()).transpose()
    }

    /// Reads a type that is not a function, as results are without parentheses.
    ///
    /// # Errors
    /// There is none, or it is invalid.
    pub fn parse_non_function_type(&mut self) -> Result<Type> {
        match self.token().kind {
            TokenKind::IntegerType => self.parse_integer_type(),
            TokenKind::ExclamationId => self.parse_extended_type(),
            _ => self.parse_named_type(),
        }
    }

    fn parse_named_type(&mut self) -> Result<Type> {
        let context = self.context();
        match self.word() {
            "index" => {
                self.advance();
                Ok(context.index_type())
            }
            "none" => {
                self.advance();
                Ok(context.none_type())
            }
            "tensor" => self.parse_shaped_type(Self::parse_tensor_type),
            "memref" => self.parse_shaped_type(Self::parse_memref_type),
            "vector" => self.parse_shaped_type(Self::parse_vector_type),
            "complex" => self.nested(Self::parse_complex_type),
            "tuple" => self.nested(Self::parse_tuple_type),
            word => match FloatKind::from_name(word) {
                Some(kind) => {
                    self.advance();
                    Ok(context.float_type(kind))
                }
                None => Err(self.wrong_token("expected non-function type")),
            },
        }
    }

    /// Reads a type with a shape, unless it was read lately.
    fn parse_shaped_type(&mut self, read: fn(&mut Self) -> Result<Type>) -> Result<Type> {
        let (text, start) = (self.text(), self.span().start as usize);
        if let Some((ty, length)) = self.recent_types.find(&text[start..]) {
            self.seek((start + length) as u32);
            return Ok(ty);
        }
        let ty = self.nested(read)?;
        let end = self.span().start as usize;
        self.recent_types.keep(text[start..end].trim_ascii_end(), ty);
        Ok(ty)
    }

    fn parse_integer_type(&mut self) -> Result<Type> {
        let (signedness, digits) = match self.spelling() {
            [b's', _, digits @ ..] => (Signedness::Signed, digits),
            [b'u', _, digits @ ..] => (Signedness::Unsigned, digits),
            [_, digits @ ..] => (Signedness::Signless, digits),
            [] => (Signedness::Signless, &[][..]),
        };
        let width = std::str::from_utf8(digits)
            .ok()
            .and_then(|digits| digits.parse().ok());
        let Some(width) = width else {
            return Err(self.error("invalid integer width"));
        };
        let ty = self.context().integer_type(width, signedness);
        let ty = ty.map_err(|error| self.error(error.message()))?;
        self.advance();
        Ok(ty)
    }

    /// Reads `(types) -> types`.
    ///
    /// # Errors
    /// The text is not that.
    pub fn parse_function_type(&mut self) -> Result<Type> {
        let inputs = self.parse_type_list_in_parens()?;
        self.parse_token(TokenKind::Arrow, "expected '->' in function type")?;
        let results = self.parse_function_result_types()?;
        Ok(self.context().function_type(&inputs, &results))
    }

    /// Reads the results of a function type: a type, or a list in parentheses.
    ///
    /// # Errors
    /// The text is not that.
    pub fn parse_function_result_types(&mut self) -> Result<Vec<Type>> {
        match self.is_at(TokenKind::LeftParen) {
            true => self.parse_type_list_in_parens(),
            false => Ok(vec![self.parse_non_function_type()?]),
        }
    }

    /// Reads `(type, type)`, which can be empty.
    ///
    /// # Errors
    /// The text is not that.
    pub fn parse_type_list_in_parens(&mut self) -> Result<Vec<Type>> {
        let mut types = Vec::new();
        let mut more = self.open_list(Delimiter::Paren, "")?;
        while more {
            types.push(self.parse_type()?);
            more = self.next_in_list(Delimiter::Paren, "")?;
        }
        Ok(types)
    }

    /// Reads `type, type`: at least one.
    ///
    /// # Errors
    /// The text is not that.
    pub fn parse_type_list(&mut self) -> Result<Vec<Type>> {
        let mut types = vec![self.parse_type()?];
        while self.take(TokenKind::Comma) {
            types.push(self.parse_type()?);
        }
        Ok(types)
    }

    /// Reads `: type`.
    ///
    /// # Errors
    /// The text is not that.
    pub fn parse_colon_type(&mut self) -> Result<Type> {
        self.parse_token(TokenKind::Colon, "expected ':'")?;
        self.parse_type()
    }

    fn parse_complex_type(&mut self) -> Result<Type> {
        self.advance();
        self.parse_token(TokenKind::Less, "expected '<' in complex type")?;
        let place = self.span();
        let element = self.parse_type()?;
        self.parse_token(TokenKind::Greater, "expected '>' in complex type")?;
        let ty = self.context().complex_type(element);
        ty.map_err(|error| self.error_at(place, error.message()))
    }

    fn parse_tuple_type(&mut self) -> Result<Type> {
        self.advance();
        self.parse_token(TokenKind::Less, "expected '<' in tuple type")?;
        if self.take(TokenKind::Greater) {
            return Ok(self.context().tuple_type(&[]));
        }
        let types = self.parse_type_list()?;
        self.parse_token(TokenKind::Greater, "expected '>' in tuple type")?;
        Ok(self.context().tuple_type(&types))
    }
}
