//! The reference counts of an object.

#[path = "../../../runtime/src/object/counts.rs"]
pub(crate) mod counts;

/// The atomics of [`counts`].
mod atomic {
    pub(super) use loom::sync::atomic::{AtomicU64, Ordering, fence};
}

use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::sync::atomic::AtomicU64;
use loom::thread;
use std::sync::atomic::{AtomicU32, Ordering};

use counts::{Due, NEW_COUNTS};

/// An object as in the runtime. Its memory outlives the model's threads, so that the model detects a use after the
/// end instead of making one.
pub(crate) struct Object {
    counts: AtomicU64,
    /// A field for each of two threads.
    body: [UnsafeCell<u32>; 2],
    /// Models the memory: each access to the object reads it, freeing writes it.
    memory: UnsafeCell<()>,
    destroyed: AtomicU32,
    freed: AtomicU32,
}

impl Object {
    /// With one strong reference, the caller's.
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self {
            counts: AtomicU64::new(NEW_COUNTS),
            body: [UnsafeCell::new(0), UnsafeCell::new(0)],
            memory: UnsafeCell::new(()),
            destroyed: AtomicU32::new(0),
            freed: AtomicU32::new(0),
        })
    }

    fn touch(&self) {
        self.memory.with(|_| ());
    }

    /// Writes to the field of one thread.
    fn work(&self, thread: usize) {
        self.touch();
        // SAFETY: each thread has its own field; otherwise loom fails the model.
        self.body[thread].with_mut(|field| unsafe { *field += 1 });
    }

    /// Reads all of the body, as a call of a function object does.
    pub(crate) fn call(&self) {
        self.touch();
        assert_eq!(self.destroyed.load(Ordering::Relaxed), 0);
        for field in &self.body {
            field.with(|_| ());
        }
    }

    pub(crate) fn retain(&self) {
        self.touch();
        counts::retain(&self.counts);
    }

    pub(crate) fn release(&self) {
        self.touch();
        let Some(last) = counts::release(&self.counts) else {
            return;
        };
        let due = last.due();
        // Destroying writes to all fields, so loom requires an order after all accesses to them.
        for field in &self.body {
            field.with_mut(|_| ());
        }
        self.destroyed.fetch_add(1, Ordering::Relaxed);
        match due {
            Due::Both => self.free(),
            Due::Strong => self.release_weak(),
        }
    }

    fn release_weak(&self) {
        self.touch();
        if counts::release_weak(&self.counts) {
            self.free();
        }
    }

    fn free(&self) {
        assert_eq!(
            self.destroyed.load(Ordering::Relaxed),
            1,
            "destroyed before it is freed"
        );
        self.memory.with_mut(|_| ());
        self.freed.fetch_add(1, Ordering::Relaxed);
    }

    /// Once all threads are through.
    pub(crate) fn is_gone(&self) -> bool {
        let (destroyed, freed) = (
            self.destroyed.load(Ordering::Relaxed),
            self.freed.load(Ordering::Relaxed),
        );
        assert_eq!(destroyed, freed);
        assert!(freed <= 1, "freed {freed} times");
        freed == 1
    }
}

/// Runs two things at once, on this thread and on another one, and waits for both.
pub(crate) fn at_once(one: impl FnOnce() + 'static, other: impl FnOnce()) {
    let one = thread::spawn(one);
    other();
    one.join().unwrap();
}

#[test]
fn two_threads_release_the_last_two_references() {
    loom::model(|| {
        let object = Object::new();
        object.retain();
        let shared = object.clone();
        at_once(
            move || {
                shared.work(0);
                shared.release();
            },
            || {
                object.work(1);
                object.release();
            },
        );
        assert!(object.is_gone());
    });
}

#[test]
fn a_reference_is_cloned_while_another_is_released() {
    loom::model(|| {
        let object = Object::new();
        object.retain();
        let shared = object.clone();
        at_once(
            move || {
                shared.retain();
                shared.release();
                shared.work(0);
                shared.release();
            },
            || object.release(),
        );
        assert!(object.is_gone());
    });
}

#[test]
fn a_weak_reference_is_upgraded_while_the_last_strong_one_is_released() {
    loom::model(|| {
        let object = Object::new();
        counts::retain_weak(&object.counts);
        let shared = object.clone();
        at_once(
            move || {
                shared.touch();
                if counts::try_upgrade(&shared.counts) {
                    shared.call();
                    shared.release();
                }
                shared.release_weak();
            },
            || {
                object.call();
                object.release();
            },
        );
        assert!(object.is_gone());
    });
}

#[test]
fn the_last_strong_and_weak_references_are_released_together() {
    loom::model(|| {
        let object = Object::new();
        counts::retain_weak(&object.counts);
        let shared = object.clone();
        at_once(move || shared.release_weak(), || object.release());
        assert!(object.is_gone());
    });
}

#[test]
fn two_weak_references_are_upgraded_while_the_last_strong_one_is_released() {
    // All interleavings of three threads take a minute.
    crate::most_preemptions(3).check(|| {
        let object = Object::new();
        counts::retain_weak(&object.counts);
        counts::retain_weak(&object.counts);
        let upgrade = |shared: Arc<Object>| {
            move || {
                if counts::try_upgrade(&shared.counts) {
                    shared.call();
                    shared.release();
                }
                shared.release_weak();
            }
        };
        let first = thread::spawn(upgrade(object.clone()));
        at_once(upgrade(object.clone()), || object.release());
        first.join().unwrap();
        assert!(object.is_gone());
    });
}

#[test]
fn a_unique_reference_can_write() {
    loom::model(|| {
        let object = Object::new();
        object.retain();
        let shared = object.clone();
        at_once(
            move || {
                shared.work(0);
                shared.release();
            },
            || {
                if counts::is_alone(&object.counts) {
                    // SAFETY: there is no other reference to the object; otherwise loom fails the model.
                    object.body[0].with_mut(|field| unsafe { assert_eq!(*field, 1) });
                    assert_eq!(counts::strong(&object.counts), 1);
                }
                object.release();
            },
        );
        assert!(object.is_gone());
    });
}
