//! Finding the one libtvmlike of the process, and attaching a library to it.
//!
//! libtvm_runtime and libdgl link these crates as a plugin does, and use the registry of libtvmlike as a plugin does. They attach
//! at the first call, not when they are loaded: a constructor runs under the loader's lock, and another thread that loads a plugin
//! would wait for that lock while it holds the registry's. Invariant: a library attaches once; if that fails, every call fails with
//! the same error.

use std::cell::Cell;
use std::ffi::{CString, OsString, c_char, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use tvmlike_registry::file_of;
use tvmlike_registry::plugin::host_program::{self, Attach, MoveFromRaised};
use tvmlike_runtime::abi::TVMLikePluginInit;
use tvmlike_runtime::error::set_raised;
use tvmlike_runtime::{Error, Result};

/// libtvmlike's SONAME, by which the loader knows it, and its file name.
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

/// The environment variable with the folder that is searched first.
const FOLDER: &str = "TVMLIKE_LIBRARY_PATH";

/// Whether a library is attached.
pub struct Attachment {
    attached: AtomicBool,
    /// Held while the library attaches. The first error is kept: a registration that failed halfway cannot be repeated.
    failed: Mutex<Option<Error>>,
}

thread_local! {
    /// Whether this thread is attaching a library. Its calls meanwhile use the host's table, which is set already.
    static ATTACHING: Cell<bool> = const { Cell::new(false) };
}

impl Attachment {
    /// A library that is not attached yet.
    pub const fn new() -> Self {
        Self {
            attached: AtomicBool::new(false),
            failed: Mutex::new(None),
        }
    }

    /// Attaches the library of the entry point `init`, unless it is attached.
    ///
    /// # Errors
    /// RuntimeError if no libtvmlike is found; the error with which libtvmlike refuses the library.
    #[inline]
    pub fn ready(&self, init: TVMLikePluginInit) -> Result<()> {
        // Acquire: makes the writes of the attaching thread visible.
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
                // The first call of the library may read an error that libtvmlike raised; attaching must not clear it.
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

/// Looks up a function that libtvmlike exports. The library must be attached.
///
/// # Errors
/// RuntimeError if libtvmlike is missing or older than the function.
pub fn host_function(name: &std::ffi::CStr) -> Result<*mut c_void> {
    // SAFETY: a C string.
    unsafe { symbol(open(None)?, name.as_ptr()) }
}

/// The functions of libtvmlike that attach a library.
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
/// `move_from_raised` is `TVMLikeErrorMoveFromRaised` of libtvmlike.
unsafe fn raised_in(move_from_raised: MoveFromRaised) -> Option<Error> {
    let mut raised = ptr::null_mut();
    // SAFETY: a valid place; the result is NULL or an error object whose reference we own.
    unsafe {
        move_from_raised(&mut raised);
        Some(Error::from_owned_object(NonNull::new(raised)?))
    }
}

/// Opens libtvmlike: the loaded one, or else the first one in the searched folders. It is never closed.
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
            tried.push(format!("no file {}", file.display()));
            continue;
        }
        let Ok(path) = CString::new(file.as_os_str().as_bytes()) else {
            continue;
        };
        // RTLD_LOCAL: the classic functions of libtvmlike must not be found in place of this library's.
        // SAFETY: a C string. The constructors of libtvmlike affect nothing else.
        let library = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
        if !library.is_null() {
            return Ok(library);
        }
        tried.push(last_loader_error());
    }
    Err(Error::runtime_error(format!(
        "cannot find libtvmlike: {}; install it beside this library, or set {FOLDER} to its folder",
        tried.join("; ")
    )))
}

fn candidates(init: TVMLikePluginInit) -> Vec<PathBuf> {
    // A relative path would depend on the current folder.
    let asked = std::env::var_os(FOLDER).filter(|folder: &OsString| Path::new(folder).is_absolute());
    let own = init
        .and_then(|init| file_of(init as *const c_void))
        .and_then(|file| Some(file.canonicalize().unwrap_or(file).parent()?.to_owned()));
    let folders = asked.map(PathBuf::from).into_iter().chain(own);
    // In a Python package the file has the SONAME, and the other name is a script for linkers.
    let file = |folder: PathBuf| {
        let versioned = folder.join(SONAME);
        if versioned.is_file() {
            versioned
        } else {
            folder.join(FILE)
        }
    };
    folders.map(file).collect()
}

/// Looks up a symbol of libtvmlike.
///
/// # Safety
/// `library` is an open library and `name` a C string.
unsafe fn symbol(library: *mut c_void, name: *const c_char) -> Result<*mut c_void> {
    // SAFETY: by contract.
    let found = unsafe { libc::dlsym(library, name) };
    if found.is_null() {
        return Err(Error::runtime_error(format!(
            "libtvmlike is older than this library: {}; update it",
            last_loader_error()
        )));
    }
    Ok(found)
}

fn last_loader_error() -> String {
    // SAFETY: dlerror returns NULL or a C string that is valid until the thread's next call of the loader.
    unsafe {
        let text = libc::dlerror();
        if text.is_null() {
            return "unknown loader error".to_owned();
        }
        std::ffi::CStr::from_ptr(text).to_string_lossy().into_owned()
    }
}

/// Defines `fn ready() -> Result<()>`, which attaches the library to libtvmlike, for the library's
/// [`ClassicAbi`](crate::ClassicAbi).
#[macro_export]
macro_rules! attaches {
    (name = $name:expr) => {
        const _: () = {
            #[tvmlike::__private::linkme::distributed_slice(tvmlike::__private::PLUGIN_MARK)]
            #[linkme(crate = tvmlike::__private::linkme)]
            static MARK: tvmlike::__private::PluginMark = tvmlike::__private::PluginMark($name);
        };

        /// Attaches this library to the libtvmlike of the process and registers its functions there.
        fn ready() -> tvmlike::Result<()> {
            static ATTACHMENT: $crate::Attachment = $crate::Attachment::new();

            /// # Safety
            /// `host` is libtvmlike's table and `plugin` a struct to fill in.
            unsafe extern "C" fn entry_point(
                host: *const tvmlike::__private::TVMLikeHost,
                plugin: *mut tvmlike::__private::TVMLikePlugin,
            ) -> ::core::ffi::c_int {
                // SAFETY: the contract is the same.
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
