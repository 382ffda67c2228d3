//! The current objects of a thread: defaults for implicit parameters.

use std::ffi::c_int;
use std::ptr::NonNull;

use tvmlike_macros::c_function;
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

/// Makes an object the current one of its type on this thread until [`current_pop`]: implicit parameters whose
/// arguments the caller leaves out take it. Scopes nest. The thread holds a reference to the object meanwhile.
///
/// # Safety
/// `object` is a living object, or NULL, which is an error.
#[c_function(export = "TVMLikeCurrentPush", slot = 39, since = "1.3")]
pub unsafe extern "C" fn current_push(object: TVMLikeObjectHandle) -> c_int {
    // SAFETY: by contract.
    unsafe { with_object(object, current::push) }
}

/// Ends the scope of the object that this thread pushed last. If `object` is another one, or was pushed on another
/// thread, that is an error and nothing changes.
///
/// # Safety
/// `object` is a living object, or NULL, which is an error.
#[c_function(export = "TVMLikeCurrentPop", slot = 40, since = "1.3")]
pub unsafe extern "C" fn current_pop(object: TVMLikeObjectHandle) -> c_int {
    // SAFETY: by contract.
    unsafe { with_object(object, current::pop) }
}

/// Returns the current object of a type on this thread: of the objects of that type or of one that inherits from it,
/// the one that was pushed last. Writes a reference that the caller owns, or NULL if there is none.
///
/// # Safety
/// `out` is valid for a write, or NULL, which is an error.
#[c_function(export = "TVMLikeCurrentGet", slot = 41, since = "1.3")]
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
