//! Where errors are reported: by MLIR's rules.

use tvmlike_syntax::{LexError, Span, TokenKind};

use super::Parser;
use crate::error::ParseError;

impl Parser<'_, '_> {
    /// An error at the current token.
    #[cold]
    pub fn error(&self, message: impl Into<String>) -> ParseError {
        self.error_at(self.place(), message)
    }

    /// An error at a span. If the lexer could not read the current token, the error says why instead, because that is
    /// the cause.
    #[cold]
    pub fn error_at(&self, span: Span, message: impl Into<String>) -> ParseError {
        self.lexical_error()
            .unwrap_or_else(|| ParseError::new(span, message))
    }

    /// The error that the current token is not what the grammar requires. If it is the first of its line, the error is
    /// at the end of the last line with tokens, where something is missing.
    #[cold]
    pub fn wrong_token(&self, message: impl Into<String>) -> ParseError {
        let place = self.place();
        let text = self.text();
        let mut before = &text[..place.start as usize];
        loop {
            before = trim(before);
            let Some((last, rest)) = before.split_last() else {
                return self.error_at(place, message);
            };
            if !matches!(last, b'\n' | b'\r') {
                let end = before.len() as u32;
                return self.error_at(Span { start: end, end }, message);
            }
            before = rest;
            let line = before
                .iter()
                .rposition(|byte| matches!(byte, b'\n' | b'\r'))
                .unwrap_or(0);
            if let Some(comment) = before[line..].windows(2).position(|pair| pair == b"//") {
                before = &before[..line + comment];
            }
        }
    }

    /// An error after which MLIR reports a second one: at a span, or at the current token.
    #[cold]
    pub fn also(&self, error: ParseError, place: Option<Span>, message: &str) -> ParseError {
        match self.lexical_error() {
            Some(_) => error,
            None => error.followed_by(ParseError::new(place.unwrap_or_else(|| self.place()), message)),
        }
    }

    /// An error about a type or an attribute of a dialect. If it stands without its name in the custom form of an operation,
    /// the error names the operation, as MLIR's do.
    #[cold]
    pub fn symbol_error(&self, span: Span, message: impl Into<String>) -> ParseError {
        let message = message.into();
        let message = match self.operation {
            Some(name) => format!("custom op '{}' {message}", name.text(self.context())),
            None => message,
        };
        self.error_at(span, message)
    }

    /// The place of an error at the current token; the last byte of the text at its end.
    pub fn place(&self) -> Span {
        let span = self.span();
        match self.is_at(TokenKind::End) {
            true => Span {
                start: span.start.saturating_sub(1),
                end: span.end,
            },
            false => span,
        }
    }

    /// The error of the lexer, if it could not read the current token.
    pub(crate) fn lexical_error(&self) -> Option<ParseError> {
        let TokenKind::Error(error) = self.token().kind else {
            return None;
        };
        let span = self.span();
        let start = error.offset(span);
        let place = Span {
            start,
            end: span.end.max(start),
        };
        Some(match error {
            LexError::TextTooLong => ParseError::unsupported(place, error.message()),
            _ => ParseError::new(place, error.message()),
        })
    }
}

fn trim(text: &[u8]) -> &[u8] {
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let end = text
        .iter()
        .rposition(|byte| !blank(byte))
        .map_or(0, |last| last + 1);
    &text[..end]
}
