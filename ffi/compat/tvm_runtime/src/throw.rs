//! Throwing the last error in C++.
//!
//! The C++ runtime that is in the process is asked to do it; none is linked. Invariant: in the frames that the exception leaves here
//! nothing is left to be dropped.

use std::ffi::{CStr, c_char, c_void};
use std::mem;

/// The functions of libstdc++ that make and throw a `std::runtime_error`, by the names that the Itanium C++ ABI gives them.
#[derive(Clone, Copy)]
struct Runtime {
    allocate: unsafe extern "C" fn(usize) -> *mut c_void,
    construct: unsafe extern "C-unwind" fn(*mut c_void, *const c_char),
    destroy: *mut c_void,
    type_info: *mut c_void,
    throw: unsafe extern "C-unwind" fn(*mut c_void, *mut c_void, *mut c_void) -> !,
}

/// More than a `std::runtime_error` needs: a pointer to its functions and one to its text.
const SIZE: usize = 64;

fn runtime() -> Option<Runtime> {
    let symbol = |library: *mut c_void, name: &CStr| {
        // SAFETY: an open library and a C string.
        let found = unsafe { libc::dlsym(library, name.as_ptr()) };
        (!found.is_null()).then_some(found)
    };
    // SAFETY: asks for a library that is there already, and loads none; the symbols have these types in every version of it.
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

/// Throws a `std::runtime_error` with a text. It returns where the text is empty or nobody can throw.
///
/// # Safety
/// A C string. The frames below this one are of code that exceptions may pass.
pub(crate) unsafe fn throw(text: *const c_char) {
    // SAFETY: a C string by contract.
    if unsafe { *text } == 0 {
        return;
    }
    let Some(runtime) = runtime() else { return };
    // SAFETY: the memory is large enough for the object and freed by whoever catches it; it copies the text. All locals are plain.
    unsafe {
        let exception = (runtime.allocate)(SIZE);
        (runtime.construct)(exception, text);
        (runtime.throw)(exception, runtime.type_info, runtime.destroy)
    }
}
