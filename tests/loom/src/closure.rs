//! A closure that is closed while C calls it.

#[path = "../../../runtime/conventions/src/native/closure/users.rs"]
mod users;

/// The atomics of [`users`].
mod atomic {
    pub(super) use loom::sync::atomic::{AtomicUsize, Ordering};
}

use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::sync::atomic::AtomicBool;
use loom::thread;
use std::sync::atomic::Ordering;

use users::{Entered, Users};

/// The memory that C's pointer refers to.
struct Slot {
    users: Users,
    /// Whether the handler has not been dropped yet.
    there: AtomicBool,
    /// Models the handler: each admitted call reads it, dropping it writes it.
    handler: UnsafeCell<bool>,
}

impl Slot {
    fn new() -> Arc<Self> {
        Arc::new(Self {
            users: Users::new(),
            there: AtomicBool::new(true),
            handler: UnsafeCell::new(true),
        })
    }

    fn let_go(&self) {
        if self.there.swap(false, Ordering::AcqRel) {
            // SAFETY: loom checks that no other thread reads it meanwhile.
            self.handler.with_mut(|handler| unsafe { *handler = false });
        }
    }

    /// A call; returns whether the handler ran.
    fn call(&self) -> bool {
        match self.users.enter() {
            Entered::Inside => {
                // SAFETY: loom checks that no other thread writes it meanwhile.
                self.handler
                    .with(|handler| assert!(unsafe { *handler }, "a call meets no handler"));
                if self.users.leave() {
                    self.let_go();
                }
                true
            }
            Entered::Retired { last } => {
                if last {
                    self.let_go();
                }
                false
            }
        }
    }

    fn retire(&self) {
        if self.users.retire() {
            self.let_go();
        }
    }

    /// Checks the state when all threads have ended: the handler was dropped and the slot is retired.
    fn check_end(&self) {
        assert!(self.users.is_retired());
        assert!(!self.there.load(Ordering::Relaxed), "the handler was dropped");
        assert!(!self.call(), "no call is admitted any more");
    }
}

#[test]
fn two_calls_while_a_closure_is_closed() {
    loom::model(|| {
        let slot = Slot::new();
        let callers: Vec<_> = (0..2)
            .map(|_| {
                let slot = slot.clone();
                thread::spawn(move || {
                    slot.call();
                })
            })
            .collect();
        slot.retire();
        for caller in callers {
            caller.join().unwrap();
        }
        slot.check_end();
    });
}

#[test]
fn sequential_calls_while_two_threads_close() {
    loom::model(|| {
        let slot = Slot::new();
        let (calling, closing) = (slot.clone(), slot.clone());
        let caller = thread::spawn(move || {
            let first = calling.call();
            let second = calling.call();
            assert!(first || !second, "who was turned away does not get in later");
        });
        let closer = thread::spawn(move || closing.retire());
        slot.retire();
        caller.join().unwrap();
        closer.join().unwrap();
        slot.check_end();
    });
}
