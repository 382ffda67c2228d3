//! Reading the literals of elements: `1`, `[[1, 2], [3, 4]]`, `(1.0, 2.0)`.

use tvmlike_syntax::{Span, Token, TokenKind};

use crate::error::Result;
use crate::parser::{Delimiter, Parser};

/// A literal that was read before its type is known.
#[derive(Default)]
pub(super) struct Literal {
    /// The shape that the brackets give; empty for one element.
    pub(super) shape: Vec<i64>,
    /// The elements in order; complex numbers are two.
    pub(super) tokens: Vec<Item>,
    /// A string in the place of all elements.
    pub(super) string: Option<Span>,
}

/// A number, word or string, perhaps after a `-`.
pub(super) struct Item {
    pub(super) negative: bool,
    pub(super) token: Token,
}

impl Parser<'_, '_> {
    /// Reads a literal; `allow_string` allows one string for all elements.
    pub(super) fn parse_literal(&mut self, allow_string: bool) -> Result<Literal> {
        let mut literal = Literal::default();
        if allow_string && self.is_at(TokenKind::String) {
            literal.string = Some(self.advance().span);
        } else if self.is_at(TokenKind::LeftBracket) {
            literal.shape = self.nested(|parser| parser.parse_literal_list(&mut literal.tokens))?;
        } else {
            self.parse_element(&mut literal.tokens)?;
        }
        Ok(literal)
    }

    /// Reads a list of elements or lists and returns its shape.
    fn parse_literal_list(&mut self, tokens: &mut Vec<Item>) -> Result<Vec<i64>> {
        let mut size = 0;
        let mut inner: Vec<i64> = Vec::new();
        let mut more = self.open_list(Delimiter::Square, "")?;
        while more {
            let shape = match self.is_at(TokenKind::LeftBracket) {
                true => self.nested(|parser| parser.parse_literal_list(tokens))?,
                false => {
                    self.parse_element(tokens)?;
                    Vec::new()
                }
            };
            if size > 0 && shape != inner {
                return Err(
                    self.error("tensor literal is invalid; ranks are not consistent between elements")
                );
            }
            size += 1;
            inner = shape;
            more = self.next_in_list(Delimiter::Square, "")?;
        }
        inner.insert(0, size);
        Ok(inner)
    }

    fn parse_element(&mut self, tokens: &mut Vec<Item>) -> Result<()> {
        let negative = match self.token().kind {
            TokenKind::Integer | TokenKind::Float | TokenKind::String => false,
            TokenKind::BareId if matches!(self.word(), "true" | "false") => false,
            TokenKind::Minus => {
                self.advance();
                if !matches!(self.token().kind, TokenKind::Integer | TokenKind::Float) {
                    return Err(self.error("expected integer or floating point literal"));
                }
                true
            }
            TokenKind::LeftParen => return self.nested(|parser| parser.parse_complex(tokens)),
            _ => return Err(self.error("expected element literal of primitive type")),
        };
        let token = self.advance();
        tokens.push(Item { negative, token });
        Ok(())
    }

    fn parse_complex(&mut self, tokens: &mut Vec<Item>) -> Result<()> {
        self.advance();
        self.parse_element(tokens)?;
        self.parse_token(TokenKind::Comma, "expected ',' between complex elements")?;
        self.parse_element(tokens)?;
        self.parse_token(TokenKind::RightParen, "expected ')' after complex elements")
    }
}
