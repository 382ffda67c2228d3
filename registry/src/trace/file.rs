//! The files of traces: one for each process, in a folder of the user's own.
//!
//! A file is a row of segments, the first of which begins with a header. It is removed when its process exits; what a
//! process leaves that was killed is removed by the next one that looks. Invariants: only the user can read or
//! write them; nothing is removed that another living process may be using; what is read is checked, and never mapped.

#[cfg_attr(target_os = "linux", path = "file/linux.rs")]
#[cfg_attr(not(target_os = "linux"), path = "file/plain.rs")]
mod platform;

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind};
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

/// How many bytes of the first segment are the header's, the command line behind its fields included.
pub(super) const HEADER: usize = 1024;

/// Says that the header is whole; the last byte is the version of the format.
const MAGIC: u64 = u64::from_be_bytes(*b"tvmtrac\x01");

/// What a file begins with.
#[repr(C)]
pub(super) struct Header {
    magic: AtomicU64,
    /// When the process began, as the system counts it, so that a process of the same number is not taken for it.
    began: AtomicU64,
    /// In which name space the number of the process is one.
    space: AtomicU64,
    /// The time of day at which the counts were zero, in nanoseconds.
    since: AtomicU64,
    pid: AtomicU32,
    active: AtomicU32,
    command_size: AtomicU32,
    zero: u32,
}

const FIELDS: usize = size_of::<Header>();
const _: () = assert!(FIELDS == 48);

impl Header {
    /// Writes everything. `self` is the beginning of a segment.
    pub(super) fn describe(&self, since: u64) {
        let pid = process::id();
        let command = command();
        // SAFETY: the header has room for so many bytes behind its fields, which readers read only after their number is
        // written.
        unsafe {
            let behind = ptr::from_ref(self).cast::<u8>().cast_mut().add(FIELDS);
            ptr::copy_nonoverlapping(command.as_ptr(), behind, command.len());
        }
        self.began
            .store(platform::began(pid).unwrap_or(0), Ordering::Relaxed);
        self.space.store(platform::space(), Ordering::Relaxed);
        self.since.store(since, Ordering::Relaxed);
        self.pid.store(pid, Ordering::Relaxed);
        self.command_size.store(command.len() as u32, Ordering::Relaxed);
        // Release: who sees it sees the rest.
        self.magic.store(MAGIC, Ordering::Release);
    }

    pub(super) fn set_active(&self, active: bool) {
        self.active.store(u32::from(active), Ordering::Relaxed);
    }

    pub(super) fn set_since(&self, since: u64) {
        self.since.store(since, Ordering::Relaxed);
    }
}

/// The command line of this process, as much of it as fits.
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
#[derive(Debug, Clone)]
pub struct Process {
    /// Its number.
    pub pid: u32,
    /// Its command line.
    pub command: String,
    /// The file with its counts.
    pub path: PathBuf,
    /// When its counts were zero.
    pub since: SystemTime,
    /// Whether it is counting now.
    pub active: bool,
}

/// The folder of the files. It is made where it is not there, and refused where others can write to it or read it.
fn folder() -> io::Result<PathBuf> {
    // SAFETY: asks for a number.
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
    // The link itself, if it is one: its owner could redirect it.
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

/// Makes the file of this process.
pub(super) fn create() -> io::Result<(File, PathBuf)> {
    let folder = folder()?;
    // Files of killed processes are removed by the next process that lists them.
    let _ = living(&folder);
    let path = path_of(&folder, process::id());
    // One of this number is this process's own, from before it became another program, or of one that is gone.
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
    // Who has removed it before has done what was wanted.
    let _ = fs::remove_file(path);
}

/// The file that this process removes when it exits.
static AT_EXIT: Mutex<Option<PathBuf>> = Mutex::new(None);

pub(super) fn remove_at_exit(path: &Path) {
    static ONCE: Once = Once::new();
    *AT_EXIT.lock().unwrap_or_else(PoisonError::into_inner) = Some(path.to_owned());
    ONCE.call_once(|| {
        // SAFETY: the function is called once, at exit, or when the library is unloaded. Where it cannot be registered the
        // file stays until another process looks.
        let _ = unsafe { libc::atexit(at_exit) };
    });
}

/// This process is a child of the one that made the file.
pub(super) fn belongs_to_parent() {
    *AT_EXIT.lock().unwrap_or_else(PoisonError::into_inner) = None;
}

extern "C" fn at_exit() {
    if let Some(path) = AT_EXIT.lock().unwrap_or_else(PoisonError::into_inner).take() {
        remove(&path);
    }
}

/// The header of a file, and what stands behind it.
struct Contents {
    process: Process,
    began: u64,
    space: u64,
    bytes: Vec<u8>,
}

impl Contents {
    /// Whether the process of this number wrote it, and still runs.
    fn is_of(&self, pid: u32) -> bool {
        self.process.pid == pid && platform::began(pid) == Some(self.began)
    }
}

/// Reads a file; `None` where it is none of ours, or not complete yet.
fn contents(path: PathBuf) -> io::Result<Option<Contents>> {
    let bytes = fs::read(&path)?;
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

/// The files of processes that live; those of others are removed.
fn living(folder: &Path) -> io::Result<Vec<Contents>> {
    let mut living = Vec::new();
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
            // Of another name space nothing is known here.
            Ok(Some(found)) if found.space != platform::space() => {}
            Ok(Some(found)) if found.is_of(pid) => living.push(found),
            Ok(Some(_)) => remove(&path),
            // Perhaps its process has not got further yet.
            Ok(None) if platform::began(pid).is_some() => {}
            Ok(None) => remove(&path),
            // It may be gone since the folder was read.
            Err(_) => {}
        }
    }
    living.sort_unstable_by_key(|found| found.process.pid);
    Ok(living)
}

fn unreadable(error: &io::Error) -> Error {
    Error::os_error(format!("cannot read the trace directory: {error}"))
}

/// The processes that have a file.
pub(super) fn processes() -> Result<Vec<Process>> {
    let found = folder().and_then(|folder| living(&folder));
    let found = found.map_err(|error| unreadable(&error))?;
    Ok(found.into_iter().map(|found| found.process).collect())
}

/// The contents of a process's file: segments, the first of which begins with the header.
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
