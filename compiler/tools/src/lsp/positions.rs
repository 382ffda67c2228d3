//! A text with its lines: offsets in bytes, and positions as clients count them, in UTF-16 code units.
//!
//! Invariant: every position maps to an offset between two characters; one beyond the end of its line, or of the text, to
//! that end.

use std::ops::Range;

use super::protocol::{Change, Position, Range as PositionRange};

/// A text that a client edits.
#[derive(Debug, Default)]
pub(crate) struct Text {
    text: String,
    /// Where the lines begin.
    lines: Vec<usize>,
}

impl Text {
    pub(crate) fn new(text: String) -> Self {
        let lines = lines(&text);
        Self { text, lines }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// Applies an edit: of a range, or of the whole text.
    pub(crate) fn edit(&mut self, change: &Change) {
        match change.range {
            None => self.text.clone_from(&change.text),
            Some(range) => {
                let (start, end) = (self.offset(range.start), self.offset(range.end));
                self.text
                    .replace_range(start.min(end)..end.max(start), &change.text);
            }
        }
        self.lines = lines(&self.text);
    }

    pub(crate) fn offset(&self, position: Position) -> usize {
        let line = position.line as usize;
        let Some(start) = self.lines.get(line).copied() else {
            return self.text.len();
        };
        let end = self.lines.get(line + 1).copied().unwrap_or(self.text.len());
        let line = self.text[start..end].trim_end_matches(['\r', '\n']);
        let mut units = 0;
        for (at, letter) in line.char_indices() {
            units += letter.len_utf16() as u32;
            if units > position.character {
                return start + at;
            }
        }
        start + line.len()
    }

    pub(crate) fn position(&self, offset: usize) -> Position {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.lines.partition_point(|start| *start <= offset) - 1;
        let before = &self.text[self.lines[line]..offset];
        Position {
            line: line as u32,
            character: before.encode_utf16().count() as u32,
        }
    }

    pub(crate) fn range(&self, range: Range<usize>) -> PositionRange {
        PositionRange {
            start: self.position(range.start),
            end: self.position(range.end),
        }
    }
}

/// Where lines begin: behind `\n`, `\r\n` and `\r`.
fn lines(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let ends = memchr::memchr2_iter(b'\n', b'\r', bytes)
        .filter(|at| bytes[*at] == b'\n' || bytes.get(at + 1) != Some(&b'\n'));
    std::iter::once(0).chain(ends.map(|at| at + 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn positions_count_utf16_units() {
        let text = Text::new("aé😀b\r\nc\rd\n".to_owned());
        for (position, offset) in [
            (at(0, 0), 0),
            (at(0, 2), 3),
            (at(0, 4), 7),
            (at(0, 5), 8),
            (at(1, 0), 10),
            (at(2, 1), 13),
            (at(3, 0), 14),
        ] {
            assert_eq!(text.offset(position), offset, "{position:?}");
            assert_eq!(text.position(offset), position, "{offset}");
        }
        // Within a character, behind the end of a line, behind the last line.
        assert_eq!(text.offset(at(0, 3)), 3);
        assert_eq!(text.offset(at(0, 99)), 8);
        assert_eq!(text.offset(at(9, 9)), 14);
        assert_eq!(text.position(5), at(0, 2));
        assert_eq!(text.position(99), at(3, 0));
    }

    #[test]
    fn edits_replace_ranges() {
        let mut text = Text::new("one\ntwö\n".to_owned());
        let mut edit = |range, new: &str| {
            text.edit(&Change {
                range,
                text: new.to_owned(),
            });
            text.as_str().to_owned()
        };
        let range = |start, end| Some(PositionRange { start, end });
        assert_eq!(
            edit(range(at(1, 2), at(1, 3)), "o 2\nthree"),
            "one\ntwo 2\nthree\n"
        );
        assert_eq!(edit(range(at(0, 0), at(1, 0)), ""), "two 2\nthree\n");
        assert_eq!(edit(range(at(1, 5), at(0, 3)), "!"), "two!\n");
        assert_eq!(edit(None, ""), "");
        assert_eq!(edit(range(at(7, 7), at(8, 8)), "x"), "x");
    }
}
