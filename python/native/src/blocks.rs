//! Memory of the arrays and maps that live for one call: freed blocks are kept by size and used again.
//!
//! Invariant: each block was allocated by `malloc` with its size rounded up to a multiple of [`STEP`], so that any thread can
//! free it by `free`, and a thread with the GIL can keep it for the next block of that size.

use std::ptr;

use crate::python::GilCell;

/// What sizes are rounded up to.
const STEP: usize = 32;
/// The number of sizes for which blocks are kept.
const SIZES: usize = 12;
/// The number of blocks of each size that are kept.
const MAX_FREE: u32 = 32;

/// A block that is not used.
struct Free {
    next: *mut Free,
}

/// The kept blocks of one size.
#[derive(Clone, Copy)]
struct Kept {
    first: *mut Free,
    count: u32,
}

static KEPT: GilCell<[Kept; SIZES]> = GilCell::new(
    [Kept {
        first: ptr::null_mut(),
        count: 0,
    }; SIZES],
);

/// A block of at least `size` bytes, aligned to 16; NULL if there is no memory.
///
/// # Safety
/// `size` is above zero. The GIL is held.
#[inline(always)]
pub(crate) unsafe fn take(size: usize) -> *mut u8 {
    // SAFETY: the GIL protects the lists; a kept block is not used.
    unsafe {
        let class = (size - 1) / STEP;
        match KEPT.get().get_mut(class) {
            Some(kept) if !kept.first.is_null() => {
                let found = kept.first;
                kept.first = (*found).next;
                kept.count -= 1;
                found.cast()
            }
            _ => size
                .checked_next_multiple_of(STEP)
                .map_or(ptr::null_mut(), |size| libc::malloc(size).cast()),
        }
    }
}

/// Keeps or frees a block.
///
/// # Safety
/// The block was [taken](take) with this size, and is not used any more. The GIL is held.
#[inline(always)]
pub(crate) unsafe fn put(block: *mut u8, size: usize) {
    // SAFETY: as `take`.
    unsafe {
        match KEPT.get().get_mut((size - 1) / STEP) {
            Some(kept) if kept.count < MAX_FREE => {
                let block = block.cast::<Free>();
                (*block).next = kept.first;
                kept.first = block;
                kept.count += 1;
            }
            _ => libc::free(block.cast()),
        }
    }
}
