//! The type codes that the Python front end of the process knows.
//!
//! Front ends before 0.18 have no type code for `bool`. The front end's own module tells. Invariant: the interpreter is called only
//! after a front end was seen, and not again once the answer is known.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use crate::interpreter::{locked, python};

/// The end of the name of the module with the type codes, whatever package it is in.
const MODULE: &str = "_ffi.runtime_ctypes";

const UNKNOWN: u8 = 0;
const YES: u8 = 1;
const NO: u8 = 2;

static KNOWS_BOOL: AtomicU8 = AtomicU8::new(UNKNOWN);
static SEEN: AtomicBool = AtomicBool::new(false);

/// Records a call that front ends make when they are imported.
pub(crate) fn seen() {
    SEEN.store(true, Ordering::Relaxed);
}

/// Whether the front end knows the type code of `bool`. A C program does: the code is in the header.
pub(crate) fn knows_bool() -> bool {
    match KNOWS_BOOL.load(Ordering::Relaxed) {
        YES => true,
        NO => false,
        _ => !SEEN.load(Ordering::Relaxed) || ask(),
    }
}

#[cold]
fn ask() -> bool {
    let answer = locked(|| {
        // SAFETY: the GIL is held.
        unsafe { answer() }
    })
    .flatten();
    if let Some(knows) = answer {
        KNOWS_BOOL.store(if knows { YES } else { NO }, Ordering::Relaxed);
    }
    answer.unwrap_or(true)
}

/// Whether all imported front ends know the code; `None` if none is imported.
///
/// # Safety
/// The GIL is held.
unsafe fn answer() -> Option<bool> {
    let python = python()?;
    // SAFETY: the GIL is held, by contract.
    let found = unsafe { python.modules_named(MODULE) };
    let mut codes = found.iter().filter_map(|module| {
        // SAFETY: living objects and a C string; the GIL is held.
        unsafe {
            let codes = python.attribute(module.1, c"ArgTypeCode")?;
            Some((python.has_attribute)(codes.1, c"BOOL".as_ptr()) == 1)
        }
    });
    let first = codes.next()?;
    Some(codes.fold(first, |all, one| all && one))
}
