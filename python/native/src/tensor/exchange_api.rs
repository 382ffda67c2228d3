//! The DLPack C exchange API of `Tensor`: the table of functions by which other libraries convert tensors without a call
//! of Python code.
//!
//! Invariant: it never passes read-only memory on. A managed tensor can declare it, but libraries that use this table, such as
//! tvm-ffi, do not read the declaration; those that do also call `__dlpack__`.

use std::ffi::{c_char, c_int, c_void};
use std::ptr;

use pyo3_ffi::*;
use tvmlike_abi::TVMLIKE_TENSOR;
use tvmlike_abi::dlpack::{
    DLDeviceType, DLManagedTensorVersioned, DLPACK_FLAG_BITMASK_READ_ONLY, DLPACK_MAJOR_VERSION,
    DLPACK_MINOR_VERSION, DLPackExchangeAPI, DLPackExchangeAPIHeader, DLPackVersion, DLTensor,
};

use crate::api::api;
use crate::error;
use crate::exchange::NAME;
use crate::object::{self, Object, is_object};
use crate::python::{GilCell, raise};
use crate::value::type_index;

/// The table, which consumers only read.
static OWN: GilCell<DLPackExchangeAPI> = GilCell::new(DLPackExchangeAPI {
    header: DLPackExchangeAPIHeader {
        version: DLPackVersion {
            major: DLPACK_MAJOR_VERSION,
            minor: DLPACK_MINOR_VERSION,
        },
        prev_api: ptr::null_mut(),
    },
    managed_tensor_allocator: Some(allocate),
    managed_tensor_from_py_object_no_sync: Some(from_object),
    managed_tensor_to_py_object_no_sync: Some(to_object),
    dltensor_from_py_object_no_sync: Some(borrow),
    current_work_stream: Some(current_work_stream),
});

/// A capsule with the table; NULL with the exception set on failure.
///
/// # Safety
/// The GIL is held.
pub(super) unsafe fn own_api() -> *mut PyObject {
    // SAFETY: a static that lives for ever.
    unsafe { PyCapsule_New(ptr::from_mut(OWN.get()).cast(), NAME.as_ptr(), None) }
}

/// The tensor object of a `Tensor`; NULL with the exception set for another Python object.
///
/// # Safety
/// `object` is a living object. The GIL is held.
unsafe fn own_tensor(object: *mut PyObject) -> *mut tvmlike_abi::TVMLikeObject {
    // SAFETY: a living object.
    unsafe {
        if !is_object(object) {
            raise(PyExc_TypeError, c"expected a tvmlike.Tensor");
            return ptr::null_mut();
        }
        let handle = (*object.cast::<Object>()).handle;
        if handle.is_null() || type_index(handle) != TVMLIKE_TENSOR {
            raise(
                PyExc_ValueError,
                c"this Tensor was freed, or never had a native object",
            );
            return ptr::null_mut();
        }
        handle
    }
}

/// Whether a tensor is read-only; then the exception is set.
///
/// # Safety
/// `handle` is a living tensor. The GIL is held.
unsafe fn is_refused(handle: *mut tvmlike_abi::TVMLikeObject) -> bool {
    // SAFETY: by contract.
    unsafe {
        let refused = (api().tensor_flags)(handle) & DLPACK_FLAG_BITMASK_READ_ONLY != 0;
        if refused {
            raise(
                PyExc_BufferError,
                c"a read-only tensor is not passed by the C exchange API, whose users do not check; if it is only read, pass a \
                  copy, or call __dlpack__(max_version=(1, 0))",
            );
        }
        refused
    }
}

/// A managed tensor of a `Tensor`; 0, or -1 with the exception set.
///
/// # Safety
/// Called by the exchange API: `object` is a living object, `out` is valid for writing. The GIL is held.
unsafe extern "C" fn from_object(object: *mut c_void, out: *mut *mut DLManagedTensorVersioned) -> c_int {
    // SAFETY: the protocol: a living object of our class, the GIL held, `out` is valid for writing.
    unsafe {
        let handle = own_tensor(object.cast());
        if handle.is_null() {
            return -1;
        }
        if is_refused(handle) {
            return -1;
        }
        if (api().tensor_to_dlpack_versioned)(handle, out) != 0 {
            error::raise_pending();
            return -1;
        }
        0
    }
}

/// A `Tensor` of a managed tensor; 0, or -1 with the exception set.
///
/// # Safety
/// Called by the exchange API: the caller transfers ownership of `managed`, `out` is valid for writing. The GIL is held.
unsafe extern "C" fn to_object(managed: *mut DLManagedTensorVersioned, out: *mut *mut c_void) -> c_int {
    // SAFETY: the protocol: an owned managed tensor, the GIL held, `out` is valid for writing.
    unsafe {
        let mut handle = ptr::null_mut();
        if (api().tensor_from_dlpack_versioned)(managed, &raw mut handle) != 0 {
            error::raise_pending();
            return -1;
        }
        let made = object::wrap(handle);
        if made.is_null() {
            return -1;
        }
        out.write(made.cast());
        0
    }
}

/// The `DLTensor` of a `Tensor`, borrowed; 0, or -1 with the exception set.
///
/// # Safety
/// Called by the exchange API: `object` is a living object, `out` is valid for writing. The GIL is held.
unsafe extern "C" fn borrow(object: *mut c_void, out: *mut DLTensor) -> c_int {
    // SAFETY: the protocol: a living object of our class, the GIL held, `out` is valid for writing.
    unsafe {
        let handle = own_tensor(object.cast());
        if handle.is_null() {
            return -1;
        }
        if is_refused(handle) {
            return -1;
        }
        out.write(*handle.add(1).cast::<DLTensor>());
        0
    }
}

/// The stream on which tensors are computed: none.
///
/// # Safety
/// Called by the exchange API: `out` is valid for writing.
unsafe extern "C" fn current_work_stream(_: DLDeviceType::Type, _: i32, out: *mut *mut c_void) -> c_int {
    // SAFETY: `out` is valid for writing. Tensors here have no stream.
    unsafe { out.write(ptr::null_mut()) };
    0
}

type SetError = Option<unsafe extern "C" fn(*mut c_void, *const c_char, *const c_char)>;

/// Allocates a tensor like a prototype; 0, or -1 with the error reported by `set_error`.
///
/// # Safety
/// Called by the exchange API: the type, the shape and the device of `prototype` are valid, `out` is valid for writing.
/// The GIL need not be held.
unsafe extern "C" fn allocate(
    prototype: *mut DLTensor,
    out: *mut *mut DLManagedTensorVersioned,
    context: *mut c_void,
    set_error: SetError,
) -> c_int {
    // SAFETY: the protocol: the type, the shape and the device of the prototype are valid. No Python object is touched, so
    // the GIL need not be held.
    unsafe {
        let wanted = &*prototype;
        let mut made = ptr::null_mut();
        let mut status = (api().tensor_alloc)(
            wanted.shape,
            wanted.ndim,
            wanted.dtype,
            wanted.device,
            &raw mut made,
        );
        if status == 0 {
            status = (api().tensor_to_dlpack_versioned)(made, out);
            (api().free)(made.cast());
        }
        if status == 0 {
            return 0;
        }
        let error = error::take_raised();
        if let Some(set_error) = set_error {
            let (kind, message) = error::kind_and_message(error);
            set_error(context, kind.as_ptr(), message.as_ptr());
        }
        if !error.is_null() {
            (api().free)(error.cast());
        }
        -1
    }
}
