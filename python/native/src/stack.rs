//! How much is left of the thread's stack.
//!
//! The interpreter limits its own recursion by a count, which native frames in between, of any size, do not respect. So a
//! callback checks the stack itself before it runs Python code. Invariant: the statics are a part of the stack of the thread
//! that asked last, in which libtvmlike has said that enough is left; the GIL guards them.

use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::api::api;

/// The lowest address of the part, and its size.
static CHECKED: AtomicUsize = AtomicUsize::new(0);
static ROOM: AtomicUsize = AtomicUsize::new(0);

/// Whether little is left of the calling thread's stack. The GIL is held.
#[inline(always)]
pub(crate) fn is_low() -> bool {
    let place = MaybeUninit::<u8>::uninit();
    let here = place.as_ptr() as usize;
    // Relaxed: the GIL guards them. Addresses below the part become large numbers.
    let is_above = here.wrapping_sub(CHECKED.load(Ordering::Relaxed)) < ROOM.load(Ordering::Relaxed);
    !is_above && is_low_on_this_thread()
}

#[cold]
#[inline(never)]
fn is_low_on_this_thread() -> bool {
    let (mut checked, mut top) = (0, 0);
    // SAFETY: both are valid for a write.
    let is_low = unsafe { (api().stack_is_low)(&raw mut checked, &raw mut top) } != 0;
    CHECKED.store(checked, Ordering::Relaxed);
    ROOM.store(top - checked, Ordering::Relaxed);
    is_low
}
