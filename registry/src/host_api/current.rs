//! Current objects of a thread.

use std::ffi::c_int;
use std::ptr::NonNull;

use tvmlike_runtime::abi::TVMLikeObjectHandle;
use tvmlike_runtime::{ObjectRef, Result, TypeIndex, current};

use super::{give, null, outcome};

/// Runs with an object behind a handle.
///
/// # Safety
/// `handle` is NULL or a living object.
unsafe fn with_object(handle: TVMLikeObjectHandle, run: impl FnOnce(&ObjectRef) -> Result<()>) -> c_int {
    outcome(|| {
        let handle = NonNull::new(handle).ok_or_else(|| null("the object"))?;
        // SAFETY: alive by contract; the reference is a new one.
        run(&unsafe { ObjectRef::from_borrowed(handle) })
    })
}

/// `current_push` of the host's table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn current_push(object: TVMLikeObjectHandle) -> c_int {
    // SAFETY: by contract.
    unsafe { with_object(object, current::push) }
}

/// `current_pop` of the host's table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn current_pop(object: TVMLikeObjectHandle) -> c_int {
    // SAFETY: by contract.
    unsafe { with_object(object, current::pop) }
}

/// `current_get` of the host's table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn current_get(type_index: i32, out: *mut TVMLikeObjectHandle) -> c_int {
    if out.is_null() {
        return outcome(|| Err(null("the place for the object")));
    }
    // SAFETY: valid by contract.
    outcome(|| unsafe {
        give(
            out,
            "the place for the object",
            current::current_raw(TypeIndex(type_index)),
        )
    })
}
