//! Inputs of several parts, between lines that contain a marker.

/// The default marker.
pub(crate) const MARKER: &str = "// -----";

/// The parts of a text, each with the offset at which it begins. The marker and the rest of its line belong to none.
pub(crate) fn split<'t>(text: &'t [u8], marker: &str) -> Vec<(usize, &'t [u8])> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut from = 0;
    while let Some(found) = find(&text[from..], marker.as_bytes()) {
        let at = from + found;
        from = at + marker.len();
        let rest = &text[from..];
        let line_end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        // The marker ends its line; anything but white space behind it makes it a comment.
        if rest[..line_end].trim_ascii().is_empty() {
            parts.push((start, &text[start..at]));
            start = from;
        }
    }
    parts.push((start, &text[start..]));
    parts
}

fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    text.windows(wanted.len()).position(|window| window == wanted)
}
