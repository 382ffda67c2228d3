//! Private directories and files on other systems, where the temporary directory belongs to the user.

use std::fs::{DirBuilder, Metadata, OpenOptions};
use std::io;
use std::path::Path;

/// Directories to try after the temporary one.
pub(super) const OTHERS: [&str; 0] = [];

/// Creates a directory.
pub(super) fn create_directory(path: &Path) -> io::Result<()> {
    DirBuilder::new().create(path)
}

/// Options for a file.
pub(super) fn private_file() -> OpenOptions {
    OpenOptions::new()
}

/// Does nothing: the directory is private.
#[expect(clippy::unnecessary_wraps, reason = "Unix can refuse it")]
pub(super) fn make_private(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Whether this user can write to a file.
pub(super) fn may_be_overwritten(path: &Path) -> bool {
    path.metadata()
        .is_ok_and(|metadata| !metadata.permissions().readonly())
}

/// Whether libraries can be mapped from a directory.
pub(super) fn may_be_mapped_from(folder: &Path) -> bool {
    folder.is_dir()
}

/// The same number for every user.
pub(super) fn user() -> u32 {
    0
}

/// Everything in the directory belongs to the user.
pub(super) fn is_own(_: &Metadata) -> bool {
    true
}

/// Not known, so no directory without a lock file is removed.
pub(super) fn has_ended(_: i32) -> bool {
    false
}
