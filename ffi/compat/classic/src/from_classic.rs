//! Conversion of classic values to borrowed 16-byte values.
//!
//! Invariant: a value without an exact counterpart is refused, never changed: an unsigned number beyond 63 bits, an unknown
//! type code.

use std::ffi::c_int;
use std::ops::RangeFrom;

use tvmlike_runtime::abi::layout::CELL_OFFSET;
use tvmlike_runtime::abi::{TVMLikeObject, TVMLikePayload, TVMLikeValue};
use tvmlike_runtime::{AnyView, Error, Result, Tensor, TypeIndex};

use crate::classic_abi::ClassicAbi;
use crate::value::*;

/// The type codes of front ends' extension types, up to [`ClassicAbi::LAST_CODE`].
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

/// Converts a classic argument to a borrowed value. `position` counts from 0.
///
/// # Errors
/// OverflowError for an unsigned number beyond 63 bits, TypeError for an unknown type code.
///
/// # Safety
/// `code` is the type code of the value; what the value points to lives as long as the result.
#[inline]
pub unsafe fn from_classic<A: ClassicAbi>(
    from: TVMValue,
    code: c_int,
    position: usize,
) -> Result<TVMLikeValue> {
    // SAFETY: all 8 bytes of the union are readable as any member; the code says which member is live.
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
            _ => return other_from_classic::<A>(from, code, position),
        })
    }
}

/// Converts an argument with one of the less frequent type codes.
///
/// # Safety
/// As [`from_classic`].
unsafe fn other_from_classic<A: ClassicAbi>(
    from: TVMValue,
    code: c_int,
    position: usize,
) -> Result<TVMLikeValue> {
    if code > A::LAST_CODE {
        return Err(unknown_code::<A>(code, position));
    }
    // SAFETY: as in `from_classic`; handles are alive by contract.
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
            // A NULL handle of any type is None.
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
                object_value(from.v_handle.cast())
            }
            TVMLIKE_ARG_NDARRAY_HANDLE => object_value(tensor_of_array(from.v_handle.cast())),
            // The object is borrowed, not taken: the caller keeps its handle.
            TVMLIKE_ARG_OBJECT_RVALUE_REF => object_value(*from.v_handle.cast::<*mut TVMLikeObject>()),
            // Functions see a pointer; a callback of the same library sees the code again.
            own if EXTENSION_CODES.contains(&own) => TVMLikeValue {
                type_index: TypeIndex::OPAQUE_PTR.0,
                small_len: own as u32,
                payload: TVMLikePayload { v_ptr: from.v_handle },
            },
            unknown => return Err(unknown_code::<A>(unknown, position)),
        })
    }
}

#[cold]
fn unknown_code<A: ClassicAbi>(code: c_int, position: usize) -> Error {
    Error::type_error(format!(
        "argument {}: {code} is not a type code; expected {TVMLIKE_ARG_INT} to {}; \
         pass an extension type as one of these, for example as a pointer",
        position + 1,
        A::LAST_CODE
    ))
}

/// An object as a value of its type.
///
/// # Safety
/// `object` is NULL or alive.
unsafe fn object_value(object: *mut TVMLikeObject) -> TVMLikeValue {
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

/// The array handle of a tensor. It owns the tensor's reference.
pub fn array_of_tensor(tensor: Tensor) -> TVMArrayHandle {
    tensor.into_raw().wrapping_byte_add(CELL_OFFSET).cast()
}
