//! What [`brlock`](super::brlock) is made of here; a model has its own.

use std::cell::Cell;
pub(crate) use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
pub(crate) use std::sync::{RwLock, RwLockWriteGuard};

/// How many threads can read at the same moment without sharing a place.
pub(crate) const PLACES: usize = 64;

/// A number for this thread, the same each time: threads that began one after the other have different places.
#[inline]
pub(crate) fn place_of_thread() -> usize {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    thread_local! {
        // No destructor, so that it is there until the thread's very end.
        static PLACE: Cell<u32> = const { Cell::new(0) };
    }
    match PLACE.get() {
        0 => {
            // Never 0; that two threads share a number after 4,000,000,000 threads does no harm.
            let place = NEXT.fetch_add(1, Ordering::Relaxed) | 1 << 31;
            PLACE.set(place);
            place as usize
        }
        place => place as usize,
    }
}

/// Waits a moment for a thread that is about to be done, or gives it the processor.
pub(crate) fn pause(tries: &mut u32) {
    *tries += 1;
    if *tries < 100 {
        std::hint::spin_loop();
    } else {
        std::thread::yield_now();
    }
}

/// A cell whose accesses a model can watch.
pub(crate) struct UnsafeCell<T>(std::cell::UnsafeCell<T>);

impl<T> UnsafeCell<T> {
    pub(crate) fn new(data: T) -> Self {
        Self(std::cell::UnsafeCell::new(data))
    }

    #[inline]
    pub(crate) fn with<R>(&self, look: impl FnOnce(*const T) -> R) -> R {
        look(self.0.get())
    }

    #[inline]
    pub(crate) fn with_mut<R>(&self, change: impl FnOnce(*mut T) -> R) -> R {
        change(self.0.get())
    }
}
