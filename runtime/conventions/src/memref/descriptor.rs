//! Reads and checks descriptors from compiled code.
//!
//! Invariant: with the sizes and strides of the descriptor, an address from [`Descriptor::data`] leads to elements within the
//! address space, with a layout that matches the type.

use std::ops::Range;

use super::types::{Layout, MemRef, Type};

/// The contents of a descriptor, unchecked.
pub(super) struct Descriptor {
    pub(super) ty: Type,
    pub(super) allocated: u64,
    pub(super) aligned: u64,
    pub(super) offset: i64,
    pub(super) sizes: Vec<i64>,
    pub(super) strides: Vec<i64>,
}

impl Descriptor {
    /// Reads a descriptor.
    ///
    /// # Safety
    /// There is a descriptor of this rank at the address.
    pub(super) unsafe fn read(ty: Type, rank: usize, at: *const u64) -> Self {
        // SAFETY: by contract; it need not be aligned.
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

    /// The address of the first element, 0 if there is none.
    ///
    /// # Errors
    /// A noun phrase for what is wrong with the descriptor.
    pub(super) fn data(&self) -> Result<u64, String> {
        let (sizes, strides) = (&self.sizes, &self.strides);
        if sizes.iter().any(|&size| size < 0) {
            return Err(format!("a negative size in {sizes:?}"));
        }
        let empty = sizes.contains(&0);
        if let Type::MemRef(memref) = &self.ty
            && let Some(what) = self.unlike(memref, empty)
        {
            return Err(what);
        }
        // In 128 bits, because the descriptor may hold any 64-bit numbers. Each product is checked before the next.
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
                    "sizes {sizes:?} and strides {strides:?} that exceed addressable memory"
                ));
            }
        }
        if empty {
            return Ok(0);
        }
        if self.aligned == 0 {
            return Err(format!("a null data pointer (sizes {sizes:?})"));
        }
        let first = i128::from(self.aligned) + i128::from(self.offset) * size;
        let inside = |at: i128| at > 0 && at <= i128::from(u64::MAX);
        if !inside(first + low * size) || !inside(first + (high + 1) * size) {
            return Err(format!(
                "offset {}, which is outside addressable memory",
                self.offset
            ));
        }
        if first % element.align() as i128 != 0 {
            return Err(format!("unaligned elements at {first:#x}"));
        }
        Ok(first as u64)
    }

    /// The addresses of all elements of a checked descriptor with elements, the first of which is at `first`.
    pub(super) fn stretch(&self, first: u64) -> Range<i128> {
        let (mut low, mut high) = (0_i128, 1_i128);
        for (&dim, &stride) in self.sizes.iter().zip(&self.strides) {
            let reach = i128::from(dim - 1) * i128::from(stride);
            low += reach.min(0);
            high += reach.max(0);
        }
        let (first, size) = (i128::from(first), self.ty.element().size() as i128);
        first + low * size..first + high * size
    }

    /// The first mismatch with the type.
    fn unlike(&self, memref: &MemRef, empty: bool) -> Option<String> {
        for (axis, (&got, wanted)) in self.sizes.iter().zip(&memref.shape).enumerate() {
            if let Some(wanted) = wanted.filter(|&wanted| wanted != got) {
                return Some(format!("size {got} in dimension {axis}, expected {wanted}"));
            }
        }
        let mut expected = 1_i64;
        for axis in (0..memref.rank()).rev() {
            let wanted = match &memref.layout {
                Layout::Identity => Some(expected),
                Layout::Strided { strides, .. } => strides[axis],
            };
            let used = self.sizes[axis] > 1 && !empty;
            let got = self.strides[axis];
            if let Some(wanted) = wanted.filter(|&wanted| used && wanted != got) {
                return Some(format!("stride {got} in dimension {axis}, expected {wanted}"));
            }
            expected = expected.saturating_mul(self.sizes[axis]);
        }
        match memref.offset() {
            Some(wanted) if wanted != self.offset => {
                Some(format!("offset {}, expected {wanted}", self.offset))
            }
            _ => None,
        }
    }
}
