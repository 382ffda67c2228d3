//! Side tables: data about operations, blocks, regions, values or uses that an analysis keeps outside of the IR.
//!
//! Records stand close to each other in memory, so an array indexed by id is smaller and faster than a hash map. It is
//! divided into pages, of which only those that hold an entry exist. Invariant: two ids of one kind differ by at least
//! `1 << SHIFT`, the smallest distance of two such records, so the shifted ids are distinct.

use std::marker::PhantomData;

use crate::id::{Attribute, Block, Identifier, Op, OpOperand, Region, Type, Value};
use crate::record::{block, op, region, usage, value};

/// The bits of an id within a page.
const PAGE_BITS: u32 = 11;

/// The ids by which a side table can be indexed.
pub trait Entity: Copy + sealed::Sealed {
    /// The number of low bits in which ids of the kind do not need to differ: without these bits, ids are still distinct.
    #[doc(hidden)]
    const SHIFT: u32;

    /// The number of the id.
    #[doc(hidden)]
    fn number(self) -> u32;
}

mod sealed {
    /// Implemented by the ids of this crate only.
    pub trait Sealed {}
}

macro_rules! entities {
    ($($name:ident $smallest:expr;)*) => {$(
        impl sealed::Sealed for $name {}

        impl Entity for $name {
            const SHIFT: u32 = $smallest.ilog2();

            #[inline]
            fn number(self) -> u32 {
                self.raw()
            }
        }
    )*};
}

entities! {
    Op op::HEADER;
    Block block::SIZE;
    Region region::SIZE;
    Value value::RESULT;
    OpOperand usage::SIZE;
    Type 1_u32;
    Attribute 1_u32;
    Identifier 1_u32;
}

/// A map from ids of a kind to `T`, in which an absent entry is `T::default()`.
///
/// An entry belongs to the id, not to the thing: it stays when the thing is erased.
#[derive(Clone, Debug)]
pub struct SideTable<K, T> {
    /// The page of `pages[0]`.
    base: u32,
    /// An empty page does not exist yet.
    pages: Vec<Box<[T]>>,
    key: PhantomData<fn(K)>,
}

impl<K: Entity, T: Copy + Default> Default for SideTable<K, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Entity, T: Copy + Default> SideTable<K, T> {
    const MASK: u32 = (1 << PAGE_BITS) - 1;

    /// A table without entries.
    pub const fn new() -> Self {
        Self {
            base: 0,
            pages: Vec::new(),
            key: PhantomData,
        }
    }

    #[inline]
    const fn cell(number: u32) -> usize {
        ((number & Self::MASK) >> K::SHIFT) as usize
    }

    /// The entry of an id.
    #[inline]
    pub fn get(&self, key: K) -> T {
        let number = key.number();
        let page = (number >> PAGE_BITS).wrapping_sub(self.base) as usize;
        let cell = self.pages.get(page).and_then(|page| page.get(Self::cell(number)));
        cell.copied().unwrap_or_default()
    }

    /// Changes the entry of an id.
    #[inline]
    pub fn set(&mut self, key: K, value: T) {
        *self.entry(key) = value;
    }

    /// The entry of an id, to be changed.
    #[inline]
    pub fn entry(&mut self, key: K) -> &mut T {
        let number = key.number();
        let page = (number >> PAGE_BITS).wrapping_sub(self.base) as usize;
        if self.pages.get(page).is_none_or(|page| page.is_empty()) {
            self.add_page(number >> PAGE_BITS);
        }
        let page = ((number >> PAGE_BITS) - self.base) as usize;
        &mut self.pages[page][Self::cell(number)]
    }

    #[cold]
    fn add_page(&mut self, page: u32) {
        if self.pages.is_empty() {
            self.base = page;
        } else if page < self.base {
            // As many again, so that a walk backwards moves each page a few times at most.
            let new = (self.base - page).max((self.pages.len() as u32).min(self.base));
            self.pages.splice(0..0, (0..new).map(|_| Box::<[T]>::default()));
            self.base -= new;
        }
        let index = (page - self.base) as usize;
        if index >= self.pages.len() {
            self.pages.resize_with(index + 1, Box::default);
        }
        let cells = (1_usize << PAGE_BITS) >> K::SHIFT;
        self.pages[index] = vec![T::default(); cells].into_boxed_slice();
    }

    /// Makes every entry absent. The memory is kept for reuse.
    pub fn clear(&mut self) {
        for page in &mut self.pages {
            page.fill(T::default());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_independent_in_any_order_of_ids() {
        let ids = [5_u32, u32::MAX, 1 << 20, 8, 1 << 31, 21, 2047, 2048, 1 << 12];
        let mut table = SideTable::<Value, u32>::new();
        for id in ids {
            table.set(Value::new(id), id);
        }
        for id in ids {
            assert_eq!(table.get(Value::new(id)), id);
        }
        assert_eq!(table.get(Value::new(1 << 13)), 0);
        *table.entry(Value::new(1 << 13)) += 7;
        assert_eq!(table.get(Value::new(1 << 13)), 7);
        table.clear();
        assert!(ids.iter().all(|id| table.get(Value::new(*id)) == 0));
    }
}
