//! The library itself, the host's table, and loading and attaching plugins. The packed functions `plugin.*` do everything
//! else with plugins.

use std::ffi::{CStr, OsStr, c_char, c_int};
use std::os::unix::ffi::OsStrExt;

use tvmlike_registry::host_api::{self, null, outcome};
use tvmlike_registry::plugin::{self, Plugin};
use tvmlike_runtime::abi::{TVMLikeHost, TVMLikePluginInit, TVMLikeValue};
use tvmlike_runtime::{Any, Map};

/// Returns the version of the library, as static text.
#[unsafe(no_mangle)]
pub extern "C" fn TVMLikeVersion() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Returns the host's table of functions: everything that a plugin can call, and the version of the ABI. It is never freed.
#[unsafe(no_mangle)]
pub extern "C" fn TVMLikeGetHost() -> *const TVMLikeHost {
    host_api::table()
}

/// Writes a plugin's description unless `out` is NULL.
///
/// # Safety
/// `out` is NULL or valid for a write, and holds no value.
unsafe fn describe(out: *mut TVMLikeValue, plugin: &Plugin) {
    if !out.is_null() {
        // SAFETY: a valid place by contract.
        unsafe { out.write(Any::from(Map::from(plugin)).into_raw()) };
    }
}

/// Loads a plugin library and registers its functions. `out`, which may be NULL, receives an owned map of its `name`,
/// `version`, `path`, `functions` and more, as `plugin.info` returns it.
///
/// # Safety
/// `path` is NULL or a C string; `out` is NULL or valid for a write, and holds no value.
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
/// unloaded like others, but not attached again. `out` is as for `TVMLikePluginLoad`.
///
/// # Safety
/// `init` is NULL or a plugin's entry point; `out` is NULL or valid for a write, and holds no value.
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
