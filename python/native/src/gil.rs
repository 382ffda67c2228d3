//! The interpreter lock: letting it go around long calls, taking it for callbacks, and the end of the interpreter.
//!
//! A thread that asks for the lock of an interpreter that is ending is ended by CPython on the spot, by unwinding
//! through the native frames below, which no native code survives. So from [`close`] on nobody but the thread that
//! ends the interpreter is let in: other threads that want the lock wait until the process ends. Those that are inside
//! already are waited for, for a moment. When the interpreter is gone a callback fails with an error.
//!
//! Invariants: [`INSIDE`] and [`INSIDE_KEPT`] count the threads that hold the lock, or wait for it, because of this
//! module; [`KEEPER`] is a thread only while the innermost thing that it does is native code that was called with the lock
//! kept, so that a callback of that thread needs not ask for it.

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
/// Callbacks of threads that kept the lock: written with the lock held, so loads and stores are enough.
static INSIDE_KEPT: AtomicI64 = AtomicI64::new(0);
/// How many forks lie between this process and the first: a callback that began in the parent is not counted in the
/// child, so it must not be counted out there.
static FORKS: AtomicU32 = AtomicU32::new(0);

/// The thread that holds the lock in native code, by [`this_thread`], or 0. Only its holder writes it: Relaxed, and a
/// thread that finds itself here is the one that wrote it.
static KEEPER: AtomicUsize = AtomicUsize::new(0);
/// The interpreter's state of that thread.
static KEEPER_STATE: AtomicPtr<PyThreadState> = AtomicPtr::new(ptr::null_mut());

/// Runs native code with the lock kept.
///
/// # Safety
/// The lock is held, and `run` does not let it go but by calling back.
#[inline(always)]
pub(crate) unsafe fn kept(run: impl FnOnce() -> c_int) -> c_int {
    KEEPER_STATE.store(current_state(), Ordering::Relaxed);
    KEEPER.store(this_thread(), Ordering::Relaxed);
    let status = run();
    KEEPER.store(0, Ordering::Relaxed);
    status
}

/// How long the end waits for those that are inside, at the most, and between two looks.
const MAX: Duration = Duration::from_millis(500);
const STEP: Duration = Duration::from_millis(2);

/// A number that stands for the calling thread while it lives; not 0.
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
    // SAFETY: it cannot fail; the id is a number or an address on every platform.
    unsafe {
        libc::pthread_self() as usize
    }
}

/// The interpreter's state of whoever holds the lock; from 3.12 on NULL for every other thread.
#[inline(always)]
fn current_state() -> *mut PyThreadState {
    // SAFETY: it can be asked at any time.
    unsafe { (functions().current_thread)() }
}

/// Whether the thread may ask for the lock. SeqCst throughout: a thread counts itself before it looks, the closing one
/// closes before it counts.
pub(crate) fn may_enter() -> bool {
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
        let own = PyGILState_GetThisThreadState();
        if !own.is_null() && own == current_state() {
            PyEval_SaveThread();
        }
    }
    loop {
        std::thread::park();
    }
}

/// The lock, held until it is dropped.
pub(crate) struct Gil {
    how: How,
    /// What [`FORKS`] was.
    forks: u32,
}

/// How the lock was taken.
enum How {
    /// The thread, which stands here with its state, had kept it.
    Kept(usize, *mut PyThreadState),
    /// Anew: this undoes it.
    Anew(PyGILState_STATE),
}

impl Gil {
    /// Takes the lock, from any thread; `None` when the interpreter has ended.
    #[inline]
    pub(crate) fn acquire() -> Option<Self> {
        // Relaxed: this thread holds the lock, and the one that closed held it then.
        let thread = this_thread();
        if KEEPER.load(Ordering::Relaxed) == thread
            && !CLOSED.load(Ordering::Relaxed)
            // Native code may have let Python run by another way than ours, and that may have let the lock go.
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
        enter();
        // SAFETY: the interpreter is there, and stays as long as this thread is counted.
        let how = How::Anew(unsafe { PyGILState_Ensure() });
        let forks = FORKS.load(Ordering::Relaxed);
        Some(Self { how, forks })
    }

    /// As [`Gil::acquire`], but `None` too for a thread that would have to wait until the process ends.
    pub(crate) fn acquire_unless_closed() -> Option<Self> {
        if may_enter() { Self::acquire() } else { None }
    }
}

/// Whether the calling thread holds the lock.
pub(crate) fn is_held_here() -> bool {
    // SAFETY: both can be asked at any time.
    unsafe {
        let own = PyGILState_GetThisThreadState();
        !own.is_null() && own == current_state()
    }
}

/// Runs something that needs the interpreter to be there, but not the lock; nothing where it ends or has ended.
pub(crate) fn while_open(run: impl FnOnce()) {
    INSIDE.fetch_add(1, Ordering::SeqCst);
    if !CLOSED.load(Ordering::SeqCst) && is_there() {
        run();
    }
    INSIDE.fetch_sub(1, Ordering::SeqCst);
}

/// Whether there is an interpreter. While it ends it calls itself not initialised, but the thread that ends it goes on
/// running Python code.
fn is_there() -> bool {
    // SAFETY: both can be asked at any time.
    unsafe { Py_IsInitialized() != 0 || !current_state().is_null() }
}

impl Drop for Gil {
    #[inline]
    fn drop(&mut self) {
        // Relaxed: only the thread that forks goes on in the child.
        let counted = i64::from(self.forks == FORKS.load(Ordering::Relaxed));
        match self.how {
            How::Kept(thread, state) => {
                INSIDE_KEPT.store(INSIDE_KEPT.load(Ordering::Relaxed) - counted, Ordering::Relaxed);
                KEEPER_STATE.store(state, Ordering::Relaxed);
                KEEPER.store(thread, Ordering::Relaxed);
            }
            How::Anew(state) => {
                // SAFETY: it undoes the `Ensure` of `acquire_anew`, on the same thread.
                unsafe { PyGILState_Release(state) };
                INSIDE.fetch_sub(counted, Ordering::SeqCst);
            }
        }
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
    let inside = || INSIDE.load(Ordering::SeqCst) + INSIDE_KEPT.load(Ordering::SeqCst);
    while inside() > 0 && start.elapsed() < MAX {
        std::thread::sleep(STEP);
    }
    // SAFETY: saved above.
    unsafe { PyEval_RestoreThread(state) };
}

/// Forgets the threads that the parent process had: after `fork` only the forking one is there, and it need not wait
/// for itself.
pub(crate) fn after_fork() {
    FORKS.fetch_add(1, Ordering::Relaxed);
    INSIDE.store(0, Ordering::SeqCst);
    INSIDE_KEPT.store(0, Ordering::SeqCst);
}
