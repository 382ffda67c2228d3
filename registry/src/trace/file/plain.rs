//! What every Unix says of files and processes.

use std::fs::File;
use std::io;

/// Makes a part of a file that can be written to, as long as there is room on the disk.
pub(crate) fn reserve(file: &File, offset: usize, size: usize) -> io::Result<()> {
    file.set_len((offset + size) as u64)
}

/// 0 where a process of this number runs: when it began is not asked.
pub(super) fn began(pid: u32) -> Option<u64> {
    let pid = libc::pid_t::try_from(pid).ok()?;
    // SAFETY: signal 0 is not sent, only asked for.
    let there = unsafe { libc::kill(pid, 0) } == 0;
    (there || io::Error::last_os_error().raw_os_error() == Some(libc::EPERM)).then_some(0)
}

/// There is one name space.
pub(super) fn space() -> u64 {
    0
}
