//! Methods of the module that open libtvmlike and query it.
//!
//! The package finds the file, and this module loads it, so that an import needs no ctypes. Invariant: a handle that
//! [`open`] or [`present`] returns is never closed.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::{mem, ptr};

use pyo3_ffi::*;
use tvmlike_abi::{TVMLikeHost, TVMLikeObjectHandle};

use crate::api::{api, borrowed};
use crate::python::{address, decref, new_ref, none};
use crate::value::{self, NONE};
use crate::{error, gil, identity, unpack};

/// The text of a bytes object; `None` with the exception set for any other object.
///
/// # Safety
/// `value` is a living object, and outlives the result. The GIL is held.
unsafe fn path_of<'a>(value: *mut PyObject) -> Option<&'a CStr> {
    // SAFETY: a living object; its bytes end with a NUL and live as long as it does.
    unsafe {
        let (mut data, mut size) = (ptr::null_mut(), 0);
        if PyBytes_AsStringAndSize(value, &raw mut data, &raw mut size) != 0 {
            return None;
        }
        Some(CStr::from_ptr(data))
    }
}

/// Raises OSError with the last error of the loader. Returns NULL.
///
/// # Safety
/// The GIL is held.
unsafe fn loader_error() -> *mut PyObject {
    // SAFETY: the text lives until the thread's next call of the loader.
    unsafe {
        let text = libc::dlerror();
        let text = if text.is_null() {
            c"unknown error".as_ptr()
        } else {
            text
        };
        let message = PyUnicode_DecodeFSDefault(text);
        if !message.is_null() {
            PyErr_SetObject(PyExc_OSError, message);
            decref(message);
        }
    }
    ptr::null_mut()
}

/// `open_library(path)`: the `dlopen` handle of a library. Raises OSError if it cannot be loaded.
///
/// # Safety
/// Called by CPython with a living object. The GIL is held.
pub(crate) unsafe extern "C" fn open(_: *mut PyObject, path: *mut PyObject) -> *mut PyObject {
    // SAFETY: a living object. The library's constructors run, as with every import.
    unsafe {
        let Some(path) = path_of(path) else {
            return ptr::null_mut();
        };
        let handle = libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL);
        if handle.is_null() {
            return loader_error();
        }
        PyLong_FromVoidPtr(handle)
    }
}

/// `present_library(soname)`: the handle of a library that is loaded already, or None.
///
/// # Safety
/// Called by CPython with a living object. The GIL is held.
pub(crate) unsafe extern "C" fn present(_: *mut PyObject, soname: *mut PyObject) -> *mut PyObject {
    // SAFETY: a living object; nothing is loaded.
    unsafe {
        let Some(soname) = path_of(soname) else {
            return ptr::null_mut();
        };
        let mode = libc::RTLD_NOW | libc::RTLD_LOCAL | libc::RTLD_NOLOAD;
        let handle = libc::dlopen(soname.as_ptr(), mode);
        if handle.is_null() {
            return none();
        }
        PyLong_FromVoidPtr(handle)
    }
}

/// The address of a symbol, NULL where the library lacks it; `None` with the exception set where the handle is not an
/// int.
///
/// # Safety
/// `handle` is an int that [`open`] or [`present`] has returned. The GIL is held.
unsafe fn symbol(handle: *mut PyObject, name: &CStr) -> Option<*mut c_void> {
    // SAFETY: by contract.
    unsafe {
        let handle = address(handle)?;
        Some(libc::dlsym(handle as *mut c_void, name.as_ptr()))
    }
}

/// `describe_library(handle)`: the version, the major version of the contract, and the file of a library. The version is
/// None if the library is not libtvmlike.
///
/// # Safety
/// Called by CPython with a handle of [`open`] or [`present`]. The GIL is held.
pub(crate) unsafe extern "C" fn describe(_: *mut PyObject, handle: *mut PyObject) -> *mut PyObject {
    // SAFETY: a handle of `dlopen`; libtvmlike's header declares the functions with these types.
    unsafe {
        let Some(version) = symbol(handle, c"TVMLikeVersion") else {
            return ptr::null_mut();
        };
        if version.is_null() {
            return Py_BuildValue(c"zis".as_ptr(), ptr::null::<c_char>(), 0, c"".as_ptr());
        }
        let mut place: libc::Dl_info = mem::zeroed();
        let found = libc::dladdr(version, &raw mut place);
        let file = if found == 0 || place.dli_fname.is_null() {
            c"".as_ptr()
        } else {
            place.dli_fname
        };
        let file = PyUnicode_DecodeFSDefault(file);
        if file.is_null() {
            return ptr::null_mut();
        }
        let version = mem::transmute::<*mut c_void, unsafe extern "C" fn() -> *const c_char>(version)();
        let host = symbol(handle, c"TVMLikeGetHost").unwrap_or(ptr::null_mut());
        let major = if host.is_null() {
            0
        } else {
            let host = mem::transmute::<*mut c_void, unsafe extern "C" fn() -> *const TVMLikeHost>(host)();
            host.as_ref().map_or(0, |host| c_int::from(host.major))
        };
        // `N` steals the reference.
        Py_BuildValue(c"siN".as_ptr(), version, major, file)
    }
}

/// A type index from a Python int; `None` with the exception set for any other object.
///
/// # Safety
/// `value` is a living object. The GIL is held.
unsafe fn index_of(value: *mut PyObject) -> Option<i32> {
    // SAFETY: a living object.
    unsafe {
        let index = PyLong_AsLong(value);
        if index == -1 && !PyErr_Occurred().is_null() {
            return None;
        }
        Some(i32::try_from(index).unwrap_or(-1))
    }
}

/// `type_key(index)`: the key of a type, or None.
///
/// # Safety
/// Called by CPython with a living object. The GIL is held.
pub(crate) unsafe extern "C" fn type_key(_: *mut PyObject, index: *mut PyObject) -> *mut PyObject {
    // SAFETY: the information on a type is never freed.
    unsafe {
        let Some(index) = index_of(index) else {
            return ptr::null_mut();
        };
        let Some(info) = (api().type_info)(index).as_ref() else {
            return none();
        };
        PyUnicode_FromStringAndSize(info.key.data, info.key.size as Py_ssize_t)
    }
}

/// `type_ancestors(index)`: the indices of a type's ancestors, root first, or None for an unknown type.
///
/// # Safety
/// Called by CPython with a living object. The GIL is held.
pub(crate) unsafe extern "C" fn type_ancestors(_: *mut PyObject, index: *mut PyObject) -> *mut PyObject {
    // SAFETY: as above; a type has `depth` ancestors. The list is new, and setting an item steals the reference.
    unsafe {
        let Some(index) = index_of(index) else {
            return ptr::null_mut();
        };
        let Some(info) = (api().type_info)(index).as_ref() else {
            return none();
        };
        let list = PyList_New(info.depth as Py_ssize_t);
        if list.is_null() {
            return ptr::null_mut();
        }
        for at in 0..info.depth as usize {
            let number = PyLong_FromLong((*info.ancestors.add(at)).into());
            if number.is_null() {
                decref(list);
                return ptr::null_mut();
            }
            PyList_SetItem(list, at as Py_ssize_t, number);
        }
        list
    }
}

/// `type_index(handle)`: the type index in the header of a living object.
///
/// # Safety
/// Called by CPython; the package passes the address of a living native object. The GIL is held.
pub(crate) unsafe extern "C" fn type_index(_: *mut PyObject, handle: *mut PyObject) -> *mut PyObject {
    // SAFETY: the package passes the address of a living object.
    unsafe {
        match address(handle) {
            Some(handle) => PyLong_FromLong(value::type_index(handle as TVMLikeObjectHandle).into()),
            None => ptr::null_mut(),
        }
    }
}

/// `refined_type(handle)`: the index of an object's most refined type.
///
/// # Safety
/// Called by CPython; the package passes the address of a living native object. The GIL is held.
pub(crate) unsafe extern "C" fn refined_type(_: *mut PyObject, handle: *mut PyObject) -> *mut PyObject {
    // SAFETY: as above.
    unsafe {
        let Some(handle) = address(handle) else {
            return ptr::null_mut();
        };
        let mut index = 0;
        if (api().object_refined_type)(handle as TVMLikeObjectHandle, &raw mut index) != 0 {
            return error::raise_pending();
        }
        PyLong_FromLong(index.into())
    }
}

/// `is_instance(handle, index)`: whether an object is an instance of a type, by its header or by predicates.
///
/// # Safety
/// Called by CPython with a tuple of two; the package passes the address of a living native object first. The GIL is
/// held.
pub(crate) unsafe extern "C" fn is_instance(_: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: a tuple of two; the package passes the address of a living object.
    unsafe {
        let (Some(handle), Some(index)) = (
            address(PyTuple_GetItem(args, 0)),
            index_of(PyTuple_GetItem(args, 1)),
        ) else {
            return ptr::null_mut();
        };
        let mut answer = 0;
        if (api().object_is_instance)(handle as TVMLikeObjectHandle, index, &raw mut answer) != 0 {
            return error::raise_pending();
        }
        PyBool_FromLong(answer.into())
    }
}

/// `living(index)`: the Python objects for native ones with a type in their header.
///
/// # Safety
/// Called by CPython with a living object. The GIL is held.
pub(crate) unsafe extern "C" fn living(_: *mut PyObject, index: *mut PyObject) -> *mut PyObject {
    // SAFETY: the GIL is held.
    unsafe {
        match index_of(index) {
            Some(index) => identity::objects_of_type(index),
            None => ptr::null_mut(),
        }
    }
}

/// `retain(handle)`: adds a strong reference, and returns the handle.
///
/// # Safety
/// Called by CPython; the package passes the address of a living native object. The GIL is held.
pub(crate) unsafe extern "C" fn retain(_: *mut PyObject, handle: *mut PyObject) -> *mut PyObject {
    // SAFETY: as above.
    unsafe {
        let Some(at) = address(handle) else {
            return ptr::null_mut();
        };
        (api().retain)(at as *mut c_void);
        new_ref(handle)
    }
}

/// `release(handle)`: releases a strong reference.
///
/// # Safety
/// Called by CPython; the package passes the address of a native object and transfers ownership of a reference to it.
/// The GIL is held.
pub(crate) unsafe extern "C" fn release(_: *mut PyObject, handle: *mut PyObject) -> *mut PyObject {
    // SAFETY: the package passes the address of an object to which it owns a reference.
    unsafe {
        let Some(at) = address(handle) else {
            return ptr::null_mut();
        };
        // This may run a plugin's finish function, which may need the GIL on another thread.
        gil::released(|| (api().free)(at as *mut c_void));
    }
    none()
}

/// `function_names(prefix)`: the registered names under a prefix in UTF-8, as an Array.
///
/// # Safety
/// Called by CPython with a living object. The GIL is held.
pub(crate) unsafe extern "C" fn function_names(_: *mut PyObject, prefix: *mut PyObject) -> *mut PyObject {
    // SAFETY: a living object; the result is owned if the status is 0.
    unsafe {
        let (mut data, mut size) = (ptr::null_mut(), 0);
        if PyBytes_AsStringAndSize(prefix, &raw mut data, &raw mut size) != 0 {
            return ptr::null_mut();
        }
        let prefix = borrowed(std::slice::from_raw_parts(data.cast::<u8>(), size as usize));
        let mut result = NONE;
        if (api().list_names)(&prefix, &raw mut result) != 0 {
            return error::raise_pending();
        }
        unpack::read_owned(&result)
    }
}

/// `load_plugin(path)`: loads a plugin, and returns its description. The path is in the file system's encoding.
///
/// # Safety
/// Called by CPython with a living object. The GIL is held.
pub(crate) unsafe extern "C" fn load_plugin(_: *mut PyObject, path: *mut PyObject) -> *mut PyObject {
    // SAFETY: a living bytes object, which the caller owns while the GIL is released.
    unsafe {
        let Some(path) = path_of(path) else {
            return ptr::null_mut();
        };
        let mut result = NONE;
        if gil::released(|| (api().plugin_load)(path.as_ptr(), &raw mut result)) != 0 {
            return error::raise_pending();
        }
        unpack::read_owned(&result)
    }
}

/// `type_members(index)`: the members of a type, as the library returns them.
///
/// # Safety
/// Called by CPython with a living object. The GIL is held.
pub(crate) unsafe extern "C" fn type_members(_: *mut PyObject, index: *mut PyObject) -> *mut PyObject {
    // SAFETY: the result is owned if the status is 0.
    unsafe {
        let Some(index) = index_of(index) else {
            return ptr::null_mut();
        };
        let mut result = NONE;
        if (api().type_members)(index, &raw mut result) != 0 {
            return error::raise_pending();
        }
        unpack::read_owned(&result)
    }
}

/// `index_of_key(key)`: the type index for a key in UTF-8, or None.
///
/// # Safety
/// Called by CPython with a living object. The GIL is held.
pub(crate) unsafe extern "C" fn index_of_key(_: *mut PyObject, key: *mut PyObject) -> *mut PyObject {
    // SAFETY: a C string, and `index` is valid for writing.
    unsafe {
        let Some(key) = path_of(key) else {
            return ptr::null_mut();
        };
        let mut index = 0;
        if (api().key_to_index)(key.as_ptr(), &raw mut index) != 0 {
            (api().set_raised)(ptr::null_mut());
            return none();
        }
        PyLong_FromUnsignedLong(index.into())
    }
}

/// `generation()`: the registry's generation.
///
/// # Safety
/// Called by CPython with the GIL held.
pub(crate) unsafe extern "C" fn generation(_: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    // SAFETY: the GIL is held.
    unsafe { PyLong_FromUnsignedLongLong(crate::api::generation()) }
}
