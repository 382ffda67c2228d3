//! Text as an argument: a string object that borrows the UTF-8 of a `str`, without a copy and without validation.
//!
//! The UTF-8 of a `str` is valid, so the object has the library's deleter for strings that need no check. Objects are
//! reused: a call takes one, and returns it if native code has not retained it meanwhile. If native code has, the object
//! takes ownership of a reference to its `str`. Invariants: the `str` of a borrowed object lives until [`finish`]; an
//! object that native code may have retained owns a reference to its `str`; free objects have no other reference. The
//! last reference may be released on any thread, at any time: [`delete`] never waits for the GIL, because the thread that
//! holds the GIL may be waiting for the thread of [`delete`].

use std::ffi::{c_char, c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, Ordering};

use pyo3_ffi::{Py_AddPendingCall, PyObject};
use tvmlike_abi::{
    TVMLIKE_DELETE_STRONG, TVMLIKE_DELETE_WEAK, TVMLIKE_STR, TVMLikeByteArray, TVMLikeDeleter,
    TVMLikeLentStringCell, TVMLikeObject, TVMLikeObjectHandle,
};

use crate::api::api;
use crate::gil;
use crate::python::{GilCell, decref, incref};
use crate::value::NEW_COUNTS;

/// A string object around a `str`, with the unused space that objects have before their header.
#[repr(C)]
pub(crate) struct Text {
    space: [u64; 2],
    header: TVMLikeObject,
    cell: TVMLikeLentStringCell,
    text: *mut PyObject,
    /// The next one of a list.
    next: *mut Text,
}

const HEADER_AT: usize = std::mem::offset_of!(Text, header);

/// The objects that can be reused.
struct Free {
    first: *mut Text,
    count: usize,
}

const MAX_FREE: usize = 256;

static FREE: GilCell<Free> = GilCell::new(Free {
    first: ptr::null_mut(),
    count: 0,
});

/// The library's deleter for strings that are known to be UTF-8.
#[inline(always)]
fn trusted_deleter() -> TVMLikeDeleter {
    api().text_deleter
}

/// Makes a string object that borrows a `str`, whose UTF-8 is at `data`.
///
/// # Safety
/// `text` is a `str` with `size` bytes of UTF-8 at `data`, and lives until [`finish`]. The GIL is held.
#[inline(always)]
pub(crate) unsafe fn borrow_str(text: *mut PyObject, data: *const c_char, size: usize) -> *mut Text {
    // SAFETY: the GIL protects the list; a free object has no other reference.
    unsafe {
        let free = FREE.get();
        let mut borrowed = free.first;
        if borrowed.is_null() {
            borrowed = new();
        } else {
            free.first = (*borrowed).next;
            free.count -= 1;
        }
        (*borrowed).cell.text = TVMLikeByteArray { data, size };
        (*borrowed).text = text;
        borrowed
    }
}

/// The address of the object that native code receives.
///
/// # Safety
/// `borrowed` is an object of [`borrow_str`] before its [`finish`].
#[inline(always)]
pub(crate) unsafe fn handle_of(borrowed: *mut Text) -> TVMLikeObjectHandle {
    // SAFETY: by contract.
    unsafe { &raw mut (*borrowed).header }
}

#[cold]
#[inline(never)]
fn new() -> *mut Text {
    Box::into_raw(Box::new(Text {
        space: [0; 2],
        header: TVMLikeObject {
            counts: AtomicU64::new(NEW_COUNTS),
            type_index: TVMLIKE_STR,
            zero: 0,
            deleter: trusted_deleter(),
        },
        cell: TVMLikeLentStringCell {
            text: TVMLikeByteArray {
                data: ptr::null(),
                size: 0,
            },
            deleter: Some(delete),
        },
        text: ptr::null_mut(),
        next: ptr::null_mut(),
    }))
}

/// Ends the borrow: the object is reused, or left to the owners of its other references.
///
/// # Safety
/// `borrowed` is an object of [`borrow_str`], and is not used afterwards. The GIL is held.
#[inline(always)]
pub(crate) unsafe fn finish(borrowed: *mut Text) {
    // SAFETY: by contract. Acquire: pairs with the release of references that native code had.
    unsafe {
        let free = FREE.get();
        if (*borrowed).header.counts.load(Ordering::Acquire) == NEW_COUNTS && free.count < MAX_FREE {
            (*borrowed).next = free.first;
            free.first = borrowed;
            free.count += 1;
        } else {
            detach(borrowed);
        }
    }
}

/// Leaves a string object to the other owners of references.
///
/// # Safety
/// `borrowed` is an object of [`borrow_str`] whose `str` is alive, and the caller transfers ownership of it. The GIL is
/// held.
#[cold]
#[inline(never)]
unsafe fn detach(borrowed: *mut Text) {
    // SAFETY: the `str` is alive, and the reference that is released here has kept the object alive.
    unsafe {
        incref((*borrowed).text);
        (api().free)((&raw mut (*borrowed).header).cast());
    }
}

/// The `str` that a string object borrows or owns, borrowed; NULL for a string object that was not made here.
///
/// # Safety
/// `object` is a living string object.
#[inline]
pub(crate) unsafe fn str_of(object: TVMLikeObjectHandle) -> *mut PyObject {
    let address = |deleter: TVMLikeDeleter| deleter.map_or(0, |deleter| deleter as usize);
    // SAFETY: a string with the library's deleter has a cell with a second deleter, and only objects made here have ours.
    unsafe {
        let cell = object.add(1).cast::<TVMLikeLentStringCell>();
        if address((*object).deleter) == address(trusted_deleter())
            && address((*cell).deleter) == address(Some(delete))
        {
            (*object.byte_sub(HEADER_AT).cast::<Text>()).text
        } else {
            ptr::null_mut()
        }
    }
}

/// The deleter of string objects made here.
///
/// # Safety
/// Called by the protocol of deleters: `object` is the header of a [`Text`] whose last strong or weak reference is
/// gone, as `flags` states. Any thread may call it.
unsafe extern "C" fn delete(object: *mut c_void, flags: c_int) {
    let borrowed = object.wrapping_byte_sub(HEADER_AT).cast::<Text>();
    // SAFETY: the protocol of deleters: the `str` is released with the last strong reference, the memory is freed with the
    // last weak one.
    unsafe {
        if flags & TVMLIKE_DELETE_STRONG != 0 {
            release_str((*borrowed).text);
        }
        if flags & TVMLIKE_DELETE_WEAK != 0 {
            drop(Box::from_raw(borrowed));
        }
    }
}

/// A `str` that a thread without the GIL has released.
struct Deferred {
    text: *mut PyObject,
    next: *mut Deferred,
}

/// The `str` objects that wait for a thread with the GIL: a list to which every thread adds, and which is taken as a
/// whole.
static DEFERRED: AtomicPtr<Deferred> = AtomicPtr::new(ptr::null_mut());
/// Whether a pending call of [`release_deferred`] is registered with the interpreter.
static PENDING: AtomicBool = AtomicBool::new(false);

/// Releases a reference: at once if this thread holds the GIL, else when the main thread runs Python code next. After the
/// end of the interpreter it does nothing.
///
/// # Safety
/// The caller transfers ownership of a reference to the `str` `text`.
unsafe fn release_str(text: *mut PyObject) {
    if gil::is_held_here() {
        // SAFETY: the reference is owned, and the GIL is held. Freeing a `str` runs no Python code.
        unsafe { decref(text) };
        return;
    }
    gil::while_open(|| {
        let deferred = Box::into_raw(Box::new(Deferred {
            text,
            next: DEFERRED.load(Ordering::Relaxed),
        }));
        // SAFETY: no other thread has the address of the entry before it is in the list.
        unsafe {
            while let Err(first) = DEFERRED.compare_exchange_weak(
                (*deferred).next,
                deferred,
                Ordering::SeqCst,
                Ordering::Relaxed,
            ) {
                (*deferred).next = first;
            }
            // If the interpreter's queue is full, the entry waits until another thread adds one. SeqCst: either this
            // thread sees that the list was taken, or the thread that takes it sees the entry.
            if !PENDING.swap(true, Ordering::SeqCst)
                && Py_AddPendingCall(Some(release_deferred), ptr::null_mut()) != 0
            {
                PENDING.store(false, Ordering::SeqCst);
            }
        }
    });
}

/// Releases the deferred references.
extern "C" fn release_deferred(_: *mut c_void) -> c_int {
    PENDING.store(false, Ordering::SeqCst);
    let mut first = DEFERRED.swap(ptr::null_mut(), Ordering::SeqCst);
    while !first.is_null() {
        // SAFETY: the list was taken as a whole; each entry owns a reference, and pending calls run with the GIL held.
        unsafe {
            let deferred = Box::from_raw(first);
            decref(deferred.text);
            first = deferred.next;
        }
    }
    0
}
