//! 16-byte values as they are lent to C callbacks.
//!
//! Invariant: what cannot be said in the classic form is refused, never changed, such as a string with a NUL inside on its way to
//! a C string.

use std::ffi::{CString, c_int, c_void};
use std::ptr;

use tvmlike_runtime::abi::layout::CELL_OFFSET;
use tvmlike_runtime::{AnyView, DataType, Error, Result, TypeIndex};

use crate::Speaker;
use crate::object::is_module;
use crate::read::EXTENSION_CODES;
use crate::read_only;
use crate::string_object::is_string_object;
use crate::value::*;

/// A value as it is lent to a C callback.
pub struct Lent {
    value: TVMValue,
    code: c_int,
    kept: Kept,
}

/// What a lent value points at, where nobody else keeps it.
#[expect(dead_code, reason = "kept for the pointer that was given out")]
enum Kept {
    Nothing,
    /// In a box, because the value points there.
    Bytes(Box<TVMByteArray>),
    Text(CString),
}

impl Lent {
    /// The type code.
    pub fn code(&self) -> c_int {
        self.code
    }

    /// Whether what the value points at goes with this.
    pub fn keeps(&self) -> bool {
        !matches!(self.kept, Kept::Nothing)
    }

    /// The value; it lives as long as this does.
    pub fn value(&self) -> TVMValue {
        self.value
    }
}

fn plain(value: TVMValue, code: c_int) -> Lent {
    Lent {
        value,
        code,
        kept: Kept::Nothing,
    }
}

fn handle(pointer: *mut c_void, code: c_int) -> Lent {
    plain(TVMValue { v_handle: pointer }, code)
}

/// Lends an argument to a C callback.
pub fn lend<S: Speaker>(arg: &AnyView<'_>, position: usize) -> Result<Lent> {
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
                if S::knows_bool() {
                    TVMLIKE_ARG_BOOL
                } else {
                    TVMLIKE_ARG_INT
                },
            ),
            TypeIndex::FLOAT => plain(
                TVMValue {
                    v_float64: payload.v_float64,
                },
                TVMLIKE_ARG_FLOAT,
            ),
            TypeIndex::OPAQUE_PTR => {
                let own = c_int::try_from(arg.as_raw().small_len).ok();
                let own = own.filter(|own| EXTENSION_CODES.contains(own) && *own <= S::LAST_CODE);
                handle(payload.v_ptr, own.unwrap_or(TVMLIKE_ARG_OPAQUE_HANDLE))
            }
            TypeIndex::DATA_TYPE => match S::name_of_data_type(DataType::from(payload.v_dtype)) {
                Some(name) => {
                    let text = CString::new(name)?;
                    Lent {
                        value: TVMValue { v_str: text.as_ptr() },
                        code: TVMLIKE_ARG_STR,
                        kept: Kept::Text(text),
                    }
                }
                None => plain(
                    TVMValue {
                        v_int64: payload.v_int64,
                    },
                    TVMLIKE_ARG_DATA_TYPE,
                ),
            },
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
            TypeIndex::TENSOR => {
                if S::WRITES_ARRAYS {
                    read_only::note(arg);
                }
                let array = payload.v_obj.wrapping_byte_add(CELL_OFFSET);
                handle(array.cast(), TVMLIKE_ARG_NDARRAY_HANDLE)
            }
            TypeIndex::FUNCTION => handle(payload.v_obj.cast(), TVMLIKE_ARG_PACKED_FUNC_HANDLE),
            TypeIndex::STR if S::STRING_OBJECTS && is_string_object(arg) => {
                handle(payload.v_obj.cast(), TVMLIKE_ARG_OBJECT_HANDLE)
            }
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
                    kept: Kept::Bytes(bytes),
                }
            }
            TypeIndex::RVALUE_REF => handle(payload.v_ptr, TVMLIKE_ARG_OBJECT_RVALUE_REF),
            kind if is_module(kind) => handle(payload.v_obj.cast(), TVMLIKE_ARG_MODULE_HANDLE),
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
