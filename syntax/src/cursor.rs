//! A cursor: a lexer with one token of look-ahead.
//!
//! It is `Copy`: a copy is a place to return to. Invariant: spans are within the text, and a token that a method does not
//! accept stays the current one, so that errors show it.

use crate::error::{ErrorKind, SyntaxError};
use crate::lexer::Lexer;
use crate::token::{LexError, Span, Token, TokenKind};

/// The maximum number of characters that an error shows of an unexpected token.
const SHOWN: usize = 40;

/// A place in a sequence of tokens.
#[derive(Debug, Clone, Copy)]
pub struct Cursor<'a> {
    lexer: Lexer<'a>,
    token: Token,
}

impl<'a> Cursor<'a> {
    /// A cursor at the first token of a text.
    pub fn new(text: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        let mut lexer = Lexer::new(text.as_ref());
        let token = lexer.next_token();
        Self { lexer, token }
    }

    /// The current token.
    pub fn token(&self) -> Token {
        self.token
    }

    /// Whether the current token is of a kind.
    #[inline]
    pub fn is_at(&self, kind: TokenKind) -> bool {
        self.token.kind == kind
    }

    /// The whole text.
    pub fn text(&self) -> &'a [u8] {
        self.lexer.text()
    }

    /// The bytes of a span.
    pub fn bytes(&self, span: Span) -> &'a [u8] {
        self.text().get(span.range()).unwrap_or_default()
    }

    /// The current token if it is an identifier without a sigil (`memref`, `i32`, `llvm.readonly`), else "".
    #[inline]
    pub fn word(&self) -> &'a str {
        match self.token.kind {
            TokenKind::BareId | TokenKind::IntegerType => {
                std::str::from_utf8(self.bytes(self.token.span)).unwrap_or_default()
            }
            _ => "",
        }
    }

    /// Moves to the next token and returns the one that was current.
    #[inline]
    pub fn advance(&mut self) -> Token {
        std::mem::replace(&mut self.token, self.lexer.next_token())
    }

    /// Moves to the first token at or after an offset, which need not be the start of a token.
    pub fn seek(&mut self, offset: u32) {
        self.lexer.seek(offset);
        self.token = self.lexer.next_token();
    }

    /// Moves over a token of this kind, if it is the current one.
    #[inline]
    pub fn take(&mut self, kind: TokenKind) -> bool {
        let found = self.is_at(kind);
        if found {
            self.advance();
        }
        found
    }

    /// Moves over an identifier, if it is the current token.
    #[inline]
    pub fn take_word(&mut self, word: &str) -> bool {
        let found = matches!(self.token.kind, TokenKind::BareId | TokenKind::IntegerType)
            && self.bytes(self.token.span) == word.as_bytes();
        if found {
            self.advance();
        }
        found
    }

    /// Moves over a token of this kind and returns it.
    ///
    /// # Errors
    /// Another token is current: "expected `:` after the name, got `,`", where `place` is "after the name".
    #[inline]
    pub fn expect(&mut self, kind: TokenKind, place: &str) -> Result<Token, SyntaxError> {
        if self.is_at(kind) {
            return Ok(self.advance());
        }
        Err(self.expected(&format!("{} {place}", kind.describe())))
    }

    /// Reads items between brackets, separated by commas. `item` is what errors call one.
    ///
    /// # Errors
    /// A bracket or comma is missing, or `read` fails.
    pub fn list<E: From<SyntaxError>>(
        &mut self,
        open: TokenKind,
        close: TokenKind,
        item: &str,
        mut read: impl FnMut(&mut Self) -> Result<(), E>,
    ) -> Result<(), E> {
        if !self.take(open) {
            return Err(self
                .expected(&format!("{} before {item}", open.describe()))
                .into());
        }
        if self.take(close) {
            return Ok(());
        }
        loop {
            read(self)?;
            if self.take(close) {
                return Ok(());
            }
            if !self.take(TokenKind::Comma) {
                return Err(self
                    .expected(&format!("`,` or {} after {item}", close.describe()))
                    .into());
            }
        }
    }

    /// The current token in words, for an error: "`,`", "the end".
    pub fn found(&self) -> String {
        if self.is_at(TokenKind::End) {
            return "the end".to_owned();
        }
        let text = String::from_utf8_lossy(self.bytes(self.token.span));
        let shown: String = text.chars().take(SHOWN).collect();
        let cut = if shown.len() < text.len() { "..." } else { "" };
        format!("`{}{cut}`", shown.escape_debug())
    }

    /// The error that the current token is not what the grammar asks for.
    ///
    /// If the lexer could not read the token, the error says why instead.
    #[cold]
    pub fn expected(&self, what: &str) -> SyntaxError {
        match self.token.kind {
            TokenKind::Error(error) if error != LexError::UnexpectedCharacter => {
                let offset = error.offset(self.token.span);
                let span = Span {
                    start: offset,
                    end: self.token.span.end.max(offset),
                };
                self.error_at(span, error.message())
            }
            _ => self.error(format!("expected {what}, got {}", self.found())),
        }
    }

    /// An error at the current token.
    #[cold]
    pub fn error(&self, message: impl Into<String>) -> SyntaxError {
        self.error_at(self.token.span, message)
    }

    /// An error at a span.
    #[cold]
    pub fn error_at(&self, span: Span, message: impl Into<String>) -> SyntaxError {
        SyntaxError::new(ErrorKind::Invalid, self.text(), span, message)
    }

    /// The error that the text at a span is valid MLIR, but not supported.
    #[cold]
    pub fn unsupported_at(&self, span: Span, message: impl Into<String>) -> SyntaxError {
        SyntaxError::new(ErrorKind::Unsupported, self.text(), span, message)
    }
}
