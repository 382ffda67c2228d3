//! The fast paths for results of C callbacks: setting them, and writing them for the caller.
//!
//! The functions of `tvmlike-classic` handle all other results. Invariants: a returned handle owns its reference; returned text stays
//! valid until the thread's next text result.

use std::cell::RefCell;
use std::ffi::{CStr, c_char, c_int};
use std::ptr;

use tvmlike::function::shim;
use tvmlike::{Any, AnyView, Error, Result, TypeIndex, object};
use tvmlike_classic::*;
use tvmlike_runtime::abi::{
    TVMLIKE_FLOAT, TVMLIKE_INT, TVMLIKE_NONE, TVMLIKE_SMALL_STR, TVMLikeObject, TVMLikeStringCell,
    TVMLikeValue,
};

use crate::classic_abi::Dgl;

/// The type indices of results with the same payload in the classic ABI, one bit each, and their type codes, four bits each.
const PLAIN_KINDS: u32 = 1 << TVMLIKE_NONE | 1 << TVMLIKE_INT | 1 << TVMLIKE_FLOAT;
const CODES: u32 = (TVMLIKE_ARG_NULLPTR as u32) << (4 * TVMLIKE_NONE)
    | (TVMLIKE_ARG_INT as u32) << (4 * TVMLIKE_INT)
    | (TVMLIKE_ARG_FLOAT as u32) << (4 * TVMLIKE_FLOAT);

/// Writes a result for the caller.
///
/// # Safety
/// `ret_val` and `ret_code` are valid for a write.
#[inline(always)]
pub(crate) unsafe fn give(result: Any, ret_val: *mut TVMValue, ret_code: *mut c_int) -> c_int {
    let raw = *result.view().as_raw();
    let kind = raw.type_index as u32;
    if kind >= u32::BITS || PLAIN_KINDS >> kind & 1 == 0 {
        // SAFETY: by contract.
        return unsafe { give_other(result, ret_val, ret_code) };
    }
    // SAFETY: by contract; a number's payload is 8 initialized bytes.
    unsafe {
        ret_val.write(TVMValue {
            v_int64: raw.payload.v_int64,
        });
        ret_code.write((CODES >> (4 * kind) & 15) as c_int);
    }
    0
}

/// No result yet.
// SAFETY: no value.
pub(crate) const NOTHING: Any = unsafe { Any::from_raw(*AnyView::NONE.as_raw()) };

thread_local! {
    /// The text of the last result, which stays valid until the next one.
    static TEXT: RefCell<Any> = const { RefCell::new(NOTHING) };
}

/// Writes a result that is not a number.
///
/// # Safety
/// As [`give`].
#[inline(never)]
unsafe fn give_other(result: Any, ret_val: *mut TVMValue, ret_code: *mut c_int) -> c_int {
    let given = match result.view().kind() {
        TypeIndex::STR | TypeIndex::SMALL_STR if ends_with_its_nul(&result) => keep_text(result),
        // An object whose type determines its code. The caller owns its reference.
        kind @ (TypeIndex::ARRAY | TypeIndex::MAP | TypeIndex::FUNCTION) => {
            let code = match kind {
                TypeIndex::FUNCTION => TVMLIKE_ARG_PACKED_FUNC_HANDLE,
                _ => TVMLIKE_ARG_OBJECT_HANDLE,
            };
            // SAFETY: the payload of an object value is a pointer to it.
            let v_handle = unsafe { result.into_raw().payload.v_obj }.cast();
            Ok((TVMValue { v_handle }, code))
        }
        _ => write_result::<Dgl>(result),
    };
    match given {
        Ok((value, code)) => {
            // SAFETY: by contract.
            unsafe {
                ret_val.write(value);
                ret_code.write(code);
            }
            0
        }
        Err(error) => shim::raise(error),
    }
}

/// The address and size of text, which is followed by a NUL.
fn bytes_of(text: &Any) -> (*const c_char, usize) {
    let raw = text.view().as_raw();
    if raw.type_index == TVMLIKE_SMALL_STR {
        return ((&raw const raw.payload).cast(), (raw.small_len as usize).min(7));
    }
    // SAFETY: any other text is an object, whose cell follows its header.
    let cell = unsafe { &*raw.payload.v_obj.add(1).cast::<TVMLikeStringCell>() };
    (cell.data, cell.size)
}

/// Whether text contains no NUL.
fn ends_with_its_nul(text: &Any) -> bool {
    let (start, size) = bytes_of(text);
    // SAFETY: at least one byte follows the text: a NUL, or an unused byte of a short string's 8.
    unsafe { libc::strnlen(start, size + 1) == size }
}

/// Keeps text for the caller until the thread's next text result.
fn keep_text(text: Any) -> Result<(TVMValue, c_int)> {
    let keep = |kept: &RefCell<Any>| {
        let before = kept.replace(text);
        let v_str = bytes_of(&kept.borrow()).0;
        // Dropped while nothing is borrowed: the deleter may call functions that return text.
        drop(before);
        v_str
    };
    match TEXT.try_with(keep) {
        Ok(v_str) => Ok((TVMValue { v_str }, TVMLIKE_ARG_STR)),
        Err(_) => Err(Error::runtime_error(
            "cannot return text on a thread that is ending",
        )),
    }
}

/// Whether the pointers are not NULL and there is one result.
#[inline(always)]
fn is_one(ret: TVMRetValueHandle, value: *const TVMValue, code: *const c_int, num_ret: c_int) -> bool {
    !ret.is_null() && !value.is_null() && !code.is_null() && num_ret == 1
}

/// Sets a number as the first result. Returns whether it did.
///
/// # Safety
/// As `DGLCFuncSetReturn` asks.
#[inline(always)]
pub(crate) unsafe fn set_number(
    ret: TVMRetValueHandle,
    value: *const TVMValue,
    code: *const c_int,
    num_ret: c_int,
) -> bool {
    if !is_one(ret, value, code, num_ret) {
        return false;
    }
    let place: *mut TVMLikeValue = ret.cast();
    // SAFETY: not NULL, valid by contract. An `Any` is transparent over its value; one without a value owns nothing, so that
    // overwriting it leaks nothing. A number's payload is 8 initialized bytes.
    unsafe {
        let type_index = match *code {
            TVMLIKE_ARG_INT => TVMLIKE_INT,
            TVMLIKE_ARG_FLOAT => TVMLIKE_FLOAT,
            _ => return false,
        };
        if (*place).type_index != TVMLIKE_NONE {
            return false;
        }
        (*place).type_index = type_index;
        (*place).payload.v_int64 = (*value).v_int64;
    }
    true
}

/// Sets text or an object as the result. Returns whether it did.
///
/// # Safety
/// As `DGLCFuncSetReturn` asks.
pub(crate) unsafe fn set_object(
    ret: TVMRetValueHandle,
    value: *const TVMValue,
    code: *const c_int,
    num_ret: c_int,
) -> bool {
    if !is_one(ret, value, code, num_ret) {
        return false;
    }
    // SAFETY: not NULL, valid by contract; the member is a pointer if the code is that of one.
    let (handle, code) = unsafe { ((*value).v_handle, *code) };
    let object: *mut TVMLikeObject = match code {
        _ if handle.is_null() => return false,
        TVMLIKE_ARG_OBJECT_HANDLE | TVMLIKE_ARG_PACKED_FUNC_HANDLE => handle.cast(),
        TVMLIKE_ARG_NDARRAY_HANDLE => tensor_of_array(handle.cast()),
        TVMLIKE_ARG_STR => {
            // SAFETY: a C string, by contract.
            let Ok(text) = unsafe { CStr::from_ptr(handle.cast_const().cast()) }.to_str() else {
                return false;
            };
            // SAFETY: the place of the running callback, which owns its previous value.
            drop(unsafe { ptr::replace(ret.cast::<Any>(), Any::from(text)) });
            return true;
        }
        _ => return false,
    };
    // SAFETY: a living object, by contract; the result owns the new reference.
    unsafe {
        object::retain(object);
        drop(ptr::replace(ret.cast::<Any>(), Any::from_owned_object(object)));
    }
    true
}
