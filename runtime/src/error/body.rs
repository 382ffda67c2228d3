//! Where an error object keeps its texts.
//!
//! Invariant: the cell's pointers point into the texts behind it, which are replaced only by
//! [`update_backtrace`], together with the pointer.

use std::backtrace::Backtrace;
use std::borrow::Cow;
use std::env;
use std::sync::LazyLock;

use tvmlike_abi::{TVMLIKE_BACKTRACE_REPLACE, TVMLikeByteArray, TVMLikeErrorCell, TVMLikeObject};

use super::{ErrorKind, ErrorParts};
use crate::bytes::borrowed;
use crate::object::{self, ObjectBody, ObjectBox, ObjectPtr, allocate, deleter_of};
use crate::type_index::TypeIndex;
use crate::value::bytes_of;

#[repr(C)]
pub(super) struct ErrorBody {
    cell: TVMLikeErrorCell,
    kind: Cow<'static, str>,
    message: Cow<'static, str>,
    backtrace: String,
    stack: Option<Box<Backtrace>>,
}

// SAFETY: no trailing bytes.
unsafe impl ObjectBody for ErrorBody {}

impl Drop for ErrorBody {
    fn drop(&mut self) {
        for object in [self.cell.cause, self.cell.context] {
            if !object.is_null() {
                // SAFETY: the cell owns one strong reference to each.
                unsafe { object::release(object) }
            }
        }
    }
}

static CAPTURE: LazyLock<bool> =
    LazyLock::new(|| env::var_os("TVMLIKE_BACKTRACE").is_some_and(|value| !value.is_empty() && value != "0"));

impl ErrorBody {
    pub(super) fn allocate(parts: ErrorParts) -> ObjectPtr<TVMLikeErrorCell> {
        let empty = borrowed(&[]);
        let body = Self {
            cell: TVMLikeErrorCell {
                kind: empty,
                message: empty,
                backtrace: empty,
                update_backtrace: Some(update_backtrace),
                cause: parts.cause.map_or(std::ptr::null_mut(), super::Error::into_raw),
                context: parts.context.map_or(std::ptr::null_mut(), ObjectPtr::into_raw),
            },
            kind: parts.kind.unwrap_or(ErrorKind::RUNTIME_ERROR).0,
            message: parts.message,
            backtrace: parts.backtrace,
            stack: CAPTURE.then(|| Box::new(Backtrace::force_capture())),
        };
        let mut error = allocate(TypeIndex::ERROR, body, 0);
        {
            // SAFETY: the object was made just now and nobody else has it.
            let body: &mut Self = unsafe { error.body_mut() };
            // The texts have found their place only now: short ones may lie in the body itself.
            body.cell.kind = borrowed(body.kind.as_bytes());
            body.cell.message = borrowed(body.message.as_bytes());
            body.cell.backtrace = borrowed(body.backtrace.as_bytes());
        }
        // SAFETY: the body begins with the cell.
        unsafe { ObjectPtr::from_owned(std::ptr::NonNull::new_unchecked(error.into_raw())) }
    }
}

/// The body, where this copy of the crate made the error: the deleter tells.
fn own_body(error: &ObjectPtr<TVMLikeErrorCell>) -> Option<&ErrorBody> {
    let object = error.as_raw();
    // SAFETY: alive while `error` is.
    let deleter = unsafe { (*object).deleter };
    let ours = deleter.map(|f| f as usize) == deleter_of::<ErrorBody>().map(|f| f as usize);
    // SAFETY: an object with this deleter has this body.
    ours.then(|| unsafe { &(*object.cast::<ObjectBox<ErrorBody>>()).body })
}

pub(super) fn native_stack(error: &ObjectPtr<TVMLikeErrorCell>) -> Option<String> {
    Some(own_body(error)?.stack.as_ref()?.to_string())
}

unsafe extern "C" fn update_backtrace(error: *mut TVMLikeObject, text: *const TVMLikeByteArray, mode: i32) {
    if error.is_null() || text.is_null() {
        return;
    }
    // SAFETY: this function stands only in the cells of our own errors; the caller promises to be alone.
    let body = unsafe { &mut (*error.cast::<ObjectBox<ErrorBody>>()).body };
    // SAFETY: a valid byte array, by contract.
    let text = String::from_utf8_lossy(unsafe { bytes_of(&*text) });
    if mode == TVMLIKE_BACKTRACE_REPLACE {
        body.backtrace.clear();
    }
    body.backtrace.push_str(&text);
    body.cell.backtrace = borrowed(body.backtrace.as_bytes());
}
