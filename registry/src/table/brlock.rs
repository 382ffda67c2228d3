//! A lock for data that is read all the time and changed now and then: a big-reader lock.
//!
//! A reader marks a place of its own thread and does not touch what other readers touch, so that readers on different
//! cores do not wait for each other's cache lines. A writer says that it is there and waits until every mark is gone. A
//! reader that meets a writer, or finds its place marked by another thread, waits its turn at an ordinary lock instead.
//!
//! Invariants: while a writer changes the data, nobody reads it; a reader that holds a mark runs a few instructions of
//! ours and nothing foreign, so the writer's wait is short. The proof of the first is Dekker's: reader and writer each
//! write their own word, then read the other's, all in one order that both agree on (`SeqCst`), so at least one of them
//! sees the other.
//!
//! The file is also compiled by a model that tries all interleavings (`tests/loom`), so it names no atomics of its own.

use super::atomic::{
    AtomicBool, AtomicU32, Ordering, PLACES, RwLock, RwLockWriteGuard, UnsafeCell, pause, place_of_thread,
};

/// A reader's mark. Two lines to itself, because processors fetch lines in pairs, and the word not at the start of
/// them: a load from an address 4,096 bytes away would wait for it.
#[repr(align(128))]
struct Place {
    _before: u64,
    marked: AtomicU32,
}

/// Data under a big-reader lock.
pub(crate) struct BrLock<T> {
    places: [Place; PLACES],
    /// Whether readers must take the ordinary lock.
    writing: AtomicBool,
    /// Held by writers, and by the readers that could not mark their place.
    turn: RwLock<()>,
    data: UnsafeCell<T>,
}

// SAFETY: the lock gives shared references to several threads at once and exclusive ones to one at a time; the data may
// end on any thread.
unsafe impl<T: Send + Sync> Sync for BrLock<T> {}
// SAFETY: it owns its data.
unsafe impl<T: Send> Send for BrLock<T> {}

/// Takes the mark away however the reading ends.
struct Mark<'a>(&'a AtomicU32);

impl Drop for Mark<'_> {
    #[inline]
    fn drop(&mut self) {
        // Release: what was read here was read before the writer that sees this changes it.
        self.0.store(0, Ordering::Release);
    }
}

/// Nobody else reads or writes while this is there.
pub(crate) struct Exclusive<'a, T> {
    lock: &'a BrLock<T>,
    /// Given back when `drop` below is through.
    _turn: RwLockWriteGuard<'a, ()>,
}

impl<T> Exclusive<'_, T> {
    /// Changes the data. What is taken out of it must be dropped outside, if dropping it calls anything foreign.
    pub(crate) fn change<R>(&mut self, change: impl FnOnce(&mut T) -> R) -> R {
        // SAFETY: this value stands for exclusive access, and is borrowed exclusively.
        self.lock.data.with_mut(|data| change(unsafe { &mut *data }))
    }
}

impl<T> Drop for Exclusive<'_, T> {
    fn drop(&mut self) {
        // Release: a reader that sees this sees what was written.
        self.lock.writing.store(false, Ordering::Release);
    }
}

impl<T> BrLock<T> {
    pub(crate) fn new(data: T) -> Self {
        Self {
            places: std::array::from_fn(|_| Place {
                _before: 0,
                marked: AtomicU32::new(0),
            }),
            writing: AtomicBool::new(false),
            turn: RwLock::new(()),
            data: UnsafeCell::new(data),
        }
    }

    /// A look of a few instructions, which must neither call anything foreign nor come back to this lock.
    #[inline]
    pub(crate) fn glance<R>(&self, look: impl FnOnce(&T) -> R) -> R {
        let marked = &self.places[place_of_thread() % PLACES].marked;
        // SeqCst: the mark and the question below stand in this order for everybody.
        if marked
            .compare_exchange(0, 1, Ordering::SeqCst, Ordering::Relaxed)
            .is_ok()
        {
            let mark = Mark(marked);
            // SeqCst: as above; and what the last writer wrote is seen.
            if !self.writing.load(Ordering::SeqCst) {
                // SAFETY: no writer was there after the mark was set, so each one waits until it is gone.
                return self.data.with(|data| look(unsafe { &*data }));
            }
            drop(mark);
        }
        self.read(look)
    }

    /// A longer look, for which writers wait asleep. It must not come back to this lock.
    #[cold]
    pub(crate) fn read<R>(&self, look: impl FnOnce(&T) -> R) -> R {
        // What was written by somebody who panicked is whole: the map's own functions do not panic half-way.
        let turn = self.turn.read().unwrap_or_else(|poisoned| poisoned.into_inner());
        // SAFETY: writers hold the lock while they change the data.
        let seen = self.data.with(|data| look(unsafe { &*data }));
        drop(turn);
        seen
    }

    /// Changes the data, as [`Exclusive::change`] does.
    pub(crate) fn write<R>(&self, change: impl FnOnce(&mut T) -> R) -> R {
        self.exclusive().change(change)
    }

    /// Keeps everybody else out.
    pub(crate) fn exclusive(&self) -> Exclusive<'_, T> {
        let turn = self.turn.write().unwrap_or_else(|poisoned| poisoned.into_inner());
        // SeqCst: this and the look at the marks stand in this order for everybody.
        self.writing.store(true, Ordering::SeqCst);
        for place in &self.places {
            let mut tries = 0;
            // SeqCst: as above; it also pairs with the release of the mark, so that the reading came before.
            while place.marked.load(Ordering::SeqCst) != 0 {
                pause(&mut tries);
            }
        }
        // Other writers, and readers without a mark, are kept out by `turn`; readers with a mark are gone, and a new one
        // sees `writing` and goes to `turn`.
        Exclusive {
            lock: self,
            _turn: turn,
        }
    }
}
