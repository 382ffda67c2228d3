//! The last error of a thread, as text and as the error of a failed callback.
//!
//! Invariants: text that a callback set is returned byte for byte; if a callback reads the text of an error and then fails without
//! raising another one, that error is the callback's.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char};
use std::sync::atomic::{AtomicU64, Ordering};

use tvmlike::Error;
use tvmlike::error::{clear_raised, set_raised, take_raised};

use crate::traceback;

#[derive(Default)]
struct Last {
    /// The text that was returned last.
    text: CString,
    /// The error of that text.
    shown: Option<Error>,
    /// The error that was last made from text, and the text.
    set: Option<(Error, CString)>,
}

thread_local! {
    static LAST: RefCell<Last> = RefCell::default();
}

/// The number of times that the text of an error was read, on all threads.
static READ: AtomicU64 = AtomicU64::new(0);

/// The current count, for [`since`].
#[inline(always)]
pub(crate) fn now() -> u64 {
    READ.load(Ordering::Relaxed)
}

/// The error of a failed callback: the raised one, or the one whose text was read since the count `moment`.
#[cold]
pub(crate) fn since(moment: u64) -> Option<Error> {
    take_raised().or_else(|| {
        let was_read = now() != moment;
        was_read
            .then(|| LAST.try_with(|last| last.borrow().shown.clone()).ok().flatten())
            .flatten()
    })
}

/// The text of the last error, valid until the thread's next error text; empty if there is none.
pub(crate) fn text() -> *const c_char {
    let raised = take_raised();
    // The thread-local storage of an ending thread may be destroyed.
    LAST.try_with(|last| {
        let (before, given) = {
            let mut last = last.borrow_mut();
            let mut before = None;
            if let Some(error) = raised {
                READ.fetch_add(1, Ordering::Relaxed);
                let text = match &last.set {
                    Some((set, text)) if set.as_object().same_as(error.as_object()) => text.clone(),
                    // A NUL would end the C string, so it is escaped.
                    _ => CString::new(traceback::show(&error).replace('\0', "\\0")).unwrap_or_default(),
                };
                // The same text keeps its address: a caller may read it twice and keep both pointers.
                if last.text != text {
                    last.text = text;
                }
                before = last.shown.replace(error);
            }
            (before, last.text.as_ptr())
        };
        // Dropped while nothing is borrowed: an error may own any object.
        drop(before);
        given
    })
    .unwrap_or(c"".as_ptr())
}

/// Raises the error of a text.
pub(crate) fn set(text: &CStr) {
    let error = traceback::parse(&text.to_string_lossy());
    let before = LAST.try_with(|last| last.borrow_mut().set.replace((error.clone(), text.to_owned())));
    drop(before);
    set_raised(error);
}

/// Clears the last error.
pub(crate) fn clear() {
    clear_raised();
    drop(LAST.try_with(RefCell::take));
}
