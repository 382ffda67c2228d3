//! Which files are open, so that one that is opened twice is one library.
//!
//! Invariant: nothing foreign runs under the lock, and a fork waits for it.

use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError, Weak};

use super::Code;

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

static OPENED: Mutex<Vec<(Identity, Weak<Code>)>> = Mutex::new(Vec::new());

fn opened() -> MutexGuard<'static, Vec<(Identity, Weak<Code>)>> {
    static FORKS: Once = Once::new();
    FORKS.call_once(|| {
        // SAFETY: the functions do not unwind and stay as long as this code does. Where there is no memory for them,
        // forking goes on as it would without.
        unsafe { libc::pthread_atfork(Some(fork::before), Some(fork::behind), Some(fork::behind)) };
    });
    OPENED.lock().unwrap_or_else(PoisonError::into_inner)
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

/// The lock at a fork, which the forking thread holds, so that it is free in the child.
mod fork {
    use std::cell::RefCell;
    use std::sync::MutexGuard;

    use super::{Code, Identity, OPENED, PoisonError, Weak};

    type Held = MutexGuard<'static, Vec<(Identity, Weak<Code>)>>;

    thread_local! {
        static HELD: RefCell<Option<Held>> = const { RefCell::new(None) };
    }

    pub(super) extern "C" fn before() {
        // A thread that forks at its very end has no place for it any more, and forks without.
        let _ = HELD.try_with(|held| {
            *held.borrow_mut() = Some(OPENED.lock().unwrap_or_else(PoisonError::into_inner));
        });
    }

    pub(super) extern "C" fn behind() {
        let _ = HELD.try_with(|held| held.borrow_mut().take());
    }
}
