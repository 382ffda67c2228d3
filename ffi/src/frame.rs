//! Calls through a frame: one block of memory that holds everything a call needs, and one pointer to it.
//!
//! For front ends whose foreign calls are slow and cost more per argument. What such a front end would call next is done
//! here: moving the raised error, copying the characters of a short text, releasing a second reference to an argument.
//! Invariant: when the call returns, the result in the frame is what its return value says, and nothing is raised on the
//! thread. (Only a NULL frame leaves its error raised, because it has no other place.)

use std::ffi::{c_char, c_int};
use std::mem::offset_of;
use std::ptr;
use std::slice;

use tvmlike_runtime::abi::{
    TVMLIKE_BYTES, TVMLIKE_ERROR, TVMLIKE_OBJECT, TVMLIKE_RAW_STR, TVMLIKE_SMALL_STR, TVMLIKE_STR,
    TVMLikeByteArray, TVMLikeObjectHandle, TVMLikePayload, TVMLikeStringCell, TVMLikeValue,
};
use tvmlike_runtime::error::{set_raised, status};
use tvmlike_runtime::{Any, AnyView, Error, ErrorKind};

use crate::function::TVMLikeFuncCall;
use crate::stack::is_low;

/// `TVMLikeFrameCall` returned: the call failed; the result is the error object, owned, and nothing is raised.
pub const TVMLIKE_FRAME_ERROR: c_int = -1;
/// `TVMLikeFrameCall` returned: the result is an object that the caller has passed as `TVMLIKE_OBJECT`; borrowed.
pub const TVMLIKE_FRAME_ARGUMENT: c_int = -2;
/// `TVMLikeFrameCall` returned: the result is text that was copied to the frame's own memory, as `TVMLIKE_RAW_STR`.
pub const TVMLIKE_FRAME_TEXT: c_int = -3;
/// `TVMLikeFrameCall` returned: the call failed, and kind, message and backtrace of the error were copied to the frame's
/// own memory, with the byte 30 (ASCII's record separator) between them. The error itself is released, nothing is raised.
pub const TVMLIKE_FRAME_ERROR_TEXT: c_int = -4;

/// Separates the parts of an error.
const SEPARATOR: u8 = 30;

/// The function, arguments and result of one call. A frame may be used again, by one call at a time.
#[repr(C)]
pub struct TVMLikeFrame {
    /// The function; borrowed. The call does not change it.
    pub function: TVMLikeObjectHandle,
    /// Number of arguments.
    pub num_args: i32,
    /// Number of bytes at `text`.
    pub text_size: u32,
    /// The arguments; borrowed. May be NULL if there are none. `TVMLIKE_OBJECT` means an object of any type: the call
    /// replaces it by the type in the object's header.
    pub args: *mut TVMLikeValue,
    /// Receives the characters of a short text result; may be NULL, then none are copied.
    pub text: *mut c_char,
    /// The result. The call ignores and does not release a value that is here when it begins.
    pub result: TVMLikeValue,
}

const _: () = {
    assert!(size_of::<TVMLikeFrame>() == 48 && align_of::<TVMLikeFrame>() == 8);
    assert!(offset_of!(TVMLikeFrame, num_args) == 8 && offset_of!(TVMLikeFrame, text_size) == 12);
    assert!(offset_of!(TVMLikeFrame, args) == 16 && offset_of!(TVMLikeFrame, text) == 24);
    assert!(offset_of!(TVMLikeFrame, result) == 32);
};

/// Calls the function of a frame.
///
/// Returns the type index of the result, which is owned; or one of `TVMLIKE_FRAME_*`. A string result without a NUL that
/// fits into `text`, followed by a NUL, is copied there and released: `TVMLIKE_FRAME_TEXT`. It stays valid until the
/// frame's next call. So is an error without cause and context: `TVMLIKE_FRAME_ERROR_TEXT`. A caller that needs its native
/// stack, too, sets `text_size` to 0. For a NULL frame the error stays raised on the thread. A result with a negative type
/// index, which no type has, is a TypeError.
///
/// # Safety
/// `frame` is NULL, or it and what its members point to are valid; the function is NULL or a living object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeFrameCall(frame: *mut TVMLikeFrame) -> c_int {
    if frame.is_null() {
        set_raised(Error::value_error("TVMLikeFrameCall: the frame is NULL"));
        return TVMLIKE_FRAME_ERROR;
    }
    if is_low() {
        let error = Error::new(
            ErrorKind::new("RecursionError"),
            "the stack of the thread is nearly full",
        );
        // SAFETY: valid by contract.
        return unsafe { fail(&mut *frame, error) };
    }
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
            return take_error(&mut *frame, returned);
        }
        let type_index = (*result).type_index;
        // As unsigned numbers, negative indices are beyond all others.
        if (type_index as u32) < TVMLIKE_SMALL_STR as u32 {
            return type_index;
        }
        if own_objects && type_index > TVMLIKE_BYTES && passed(args, count, &*result) {
            // The caller's own reference keeps the object; this one would be released at once.
            drop(Any::from_raw(*result));
            return TVMLIKE_FRAME_ARGUMENT;
        }
        copy_text(&mut *frame)
    }
}

/// Replaces the type index `TVMLIKE_OBJECT` of each argument by the object's own. Returns whether there was one.
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
            if value.type_index == TVMLIKE_OBJECT
                && let Some(object) = value.payload.v_obj.as_ref()
            {
                value.type_index = object.type_index;
                any = true;
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
///
/// # Safety
/// A frame as [`TVMLikeFrameCall`] wants it.
#[cold]
#[inline(never)]
unsafe fn take_error(frame: &mut TVMLikeFrame, returned: c_int) -> c_int {
    match status(returned) {
        // SAFETY: by contract.
        Err(error) => unsafe { fail(frame, error) },
        Ok(()) => TVMLIKE_FRAME_ERROR,
    }
}

/// Makes an error the result.
///
/// # Safety
/// A frame as [`TVMLikeFrameCall`] wants it.
#[cold]
unsafe fn fail(frame: &mut TVMLikeFrame, error: Error) -> c_int {
    let cell = &**error.as_object();
    if cell.cause.is_null() && cell.context.is_null() {
        // SAFETY: the cell's texts are as long as they say while the error lives, which they are copied before.
        let parts = unsafe { [octets(&cell.kind), octets(&cell.message), octets(&cell.backtrace)] };
        // SAFETY: by contract.
        if unsafe { copy_parts(frame, &parts) } {
            return TVMLIKE_FRAME_ERROR_TEXT;
        }
    }
    frame.result = TVMLikeValue {
        type_index: TVMLIKE_ERROR,
        small_len: 0,
        payload: TVMLikePayload {
            v_obj: error.into_raw(),
        },
    };
    TVMLIKE_FRAME_ERROR
}

/// Copies parts of text to the frame's own memory, if they fit and can be distinguished, and makes that the result.
///
/// # Safety
/// A frame as [`TVMLikeFrameCall`] wants it; the parts are not in its memory.
#[inline]
unsafe fn copy_parts(frame: &mut TVMLikeFrame, parts: &[&[u8]]) -> bool {
    // A NUL or a separator for each.
    let needed: usize = parts.iter().map(|part| part.len() + 1).sum();
    let unclear = |part: &&[u8]| part.contains(&0) || (parts.len() > 1 && part.contains(&SEPARATOR));
    if needed > frame.text_size as usize || frame.text.is_null() || parts.iter().any(unclear) {
        return false;
    }
    let mut to: *mut u8 = frame.text.cast();
    for (at, part) in parts.iter().enumerate() {
        let end = if at + 1 == parts.len() { 0 } else { SEPARATOR };
        // SAFETY: `text_size` bytes stand at `text`, no fewer than all the parts and their ends need.
        unsafe {
            ptr::copy_nonoverlapping(part.as_ptr(), to, part.len());
            to = to.add(part.len());
            to.write(end);
            to = to.add(1);
        }
    }
    frame.result = TVMLikeValue {
        type_index: TVMLIKE_RAW_STR,
        small_len: 0,
        payload: TVMLikePayload { v_c_str: frame.text },
    };
    true
}

/// # Safety
/// `size` bytes stand at `data`, for as long as the caller uses them.
unsafe fn octets<'a>(text: &TVMLikeByteArray) -> &'a [u8] {
    if text.size == 0 || text.data.is_null() {
        return &[];
    }
    // SAFETY: by contract.
    unsafe { slice::from_raw_parts(text.data.cast::<u8>(), text.size) }
}

/// Moves a short text result to the frame's own memory. Gives the type index of the result that there is then.
///
/// # Safety
/// A frame as [`TVMLikeFrameCall`] wants it, with an owned result.
unsafe fn copy_text(frame: &mut TVMLikeFrame) -> c_int {
    let result = frame.result;
    let type_index = result.type_index;
    // SAFETY: the index says which member is live, and what lies behind the header.
    let text = unsafe {
        match type_index {
            TVMLIKE_SMALL_STR => {
                let inline: *const u8 = (&raw const result.payload).cast();
                let most = size_of::<TVMLikePayload>() - 1;
                slice::from_raw_parts(inline, (result.small_len as usize).min(most))
            }
            TVMLIKE_STR if !result.payload.v_obj.is_null() => {
                octets(&*result.payload.v_obj.add(1).cast::<TVMLikeStringCell>())
            }
            // Would be taken for a status.
            ..0 => {
                let text =
                    format!("a native function returned a value with the invalid type index {type_index}");
                return fail(frame, Error::type_error(text));
            }
            _ => return type_index,
        }
    };
    // SAFETY: the text is the string's, not the frame's.
    if !unsafe { copy_parts(frame, &[text]) } {
        return type_index;
    }
    // SAFETY: the result was owned, and nothing in the frame refers to it any more.
    drop(unsafe { Any::from_raw(result) });
    TVMLIKE_FRAME_TEXT
}
