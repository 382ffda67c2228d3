//! Counting on several threads.
//!
//! Invariant: threads that run at the same time add in different cache lines, unless there are more than [`PLACES`]: a line that
//! two threads write travels between their cores with each addition.

use std::sync::atomic::{AtomicU64, Ordering};

/// The counters of one thread each. Further threads share the last one.
const PLACES: usize = 16;

/// Words that no counter has, behind those of each place: two cache lines, which processors load together.
const GAP: usize = 16;

/// The places that threads have: bits.
static TAKEN: AtomicU64 = AtomicU64::new(0);

thread_local! {
    static PLACE: Place = Place::take();
}

/// The place of a thread, until it ends.
struct Place(u32);

impl Place {
    /// Takes the first place that is free; the last one if none is.
    fn take() -> Self {
        let taken = TAKEN.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |taken| {
            Some(taken | taken.checked_add(1)?)
        });
        Self(taken.unwrap_or_else(|taken| taken).trailing_ones())
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(bit) = 1u64.checked_shl(self.0) {
            TAKEN.fetch_and(!bit, Ordering::Relaxed);
        }
    }
}

/// Numbers, from 0, to which threads add.
pub(crate) struct Tally {
    words: Box<[AtomicU64]>,
    count: usize,
}

impl Tally {
    /// Counters, all 0.
    pub(crate) fn new(count: usize) -> Self {
        let words = (0..PLACES * (count + GAP)).map(|_| AtomicU64::new(0));
        Self {
            words: words.collect(),
            count,
        }
    }

    fn mine(&self, index: usize) -> &AtomicU64 {
        debug_assert!(index < self.count);
        // While the thread ends, it has no place.
        let place = PLACE.try_with(|place| place.0 as usize).unwrap_or(PLACES);
        &self.words[place.min(PLACES - 1) * (self.count + GAP) + index]
    }

    /// Adds to a counter.
    pub(crate) fn add(&self, index: usize, number: u64) {
        self.mine(index).fetch_add(number, Ordering::Relaxed);
    }

    /// The sum of what threads have added to a counter.
    pub(crate) fn sum(&self, index: usize) -> u64 {
        let places = self.words.iter().skip(index).step_by(self.count + GAP);
        places.map(|word| word.load(Ordering::Relaxed)).sum()
    }

    /// Raises a counter, to which nothing is added, to a number if it is less.
    pub(crate) fn raise(&self, index: usize, number: u64) {
        debug_assert!(index < self.count);
        self.words[index].fetch_max(number, Ordering::Relaxed);
    }
}
