//! How much is left of the thread's stack, for front ends whose callbacks nest in native calls.
//!
//! An interpreter limits its recursion by a count, which the native frames in between, of any size, do not respect. The
//! accelerator has the same check for its own callbacks (`python/native/src/stack.rs`). On a stack that is not the thread's own,
//! such as a coroutine's, nothing is refused.

use std::cell::Cell;
use std::mem::MaybeUninit;

/// The number of bytes that must be left; a quarter of the stack if that is less.
const MARGIN: usize = 64 << 10;

thread_local! {
    /// The addresses that are the lowest part of the thread's stack, as their first and their number; all until they are known.
    static LOWEST: Cell<(usize, usize)> = const { Cell::new((0, usize::MAX)) };
}

/// Whether little is left of the calling thread's stack.
#[inline]
pub(crate) fn is_low() -> bool {
    let place = MaybeUninit::<u8>::uninit();
    let here = place.as_ptr() as usize;
    let (low, count) = LOWEST.get();
    // An address below the first becomes a large number.
    here.wrapping_sub(low) < count && is_low_on_this_thread(here)
}

#[cold]
#[inline(never)]
fn is_low_on_this_thread(here: usize) -> bool {
    if LOWEST.get().1 == usize::MAX {
        let (low, size) = bounds().unwrap_or((0, 0));
        LOWEST.set((low, MARGIN.min(size / 4)));
    }
    let (low, count) = LOWEST.get();
    here.wrapping_sub(low) < count
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
