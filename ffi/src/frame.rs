//! Calls through a frame: one block of memory that holds everything a call needs, and one pointer to it.
//!
//! For front ends that pay for each argument of a foreign call, and for each foreign call after it: what such a front
//! end would ask for next (the raised error, the characters of a short text, giving back a reference that it has
//! already) is done here. Invariant: when the call returns, the result in the frame is what its return value says,
//! and nothing is raised on the thread.

use std::ffi::{c_char, c_int};
use std::ptr;
use std::slice;

use tvmlike_runtime::abi::{
    TVMLIKE_BYTES, TVMLIKE_ERROR, TVMLIKE_OBJECT, TVMLIKE_RAW_STR, TVMLIKE_SMALL_STR, TVMLIKE_STR,
    TVMLikeObjectHandle, TVMLikePayload, TVMLikeStringCell, TVMLikeValue,
};
use tvmlike_runtime::error::status;
use tvmlike_runtime::{Any, AnyView};

use crate::call::TVMLikeFuncCall;

/// `TVMLikeFrameCall` returned: the call failed; the result is the error object, owned, and nothing is raised.
pub const TVMLIKE_FRAME_ERROR: c_int = -1;
/// `TVMLikeFrameCall` returned: the result is an object that the caller has passed as `TVMLIKE_OBJECT`; borrowed.
pub const TVMLIKE_FRAME_ARGUMENT: c_int = -2;
/// `TVMLikeFrameCall` returned: the result is text that was copied to the frame's own memory, as `TVMLIKE_RAW_STR`.
pub const TVMLIKE_FRAME_TEXT: c_int = -3;

/// Everything that one call needs. It may be used again and again, by one call at a time.
#[repr(C)]
pub struct TVMLikeFrame {
    /// What is called; borrowed. Not changed by the call.
    pub function: TVMLikeObjectHandle,
    /// How many arguments there are.
    pub num_args: i32,
    /// How many bytes there are at `text`.
    pub text_size: u32,
    /// The arguments; borrowed. May be NULL where there are none. `TVMLIKE_OBJECT` stands for an object of any type:
    /// the call puts the type of its header in its place.
    pub args: *mut TVMLikeValue,
    /// Where the characters of a short text result go; may be NULL where `text_size` is 0.
    pub text: *mut c_char,
    /// The result. What is in it when the call begins is not looked at, and not released.
    pub result: TVMLikeValue,
}

/// Calls the function of a frame.
///
/// Returns the type index of the result, which is owned; or one of `TVMLIKE_FRAME_*`. A string result that fits into
/// `text` with a NUL behind it, and has none inside, is copied there and released: `TVMLIKE_FRAME_TEXT`. It stays
/// valid until the frame's next call.
///
/// # Safety
/// `frame` is valid; what its members point to is as they say, and the function is NULL or a living object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeFrameCall(frame: *mut TVMLikeFrame) -> c_int {
    // SAFETY: valid by contract, and used by this call alone. The callee knows the arguments and the result only, which
    // are reached through pointers while it runs, not through this reference.
    unsafe {
        let count = (*frame).num_args;
        let args = (*frame).args;
        let own_objects = type_objects(args, count);
        let result = &raw mut (*frame).result;
        result.write(*AnyView::NONE.as_raw());
        let returned = TVMLikeFuncCall((*frame).function, args, count, result);
        if returned != 0 {
            return take_error(&mut *result, returned);
        }
        let type_index = (*result).type_index;
        if type_index < TVMLIKE_SMALL_STR {
            return type_index;
        }
        if own_objects && type_index > TVMLIKE_BYTES && passed(args, count, &*result) {
            // The caller's own reference keeps the object; this one would be given back at once.
            drop(Any::from_raw(*result));
            return TVMLIKE_FRAME_ARGUMENT;
        }
        copy_text(&mut *frame)
    }
}

/// Gives each argument that says "an object" the type that it has. Says whether there are any.
///
/// # Safety
/// NULL, or `count` values of which the objects are alive.
#[inline]
unsafe fn type_objects(args: *mut TVMLikeValue, count: i32) -> bool {
    let mut any = false;
    if args.is_null() {
        return any;
    }
    for at in 0..usize::try_from(count).unwrap_or(0) {
        // SAFETY: `count` values by contract; an object pointer is NULL or points to a living header.
        unsafe {
            let value = &mut *args.add(at);
            if value.type_index == TVMLIKE_OBJECT {
                if let Some(object) = value.payload.v_obj.as_ref() {
                    value.type_index = object.type_index;
                    any = true;
                }
            }
        }
    }
    any
}

/// Whether the result is one of the arguments.
///
/// # Safety
/// `count` values, and a result that is an object.
unsafe fn passed(args: *const TVMLikeValue, count: i32, result: &TVMLikeValue) -> bool {
    // SAFETY: by contract; every payload may be read as a number.
    unsafe {
        let given = slice::from_raw_parts(args, usize::try_from(count).unwrap_or(0));
        let same = |value: &&TVMLikeValue| value.payload.v_uint64 == result.payload.v_uint64;
        given
            .iter()
            .filter(same)
            .any(|value| value.type_index == result.type_index)
    }
}

/// Takes the raised error off the thread and makes it the result.
#[cold]
#[inline(never)]
fn take_error(result: &mut TVMLikeValue, returned: c_int) -> c_int {
    if let Err(error) = status(returned) {
        *result = TVMLikeValue {
            type_index: TVMLIKE_ERROR,
            small_len: 0,
            payload: TVMLikePayload {
                v_obj: error.into_raw(),
            },
        };
    }
    TVMLIKE_FRAME_ERROR
}

/// Moves a short text result to the frame's own memory. Gives the type index of the result that there is then.
///
/// # Safety
/// A frame as [`TVMLikeFrameCall`] wants it, with an owned result.
unsafe fn copy_text(frame: &mut TVMLikeFrame) -> c_int {
    let result = frame.result;
    let type_index = result.type_index;
    // SAFETY: the index says which member is live, and what lies behind the header.
    let octets = unsafe {
        match type_index {
            TVMLIKE_SMALL_STR => {
                let inline: *const u8 = (&raw const frame.result.payload).cast();
                slice::from_raw_parts(
                    inline,
                    (result.small_len as usize).min(size_of::<TVMLikePayload>() - 1),
                )
            }
            TVMLIKE_STR => {
                let cell = &*result.payload.v_obj.add(1).cast::<TVMLikeStringCell>();
                if cell.size == 0 || cell.data.is_null() {
                    &[]
                } else {
                    slice::from_raw_parts(cell.data.cast::<u8>(), cell.size)
                }
            }
            _ => return type_index,
        }
    };
    if octets.len() >= frame.text_size as usize || octets.contains(&0) {
        return type_index;
    }
    // SAFETY: `text_size` bytes stand at `text`, more than there are octets; they are not the string's own. The result is
    // owned, and what takes its place refers to the copy.
    unsafe {
        ptr::copy_nonoverlapping(octets.as_ptr(), frame.text.cast::<u8>(), octets.len());
        frame.text.add(octets.len()).write(0);
        drop(Any::from_raw(result));
    }
    frame.result = TVMLikeValue {
        type_index: TVMLIKE_RAW_STR,
        small_len: 0,
        payload: TVMLikePayload { v_c_str: frame.text },
    };
    TVMLIKE_FRAME_TEXT
}
