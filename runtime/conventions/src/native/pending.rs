//! Errors that callbacks leave for the call that they were made from.
//!
//! Compiled code calls a closure, the closure fails, and there is no way to tell the code. So the error waits on the thread
//! until the code returns to the call that entered it, which fails with it. Every call into compiled code, under whatever
//! convention, stands between [`enter_call`] and [`Call::finish`].
//!
//! Invariant: an error waits for the innermost call of its own thread, and is taken by that one; of several errors of one
//! call the first one counts.

use std::cell::Cell;
use std::mem::ManuallyDrop;
use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicBool, Ordering};

use tvmlike_runtime::abi::TVMLikeObject;
use tvmlike_runtime::{Error, Result};

/// Whether there has been a closure that keeps errors. As long as there has not, calls need not look at the thread.
static KEEPING: AtomicBool = AtomicBool::new(false);

/// What a thread knows of its calls.
struct Calls {
    /// How many it is in.
    depth: Cell<u32>,
    /// The error that waits for the innermost of them: an owned error object, or NULL.
    kept: Cell<*mut TVMLikeObject>,
}

thread_local! {
    // Nothing that needs dropping: it is reached without a check, and is there to the thread's very end.
    static CALLS: Calls = const {
        Calls {
            depth: Cell::new(0),
            kept: Cell::new(ptr::null_mut()),
        }
    };
}

/// A closure that keeps errors is being made.
pub(super) fn begin_keeping() {
    // Relaxed: code gets hold of the closure after this, and by way of the thread that made it.
    KEEPING.store(true, Ordering::Relaxed);
}

/// A call into compiled code, on the thread that began it.
#[must_use]
pub struct Call {
    /// What the thread that knows of the call knows; NULL where it does not. A library finds its thread's variables by a
    /// function call, which is made once for each call this way. It also keeps the call on its thread.
    calls: *const Calls,
    /// What waits for the call around this one: an owned error object, or NULL.
    outer: *mut TVMLikeObject,
}

/// Begins a call into compiled code.
#[inline]
pub fn enter_call() -> Call {
    if !KEEPING.load(Ordering::Relaxed) {
        return Call {
            calls: ptr::null(),
            outer: ptr::null_mut(),
        };
    }
    CALLS.with(|calls| {
        calls.depth.set(calls.depth.get() + 1);
        Call {
            calls,
            outer: calls.kept.replace(ptr::null_mut()),
        }
    })
}

impl Call {
    /// Ends the call: with the error that a callback left, or else with its own outcome. An error of both is that of the
    /// call itself, caused by the callback's.
    ///
    /// # Errors
    /// As said.
    #[inline]
    pub fn finish<T>(self, outcome: Result<T>) -> Result<T> {
        match ManuallyDrop::new(self).leave() {
            None => outcome,
            Some(kept) => Err(match outcome {
                Ok(_) => kept,
                Err(error) => error.with_cause(kept),
            }),
        }
    }

    /// Ends the call for the thread, and gives what waits for it.
    #[inline]
    fn leave(&mut self) -> Option<Error> {
        // SAFETY: NULL, or a variable of the thread that this call has not left since, which is there to the thread's end.
        let calls = unsafe { self.calls.as_ref() }?;
        calls.depth.set(calls.depth.get() - 1);
        let kept = calls.kept.replace(self.outer);
        // SAFETY: what was kept is an owned error object, which has been taken out.
        NonNull::new(kept).map(|kept| unsafe { Error::from_owned_object(kept) })
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        drop(self.leave());
    }
}

/// Leaves an error for the call that this thread is in. Where it is in none, the error comes back.
pub(super) fn keep(error: Error) -> Result<()> {
    CALLS.with(|calls| {
        if calls.depth.get() == 0 {
            return Err(error);
        }
        if calls.kept.get().is_null() {
            calls.kept.set(error.into_raw());
        }
        Ok(())
    })
}
