//! Files and processes on other Unix systems.

use std::fs::File;
use std::io;

/// Extends a file; this does not reserve disk space.
pub(crate) fn reserve(file: &File, offset: usize, size: usize) -> io::Result<()> {
    file.set_len((offset + size) as u64)
}

/// Returns 0 if a process with this id runs, in place of its start time; `None` otherwise.
pub(super) fn began(pid: u32) -> Option<u64> {
    let pid = libc::pid_t::try_from(pid).ok()?;
    // SAFETY: signal 0 only checks whether the process exists.
    let exists = unsafe { libc::kill(pid, 0) } == 0;
    (exists || io::Error::last_os_error().raw_os_error() == Some(libc::EPERM)).then_some(0)
}

/// Returns 0: these systems have no PID namespaces.
pub(super) fn space() -> u64 {
    0
}
