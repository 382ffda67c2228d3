//! How much of a text was read, for a caller that shows it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The bytes after which the counter changes.
const STEP: u32 = 1 << 16;

/// Adds what a parser has read to a counter, which parsers of other parts of the text can share.
pub(crate) struct Progress {
    counter: Option<Arc<AtomicUsize>>,
    /// What was added so far ends here.
    from: u32,
    /// The place at which to add more.
    next: u32,
}

impl Progress {
    /// From a place in the text on.
    pub(crate) fn new(counter: Option<Arc<AtomicUsize>>, from: u32) -> Self {
        let mut progress = Self {
            counter,
            from,
            next: u32::MAX,
        };
        progress.move_to(from);
        progress
    }

    /// The counter.
    pub(crate) fn counter(&self) -> Option<Arc<AtomicUsize>> {
        self.counter.clone()
    }

    /// Continues at a place up to which others have counted.
    pub(crate) fn move_to(&mut self, place: u32) {
        self.from = place;
        if self.counter.is_some() {
            self.next = place.saturating_add(STEP);
        }
    }

    /// Forgets what others have counted from here on.
    pub(crate) fn reset(&self) {
        if let Some(counter) = &self.counter {
            counter.store(self.from as usize, Ordering::Relaxed);
        }
    }

    /// Counts what is before a place.
    #[inline]
    pub(crate) fn reach(&mut self, place: u32) {
        if place >= self.next {
            self.add(place);
        }
    }

    #[cold]
    fn add(&mut self, place: u32) {
        if let Some(counter) = &self.counter {
            counter.fetch_add((place - self.from) as usize, Ordering::Relaxed);
        }
        self.move_to(place);
    }
}
