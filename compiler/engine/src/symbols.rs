//! What code imports from the process: the C library, its mathematics, and the compiler's own functions.

use std::ffi::{CStr, CString, c_void};
use std::sync::OnceLock;

use crate::backend::Address;
use crate::error::EngineError;

/// Libraries that have what compilers expect, and that a process need not have loaded.
const LIBRARIES: [&CStr; 2] = [c"libm.so.6", c"libgcc_s.so.1"];

/// A library, which stays loaded.
struct Library(*mut c_void);

// SAFETY: a handle of the dynamic loader can be used from every thread.
unsafe impl Send for Library {}
// SAFETY: as above.
unsafe impl Sync for Library {}

fn libraries() -> &'static [Library] {
    static OPENED: OnceLock<Vec<Library>> = OnceLock::new();
    OPENED.get_or_init(|| {
        let opened = LIBRARIES.iter().map(|name| {
            // SAFETY: the name ends with NUL; these libraries have no constructors with effects.
            Library(unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) })
        });
        opened.filter(|library| !library.0.is_null()).collect()
    })
}

/// The address of a symbol in the process, the mathematical library or the compiler's library.
pub fn process_symbol(name: &str) -> Option<Address> {
    let name = CString::new(name).ok()?;
    // SAFETY: the name ends with NUL.
    let found = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
    if !found.is_null() {
        return Some(Address(found));
    }
    libraries().iter().find_map(|library| {
        // SAFETY: the handle is of an open library, the name ends with NUL.
        let found = unsafe { libc::dlsym(library.0, name.as_ptr()) };
        (!found.is_null()).then_some(Address(found))
    })
}

/// The error of symbols that nothing defines. An entry for C is named as the function that the module declares.
pub(crate) fn undefined(symbols: &[&str]) -> EngineError {
    let mut names: Vec<&str> = Vec::new();
    for symbol in symbols {
        let name = symbol.strip_prefix("_mlir_ciface_").unwrap_or(symbol);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    EngineError::new(format!(
        "undefined symbols: {}; register functions with these names, or supply their addresses",
        names.join(", ")
    ))
}
