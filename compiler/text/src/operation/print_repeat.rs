//! Texts in custom form with a hole for each operand, for operations that are alike.
//!
//! Invariant: a text is kept only if its form says that it prints by the parts (`OpSyntax::prints_by_parts`) and each name of a
//! value in it belongs to one operand. Aliases, options and the texts of types and attributes stay the same while one printer
//! prints.

use std::ops::Range;

use tvmlike_ir::{Context, Op, Value};

/// The longest text that is kept, in bytes.
const LONGEST: usize = 1 << 10;

/// Where a form wrote the name of a value.
pub(super) struct Written {
    pub(super) value: Value,
    pub(super) place: Range<usize>,
}

/// A text: pieces that end with an operand, and the rest.
#[derive(Clone)]
pub(super) struct Repeated {
    text: Range<usize>,
    holes: Range<usize>,
}

/// The texts of one printer.
#[derive(Default)]
pub(super) struct Texts {
    bytes: Vec<u8>,
    /// The place in the text and the operand.
    holes: Vec<(u32, u32)>,
}

impl Texts {
    /// Appends a text for an operation; `write` appends the name of an operand.
    #[inline]
    pub(super) fn write(
        &self,
        (context, op): (&Context, Op),
        repeated: &Repeated,
        out: &mut Vec<u8>,
        mut write: impl FnMut(&mut Vec<u8>, Value),
    ) {
        let text = &self.bytes[repeated.text.clone()];
        let mut at = 0;
        for (end, operand) in &self.holes[repeated.holes.clone()] {
            let end = *end as usize;
            out.extend_from_slice(&text[at..end]);
            if let Some(value) = op.operand(context, *operand as usize) {
                write(out, value);
            }
            at = end;
        }
        out.extend_from_slice(&text[at..]);
    }

    /// Makes a text of what was printed of an operation at a place in `out`.
    pub(super) fn make(
        &mut self,
        (context, op): (&Context, Op),
        (out, place): (&[u8], Range<usize>),
        written: &[Written],
    ) -> Option<Repeated> {
        let mut holes = Vec::new();
        let mut text = Vec::new();
        let mut at = place.start;
        for each in written {
            let mut same = (0..)
                .zip(op.operands(context))
                .filter(|(_, operand)| *operand == each.value);
            let (Some((operand, _)), None) = (same.next(), same.next()) else {
                return None;
            };
            text.extend_from_slice(&out[at..each.place.start]);
            holes.push((text.len() as u32, operand));
            at = each.place.end;
        }
        text.extend_from_slice(&out[at..place.end]);
        if text.len() > LONGEST {
            return None;
        }
        let starts = (self.bytes.len(), self.holes.len());
        self.bytes.extend(text);
        self.holes.extend(holes);
        Some(Repeated {
            text: starts.0..self.bytes.len(),
            holes: starts.1..self.holes.len(),
        })
    }
}
