//! A cache of lines in custom form: what operations were read as, by the text of their line without the names of operands.
//!
//! Most operations of a text differ from an earlier one in nothing but these names. The key is the text from the name of the
//! operation to the end of the line, up to a trailing location, with a hole for each operand. Invariant: a line is remembered
//! only if its form says that it reads by the text (`OpSyntax::reads_by_text`),
//! reading it ended exactly at its end, and its holes are the operands that were resolved. It is used only before a token that
//! was seen to end it. So a line that is found is read as its form would read it, whatever was read before.

use std::collections::HashMap;
use std::ops::Range;

use foldhash::fast::FixedState;
use tvmlike_ir::{Attribute, OpInfo, Trial, Type, mix};
use tvmlike_syntax::{Lexer, Span, TokenKind};

use super::tail::rest_of_line;
use super::values::UnresolvedOperand;

/// The most lines that are remembered.
const CAPACITY: usize = 1 << 16;
/// The longest line that is remembered, in bytes, and the most operands.
const LONGEST: usize = 1 << 10;
const MOST_HOLES: usize = 32;
/// How many words that follow a line are remembered.
const FOLLOWERS: usize = 4;

/// A line that is being read: its text and the hash of what is outside of the holes, which are in [`Lines::holes`].
#[derive(Clone, Copy)]
pub(super) struct Line<'s> {
    pub(super) text: &'s [u8],
    pub(super) start: u32,
    hash: u64,
}

/// A line that was read.
pub(super) struct Known<'c, 's> {
    text: &'s [u8],
    holes: Range<usize>,
    /// Where the operands are in [`Lines::operands`], and the types of the results in [`Lines::results`].
    pub(super) operands: Range<usize>,
    pub(super) results: Range<usize>,
    pub(super) info: &'c OpInfo,
    /// The operation's name without its dialect, if that is how it stands there.
    pub(super) short: Option<&'s [u8]>,
    pub(super) properties: Option<Attribute>,
    pub(super) attributes: Option<Attribute>,
    pub(super) followers: Followers<'s>,
}

/// The tokens before which reading the line ended: kinds of tokens, and words.
#[derive(Default)]
pub(super) struct Followers<'s> {
    kinds: u8,
    words: [&'s [u8]; FOLLOWERS],
    next: u8,
}

/// An operand, in the order in which the form resolves them.
pub(super) struct Hole {
    pub(super) number: u32,
    /// Which name of the line it is.
    pub(super) index: u32,
    pub(super) ty: Type,
}

/// The lines of a text.
#[derive(Default)]
pub(super) struct Lines<'c, 's> {
    known: HashMap<u64, u32, FixedState>,
    lines: Vec<Known<'c, 's>>,
    /// Those of all lines: the places of holes, the operands and the types of results.
    all_holes: Vec<Span>,
    pub(super) operands: Vec<Hole>,
    pub(super) results: Vec<Type>,
    /// The names of operands in the line that was looked up last.
    pub(super) holes: Vec<Span>,
    /// The operands that the form has resolved.
    pub(super) resolved: Vec<(UnresolvedOperand, Type)>,
    trial: Trial,
}

/// A line that was read to its end, and the token that follows it.
pub(super) struct ReadLine<'s>(pub(super) Line<'s>, pub(super) TokenKind, pub(super) &'s [u8]);

/// What a form made of a line.
pub(super) struct Made<'a, 'c, 's> {
    pub(super) info: &'c OpInfo,
    pub(super) short: Option<&'s [u8]>,
    pub(super) results: &'a [Type],
    pub(super) properties: Option<Attribute>,
    pub(super) attributes: Option<Attribute>,
}

/// The offset of the first `%` in eight bytes; 8 if there is none.
#[inline]
fn first_percent(bytes: u64) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let zero_where_found = bytes ^ (ONES * b'%' as u64);
    let found = zero_where_found.wrapping_sub(ONES) & !zero_where_found & (ONES << 7);
    found.trailing_zeros() as usize / 8
}

/// Finds the names of operands in `text[at..end]`, and the hash of the text between them. `None` if `%` begins no name or the
/// text ends within eight bytes.
#[inline]
fn scan(text: &[u8], mut at: usize, end: usize, holes: &mut Vec<Span>) -> Option<u64> {
    let mut hash = 0x243F_6A88_85A3_08D3;
    while at < end {
        let bytes = u64::from_le_bytes(text.get(at..at + 8)?.try_into().ok()?);
        let found = first_percent(bytes);
        let taken = found.min(end - at);
        if taken == 8 {
            hash = mix(hash, bytes);
            at += 8;
            continue;
        }
        // The eighth byte, which is not taken, keeps texts of different lengths apart.
        let bytes = bytes & ((1 << (8 * taken)) - 1) | (taken as u64 + 1) << 56;
        hash = mix(hash, bytes);
        at += taken;
        if at < end {
            let name_end = Lexer::value_name_end(text, at)?;
            if name_end > end || holes.len() == MOST_HOLES {
                return None;
            }
            holes.push(Span {
                start: at as u32,
                end: name_end as u32,
            });
            at = name_end;
        }
    }
    Some(hash)
}

/// Whether two texts are the same outside of their holes, of which there are as many. Holes are at `start` and 0.
fn are_alike(text: &[u8], start: u32, holes: &[Span], other: &[u8], others: &[Span]) -> bool {
    let (mut at, mut other_at) = (0, 0);
    for (hole, other_hole) in holes.iter().zip(others) {
        let piece = &text[at..(hole.start - start) as usize];
        if piece != &other[other_at..other_hole.start as usize] {
            return false;
        }
        (at, other_at) = ((hole.end - start) as usize, other_hole.end as usize);
    }
    text[at..] == other[other_at..]
}

impl<'s> Followers<'s> {
    /// The bit of a kind of token that ends a line whatever its spelling.
    fn bit(kind: TokenKind) -> u8 {
        match kind {
            TokenKind::PercentId => 1,
            TokenKind::RightBrace => 2,
            TokenKind::CaretId => 4,
            TokenKind::End => 8,
            _ => 0,
        }
    }

    #[inline]
    pub(super) fn has(&self, kind: TokenKind, spelling: &[u8]) -> bool {
        match kind {
            TokenKind::BareId => self.words.contains(&spelling),
            _ => self.kinds & Self::bit(kind) != 0,
        }
    }

    fn add(&mut self, kind: TokenKind, spelling: &'s [u8]) {
        self.kinds |= Self::bit(kind);
        if kind == TokenKind::BareId && !self.words.contains(&spelling) {
            self.words[usize::from(self.next)] = spelling;
            self.next = (self.next + 1) % FOLLOWERS as u8;
        }
    }
}

impl<'c, 's> Lines<'c, 's> {
    /// The line that begins at an offset, and its number if it is known; `None` if it would not be remembered.
    #[inline]
    pub(super) fn look_up(&mut self, text: &'s [u8], start: u32) -> Option<(Line<'s>, Option<u32>)> {
        let from = start as usize;
        let line = rest_of_line(text, from);
        if line.len() > LONGEST || line.last() == Some(&b'{') || !self.trial.is_on() {
            return None;
        }
        self.holes.clear();
        let hash = scan(text, from, from + line.len(), &mut self.holes)?;
        let line = Line {
            text: line,
            start,
            hash,
        };
        let found = self.find(line);
        self.trial.count(found.is_some());
        Some((line, found))
    }

    /// A line by its number.
    #[inline]
    pub(super) fn known(&self, number: u32) -> &Known<'c, 's> {
        &self.lines[number as usize]
    }

    /// The number of a line that is known.
    #[inline]
    fn find(&self, line: Line<'_>) -> Option<u32> {
        let number = *self.known.get(&line.hash)?;
        let known = &self.lines[number as usize];
        let others = &self.all_holes[known.holes.clone()];
        let same = self.holes.len() == others.len()
            && are_alike(line.text, line.start, &self.holes, known.text, others);
        same.then_some(number)
    }

    /// The operands of the line that was read, if they are its holes.
    fn operands(&self) -> Option<Vec<Hole>> {
        if self.resolved.len() != self.holes.len() {
            return None;
        }
        let hole = |(operand, ty): &(UnresolvedOperand, Type)| {
            let index = self.holes.iter().position(|hole| *hole == operand.span)?;
            Some(Hole {
                number: operand.number,
                index: index as u32,
                ty: *ty,
            })
        };
        let operands: Vec<Hole> = self.resolved.iter().map(hole).collect::<Option<_>>()?;
        let mut seen = 0_u32;
        operands.iter().for_each(|operand| seen |= 1 << operand.index);
        (seen.count_ones() as usize == operands.len()).then_some(operands)
    }

    /// Remembers a line, or one more token that can follow it.
    pub(super) fn insert(&mut self, ReadLine(line, kind, spelling): ReadLine<'s>, made: &Made<'_, 'c, 's>) {
        if let Some(number) = self.find(line) {
            let known = &mut self.lines[number as usize];
            if known.info.name() == made.info.name() {
                known.followers.add(kind, spelling);
            }
            return;
        }
        let Some(operands) = self.operands().filter(|_| self.lines.len() < CAPACITY) else {
            return;
        };
        let starts = (self.all_holes.len(), self.operands.len(), self.results.len());
        let relative = |hole: &Span| Span {
            start: hole.start - line.start,
            end: hole.end - line.start,
        };
        self.all_holes.extend(self.holes.iter().map(relative));
        self.operands.extend(operands);
        self.results.extend_from_slice(made.results);
        let mut followers = Followers::default();
        followers.add(kind, spelling);
        self.known.insert(line.hash, self.lines.len() as u32);
        self.lines.push(Known {
            text: line.text,
            holes: starts.0..self.all_holes.len(),
            operands: starts.1..self.operands.len(),
            results: starts.2..self.results.len(),
            info: made.info,
            short: made.short,
            properties: made.properties,
            attributes: made.attributes,
            followers,
        });
    }
}
