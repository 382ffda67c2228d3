//! Conversions between classic values and 16-byte ones.
//!
//! Invariant: what cannot be said in the other form is refused, never changed: an unsigned number beyond 63 bits, a
//! string with a NUL inside on its way to a C string.

use std::cell::RefCell;
use std::ffi::{c_int, c_void};
use std::ptr;

use tvmlike_runtime::abi::layout::CELL_OFFSET;
use tvmlike_runtime::abi::{TVMLikeObject, TVMLikePayload, TVMLikeValue};
use tvmlike_runtime::{Any, AnyView, Error, Result, Tensor, TypeIndex, object};

use super::*;

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
pub(crate) unsafe fn read(from: TVMValue, code: c_int, position: usize) -> Result<TVMLikeValue> {
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
            // Front ends write the lowest byte only.
            TVMLIKE_ARG_BOOL => value(
                TypeIndex::BOOL,
                TVMLikePayload {
                    v_int64: i64::from(from.v_int64.to_le_bytes()[0] != 0),
                },
            ),
            TVMLIKE_ARG_STR if !from.v_str.is_null() => {
                value(TypeIndex::RAW_STR, TVMLikePayload { v_c_str: from.v_str })
            }
            TVMLIKE_ARG_NULLPTR => none(),
            TVMLIKE_ARG_OPAQUE_HANDLE => {
                value(TypeIndex::OPAQUE_PTR, TVMLikePayload { v_ptr: from.v_handle })
            }
            _ => return read_other(from, code, position),
        })
    }
}

/// # Safety
/// As [`read`].
unsafe fn read_other(from: TVMValue, code: c_int, position: usize) -> Result<TVMLikeValue> {
    // SAFETY: as in `read`; handles are alive by contract.
    unsafe {
        Ok(match code {
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
            unknown => {
                return Err(Error::type_error(format!(
                    "argument {}: {unknown} is not a type code; they go from {TVMLIKE_ARG_INT} to {TVMLIKE_ARG_BOOL}",
                    position + 1
                )));
            }
        })
    }
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
pub(crate) fn tensor_of_array(array: TVMArrayHandle) -> *mut TVMLikeObject {
    array.wrapping_byte_sub(CELL_OFFSET).cast()
}

/// The array handle of a tensor, which takes over its reference.
pub(crate) fn array_of_tensor(tensor: Tensor) -> TVMArrayHandle {
    tensor.into_raw().wrapping_byte_add(CELL_OFFSET).cast()
}

/// A value as it is lent to a C callback.
pub(crate) struct Lent {
    value: TVMValue,
    code: c_int,
    /// What a bytes argument points at: kept in a box, because the value points there.
    _bytes: Option<Box<TVMByteArray>>,
}

impl Lent {
    pub(crate) fn code(&self) -> c_int {
        self.code
    }

    pub(crate) fn value(&self) -> TVMValue {
        self.value
    }
}

fn plain(value: TVMValue, code: c_int) -> Lent {
    Lent {
        value,
        code,
        _bytes: None,
    }
}

fn handle(pointer: *mut c_void, code: c_int) -> Lent {
    plain(TVMValue { v_handle: pointer }, code)
}

/// Lends an argument to a C callback.
pub(crate) fn lend(arg: &AnyView<'_>, position: usize) -> Result<Lent> {
    let payload = arg.as_raw().payload;
    // SAFETY: the member that the kind names is the live one.
    let lent = unsafe {
        match arg.kind() {
            TypeIndex::NONE => handle(ptr::null_mut(), TVMLIKE_ARG_NULLPTR),
            TypeIndex::INT => plain(
                TVMValue {
                    v_int64: payload.v_int64,
                },
                TVMLIKE_ARG_INT,
            ),
            TypeIndex::BOOL => plain(
                TVMValue {
                    v_int64: payload.v_int64,
                },
                TVMLIKE_ARG_BOOL,
            ),
            TypeIndex::FLOAT => plain(
                TVMValue {
                    v_float64: payload.v_float64,
                },
                TVMLIKE_ARG_FLOAT,
            ),
            TypeIndex::OPAQUE_PTR => handle(payload.v_ptr, TVMLIKE_ARG_OPAQUE_HANDLE),
            TypeIndex::DATA_TYPE => plain(
                TVMValue {
                    v_int64: payload.v_int64,
                },
                TVMLIKE_ARG_DATA_TYPE,
            ),
            TypeIndex::DEVICE => plain(
                TVMValue {
                    v_device: payload.v_device,
                },
                TVMLIKE_ARG_DEVICE,
            ),
            TypeIndex::DLTENSOR_PTR => handle(payload.v_ptr, TVMLIKE_ARG_DLTENSOR_HANDLE),
            TypeIndex::RAW_STR if payload.v_c_str.is_null() => handle(ptr::null_mut(), TVMLIKE_ARG_NULLPTR),
            TypeIndex::RAW_STR => plain(
                TVMValue {
                    v_str: payload.v_c_str,
                },
                TVMLIKE_ARG_STR,
            ),
            TypeIndex::TENSOR => handle(
                payload.v_obj.wrapping_byte_add(CELL_OFFSET).cast(),
                TVMLIKE_ARG_NDARRAY_HANDLE,
            ),
            TypeIndex::FUNCTION => handle(payload.v_obj.cast(), TVMLIKE_ARG_PACKED_FUNC_HANDLE),
            TypeIndex::MODULE => handle(payload.v_obj.cast(), TVMLIKE_ARG_MODULE_HANDLE),
            TypeIndex::SMALL_STR | TypeIndex::STR => {
                let text = arg.as_str().transpose()?.unwrap_or_default();
                // Strings of both sizes have a NUL behind them, a short one if its maker zeroed the unused bytes.
                if arg.kind() == TypeIndex::SMALL_STR && payload.v_bytes[text.len()] != 0 {
                    return Err(Error::value_error(format!(
                        "argument {}: the unused bytes of a short string are not zero",
                        position + 1
                    )));
                }
                plain(
                    TVMValue {
                        v_str: without_nul(text.as_bytes(), position)?.cast(),
                    },
                    TVMLIKE_ARG_STR,
                )
            }
            TypeIndex::BYTE_ARRAY_PTR | TypeIndex::SMALL_BYTES | TypeIndex::BYTES => {
                let bytes = arg.as_bytes().unwrap_or_default();
                let bytes = Box::new(TVMByteArray {
                    data: bytes.as_ptr().cast(),
                    size: bytes.len(),
                });
                let v_handle = ptr::from_ref(&*bytes).cast_mut().cast();
                Lent {
                    value: TVMValue { v_handle },
                    code: TVMLIKE_ARG_BYTES,
                    _bytes: Some(bytes),
                }
            }
            TypeIndex::RVALUE_REF => handle(payload.v_ptr, TVMLIKE_ARG_OBJECT_RVALUE_REF),
            kind if kind.is_object() => handle(payload.v_obj.cast(), TVMLIKE_ARG_OBJECT_HANDLE),
            kind => {
                return Err(Error::type_error(format!(
                    "argument {}: {} has no type code in the classic ABI",
                    position + 1,
                    kind.name()
                )));
            }
        }
    };
    Ok(lent)
}

fn without_nul(text: &[u8], position: usize) -> Result<*const u8> {
    if text.contains(&0) {
        return Err(Error::value_error(format!(
            "argument {}: a string with a NUL inside cannot be passed to a C callback",
            position + 1
        )));
    }
    Ok(text.as_ptr())
}

/// Makes a lent argument owned: objects are retained.
///
/// # Safety
/// The value is as its code says.
pub(crate) unsafe fn own(from: TVMValue, code: c_int) -> Result<(TVMValue, c_int)> {
    match code {
        TVMLIKE_ARG_STR | TVMLIKE_ARG_BYTES | TVMLIKE_ARG_DLTENSOR_HANDLE => Err(Error::type_error(
            "strings, bytes and DLTensor pointers are lent for the call and cannot be kept; copy them",
        )),
        _ => {
            // SAFETY: by contract.
            let borrowed = unsafe { read(from, code, 0)? };
            if TypeIndex(borrowed.type_index).is_object() {
                // SAFETY: alive by contract; the new reference is the callback's.
                unsafe { object::retain(borrowed.payload.v_obj) };
            }
            if code == TVMLIKE_ARG_OBJECT_RVALUE_REF {
                // SAFETY: a reference to a handle is read as the object, or as no value.
                let v_handle = unsafe { borrowed.payload.v_ptr };
                return Ok((TVMValue { v_handle }, TVMLIKE_ARG_OBJECT_HANDLE));
            }
            Ok((from, code))
        }
    }
}

/// What a result points at, kept for the caller until its next call on the thread.
#[derive(Default)]
struct Kept {
    result: Any,
    bytes: Option<TVMByteArray>,
}

thread_local! {
    static KEPT: RefCell<Kept> = RefCell::default();
}

/// Turns an owned result into a classic value. Handles are given away; strings and bytes are kept in storage of this
/// thread.
#[inline]
pub(crate) fn write_result(result: Any) -> Result<(TVMValue, c_int)> {
    // The kind and not the tag: what a callback gave may carry a careless tag.
    match result.view().kind() {
        TypeIndex::SMALL_STR | TypeIndex::STR | TypeIndex::SMALL_BYTES | TypeIndex::BYTES => keep(result),
        _ => {
            // A value that is not a string is lent without anything beside it: its owner becomes the caller.
            let lent = lend(result.view(), 0)?;
            std::mem::forget(result);
            Ok((lent.value, lent.code))
        }
    }
}

/// Keeps a string or bytes for the caller.
fn keep(result: Any) -> Result<(TVMValue, c_int)> {
    KEPT.with(|kept| {
        let before = std::mem::replace(&mut kept.borrow_mut().result, result);
        // Dropped while nothing is borrowed: it may be any object.
        drop(before);
        let mut kept = kept.borrow_mut();
        let Kept { result, bytes } = &mut *kept;
        match result.view().as_bytes() {
            Some(found) => {
                let array = bytes.insert(TVMByteArray {
                    data: found.as_ptr().cast(),
                    size: found.len(),
                });
                Ok((
                    TVMValue {
                        v_handle: ptr::from_mut(array).cast(),
                    },
                    TVMLIKE_ARG_BYTES,
                ))
            }
            None => {
                let text = result
                    .view()
                    .as_str()
                    .transpose()?
                    .ok_or_else(|| Error::internal_error("the result is neither a string nor bytes"))?;
                if text.contains('\0') {
                    return Err(Error::value_error(
                        "the result is a string with a NUL inside, which a C string cannot hold; \
                         call the function with 16-byte values",
                    ));
                }
                // Strings of both sizes have a NUL behind them; a short one lies in the kept value itself.
                Ok((
                    TVMValue {
                        v_str: text.as_ptr().cast(),
                    },
                    TVMLIKE_ARG_STR,
                ))
            }
        }
    })
}
