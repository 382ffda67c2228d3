//! The last error of a thread, as text and as what a failed callback meant.
//!
//! Invariants: text that a callback set is given back byte for byte; an error whose text was asked for is still that of the
//! callback in which it was, should that fail without another.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char};
use std::sync::atomic::{AtomicU64, Ordering};

use tvmlike::Error;
use tvmlike::error::{clear_raised, set_raised, take_raised};

use crate::traceback;

#[derive(Default)]
struct Last {
    /// The text that was given out last.
    text: CString,
    /// The error that it was the text of.
    shown: Option<Error>,
    /// The error that was made of text, and the text.
    set: Option<(Error, CString)>,
}

thread_local! {
    static LAST: RefCell<Last> = RefCell::default();
}

/// How often the text of an error was asked for, by all threads.
static ASKED: AtomicU64 = AtomicU64::new(0);

/// A moment, for [`since`].
#[inline(always)]
pub(crate) fn now() -> u64 {
    ASKED.load(Ordering::Relaxed)
}

/// The error of a callback that failed, and had begun at a moment: what is raised, or what was asked for meanwhile.
#[cold]
pub(crate) fn since(moment: u64) -> Option<Error> {
    take_raised().or_else(|| {
        let asked = now() != moment;
        asked
            .then(|| LAST.try_with(|last| last.borrow().shown.clone()).ok().flatten())
            .flatten()
    })
}

/// The text of the last error; it stays until another one is given on the thread. Empty where there was none.
pub(crate) fn text() -> *const c_char {
    let raised = take_raised();
    // While a thread ends, its storage may be gone already.
    LAST.try_with(|last| {
        let (before, given) = {
            let mut last = last.borrow_mut();
            let mut before = None;
            if let Some(error) = raised {
                ASKED.fetch_add(1, Ordering::Relaxed);
                let text = match &last.set {
                    Some((set, text)) if set.as_object().same_as(error.as_object()) => text.clone(),
                    // A NUL would end the text early for a C reader: it is shown instead.
                    _ => CString::new(traceback::show(&error).replace('\0', "\\0")).unwrap_or_default(),
                };
                // The same text stays where it is: a caller may ask twice, and hold both pointers.
                if last.text != text {
                    last.text = text;
                }
                before = last.shown.replace(error);
            }
            (before, last.text.as_ptr())
        };
        // Dropped while nothing is borrowed: an error may hold any object.
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

/// Forgets the last error.
pub(crate) fn clear() {
    clear_raised();
    drop(LAST.try_with(RefCell::take));
}
