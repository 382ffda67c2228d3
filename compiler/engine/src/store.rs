//! A folder of entries by key, which processes share.
//!
//! A file has a checksum and the whole key. Invariant: what [`Store::get`] returns was put under exactly this key; a file that
//! is damaged, or another key's, counts as missing and is replaced by the next entry. An entry is written to a file of its own
//! and renamed, so that no process reads a part of one.

use std::fs::{DirBuilder, Metadata};
use std::hash::BuildHasher;
use std::io::Write as _;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use foldhash::quality::FixedState;

use crate::bytes::{Decoder, Encoder};

/// The first bytes of a file.
const MAGIC: &[u8; 8] = b"tvmlikeC";
/// The end of the names of files.
const SUFFIX: &str = ".code";
/// The most bytes of all entries; then the oldest ones are removed.
const MAX_BYTES: u64 = 512 << 20;

/// A folder of entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Store {
    folder: PathBuf,
}

fn hash(seed: u64, bytes: &[u8]) -> u64 {
    FixedState::with_seed(seed).hash_one(bytes)
}

/// Whether others than the user (or the system) can change what a folder contains.
fn is_open(found: &Metadata) -> bool {
    // SAFETY: a query without arguments.
    let user = unsafe { libc::geteuid() };
    found.mode() & 0o022 != 0 || (found.uid() != user && found.uid() != 0)
}

impl Store {
    /// Opens a folder, which is made if it is missing.
    ///
    /// # Errors
    /// Other users can write to it, so that their code would run: the message tells.
    pub fn open(folder: &Path) -> Result<Self, String> {
        if !folder.is_dir() {
            // If it cannot be made, no entry is found, and none is kept.
            let _ = DirBuilder::new().recursive(true).mode(0o700).create(folder);
        }
        match std::fs::metadata(folder) {
            Ok(found) if found.is_dir() && is_open(&found) => Err(format!(
                "{}: directory must not be writable for other users",
                folder.display()
            )),
            Ok(found) if !found.is_dir() => Err(format!("{}: not a directory", folder.display())),
            _ => Ok(Self {
                folder: folder.to_owned(),
            }),
        }
    }

    fn path(&self, key: &[u8]) -> PathBuf {
        self.folder
            .join(format!("{:016x}{:016x}{SUFFIX}", hash(1, key), hash(2, key)))
    }

    /// The entry of a key.
    pub fn get(&self, key: &[u8]) -> Option<Vec<u8>> {
        let file = std::fs::read(self.path(key)).ok()?;
        let rest = file.strip_prefix(MAGIC)?;
        let mut from = Decoder(rest);
        let sum = from.number()?;
        if sum != hash(3, from.0) || from.bytes()? != key {
            return None;
        }
        from.bytes().map(<[u8]>::to_vec)
    }

    /// Keeps an entry. Without space or permission it is not kept.
    pub fn put(&self, key: &[u8], entry: &[u8]) {
        let mut body = Encoder::default();
        body.bytes(key);
        body.bytes(entry);
        let mut head = Encoder(MAGIC.to_vec());
        head.number(hash(3, &body.0));
        let written = tempfile::Builder::new()
            .prefix(".new-")
            .tempfile_in(&self.folder)
            .and_then(|mut file| {
                file.write_all(&head.0)?;
                file.write_all(&body.0)?;
                Ok(file.persist(self.path(key))?)
            });
        if written.is_ok() {
            self.prune(MAX_BYTES);
        }
    }

    /// Removes the oldest entries of more bytes than these, and files that a process left that ended while it wrote them.
    fn prune(&self, most: u64) {
        let Ok(files) = std::fs::read_dir(&self.folder) else {
            return;
        };
        let mut entries = Vec::new();
        for file in files.flatten() {
            let name = file.file_name();
            let name = name.to_string_lossy();
            let Ok(found) = file.metadata() else { continue };
            let changed = found.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            if name.ends_with(SUFFIX) {
                entries.push((changed, found.len(), file.path()));
            } else if name.starts_with(".new-") && changed.elapsed().is_ok_and(|age| age.as_secs() > 3600) {
                // Another process may have removed it.
                let _ = std::fs::remove_file(file.path());
            }
        }
        let mut total: u64 = entries.iter().map(|entry| entry.1).sum();
        if total <= most {
            return;
        }
        entries.sort();
        for (_, len, path) in entries {
            if total <= most / 4 * 3 {
                break;
            }
            // As above.
            let _ = std::fs::remove_file(path);
            total -= len;
        }
    }
}

/// The file of the library or program that contains this code.
pub fn own_file() -> Option<PathBuf> {
    // SAFETY: zero is valid for a struct of pointers.
    let mut found: libc::Dl_info = unsafe { std::mem::zeroed() };
    // SAFETY: the struct is valid for the result; the address is one of this code.
    let status = unsafe { libc::dladdr(own_file as *const libc::c_void, &mut found) };
    if status == 0 || found.dli_fname.is_null() {
        return None;
    }
    // SAFETY: the loader's text ends with NUL, and stays as long as this code.
    let name = unsafe { std::ffi::CStr::from_ptr(found.dli_fname) };
    Some(PathBuf::from(std::ffi::OsStr::from_bytes(name.to_bytes())))
}
