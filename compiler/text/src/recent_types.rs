//! The shaped types that were read last, by their text: most texts have few, and reading one takes a dozen tokens.
//!
//! Invariant: a kept text is a whole type without the name of an alias or of a dialect, so it means the same wherever it
//! stands in the text.

use tvmlike_ir::Type;

/// How many types are kept.
const KEPT: usize = 16;
/// The longest text that is kept, in bytes.
const LONGEST: usize = 96;

/// Each type is at the place that its text determines.
#[derive(Default)]
pub(crate) struct RecentTypes<'s> {
    known: [Option<(&'s [u8], Type)>; KEPT],
}

impl<'s> RecentTypes<'s> {
    /// The type with which a text begins, and its length in bytes.
    #[inline]
    pub(crate) fn find(&self, text: &[u8]) -> Option<(Type, usize)> {
        let (known, ty) = self.known[place(text)?]?;
        text.starts_with(known).then_some((ty, known.len()))
    }

    /// Keeps the type of a text.
    pub(crate) fn keep(&mut self, text: &'s [u8], ty: Type) {
        let has_names = text.iter().any(|byte| matches!(byte, b'!' | b'#'));
        if text.len() > LONGEST || text.last() != Some(&b'>') || has_names {
            return;
        }
        if let Some(place) = place(text) {
            self.known[place] = Some((text, ty));
        }
    }
}

/// The place for a text that begins with a type: it depends on what is before the first `>`.
#[inline]
fn place(text: &[u8]) -> Option<usize> {
    let text = &text[..text.len().min(LONGEST)];
    let first = &text[..memchr::memchr(b'>', text)?];
    let sum = first
        .iter()
        .fold(0_u32, |sum, byte| sum.rotate_left(5) ^ u32::from(*byte));
    Some(sum.wrapping_mul(0x9E37_79B1) as usize >> 28)
}
