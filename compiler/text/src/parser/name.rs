//! Keywords, strings, symbol names and plain integers.

use std::borrow::Cow;

use num_bigint::BigInt;
use tvmlike_ir::Identifier;
use tvmlike_syntax::TokenKind;
use tvmlike_syntax::literal::{string_value, symbol_name};

use super::Parser;
use crate::error::Result;
use crate::integer;

impl<'s> Parser<'_, 's> {
    /// Reads a keyword: any word.
    pub fn parse_optional_keyword(&mut self) -> Option<&'s str> {
        let word = self.word();
        if word.is_empty() {
            return None;
        }
        self.advance();
        Some(word)
    }

    /// Reads a string and returns its value.
    pub fn parse_optional_string(&mut self) -> Option<Cow<'s, [u8]>> {
        if !self.is_at(TokenKind::String) {
            return None;
        }
        let value = string_value(self.spelling());
        self.advance();
        Some(value)
    }

    /// Reads a word or a string.
    pub fn parse_optional_keyword_or_string(&mut self) -> Option<Cow<'s, [u8]>> {
        match self.parse_optional_keyword() {
            Some(word) => Some(Cow::Borrowed(word.as_bytes())),
            None => self.parse_optional_string(),
        }
    }

    /// Reads `#1` behind the name of a value; 0 if it is not there.
    ///
    /// # Errors
    /// The number is too large.
    #[inline]
    pub(crate) fn parse_optional_result_number(&mut self) -> Result<u32> {
        if !self.is_at(TokenKind::HashId) {
            return Ok(0);
        }
        let digits = std::str::from_utf8(&self.spelling()[1..]).ok();
        let number = digits
            .and_then(|digits| digits.parse().ok())
            .ok_or_else(|| self.error("invalid SSA value result number"))?;
        self.advance();
        Ok(number)
    }

    /// Reads `@name` and returns the name.
    pub fn parse_optional_symbol_name(&mut self) -> Option<Identifier> {
        if !self.is_at(TokenKind::AtId) {
            return None;
        }
        let name = self.context().identifier(symbol_name(self.spelling()));
        self.advance();
        Some(name)
    }

    /// Reads `@name` and returns the name.
    ///
    /// # Errors
    /// There is none.
    pub fn parse_symbol_name(&mut self) -> Result<Identifier> {
        match self.parse_optional_symbol_name() {
            Some(name) => Ok(name),
            None => Err(self.error("expected valid '@'-identifier for symbol name")),
        }
    }

    /// Reads an integer of any size, with an optional sign. As in MLIR, `true` is -1, its only bit extended, and `false` is 0.
    ///
    /// # Errors
    /// No integer follows a `-`.
    pub fn parse_optional_integer(&mut self) -> Result<Option<BigInt>> {
        if self.take_word("false") {
            return Ok(Some(BigInt::ZERO));
        }
        if self.take_word("true") {
            return Ok(Some(BigInt::from(-1)));
        }
        let negative = match self.token().kind {
            TokenKind::Integer => false,
            TokenKind::Minus => {
                self.advance();
                true
            }
            _ => return Ok(None),
        };
        let spelling = self.spelling();
        self.parse_token(TokenKind::Integer, "expected integer value")?;
        let magnitude = BigInt::from(integer::magnitude(spelling));
        Ok(Some(if negative { -magnitude } else { magnitude }))
    }
}
