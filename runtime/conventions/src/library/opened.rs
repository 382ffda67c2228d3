//! The table of open files: opening a file twice yields one library.
//!
//! Invariant: no foreign code runs under the lock, and a fork waits for it.

use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use super::Code;

/// Identifies a file's contents: equal as long as the file is unchanged.
#[derive(PartialEq, Eq)]
pub(super) struct Identity {
    device: u64,
    inode: u64,
    size: u64,
    /// The times of the last change of its contents and of its metadata.
    times: [(i64, i64); 2],
}

impl Identity {
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        let known = path.metadata()?;
        Ok(Self {
            device: known.dev(),
            inode: known.ino(),
            size: known.size(),
            times: [
                (known.mtime(), known.mtime_nsec()),
                (known.ctime(), known.ctime_nsec()),
            ],
        })
    }
}

/// The files that are open.
pub(super) type Table = Vec<(Identity, Weak<Code>)>;

static OPENED: Mutex<Table> = Mutex::new(Vec::new());

pub(super) fn lock() -> MutexGuard<'static, Table> {
    OPENED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The library of an open file.
pub(super) fn find(identity: &Identity) -> Option<Arc<Code>> {
    let opened = lock();
    let found = opened.iter().find(|(known, _)| known == identity);
    found.and_then(|(_, code)| code.upgrade())
}

/// Adds a library. If another thread has opened the same file meanwhile, returns that library instead.
pub(super) fn add(identity: Identity, code: Arc<Code>) -> Arc<Code> {
    let mut opened = lock();
    // This drops no code: only entries of closed libraries are removed.
    opened.retain(|(_, code)| code.strong_count() > 0);
    let present = opened
        .iter()
        .find(|(known, _)| *known == identity)
        .and_then(|(_, code)| code.upgrade());
    match present {
        Some(present) => {
            // Close the second one without the lock, because its destructors run.
            drop(opened);
            drop(code);
            present
        }
        None => {
            opened.push((identity, Arc::downgrade(&code)));
            code
        }
    }
}
