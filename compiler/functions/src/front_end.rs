//! What a front end gives: functions that this crate calls.
//!
//! Invariant: the last front end that came is the one that is called; without one, what needs it says so.

use std::sync::{Mutex, PoisonError};

use crate::api::*;

/// The functions of a front end.
#[derive(Clone)]
pub(crate) struct FrontEnd {
    /// Called with the name of a dialect before the class of one of its operations is found for the first time. It may
    /// register classes.
    pub(crate) meet_dialect: PackedFunc,
    /// Returns the enumeration of signedness.
    pub(crate) integer_signedness: PackedFunc,
}

static FRONT_END: Mutex<Option<FrontEnd>> = Mutex::new(None);

/// The front end, if there is one.
pub(crate) fn front_end() -> Option<FrontEnd> {
    FRONT_END.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Gives the functions of a front end, in place of those of an earlier one.
pub(crate) fn set_front_end(given: FrontEnd) {
    let earlier = FRONT_END
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .replace(given);
    // Released without the lock: what the front end does then may come back here.
    drop(earlier);
}
