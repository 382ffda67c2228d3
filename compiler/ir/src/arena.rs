//! Allocation of records: a bump allocator with one free list for each size.
//!
//! A record starts with its generation. Slots are never split or merged, so the generation of a freed record stays
//! readable and stays a generation: a stale handle always compares its own with a real one. Freeing raises it.
//! Invariant: a slot whose generation has reached its maximum is not used again.

use std::collections::HashMap;

use crate::space::Space;

/// Sizes up to this many words have a free list in an array.
const SMALL: usize = 96;

/// The offset of the link of a free list in a freed record.
const NEXT_FREE: u32 = 1;

/// The memory that one editor allocates from.
pub(crate) struct Arena {
    next: u32,
    end: u32,
    small: [u32; SMALL],
    large: HashMap<u32, u32>,
}

impl Arena {
    pub(crate) fn new() -> Self {
        Self {
            next: 0,
            end: 0,
            small: [0; SMALL],
            large: HashMap::new(),
        }
    }

    /// A slot of a size. Its generation is set, its other words are not.
    #[inline]
    pub(crate) fn allocate(&mut self, space: &Space, size: u32) -> u32 {
        if let Some(head) = self.small.get_mut(size as usize) {
            let slot = *head;
            if slot != 0 {
                *head = space.get(slot + NEXT_FREE);
                return slot;
            }
        } else if let Some(slot) = self.take_large(space, size) {
            return slot;
        }
        if self.end - self.next < size {
            self.refill(space, size);
        }
        let slot = self.next;
        self.next += size;
        space.set(slot, 1);
        slot
    }

    #[cold]
    fn take_large(&mut self, space: &Space, size: u32) -> Option<u32> {
        let head = self.large.get_mut(&size)?;
        let slot = *head;
        if slot == 0 {
            return None;
        }
        *head = space.get(slot + NEXT_FREE);
        Some(slot)
    }

    #[cold]
    fn refill(&mut self, space: &Space, size: u32) {
        let (start, count) = space.take(size);
        // What is left of the last chunk is lost, unless the new one follows it.
        if start != self.end {
            self.next = start;
        }
        self.end = start + count;
    }

    /// Frees a slot and raises its generation.
    #[inline]
    pub(crate) fn free(&mut self, space: &Space, slot: u32, size: u32) {
        let generation = space.get(slot).wrapping_add(1);
        space.set(slot, generation);
        if generation == u32::MAX {
            return;
        }
        let head = match self.small.get_mut(size as usize) {
            Some(head) => head,
            None => self.large.entry(size).or_insert(0),
        };
        space.set(slot + NEXT_FREE, *head);
        *head = slot;
    }
}
