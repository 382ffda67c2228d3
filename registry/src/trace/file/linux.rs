//! What Linux says of files and processes.

use std::fs::{self, File};
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::fs::MetadataExt;

/// Makes a part of a file that writing to cannot fail.
pub(crate) fn reserve(file: &File, offset: usize, size: usize) -> io::Result<()> {
    // SAFETY: the file is open.
    match unsafe { libc::posix_fallocate(file.as_raw_fd(), offset as libc::off_t, size as libc::off_t) } {
        0 => Ok(()),
        number => Err(io::Error::from_raw_os_error(number)),
    }
}

/// When a process began, in the system's own count; `None` where there is none of this number that runs.
pub(super) fn began(pid: u32) -> Option<u64> {
    let line = fs::read(format!("/proc/{pid}/stat")).ok()?;
    // The second field is the program's name in brackets, and may hold anything.
    let behind_name = line.iter().rposition(|byte| *byte == b')')? + 1;
    let text = std::str::from_utf8(&line[behind_name..]).ok()?;
    let mut fields = text.split_ascii_whitespace();
    // One that has ended and waits to be asked for its status does not run.
    let state = fields.next()?;
    (!matches!(state, "Z" | "X"))
        .then(|| fields.nth(18)?.parse().ok())
        .flatten()
}

/// The name space in which numbers of processes are what they are.
pub(super) fn space() -> u64 {
    fs::metadata("/proc/self/ns/pid").map_or(0, |found| found.ino())
}
