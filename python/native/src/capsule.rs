//! DLPack capsules of tensors.
//!
//! Invariant: as long as a capsule has its first name, it owns its managed tensor and deletes the tensor when it is freed
//! itself. A consumer renames the capsule and owns the tensor from then on.

use std::ffi::{CStr, c_char};
use std::ptr;

use pyo3_ffi::{PyCapsule_GetName, PyCapsule_GetPointer, PyCapsule_New, PyObject};
use tvmlike_abi::TVMLikeObjectHandle;
use tvmlike_abi::dlpack::{DLManagedTensor, DLManagedTensorVersioned};

use crate::api::api;
use crate::error;

const UNVERSIONED: &CStr = c"dltensor";
const VERSIONED: &CStr = c"dltensor_versioned";

/// A capsule with a managed tensor that owns a reference to a tensor object; NULL with the exception set on failure.
///
/// # Safety
/// `tensor` is a living tensor object. The GIL is held.
pub(crate) unsafe fn export(tensor: TVMLikeObjectHandle, versioned: bool) -> *mut PyObject {
    // SAFETY: the results are owned; a managed tensor is deleted with its capsule, or here.
    unsafe {
        if versioned {
            let mut managed = ptr::null_mut();
            if (api().tensor_to_dlpack_versioned)(tensor, &raw mut managed) != 0 {
                return error::raise_pending();
            }
            let capsule = PyCapsule_New(managed.cast(), VERSIONED.as_ptr(), Some(drop_versioned));
            if capsule.is_null() {
                error::with_exception_saved(|| delete_versioned(managed));
            }
            return capsule;
        }
        let mut managed = ptr::null_mut();
        if (api().tensor_to_dlpack)(tensor, &raw mut managed) != 0 {
            return error::raise_pending();
        }
        let capsule = PyCapsule_New(managed.cast(), UNVERSIONED.as_ptr(), Some(drop_unversioned));
        if capsule.is_null() {
            error::with_exception_saved(|| delete_unversioned(managed));
        }
        capsule
    }
}

/// Releases a managed tensor.
///
/// # Safety
/// The caller transfers ownership of `managed`.
unsafe fn delete_versioned(managed: *mut DLManagedTensorVersioned) {
    // SAFETY: by contract.
    unsafe {
        if let Some(deleter) = (*managed).deleter {
            deleter(managed);
        }
    }
}

/// Releases a managed tensor.
///
/// # Safety
/// The caller transfers ownership of `managed`.
unsafe fn delete_unversioned(managed: *mut DLManagedTensor) {
    // SAFETY: by contract.
    unsafe {
        if let Some(deleter) = (*managed).deleter {
            deleter(managed);
        }
    }
}

/// Whether a capsule has its first name. Names are compared by address, because consumers set their own.
///
/// # Safety
/// `capsule` is a living capsule. The GIL is held.
unsafe fn is_unused(capsule: *mut PyObject, name: *const c_char) -> bool {
    // SAFETY: a capsule; if it has no name, the result is NULL, without an exception.
    unsafe { PyCapsule_GetName(capsule) == name }
}

/// The destructor of versioned capsules.
///
/// # Safety
/// Called by CPython with a capsule of [`export`], with the GIL held.
unsafe extern "C" fn drop_versioned(capsule: *mut PyObject) {
    // SAFETY: a capsule of `export`, with the GIL held. A consumer that failed has its exception set.
    unsafe {
        if is_unused(capsule, VERSIONED.as_ptr()) {
            let managed = PyCapsule_GetPointer(capsule, VERSIONED.as_ptr()).cast();
            error::preserving_exception(|| delete_versioned(managed));
        }
    }
}

/// The destructor of unversioned capsules.
///
/// # Safety
/// Called by CPython with a capsule of [`export`], with the GIL held.
unsafe extern "C" fn drop_unversioned(capsule: *mut PyObject) {
    // SAFETY: as above.
    unsafe {
        if is_unused(capsule, UNVERSIONED.as_ptr()) {
            let managed = PyCapsule_GetPointer(capsule, UNVERSIONED.as_ptr()).cast();
            error::preserving_exception(|| delete_unversioned(managed));
        }
    }
}
