//! Pages of memory with protection.

use std::ops::Range;

use crate::error::{EngineError, Result};

/// What can be done with pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Protection {
    /// Reading.
    Read,
    /// Reading and running.
    Execute,
}

/// Pages, which are unmapped when this is dropped.
pub(super) struct Mapping {
    start: *mut u8,
    len: usize,
}

// SAFETY: the pages belong to this value alone; sharing it allows reading its address only.
unsafe impl Send for Mapping {}
// SAFETY: as above.
unsafe impl Sync for Mapping {}

/// The size of a page.
pub(super) fn page_size() -> usize {
    // SAFETY: a query without arguments in memory.
    let size = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    usize::try_from(size).unwrap_or(4096)
}

fn failed(what: &str) -> EngineError {
    let error = std::io::Error::last_os_error();
    EngineError::new(format!("cannot {what} memory for code: {error}"))
}

impl Mapping {
    /// Maps pages that can be written.
    pub(super) fn new(len: usize) -> Result<Self> {
        let len = len.next_multiple_of(page_size());
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: a new mapping at an address that the system chooses.
        let start = unsafe { libc::mmap(std::ptr::null_mut(), len, protection, flags, -1, 0) };
        match start == libc::MAP_FAILED {
            true => Err(failed("map")),
            false => Ok(Self {
                start: start.cast(),
                len,
            }),
        }
    }

    /// The address of the first byte.
    pub(super) fn address(&self) -> usize {
        self.start as usize
    }

    /// The bytes, before any page is protected.
    pub(super) fn bytes(&mut self) -> &mut [u8] {
        // SAFETY: the pages are mapped, initialized to zero, and borrowed with this value.
        unsafe { std::slice::from_raw_parts_mut(self.start, self.len) }
    }

    /// Protects whole pages.
    pub(super) fn protect(&mut self, range: Range<usize>, protection: Protection) -> Result<()> {
        if range.is_empty() {
            return Ok(());
        }
        let flags = match protection {
            Protection::Read => libc::PROT_READ,
            Protection::Execute => libc::PROT_READ | libc::PROT_EXEC,
        };
        assert!(range.end <= self.len, "the range is inside the mapping");
        // SAFETY: the range is inside of the mapping, and no reference into it exists.
        let outcome = unsafe { libc::mprotect(self.start.add(range.start).cast(), range.len(), flags) };
        match outcome {
            0 => Ok(()),
            _ => Err(failed("protect")),
        }
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: the pages were mapped by `new`, and no thread uses them: see `Image`.
        unsafe { libc::munmap(self.start.cast(), self.len) };
    }
}
