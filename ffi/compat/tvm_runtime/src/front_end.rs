//! What the Python front end of the process knows.
//!
//! Front ends before 0.18 have no type code for truth values. Which one it is can be seen in its own module. Invariant: the
//! interpreter is asked only where a front end has shown itself, and no more once it has answered.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use crate::interpreter::{locked, python};

/// The module of every front end that has its type codes, whatever package it is in.
const MODULE: &str = "_ffi.runtime_ctypes";

const UNKNOWN: u8 = 0;
const YES: u8 = 1;
const NO: u8 = 2;

static KNOWS_BOOL: AtomicU8 = AtomicU8::new(UNKNOWN);
static SHOWN: AtomicBool = AtomicBool::new(false);

/// Notes a call that front ends make when they are imported.
pub(crate) fn shown() {
    SHOWN.store(true, Ordering::Relaxed);
}

/// Whether the other side knows the type code of truth values. A client that is no front end does: it has it in the header.
pub(crate) fn knows_bool() -> bool {
    match KNOWS_BOOL.load(Ordering::Relaxed) {
        YES => true,
        NO => false,
        _ => !SHOWN.load(Ordering::Relaxed) || ask(),
    }
}

#[cold]
fn ask() -> bool {
    let answer = locked(|| {
        // SAFETY: with the lock.
        unsafe { answer() }
    })
    .flatten();
    if let Some(knows) = answer {
        KNOWS_BOOL.store(if knows { YES } else { NO }, Ordering::Relaxed);
    }
    answer.unwrap_or(true)
}

/// What the front ends that are imported say; `None` where there is none.
///
/// # Safety
/// The lock is held.
unsafe fn answer() -> Option<bool> {
    let python = python()?;
    // SAFETY: with the lock, by contract.
    let found = unsafe { python.modules_named(MODULE) };
    let mut codes = found.iter().filter_map(|module| {
        // SAFETY: living objects and a C string, with the lock.
        unsafe {
            let codes = python.attribute(module.1, c"ArgTypeCode")?;
            Some((python.has_attribute)(codes.1, c"BOOL".as_ptr()) == 1)
        }
    });
    let first = codes.next()?;
    Some(codes.fold(first, |all, one| all && one))
}
