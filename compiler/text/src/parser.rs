//! The parser: a cursor, a context and the tables of aliases. Each kind of thing has its methods in a module of its own.
//!
//! Methods `parse_…` either consume what they read or return an error with MLIR's message and place. Methods
//! `parse_optional_…` return `None`, without moving, if the current token does not begin what they read. After an error
//! the position of the cursor is unspecified.
//!
//! Invariant: nesting is limited to [`MAX_DEPTH`] levels, and the stack grows as needed, so no text overflows it.

mod list;
mod name;
mod place;

pub use list::Delimiter;

use std::collections::HashMap;

use tvmlike_ir::{Attribute, Context, Identifier, Type};
use tvmlike_syntax::{Cursor, Span, Token, TokenKind};

use crate::brackets::FoundBodies;
use crate::error::Result;
use crate::recent_types::RecentTypes;

/// The maximum number of levels of nested types, attributes, locations and affine expressions.
pub const MAX_DEPTH: u32 = 20_000;

/// Grow the stack if less than this is left: more than one level takes.
const RED_ZONE: usize = 128 << 10;
/// By how much to grow it.
const STACK_SEGMENT: usize = 4 << 20;
/// The first levels of a type or an attribute, which are read without a look at the stack: they take a small part of a red
/// zone. In the first thread of a process, the first look reads the list of the process's memory, which takes as long as a
/// small dialect.
const UNCHECKED_LEVELS: u32 = 4;

/// Runs code that recurses, on a larger stack if the present one is nearly used up.
#[inline]
pub(crate) fn with_stack<T>(run: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(RED_ZONE, STACK_SEGMENT, run)
}

/// The names that a text defines for attributes and types.
#[derive(Debug, Default, Clone)]
pub struct Symbols {
    /// Attribute aliases, without `#`.
    pub attributes: HashMap<Vec<u8>, Attribute>,
    /// Type aliases, without `!`.
    pub types: HashMap<Vec<u8>, Type>,
    /// What the distinct attributes refer to, and they themselves, by their number in the text.
    pub distinct: HashMap<u64, (Attribute, Attribute)>,
    /// The keys of resources in the context, by their names in the text.
    pub resources: HashMap<Vec<u8>, Identifier>,
}

/// Reads types, attributes, locations and their parts. The parser of operations and of assembly formats builds on it.
pub struct Parser<'c, 's> {
    context: &'c Context,
    cursor: Cursor<'s>,
    /// The names defined so far.
    pub symbols: Symbols,
    depth: u32,
    /// Whether types and attributes may be of any dialect, whatever the context allows.
    pub(crate) accepts_any_dialect: bool,
    /// The names of the types that are being read, which can stand for them in their parts.
    pub open_types: Vec<Vec<u8>>,
    /// The operation that errors about parameters of types and attributes name.
    pub(crate) operation: Option<Identifier>,
    pub(crate) recent_types: RecentTypes<'s>,
    pub(crate) bodies: FoundBodies,
}

impl<'c, 's> Parser<'c, 's> {
    /// A parser at the start of a text.
    pub fn new(context: &'c Context, text: &'s [u8]) -> Self {
        Self {
            context,
            cursor: Cursor::new(text),
            symbols: Symbols::default(),
            depth: 0,
            accepts_any_dialect: false,
            open_types: Vec::new(),
            operation: None,
            recent_types: RecentTypes::default(),
            bodies: FoundBodies::default(),
        }
    }

    /// The context in which the parser makes things.
    #[inline]
    pub fn context(&self) -> &'c Context {
        self.context
    }

    /// The whole text.
    pub fn text(&self) -> &'s [u8] {
        self.cursor.text()
    }

    /// The current token.
    #[inline]
    pub fn token(&self) -> Token {
        self.cursor.token()
    }

    /// The span of the current token.
    #[inline]
    pub fn span(&self) -> Span {
        self.cursor.token().span
    }

    /// The text of the current token.
    #[inline]
    pub fn spelling(&self) -> &'s [u8] {
        self.cursor.bytes(self.span())
    }

    /// The bytes of a span.
    #[inline]
    pub fn bytes(&self, span: Span) -> &'s [u8] {
        self.cursor.bytes(span)
    }

    /// The current token if it is an identifier without a sigil, else "".
    #[inline]
    pub fn word(&self) -> &'s str {
        self.cursor.word()
    }

    /// Whether the current token is of a kind.
    #[inline]
    pub fn is_at(&self, kind: TokenKind) -> bool {
        self.cursor.is_at(kind)
    }

    /// Moves to the next token and returns the one that was current.
    #[inline]
    pub fn advance(&mut self) -> Token {
        self.cursor.advance()
    }

    /// Moves to the first token at or after an offset, which need not be the start of a token.
    pub fn seek(&mut self, offset: u32) {
        self.cursor.seek(offset);
    }

    /// Moves over a token of this kind, if it is the current one.
    #[inline]
    pub fn take(&mut self, kind: TokenKind) -> bool {
        self.cursor.take(kind)
    }

    /// Moves over a word, if it is the current token.
    #[inline]
    pub fn take_word(&mut self, word: &str) -> bool {
        self.cursor.take_word(word)
    }

    /// Moves over a token of this kind.
    ///
    /// # Errors
    /// Another token is current; `message` says so.
    #[inline]
    pub fn parse_token(&mut self, kind: TokenKind, message: &str) -> Result<()> {
        match self.take(kind) {
            true => Ok(()),
            false => Err(self.wrong_token(message)),
        }
    }

    /// Moves over a word.
    ///
    /// # Errors
    /// Another token is current; `message` says so.
    #[inline]
    pub fn parse_word(&mut self, word: &str, message: &str) -> Result<()> {
        match self.take_word(word) {
            true => Ok(()),
            false => Err(self.wrong_token(message)),
        }
    }

    /// Reads something that is nested in something of its kind.
    ///
    /// # Errors
    /// The nesting exceeds [`MAX_DEPTH`], or `read` fails.
    #[inline]
    pub fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == MAX_DEPTH {
            return Err(self.error(format!("nesting exceeds {MAX_DEPTH} levels")));
        }
        self.depth += 1;
        let result = match self.depth > UNCHECKED_LEVELS {
            true => with_stack(|| read(self)),
            false => read(self),
        };
        self.depth -= 1;
        result
    }

    /// Checks that the text ends here.
    ///
    /// # Errors
    /// It does not.
    pub fn expect_end(&self) -> Result<()> {
        if self.is_at(TokenKind::End) {
            return Ok(());
        }
        let rest = &self.text()[self.span().start as usize..];
        let rest = String::from_utf8_lossy(rest);
        Err(self.error_at(self.span(), format!("found trailing characters: '{rest}'")))
    }
}
