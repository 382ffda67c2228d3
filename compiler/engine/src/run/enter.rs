//! Entering a function of compiled code by its address: the function that a parallel loop becomes.
//!
//! Addresses in code are those of functions without their guards, because a trap ends all frames of code up to the entry. So
//! the host enters such a function through a guard of its own.

use std::ffi::c_void;
use std::sync::OnceLock;

use super::guard;
use super::mapping::{Mapping, Protection};
use crate::trap::{Registered, TrapTable};

/// A function over a range of iterations: what it uses, the first iteration, the one behind the last.
pub type RangeFunction = unsafe extern "C" fn(*mut c_void, i64, i64);

/// A guard that calls a function by its address, in memory for as long as the process runs.
struct Entry {
    call: unsafe extern "C" fn(*mut c_void, i64, i64, RangeFunction),
    _registered: Registered,
    _mapping: Mapping,
}

fn entry() -> Option<&'static Entry> {
    static ENTRY: OnceLock<Option<Entry>> = OnceLock::new();
    ENTRY.get_or_init(make).as_ref()
}

fn make() -> Option<Entry> {
    if !guard::AVAILABLE {
        return None;
    }
    let (code, landing) = guard::indirect();
    let mut mapping = Mapping::new(code.len()).ok()?;
    let bytes = mapping.bytes();
    bytes[..code.len()].copy_from_slice(&code);
    let pages = 0..bytes.len();
    mapping.protect(pages, Protection::Execute).ok()?;
    let start = mapping.address();
    let table = TrapTable {
        sites: Vec::new(),
        overflows: Vec::new(),
        landings: vec![landing as u32],
    };
    // SAFETY: the code at the address calls the function that is its fourth argument with the first three.
    let call = unsafe {
        std::mem::transmute::<*const c_void, unsafe extern "C" fn(*mut c_void, i64, i64, RangeFunction)>(
            start as *const c_void,
        )
    };
    Some(Entry {
        call,
        _registered: Registered::new(start, start + code.len(), table),
        _mapping: mapping,
    })
}

/// Calls a function of compiled code for a range of iterations. A trap ends it, as it ends each call from the host.
///
/// # Safety
/// The function is compiled code that is in memory, and `data` is what it takes.
pub unsafe fn enter_range(function: RangeFunction, data: *mut c_void, from: i64, to: i64) {
    match entry() {
        // SAFETY: the caller promises it.
        Some(entry) => unsafe { (entry.call)(data, from, to, function) },
        // SAFETY: the caller promises it.
        None => unsafe { function(data, from, to) },
    }
}
