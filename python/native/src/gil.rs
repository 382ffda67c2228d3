//! The GIL: releasing it around long calls, acquiring it for callbacks, and the end of the interpreter.
//!
//! If a thread requests the GIL of an interpreter that is ending, CPython ends the thread by unwinding through its native
//! frames, which native code does not survive. So from [`close`] on, only the thread that ends the interpreter may acquire
//! the GIL. Other threads with Python code below block until the process ends; a native thread's callback fails with an
//! error, because a plugin's `finish` may wait for that thread. [`close`] waits a moment for threads that hold the GIL or
//! wait for it. When the interpreter has ended, every callback fails.
//!
//! Invariants: [`INSIDE`] and [`INSIDE_KEPT`] count the threads that hold the GIL, or wait for it, because of this module.
//! [`KEEPER`] is a thread only while that thread runs native code that was called with the GIL kept, and no callback of it
//! runs: such a callback need not acquire the GIL.

use std::ffi::c_int;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicPtr, AtomicU32, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use pyo3_ffi::{
    Py_IsInitialized, PyEval_RestoreThread, PyEval_SaveThread, PyGILState_Ensure,
    PyGILState_GetThisThreadState, PyGILState_Release, PyGILState_STATE, PyThreadState,
};

use crate::python::functions;

/// Whether the interpreter is about to end.
static CLOSED: AtomicBool = AtomicBool::new(false);
/// The thread that ends it.
static CLOSING_THREAD: AtomicUsize = AtomicUsize::new(0);
static INSIDE: AtomicI64 = AtomicI64::new(0);
/// Callbacks of threads that kept the GIL: written only with the GIL held, so loads and stores suffice.
static INSIDE_KEPT: AtomicI64 = AtomicI64::new(0);
/// The number of forks between the first process and this one: a callback that began in the parent is not counted in the
/// child, so the child must not subtract it.
static FORKS: AtomicU32 = AtomicU32::new(0);

/// The thread that holds the GIL in native code, by [`this_thread`], or 0. Only the thread that holds the GIL writes it,
/// so Relaxed suffices: a thread that finds itself here has written it.
static KEEPER: AtomicUsize = AtomicUsize::new(0);
/// The interpreter's state of that thread.
static KEEPER_STATE: AtomicPtr<PyThreadState> = AtomicPtr::new(ptr::null_mut());

/// Runs native code with the GIL kept.
///
/// # Safety
/// The GIL is held, and `run` releases it only in callbacks.
#[inline(always)]
pub(crate) unsafe fn kept(run: impl FnOnce() -> c_int) -> c_int {
    KEEPER_STATE.store(current_state(), Ordering::Relaxed);
    KEEPER.store(this_thread(), Ordering::Relaxed);
    let status = run();
    KEEPER.store(0, Ordering::Relaxed);
    status
}

/// How long [`close`] waits for the next of the other threads, for all of them, and the interval at which it checks. A thread
/// of a busy machine may run only now and then.
const PATIENCE: Duration = Duration::from_millis(500);
const MAX: Duration = Duration::from_secs(5);
const STEP: Duration = Duration::from_millis(2);

/// A number that identifies the calling thread while it lives; not 0.
#[inline(always)]
fn this_thread() -> usize {
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    {
        let thread: usize;
        // SAFETY: by the ABI the thread's control block begins with its own address. Nothing is changed.
        unsafe {
            std::arch::asm!("mov {}, fs:0", out(reg) thread, options(nostack, preserves_flags, readonly));
        }
        thread
    }
    #[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
    // SAFETY: the call cannot fail; the id is a number or an address on every platform.
    unsafe {
        libc::pthread_self() as usize
    }
}

/// The interpreter's state of the thread that holds the GIL; from 3.12 on NULL for every other thread.
#[inline(always)]
fn current_state() -> *mut PyThreadState {
    // SAFETY: the function may be called at any time.
    unsafe { (functions().current_thread)() }
}

/// Whether the thread may request the GIL. SeqCst throughout: a thread counts itself before it checks, and the closing one
/// closes before it counts.
pub(crate) fn may_enter() -> bool {
    !CLOSED.load(Ordering::SeqCst) || CLOSING_THREAD.load(Ordering::SeqCst) == this_thread()
}

/// Counts the thread; false, without counting it, if the interpreter is about to end on another one.
fn try_enter() -> bool {
    INSIDE.fetch_add(1, Ordering::SeqCst);
    let may = may_enter();
    if !may {
        INSIDE.fetch_sub(1, Ordering::SeqCst);
    }
    may
}

/// Counts the thread, or blocks it for ever if the interpreter is about to end.
fn enter() {
    if !try_enter() {
        wait_for_ever();
    }
}

/// Whether the calling thread runs no Python code, not even below its native code.
fn is_native_thread() -> bool {
    // SAFETY: the function may be called at any time.
    unsafe { PyGILState_GetThisThreadState().is_null() }
}

#[cold]
fn wait_for_ever() -> ! {
    // SAFETY: a thread whose call keeps the GIL releases it here: others need it to end.
    unsafe {
        let own = PyGILState_GetThisThreadState();
        if !own.is_null() && own == current_state() {
            PyEval_SaveThread();
        }
    }
    loop {
        std::thread::park();
    }
}

/// The GIL, held until this is dropped.
pub(crate) struct Gil {
    how: How,
    /// The value of [`FORKS`] at the start.
    forks: u32,
}

/// How the GIL was acquired.
enum How {
    /// This thread, which has this state, had kept it.
    Kept(usize, *mut PyThreadState),
    /// By `PyGILState_Ensure`, which returned this.
    Anew(PyGILState_STATE),
}

impl Gil {
    /// Acquires the GIL, on any thread; `None` if the interpreter has ended, or is about to and this is a native thread.
    #[inline]
    pub(crate) fn acquire() -> Option<Self> {
        // Relaxed: this thread holds the GIL, and the thread that closed held it then.
        let thread = this_thread();
        if KEEPER.load(Ordering::Relaxed) == thread
            && !CLOSED.load(Ordering::Relaxed)
            // Native code may have run Python without this module, and that may have released the GIL.
            && KEEPER_STATE.load(Ordering::Relaxed) == current_state()
        {
            KEEPER.store(0, Ordering::Relaxed);
            INSIDE_KEPT.store(INSIDE_KEPT.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
            return Some(Self {
                how: How::Kept(thread, KEEPER_STATE.load(Ordering::Relaxed)),
                forks: FORKS.load(Ordering::Relaxed),
            });
        }
        Self::acquire_anew()
    }

    #[inline(never)]
    fn acquire_anew() -> Option<Self> {
        if !is_there() {
            return None;
        }
        if !try_enter() {
            if is_native_thread() {
                return None;
            }
            wait_for_ever();
        }
        // SAFETY: the interpreter exists, and does so as long as this thread is counted.
        let how = How::Anew(unsafe { PyGILState_Ensure() });
        let forks = FORKS.load(Ordering::Relaxed);
        Some(Self { how, forks })
    }

    /// As [`Gil::acquire`], but returns `None` also if the thread would block until the process ends.
    pub(crate) fn acquire_unless_closed() -> Option<Self> {
        if may_enter() { Self::acquire() } else { None }
    }
}

/// Whether the calling thread holds the GIL.
pub(crate) fn is_held_here() -> bool {
    // SAFETY: both functions may be called at any time.
    unsafe {
        let own = PyGILState_GetThisThreadState();
        !own.is_null() && own == current_state()
    }
}

/// Runs code that needs the interpreter but not the GIL, unless the interpreter is ending or has ended.
pub(crate) fn while_open(run: impl FnOnce()) {
    INSIDE.fetch_add(1, Ordering::SeqCst);
    if !CLOSED.load(Ordering::SeqCst) && is_there() {
        run();
    }
    INSIDE.fetch_sub(1, Ordering::SeqCst);
}

/// Whether the interpreter exists. While it ends it reports that it is not initialized, but the thread that ends it still
/// runs Python code.
fn is_there() -> bool {
    // SAFETY: both functions may be called at any time.
    unsafe { Py_IsInitialized() != 0 || !current_state().is_null() }
}

impl Drop for Gil {
    #[inline]
    fn drop(&mut self) {
        // Relaxed: only the thread that forks continues in the child.
        let counted = i64::from(self.forks == FORKS.load(Ordering::Relaxed));
        match self.how {
            How::Kept(thread, state) => {
                INSIDE_KEPT.store(INSIDE_KEPT.load(Ordering::Relaxed) - counted, Ordering::Relaxed);
                KEEPER_STATE.store(state, Ordering::Relaxed);
                KEEPER.store(thread, Ordering::Relaxed);
            }
            How::Anew(state) => {
                // SAFETY: it reverts the `PyGILState_Ensure` of `acquire_anew`, on the same thread.
                unsafe { PyGILState_Release(state) };
                INSIDE.fetch_sub(counted, Ordering::SeqCst);
            }
        }
    }
}

/// Runs native code with the GIL released.
///
/// # Safety
/// The GIL is held, and `run` touches no Python object.
pub(crate) unsafe fn released(run: impl FnOnce() -> c_int) -> c_int {
    // SAFETY: the GIL is held.
    let state = unsafe { PyEval_SaveThread() };
    let status = run();
    enter();
    // SAFETY: the state is this thread's, saved above.
    unsafe { PyEval_RestoreThread(state) };
    INSIDE.fetch_sub(1, Ordering::SeqCst);
    status
}

/// Bars all other threads from the GIL, and waits a moment for those that hold it.
///
/// # Safety
/// The calling thread holds the GIL and ends the interpreter.
pub(crate) unsafe fn close() {
    CLOSING_THREAD.store(this_thread(), Ordering::SeqCst);
    CLOSED.store(true, Ordering::SeqCst);
    // SAFETY: the GIL is held.
    let state = unsafe { PyEval_SaveThread() };
    let inside = || INSIDE.load(Ordering::SeqCst) + INSIDE_KEPT.load(Ordering::SeqCst);
    let start = Instant::now();
    let (mut last, mut left) = (start, inside());
    while left > 0 && last.elapsed() < PATIENCE && start.elapsed() < MAX {
        std::thread::sleep(STEP);
        let now = inside();
        if now < left {
            last = Instant::now();
        }
        left = now;
    }
    // SAFETY: saved above.
    unsafe { PyEval_RestoreThread(state) };
}

/// Resets the counts of threads: after `fork` only the forking thread exists, and it must not wait for the parent's.
pub(crate) fn after_fork() {
    FORKS.fetch_add(1, Ordering::Relaxed);
    INSIDE.store(0, Ordering::SeqCst);
    INSIDE_KEPT.store(0, Ordering::SeqCst);
}
