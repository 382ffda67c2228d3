//! Operations that are to be visited, each at most once: the last one first.
//!
//! Invariant: the place of an operation in the list is its entry in the table, counted from 1.

use tvmlike_ir::{Op, SideTable};

/// A stack of distinct operations, from which any can be removed.
#[derive(Default)]
pub(super) struct Worklist {
    list: Vec<Option<Op>>,
    places: SideTable<Op, u32>,
}

impl Worklist {
    pub(super) fn clear(&mut self) {
        for op in self.list.drain(..).flatten() {
            self.places.set(op, 0);
        }
    }

    /// Adds an operation that is not in the list.
    #[inline]
    pub(super) fn push(&mut self, op: Op) {
        let place = self.places.entry(op);
        if *place == 0 {
            self.list.push(Some(op));
            *place = self.list.len() as u32;
        }
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<Op> {
        while let Some(last) = self.list.pop() {
            if let Some(op) = last {
                self.places.set(op, 0);
                return Some(op);
            }
        }
        None
    }

    #[inline]
    pub(super) fn remove(&mut self, op: Op) {
        let place = self.places.get(op);
        if place != 0 {
            self.list[place as usize - 1] = None;
            self.places.set(op, 0);
        }
    }

    /// Turns the list around.
    pub(super) fn reverse(&mut self) {
        self.list.reverse();
        for (index, op) in self.list.iter().enumerate() {
            if let Some(op) = op {
                self.places.set(*op, index as u32 + 1);
            }
        }
    }
}
