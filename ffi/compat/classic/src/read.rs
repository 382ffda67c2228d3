//! Classic values as borrowed 16-byte ones.
//!
//! Invariant: what cannot be said in the other form is refused, never changed: an unsigned number beyond 63 bits, a code that
//! nobody knows.

use std::ffi::c_int;
use std::ops::RangeFrom;

use tvmlike_runtime::abi::layout::CELL_OFFSET;
use tvmlike_runtime::abi::{TVMLikeObject, TVMLikePayload, TVMLikeValue};
use tvmlike_runtime::{AnyView, Error, Result, Tensor, TypeIndex};

use crate::Speaker;
use crate::value::*;

/// From here on, up to the speaker's last code, type codes are those of front ends' own types.
pub(crate) const EXTENSION_CODES: RangeFrom<c_int> = TVMLIKE_ARG_BOOL + 1..;

#[inline]
fn value(index: TypeIndex, payload: TVMLikePayload) -> TVMLikeValue {
    TVMLikeValue {
        type_index: index.0,
        small_len: 0,
        payload,
    }
}

fn none() -> TVMLikeValue {
    *AnyView::NONE.as_raw()
}

/// Reads a classic argument as a borrowed value. `position` counts from 0.
///
/// # Safety
/// The value is as its code says.
#[inline]
pub unsafe fn read<S: Speaker>(from: TVMValue, code: c_int, position: usize) -> Result<TVMLikeValue> {
    // SAFETY: all 8 bytes of the union are readable as any member; what they mean is said by the code.
    unsafe {
        Ok(match code {
            TVMLIKE_ARG_INT => value(
                TypeIndex::INT,
                TVMLikePayload {
                    v_int64: from.v_int64,
                },
            ),
            TVMLIKE_ARG_FLOAT => value(
                TypeIndex::FLOAT,
                TVMLikePayload {
                    v_float64: from.v_float64,
                },
            ),
            TVMLIKE_ARG_STR if !from.v_str.is_null() => {
                value(TypeIndex::RAW_STR, TVMLikePayload { v_c_str: from.v_str })
            }
            TVMLIKE_ARG_NULLPTR => none(),
            TVMLIKE_ARG_OPAQUE_HANDLE => {
                value(TypeIndex::OPAQUE_PTR, TVMLikePayload { v_ptr: from.v_handle })
            }
            _ => return read_other::<S>(from, code, position),
        })
    }
}

/// # Safety
/// As [`read`].
unsafe fn read_other<S: Speaker>(from: TVMValue, code: c_int, position: usize) -> Result<TVMLikeValue> {
    if code > S::LAST_CODE {
        return Err(unknown_code::<S>(code, position));
    }
    // SAFETY: as in `read`; handles are alive by contract.
    unsafe {
        Ok(match code {
            // Front ends write the lowest byte only.
            TVMLIKE_ARG_BOOL => value(
                TypeIndex::BOOL,
                TVMLikePayload {
                    v_int64: i64::from(from.v_int64.to_le_bytes()[0] != 0),
                },
            ),
            TVMLIKE_ARG_UINT => {
                let number = i64::try_from(from.v_int64 as u64).map_err(|_| {
                    Error::overflow_error(format!(
                        "argument {}: the unsigned {} does not fit a signed 64-bit integer",
                        position + 1,
                        from.v_int64 as u64
                    ))
                })?;
                value(TypeIndex::INT, TVMLikePayload { v_int64: number })
            }
            TVMLIKE_ARG_DATA_TYPE => {
                let mut payload = TVMLikePayload { v_uint64: 0 };
                payload.v_dtype = from.v_type;
                value(TypeIndex::DATA_TYPE, payload)
            }
            TVMLIKE_ARG_DEVICE => value(
                TypeIndex::DEVICE,
                TVMLikePayload {
                    v_device: from.v_device,
                },
            ),
            // A NULL behind any handle is no value.
            TVMLIKE_ARG_DLTENSOR_HANDLE
            | TVMLIKE_ARG_OBJECT_HANDLE
            | TVMLIKE_ARG_MODULE_HANDLE
            | TVMLIKE_ARG_PACKED_FUNC_HANDLE
            | TVMLIKE_ARG_STR
            | TVMLIKE_ARG_BYTES
            | TVMLIKE_ARG_NDARRAY_HANDLE
            | TVMLIKE_ARG_OBJECT_RVALUE_REF
                if from.v_handle.is_null() =>
            {
                none()
            }
            TVMLIKE_ARG_DLTENSOR_HANDLE => {
                value(TypeIndex::DLTENSOR_PTR, TVMLikePayload { v_ptr: from.v_handle })
            }
            TVMLIKE_ARG_BYTES => value(TypeIndex::BYTE_ARRAY_PTR, TVMLikePayload { v_ptr: from.v_handle }),
            TVMLIKE_ARG_OBJECT_HANDLE | TVMLIKE_ARG_MODULE_HANDLE | TVMLIKE_ARG_PACKED_FUNC_HANDLE => {
                read_object(from.v_handle.cast())
            }
            TVMLIKE_ARG_NDARRAY_HANDLE => read_object(tensor_of_array(from.v_handle.cast())),
            // The object is lent, not taken: the caller's handle stays as it is.
            TVMLIKE_ARG_OBJECT_RVALUE_REF => read_object(*from.v_handle.cast::<*mut TVMLikeObject>()),
            // A pointer for whoever takes one; a callback of the same speaker sees its code again.
            own if EXTENSION_CODES.contains(&own) => TVMLikeValue {
                type_index: TypeIndex::OPAQUE_PTR.0,
                small_len: own as u32,
                payload: TVMLikePayload { v_ptr: from.v_handle },
            },
            unknown => return Err(unknown_code::<S>(unknown, position)),
        })
    }
}

#[cold]
fn unknown_code<S: Speaker>(code: c_int, position: usize) -> Error {
    Error::type_error(format!(
        "argument {}: {code} is not a type code; they go from {TVMLIKE_ARG_INT} to {}; \
         an extension type must be passed as one of these, such as a pointer",
        position + 1,
        S::LAST_CODE
    ))
}

/// # Safety
/// `object` is NULL or alive.
unsafe fn read_object(object: *mut TVMLikeObject) -> TVMLikeValue {
    if object.is_null() {
        return none();
    }
    // SAFETY: alive by contract.
    let index = TypeIndex(unsafe { (*object).type_index });
    value(index, TVMLikePayload { v_obj: object })
}

/// The tensor object around the DLTensor that is an array handle.
pub fn tensor_of_array(array: TVMArrayHandle) -> *mut TVMLikeObject {
    array.wrapping_byte_sub(CELL_OFFSET).cast()
}

/// The array handle of a tensor, which takes over its reference.
pub fn array_of_tensor(tensor: Tensor) -> TVMArrayHandle {
    tensor.into_raw().wrapping_byte_add(CELL_OFFSET).cast()
}
