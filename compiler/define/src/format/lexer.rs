//! The tokens of the language of formats.

use super::error::FormatError;

/// A token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'s> {
    End,
    /// Without the backquotes.
    Literal(&'s str),
    /// Without `$`.
    Variable(&'s str),
    /// Without quotes, with escapes.
    String(&'s str),
    /// A directive or another name.
    Word(&'s str),
    Punctuation(char),
}

/// A format text with one token of look-ahead.
pub(super) struct Lexer<'s> {
    text: &'s str,
    at: usize,
    pub(super) token: Token<'s>,
    /// Where the token begins.
    pub(super) place: usize,
}

impl<'s> Lexer<'s> {
    pub(super) fn new(text: &'s str) -> Result<Self, FormatError> {
        let mut lexer = Self {
            text,
            at: 0,
            token: Token::End,
            place: 0,
        };
        lexer.advance()?;
        Ok(lexer)
    }

    /// Moves to the next token and returns the one that was current.
    pub(super) fn advance(&mut self) -> Result<Token<'s>, FormatError> {
        let rest = self.text[self.at..].trim_start();
        self.place = self.text.len() - rest.len();
        let (token, len) = self.read(rest)?;
        self.at = self.place + len;
        Ok(std::mem::replace(&mut self.token, token))
    }

    /// The token at the start of a text, and its length.
    fn read(&self, rest: &'s str) -> Result<(Token<'s>, usize), FormatError> {
        let error = |message: &str| Err(FormatError::new(self.place, message));
        let word = |text: &'s str, dash: bool| {
            let inside = |c: char| c.is_ascii_alphanumeric() || c == '_' || (dash && c == '-');
            &text[..text.find(|c| !inside(c)).unwrap_or(text.len())]
        };
        let Some(first) = rest.chars().next() else {
            return Ok((Token::End, 0));
        };
        match first {
            '`' => match rest[1..].find('`') {
                Some(end) => Ok((Token::Literal(&rest[1..=end]), end + 2)),
                None => error("unexpected end of file in literal"),
            },
            '"' => {
                let mut escaped = false;
                for (index, c) in rest.char_indices().skip(1) {
                    match c {
                        _ if escaped => escaped = false,
                        '\\' => escaped = true,
                        '"' => return Ok((Token::String(&rest[1..index]), index + 1)),
                        _ => {}
                    }
                }
                error("unexpected end of file in string")
            }
            '$' => {
                let name = word(&rest[1..], false);
                match name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
                    true => Ok((Token::Variable(name), name.len() + 1)),
                    false => error("expected variable name"),
                }
            }
            '^' | ':' | ',' | '=' | '<' | '>' | '?' | '(' | ')' | '*' | '|' => {
                Ok((Token::Punctuation(first), 1))
            }
            c if c.is_ascii_alphabetic() || c == '_' => {
                let name = word(rest, true);
                Ok((Token::Word(name), name.len()))
            }
            _ => error("unexpected character"),
        }
    }
}
