//! Code in memory that gdb and lldb know: the interface for compilers in the process that GDB's manual describes ("JIT
//! Compilation Interface").
//!
//! A debugger sets a breakpoint on `__jit_debug_register_code` and reads the list in `__jit_debug_descriptor` when the
//! function is called. Invariant: an entry of the list, and the image that it names, live until they are out of the list. All
//! changes of the list are made under one lock. Both symbols are local to the library, so those of others do not matter.

use std::ptr;
use std::sync::{Mutex, PoisonError};

/// An image in the list.
#[repr(C)]
struct Entry {
    next: *mut Entry,
    previous: *mut Entry,
    image: *const u8,
    len: u64,
}

#[repr(C)]
struct Descriptor {
    version: u32,
    action: u32,
    relevant: *mut Entry,
    first: *mut Entry,
}

const REGISTER: u32 = 1;
const UNREGISTER: u32 = 2;

std::arch::global_asm!(
    ".pushsection .text",
    ".globl __jit_debug_register_code",
    ".hidden __jit_debug_register_code",
    ".type __jit_debug_register_code,@function",
    "__jit_debug_register_code:",
    "ret",
    ".size __jit_debug_register_code, . - __jit_debug_register_code",
    ".popsection",
    ".pushsection .data",
    ".balign 8",
    ".globl __jit_debug_descriptor",
    ".hidden __jit_debug_descriptor",
    ".type __jit_debug_descriptor,@object",
    "__jit_debug_descriptor:",
    ".long 1, 0",
    ".quad 0, 0",
    ".size __jit_debug_descriptor, . - __jit_debug_descriptor",
    ".popsection",
);

unsafe extern "C" {
    fn __jit_debug_register_code();
    static mut __jit_debug_descriptor: Descriptor;
}

static LIST: Mutex<()> = Mutex::new(());

/// An image that debuggers know until this is dropped.
pub(super) struct Announced {
    entry: *mut Entry,
    _image: Vec<u8>,
}

// SAFETY: the entry is used under the lock only; the image is not changed.
unsafe impl Send for Announced {}
// SAFETY: as above.
unsafe impl Sync for Announced {}

/// Tells the debugger what has changed.
///
/// # Safety
/// The lock is held; the entry lives.
unsafe fn tell(action: u32, entry: *mut Entry) {
    // SAFETY: by contract; the function does nothing.
    unsafe {
        let descriptor = &raw mut __jit_debug_descriptor;
        (*descriptor).action = action;
        (*descriptor).relevant = entry;
        __jit_debug_register_code();
        (*descriptor).action = 0;
        (*descriptor).relevant = ptr::null_mut();
    }
}

impl Announced {
    /// Gives debuggers an ELF image.
    pub(super) fn new(image: Vec<u8>) -> Self {
        let _lock = LIST.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: the lock is held; entries of the list live.
        unsafe {
            let first = __jit_debug_descriptor.first;
            let entry = Box::into_raw(Box::new(Entry {
                next: first,
                previous: ptr::null_mut(),
                image: image.as_ptr(),
                len: image.len() as u64,
            }));
            if !first.is_null() {
                (*first).previous = entry;
            }
            __jit_debug_descriptor.first = entry;
            tell(REGISTER, entry);
            Self { entry, _image: image }
        }
    }
}

impl Drop for Announced {
    fn drop(&mut self) {
        let _lock = LIST.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: the lock is held; the entry is one of the list, made from a box, and nothing refers to it afterwards.
        unsafe {
            let Entry { next, previous, .. } = *self.entry;
            match previous.is_null() {
                true => __jit_debug_descriptor.first = next,
                false => (*previous).next = next,
            }
            if !next.is_null() {
                (*next).previous = previous;
            }
            tell(UNREGISTER, self.entry);
            drop(Box::from_raw(self.entry));
        }
    }
}
