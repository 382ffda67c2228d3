//! Running a plugin's init, and collecting what it brings.

use std::cell::UnsafeCell;
use std::path::Path;
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
use tvmlike_runtime::abi::{
    TVMLIKE_ABI_MAJOR, TVMLIKE_ABI_MINOR, TVMLikeByteArray, TVMLikePlugin, TVMLikePluginInit,
    TVMLikeRegistration,
};
use tvmlike_runtime::error::{ErrorKind, ErrorParts};
use tvmlike_runtime::{Error, Result, foreign};

use super::{RUNNING, image};
use crate::entry::Pending;
use crate::host_api::{self, Registrant};

/// The entry point's name.
const ENTRY_POINT: &str = "tvmlike_plugin_init_v1";

/// What a plugin's init has brought so far. It is never freed, because a careless plugin may go on to use the
/// pointer that it got after init has returned; it is then told that it is too late.
pub(crate) struct Collected {
    plugin: UnsafeCell<TVMLikePlugin>,
    /// `None` once init has returned.
    pending: Mutex<Option<Vec<Pending>>>,
    /// How error messages call the plugin before it has given itself a name.
    file: String,
}

// SAFETY: the plugin's struct is written to by its init only, and read after that.
unsafe impl Send for Collected {}
// SAFETY: as above.
unsafe impl Sync for Collected {}

impl Collected {
    fn new(path: &Path) -> Arc<Self> {
        let empty = TVMLikeByteArray {
            data: ptr::null(),
            size: 0,
        };
        Arc::new_cyclic(|this: &Weak<Self>| Self {
            plugin: UnsafeCell::new(TVMLikePlugin {
                size: size_of::<TVMLikePlugin>() as u32,
                major: 0,
                minor: 0,
                name: empty,
                version: empty,
                host_context: this.as_ptr().cast_mut().cast(),
            }),
            pending: Mutex::new(Some(Vec::new())),
            file: path
                .file_name()
                .map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
        })
    }

    /// The collection behind the pointer that a plugin got.
    ///
    /// # Safety
    /// `plugin` is NULL or a pointer that `run_init` gave out.
    pub(crate) unsafe fn of<'a>(plugin: *const TVMLikePlugin) -> Option<&'a Self> {
        // SAFETY: never freed, by contract; the context is the host's own.
        unsafe { plugin.as_ref()?.host_context.cast::<Self>().cast_const().as_ref() }
    }

    /// Adds registrations; gives them back once init has returned.
    pub(crate) fn add(&self, mut more: Vec<Pending>) -> Option<Vec<Pending>> {
        match &mut *self.pending.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(pending) => {
                pending.append(&mut more);
                None
            }
            None => Some(more),
        }
    }

    /// Adds registrations that a plugin brings: all, or none where one is wrong.
    ///
    /// # Safety
    /// Each of `registrations` is valid for the call.
    pub(crate) unsafe fn add_all<'a>(
        &self,
        registrations: impl Iterator<Item = &'a TVMLikeRegistration>,
    ) -> Result<()> {
        let owner = self.name();
        let mut registrant = Registrant::new(owner.as_str().into());
        // SAFETY: by contract.
        let read = registrations.map(|registration| unsafe { registrant.read(registration) });
        match self.add(read.collect::<Result<_>>()?) {
            None => Ok(()),
            Some(late) => Err(Error::runtime_error(format!(
                "plugin {owner} registers {} functions after its init has returned; use register_global",
                late.len()
            ))),
        }
    }

    /// Closes the collection.
    pub(crate) fn take(&self) -> Vec<Pending> {
        self.pending
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
            .unwrap_or_default()
    }

    /// What the plugin has said of itself.
    fn said(&self) -> &TVMLikePlugin {
        // SAFETY: only the plugin's init writes to it, on the thread that reads it here, or before any other does.
        unsafe { &*self.plugin.get() }
    }

    fn name(&self) -> String {
        let name = text(&self.said().name);
        if name.is_empty() { self.file.clone() } else { name }
    }

    /// Name and version, as the plugin gave them.
    pub(crate) fn identity(&self) -> (String, String) {
        (self.name(), text(&self.said().version))
    }
}

fn text(bytes: &TVMLikeByteArray) -> String {
    // SAFETY: a plugin's name and version are static text, or empty.
    String::from_utf8_lossy(unsafe { host_api::slice(bytes) }).into_owned()
}

/// What plugins hold pointers to, for ever.
static KEPT: Mutex<Vec<Arc<Collected>>> = Mutex::new(Vec::new());

/// Takes the plugin off the thread's list whatever init does.
struct Running;

impl Drop for Running {
    fn drop(&mut self) {
        RUNNING.with_borrow_mut(Vec::pop);
    }
}

/// Opens a library and runs its init.
pub(super) fn run_init(path: &Path) -> Result<Arc<Collected>> {
    let shown = path.display();
    let unloadable =
        |why: &dyn std::fmt::Display| Error::os_error(format!("cannot load plugin {shown}: {why}"));
    image::check(path).map_err(|why| unloadable(&why))?;
    // SAFETY: the library's own constructors run; that it may be loaded is the caller's wish.
    let library = unsafe { Library::open(Some(path), RTLD_NOW | RTLD_LOCAL) }.map_err(|error| {
        match std::error::Error::source(&error) {
            // What the loader says stands below what libloading says.
            Some(said) => unloadable(&said),
            None => unloadable(&error),
        }
    })?;
    // SAFETY: the symbol has this type by its name, which carries the version of the handshake.
    let symbol = unsafe { library.get::<TVMLikePluginInit>(ENTRY_POINT) };
    let init = match symbol.map(|symbol| *symbol) {
        Ok(Some(init)) if super::belongs_to(init as *const _, path) => init,
        _ => {
            return Err(Error::value_error(format!(
                "{shown} is not a tvmlike plugin: it does not export {ENTRY_POINT}"
            )));
        }
    };
    // From here on the plugin's code runs, and what it makes may live for ever: it is never unmapped.
    std::mem::forget(library);

    let collected = Collected::new(path);
    // The second reference is the plugin's, for ever.
    KEPT.lock()
        .unwrap_or_else(PoisonError::into_inner)
        .push(collected.clone());
    RUNNING.with_borrow_mut(|running| running.push(collected.clone()));
    let running = Running;
    let table = ptr::from_ref(host_api::table()) as usize;
    let plugin = collected.plugin.get() as usize;
    // SAFETY: an init takes the table and its own struct, both valid for ever; one that throws is caught.
    let status = unsafe { foreign::call(init as foreign::Target, [table, plugin, 0, 0, 0]) };
    drop(running);

    // The version comes first: a plugin of another version may have failed for no other reason.
    let TVMLikePlugin { major, minor, .. } = *collected.said();
    let failed = if major != TVMLIKE_ABI_MAJOR || minor > TVMLIKE_ABI_MINOR {
        tvmlike_runtime::error::clear_raised();
        Some(Error::value_error(format!(
            "plugin {} was built for tvmlike ABI {major}.{minor}, this host speaks {TVMLIKE_ABI_MAJOR}.{TVMLIKE_ABI_MINOR}",
            collected.name()
        )))
    } else {
        tvmlike_runtime::error::status(status).err().map(|cause| {
            let message = format!("plugin {} failed to load: {}", collected.name(), cause.message());
            Error::from_parts(ErrorParts {
                kind: Some(ErrorKind::new(&cause.kind())),
                message: message.into(),
                cause: Some(cause),
                ..ErrorParts::default()
            })
        })
    };
    match failed {
        None => {
            tvmlike_runtime::error::clear_raised();
            Ok(collected)
        }
        Some(error) => {
            drop(collected.take());
            Err(error)
        }
    }
}
