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
            None => {
                self.text.clone_from(&change.text);
                self.lines = lines(&self.text);
            }
            Some(range) => {
                let (one, other) = (self.offset(range.start), self.offset(range.end));
                self.replace(one.min(other)..one.max(other), &change.text);
            }
        }
    }

    /// Replaces a range. Lines are looked for in it alone: a client can send thousands of edits of a long text at once.
    fn replace(&mut self, range: Range<usize>, new: &str) {
        // With the line before: a `\r` at its end can become a part of `\r\n`.
        let first = self.lines.partition_point(|line| *line <= range.start);
        let first = first.saturating_sub(2);
        let after = self.lines.partition_point(|line| *line <= range.end);
        for line in &mut self.lines[after..] {
            *line = *line - range.len() + new.len();
        }
        self.text.replace_range(range, new);
        let start = self.lines[first];
        let end = self.lines.get(after).copied();
        let mut inside = lines(&self.text[start..end.unwrap_or(self.text.len())]);
        if end.is_some() {
            inside.pop();
        }
        let inside = inside.into_iter().map(|line| line + start);
        self.lines.splice(first..after, inside);
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
    fn lines_follow_edits() {
        let pieces = ["", "a", "\n", "\r", "\r\n", "b\r\nc", "é\n\n"];
        let mut text = Text::new("one\r\ntwo\rthree\n".to_owned());
        let mut random = 1_u64;
        let mut next = |below: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (random >> 33) as usize % below
        };
        for _ in 0..5000 {
            let mut ends = [0, 0].map(|_| text.position(next(text.as_str().len() + 1)));
            ends.sort_by_key(|at| text.offset(*at));
            let [start, end] = ends;
            // A long text becomes short again.
            let range = (text.as_str().len() < 40).then_some(PositionRange { start, end });
            let new = pieces[next(pieces.len())].to_owned();
            text.edit(&Change { range, text: new });
            assert_eq!(text.lines, lines(text.as_str()), "{:?}", text.as_str());
        }
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
