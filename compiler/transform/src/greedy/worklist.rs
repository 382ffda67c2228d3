//! Operations that are to be visited, each at most once.
//!
//! Operations are pushed on a stack. A stack that is turned around becomes a row, which is taken from its start when the
//! stack is empty. Invariant: the place of an operation, counted from 1 through the row and then the stack, is its entry in
//! the table. Foreign code can erase an operation without a report, and another one can get its id; so the list has the
//! generations, too.

use tvmlike_ir::{Context, Op, SideTable};

/// An operation with its generation; `None`: it was removed.
type Entry = Option<(Op, u32)>;

/// A stack of distinct operations, from which any can be removed.
#[derive(Default)]
pub(super) struct Worklist {
    row: Vec<Entry>,
    /// How many of the row were taken.
    taken: usize,
    stack: Vec<Entry>,
    places: SideTable<Op, u32>,
}

impl Worklist {
    pub(super) fn clear(&mut self) {
        for (op, _) in self
            .row
            .drain(..)
            .skip(self.taken)
            .chain(self.stack.drain(..))
            .flatten()
        {
            self.places.set(op, 0);
        }
        self.taken = 0;
    }

    /// How many places are taken, at least as many as there are operations in the list.
    pub(super) fn len(&self) -> usize {
        self.row.len() - self.taken + self.stack.len()
    }

    /// Adds an operation that is not in the list.
    #[inline]
    pub(super) fn push(&mut self, context: &Context, op: Op) {
        let entry = Some((op, op.generation(context)));
        let place = self.places.entry(op);
        match *place {
            0 => {
                self.stack.push(entry);
                *place = (self.row.len() + self.stack.len()) as u32;
            }
            // Of an earlier operation with this id, if the generation is another one.
            known => *entry_at(&mut self.row, &mut self.stack, known) = entry,
        }
    }

    /// Takes the next operation that exists.
    #[inline]
    pub(super) fn pop(&mut self, context: &Context) -> Option<Op> {
        loop {
            let next = match self.stack.pop() {
                Some(last) => last,
                None => {
                    let first = *self.row.get(self.taken)?;
                    self.taken += 1;
                    first
                }
            };
            if let Some((op, generation)) = next {
                self.places.set(op, 0);
                if op.generation(context) == generation {
                    return Some(op);
                }
            }
        }
    }

    #[inline]
    pub(super) fn remove(&mut self, op: Op) {
        let place = self.places.get(op);
        if place != 0 {
            *entry_at(&mut self.row, &mut self.stack, place) = None;
            self.places.set(op, 0);
        }
    }

    /// Turns the list around, of which nothing was taken yet.
    pub(super) fn reverse(&mut self) {
        debug_assert!(self.row.is_empty(), "a list is turned around once");
        std::mem::swap(&mut self.row, &mut self.stack);
    }
}

/// The entry at a place of the row and the stack.
#[inline]
fn entry_at<'e>(row: &'e mut [Entry], stack: &'e mut [Entry], place: u32) -> &'e mut Entry {
    let index = place as usize - 1;
    match index.checked_sub(row.len()) {
        None => &mut row[index],
        Some(index) => &mut stack[index],
    }
}
