//! Lists of items that commas separate.

use tvmlike_syntax::TokenKind;

use super::Parser;
use crate::error::Result;

/// What surrounds a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delimiter {
    /// Nothing; the list has at least one item.
    None,
    /// `()`
    Paren,
    /// `[]`
    Square,
    /// `<>`
    Angle,
    /// `{}`
    Brace,
}

impl Delimiter {
    fn tokens(self) -> Option<(TokenKind, TokenKind)> {
        match self {
            Self::None => None,
            Self::Paren => Some((TokenKind::LeftParen, TokenKind::RightParen)),
            Self::Square => Some((TokenKind::LeftBracket, TokenKind::RightBracket)),
            Self::Angle => Some((TokenKind::Less, TokenKind::Greater)),
            Self::Brace => Some((TokenKind::LeftBrace, TokenKind::RightBrace)),
        }
    }
}

impl Parser<'_, '_> {
    /// Reads the start of a list: whether it has a first item. `place` follows "expected '('" in errors: " in affine
    /// map range".
    ///
    /// # Errors
    /// The opening bracket is missing.
    pub fn open_list(&mut self, delimiter: Delimiter, place: &str) -> Result<bool> {
        let Some((open, close)) = delimiter.tokens() else {
            return Ok(true);
        };
        if !self.take(open) {
            return Err(self.wrong_token(expected(open, place)));
        }
        Ok(!self.take(close))
    }

    /// Reads what follows an item of a list: whether there is another item.
    ///
    /// # Errors
    /// Neither a comma nor the closing bracket follows.
    pub fn next_in_list(&mut self, delimiter: Delimiter, place: &str) -> Result<bool> {
        if self.take(TokenKind::Comma) {
            return Ok(true);
        }
        let Some((_, close)) = delimiter.tokens() else {
            return Ok(false);
        };
        match self.take(close) {
            true => Ok(false),
            false => Err(self.wrong_token(expected(close, place))),
        }
    }

    /// Reads a list; `item` reads one item.
    ///
    /// # Errors
    /// A bracket or a comma is missing, or `item` fails.
    pub fn parse_comma_separated_list(
        &mut self,
        delimiter: Delimiter,
        place: &str,
        mut item: impl FnMut(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let mut more = self.open_list(delimiter, place)?;
        while more {
            item(self)?;
            more = self.next_in_list(delimiter, place)?;
        }
        Ok(())
    }

    /// Reads the items of a list whose opening bracket was read, up to a closing token.
    ///
    /// # Errors
    /// A comma or the closing token is missing, or `item` fails.
    pub fn parse_list_until(
        &mut self,
        close: TokenKind,
        allow_empty: bool,
        mut item: impl FnMut(&mut Self) -> Result<()>,
    ) -> Result<()> {
        if self.is_at(close) {
            if !allow_empty {
                return Err(self.wrong_token("expected list element"));
            }
            self.advance();
            return Ok(());
        }
        loop {
            item(self)?;
            if self.take(TokenKind::Comma) {
                continue;
            }
            if self.take(close) {
                return Ok(());
            }
            let close = close.spelling().unwrap_or_default();
            return Err(self.wrong_token(format!("expected ',' or '{close}'")));
        }
    }
}

fn expected(kind: TokenKind, place: &str) -> String {
    format!("expected '{}'{place}", kind.spelling().unwrap_or_default())
}
