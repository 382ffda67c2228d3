//! Finding the one libtvmlike of the process, and attaching a library to it.
//!
//! A library beside libtvmlike links these crates as a plugin does, and comes to the one registry the way a plugin does. It
//! attaches when it is called first, not when it is loaded: a constructor runs under the loader's lock, and a plugin that is being
//! loaded on another thread would wait for that lock with the registry's in its hand. Invariant: it is attached once, and where
//! that failed, every call says why.

use std::cell::Cell;
use std::ffi::{CString, OsString, c_char, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use tvmlike_registry::file_of;
use tvmlike_registry::plugin::host_program::{self, Attach, MoveFromRaised};
use tvmlike_runtime::abi::TVMLikePluginInit;
use tvmlike_runtime::error::set_raised;
use tvmlike_runtime::{Error, Result};

/// The name by which loaders know libtvmlike, and the file's.
const SONAME: &str = if cfg!(target_os = "macos") {
    "libtvmlike.dylib"
} else {
    "libtvmlike.so.0"
};
const FILE: &str = if cfg!(target_os = "macos") {
    "libtvmlike.dylib"
} else {
    "libtvmlike.so"
};

/// The folder that is searched first.
const FOLDER: &str = "TVMLIKE_LIBRARY_PATH";

/// How far a library has come.
pub struct Attachment {
    attached: AtomicBool,
    /// Held while the library is being attached. What it failed with the first time is kept, for what it did half cannot be
    /// done again.
    failed: Mutex<Option<Error>>,
}

thread_local! {
    /// Whether this thread is attaching a library: what it calls meanwhile finds the host's table already.
    static ATTACHING: Cell<bool> = const { Cell::new(false) };
}

impl Attachment {
    /// Not attached yet.
    pub const fn new() -> Self {
        Self {
            attached: AtomicBool::new(false),
            failed: Mutex::new(None),
        }
    }

    /// Attaches the library that `init` belongs to, unless that has been done.
    ///
    /// # Errors
    /// RuntimeError where no libtvmlike is found; whatever libtvmlike refuses the library with.
    #[inline]
    pub fn ready(&self, init: TVMLikePluginInit) -> Result<()> {
        // Acquire: what the attaching thread wrote is seen.
        if self.attached.load(Ordering::Acquire) {
            return Ok(());
        }
        self.attach(init)
    }

    #[cold]
    fn attach(&self, init: TVMLikePluginInit) -> Result<()> {
        if ATTACHING.get() {
            return Ok(());
        }
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        if self.attached.load(Ordering::Acquire) {
            return Ok(());
        }
        if let Some(error) = &*failed {
            return Err(error.clone());
        }
        ATTACHING.set(true);
        let attached = find(init).and_then(|(attach, move_from_raised)| {
            // SAFETY: both are functions of libtvmlike, of one copy, and `init` is an entry point.
            unsafe {
                let before = raised_in(move_from_raised);
                let attached = host_program::attach(attach, move_from_raised, init);
                // This may be the first call of the library because libtvmlike has raised an error, for which it asks.
                if let (Ok(()), Some(error)) = (&attached, before) {
                    set_raised(error);
                }
                attached
            }
        });
        ATTACHING.set(false);
        match &attached {
            Ok(()) => self.attached.store(true, Ordering::Release),
            Err(error) => *failed = Some(error.clone()),
        }
        attached
    }
}

impl Default for Attachment {
    fn default() -> Self {
        Self::new()
    }
}

/// A function that libtvmlike exports, once a library is attached to it.
///
/// # Errors
/// RuntimeError where libtvmlike is not there, or older than the function.
pub fn host_function(name: &std::ffi::CStr) -> Result<*mut c_void> {
    // SAFETY: a C string.
    unsafe { symbol(open(None)?, name.as_ptr()) }
}

/// The functions of libtvmlike that a library comes to it by.
fn find(init: TVMLikePluginInit) -> Result<(Attach, MoveFromRaised)> {
    let library = open(init)?;
    // SAFETY: the exported functions of libtvmlike have these types.
    unsafe {
        Ok((
            std::mem::transmute::<*mut c_void, Attach>(symbol(library, c"TVMLikePluginAttach".as_ptr())?),
            std::mem::transmute::<*mut c_void, MoveFromRaised>(symbol(
                library,
                c"TVMLikeErrorMoveFromRaised".as_ptr(),
            )?),
        ))
    }
}

/// Takes the error that is raised on this thread in libtvmlike.
///
/// # Safety
/// The function is libtvmlike's.
unsafe fn raised_in(move_from_raised: MoveFromRaised) -> Option<Error> {
    let mut raised = ptr::null_mut();
    // SAFETY: a place for the error; what is given is NULL or an error object, whose reference is ours.
    unsafe {
        move_from_raised(&mut raised);
        Some(Error::from_owned_object(NonNull::new(raised)?))
    }
}

/// Opens libtvmlike: the one that is there, or the one in the folders where it is looked for. It is never closed.
fn open(init: TVMLikePluginInit) -> Result<*mut c_void> {
    let soname = CString::new(SONAME).unwrap_or_default();
    // SAFETY: a C string; nothing is loaded.
    let present = unsafe { libc::dlopen(soname.as_ptr(), libc::RTLD_NOLOAD | libc::RTLD_NOW) };
    if !present.is_null() {
        return Ok(present);
    }
    let mut tried = Vec::new();
    for file in candidates(init) {
        if !file.is_file() {
            tried.push(format!("{} is not there", file.display()));
            continue;
        }
        let Ok(path) = CString::new(file.as_os_str().as_bytes()) else {
            continue;
        };
        // Its symbols stay its own: those of the same name in this library are not to be taken for them.
        // SAFETY: a C string. Loading libtvmlike runs its constructors, which keep to themselves.
        let library = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
        if !library.is_null() {
            return Ok(library);
        }
        tried.push(last_loader_error());
    }
    Err(Error::runtime_error(format!(
        "libtvmlike, which has the functions, was not found ({}); put it beside this library, or say its folder by {FOLDER}",
        tried.join("; ")
    )))
}

fn candidates(init: TVMLikePluginInit) -> Vec<PathBuf> {
    let asked = std::env::var_os(FOLDER).filter(|folder: &OsString| !folder.is_empty());
    let own = init
        .and_then(|init| file_of(init as *const c_void))
        .and_then(|file| Some(file.canonicalize().unwrap_or(file).parent()?.to_owned()));
    let folders = asked.map(PathBuf::from).into_iter().chain(own);
    folders.map(|folder| folder.join(FILE)).collect()
}

/// # Safety
/// An open library and a C string.
unsafe fn symbol(library: *mut c_void, name: *const c_char) -> Result<*mut c_void> {
    // SAFETY: by contract.
    let found = unsafe { libc::dlsym(library, name) };
    if found.is_null() {
        return Err(Error::runtime_error(format!(
            "the libtvmlike of this process is older than this library: {}",
            last_loader_error()
        )));
    }
    Ok(found)
}

fn last_loader_error() -> String {
    // SAFETY: dlerror gives NULL or a C string that stays until the thread's next call of the loader.
    unsafe {
        let text = libc::dlerror();
        if text.is_null() {
            return "the loader gives no reason".to_owned();
        }
        std::ffi::CStr::from_ptr(text).to_string_lossy().into_owned()
    }
}

/// Makes a library one that attaches itself to libtvmlike: it defines `fn ready() -> Result<()>`, for the library's
/// [`Speaker`](crate::Speaker).
#[macro_export]
macro_rules! attaches {
    (name = $name:expr) => {
        const _: () = {
            #[tvmlike::__private::linkme::distributed_slice(tvmlike::__private::PLUGIN_MARK)]
            #[linkme(crate = tvmlike::__private::linkme)]
            static MARK: tvmlike::__private::PluginMark = tvmlike::__private::PluginMark($name);
        };

        /// Connects this library to the libtvmlike of the process, and registers its functions there.
        fn ready() -> tvmlike::Result<()> {
            static ATTACHMENT: $crate::Attachment = $crate::Attachment::new();

            unsafe extern "C" fn entry_point(
                host: *const tvmlike::__private::TVMLikeHost,
                plugin: *mut tvmlike::__private::TVMLikePlugin,
            ) -> ::core::ffi::c_int {
                // SAFETY: libtvmlike calls with its table and a struct to fill in.
                unsafe {
                    tvmlike::__private::plugin_init(
                        host,
                        plugin,
                        $name,
                        env!("CARGO_PKG_VERSION"),
                        ::core::option::Option::None,
                    )
                }
            }

            ATTACHMENT.ready(::core::option::Option::Some(entry_point))
        }
    };
}
