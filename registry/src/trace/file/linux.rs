//! Files and processes on Linux.

use std::fs::{self, File};
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::fs::MetadataExt;

/// Reserves disk space for a part of a file, so that writing to it cannot fail.
pub(crate) fn reserve(file: &File, offset: usize, size: usize) -> io::Result<()> {
    // SAFETY: the file is open.
    match unsafe { libc::posix_fallocate(file.as_raw_fd(), offset as libc::off_t, size as libc::off_t) } {
        0 => Ok(()),
        number => Err(io::Error::from_raw_os_error(number)),
    }
}

/// Returns the start time of a process in clock ticks since boot; `None` if no process with this id runs.
pub(super) fn began(pid: u32) -> Option<u64> {
    let line = fs::read(format!("/proc/{pid}/stat")).ok()?;
    // The second field is the program's name in parentheses, which may contain any character.
    let after_name = line.iter().rposition(|byte| *byte == b')')? + 1;
    let text = std::str::from_utf8(&line[after_name..]).ok()?;
    let mut fields = text.split_ascii_whitespace();
    // A zombie does not run.
    let state = fields.next()?;
    (!matches!(state, "Z" | "X"))
        .then(|| fields.nth(18)?.parse().ok())
        .flatten()
}

/// Returns the PID namespace of this process.
pub(super) fn space() -> u64 {
    fs::metadata("/proc/self/ns/pid").map_or(0, |found| found.ino())
}
