//! Descriptors that compiled code made: what they say, and whether it makes sense.
//!
//! Invariant: an address that [`Descriptor::data`] gives, with the sizes and strides beside it, leads to elements that lie
//! in memory as far as numbers can tell, and as the type says.

use super::types::{Layout, MemRef, Type};

/// What a descriptor says, not yet looked at.
pub(super) struct Descriptor {
    pub(super) ty: Type,
    pub(super) allocated: u64,
    pub(super) aligned: u64,
    pub(super) offset: i64,
    pub(super) sizes: Vec<i64>,
    pub(super) strides: Vec<i64>,
}

impl Descriptor {
    /// Reads one.
    ///
    /// # Safety
    /// A descriptor of this rank is at the address.
    pub(super) unsafe fn read(ty: Type, rank: usize, at: *const u64) -> Self {
        // SAFETY: by contract; nothing is said of its alignment.
        let word = |index: usize| unsafe { at.add(index).read_unaligned() };
        let words = |from: usize| (from..from + rank).map(|index| word(index) as i64).collect();
        Self {
            ty,
            allocated: word(0),
            aligned: word(1),
            offset: word(2) as i64,
            sizes: words(3),
            strides: words(3 + rank),
        }
    }

    /// The address of the first element, 0 where there is none; or what the descriptor came with that cannot be.
    pub(super) fn data(&self) -> Result<u64, String> {
        let (sizes, strides) = (&self.sizes, &self.strides);
        if sizes.iter().any(|&size| size < 0) {
            return Err(format!("the sizes {sizes:?}, one of which is negative"));
        }
        let empty = sizes.contains(&0);
        if let Type::MemRef(memref) = &self.ty
            && let Some(what) = self.unlike(memref, empty)
        {
            return Err(what);
        }
        // In 128 bits: what is out there may be any 64-bit numbers. Each product is looked at before the next.
        let element = self.ty.element();
        let size = element.size() as i128;
        let (mut low, mut high) = (0_i128, 0_i128);
        let mut bytes = size;
        for (&dim, &stride) in sizes.iter().zip(strides) {
            bytes *= i128::from(dim.max(1));
            let reach = i128::from((dim - 1).max(0)) * i128::from(stride);
            low += reach.min(0);
            high += reach.max(0);
            if bytes > i128::from(i64::MAX) || (!empty && (high - low) * size > i128::from(i64::MAX)) {
                return Err(format!(
                    "sizes {sizes:?} and strides {strides:?} beyond what memory can hold"
                ));
            }
        }
        if empty {
            return Ok(0);
        }
        if self.aligned == 0 {
            return Err(format!("null as the address of its elements (sizes {sizes:?})"));
        }
        let first = i128::from(self.aligned) + i128::from(self.offset) * size;
        let inside = |at: i128| at > 0 && at <= i128::from(u64::MAX);
        if !inside(first + low * size) || !inside(first + (high + 1) * size) {
            return Err(format!("the offset {}, which leads out of memory", self.offset));
        }
        if first % element.align() as i128 != 0 {
            return Err(format!("elements at the unaligned address {first:#x}"));
        }
        Ok(first as u64)
    }

    /// What of it is not as its type fixes it.
    fn unlike(&self, memref: &MemRef, empty: bool) -> Option<String> {
        for (axis, (&got, wanted)) in self.sizes.iter().zip(&memref.shape).enumerate() {
            if wanted.is_some_and(|wanted| wanted != got) {
                return Some(format!("{got} as the size of dimension {axis}"));
            }
        }
        let mut expected = 1_i64;
        for axis in (0..memref.rank()).rev() {
            let wanted = match &memref.layout {
                Layout::Identity => Some(expected),
                Layout::Strided { strides, .. } => strides[axis],
            };
            let used = self.sizes[axis] > 1 && !empty;
            if used && wanted.is_some_and(|wanted| wanted != self.strides[axis]) {
                return Some(format!(
                    "{} as the stride of dimension {axis}",
                    self.strides[axis]
                ));
            }
            expected = expected.saturating_mul(self.sizes[axis]);
        }
        match memref.offset() {
            Some(wanted) if wanted != self.offset => Some(format!("the offset {}", self.offset)),
            _ => None,
        }
    }
}
