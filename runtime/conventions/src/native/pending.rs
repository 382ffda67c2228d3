//! Errors of callbacks, pending for the enclosing call into compiled code.
//!
//! When compiled code calls a closure and the closure fails, it cannot report the error to the code. So the error stays
//! pending on the thread until the code returns, and the call that entered the code fails with it. Every call into compiled
//! code, under any convention, is between [`enter_call`] and [`Call::finish`].
//!
//! Invariant: a pending error belongs to the innermost call of its thread, which takes it; of several errors in one call the
//! first one counts.

use std::cell::Cell;
use std::mem::ManuallyDrop;
use std::ptr::{self, NonNull};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use tvmlike_runtime::abi::TVMLikeObject;
use tvmlike_runtime::{Error, Result};

/// Whether a closure that keeps errors has been made. Until then, calls skip the thread-local variable.
static KEEPING: AtomicBool = AtomicBool::new(false);

/// The calls of a thread.
struct Calls {
    /// The number of nested calls.
    depth: Cell<u32>,
    /// The pending error of the innermost call: an owned error object, or NULL.
    kept: Cell<*mut TVMLikeObject>,
    /// Whether [`PREPARE`] has run.
    is_prepared: Cell<bool>,
}

/// What runs on each thread before its first call.
static PREPARE: OnceLock<fn()> = OnceLock::new();

thread_local! {
    // It has no destructor, so access needs no check and works until the thread ends.
    static CALLS: Calls = const {
        Calls {
            depth: Cell::new(0),
            kept: Cell::new(ptr::null_mut()),
            is_prepared: Cell::new(false),
        }
    };
}

/// Begins to keep errors. Called before the first closure that keeps errors is made, and before code that can trap is
/// loaded.
pub fn begin_keeping() {
    // Relaxed: code gets the closure's pointer after this store, from the thread that made the closure.
    KEEPING.store(true, Ordering::Relaxed);
}

/// Sets what runs on each thread before its first call, once. Called before the code is loaded that needs it.
pub fn prepare_threads(prepare: fn()) {
    let _ = PREPARE.set(prepare);
}

/// Runs what was set. Until something is, each call looks for it.
#[cold]
fn prepare(calls: &Calls) {
    if let Some(prepare) = PREPARE.get() {
        calls.is_prepared.set(true);
        prepare();
    }
}

/// A call into compiled code, on the thread that started it.
#[must_use]
pub struct Call {
    /// The thread's calls; NULL if the call is not counted. The pointer saves a second look-up of the thread-local
    /// variable, which is a function call in a shared library, and makes `Call` not Send.
    calls: *const Calls,
    /// The pending error of the enclosing call: an owned error object, or NULL.
    outer: *mut TVMLikeObject,
}

/// Starts a call into compiled code.
#[inline]
pub fn enter_call() -> Call {
    if !KEEPING.load(Ordering::Relaxed) {
        return Call {
            calls: ptr::null(),
            outer: ptr::null_mut(),
        };
    }
    CALLS.with(|calls| {
        if !calls.is_prepared.get() {
            prepare(calls);
        }
        calls.depth.set(calls.depth.get() + 1);
        Call {
            calls,
            outer: calls.kept.replace(ptr::null_mut()),
        }
    })
}

impl Call {
    /// Ends the call and returns its outcome.
    ///
    /// # Errors
    /// The error of the call, with a callback's pending error as its cause; or else the pending error.
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

    /// Ends the call for the thread and returns the pending error.
    #[inline]
    fn leave(&mut self) -> Option<Error> {
        // SAFETY: NULL, or a variable of this thread, because `Call` is not Send; it lives until the thread ends.
        let calls = unsafe { self.calls.as_ref() }?;
        calls.depth.set(calls.depth.get() - 1);
        let kept = calls.kept.replace(self.outer);
        // SAFETY: the pending error is an owned error object, which has just been taken.
        NonNull::new(kept).map(|kept| unsafe { Error::from_owned_object(kept) })
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        drop(self.leave());
    }
}

/// Makes an error pending for the thread's innermost call.
///
/// # Errors
/// The error itself, if the thread is in no call.
pub fn keep(error: Error) -> Result<()> {
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
