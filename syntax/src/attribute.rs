//! Attribute dictionaries: `{name, name = value}`.

use std::borrow::Cow;

use crate::cursor::Cursor;
use crate::error::SyntaxError;
use crate::literal::string_value;
use crate::token::{Span, TokenKind};

/// Reads a dictionary. `entry` is called with each name. Its last argument tells whether the cursor is at a value, which
/// `entry` must read or skip with [`skip_value`], or the entry is a unit attribute.
///
/// # Errors
/// The text is not a dictionary, or `entry` fails.
pub fn dictionary<'a, E: From<SyntaxError>>(
    cursor: &mut Cursor<'a>,
    mut entry: impl FnMut(&mut Cursor<'a>, Cow<'a, [u8]>, bool) -> Result<(), E>,
) -> Result<(), E> {
    let (open, close) = (TokenKind::LeftBrace, TokenKind::RightBrace);
    cursor.list(open, close, "an attribute", |cursor| {
        let name = name(cursor)?;
        let has_value = cursor.take(TokenKind::Equal);
        entry(cursor, name, has_value)
    })
}

/// The name of an attribute: an identifier or a string.
fn name<'a>(cursor: &mut Cursor<'a>) -> Result<Cow<'a, [u8]>, SyntaxError> {
    let token = cursor.token();
    let text = cursor.bytes(token.span);
    let name = match token.kind {
        TokenKind::BareId | TokenKind::IntegerType => Cow::Borrowed(text),
        TokenKind::String => string_value(text),
        _ => return Err(cursor.expected("the name of an attribute")),
    };
    cursor.advance();
    Ok(name)
}

/// Skips an attribute's value and returns its span: the text up to a comma or a closing brace of the dictionary.
///
/// The text of an unknown dialect's attribute need not consist of MLIR's tokens. So only strings, brackets, `->`,
/// comparisons and, outside of `<>`, comments are interpreted.
///
/// # Errors
/// Brackets do not match, or the text ends within the value.
pub fn skip_value(cursor: &mut Cursor<'_>) -> Result<Span, SyntaxError> {
    let start = cursor.token().span;
    let text = cursor.text();
    let mut open = Vec::new();
    let mut at = start.start as usize;
    let span = |from: usize, to: usize| Span {
        start: from as u32,
        end: to as u32,
    };
    loop {
        let Some(&byte) = text.get(at) else {
            return Err(cursor.error_at(start, "this attribute's value does not end"));
        };
        let mut len = 1;
        match (byte, text.get(at + 1)) {
            (b'"', _) => {
                let mut string = *cursor;
                string.seek(at as u32);
                let token = string.token();
                if token.kind != TokenKind::String {
                    return Err(string.expected("a string"));
                }
                len = token.span.range().len();
            }
            (b'/', Some(b'/')) if !open.contains(&b'>') => {
                let rest = &text[at..];
                len = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
            }
            (b'-', Some(b'>')) | (b'<' | b'>', Some(b'=')) => len = 2,
            (b',' | b'}', _) if open.is_empty() => break,
            (b'(', _) => open.push(b')'),
            (b'[', _) => open.push(b']'),
            (b'{', _) => open.push(b'}'),
            (b'<', _) => open.push(b'>'),
            (b')' | b']' | b'}' | b'>', _) if open.pop() != Some(byte) => {
                let message = format!("unmatched `{}`", char::from(byte));
                return Err(cursor.error_at(span(at, at + 1), message));
            }
            _ => {}
        }
        at += len;
    }
    cursor.seek(at as u32);
    Ok(span(start.start as usize, at))
}
