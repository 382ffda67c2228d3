//! Paths on Unix are bytes.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// A path of any bytes.
#[expect(clippy::unnecessary_wraps, reason = "other systems have no such paths")]
pub(super) fn from_bytes(bytes: &[u8]) -> Option<&Path> {
    Some(Path::new(OsStr::from_bytes(bytes)))
}
