//! A mutator that keeps tokens and brackets whole, so that most of its texts get past the lexer.

use fastrand::Rng;

use crate::corpus::{Corpus, Piece, groups, pieces};

/// Numbers at which something overflows, or is refused.
const NUMBERS: [&[u8]; 14] = [
    b"0",
    b"1",
    b"7",
    b"64",
    b"255",
    b"256",
    b"65535",
    b"65536",
    b"2147483648",
    b"4294967295",
    b"4294967296",
    b"9223372036854775807",
    b"18446744073709551615",
    b"0xFFFFFFFFFFFFFFFFFF",
];

/// How many tokens or groups of a corpus are tried until one fits: corpora are too large to search.
const TRIES: usize = 32;

/// Replaces `data[..size]` by a case of the corpus. Returns its size.
pub fn seed(corpus: &Corpus, data: &mut [u8], max_size: usize, rng: &mut Rng) -> usize {
    let cases = &corpus.cases;
    let case = cases[rng.usize(..cases.len())];
    let size = case.len().min(max_size).min(data.len());
    data[..size].copy_from_slice(&case[..size]);
    size
}

/// Changes the text `data[..size]` by one to four edits of tokens. Returns its new size, `max_size` at most.
pub fn mutate(
    corpus: &'static Corpus,
    data: &mut [u8],
    size: usize,
    max_size: usize,
    rng: &mut Rng,
) -> usize {
    let text = data[..size].to_vec();
    let mut tokens = pieces(&text);
    if tokens.len() < 3 || rng.u8(..) == 0 {
        return seed(corpus, data, max_size, rng);
    }
    for _ in 0..rng.usize(1..=4) {
        if tokens.is_empty() {
            break;
        }
        edit(&mut tokens, corpus, rng);
    }
    let mut out: Vec<u8> = Vec::with_capacity(max_size);
    for piece in &tokens {
        out.extend_from_slice(piece.gap);
        out.extend_from_slice(piece.text);
    }
    let size = out.len().min(max_size).min(data.len());
    data[..size].copy_from_slice(&out[..size]);
    size
}

fn edit<'a>(tokens: &mut Vec<Piece<'a>>, corpus: &'static Corpus, rng: &mut Rng) {
    let at = rng.usize(..tokens.len());
    let other = rng.usize(..tokens.len());
    match rng.u8(..16) {
        0 => swap_text(tokens, at, other),
        1 => tokens.insert(at, spaced(tokens[other])),
        2 => drop(tokens.remove(at)),
        3 => replace_text(&mut tokens[at], corpus.tokens[rng.usize(..corpus.tokens.len())]),
        4 => tokens.insert(at, spaced(corpus.tokens[rng.usize(..corpus.tokens.len())])),
        5 | 6 => {
            // A token of the same kind, from this text or the corpus.
            let kind = tokens[at].kind;
            let own: Vec<Piece<'a>> = tokens
                .iter()
                .copied()
                .filter(|piece| piece.kind == kind)
                .collect();
            let found = match rng.bool() {
                true => Some(own[rng.usize(..own.len())]),
                false => any(&corpus.tokens, rng, |piece| piece.kind == kind).copied(),
            };
            if let Some(found) = found {
                replace_text(&mut tokens[at], found);
            }
        }
        7 => {
            let number = NUMBERS[rng.usize(..NUMBERS.len())];
            let numbers = tokens.iter_mut().filter(|piece| piece.text[0].is_ascii_digit());
            if let Some(piece) = rng.choice(numbers.collect::<Vec<_>>()) {
                piece.text = number;
            }
        }
        8 | 9 => insert_all(tokens, at, &corpus.lines[rng.usize(..corpus.lines.len())], b"\n"),
        10 => {
            let line = tokens[at.min(other)..=at.max(other)].to_vec();
            if line.len() < 100 {
                insert_all(tokens, at, &line, b" ");
            }
        }
        _ => edit_groups(tokens, corpus, rng),
    }
}

/// An element of a list that fits, if one is found soon.
fn any<'l, T>(list: &'l [T], rng: &mut Rng, fits: impl Fn(&T) -> bool) -> Option<&'l T> {
    (0..TRIES)
        .map(|_| &list[rng.usize(..list.len())])
        .find(|found| fits(found))
}

fn edit_groups<'a>(tokens: &mut Vec<Piece<'a>>, corpus: &'static Corpus, rng: &mut Rng) {
    let groups = groups(tokens);
    if groups.is_empty() {
        return;
    }
    let (start, end) = groups[rng.usize(..groups.len())];
    let (other_start, other_end) = groups[rng.usize(..groups.len())];
    let group = tokens[start..=end].to_vec();
    match rng.u8(..6) {
        0 => drop(tokens.drain(start..=end)),
        1 => drop(tokens.drain(start + 1..end)),
        2 => {
            let copy = tokens[other_start..=other_end].to_vec();
            tokens.splice(start..=end, copy);
        }
        3 => {
            if let Some(found) = any(&corpus.groups, rng, |other| other[0].text == group[0].text) {
                tokens.splice(start..=end, found.iter().copied());
            }
        }
        4 => {
            // The same once more, as a further element.
            let comma = Piece {
                gap: b"",
                text: b",",
                kind: tvmlike_syntax::TokenKind::Comma,
            };
            tokens.splice(end + 1..end + 1, std::iter::once(comma).chain(group));
        }
        _ => {
            // More levels of the brackets.
            let depth = 1 << rng.u32(..7);
            let (open, close) = (tokens[start], tokens[end]);
            tokens.splice(end..end, std::iter::repeat_n(close, depth));
            tokens.splice(start..start, std::iter::repeat_n(open, depth));
        }
    }
}

fn swap_text(tokens: &mut [Piece<'_>], at: usize, other: usize) {
    let text = tokens[at].text;
    tokens[at].text = tokens[other].text;
    tokens[other].text = text;
}

fn replace_text<'a>(piece: &mut Piece<'a>, by: Piece<'a>) {
    piece.text = by.text;
    piece.kind = by.kind;
}

fn spaced(piece: Piece<'_>) -> Piece<'_> {
    Piece { gap: b" ", ..piece }
}

fn insert_all<'a>(tokens: &mut Vec<Piece<'a>>, at: usize, new: &[Piece<'a>], gap: &'static [u8]) {
    let mut new = new.to_vec();
    if let Some(first) = new.first_mut() {
        first.gap = gap;
    }
    tokens[at].gap = gap;
    tokens.splice(at..at, new);
}
