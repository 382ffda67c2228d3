//! Errors that show the place in the text.

use std::fmt;

use crate::token::Span;

/// The maximum number of characters that an excerpt shows on either side of the place.
const SHOWN: usize = 60;

/// Whether the text is wrong, or right but beyond what its reader supports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// The text breaks the grammar.
    Invalid,
    /// The text is MLIR that the reader does not support.
    Unsupported,
}

/// An error at a place of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError(Box<Parts>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Parts {
    kind: ErrorKind,
    message: String,
    span: Span,
    line: usize,
    column: usize,
    excerpt: String,
}

impl SyntaxError {
    /// An error at a span of a text.
    #[cold]
    pub fn new(kind: ErrorKind, text: &[u8], span: Span, message: impl Into<String>) -> Self {
        let (before, after) = text.split_at(text.len().min(span.start as usize));
        let line_start = before
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |newline| newline + 1);
        let line_end = after.iter().position(|&byte| byte == b'\n');
        let before_place = String::from_utf8_lossy(&before[line_start..]);
        let after_place = String::from_utf8_lossy(&after[..line_end.unwrap_or(after.len())]);
        Self(Box::new(Parts {
            kind,
            message: message.into(),
            span,
            line: 1 + before.iter().filter(|&&byte| byte == b'\n').count(),
            column: 1 + before_place.chars().count(),
            excerpt: excerpt(&before_place, &after_place),
        }))
    }

    /// Whether the text is wrong or unsupported.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// What is wrong, without the place.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The bytes that are wrong.
    pub fn span(&self) -> Span {
        self.0.span
    }

    /// The line, from 1.
    pub fn line(&self) -> usize {
        self.0.line
    }

    /// The column in characters, from 1.
    pub fn column(&self) -> usize {
        self.0.column
    }

    /// The line, cut around the place if it is long, and below it a caret.
    pub fn excerpt(&self) -> &str {
        &self.0.excerpt
    }

    /// The whole error: `source:line:column: message`, the line, and a caret under the place.
    pub fn in_source(&self, source: &str) -> String {
        format!("{source}:{self}")
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Parts {
            line,
            column,
            message,
            excerpt,
            ..
        } = &*self.0;
        write!(f, "{line}:{column}: {message}\n{excerpt}")
    }
}

impl std::error::Error for SyntaxError {}

/// The part of a line around a place, and a caret. Control characters become spaces, so that the caret is in the right
/// column.
fn excerpt(before: &str, after: &str) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    let skipped = before.chars().count().saturating_sub(SHOWN);
    let start = if skipped > 0 { "..." } else { "" };
    let shown: String = before.chars().skip(skipped).map(plain).collect();
    let end = if after.chars().nth(SHOWN).is_some() {
        "..."
    } else {
        ""
    };
    let caret = start.len() + shown.chars().count();
    let after: String = after.chars().take(SHOWN).map(plain).collect();
    format!("  {start}{shown}{after}{end}\n  {:caret$}^", "")
}
