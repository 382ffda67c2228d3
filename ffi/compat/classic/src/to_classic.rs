//! Conversion of 16-byte values to classic values, for C callbacks.
//!
//! Invariant: a value without an exact counterpart is refused, never changed, for example a string that contains NUL.

use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr;

use tvmlike_runtime::abi::layout::CELL_OFFSET;
use tvmlike_runtime::{AnyView, DataType, Error, Result, TypeIndex};

use crate::classic_abi::ClassicAbi;
use crate::from_classic::EXTENSION_CODES;
use crate::object::is_module;
use crate::read_only;
use crate::string_object::is_string_object;
use crate::value::*;

/// A classic value that a C callback borrows, with what it points to.
pub struct Lent {
    value: TVMValue,
    code: c_int,
    kept: Kept,
}

/// The memory that a value points to, if the value owns it.
#[expect(dead_code, reason = "keeps the memory that the value points to")]
enum Kept {
    Nothing,
    /// In a box, because the value points to the struct.
    Bytes(Box<TVMByteArray>),
    Text(CString),
}

impl Lent {
    /// The type code.
    pub fn code(&self) -> c_int {
        self.code
    }

    /// Whether the value points to memory that is freed with this.
    pub fn keeps(&self) -> bool {
        !matches!(self.kept, Kept::Nothing)
    }

    /// The value; valid as long as this lives.
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

fn int(v_int64: i64, code: c_int) -> Lent {
    plain(TVMValue { v_int64 }, code)
}

fn text(v_str: *const c_char) -> Lent {
    plain(TVMValue { v_str }, TVMLIKE_ARG_STR)
}

fn owned_text(text: CString) -> Lent {
    Lent {
        value: TVMValue { v_str: text.as_ptr() },
        code: TVMLIKE_ARG_STR,
        kept: Kept::Text(text),
    }
}

fn bytes(arg: &AnyView<'_>) -> Lent {
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

/// The address of a string's text, which ends with a NUL and contains no other.
#[inline]
fn string_data(arg: &AnyView<'_>, position: usize) -> Result<*const c_char> {
    let text = arg.as_str().transpose()?.unwrap_or_default();
    // Both kinds of strings end with a NUL, a short one if its maker zeroed the unused bytes.
    if arg.kind() == TypeIndex::SMALL_STR {
        // SAFETY: a short string has its text in the payload, and is shorter than that.
        let after = unsafe { arg.as_raw().payload.v_bytes }[text.len()];
        if after != 0 {
            return Err(Error::value_error(format!(
                "argument {}: the unused bytes of a short string are not zero",
                position + 1
            )));
        }
    }
    Ok(without_nul(text.as_bytes(), position)?.cast())
}

/// Converts an argument for a C callback. `position` counts from 0.
///
/// # Errors
/// ValueError for a string that contains NUL, is not UTF-8, or is short with unused bytes that are not zero. TypeError for
/// a value without a type code in the classic ABI.
pub fn to_classic<A: ClassicAbi>(arg: &AnyView<'_>, position: usize) -> Result<Lent> {
    let payload = arg.as_raw().payload;
    // SAFETY: the type index says which member is live.
    let lent = unsafe {
        match arg.kind() {
            TypeIndex::NONE => handle(ptr::null_mut(), TVMLIKE_ARG_NULLPTR),
            TypeIndex::INT => int(payload.v_int64, TVMLIKE_ARG_INT),
            TypeIndex::BOOL if A::knows_bool() => int(payload.v_int64, TVMLIKE_ARG_BOOL),
            TypeIndex::BOOL => int(payload.v_int64, TVMLIKE_ARG_INT),
            TypeIndex::FLOAT => {
                let v_float64 = payload.v_float64;
                plain(TVMValue { v_float64 }, TVMLIKE_ARG_FLOAT)
            }
            TypeIndex::OPAQUE_PTR => {
                let own = c_int::try_from(arg.as_raw().small_len).ok();
                let own = own.filter(|own| EXTENSION_CODES.contains(own) && *own <= A::LAST_CODE);
                handle(payload.v_ptr, own.unwrap_or(TVMLIKE_ARG_OPAQUE_HANDLE))
            }
            TypeIndex::DATA_TYPE => match A::name_of_data_type(DataType::from(payload.v_dtype)) {
                Some(name) => owned_text(CString::new(name)?),
                None => int(payload.v_int64, TVMLIKE_ARG_DATA_TYPE),
            },
            TypeIndex::DEVICE => {
                let v_device = payload.v_device;
                plain(TVMValue { v_device }, TVMLIKE_ARG_DEVICE)
            }
            TypeIndex::DLTENSOR_PTR => handle(payload.v_ptr, TVMLIKE_ARG_DLTENSOR_HANDLE),
            TypeIndex::RAW_STR if payload.v_c_str.is_null() => handle(ptr::null_mut(), TVMLIKE_ARG_NULLPTR),
            TypeIndex::RAW_STR => text(payload.v_c_str),
            TypeIndex::TENSOR => {
                if A::WRITES_ARRAYS {
                    read_only::record(arg);
                }
                let array = payload.v_obj.wrapping_byte_add(CELL_OFFSET);
                handle(array.cast(), TVMLIKE_ARG_NDARRAY_HANDLE)
            }
            TypeIndex::FUNCTION => handle(payload.v_obj.cast(), TVMLIKE_ARG_PACKED_FUNC_HANDLE),
            TypeIndex::STR if A::STRING_OBJECTS && is_string_object(arg) => {
                handle(payload.v_obj.cast(), TVMLIKE_ARG_OBJECT_HANDLE)
            }
            TypeIndex::SMALL_STR | TypeIndex::STR => text(string_data(arg, position)?),
            TypeIndex::BYTE_ARRAY_PTR | TypeIndex::SMALL_BYTES | TypeIndex::BYTES => bytes(arg),
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
            "argument {}: a string that contains NUL cannot be passed to a C callback",
            position + 1
        )));
    }
    Ok(text.as_ptr())
}
