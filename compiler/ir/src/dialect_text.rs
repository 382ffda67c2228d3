//! The text of types and attributes of dialects that are not known: `data` in `!dialect<data>`.
//!
//! Invariant: text that is accepted here can be printed so that the parser reads the same text again.

use crate::error::Error;

/// The length of the group of brackets with which a text begins, by MLIR's rules: brackets are balanced, `->` is an arrow,
/// and what is in a string does not count. `None` if the text does not begin with a whole group.
pub fn bracket_group(text: &[u8]) -> Option<usize> {
    bracket_group_with(text, |_| None)
}

/// As [`bracket_group`]. `known` returns the end of a group that begins at a place, if that was found before.
pub fn bracket_group_with(text: &[u8], mut known: impl FnMut(usize) -> Option<usize>) -> Option<usize> {
    let mut open = Vec::new();
    let mut at = 0;
    loop {
        let byte = *text.get(at)?;
        if byte == b'<'
            && let Some(end) = known(at)
        {
            at = end;
            if open.is_empty() {
                return Some(at);
            }
            continue;
        }
        at += 1;
        match byte {
            0 => return None,
            b'<' => open.push(b'>'),
            b'[' => open.push(b']'),
            b'(' => open.push(b')'),
            b'{' => open.push(b'}'),
            b'-' if text.get(at) == Some(&b'>') => at += 1,
            b'>' | b']' | b')' | b'}' if open.pop() != Some(byte) => return None,
            b'"' => at += string_end(&text[at..])?,
            _ => {}
        }
        if open.is_empty() {
            return Some(at);
        }
    }
}

/// The length of a string behind its first quote.
fn string_end(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        match text.get(at)? {
            b'\n' | b'\x0b' | b'\x0c' => return None,
            b'"' => return Some(at + 1),
            b'\\' => match text.get(at + 1..)? {
                [b'"' | b'\\' | b'n' | b't', ..] => at += 2,
                [one, two, ..] if one.is_ascii_hexdigit() && two.is_ascii_hexdigit() => at += 3,
                _ => return None,
            },
            _ => at += 1,
        }
    }
}

/// Whether text can stand in `<…>`.
fn fits_in_brackets(data: &[u8]) -> bool {
    let whole = [b"<".as_slice(), data, b">"].concat();
    bracket_group(&whole) == Some(whole.len())
}

/// Whether text can only follow a dot: in `<…>` it would end in an arrow.
pub fn needs_dot(data: &[u8]) -> bool {
    data.last() == Some(&b'-') && !fits_in_brackets(data)
}

/// Refuses text that cannot be read again.
pub(crate) fn check(data: &[u8]) -> Result<(), Error> {
    let in_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.' | b'-');
    if data.iter().all(in_name) || fits_in_brackets(data) {
        return Ok(());
    }
    Err(Error::new(format!(
        "the text of a type or attribute must have balanced brackets and closed strings, and not end in '-' after them: {:?}",
        String::from_utf8_lossy(data)
    )))
}
