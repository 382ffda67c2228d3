//! Errors of the parser, with MLIR's wording and place; the error of the printer.

use std::fmt;

use tvmlike_syntax::{ErrorKind, Span, SyntaxError};

/// An error in a text: the message and the bytes that it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError(Box<Parts>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Parts {
    kind: ErrorKind,
    span: Span,
    message: String,
    notes: Vec<Note>,
    following: Vec<ParseError>,
}

/// A remark to an error, at a place of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The bytes that it is about.
    pub span: Span,
    /// The message.
    pub message: String,
}

/// The most errors that follow one because what it is in fails, too. In deeply nested text each level would add one.
const MAX_FOLLOWING: usize = 16;

impl ParseError {
    /// An error at a span.
    #[cold]
    pub fn new(span: Span, message: impl Into<String>) -> Self {
        Self(Box::new(Parts {
            kind: ErrorKind::Invalid,
            span,
            message: message.into(),
            notes: Vec::new(),
            following: Vec::new(),
        }))
    }

    /// The error that the text is valid MLIR, but not supported.
    #[cold]
    pub fn unsupported(span: Span, message: impl Into<String>) -> Self {
        let mut error = Self::new(span, message);
        error.0.kind = ErrorKind::Unsupported;
        error
    }

    /// Adds a note.
    #[must_use]
    pub fn with_note(mut self, span: Span, message: impl Into<String>) -> Self {
        self.0.notes.push(Note {
            span,
            message: message.into(),
        });
        self
    }

    /// Adds an error that MLIR reports after this one, for the same cause.
    #[must_use]
    pub fn followed_by(mut self, next: Self) -> Self {
        if self.0.following.len() < MAX_FOLLOWING {
            self.0.following.push(next);
        }
        self
    }

    /// One error at each of these spans, in the order of the text; `None` if there are none.
    pub(crate) fn at_each(mut spans: Vec<Span>, message: &str) -> Option<Self> {
        spans.sort_unstable_by_key(|span| span.start);
        let mut errors = spans.into_iter().map(|span| Self::new(span, message));
        let mut first = errors.next()?;
        first.0.following = errors.collect();
        Some(first)
    }

    /// Whether the text is wrong, or right but not supported.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The message, without the place.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The bytes that are wrong. MLIR reports their start.
    pub fn span(&self) -> Span {
        self.0.span
    }

    /// The notes, in order.
    pub fn notes(&self) -> &[Note] {
        &self.0.notes
    }

    /// The errors that MLIR reports after this one, for the same cause.
    pub fn following(&self) -> &[Self] {
        &self.0.following
    }

    /// The error with line, column and an excerpt of the text that it is about.
    pub fn in_text(&self, text: &[u8]) -> SyntaxError {
        SyntaxError::new(self.0.kind, text, self.0.span, &*self.0.message)
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.0.span.start, self.0.message)
    }
}

impl std::error::Error for ParseError {}

/// The error that something has too much text.
///
/// Parts that an attribute, type, location or affine expression shares are written each time, so a few of them can have
/// more text than any memory holds. `mlir-opt` runs until the memory is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge {
    pub(crate) limit: usize,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the text of an attribute, type, location or affine expression with nested parts exceeds {} bytes: parts that \
             it shares are written each time",
            self.limit
        )
    }
}

impl std::error::Error for TooLarge {}

/// The result of reading something.
pub type Result<T> = std::result::Result<T, ParseError>;
