//! Parts of vectors that were put together of others, in whatever order of dimensions: the part that was put in, or that of
//! what was there before.
//!
//! Invariant: a part is taken from an operation further up only if no operation in between changes any of its elements.

use tvmlike_ir::{Context, Folded, Folding, Op};

use super::super::rewrite::defined_by;
use super::parts::{numbers, set_position, sizes, static_position};
use crate::verifiers::Vector;

/// The dimensions of a vector while transposes are undone: the index of those before the part, and for those of the part which
/// of them they are, as a negative number.
struct Walk {
    position: Vec<i64>,
    /// How many indices there are.
    known: usize,
    rest: usize,
}

impl Walk {
    fn new(rank: usize, at: &[i64]) -> Option<Self> {
        let rest = rank.checked_sub(at.len())?;
        let own = (1..=rest as i64).map(|dim| -dim);
        Some(Self {
            position: at.iter().copied().chain(own).collect(),
            known: at.len(),
            rest,
        })
    }

    /// Whether the dimensions of the part are the last ones, in their order.
    fn is_whole(&self) -> bool {
        let own = (1..=self.rest as i64).map(|dim| -dim);
        self.position[self.known..].iter().copied().eq(own)
    }

    fn undo_transpose(&mut self, context: &Context, op: Op) -> Option<()> {
        let permutation = numbers(context, op, "permutation")?;
        let mut position = self.position.clone();
        for (index, dim) in self.position.iter().zip(permutation) {
            *position.get_mut(usize::try_from(dim).ok()?)? = *index;
        }
        self.position = position;
        Some(())
    }

    /// Whether an insertion can be into the part.
    fn may_meet(&self, inserted: &[i64]) -> bool {
        let mut pairs = self.position.iter().zip(inserted);
        pairs.all(|(index, other)| *index < 0 || *other < 0 || index == other)
    }
}

/// A part of a vector that insertions and transposes made.
pub(super) fn of_inserts(folding: &mut Folding<'_, '_>, vector: &Vector, at: &[i64]) -> Option<Folded> {
    let context = folding.context();
    let mut walk = Walk::new(vector.rank(), at)?;
    let first = folding.operand(0);
    let mut source = first;
    loop {
        if let Some(made) = defined_by(context, source, "vector.transpose") {
            walk.undo_transpose(context, made)?;
            source = made.operand(context, 0)?;
            continue;
        }
        let Some(made) = defined_by(context, source, "vector.insert") else {
            break;
        };
        let value = made.operand(context, 0)?;
        if let Some(inserted) = static_position(context, made, 2) {
            if walk.position[..walk.known] == inserted && walk.is_whole() {
                return Some(value.into());
            }
            if walk.position.starts_with(&inserted) {
                walk.position.drain(..inserted.len());
                walk.known = walk.position.len().checked_sub(walk.rest)?;
                source = value;
                break;
            }
        }
        let inserted = numbers(context, made, "static_position")?;
        if inserted.starts_with(&walk.position) || walk.may_meet(&inserted) {
            return None;
        }
        source = made.operand(context, 1)?;
    }
    if source == first || !walk.is_whole() {
        return None;
    }
    let position = walk.position[..walk.known].to_vec();
    set_position(folding, &[source], &position);
    Some(Folded::InPlace)
}

/// Where a position is in a slice that was put in.
enum Place {
    /// Outside.
    Apart,
    /// Within, at a position of the slice.
    Within(Vec<i64>),
}

/// The place of a position in a slice of some sizes at offsets in a vector with as many or more dimensions.
fn place(at: &[i64], offsets: &[i64], sizes: &[i64]) -> Option<Place> {
    let added = offsets.len().checked_sub(sizes.len())?;
    let mut inner = Vec::new();
    for (dim, index) in at.iter().enumerate() {
        let start = *offsets.get(dim)?;
        let size = dim.checked_sub(added).and_then(|dim| sizes.get(dim)).copied();
        if !(start..start + size.unwrap_or(1)).contains(index) {
            return Some(Place::Apart);
        }
        if size.is_some() {
            inner.push(index - start);
        }
    }
    Some(Place::Within(inner))
}

/// A part of a vector that slices were put into.
pub(super) fn of_slices(folding: &mut Folding<'_, '_>, made: Op, at: &[i64]) -> Option<Folded> {
    let context = folding.context();
    let part = sizes(context, folding.result_type());
    let mut next = Some(made);
    while let Some(made) = next {
        let value = made.operand(context, 0)?;
        let slice = sizes(context, value.ty(context));
        let offsets = numbers(context, made, "offsets")?;
        let strides = numbers(context, made, "strides")?;
        if part.len() > slice.len() || strides.iter().any(|stride| *stride != 1) {
            return None;
        }
        let destination = made.operand(context, 1)?;
        if let Place::Within(inner) = place(at, &offsets, &slice)? {
            // The part must be one of the slice as a whole.
            let whole = sizes(context, destination.ty(context));
            if slice[slice.len() - part.len()..] != whole[whole.len() - part.len()..] {
                return None;
            }
            set_position(folding, &[value], &inner);
            return Some(Folded::InPlace);
        }
        next = defined_by(context, destination, "vector.insert_strided_slice");
    }
    None
}
