//! Finalizers that are not called any more, and the functions made with them.
//!
//! A front end that shuts down retires its finalizers first. The thread that does so may run the front end's own code
//! to the end, so it can still call such functions; on other threads they fail, since the front end could disappear
//! during the call. Once it has shut down they fail everywhere.
//!
//! Invariant: a check takes no lock as long as nothing is retired, that is, until a front end shuts down; and the lock
//! is never held while a finalizer or a function runs.

use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

static ANY: AtomicBool = AtomicBool::new(false);
/// The thread that last retired a finalizer, by [`this_thread`].
static ENDING: AtomicUsize = AtomicUsize::new(0);
static ENDED: AtomicBool = AtomicBool::new(false);

/// A number, not 0, that identifies the calling thread while it runs.
fn this_thread() -> usize {
    thread_local! {
        // Needs no drop, so its address is valid as long as the thread runs.
        static PLACE: u8 = const { 0 };
    }
    PLACE.with(|place| &raw const *place as usize)
}
static RETIRED: Mutex<Vec<usize>> = Mutex::new(Vec::new());

fn retired() -> MutexGuard<'static, Vec<usize>> {
    RETIRED.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(super) fn add(finalizer: unsafe extern "C" fn(*mut c_void)) {
    let address = finalizer as usize;
    let mut retired = retired();
    if !retired.contains(&address) {
        retired.push(address);
    }
    ENDING.store(this_thread(), Ordering::Relaxed);
    // Release: a thread that sees the flag also sees the address and the thread.
    ANY.store(true, Ordering::Release);
}

#[inline]
pub(super) fn is(finalizer: unsafe extern "C" fn(*mut c_void)) -> bool {
    ANY.load(Ordering::Acquire) && listed(finalizer as usize)
}

/// Whether a function made with this finalizer can still be called on this thread.
#[inline]
pub(super) fn answers(finalizer: unsafe extern "C" fn(*mut c_void)) -> bool {
    !is(finalizer) || goes_on_here()
}

#[cold]
fn goes_on_here() -> bool {
    !ENDED.load(Ordering::Acquire) && ENDING.load(Ordering::Relaxed) == this_thread()
}

/// Records that the front ends of retired finalizers have shut down.
pub(super) fn end() {
    ENDED.store(true, Ordering::Release);
}

#[cold]
fn listed(address: usize) -> bool {
    retired().contains(&address)
}
