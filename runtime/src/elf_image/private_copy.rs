//! A copy of a library's file that nobody else writes to.
//!
//! The loader maps a file and reads it while the process runs: one that is written over, as a build does, would change
//! the running code, and one that is cut short would end the process. And the loader maps a file once, so that code that
//! was built anew could not be loaded beside the old. So what is mapped is a copy. It lies in a folder of this process
//! as long as its code is mapped, so that debuggers and backtraces find it.
//!
//! Many systems mount the folder for temporary files so that nothing in it can be run; then another one is taken.
//!
//! Invariants: the folder belongs to the user alone and has a name that nobody can foresee; it goes when the process ends.

use std::fs::{self, DirBuilder};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

const PREFIX: &str = "tvmlike-plugins";

/// The folder of this process, with the process's number: a child made by fork makes one of its own.
static FOLDER: Mutex<Option<(u32, PathBuf)>> = Mutex::new(None);

fn folder_of_process() -> MutexGuard<'static, Option<(u32, PathBuf)>> {
    FOLDER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A private copy. It is removed when this is dropped; what is mapped of it stays mapped.
#[derive(Debug)]
pub struct Copy {
    path: PathBuf,
    beside: bool,
}

impl Copy {
    /// What is to be mapped.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Leaves the copy where it is until the process ends, unless it lies where others would see it.
    pub fn keep(mut self) {
        if !self.beside {
            self.path = PathBuf::new();
        }
    }

    /// What keeps the copy where it is as long as its code is mapped; nothing where it lies where others would see it.
    pub fn while_mapped(self) -> Option<Self> {
        (!self.beside).then_some(self)
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        // An empty path is one that is kept. Somebody else may have removed the file: then there is nothing to do.
        if !self.path.as_os_str().is_empty() {
            let _ = fs::remove_file(&self.path);
            if !self.beside {
                let _ = self.path.parent().map(fs::remove_dir);
            }
        }
    }
}

/// Copies a library's file; `None` where no copy can be made: then the original has to do. A library that finds others by its own
/// place is copied to the same folder.
pub fn make(path: &Path, beside: bool) -> Option<Copy> {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let id = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = path.file_name()?;
    let target = if beside {
        let hidden = format!(
            ".{}.tvmlike-{}-{}",
            name.to_string_lossy(),
            std::process::id(),
            id
        );
        path.with_file_name(hidden)
    } else {
        let folder = folder()?.join(id.to_string());
        DirBuilder::new().mode(0o700).create(&folder).ok()?;
        folder.join(name)
    };
    let copy = Copy { path: target, beside };
    fs::copy(path, &copy.path).ok()?;
    // Whatever the original allowed: this one is the process's own.
    fs::set_permissions(&copy.path, fs::Permissions::from_mode(0o600)).ok()?;
    Some(copy)
}

/// The folder of this process.
fn folder() -> Option<PathBuf> {
    let process = std::process::id();
    let mut folder = folder_of_process();
    if let Some((owner, present)) = &*folder
        && *owner == process
    {
        return Some(present.clone());
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    // An address differs from process to process, so the name is not foreseen; where it is there already, the folder
    // is not made and no copy is used.
    let salt = now.as_nanos() as u64 ^ (&raw const FOLDER as u64).rotate_left(32);
    let name = format!("{PREFIX}-{}-{process}-{salt:x}", user());
    let made = bases().find_map(|base| {
        remove_stale(&base);
        let made = base.join(&name);
        DirBuilder::new().mode(0o700).create(&made).ok()?;
        Some(made)
    })?;
    *folder = Some((process, made.clone()));
    static AT_EXIT: Once = Once::new();
    AT_EXIT.call_once(|| {
        // SAFETY: the function does not unwind, and stays as long as this library does: one that is unmapped has its
        // functions called before. Where there is no memory for it, the next process removes the folder.
        unsafe { libc::atexit(remove_all) };
    });
    Some(made)
}

/// Where the folder may lie: where temporary files do, unless code from there is not to be run.
fn bases() -> impl Iterator<Item = PathBuf> {
    let others = ["/var/tmp", "/dev/shm"].map(PathBuf::from);
    let all = [std::env::temp_dir()].into_iter().chain(others);
    all.filter(|base| base.is_absolute() && may_be_mapped_from(base))
}

#[cfg(target_os = "linux")]
fn may_be_mapped_from(folder: &Path) -> bool {
    use std::os::unix::ffi::OsStrExt;

    let Ok(folder) = std::ffi::CString::new(folder.as_os_str().as_bytes()) else {
        return false;
    };
    // SAFETY: all zeros is a value of this type; it is written to below.
    let mut known: libc::statvfs = unsafe { std::mem::zeroed() };
    // SAFETY: a C string, and a place for the answer.
    let status = unsafe { libc::statvfs(folder.as_ptr(), &mut known) };
    status == 0 && known.f_flag & libc::ST_NOEXEC == 0
}

#[cfg(not(target_os = "linux"))]
fn may_be_mapped_from(folder: &Path) -> bool {
    folder.is_dir()
}

fn user() -> u32 {
    // SAFETY: it only asks.
    unsafe { libc::geteuid() }
}

/// Removes the folders of processes of the same user that ended without doing it.
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
            .is_ok_and(|metadata| metadata.is_dir() && metadata.uid() == user());
        if own && process.is_some_and(has_ended) {
            // Another process may be removing it too.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn has_ended(process: i32) -> bool {
    // SAFETY: signal 0 is not sent; it only asks whether the process is there.
    let asked = unsafe { libc::kill(process, 0) };
    asked != 0 && std::io::Error::last_os_error().raw_os_error() == Some(libc::ESRCH)
}

/// The folder's name, for a fork.
pub fn lock_for_fork() -> impl Sized + 'static {
    folder_of_process()
}

/// Removes the copies of this process, which is about to end. What is mapped stays mapped.
extern "C" fn remove_all() {
    let folder = folder_of_process().take();
    if let Some((process, path)) = folder
        && process == std::process::id()
    {
        let _ = fs::remove_dir_all(path);
    }
}
