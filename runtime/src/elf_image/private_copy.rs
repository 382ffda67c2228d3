//! A private copy of a library's file.
//!
//! The loader maps a file and reads it while the process runs: overwriting it, as a build does, would change running
//! code, and truncating it would kill the process. The loader also maps each file only once, so a rebuilt library could
//! not be loaded beside the old one. Therefore a copy is mapped. It stays in a directory of this process as long as its
//! code is mapped, so that debuggers and backtraces find it.
//!
//! Many systems mount the temporary directory `noexec`; another directory is used then.
//!
//! Invariants: the directory is private to the user and has an unpredictable name; it is removed when the process ends. The
//! process holds a lock on a file in it: a directory without a locked file belongs to no running process, whatever PID
//! namespace that may be in.

#[cfg_attr(unix, path = "private_copy/unix.rs")]
#[cfg_attr(not(unix), path = "private_copy/plain.rs")]
mod platform;

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use platform::{OTHERS, create_directory, has_ended, may_be_mapped_from, may_be_overwritten, user};

const PREFIX: &str = "tvmlike-plugins";
/// The name of the locked file in a directory.
const LOCK: &str = "lock";

/// The directory of a process: a forked child creates its own.
struct Folder {
    process: u32,
    path: PathBuf,
    /// Locked as long as it is open.
    _lock: File,
}

static FOLDER: Mutex<Option<Folder>> = Mutex::new(None);

fn folder_of_process() -> MutexGuard<'static, Option<Folder>> {
    FOLDER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A private copy. Dropping it removes the file; its mapping stays valid.
#[derive(Debug)]
pub struct Copy {
    path: PathBuf,
    beside: bool,
}

impl Copy {
    /// The file to map.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Keeps the copy until the process ends, unless it is in the original's directory, where other programs see it.
    pub fn keep(mut self) {
        if !self.beside {
            self.path = PathBuf::new();
        }
    }

    /// The copy, to be kept as long as its code is mapped; `None` (and removed) if it is in the original's directory.
    pub fn while_mapped(self) -> Option<Self> {
        (!self.beside).then_some(self)
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        // An empty path is one that is kept. If the file has been removed already, there is nothing to do.
        if !self.path.as_os_str().is_empty() {
            let _ = fs::remove_file(&self.path);
            if !self.beside {
                let _ = self.path.parent().map(fs::remove_dir);
            }
        }
    }
}

/// Copies a library's file; `None` if this is impossible, then the original must be mapped. With `beside` the copy is
/// placed in the original's directory, for libraries that use `$ORIGIN`. Warns on standard error if the original must be mapped
/// and this user can overwrite it.
pub fn make(path: &Path, beside: bool) -> Option<Copy> {
    match try_make(path, beside) {
        Ok(copy) => Some(copy),
        Err(why) => {
            if may_be_overwritten(path) {
                eprintln!(
                    "tvmlike: cannot make a private copy of {}: {why}. The file itself is mapped: do not overwrite it while it \
                     is loaded",
                    path.display()
                );
            }
            None
        }
    }
}

fn try_make(path: &Path, beside: bool) -> io::Result<Copy> {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let id = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = path.file_name().ok_or(ErrorKind::InvalidFilename)?;
    let target = if beside {
        let hidden = format!(
            ".{}.tvmlike-{}-{}",
            name.to_string_lossy(),
            std::process::id(),
            id
        );
        path.with_file_name(hidden)
    } else {
        let folder = own_folder(id)?;
        folder.join(name)
    };
    let copy = Copy { path: target, beside };
    fs::copy(path, &copy.path)?;
    // Independent of the original's mode: the copy belongs to this process.
    platform::make_private(&copy.path)?;
    Ok(copy)
}

/// Creates a directory with this number in that of the process, which is made anew if it has been removed.
fn own_folder(id: u64) -> io::Result<PathBuf> {
    let create = || -> io::Result<PathBuf> {
        let own = folder()?.join(id.to_string());
        create_directory(&own)?;
        Ok(own)
    };
    match create() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            *folder_of_process() = None;
            create()
        }
        created => created,
    }
}

/// The directory of this process, created on first use.
fn folder() -> io::Result<PathBuf> {
    let process = std::process::id();
    let mut folder = folder_of_process();
    if let Some(present) = &*folder
        && present.process == process
    {
        return Ok(present.path.clone());
    }
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_err(io::Error::other)?;
    // An address differs from process to process, so the name is unpredictable; if it exists already, creation fails
    // and no copy is used.
    let salt = now.as_nanos() as u64 ^ (&raw const FOLDER as u64).rotate_left(32);
    let name = format!("{PREFIX}-{}-{process}-{salt:x}", user());
    let mut failed = io::Error::other("no temporary directory from which files may be mapped");
    let made = bases().find_map(|base| {
        remove_stale(&base);
        let path = base.join(&name);
        create_locked(&path)
            .map(|lock| (path, lock))
            .map_err(|why| failed = io::Error::new(why.kind(), format!("{}: {why}", base.display())))
            .ok()
    });
    let Some((made, lock)) = made else {
        return Err(failed);
    };
    *folder = Some(Folder {
        process,
        path: made.clone(),
        _lock: lock,
    });
    static AT_EXIT: Once = Once::new();
    AT_EXIT.call_once(|| {
        // SAFETY: the function does not unwind and stays valid as long as this library: unmapping a library runs its
        // exit functions first. If registration fails for lack of memory, the next process removes the directory.
        unsafe { libc::atexit(remove_all) };
    });
    Ok(made)
}

/// Creates a directory with a locked file.
fn create_locked(path: &Path) -> io::Result<File> {
    create_directory(path)?;
    let mut options = platform::private_file();
    let lock = options.write(true).create_new(true).open(path.join(LOCK))?;
    lock.try_lock_shared()?;
    Ok(lock)
}

/// Candidate parents of the directory: the temporary directory first, none that is mounted `noexec`.
fn bases() -> impl Iterator<Item = PathBuf> {
    let all = [std::env::temp_dir()]
        .into_iter()
        .chain(OTHERS.map(PathBuf::from));
    all.filter(|base| base.is_absolute() && may_be_mapped_from(base))
}

/// The age from which on a directory without a lock file is not one that is just being made.
const MADE: Duration = Duration::from_secs(60);

/// Whether the process of a directory has ended: its lock is free. A process that created no lock is looked up by its id.
fn is_stale(folder: &Path, process: i32) -> bool {
    match File::open(folder.join(LOCK)) {
        Ok(lock) => lock.try_lock().is_ok(),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let changed = folder.symlink_metadata().and_then(|metadata| metadata.modified());
            let age = changed.ok().and_then(|changed| changed.elapsed().ok());
            age.is_some_and(|age| age > MADE) && has_ended(process)
        }
        Err(_) => false,
    }
}

/// Removes directories of ended processes of the same user.
fn remove_stale(base: &Path) {
    let start = format!("{PREFIX}-{}-", user());
    let entries = fs::read_dir(base).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name();
        let Some(rest) = name.to_str().and_then(|name| name.strip_prefix(&start)) else {
            continue;
        };
        let process: Option<i32> = rest.split('-').next().and_then(|number| number.parse().ok());
        let own = entry
            .path()
            .symlink_metadata()
            .is_ok_and(|metadata| metadata.is_dir() && platform::is_own(&metadata));
        if own && process.is_some_and(|process| is_stale(&entry.path(), process)) {
            // Another process may be removing it at the same time.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Locks the directory's name, for a fork.
pub fn lock_for_fork() -> impl Sized + 'static {
    folder_of_process()
}

/// Removes the copies when the process exits. Mappings stay valid.
extern "C" fn remove_all() {
    let folder = folder_of_process().take();
    if let Some(folder) = folder
        && folder.process == std::process::id()
    {
        let _ = fs::remove_dir_all(&folder.path);
    }
}
