//! Private directories and files on Unix.

use std::ffi::CString;
use std::fs::{DirBuilder, Metadata, OpenOptions, Permissions};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;

/// Directories to try after the temporary one.
pub(super) const OTHERS: [&str; 2] = ["/var/tmp", "/dev/shm"];

/// Creates a directory that only this user can enter.
pub(super) fn create_directory(path: &Path) -> io::Result<()> {
    DirBuilder::new().mode(0o700).create(path)
}

/// Options for a file that only this user can read and write.
pub(super) fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.mode(0o600);
    options
}

/// Lets only this user read and write a file.
pub(super) fn make_private(path: &Path) -> io::Result<()> {
    std::fs::set_permissions(path, Permissions::from_mode(0o600))
}

/// Whether this user can write to a file.
pub(super) fn may_be_overwritten(path: &Path) -> bool {
    CString::new(path.as_os_str().as_bytes())
        // SAFETY: a C string.
        .is_ok_and(|path| unsafe { libc::access(path.as_ptr(), libc::W_OK) } == 0)
}

/// Whether libraries can be mapped from a directory: it is not mounted `noexec`.
#[cfg(target_os = "linux")]
pub(super) fn may_be_mapped_from(folder: &Path) -> bool {
    let Ok(folder) = CString::new(folder.as_os_str().as_bytes()) else {
        return false;
    };
    // SAFETY: all zeros is a value of this type; it is written to below.
    let mut known: libc::statvfs = unsafe { std::mem::zeroed() };
    // SAFETY: a C string, and a valid place for the result.
    let status = unsafe { libc::statvfs(folder.as_ptr(), &mut known) };
    status == 0 && known.f_flag & libc::ST_NOEXEC == 0
}

/// Whether libraries can be mapped from a directory.
#[cfg(not(target_os = "linux"))]
pub(super) fn may_be_mapped_from(folder: &Path) -> bool {
    folder.is_dir()
}

/// The user of this process.
pub(super) fn user() -> u32 {
    // SAFETY: no preconditions.
    unsafe { libc::geteuid() }
}

/// Whether a file belongs to the user of this process.
pub(super) fn is_own(metadata: &Metadata) -> bool {
    metadata.uid() == user()
}

/// Whether no process with an id exists.
pub(super) fn has_ended(process: i32) -> bool {
    // SAFETY: signal 0 is not delivered; the call only checks whether the process exists.
    let asked = unsafe { libc::kill(process, 0) };
    asked != 0 && io::Error::last_os_error().raw_os_error() == Some(libc::ESRCH)
}
