//! Which files are open, so that one that is opened twice is one library.
//!
//! Invariant: nothing foreign runs under the lock, and a fork waits for it.

use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use super::{Code, fork};

/// What a file is as long as nobody changes it.
#[derive(PartialEq, Eq)]
pub(super) struct Identity {
    device: u64,
    inode: u64,
    size: u64,
    /// When it was written to, and when anything of it was changed.
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

fn opened() -> MutexGuard<'static, Table> {
    fork::heed();
    lock()
}

/// The library that a file is open as.
pub(super) fn find(identity: &Identity) -> Option<Arc<Code>> {
    let opened = opened();
    let found = opened.iter().find(|(known, _)| known == identity);
    found.and_then(|(_, code)| code.upgrade())
}

/// Notes a library that was opened; gives the one that another thread has opened meanwhile, if one has.
pub(super) fn add(identity: Identity, code: Arc<Code>) -> Arc<Code> {
    let mut opened = opened();
    // No code is dropped by this: what is gone is gone already.
    opened.retain(|(_, code)| code.strong_count() > 0);
    let present = opened
        .iter()
        .find(|(known, _)| *known == identity)
        .and_then(|(_, code)| code.upgrade());
    match present {
        Some(present) => {
            // The second one is closed behind the lock, its destructors with it.
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
