//! Functions of a front end's interpreter.

use std::ffi::{CStr, c_char, c_int, c_void};

use tvmlike_classic::with_runtime;
use tvmlike_registry::host_api::null;

use crate::classic_abi::Tvm;
use crate::{front_end, interpreter, signals};

/// Registers a function of the Python interpreter by name: `PyErr_CheckSignals`, `PyGILState_Ensure`, `PyGILState_Release`,
/// `Py_IncRef` or `Py_DecRef`.
///
/// It replaces an earlier one with this name; NULL unregisters it. Afterwards, long-running functions on this thread check for
/// signals.
///
/// # Safety
/// `name` is NULL or a C string; `ptr` is NULL or the function of that name, which may be called as long as the process lives.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMBackendRegisterEnvCAPI(name: *const c_char, ptr: *mut c_void) -> c_int {
    with_runtime::<Tvm>(|| {
        if name.is_null() {
            return Err(null("TVMBackendRegisterEnvCAPI: the function's name"));
        }
        // SAFETY: not null, a C string by contract.
        let name = unsafe { CStr::from_ptr(name) };
        interpreter::register(name, ptr)?;
        front_end::seen();
        // Some front ends register no signal check, but expect the exception that it raises.
        if name == c"PyErr_CheckSignals" || name == c"Py_IncRef" {
            signals::watch(!ptr.is_null())?;
        }
        Ok(())
    })
}
