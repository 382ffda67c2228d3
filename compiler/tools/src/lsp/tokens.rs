//! The tokens of a text, and what can be said from them alone: it holds for texts that do not parse, too.

use std::ops::Range;

use tvmlike_syntax::{Lexer, Span, Token, TokenKind};

/// The tokens of a text, without the end.
#[derive(Debug)]
pub(crate) struct Tokens(Vec<Token>);

/// What a token names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Named {
    /// `%a`, also on the `#1` behind it.
    Value,
    /// `^bb0`
    Block,
    /// `@f`
    Symbol,
    /// `#map` or `!type`
    Alias,
    /// A word or a string, which can be the name of an operation.
    Word,
}

impl Tokens {
    pub(crate) fn new(text: &str) -> Self {
        let mut lexer = Lexer::new(text.as_bytes());
        let tokens = std::iter::from_fn(|| {
            let token = lexer.next_token();
            (token.kind != TokenKind::End).then_some(token)
        });
        Self(tokens.collect())
    }

    pub(crate) fn get(&self, index: usize) -> Option<Token> {
        self.0.get(index).copied()
    }

    fn kind(&self, index: usize) -> Option<TokenKind> {
        self.get(index).map(|token| token.kind)
    }

    /// The token at an offset; at the boundary of two, the one that is a name.
    pub(crate) fn at(&self, offset: usize) -> Option<usize> {
        let after = self.0.partition_point(|token| token.span.range().start <= offset);
        let index = after.checked_sub(1)?;
        let range = self.0[index].span.range();
        if range.start == offset && self.named(index).is_none() && index > 0 {
            let before = self.0[index - 1].span.range();
            if before.end == offset {
                return Some(index - 1);
            }
        }
        (offset <= range.end).then_some(index)
    }

    /// What the token names, and the index of the token with the name.
    pub(crate) fn named(&self, index: usize) -> Option<(Named, usize)> {
        let token = self.get(index)?;
        let named = match token.kind {
            TokenKind::PercentId => Named::Value,
            TokenKind::CaretId => Named::Block,
            TokenKind::AtId => Named::Symbol,
            TokenKind::BareId | TokenKind::String => Named::Word,
            TokenKind::HashId if index > 0 && self.kind(index - 1) == Some(TokenKind::PercentId) => {
                return Some((Named::Value, index - 1));
            }
            TokenKind::HashId | TokenKind::ExclamationId => Named::Alias,
            _ => return None,
        };
        Some((named, index))
    }

    /// The tokens of a kind, with their indices.
    pub(crate) fn of(&self, kind: TokenKind) -> impl Iterator<Item = (usize, Span)> + '_ {
        let all = self.0.iter().enumerate();
        all.filter(move |(_, token)| token.kind == kind)
            .map(|(index, token)| (index, token.span))
    }

    /// The tokens of a kind that begin in a range.
    pub(crate) fn within(
        &self,
        kind: TokenKind,
        range: Range<u32>,
    ) -> impl Iterator<Item = (usize, Span)> + '_ {
        let first = self.0.partition_point(|token| token.span.start < range.start);
        let rest = self.0[first..].iter().enumerate();
        rest.take_while(move |(_, token)| token.span.start < range.end)
            .filter(move |(_, token)| token.kind == kind)
            .map(move |(index, token)| (first + index, token.span))
    }

    /// Whether more braces open than close in a range.
    pub(crate) fn open_braces(&self, range: Range<u32>) -> bool {
        let count = |kind| self.within(kind, range.clone()).count();
        count(TokenKind::LeftBrace) > count(TokenKind::RightBrace)
    }

    /// The token that begins at an offset.
    pub(crate) fn starting_at(&self, start: u32) -> Option<Token> {
        let index = self.0.binary_search_by_key(&start, |token| token.span.start);
        index.ok().and_then(|index| self.get(index))
    }

    /// The place of a value's name with the `#1` behind it.
    pub(crate) fn with_number(&self, span: Span) -> Range<usize> {
        let mut range = span.range();
        if let Some(next) = self.starting_at(span.end)
            && next.kind == TokenKind::HashId
        {
            range.end = next.span.range().end;
        }
        range
    }

    /// Whether a token defines the alias that it names.
    pub(crate) fn defines_alias(&self, index: usize) -> bool {
        self.kind(index + 1) == Some(TokenKind::Equal)
    }

    /// Whether a value's name probably defines it: before `=`, or as an argument in parentheses.
    pub(crate) fn defines_value(&self, index: usize) -> bool {
        let mut next = index + 1;
        loop {
            if self.kind(next) == Some(TokenKind::Colon) && self.kind(next + 1) == Some(TokenKind::Integer) {
                next += 2;
            }
            match (self.kind(next), self.kind(next + 1)) {
                (Some(TokenKind::Equal), _) => return true,
                (Some(TokenKind::Comma), Some(TokenKind::PercentId)) => next += 2,
                _ => break,
            }
        }
        self.kind(index + 1) == Some(TokenKind::Colon) && self.is_in_parens(index)
    }

    /// Whether the innermost bracket around a token is a parenthesis.
    fn is_in_parens(&self, index: usize) -> bool {
        let mut closed = 0;
        for token in self.0[..index].iter().rev() {
            match token.kind {
                TokenKind::RightParen | TokenKind::RightBracket | TokenKind::RightBrace => closed += 1,
                TokenKind::LeftParen if closed == 0 => return true,
                TokenKind::LeftBracket | TokenKind::LeftBrace if closed == 0 => return false,
                TokenKind::LeftParen | TokenKind::LeftBracket | TokenKind::LeftBrace => closed -= 1,
                _ => {}
            }
        }
        false
    }

    /// The names before a symbol's in a reference, and its own: of `@b` in `@a::@b`, those of `@a` and `@b`.
    pub(crate) fn path_to(&self, index: usize) -> Vec<usize> {
        let mut path = vec![index];
        let mut first = index;
        while first >= 3
            && self.kind(first - 1) == Some(TokenKind::Colon)
            && self.kind(first - 2) == Some(TokenKind::Colon)
            && self.kind(first - 3) == Some(TokenKind::AtId)
        {
            first -= 3;
            path.insert(0, first);
        }
        path
    }

    /// The first token of the line with an offset.
    pub(crate) fn first_of_line(&self, text: &str, offset: usize) -> Option<Token> {
        let line = text[..offset].rfind('\n').map_or(0, |newline| newline + 1);
        let index = self.0.partition_point(|token| token.span.range().start < line);
        self.get(index)
    }
}
