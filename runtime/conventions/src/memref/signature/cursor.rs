//! A place in a text, and errors that show it.

use tvmlike_runtime::{Error, ErrorKind};

/// How much of a long text an error shows on either side of the place, in characters.
const SHOWN: usize = 60;

/// A place in a text.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// What is left, from the next character that is neither white space nor in a comment.
    pub(super) fn rest(&mut self) -> &'a str {
        loop {
            let left = &self.text[self.at..];
            let bare = left.trim_start();
            self.at += left.len() - bare.len();
            if !bare.starts_with("//") {
                return bare;
            }
            self.at += bare.find('\n').unwrap_or(bare.len());
        }
    }

    /// What is left, from here.
    pub(super) fn rest_here(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Goes on by so many bytes, which end at a character.
    pub(super) fn advance(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// Takes a piece of punctuation, where it is next.
    pub(super) fn take(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    /// Takes a piece of punctuation, or says that it is missing.
    pub(super) fn expect(&mut self, token: &str, where_: &str) -> Result<(), Error> {
        if self.take(token) {
            return Ok(());
        }
        Err(self.error(format!("expected `{token}` {where_}")))
    }

    /// Takes the characters for which a test holds; empty where there is none.
    pub(super) fn take_while(&mut self, test: impl Fn(char) -> bool) -> &'a str {
        let left = self.rest_here();
        let len = left.find(|c| !test(c)).unwrap_or(left.len());
        self.at += len;
        &left[..len]
    }

    /// A word: a bare identifier of MLIR; empty where none is next.
    pub(super) fn word(&mut self) -> &'a str {
        let starts = |c: char| c.is_ascii_alphabetic() || c == '_';
        if !self.rest().starts_with(starts) {
            return "";
        }
        self.take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.'))
    }

    /// What is wrong here.
    #[cold]
    pub(super) fn error(&mut self, what: impl AsRef<str>) -> Error {
        self.rest();
        self.error_of(ErrorKind::VALUE_ERROR, what.as_ref())
    }

    /// What is there, but not supported.
    #[cold]
    pub(super) fn unsupported(&mut self, what: impl AsRef<str>) -> Error {
        self.rest();
        self.error_of(ErrorKind::NOT_IMPLEMENTED_ERROR, what.as_ref())
    }

    fn error_of(&self, kind: ErrorKind, what: &str) -> Error {
        let (before, after) = self.text.split_at(self.at);
        let column = before.chars().count() + 1;
        // One line, whatever the text: each control character becomes a space, so that the caret stands right.
        let plain = |c: char| if c.is_control() { ' ' } else { c };
        let mut shown: Vec<char> = before.chars().rev().take(SHOWN).map(plain).collect();
        shown.reverse();
        let cut = if column > SHOWN + 1 { "..." } else { "" };
        let caret = cut.len() + shown.len();
        let after: String = after.chars().take(SHOWN).map(plain).collect();
        let text: String = shown.into_iter().collect();
        Error::new(
            kind,
            format!(
                "MLIR function type, column {column}: {what}\n  {cut}{text}{after}\n  {:caret$}^",
                ""
            ),
        )
    }
}
