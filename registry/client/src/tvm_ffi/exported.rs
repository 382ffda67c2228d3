//! Functions that a library exports for tvm-ffi, as the attribute macro makes them.
//!
//! tvm-ffi closes a library when the module that it opened is gone, whoever still has something that the library made.
//! Invariant: a library of ours that was called once stays mapped, so that this is never a jump into nothing.

use std::ffi::{CString, c_int, c_void};
use std::os::unix::ffi::OsStringExt;
use std::ptr;
use std::sync::Once;

use tvmlike_runtime::abi::{TVMLikeObject, TVMLikeValue};
use tvmlike_runtime::function::described::{self, Descriptor};
use tvmlike_runtime::function::shim;
use tvmlike_runtime::{Any, TVMArgs, error};

use super::crossing::NONE;
use super::wrapper::answer;

static READY: Once = Once::new();

/// Has the loader keep the library that this code was linked into.
fn stay_mapped() {
    let own = crate::library::file_of(stay_mapped as *const c_void);
    let Some(Ok(path)) = own.map(|path| CString::new(path.into_os_string().into_vec())) else {
        return;
    };
    // A program is not among the libraries, and needs nothing.
    let flags = libc::RTLD_NOW | libc::RTLD_NOLOAD | libc::RTLD_NODELETE;
    // SAFETY: a C string; nothing is loaded. The handle is not given back.
    unsafe { libc::dlopen(path.as_ptr(), flags) };
}

/// Answers tvm-ffi's call of an exported symbol with an entry.
///
/// # Safety
/// `call` keeps the convention and reads nothing of the function object that it gets (which is NULL). The rest comes from
/// a caller that keeps it, too: `num_args` valid values and a place for the result.
pub unsafe fn exported(
    call: unsafe extern "C" fn(*mut TVMLikeObject, *const TVMLikeValue, i32, *mut TVMLikeValue) -> c_int,
    args: *const TVMLikeValue,
    num_args: i32,
    result: *mut TVMLikeValue,
) -> c_int {
    // SAFETY: by contract.
    unsafe {
        answered(args, num_args, result, |args, num_args, result| {
            call(ptr::null_mut(), args, num_args, result)
        })
    }
}

/// Answers tvm-ffi's call of an exported symbol with the function of a descriptor.
///
/// # Safety
/// As [`described::call`].
pub unsafe fn exported_function(
    descriptor: &'static Descriptor,
    args: *const TVMLikeValue,
    num_args: i32,
    result: *mut TVMLikeValue,
) -> c_int {
    // SAFETY: by contract.
    unsafe {
        answered(args, num_args, result, |args, num_args, result| {
            described::call(descriptor, args, num_args, result)
        })
    }
}

/// # Safety
/// `call` can be called with valid arguments and a place for the result, as which the others come.
#[inline(always)]
unsafe fn answered(
    args: *const TVMLikeValue,
    num_args: i32,
    result: *mut TVMLikeValue,
    call: impl FnOnce(*const TVMLikeValue, i32, *mut TVMLikeValue) -> c_int,
) -> c_int {
    READY.call_once(|| {
        stay_mapped();
        // In a process without a host nobody else has done it.
        shim::note_panic_places();
    });
    let call = |args: TVMArgs<'_>| {
        let mut returned = NONE;
        // Arguments that live for the call, and a place that holds no object.
        let status = call(args.as_slice().as_ptr().cast(), args.len() as i32, &mut returned);
        error::status(status)?;
        // SAFETY: a successful call leaves an owned value.
        Ok(unsafe { Any::from_raw(returned) })
    };
    // SAFETY: by contract.
    unsafe { answer(args, num_args, result, "an exported function", call) }
}
