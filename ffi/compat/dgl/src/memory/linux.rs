//! Shared memory on Linux.

use std::ffi::{c_int, c_uint};

/// This user may read and write.
pub(super) const MODE: c_uint = libc::S_IRUSR | libc::S_IWUSR;

/// Reserves memory for a file. Returns the number of an error, or 0.
pub(super) fn allocate(file: c_int, size: libc::off_t) -> c_int {
    // SAFETY: any number of a file and any size may be passed.
    unsafe { libc::posix_fallocate(file, 0, size) }
}
