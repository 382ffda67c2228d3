//! The trace files: one per process, in a folder that is private to the user.
//!
//! A file is a sequence of segments, the first of which begins with a header. A process removes its file when it exits. If
//! it is killed, the next process that lists the files removes it. Invariants: only the user can read or write the files; the
//! file of a running process is never removed by another one; a reader copies and checks a file, and never maps it.

#[cfg_attr(target_os = "linux", path = "file/linux.rs")]
#[cfg_attr(not(target_os = "linux"), path = "file/plain.rs")]
mod platform;

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::process;
use std::ptr;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, Once, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tvmlike_runtime::{Error, Result};

pub(super) use platform::reserve;

/// The size of a segment; a multiple of every page size.
pub(super) const SEGMENT: usize = 1 << 18;

/// The size of the header, including the command line that follows its fields.
pub(super) const HEADER: usize = 1024;

/// Marks a complete header; the last byte is the version of the format.
const MAGIC: u64 = u64::from_be_bytes(*b"tvmtrac\x01");

/// The header of a file.
#[repr(C)]
pub(super) struct Header {
    magic: AtomicU64,
    /// The start time of the process, which distinguishes it from a later process with the same id.
    began: AtomicU64,
    /// The PID namespace of the process.
    space: AtomicU64,
    /// When the counts were zero, in nanoseconds since 1970.
    since: AtomicU64,
    pid: AtomicU32,
    active: AtomicU32,
    command_size: AtomicU32,
    zero: u32,
}

const FIELDS: usize = size_of::<Header>();
const _: () = assert!(FIELDS == 48);

impl Header {
    /// Writes all fields. `self` must be the start of a segment.
    pub(super) fn describe(&self, since: u64) {
        let pid = process::id();
        let command = command();
        // SAFETY: the header has room for these bytes after its fields; readers read them only after their number is
        // written.
        unsafe {
            let after = ptr::from_ref(self).cast::<u8>().cast_mut().add(FIELDS);
            ptr::copy_nonoverlapping(command.as_ptr(), after, command.len());
        }
        self.began
            .store(platform::began(pid).unwrap_or(0), Ordering::Relaxed);
        self.space.store(platform::space(), Ordering::Relaxed);
        self.since.store(since, Ordering::Relaxed);
        self.pid.store(pid, Ordering::Relaxed);
        self.command_size.store(command.len() as u32, Ordering::Relaxed);
        // Release: a reader that sees the magic number sees the other fields.
        self.magic.store(MAGIC, Ordering::Release);
    }

    pub(super) fn set_active(&self, active: bool) {
        self.active.store(u32::from(active), Ordering::Relaxed);
    }

    pub(super) fn set_since(&self, since: u64) {
        self.since.store(since, Ordering::Relaxed);
    }
}

/// Returns the command line of this process, truncated to the size of the header.
fn command() -> String {
    let words: Vec<_> = std::env::args_os()
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let mut text = words.join(" ");
    let room = HEADER - FIELDS;
    if text.len() > room {
        let end = (0..=room).rev().find(|end| text.is_char_boundary(*end));
        text.truncate(end.unwrap_or(0));
    }
    text
}

/// A process that has a trace.
///
/// ```
/// use tvmlike_registry::trace;
///
/// if trace::start("doc.process")?.is_some() {
///     let processes = trace::processes()?;
///     let own = processes.iter().find(|process| process.pid == std::process::id());
///     assert!(own.is_some_and(|own| own.active));
/// }
/// # Ok::<(), tvmlike_runtime::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Process {
    /// The process id.
    pub pid: u32,
    /// The command line.
    pub command: String,
    /// The file with the counts.
    pub path: PathBuf,
    /// When the counts were zero.
    pub since: SystemTime,
    /// Whether the process is counting now.
    pub active: bool,
}

/// Returns the folder of the files; creates it if needed. Fails if other users can read or write it.
fn folder() -> io::Result<PathBuf> {
    // SAFETY: always succeeds.
    let user = unsafe { libc::geteuid() };
    let own = std::env::var_os("XDG_RUNTIME_DIR")
        .map(PathBuf::from)
        .filter(|folder| folder.is_absolute() && folder.is_dir());
    let folder = match own {
        Some(own) => own.join("tvmlike"),
        None => std::env::temp_dir().join(format!("tvmlike-{user}")),
    };
    match DirBuilder::new().mode(0o700).create(&folder) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    // Does not follow a symbolic link, which its owner could redirect.
    let found = folder.symlink_metadata()?;
    if !found.is_dir() || found.uid() != user || found.mode() & 0o077 != 0 {
        let why = format!("{}: directory must be private to user {user}", folder.display());
        return Err(io::Error::new(ErrorKind::PermissionDenied, why));
    }
    Ok(folder)
}

fn path_of(folder: &Path, pid: u32) -> PathBuf {
    folder.join(format!("trace-{pid}"))
}

/// Creates the file of this process.
pub(super) fn create() -> io::Result<(File, PathBuf)> {
    let folder = folder()?;
    // Files of killed processes are removed by the next process that lists them.
    let _ = running(&folder);
    let path = path_of(&folder, process::id());
    // An existing file with this id is from before an exec of this process, or from a process that has ended.
    remove(&path);
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .create_new(true)
        .mode(0o600)
        .custom_flags(libc::O_NOFOLLOW)
        .open(&path)?;
    Ok((file, path))
}

pub(super) fn remove(path: &Path) {
    // Fails if another process has already removed it.
    let _ = fs::remove_file(path);
}

/// The file that this process removes when it exits.
static AT_EXIT: Mutex<Option<PathBuf>> = Mutex::new(None);

pub(super) fn remove_at_exit(path: &Path) {
    static ONCE: Once = Once::new();
    *AT_EXIT.lock().unwrap_or_else(PoisonError::into_inner) = Some(path.to_owned());
    ONCE.call_once(|| {
        // SAFETY: the function is called once, at exit or when the library is unloaded. If it cannot be registered, the
        // file stays until another process lists the files.
        let _ = unsafe { libc::atexit(at_exit) };
    });
}

/// Leaves the file to the parent process that has created it.
pub(super) fn belongs_to_parent() {
    *AT_EXIT.lock().unwrap_or_else(PoisonError::into_inner) = None;
}

extern "C" fn at_exit() {
    if let Some(path) = AT_EXIT.lock().unwrap_or_else(PoisonError::into_inner).take() {
        remove(&path);
    }
}

/// A file that was read.
struct Contents {
    process: Process,
    began: u64,
    space: u64,
    bytes: Vec<u8>,
}

impl Contents {
    /// Whether the process with this id wrote the file and still runs.
    fn is_of(&self, pid: u32) -> bool {
        self.process.pid == pid && platform::began(pid) == Some(self.began)
    }
}

/// Reads a file; `None` if it is not a trace file or has no complete header yet.
fn contents(path: PathBuf) -> io::Result<Option<Contents>> {
    // Opening a pipe would block until another process writes to it.
    let mut options = OpenOptions::new();
    let options = options
        .read(true)
        .custom_flags(libc::O_NONBLOCK | libc::O_NOFOLLOW);
    let mut file = options.open(&path)?;
    if !file.metadata()?.is_file() {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let word = |at: usize| Some(u64::from_ne_bytes(bytes.get(at..at + 8)?.try_into().ok()?));
    let half = |at: usize| Some(u32::from_ne_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let read = || {
        if word(0)? != MAGIC {
            return None;
        }
        let command = bytes.get(FIELDS..FIELDS.checked_add(half(40)? as usize)?)?;
        let process = Process {
            pid: half(32)?,
            command: String::from_utf8_lossy(command).into_owned(),
            since: UNIX_EPOCH + Duration::from_nanos(word(24)?),
            active: half(36)? != 0,
            path: path.clone(),
        };
        Some((process, word(8)?, word(16)?))
    };
    Ok(read().map(|(process, began, space)| Contents {
        process,
        began,
        space,
        bytes,
    }))
}

/// Returns the files of running processes; removes those of ended ones.
fn running(folder: &Path) -> io::Result<Vec<Contents>> {
    let mut running = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        let Some(pid) = name
            .strip_prefix("trace-")
            .and_then(|pid| pid.parse::<u32>().ok())
        else {
            continue;
        };
        match contents(path.clone()) {
            // Whether a process of another PID namespace runs is unknown here.
            Ok(Some(found)) if found.space != platform::space() => {}
            Ok(Some(found)) if found.is_of(pid) => running.push(found),
            Ok(Some(_)) => remove(&path),
            // Its process may not have written the header yet.
            Ok(None) if platform::began(pid).is_some() => {}
            Ok(None) => remove(&path),
            // It may have been removed since the folder was read.
            Err(_) => {}
        }
    }
    running.sort_unstable_by_key(|found| found.process.pid);
    Ok(running)
}

fn unreadable(error: &io::Error) -> Error {
    Error::os_error(format!("cannot read the trace directory: {error}"))
}

/// Returns the running processes that have a file.
pub(super) fn processes() -> Result<Vec<Process>> {
    let found = folder().and_then(|folder| running(&folder));
    let found = found.map_err(|error| unreadable(&error))?;
    Ok(found.into_iter().map(|found| found.process).collect())
}

/// Returns the content of a process's file: segments, the first of which begins with the header.
pub(super) fn read(pid: u32) -> Result<Vec<u8>> {
    let folder = folder().map_err(|error| unreadable(&error))?;
    let missing = || {
        Error::value_error(format!(
            "process {pid} is not traced; processes of this user that call trace.start() have a file in {}",
            folder.display()
        ))
    };
    let found = match contents(path_of(&folder, pid)) {
        Ok(Some(found)) if found.space == platform::space() && found.is_of(pid) => found,
        Ok(_) => return Err(missing()),
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(missing()),
        Err(error) => {
            return Err(Error::os_error(format!(
                "cannot read the trace of process {pid}: {error}"
            )));
        }
    };
    Ok(found.bytes)
}
