//! Finds out on Linux whether the guard of a packed function will catch a panic.
//!
//! Every function that contains the guard is in a linker section of its own, `tvmlike_guard`. The linker defines
//! symbols for its two ends, per library, and a frame whose return address lies between them catches panics. Only
//! frames of this library's own copy of Rust count: no other could catch the panic.

use std::arch::asm;
use std::ffi::{c_int, c_void};

const NO_REASON: c_int = 0;
const END_OF_STACK: c_int = 5;

type Visit = unsafe extern "C" fn(context: *mut c_void, found: *mut c_void) -> c_int;

unsafe extern "C" {
    #[link_name = "__start_tvmlike_guard"]
    static START: u8;
    #[link_name = "__stop_tvmlike_guard"]
    static STOP: u8;

    fn _Unwind_Backtrace(visit: Visit, argument: *mut c_void) -> c_int;
    fn _Unwind_GetIP(context: *mut c_void) -> usize;
}

/// Whether one of the calling frames is a guard.
pub(super) fn inside_guard() -> bool {
    let mut found = false;
    // SAFETY: the unwinder walks this thread's frames and calls `visit` with the place for the answer.
    unsafe { _Unwind_Backtrace(visit, (&raw mut found).cast()) };
    found
}

/// Checks one frame; `_URC_NO_REASON` continues the walk.
///
/// # Safety
/// Called by `_Unwind_Backtrace`, with a pointer to a bool as `found`.
//
// In the section itself, so that the section exists wherever its ends are used. The walk does not include it: it begins
// with the caller of `_Unwind_Backtrace`.
#[unsafe(link_section = "tvmlike_guard")]
unsafe extern "C" fn visit(context: *mut c_void, found: *mut c_void) -> c_int {
    // The linker's symbols must resolve to this library's own. In this function, so that the directives are in every
    // object that refers to the symbols.
    // SAFETY: two assembler directives, no instruction.
    unsafe {
        asm!(
            ".hidden __start_tvmlike_guard",
            ".hidden __stop_tvmlike_guard",
            options(nomem, nostack, preserves_flags)
        );
    }
    let section = (&raw const START as usize)..(&raw const STOP as usize);
    // SAFETY: the unwinder passes a valid context. A return address may be one past a function's last call: one less
    // lies within it.
    let address = unsafe { _Unwind_GetIP(context) }.wrapping_sub(1);
    if !section.contains(&address) {
        return NO_REASON;
    }
    // SAFETY: the place that `inside_guard` passed.
    unsafe { found.cast::<bool>().write(true) };
    END_OF_STACK
}
