//! The interpreter lock: letting it go around long calls, taking it for callbacks, and the end of the interpreter.
//!
//! A thread that asks for the lock of an interpreter that is ending is ended by CPython on the spot, by unwinding
//! through the native frames below, which no native code survives. So from [`close`] on nobody but the thread that
//! ends the interpreter is let in: other threads that want the lock wait until the process ends. Those that are inside
//! already are waited for, for a moment. When the interpreter is gone a callback fails with an error.
//!
//! Invariant: [`INSIDE`] counts the threads that hold the lock, or wait for it, because of this module.

use std::ffi::c_int;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use pyo3_ffi::{
    PyEval_RestoreThread, PyEval_SaveThread, PyGILState_Ensure, PyGILState_Release, PyGILState_STATE,
    Py_IsInitialized,
};

use crate::python::functions;

/// Whether the interpreter is about to end.
static CLOSED: AtomicBool = AtomicBool::new(false);
/// The thread that ends it.
static CLOSING_THREAD: AtomicU64 = AtomicU64::new(0);
static INSIDE: AtomicI64 = AtomicI64::new(0);

const MOST: Duration = Duration::from_millis(500);
const STEP: Duration = Duration::from_millis(2);

fn this_thread() -> u64 {
    // SAFETY: it cannot fail; the id is a number or an address on every platform.
    unsafe { libc::pthread_self() as u64 }
}

/// Whether the thread may ask for the lock. SeqCst throughout: a thread counts itself before it looks, the closing one
/// closes before it counts.
fn may_enter() -> bool {
    !CLOSED.load(Ordering::SeqCst) || CLOSING_THREAD.load(Ordering::SeqCst) == this_thread()
}

/// Counts the thread in, or ends its part in the process where the interpreter is about to end.
fn enter() {
    INSIDE.fetch_add(1, Ordering::SeqCst);
    if !may_enter() {
        wait_for_ever();
    }
}

#[cold]
fn wait_for_ever() -> ! {
    INSIDE.fetch_sub(1, Ordering::SeqCst);
    // SAFETY: a thread that holds the lock, because its call keeps it, lets it go: others need it to end.
    unsafe {
        if (functions().holds_lock)() != 0 {
            PyEval_SaveThread();
        }
    }
    loop {
        std::thread::park();
    }
}

/// The lock, held until it is dropped.
pub(crate) struct Held(PyGILState_STATE);

impl Held {
    /// Takes the lock, from any thread; `None` when the interpreter has ended.
    pub(crate) fn take() -> Option<Self> {
        if !is_there() {
            return None;
        }
        enter();
        // SAFETY: the interpreter is there, and stays as long as this thread is counted.
        Some(Self(unsafe { PyGILState_Ensure() }))
    }

    /// As [`Held::take`], but `None` too for a thread that would have to wait until the process ends.
    pub(crate) fn take_unless_closed() -> Option<Self> {
        if may_enter() { Self::take() } else { None }
    }
}

/// Whether there is an interpreter. While it ends it calls itself not initialised, but the thread that ends it goes on
/// running Python code.
fn is_there() -> bool {
    // SAFETY: both can be asked at any time.
    unsafe { Py_IsInitialized() != 0 || !(functions().current_thread)().is_null() }
}

impl Drop for Held {
    fn drop(&mut self) {
        // SAFETY: it undoes the `Ensure` of `take`, on the same thread.
        unsafe { PyGILState_Release(self.0) };
        INSIDE.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Runs native code without the lock.
///
/// # Safety
/// The lock is held; `run` touches no Python object.
pub(crate) unsafe fn released(run: impl FnOnce() -> c_int) -> c_int {
    // SAFETY: the lock is held.
    let state = unsafe { PyEval_SaveThread() };
    let status = run();
    enter();
    // SAFETY: the state is this thread's, saved above.
    unsafe { PyEval_RestoreThread(state) };
    INSIDE.fetch_sub(1, Ordering::SeqCst);
    status
}

/// Lets no other thread in any more, and waits a moment for those that are inside.
///
/// # Safety
/// The lock is held by the thread that ends the interpreter.
pub(crate) unsafe fn close() {
    CLOSING_THREAD.store(this_thread(), Ordering::SeqCst);
    CLOSED.store(true, Ordering::SeqCst);
    // SAFETY: the lock is held.
    let state = unsafe { PyEval_SaveThread() };
    let start = Instant::now();
    while INSIDE.load(Ordering::SeqCst) > 0 && start.elapsed() < MOST {
        std::thread::sleep(STEP);
    }
    // SAFETY: saved above.
    unsafe { PyEval_RestoreThread(state) };
}

/// Forgets the threads that the parent process had: after `fork` only the forking one is there.
pub(crate) fn after_fork() {
    INSIDE.store(0, Ordering::SeqCst);
}
