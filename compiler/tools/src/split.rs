//! Inputs of several parts, between lines that contain a marker.
//!
//! Invariant: no work for a part depends on the length of what stands before it, so many parts take linear time.

use memchr::memmem::Finder;
use memchr::{memchr_iter, memrchr};

/// The default marker.
pub(crate) const MARKER: &str = "// -----";

/// A part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// The offset at which it begins.
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The line at which it begins, from 1.
    pub(crate) line: usize,
    /// The column at which it begins, from 1.
    pub(crate) column: usize,
}

impl Part {
    /// All of a text.
    pub(crate) fn whole(text: &[u8]) -> Self {
        Self {
            start: 0,
            end: text.len(),
            line: 1,
            column: 1,
        }
    }

    /// The rest of the text from an offset in the part on.
    fn rest(self, text: &[u8], start: usize) -> Self {
        let before = &text[self.start..start];
        Self {
            start,
            end: text.len(),
            line: self.line + memchr_iter(b'\n', before).count(),
            column: match memrchr(b'\n', before) {
                Some(last) => before.len() - last,
                None => self.column + before.len(),
            },
        }
    }

    /// A line of a text by its number from 1. A line before the part is searched for from the beginning of the text.
    pub(crate) fn line(self, text: &[u8], number: usize) -> Option<&[u8]> {
        let (start, first) = match number >= self.line {
            true => (self.start + 1 - self.column, self.line),
            false => (0, 1),
        };
        let mut lines = text[start..].split(|&byte| byte == b'\n');
        lines.nth(number.checked_sub(first)?)
    }
}

/// The parts of a text. The marker and the rest of its line belong to none.
pub(crate) fn split(text: &[u8], marker: &str) -> Vec<Part> {
    let finder = Finder::new(marker);
    let mut parts = Vec::new();
    let mut rest = Part::whole(text);
    for at in finder.find_iter(text) {
        let from = at + marker.len();
        let line = &text[from..];
        let line = &line[..memchr::memchr(b'\n', line).unwrap_or(line.len())];
        // The marker ends its line; anything but white space behind it makes it a comment.
        if line.trim_ascii().is_empty() {
            parts.push(Part { end: at, ..rest });
            rest = rest.rest(text, from);
        }
    }
    parts.push(rest);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_begin_behind_their_marker() {
        let text = b"a\n// -----\nb\n// ----- no\n  // ----- \n// -----";
        let found: Vec<_> = split(text, MARKER)
            .into_iter()
            .map(|part| (&text[part.start..part.end], part.line, part.column))
            .collect();
        assert_eq!(
            found,
            [
                (&b"a\n"[..], 1, 1),
                (b"\nb\n// ----- no\n  ", 2, 9),
                (b" \n", 5, 11),
                (b"", 6, 9)
            ]
        );
    }

    #[test]
    fn lines_count_from_the_beginning_of_the_text() {
        let text = b"a\n// -----\nb\nc";
        for part in split(text, MARKER) {
            let lines: Vec<_> = (0..6).map(|number| part.line(text, number)).collect();
            let expected = [
                None,
                Some(&b"a"[..]),
                Some(b"// -----"),
                Some(b"b"),
                Some(b"c"),
                None,
            ];
            assert_eq!(lines, expected);
        }
    }
}
