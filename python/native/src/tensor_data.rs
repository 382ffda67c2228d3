//! The `DLTensor` that a native tensor begins with, read in place.
//!
//! Invariant: it does not change as long as the native object lives.

use std::ffi::c_void;

use pyo3_ffi::{PyObject, PyObject_GetAttrString};
use tvmlike_abi::TVMLIKE_TENSOR;
use tvmlike_abi::dlpack::{DLPACK_FLAG_BITMASK_READ_ONLY, DLTensor};

use crate::api::api;
use crate::object::Object;
use crate::python::{Owned, call};
use crate::value::type_index;

/// The `DLTensor` of a `Tensor`; `None` with the exception set if it was freed, or is no tensor: code may change the class
/// of an object.
///
/// # Safety
/// `this` is an `ObjectBase`. The result is valid until its handle is released. The GIL is held.
#[inline(always)]
pub(crate) unsafe fn tensor_of<'a>(this: *mut PyObject) -> Option<&'a DLTensor> {
    // SAFETY: an `ObjectBase`, whose handle is NULL or a living object; a tensor begins with a `DLTensor`.
    unsafe {
        let handle = (*this.cast::<Object>()).handle;
        if handle.is_null() || type_index(handle) != TVMLIKE_TENSOR {
            raise_unusable(this);
            return None;
        }
        Some(&*handle.add(1).cast::<DLTensor>())
    }
}

/// Raises the error for a `Tensor` that was freed, or whose native object is no tensor.
///
/// # Safety
/// `this` is an `Object` of the package. The GIL is held.
#[cold]
#[inline(never)]
unsafe fn raise_unusable(this: *mut PyObject) {
    // SAFETY: an `Object` of the package: its method raises.
    unsafe {
        if let Some(method) = Owned::new(PyObject_GetAttrString(this, c"_refuse".as_ptr())) {
            drop(Owned::new(call(method.get(), &[])));
        }
    }
}

/// The numbers at an address in a tensor: its shape or its strides.
///
/// # Safety
/// `first` is NULL or points to `tensor.ndim` numbers, which live as long as the result.
unsafe fn numbers<'a>(tensor: &DLTensor, first: *const i64) -> &'a [i64] {
    if tensor.ndim <= 0 || first.is_null() {
        return &[];
    }
    // SAFETY: a tensor has `ndim` of each.
    unsafe { std::slice::from_raw_parts(first, tensor.ndim as usize) }
}

/// The sizes of the dimensions.
///
/// # Safety
/// `tensor` is the `DLTensor` of a native tensor.
pub(crate) unsafe fn shape_of(tensor: &DLTensor) -> &[i64] {
    // SAFETY: a checked tensor.
    unsafe { numbers(tensor, tensor.shape) }
}

/// The strides, in elements.
///
/// # Safety
/// `tensor` is the `DLTensor` of a native tensor, whose strides are never NULL.
pub(crate) unsafe fn strides_of(tensor: &DLTensor) -> &[i64] {
    // SAFETY: a checked tensor, whose strides are always there.
    unsafe { numbers(tensor, tensor.strides) }
}

/// The address of the first element.
pub(crate) fn first_element(tensor: &DLTensor) -> *mut c_void {
    tensor.data.wrapping_byte_add(tensor.byte_offset as usize)
}

/// Whether the owner of the memory forbids writing to it.
///
/// # Safety
/// `this` is a `Tensor` that was not freed. The GIL is held.
pub(crate) unsafe fn is_read_only(this: *mut PyObject) -> bool {
    // SAFETY: a `Tensor` that was not freed.
    unsafe {
        let flags = (api().tensor_flags)((*this.cast::<Object>()).handle);
        flags & DLPACK_FLAG_BITMASK_READ_ONLY != 0
    }
}
