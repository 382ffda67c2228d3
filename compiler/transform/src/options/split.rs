//! Splits the text of options into names, values and the elements of lists, as MLIR does.
//!
//! Invariant: no text that a caller passes is an error here, and each letter belongs to one part.

/// Splits the first `name=value` off a text, and takes the quotes or braces around the value away. The value ends at a space
/// outside of quotes and braces.
pub(super) fn next_argument(text: &str) -> (&str, Option<&str>, &str) {
    let end = text.find([' ', '=']).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let Some(value) = rest.strip_prefix('=') else {
        return (name, None, rest);
    };
    let (value, rest) = value.split_at(value_end(value));
    (name, Some(without_quotes(value)), rest)
}

/// Where a value ends.
fn value_end(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (0, 0_usize);
    while let Some(letter) = bytes.get(at) {
        match letter {
            // Without a second one, it is a letter as others.
            quote @ (b'\'' | b'"') => {
                let length = bytes[at + 1..].iter().position(|each| each == quote);
                at += length.map_or(0, |length| length + 1);
            }
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            b' ' if depth == 0 => return at,
            _ => {}
        }
        at += 1;
    }
    text.len()
}

/// The text within quotes or braces, if it is in some, without spaces around it. Braces are kept that do not belong to each
/// other, as those of `{a},{b}` and `{(}`.
fn without_quotes(text: &str) -> &str {
    let text = text.trim();
    for quote in ['\'', '"'] {
        let inner = text.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
        if let Some(inner) = inner {
            return inner.trim();
        }
    }
    let rest = text.strip_prefix('{').unwrap_or_default();
    match find(rest, b'}') {
        Some(end) if end + 1 == rest.len() => rest[..end].trim(),
        _ => text,
    }
}

/// The elements of a list: separated by commas outside of quotes, braces, brackets and parentheses.
pub(super) fn list(text: &str) -> Vec<&str> {
    let mut elements = Vec::new();
    if text.is_empty() {
        return elements;
    }
    let mut rest = text;
    while let Some(comma) = find(rest, b',') {
        elements.push(without_quotes(&rest[..comma]));
        rest = &rest[comma + 1..];
    }
    elements.push(without_quotes(rest));
    elements
}

/// Where a letter is first outside of quotes, braces, brackets and parentheses. It is not behind one that is not closed.
fn find(text: &str, wanted: u8) -> Option<usize> {
    let mut open = Vec::new();
    for (index, letter) in text.bytes().enumerate() {
        if letter == wanted && open.is_empty() {
            return Some(index);
        }
        if open.last() == Some(&letter) {
            open.pop();
            continue;
        }
        match letter {
            b'{' => open.push(b'}'),
            b'[' => open.push(b']'),
            b'(' => open.push(b')'),
            quote @ (b'\'' | b'"') => open.push(quote),
            _ => {}
        }
    }
    None
}
