//! Throws the last error as a C++ exception.
//!
//! The C++ runtime is looked up in the process, not linked. Invariant: the frames of this file that the exception passes have nothing
//! to drop.

use std::ffi::{CStr, c_char, c_void};
use std::mem;

/// The functions of libstdc++ that make and throw a `std::runtime_error`, under their names in the Itanium C++ ABI.
#[derive(Clone, Copy)]
struct Runtime {
    allocate: unsafe extern "C" fn(usize) -> *mut c_void,
    construct: unsafe extern "C-unwind" fn(*mut c_void, *const c_char),
    destroy: *mut c_void,
    type_info: *mut c_void,
    throw: unsafe extern "C-unwind" fn(*mut c_void, *mut c_void, *mut c_void) -> !,
}

/// The memory for a `std::runtime_error`, which needs less: two pointers.
const SIZE: usize = 64;

fn runtime() -> Option<Runtime> {
    let symbol = |library: *mut c_void, name: &CStr| {
        // SAFETY: an open library and a C string.
        let found = unsafe { libc::dlsym(library, name.as_ptr()) };
        (!found.is_null()).then_some(found)
    };
    // SAFETY: opens a loaded library and loads none; the symbols have these types in every version.
    unsafe {
        let library = libc::dlopen(c"libstdc++.so.6".as_ptr(), libc::RTLD_LAZY | libc::RTLD_NOLOAD);
        if library.is_null() {
            return None;
        }
        Some(Runtime {
            allocate: mem::transmute::<*mut c_void, unsafe extern "C" fn(usize) -> *mut c_void>(symbol(
                library,
                c"__cxa_allocate_exception",
            )?),
            construct: mem::transmute::<*mut c_void, unsafe extern "C-unwind" fn(*mut c_void, *const c_char)>(
                symbol(library, c"_ZNSt13runtime_errorC1EPKc")?,
            ),
            destroy: symbol(library, c"_ZNSt13runtime_errorD1Ev")?,
            type_info: symbol(library, c"_ZTISt13runtime_error")?,
            throw: mem::transmute::<
                *mut c_void,
                unsafe extern "C-unwind" fn(*mut c_void, *mut c_void, *mut c_void) -> !,
            >(symbol(library, c"__cxa_throw")?),
        })
    }
}

/// Throws a `std::runtime_error` with a text. It returns if the text is empty or the process has no libstdc++.
///
/// # Safety
/// `text` is a C string; an exception may pass the frames of the callers.
pub(crate) unsafe fn throw(text: *const c_char) {
    // SAFETY: a C string by contract.
    if unsafe { *text } == 0 {
        return;
    }
    let Some(runtime) = runtime() else { return };
    // SAFETY: the memory is large enough for the object, which copies the text; the handler frees it. No local needs dropping.
    unsafe {
        let exception = (runtime.allocate)(SIZE);
        (runtime.construct)(exception, text);
        (runtime.throw)(exception, runtime.type_info, runtime.destroy)
    }
}
