//! Operations that are to be visited, each at most once: the last one first.
//!
//! Invariant: the place of an operation in the list is its entry in the table, counted from 1. Foreign code can erase an
//! operation without a report, and another one can get its id; so the list has the generations, too.

use tvmlike_ir::{Context, Op, SideTable};

/// A stack of distinct operations, from which any can be removed.
#[derive(Default)]
pub(super) struct Worklist {
    list: Vec<Option<(Op, u32)>>,
    places: SideTable<Op, u32>,
}

impl Worklist {
    pub(super) fn clear(&mut self) {
        for (op, _) in self.list.drain(..).flatten() {
            self.places.set(op, 0);
        }
    }

    /// Adds an operation that is not in the list.
    #[inline]
    pub(super) fn push(&mut self, context: &Context, op: Op) {
        let entry = Some((op, op.generation(context)));
        match self.places.get(op) {
            0 => {
                self.list.push(entry);
                self.places.set(op, self.list.len() as u32);
            }
            // Of an earlier operation with this id, if the generation is another one.
            place => self.list[place as usize - 1] = entry,
        }
    }

    /// Takes the last operation that exists.
    #[inline]
    pub(super) fn pop(&mut self, context: &Context) -> Option<Op> {
        while let Some(last) = self.list.pop() {
            if let Some((op, generation)) = last {
                self.places.set(op, 0);
                if op.generation(context) == generation {
                    return Some(op);
                }
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
            if let Some((op, _)) = op {
                self.places.set(*op, index as u32 + 1);
            }
        }
    }
}
