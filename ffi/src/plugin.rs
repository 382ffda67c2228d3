//! Loading plugins.

use std::ffi::{CStr, OsStr, c_char, c_int};
use std::os::unix::ffi::OsStrExt;

use tvmlike_registry::host_api::{null, outcome};
use tvmlike_runtime::abi::TVMLikeValue;

/// Loads a plugin library and registers its functions. `out`, which may be NULL, receives an owned map of its
/// `name`, `version`, `path` and `functions`.
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
        let map = tvmlike_builtin::describe_plugin(&*tvmlike_registry::plugin::load(path)?);
        if !out.is_null() {
            // SAFETY: a valid place by contract.
            unsafe { out.write(tvmlike_runtime::Any::from(map).into_raw()) };
        }
        Ok(())
    })
}
