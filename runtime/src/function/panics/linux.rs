//! Telling on Linux whether a panic will be caught by the guard of a packed function.
//!
//! Every function that has the guard in it stands in a linker section of its own, `tvmlike_guard`. The linker names the
//! two ends of it, per library, and a frame whose return address lies between them is one that catches. Only frames of
//! this library's own copy of Rust are asked: no other could catch the panic.

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

/// Whether one of the frames below is a guard.
pub(super) fn inside_guard() -> bool {
    let mut found = false;
    // SAFETY: the unwinder walks the frames of this thread and calls `visit` with the place for the answer.
    unsafe { _Unwind_Backtrace(visit, (&raw mut found).cast()) };
    found
}

// It stands in the section itself, so that the section is there wherever its ends are asked for. It is no frame of the
// walk, which begins with the caller of `_Unwind_Backtrace`.
#[unsafe(link_section = "tvmlike_guard")]
unsafe extern "C" fn visit(context: *mut c_void, found: *mut c_void) -> c_int {
    // The linker's names are this library's own business: another's must not be taken for them. In this function, so
    // that it stands in every object that refers to the names.
    // SAFETY: two directives to the assembler, no instruction.
    unsafe {
        asm!(
            ".hidden __start_tvmlike_guard",
            ".hidden __stop_tvmlike_guard",
            options(nomem, nostack, preserves_flags)
        );
    }
    let section = (&raw const START as usize)..(&raw const STOP as usize);
    // SAFETY: the unwinder lends its context. A return address may lie behind the last call of a function: one less
    // lies in it.
    let address = unsafe { _Unwind_GetIP(context) }.wrapping_sub(1);
    if !section.contains(&address) {
        return NO_REASON;
    }
    // SAFETY: the place that `inside_guard` passed.
    unsafe { found.cast::<bool>().write(true) };
    END_OF_STACK
}
