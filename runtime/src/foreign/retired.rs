//! Finalizers that are not called any more.
//!
//! Invariant: asking takes no lock as long as nothing is retired, which is so until a front end ends; and the lock is
//! never held while a finalizer runs.

use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

static ANY: AtomicBool = AtomicBool::new(false);
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
    // Release: who sees the flag finds the address.
    ANY.store(true, Ordering::Release);
}

#[inline]
pub(super) fn is(finalizer: unsafe extern "C" fn(*mut c_void)) -> bool {
    ANY.load(Ordering::Acquire) && listed(finalizer as usize)
}

#[cold]
fn listed(address: usize) -> bool {
    retired().contains(&address)
}
