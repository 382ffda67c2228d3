//! Recognises the callbacks of DGL's own Python front ends.
//!
//! By the C header, a callback borrows its arguments and retains what it keeps. DGL's front ends follow that except for arrays, which
//! they release. Nothing in a call tells the two apart, so the maker of a callback is recognised by its finalizer: each front end
//! uses one finalizer for all of its callbacks. Invariant: a callback that is not certainly a front end's borrows all arguments.

use std::ffi::{CString, c_void};
use std::os::unix::ffi::OsStrExt;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::{path::Path, ptr};

use tvmlike::file_of;

use crate::interpreter;

/// The maker of a callback.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Maker {
    /// A program that follows the header.
    Other,
    /// DGL's compiled front end.
    Compiled,
    /// DGL's ctypes front end.
    Ctypes,
}

impl Maker {
    /// Whether it is one of DGL's front ends.
    #[inline]
    pub(crate) fn is_front_end(self) -> bool {
        self != Self::Other
    }
}

/// The finalizers that were recognised last, each with its maker.
static KNOWN: [(Maker, AtomicPtr<c_void>); 3] = [
    (Maker::Compiled, AtomicPtr::new(ptr::null_mut())),
    (Maker::Ctypes, AtomicPtr::new(ptr::null_mut())),
    (Maker::Other, AtomicPtr::new(ptr::null_mut())),
];

/// The maker of the callbacks with a finalizer.
pub(crate) fn maker_of(finalizer: *mut c_void) -> Maker {
    if finalizer.is_null() {
        return Maker::Other;
    }
    let known = KNOWN
        .iter()
        .find(|(_, known)| known.load(Ordering::Relaxed) == finalizer);
    known.map_or_else(|| recognise(finalizer), |(maker, _)| *maker)
}

#[cold]
fn recognise(finalizer: *mut c_void) -> Maker {
    let maker = match file_of(finalizer) {
        Some(library) if is_compiled_front_end(&library) => Maker::Compiled,
        Some(_) => Maker::Other,
        // Code that is in no file: ctypes generates such code.
        None if interpreter::ctypes_finalizers().contains(&finalizer) => Maker::Ctypes,
        // Not recorded: this code may be freed, and a front end's finalizer may get its address.
        None => return Maker::Other,
    };
    for (known, place) in &KNOWN {
        if *known == maker {
            place.store(finalizer, Ordering::Relaxed);
        }
    }
    maker
}

/// Whether a library is DGL's compiled front end: `core` in a directory `_cy3`, and a Python extension module.
fn is_compiled_front_end(library: &Path) -> bool {
    let begins = |name: Option<&std::ffi::OsStr>, start: &str| {
        name.and_then(|name| name.to_str())
            .is_some_and(|name| name.starts_with(start))
    };
    if !begins(library.file_name(), "core.") || !begins(library.parent().and_then(Path::file_name), "_cy") {
        return false;
    }
    let Ok(library) = CString::new(library.as_os_str().as_bytes()) else {
        return false;
    };
    // SAFETY: a C string; a loaded library is opened once more and closed again.
    unsafe {
        let opened = libc::dlopen(library.as_ptr(), libc::RTLD_LAZY | libc::RTLD_NOLOAD);
        if opened.is_null() {
            return false;
        }
        let is_module = !libc::dlsym(opened, c"PyInit_core".as_ptr()).is_null();
        libc::dlclose(opened);
        is_module
    }
}
