//! The last error of this thread, as TVM's front ends set and read it.
//!
//! It is the error that is raised on the thread in libtvmlike. Invariants: text that a client set is returned byte for byte unless
//! the error changed since; the text of a failed call begins with a kind.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_int};

use tvmlike::Error;
use tvmlike::error::{ErrorParts, clear_raised, set_raised, take_raised};
use tvmlike_classic::error_text;

use crate::interpreter::Object;
use crate::{exception, interpreter};

#[derive(Default)]
struct Texts {
    /// The text that a client set last.
    set: Option<CString>,
    /// The text that was returned last.
    shown: Option<CString>,
    /// The frames that were returned last.
    frames: Option<CString>,
}

thread_local! {
    static TEXTS: RefCell<Texts> = RefCell::default();
}

/// Runs a closure on the texts of this thread; `None` if the thread is ending and they are destroyed.
fn with_texts<T>(then: impl FnOnce(&mut Texts) -> T) -> Option<T> {
    TEXTS.try_with(|texts| then(&mut texts.borrow_mut())).ok()
}

/// Runs a closure on the raised error, which stays raised.
fn peek<T>(read: impl FnOnce(&Error) -> T) -> Option<T> {
    let error = take_raised()?;
    let result = read(&error);
    set_raised(error);
    Some(result)
}

/// Any text as a C string, with NUL escaped.
fn c_string(text: &str) -> CString {
    CString::new(text.replace('\0', "\\0")).unwrap_or_default()
}

/// The error as text; empty if there is none.
pub(crate) fn text() -> *const c_char {
    let shown = peek(|error| {
        let set = with_texts(|texts| texts.set.clone()).flatten();
        set.filter(|set| says(error, &error_text::parse(&set.to_string_lossy())))
            .unwrap_or_else(|| c_string(&error_text::show(error)))
    });
    let text = with_texts(|texts| {
        // The same text keeps its address: a caller may read it twice and keep both pointers.
        if shown.is_some() && texts.shown != shown {
            texts.shown = shown;
        }
        texts.shown.as_ref().map(|shown| shown.as_ptr())
    });
    text.flatten().unwrap_or(c"".as_ptr())
}

/// Whether an error has exactly the parts of a parsed text.
fn says(error: &Error, parts: &ErrorParts) -> bool {
    parts
        .kind
        .as_ref()
        .is_some_and(|kind| kind.as_str() == error.kind())
        && parts.message == error.message()
        && parts.backtrace == error.backtrace()
        && error.context().is_none()
}

/// Raises the error that a text describes; `None` clears the error.
pub(crate) fn set_text(text: Option<&CStr>) {
    match text {
        Some(text) => set_raised(Error::from_parts(error_text::parse(&text.to_string_lossy()))),
        None => clear_raised(),
    }
    with_texts(|texts| {
        *texts = Texts {
            set: text.map(CStr::to_owned),
            ..Texts::default()
        };
    });
}

/// Raises the error of an exception; NULL clears the error.
pub(crate) fn set_exception(object: Object) {
    if object.is_null() {
        return set_text(None);
    }
    with_texts(|texts| *texts = Texts::default());
    match exception::error_of(object) {
        Ok(error) | Err(error) => set_raised(error),
    }
}

/// The exception of the error, borrowed from it.
pub(crate) fn exception() -> Object {
    peek(exception::carried).unwrap_or(std::ptr::null_mut())
}

/// Clears the error if it has an exception.
pub(crate) fn drop_exception() {
    let Some(error) = take_raised() else { return };
    if exception::carried(&error).is_null() {
        return set_raised(error);
    }
    with_texts(|texts| *texts = Texts::default());
}

/// The error's frames; NULL if it has none, or has an exception with its own traceback.
pub(crate) fn frames() -> *const c_char {
    let shown = peek(|error| {
        let own = exception::carried(error).is_null();
        own.then(|| error_text::show_backtrace(error)).flatten()
    });
    let Some(shown) = shown.flatten() else {
        return std::ptr::null();
    };
    let shown = c_string(&shown);
    let pointer = with_texts(|texts| {
        let frames = texts.frames.get_or_insert_default();
        // As in `text`, the same frames keep their address.
        if *frames != shown {
            *frames = shown;
        }
        frames.as_ptr()
    });
    pointer.unwrap_or(std::ptr::null())
}

/// The status of a call that failed with the raised error. A front end that does not pass exceptions as errors gets -2 for an
/// interrupt, and finds the exception in the interpreter.
pub(crate) fn status() -> c_int {
    const FOUND_IN_THE_INTERPRETER: c_int = -2;
    // Front ends parse a kind from the first line of a call's error, and some fail if there is none.
    with_texts(|texts| {
        texts.set = texts
            .set
            .take()
            .filter(|set| error_text::has_kind(&set.to_string_lossy()));
    });
    if !interpreter::leaves_interrupts() {
        return -1;
    }
    let put_back = peek(|error| error.kind() == "KeyboardInterrupt" && exception::put_back(error));
    if put_back != Some(true) {
        return -1;
    }
    clear_raised();
    FOUND_IN_THE_INTERPRETER
}
