//! How much is left of the thread's stack, for front ends whose callbacks nest in native calls.
//!
//! An interpreter limits its recursion by a count, which the native frames in between, of any size, do not respect. Invariant:
//! the addresses down to `checked` have been part of the stack or will be. The stack of the main thread grows up to a limit
//! that the process may change, so there a check holds for a short stretch only. On a stack that is not the thread's own, such
//! as a coroutine's, nothing is refused.

use std::cell::Cell;
use std::ffi::c_int;
use std::mem::MaybeUninit;

/// The number of bytes that must be left; a quarter of the stack if that is less.
const MARGIN: usize = 64 << 10;

/// The stretch of the main thread's stack for which a check of its limit holds.
const STRETCH: usize = 16 << 10;

/// A thread's stack.
#[derive(Clone, Copy)]
struct Stack {
    /// The lowest address that has ever been part of it.
    base: usize,
    low: usize,
    size: usize,
    /// The limit at the time of the measurement, if it is the main thread's.
    limit: Option<u64>,
}

thread_local! {
    static STACK: Cell<Option<Stack>> = const { Cell::new(None) };
    /// The addresses that need a check, as their first and their number; all until they are known.
    static UNCHECKED: Cell<(usize, usize)> = const { Cell::new((0, usize::MAX)) };
}

impl Stack {
    /// The calling thread's. Empty if it cannot be found.
    #[cold]
    fn measure() -> Self {
        let (low, size) = bounds().unwrap_or((0, 0));
        Self {
            base: low,
            low,
            size,
            limit: limit_of_main_thread(),
        }
    }

    /// The calling thread's, measured again if its limit has changed.
    fn now() -> Self {
        let mut stack = STACK.get().unwrap_or_else(Self::measure);
        if stack.limit.is_some() && stack.limit != limit_of_main_thread() {
            let base = stack.base;
            stack = Self::measure();
            stack.base = base.min(stack.low);
        }
        STACK.set(Some(stack));
        stack
    }

    /// The address after its highest one.
    fn top(&self) -> usize {
        self.low + self.size
    }

    /// Whether little is left below an address, and the address down to which no check is needed after this one.
    fn check(&self, here: usize) -> (bool, usize) {
        if here < self.base || here >= self.top() {
            return (false, self.top()); // another stack
        }
        let end = self.low + MARGIN.min(self.size / 4);
        if here < end {
            return (true, end);
        }
        match self.limit {
            Some(_) => (false, end.max(here - STRETCH.min(here))),
            None => (false, end),
        }
    }
}

/// Whether little is left of the calling thread's stack.
#[inline]
pub(crate) fn is_low() -> bool {
    let here = address();
    let (first, count) = UNCHECKED.get();
    // An address below the first becomes a large number.
    here.wrapping_sub(first) < count && is_low_on_this_thread(here)
}

/// An address in the caller's frame.
#[inline(always)]
fn address() -> usize {
    let place = MaybeUninit::<u8>::uninit();
    place.as_ptr() as usize
}

#[cold]
#[inline(never)]
fn is_low_on_this_thread(here: usize) -> bool {
    let stack = Stack::now();
    let (is_low, checked) = stack.check(here);
    UNCHECKED.set((stack.base, checked - stack.base));
    is_low
}

/// Whether little is left of the calling thread's stack: 1, else 0. A caller that runs other code on the same stack, such as
/// callbacks, should then fail instead.
///
/// `checked` and `top` receive the part of the stack in which the answer stays 0, from its lowest address up to `top`; both are
/// equal if there is none. Either may be NULL.
///
/// # Safety
/// Each pointer is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeStackIsLow(checked: *mut usize, top: *mut usize) -> c_int {
    let stack = Stack::now();
    let (is_low, from) = stack.check(address());
    // SAFETY: by contract.
    unsafe {
        if let Some(checked) = checked.as_mut() {
            *checked = from;
        }
        if let Some(top) = top.as_mut() {
            *top = stack.top();
        }
    }
    c_int::from(is_low)
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

/// The limit of the stack's size, if the calling thread is the main thread. Those of other threads are fixed.
#[cfg(target_os = "linux")]
fn limit_of_main_thread() -> Option<u64> {
    let mut limit = libc::rlimit {
        rlim_cur: 0,
        rlim_max: 0,
    };
    // SAFETY: system calls without arguments in memory, and one that writes to `limit`.
    unsafe {
        if libc::gettid() != libc::getpid() {
            return None;
        }
        (libc::getrlimit(libc::RLIMIT_STACK, &raw mut limit) == 0).then_some(limit.rlim_cur)
    }
}

#[cfg(not(target_os = "linux"))]
fn limit_of_main_thread() -> Option<u64> {
    None
}
