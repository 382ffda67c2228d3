//! How much is left of the thread's stack.
//!
//! The interpreter limits its own recursion by a count, which native frames in between, of any size, do not respect. So a
//! callback checks the stack itself before it runs Python code. Invariant: the statics describe the stack of the thread that
//! asked last; the GIL guards them. On a stack that is not the thread's own, such as a coroutine's, nothing is refused.

use std::cell::Cell;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of bytes that must be left; a quarter of the stack if that is less.
const MARGIN: usize = 64 << 10;

/// The lowest address of the last thread's stack with the margin below it, and the size of the stack above that.
static LIMIT: AtomicUsize = AtomicUsize::new(0);
static ROOM: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// The lowest address of the thread's stack and its size, once they are known; 0 and 0 if they cannot be found.
    static STACK: Cell<Option<(usize, usize)>> = const { Cell::new(None) };
}

/// Whether little is left of the calling thread's stack. The GIL is held.
#[inline(always)]
pub(crate) fn is_low() -> bool {
    let place = MaybeUninit::<u8>::uninit();
    let here = place.as_ptr() as usize;
    // Relaxed: the GIL guards them. Addresses below the limit become large numbers.
    let is_above = here.wrapping_sub(LIMIT.load(Ordering::Relaxed)) < ROOM.load(Ordering::Relaxed);
    !is_above && is_low_on_this_thread(here)
}

#[cold]
#[inline(never)]
fn is_low_on_this_thread(here: usize) -> bool {
    let (low, size) = STACK.get().unwrap_or_else(|| {
        let found = bounds().unwrap_or((0, 0));
        STACK.set(Some(found));
        found
    });
    let margin = MARGIN.min(size / 4);
    LIMIT.store(low + margin, Ordering::Relaxed);
    ROOM.store(size - margin, Ordering::Relaxed);
    here.wrapping_sub(low) < margin
}

/// The lowest address of the thread's stack, and its size.
#[cfg(target_os = "linux")]
fn bounds() -> Option<(usize, usize)> {
    let mut attributes = MaybeUninit::<libc::pthread_attr_t>::uninit();
    let (mut low, mut size) = (std::ptr::null_mut(), 0);
    // SAFETY: the attributes are filled in before they are read, and destroyed once.
    unsafe {
        if libc::pthread_getattr_np(libc::pthread_self(), attributes.as_mut_ptr()) != 0 {
            return None;
        }
        let status = libc::pthread_attr_getstack(attributes.as_ptr(), &raw mut low, &raw mut size);
        libc::pthread_attr_destroy(attributes.as_mut_ptr());
        (status == 0).then_some((low as usize, size))
    }
}

#[cfg(not(target_os = "linux"))]
fn bounds() -> Option<(usize, usize)> {
    None
}
