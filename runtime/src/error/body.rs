//! The memory behind an error object's texts.
//!
//! Invariant: the cell's pointers refer to the texts in the same body, which only [`update_backtrace`] replaces,
//! together with the pointer.

use std::backtrace::Backtrace;
use std::borrow::Cow;
use std::env;
use std::ptr::{self, NonNull};
use std::sync::LazyLock;

use tvmlike_abi::{
    TVMLIKE_BACKTRACE_REPLACE, TVMLikeByteArray, TVMLikeErrorCell, TVMLikeHost, TVMLikeObject,
};

use super::{ErrorKind, ErrorParts};
use crate::bytes::borrowed;
use crate::host;
use crate::object::{self, ObjectBody, ObjectBox, ObjectPtr, allocate, deleter_of};
use crate::type_index::TypeIndex;
use crate::value::{self, Any, bytes_of};

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

/// Whether the environment requests native stacks for all errors.
pub(crate) fn stacks_wanted() -> bool {
    *CAPTURE
}

/// Makes an error object.
pub(super) fn make(parts: ErrorParts) -> ObjectPtr<TVMLikeErrorCell> {
    if stacks_wanted()
        && let Some(error) = host::connected().and_then(|table| made_by_host(table, &parts))
    {
        return error;
    }
    ErrorBody::allocate(parts)
}

/// Has the host create an error for a plugin, so that the host can format its native stack. Only used when stacks are
/// captured; otherwise a plugin creates its errors itself, which is cheaper.
#[cold]
fn made_by_host(table: &TVMLikeHost, parts: &ErrorParts) -> Option<ObjectPtr<TVMLikeErrorCell>> {
    let kind = parts.kind.as_ref().unwrap_or(&ErrorKind::RUNTIME_ERROR);
    let handle = |object: Option<*mut TVMLikeObject>| object.unwrap_or(ptr::null_mut());
    let mut error = ptr::null_mut();
    // SAFETY: the texts and objects are borrowed for the call; the place is valid.
    let status = unsafe {
        (table.error_create)(
            &borrowed(kind.as_str().as_bytes()),
            &borrowed(parts.message.as_bytes()),
            &borrowed(parts.backtrace.as_bytes()),
            handle(parts.cause.as_ref().map(|cause| cause.as_object().as_raw())),
            handle(parts.context.as_ref().map(ObjectPtr::as_raw)),
            &mut error,
        )
    };
    // If that failed, what the host raised stays raised: the error that is created here replaces it later.
    let error = NonNull::new(error).filter(|_| status == 0)?;
    // SAFETY: the call returned an owned error object.
    Some(unsafe { ObjectPtr::from_owned(error) })
}

impl ErrorBody {
    fn allocate(parts: ErrorParts) -> ObjectPtr<TVMLikeErrorCell> {
        let empty = borrowed(&[]);
        let body = Self {
            cell: TVMLikeErrorCell {
                kind: empty,
                message: empty,
                backtrace: empty,
                update_backtrace: Some(update_backtrace),
                cause: parts.cause.map_or(ptr::null_mut(), super::Error::into_raw),
                context: parts.context.map_or(ptr::null_mut(), ObjectPtr::into_raw),
            },
            kind: parts.kind.unwrap_or(ErrorKind::RUNTIME_ERROR).0,
            message: parts.message,
            backtrace: parts.backtrace,
            stack: stacks_wanted().then(|| Box::new(Backtrace::force_capture())),
        };
        let mut error = allocate(TypeIndex::ERROR, body, 0);
        {
            // SAFETY: the object was just allocated and is not shared yet.
            let body: &mut Self = unsafe { error.body_mut() };
            // The texts have their final address only now: short ones may be stored in the body itself.
            body.cell.kind = borrowed(body.kind.as_bytes());
            body.cell.message = borrowed(body.message.as_bytes());
            body.cell.backtrace = borrowed(body.backtrace.as_bytes());
        }
        // SAFETY: the body begins with the cell.
        unsafe { ObjectPtr::from_owned(NonNull::new_unchecked(error.into_raw())) }
    }
}

/// The body, if this copy of the crate created the error, which its deleter shows.
fn own_body(error: &ObjectPtr<TVMLikeErrorCell>) -> Option<&ErrorBody> {
    let object = error.as_raw();
    // SAFETY: alive while `error` is.
    let deleter = unsafe { (*object).deleter };
    let ours = deleter.map(|f| f as usize) == deleter_of::<ErrorBody>().map(|f| f as usize);
    // SAFETY: an object with this deleter has this body.
    ours.then(|| unsafe { &(*object.cast::<ObjectBox<ErrorBody>>()).body })
}

pub(super) fn native_stack(error: &ObjectPtr<TVMLikeErrorCell>) -> Option<String> {
    if let Some(body) = own_body(error) {
        return body.stack.as_ref().map(ToString::to_string);
    }
    let table = host::connected()?;
    let mut text = value::NONE;
    // SAFETY: a live error object, and a place that holds no value.
    let status = unsafe { (table.error_native_stack)(error.as_raw(), &mut text) };
    super::status(status).ok()?;
    // SAFETY: an owned value.
    let text = unsafe { Any::from_raw(text) };
    text.view().as_str()?.ok().map(str::to_owned)
}

/// Replaces or extends the backtrace: the cell's `update_backtrace`.
///
/// # Safety
/// `error` is NULL or an error made here that nothing else accesses meanwhile; `text` is NULL or a valid byte array.
unsafe extern "C" fn update_backtrace(error: *mut TVMLikeObject, text: *const TVMLikeByteArray, mode: i32) {
    if error.is_null() || text.is_null() {
        return;
    }
    // SAFETY: only cells of errors made here contain this function; the caller promises exclusive access.
    let body = unsafe { &mut (*error.cast::<ObjectBox<ErrorBody>>()).body };
    // SAFETY: a valid byte array, by contract.
    let text = String::from_utf8_lossy(unsafe { bytes_of(&*text) });
    if mode == TVMLIKE_BACKTRACE_REPLACE {
        body.backtrace.clear();
    }
    body.backtrace.push_str(&text);
    body.cell.backtrace = borrowed(body.backtrace.as_bytes());
}
