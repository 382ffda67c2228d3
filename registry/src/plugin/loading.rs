//! Opens a plugin's library and runs its init function.

use std::path::Path;
use std::ptr;

use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
use tvmlike_runtime::abi::{TVMLIKE_ABI_MAJOR, TVMLIKE_ABI_MINOR, TVMLikeHost, TVMLikePluginInit};
use tvmlike_runtime::elf_image::{self, mappings, private_copy};
use tvmlike_runtime::error::{ErrorKind, ErrorParts};
use tvmlike_runtime::outstanding::{self, LiveCounts};
use tvmlike_runtime::{Error, Result, foreign};

use super::instance::{Instance, locked};
use super::instances::{RUNNING, instances};
use super::state::State;
use super::unique;
use crate::library;

/// The name of the entry point.
const ENTRY_POINT: &str = "tvmlike_plugin_init_v1";

/// Marks a plugin as running its init on this thread; dropping it ends that, even if init panics.
struct Running {
    previous: Option<&'static LiveCounts>,
}

impl Running {
    fn begin(plugin: &'static Instance) -> Self {
        RUNNING.with_borrow_mut(|running| running.push(plugin));
        // Objects of a plugin that is linked into the program can be attributed to it only while its init runs.
        let live = (!plugin.is_mapped()).then(|| plugin.live());
        Self {
            previous: outstanding::set_initializing(live),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        RUNNING.with_borrow_mut(Vec::pop);
        outstanding::set_initializing(self.previous);
    }
}

/// Opens a private copy of a plugin's library and returns its entry point.
pub(super) fn open(plugin: &'static Instance) -> Result<TVMLikePluginInit> {
    let path = plugin.path();
    let shown = path.display();
    let unloadable =
        |why: &dyn std::fmt::Display| Error::os_error(format!("cannot load plugin {shown}: {why}"));
    mappings::check().map_err(|why| unloadable(&why))?;
    let image = elf_image::check(path).map_err(|why| unloadable(&why))?;
    let copy = private_copy::make(path, image.finds_others_beside_it);
    if let Some(copy) = &copy {
        // The file may have been written to while it was copied.
        elf_image::check(copy.path()).map_err(|why| unloadable(&why))?;
        let same_file = |other: &&'static Instance| other.path() == path && other.id() != plugin.id();
        let earlier: Vec<_> = instances().iter().copied().filter(same_file).collect();
        unique::separate(copy.path(), &earlier).map_err(|why| unloadable(&why))?;
    }
    let mapped = copy.as_ref().map_or(path, private_copy::Copy::path);
    // SAFETY: this runs the library's constructors; the caller has asked to load it.
    let library = unsafe { Library::open(Some(mapped), RTLD_NOW | RTLD_LOCAL) }.map_err(|error| {
        let said = match std::error::Error::source(&error) {
            // libloading wraps the loader's message.
            Some(said) => said.to_string(),
            None => error.to_string(),
        };
        // The loader's message names the copy.
        unloadable(&said.replace(&*mapped.to_string_lossy(), &path.to_string_lossy()))
    })?;
    // SAFETY: a symbol with this name, which contains the version of the protocol, has this type.
    let symbol = unsafe { library.get::<TVMLikePluginInit>(ENTRY_POINT) };
    let init = match symbol.map(|symbol| *symbol) {
        Ok(Some(init)) if belongs_to(init as *const _, mapped) => init,
        _ => {
            return Err(Error::value_error(format!(
                "{shown} is not a tvmlike plugin: it does not export {ENTRY_POINT}"
            )));
        }
    };
    if copy.is_none() && was_run(init as usize) {
        return Err(Error::os_error(format!(
            "cannot load plugin {shown} again: its code is already in the process, and no private copy of the \
             file could be made"
        )));
    }
    // From here on the plugin's code runs, and its objects may live for ever, so this function never unmaps it.
    let handle = library.into_raw();
    if let Some(copy) = copy {
        copy.keep();
    }
    if let Some(range) = library::range_of(init as *const _) {
        plugin.set_mapped(handle, range);
    }
    Ok(Some(init))
}

/// Whether a symbol belongs to the library itself, not to one that it links.
fn belongs_to(symbol: *const std::ffi::c_void, path: &Path) -> bool {
    tvmlike_client::file_of(symbol)
        .and_then(|file| file.canonicalize().ok())
        .is_none_or(|file| Some(file) == path.canonicalize().ok())
}

/// The entry points that have run. Code that has run has initialized statics, so it cannot serve as a fresh load.
static RUN: std::sync::Mutex<Vec<usize>> = std::sync::Mutex::new(Vec::new());

fn was_run(init: usize) -> bool {
    locked(&RUN).contains(&init)
}

/// Returns the table of this host, which a higher layer provides.
fn own_table() -> Result<&'static TVMLikeHost> {
    let own = tvmlike_client::HOSTS.first();
    own.map(|own| (own.table)())
        .ok_or_else(|| Error::internal_error("this library has no host"))
}

/// Runs an entry point; the instance collects its registrations.
pub(super) fn run_init(plugin: &'static Instance, init: TVMLikePluginInit) -> Result<()> {
    let Some(init) = init else {
        return Err(Error::value_error("a plugin's entry point must not be NULL"));
    };
    let mut run = locked(&RUN);
    if run.contains(&(init as usize)) {
        return Err(Error::value_error(format!(
            "the entry point of {} has already run; a plugin can be attached only once",
            plugin.path().display()
        )));
    }
    run.push(init as usize);
    drop(run);
    let table = ptr::from_ref(own_table()?) as usize;
    let running = Running::begin(plugin);
    let given = plugin.given() as usize;
    // SAFETY: an init takes the table and its own struct, which are both valid for ever; `call` catches C++ exceptions.
    let status = unsafe { foreign::call(init as foreign::Target, [table, given, 0, 0, 0]) };
    drop(running);
    let named = take_name(plugin);

    // Checked first: a version mismatch may be the cause of the failure.
    let (major, minor) = plugin.built_for();
    let name = plugin.name();
    if major != TVMLIKE_ABI_MAJOR || minor > TVMLIKE_ABI_MINOR {
        tvmlike_runtime::error::clear_raised();
        return Err(Error::value_error(format!(
            "plugin {name} was built for tvmlike ABI {major}.{minor}; this host has ABI \
             {TVMLIKE_ABI_MAJOR}.{TVMLIKE_ABI_MINOR}"
        )));
    }
    if let Err(cause) = tvmlike_runtime::error::status(status) {
        return Err(Error::from_parts(ErrorParts {
            kind: Some(ErrorKind::new(&cause.kind())),
            message: format!("plugin {name} failed to load: {}", cause.message()).into(),
            cause: Some(cause),
            ..ErrorParts::default()
        }));
    }
    tvmlike_runtime::error::clear_raised();
    named
}

/// Names a plugin as its init has requested. Fails if another loaded or loading plugin has this name; the plugin keeps the
/// name then, for error messages.
fn take_name(plugin: &'static Instance) -> Result<()> {
    plugin.check_identity()?;
    let name = plugin.name_in_init();
    // Under one lock, so that of two concurrent loads the second sees the first.
    let instances = instances();
    let present = instances.iter().copied().find(|other| {
        let loaded = other.state().is_loaded() || (other.state() == State::Loading && other.has_name());
        loaded
            && !ptr::eq(*other, plugin)
            && !plugin.replaces().is_some_and(|old| ptr::eq(*other, old))
            && *other.name() == *name
    });
    plugin.note_identity(&name);
    drop(instances);
    match present {
        None => Ok(()),
        Some(present) => Err(Error::value_error(format!(
            "a plugin named {name} is already loaded, from {}; {} has the same name",
            present.path().display(),
            plugin.path().display()
        ))),
    }
}

/// Locks the list of entry points for a fork.
pub(super) fn lock_for_fork() -> impl Sized + 'static {
    locked(&RUN)
}
