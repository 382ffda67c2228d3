//! The error of this thread, as TVM's front ends set and ask for it.
//!
//! It is the one error that is raised on the thread in libtvmlike. Invariants: text that a client set and nothing has changed since
//! is given back as it came, byte for byte; the text of a call that failed begins with a kind.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_int};

use tvmlike::Error;
use tvmlike::error::{ErrorParts, clear_raised, set_raised, take_raised};
use tvmlike_classic::error_text;

use crate::interpreter::Object;
use crate::{exception, interpreter};

#[derive(Default)]
struct Texts {
    /// What a client set last.
    set: Option<CString>,
    /// What was given out last.
    shown: Option<CString>,
    /// Frames that were given out last.
    frames: Option<CString>,
}

thread_local! {
    static TEXTS: RefCell<Texts> = RefCell::default();
}

/// Does something with the texts of this thread; nothing while the thread ends, when they may be gone already.
fn with_texts<T>(then: impl FnOnce(&mut Texts) -> T) -> Option<T> {
    TEXTS.try_with(|texts| then(&mut texts.borrow_mut())).ok()
}

/// Looks at the error that is raised, which stays so.
fn peek<T>(look: impl FnOnce(&Error) -> T) -> Option<T> {
    let error = take_raised()?;
    let seen = look(&error);
    set_raised(error);
    Some(seen)
}

/// A C string of any text: a NUL would end it early for its reader, and is shown instead.
fn c_string(text: &str) -> CString {
    CString::new(text.replace('\0', "\\0")).unwrap_or_default()
}

/// The error as text; empty where there was none.
pub(crate) fn text() -> *const c_char {
    let shown = peek(|error| {
        let set = with_texts(|texts| texts.set.clone()).flatten();
        set.filter(|set| says(error, &error_text::parse(&set.to_string_lossy())))
            .unwrap_or_else(|| c_string(&error_text::show(error)))
    });
    let text = with_texts(|texts| {
        // The same text stays where it is: a caller may ask twice, and hold both pointers.
        if shown.is_some() && texts.shown != shown {
            texts.shown = shown;
        }
        texts.shown.as_ref().map(|shown| shown.as_ptr())
    });
    text.flatten().unwrap_or(c"".as_ptr())
}

/// Whether an error says what a text said, and no more.
fn says(error: &Error, parts: &ErrorParts) -> bool {
    parts
        .kind
        .as_ref()
        .is_some_and(|kind| kind.as_str() == error.kind())
        && parts.message == error.message()
        && parts.backtrace == error.backtrace()
        && error.context().is_none()
}

/// Raises the error that a text describes; `None` takes away what is raised.
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

/// Raises the error that stands for an exception; NULL takes away what is raised.
pub(crate) fn set_exception(object: Object) {
    if object.is_null() {
        return set_text(None);
    }
    with_texts(|texts| *texts = Texts::default());
    match exception::error_of(object) {
        Ok(error) | Err(error) => set_raised(error),
    }
}

/// The exception that the error carries, borrowed from it.
pub(crate) fn exception() -> Object {
    peek(exception::carried).unwrap_or(std::ptr::null_mut())
}

/// Takes the error away where it carries an exception.
pub(crate) fn drop_exception() {
    let Some(error) = take_raised() else { return };
    if exception::carried(&error).is_null() {
        return set_raised(error);
    }
    with_texts(|texts| *texts = Texts::default());
}

/// The error's frames; NULL where it has none, or brings its own as an exception does.
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
        // As with the text of the error.
        if *frames != shown {
            *frames = shown;
        }
        frames.as_ptr()
    });
    pointer.unwrap_or(std::ptr::null())
}

/// The status of a call that failed with the error that is raised. A front end that does not know exceptions as errors is told by
/// the status that it was interrupted, and finds the exception in the interpreter.
pub(crate) fn status() -> c_int {
    const FOUND_IN_THE_INTERPRETER: c_int = -2;
    // Front ends look for a kind in the first line of what a call failed with, and some stumble where there is no line.
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
