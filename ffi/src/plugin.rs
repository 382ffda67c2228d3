//! Loading and attaching plugins. What else there is to do with them is packed functions, `plugin.*`.

use std::ffi::{CStr, OsStr, c_char, c_int};
use std::os::unix::ffi::OsStrExt;

use tvmlike_registry::host_api::{null, outcome};
use tvmlike_registry::plugin::{self, Plugin};
use tvmlike_runtime::abi::{TVMLikePluginInit, TVMLikeValue};
use tvmlike_runtime::{Any, Map};

/// Writes a plugin's description, if there is a place for it.
///
/// # Safety
/// `out` is NULL or a place for a value that holds none.
unsafe fn describe(out: *mut TVMLikeValue, plugin: &Plugin) {
    if !out.is_null() {
        // SAFETY: a valid place by contract.
        unsafe { out.write(Any::from(Map::from(plugin)).into_raw()) };
    }
}

/// Loads a plugin library and registers its functions. `out`, which may be NULL, receives an owned map of its `name`,
/// `version`, `path`, `functions` and more, as `plugin.info` gives it.
///
/// # Safety
/// `path` is NULL or a C string; `out` is NULL or a place for a value that holds none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikePluginLoad(path: *const c_char, out: *mut TVMLikeValue) -> c_int {
    outcome(|| {
        if path.is_null() {
            return Err(null("a plugin's path"));
        }
        // SAFETY: not null, a C string by contract.
        let path = OsStr::from_bytes(unsafe { CStr::from_ptr(path) }.to_bytes());
        // SAFETY: by contract.
        unsafe { describe(out, &plugin::load(path)?) };
        Ok(())
    })
}

/// Runs the entry point of a plugin that is linked into the program itself, and registers its functions. It can be
/// unloaded like others, but not attached again. `out` is as in `TVMLikePluginLoad`.
///
/// # Safety
/// `init` is NULL or a plugin's entry point; `out` is NULL or a place for a value that holds none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikePluginAttach(init: TVMLikePluginInit, out: *mut TVMLikeValue) -> c_int {
    outcome(|| {
        if init.is_none() {
            return Err(null("a plugin's entry point"));
        }
        // SAFETY: by contract.
        unsafe { describe(out, &plugin::attach(init)?) };
        Ok(())
    })
}
