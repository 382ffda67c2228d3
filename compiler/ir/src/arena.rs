//! Allocation of records: a bump allocator with one free list for each size.
//!
//! A record starts with its generation. Slots are never split or merged, so the generation of a freed record stays
//! readable and stays a generation: a stale handle always compares its own with a real one. Freeing raises it.
//! What one editor frees, another one can need: the operations that several threads have read are erased on one. So an arena
//! passes its free lists on when they are long, and takes one of those before it takes new memory ([`FreeLists`]).
//! Invariants: a slot whose generation has reached its maximum is not used again; what frees a tree can still write to the
//! slots that it has freed, so they are passed on only afterwards ([`Arena::pass_on`]).

use std::collections::HashMap;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use crate::space::Space;

/// Sizes up to this many words have a free list in an array.
const SMALL: usize = 96;

/// The offset of the link of a free list in a freed record.
const NEXT_FREE: u32 = 1;

/// The words of the slots that a free list has when it is passed on: those of about 200 operations the first time, and of twice
/// as many each time up to this. Threads that pass lists on wait for each other.
const LONG: u32 = 4096;
const LONGEST: u32 = 1 << 14;

/// The memory that one editor allocates from.
pub(crate) struct Arena {
    next: u32,
    end: u32,
    small: [u32; SMALL],
    /// How many words were freed into each list since it was passed on; what was taken from it since is not deducted.
    freed: [u32; SMALL],
    /// How many words each list has when it is passed on.
    long: [u32; SMALL],
    large: HashMap<u32, u32>,
    /// The long lists that are to be passed on: the sizes of their slots, and their first slots.
    full: Vec<(u32, u32)>,
}

/// The arena of the editor of everything, while there is no such editor. There is one at a time, so it takes and returns
/// the arena without a lock.
#[derive(Default)]
pub(crate) struct KeptArena(AtomicPtr<Arena>);

impl KeptArena {
    /// Takes the arena; a new one if there is none yet.
    ///
    /// # Safety
    /// The caller alone may use this, from the begin of a change of everything to its end.
    #[inline]
    pub(crate) unsafe fn take(&self) -> Box<Arena> {
        // Relaxed: begin and end of changes order the accesses of different editors.
        let kept = self.0.load(Ordering::Relaxed);
        if kept.is_null() {
            return Box::new(Arena::new());
        }
        self.0.store(ptr::null_mut(), Ordering::Relaxed);
        // SAFETY: `put` has made the pointer from a box, and it is taken once, by contract.
        unsafe { Box::from_raw(kept) }
    }

    /// Returns the arena.
    ///
    /// # Safety
    /// As for [`take`](Self::take), which has returned it.
    #[inline]
    pub(crate) unsafe fn put(&self, arena: Box<Arena>) {
        self.0.store(Box::into_raw(arena), Ordering::Relaxed);
    }
}

impl Drop for KeptArena {
    fn drop(&mut self) {
        let kept = *self.0.get_mut();
        if !kept.is_null() {
            // SAFETY: `put` has made the pointer from a box.
            drop(unsafe { Box::from_raw(kept) });
        }
    }
}

impl Arena {
    pub(crate) fn new() -> Self {
        Self {
            next: 0,
            end: 0,
            small: [0; SMALL],
            freed: [0; SMALL],
            long: [LONG; SMALL],
            large: HashMap::new(),
            full: Vec::new(),
        }
    }

    /// A slot of a size. Its generation is set, its other words are not.
    #[inline]
    pub(crate) fn allocate(&mut self, space: &Space, size: u32) -> u32 {
        let Some(head) = self.small.get_mut(size as usize) else {
            return self.allocate_large(space, size);
        };
        let slot = *head;
        if slot != 0 {
            *head = space.get(slot + NEXT_FREE);
            return slot;
        }
        if let Some(slot) = space.free_lists().take(size) {
            *head = space.get(slot + NEXT_FREE);
            return slot;
        }
        self.allocate_new(space, size)
    }

    #[inline]
    fn allocate_new(&mut self, space: &Space, size: u32) -> u32 {
        if self.end - self.next < size {
            self.refill(space, size);
        }
        let slot = self.next;
        self.next += size;
        space.set(slot, 1);
        slot
    }

    #[cold]
    fn allocate_large(&mut self, space: &Space, size: u32) -> u32 {
        let own = self.large.get(&size).copied().filter(|slot| *slot != 0);
        let Some(slot) = own.or_else(|| space.free_lists().take(size)) else {
            return self.allocate_new(space, size);
        };
        self.large.insert(size, space.get(slot + NEXT_FREE));
        slot
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
        let Some(head) = self.small.get_mut(size as usize) else {
            return self.free_large(space, slot, size);
        };
        space.set(slot + NEXT_FREE, *head);
        *head = slot;
        let (freed, long) = (&mut self.freed[size as usize], &mut self.long[size as usize]);
        *freed += size;
        if *freed >= *long {
            *freed = 0;
            *long = (*long * 2).min(LONGEST);
            self.full.push((size, std::mem::take(head)));
        }
    }

    #[cold]
    fn free_large(&mut self, space: &Space, slot: u32, size: u32) {
        let head = self.large.entry(size).or_insert(0);
        space.set(slot + NEXT_FREE, *head);
        *head = slot;
        if size >= LONG {
            self.full.push((size, std::mem::take(head)));
        }
    }

    /// Passes on the long free lists. The caller writes to no freed slot afterwards.
    #[inline]
    pub(crate) fn pass_on(&mut self, space: &Space) {
        if !self.full.is_empty() {
            self.pass_on_full(space);
        }
    }

    #[cold]
    fn pass_on_full(&mut self, space: &Space) {
        for (size, head) in self.full.drain(..) {
            space.free_lists().put(size, head);
        }
    }
}
