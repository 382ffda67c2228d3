//! The values of TVM's classic C ABI: an 8-byte union with its type code in a parallel array.

use core::ffi::{c_char, c_int, c_void};

use tvmlike_runtime::abi::dlpack::{DLDataType, DLDevice, DLTensor};

/// Type code: a signed integer, always 64 bits.
pub const TVMLIKE_ARG_INT: c_int = 0;
/// Type code: an unsigned integer, always 64 bits.
pub const TVMLIKE_ARG_UINT: c_int = 1;
/// Type code: a float, always 64 bits.
pub const TVMLIKE_ARG_FLOAT: c_int = 2;
/// Type code: a pointer without an owner.
pub const TVMLIKE_ARG_OPAQUE_HANDLE: c_int = 3;
/// Type code: no value.
pub const TVMLIKE_ARG_NULLPTR: c_int = 4;
/// Type code: a `DLDataType`.
pub const TVMLIKE_ARG_DATA_TYPE: c_int = 5;
/// Type code: a `DLDevice`.
pub const TVMLIKE_ARG_DEVICE: c_int = 6;
/// Type code: a borrowed `DLTensor*`.
pub const TVMLIKE_ARG_DLTENSOR_HANDLE: c_int = 7;
/// Type code: an object of any other kind.
pub const TVMLIKE_ARG_OBJECT_HANDLE: c_int = 8;
/// Type code: a module.
pub const TVMLIKE_ARG_MODULE_HANDLE: c_int = 9;
/// Type code: a function.
pub const TVMLIKE_ARG_PACKED_FUNC_HANDLE: c_int = 10;
/// Type code: a NUL-terminated `const char*`.
pub const TVMLIKE_ARG_STR: c_int = 11;
/// Type code: a `TVMByteArray*`.
pub const TVMLIKE_ARG_BYTES: c_int = 12;
/// Type code: the `DLTensor*` inside a tensor object.
pub const TVMLIKE_ARG_NDARRAY_HANDLE: c_int = 13;
/// Type code: a pointer to an object handle. The object is borrowed; the caller keeps the handle.
pub const TVMLIKE_ARG_OBJECT_RVALUE_REF: c_int = 14;
/// Type code: a truth value.
pub const TVMLIKE_ARG_BOOL: c_int = 15;

/// A classic value; the type code beside it says which member is live.
#[repr(C)]
#[derive(Clone, Copy)]
pub union TVMValue {
    /// `TVMLIKE_ARG_INT`, `TVMLIKE_ARG_UINT` (its bits), `TVMLIKE_ARG_BOOL`.
    pub v_int64: i64,
    /// `TVMLIKE_ARG_FLOAT`.
    pub v_float64: f64,
    /// Every kind of handle.
    pub v_handle: *mut c_void,
    /// `TVMLIKE_ARG_STR`.
    pub v_str: *const c_char,
    /// `TVMLIKE_ARG_DATA_TYPE`.
    pub v_type: DLDataType,
    /// `TVMLIKE_ARG_DEVICE`.
    pub v_device: DLDevice,
    /// `TVMLIKE_ARG_BOOL`: the lowest byte.
    pub v_bool: bool,
}

/// Borrowed bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TVMByteArray {
    /// First byte.
    pub data: *const c_char,
    /// Number of bytes.
    pub size: usize,
}

/// A function object. Release it with `TVMFuncFree`.
pub type TVMFunctionHandle = *mut c_void;
/// An object of any type. Release it with `TVMObjectFree`.
pub type TVMObjectHandle = *mut c_void;
/// The `DLTensor*` inside a tensor object. Release it with `TVMArrayFree`.
pub type TVMArrayHandle = *mut DLTensor;
/// A module. Release it with `TVMModFree`.
pub type TVMModuleHandle = *mut c_void;
/// A stream of a device. The CPU has one, NULL.
pub type TVMStreamHandle = *mut c_void;
/// The place for a C callback's result; set it with `TVMCFuncSetReturn`.
pub type TVMRetValueHandle = *mut c_void;

/// A C callback in the classic signature. Arguments are borrowed for the call. It returns 0, or -1 after
/// `TVMAPISetLastError`. A C++ exception that leaves it becomes the error of the call on x86-64 Linux.
pub type TVMPackedCFunc = Option<
    unsafe extern "C" fn(
        args: *mut TVMValue,
        type_codes: *mut c_int,
        num_args: c_int,
        ret: TVMRetValueHandle,
        resource_handle: *mut c_void,
    ) -> c_int,
>;

/// Releases a C callback's resource; called once, when the last handle is released.
pub type TVMPackedCFuncFinalizer = Option<unsafe extern "C" fn(resource_handle: *mut c_void)>;
