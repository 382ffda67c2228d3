//! Plugins: libraries that bring functions at run time.
//!
//! A plugin exports one entry point and receives the host's table of functions (see the contract crate). What its
//! init brings is collected and comes into force together when init has succeeded, or not at all. Invariants:
//! no lock is held while a plugin's code runs; a plugin's code is never unmapped, since functions and objects of
//! it can live on; one file is loaded at most once at a time.

pub mod entry_point;
mod image;
mod loading;

use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use foldhash::fast::FixedState;
use tvmlike_runtime::abi::TVMLikePlugin;
use tvmlike_runtime::{Error, Result};

use crate::entry::{Entry, Pending};
use crate::{library, table};
use loading::Collected;

/// A plugin that was loaded.
#[derive(Debug, Clone)]
pub struct Plugin {
    /// The name it gave itself.
    pub name: String,
    /// The version it gave itself.
    pub version: String,
    /// The file it was loaded from.
    pub path: PathBuf,
    /// The names it registered, in its own order.
    pub functions: Vec<String>,
}

/// Files that are loaded or being loaded.
static FILES: Mutex<Vec<File>> = Mutex::new(Vec::new());

struct File {
    path: PathBuf,
    /// Device and inode: one file under two paths is one file.
    id: (u64, u64),
    /// `None` while init runs.
    plugin: Option<Arc<Plugin>>,
}

fn files() -> MutexGuard<'static, Vec<File>> {
    FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

thread_local! {
    /// Plugins whose init runs on this thread, the innermost last.
    static RUNNING: RefCell<Vec<Arc<Collected>>> = const { RefCell::new(Vec::new()) };
}

/// Adds a registration to the plugin whose init runs on this thread; gives it back where none does.
pub(crate) fn collect(pending: Pending) -> Option<Pending> {
    let innermost = RUNNING
        .try_with(|running| running.borrow().last().cloned())
        .ok()
        .flatten();
    match innermost {
        Some(collected) => collected.add(vec![pending]).and_then(|mut back| back.pop()),
        None => Some(pending),
    }
}

/// Whether a plugin's init runs on this thread.
pub(crate) fn is_loading() -> bool {
    RUNNING
        .try_with(|running| !running.borrow().is_empty())
        .unwrap_or(false)
}

/// The plugins that are loaded, in the order of loading.
pub fn list() -> Vec<Arc<Plugin>> {
    files().iter().filter_map(|file| file.plugin.clone()).collect()
}

/// Loads a plugin and registers its functions.
///
/// # Errors
/// OSError where the file cannot be read or is no library for this machine; ValueError where it is no plugin, was
/// built for another version of the contract, is loaded already, or brings a name that is taken; whatever its init
/// fails with, as the cause of a RuntimeError. The registry is then as it was.
pub fn load(path: impl AsRef<OsStr>) -> Result<Arc<Plugin>> {
    let given = Path::new(path.as_ref());
    if tvmlike_runtime::host::connected().is_some() {
        return load_through_host(given);
    }
    let claim = Claim::new(given)?;
    let collected = loading::run_init(&claim.path)?;
    let functions = apply(collected.take())?;
    let (name, version) = collected.identity();
    let plugin = Arc::new(Plugin {
        name,
        version,
        path: claim.path.clone(),
        functions,
    });
    claim.complete(plugin.clone());
    Ok(plugin)
}

fn load_through_host(path: &Path) -> Result<Arc<Plugin>> {
    let loaded = crate::get("plugin.load")?.call((&*path.to_string_lossy(),))?;
    let map: tvmlike_runtime::Map = loaded.cast()?;
    let field = |key: &str| {
        let key = tvmlike_runtime::Any::from(key);
        map.get(key.view())
            .ok_or_else(|| Error::key_error(format!("plugin.load gave no {key:?}")))
    };
    Ok(Arc::new(Plugin {
        name: field("name")?.convert()?,
        version: field("version")?.convert()?,
        path: PathBuf::from(field("path")?.convert::<String>()?),
        functions: field("functions")?.convert()?,
    }))
}

/// A file that is being loaded by this thread and by no other; given up when dropped before it is complete.
struct Claim {
    path: PathBuf,
    id: (u64, u64),
    complete: bool,
}

impl Claim {
    fn new(given: &Path) -> Result<Self> {
        use std::os::unix::fs::MetadataExt;
        let unreadable =
            |why: &dyn Display| Error::os_error(format!("cannot load plugin {}: {why}", given.display()));
        let path = given.canonicalize().map_err(|error| unreadable(&error))?;
        let metadata = path.metadata().map_err(|error| unreadable(&error))?;
        if !metadata.is_file() {
            return Err(unreadable(&"it is not a file"));
        }
        let id = (metadata.dev(), metadata.ino());
        let mut files = files();
        if let Some(present) = files.iter().find(|file| file.id == id || file.path == path) {
            let name = present.plugin.as_ref().map(|plugin| plugin.name.clone());
            return Err(Error::value_error(match name {
                Some(name) => format!("plugin {name} is loaded already, from {}", present.path.display()),
                None => format!("plugin {} is being loaded already", present.path.display()),
            }));
        }
        files.push(File {
            path: path.clone(),
            id,
            plugin: None,
        });
        Ok(Self {
            path,
            id,
            complete: false,
        })
    }

    fn complete(mut self, plugin: Arc<Plugin>) {
        self.complete = true;
        if let Some(file) = files().iter_mut().find(|file| file.id == self.id) {
            file.plugin = Some(plugin);
        }
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        if !self.complete {
            files().retain(|file| file.id != self.id);
        }
    }
}

/// Puts all registrations into the table, or none.
///
/// Names that are taken, in the table or twice among the new ones, are found before anything is put in. What another
/// thread takes in between is noticed too: then what was put in is taken out again, and what was replaced put back.
fn apply(registrations: Vec<Pending>) -> Result<Vec<String>> {
    let mut seen = HashMap::with_capacity_and_hasher(registrations.len(), FixedState::with_seed(0));
    for Pending { name, entry, .. } in registrations.iter().filter(|pending| !pending.overrides) {
        if let Some(first) = seen.insert(&**name, &entry.details) {
            return Err(table::taken(name, first, &entry.details));
        }
        table::check_free(name, &entry.details)?;
    }
    let mut names = Vec::with_capacity(registrations.len());
    let mut done: Vec<(Entry, Option<Entry>)> = Vec::with_capacity(registrations.len());
    for Pending {
        name,
        entry,
        overrides,
    } in registrations
    {
        let own_name = String::from(&*name);
        match table::insert(name, entry.clone(), overrides) {
            Ok(replaced) => done.push((entry, replaced)),
            Err(error) => {
                for (name, (entry, replaced)) in names.into_iter().zip(done).rev() {
                    undo(name, &entry, replaced);
                }
                return Err(error);
            }
        }
        names.push(own_name);
    }
    Ok(names)
}

fn undo(name: String, entry: &Entry, replaced: Option<Entry>) {
    drop(table::remove_if_same(name.as_bytes(), &entry.function));
    if let Some(replaced) = replaced {
        // Somebody else may have taken the name meanwhile: then it is theirs.
        let _ = table::insert(name.into(), replaced, false);
    }
}

/// What the plugin behind a pointer that its init received has brought so far.
///
/// # Safety
/// `plugin` is NULL or such a pointer.
pub(crate) unsafe fn collected<'a>(plugin: *const TVMLikePlugin) -> Option<&'a Collected> {
    // SAFETY: by contract.
    unsafe { Collected::of(plugin) }
}

/// Whether a symbol belongs to a library itself, and not to one that it links.
fn belongs_to(symbol: *const std::ffi::c_void, path: &Path) -> bool {
    library::file_of(symbol)
        .and_then(|file| file.canonicalize().ok())
        .is_none_or(|file| file == path)
}
