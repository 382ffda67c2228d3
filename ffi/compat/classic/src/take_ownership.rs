//! Arguments that a callback keeps.
//!
//! Invariant: the callback owns exactly one reference afterwards, a new one or the one that it took from its caller.

use std::ffi::c_int;
use std::{mem, ptr};

use tvmlike_runtime::abi::TVMLikeObject;
use tvmlike_runtime::abi::layout::CELL_OFFSET;
use tvmlike_runtime::{Error, Result, TypeIndex, object};

use crate::classic_abi::ClassicAbi;
use crate::from_classic::from_classic;
use crate::object::is_module;
use crate::value::*;

/// Makes a borrowed argument owned: objects are retained. If [`ClassicAbi::RVALUES_MOVE`], the object behind an rvalue
/// reference is taken from the caller, whose handle becomes NULL.
///
/// # Errors
/// TypeError for a string, bytes or a `DLTensor*`, which are borrowed for the call. As [`from_classic`] for other values.
///
/// # Safety
/// `code` is the type code of the value, which is valid.
pub unsafe fn take_ownership<A: ClassicAbi>(from: TVMValue, code: c_int) -> Result<(TVMValue, c_int)> {
    match code {
        TVMLIKE_ARG_STR | TVMLIKE_ARG_BYTES | TVMLIKE_ARG_DLTENSOR_HANDLE => Err(Error::type_error(
            "strings, bytes and DLTensor pointers are borrowed for the call and cannot be kept; copy them",
        )),
        TVMLIKE_ARG_OBJECT_RVALUE_REF if A::RVALUES_MOVE => {
            // SAFETY: NULL or a pointer to an object handle, which is NULL or owns a reference.
            let taken = unsafe { from.v_handle.cast::<*mut TVMLikeObject>().as_mut() }
                .map_or(ptr::null_mut(), |place| mem::replace(place, ptr::null_mut()));
            // SAFETY: NULL or alive; the callback owns the reference now.
            Ok(unsafe { handle_of(taken) })
        }
        _ => {
            // SAFETY: by contract.
            let borrowed = unsafe { from_classic::<A>(from, code, 0)? };
            if !TypeIndex(borrowed.type_index).is_object() {
                return Ok(match code {
                    // A NULL handle of any type is None.
                    TVMLIKE_ARG_OBJECT_HANDLE
                    | TVMLIKE_ARG_MODULE_HANDLE
                    | TVMLIKE_ARG_PACKED_FUNC_HANDLE
                    | TVMLIKE_ARG_NDARRAY_HANDLE
                    | TVMLIKE_ARG_OBJECT_RVALUE_REF => {
                        let v_handle = ptr::null_mut();
                        (TVMValue { v_handle }, TVMLIKE_ARG_NULLPTR)
                    }
                    _ => (from, code),
                });
            }
            // SAFETY: alive by contract; the callback owns the new reference.
            unsafe {
                object::retain(borrowed.payload.v_obj);
                Ok(handle_of(borrowed.payload.v_obj))
            }
        }
    }
}

/// An object's handle with the type code of its type.
///
/// # Safety
/// NULL or a living object.
unsafe fn handle_of(object: *mut TVMLikeObject) -> (TVMValue, c_int) {
    // SAFETY: by contract.
    let kind = unsafe { object.as_ref() }.map_or(TypeIndex::NONE, |header| TypeIndex(header.type_index));
    let (v_handle, code) = match kind {
        TypeIndex::NONE => (ptr::null_mut(), TVMLIKE_ARG_NULLPTR),
        TypeIndex::TENSOR => (
            object.wrapping_byte_add(CELL_OFFSET).cast(),
            TVMLIKE_ARG_NDARRAY_HANDLE,
        ),
        TypeIndex::FUNCTION => (object.cast(), TVMLIKE_ARG_PACKED_FUNC_HANDLE),
        kind if is_module(kind) => (object.cast(), TVMLIKE_ARG_MODULE_HANDLE),
        _ => (object.cast(), TVMLIKE_ARG_OBJECT_HANDLE),
    };
    (TVMValue { v_handle }, code)
}
