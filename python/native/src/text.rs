//! Text as an argument: a string object that lends the `str`'s own UTF-8, without a copy and without a look at it.
//!
//! A `str` holds valid UTF-8, so the object carries the library's deleter for strings that need no check. Objects are
//! used again and again: a call takes one and returns it if no other reference was taken meanwhile. Where
//! native code keeps one, the object becomes the owner of a reference to its `str`. Invariants: an object that is lent has
//! a `str` that lives until [`finish`]; one that somebody else may know owns a reference to it; the free objects are known to
//! nobody. The last reference may go on any thread, at any time: [`delete`] never waits for the lock, since a thread that
//! holds it may wait for that very thread.

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

/// A string object around a `str`, with the free space that objects have before their header.
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

/// The objects that wait to be used again.
struct Free {
    first: *mut Text,
    count: usize,
}

const MAX_FREE: usize = 256;

static FREE: GilCell<Free> = GilCell::new(Free {
    first: ptr::null_mut(),
    count: 0,
});

/// The library's deleter for strings that are known to be UTF-8; set with the API.
#[inline(always)]
fn trusted_deleter() -> TVMLikeDeleter {
    api().text_deleter
}

/// Lends a `str` whose UTF-8 form stands at `data`.
///
/// # Safety
/// The lock is held; the `str` lives until `refs` is released, and its UTF-8 form as long as it does.
#[inline(always)]
pub(crate) unsafe fn borrow_str(text: *mut PyObject, data: *const c_char, size: usize) -> *mut Text {
    // SAFETY: the lock guards the list; there is no other reference to a free object.
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

/// The object that native code gets.
///
/// # Safety
/// An object of [`borrow_str`] that was not ended yet.
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

/// Ends a loan: the object is used again, or left to the owners of the other references.
///
/// # Safety
/// The lock is held; an object of [`borrow_str`], once.
#[inline(always)]
pub(crate) unsafe fn finish(borrowed: *mut Text) {
    // SAFETY: by contract. Acquire: pairs with the release of the references that others had.
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
/// `borrowed` is an object of [`borrow_str`] whose `str` is alive, and the caller gives it up. The GIL is held.
#[cold]
#[inline(never)]
unsafe fn detach(borrowed: *mut Text) {
    // SAFETY: the `str` is alive; our reference to the object still keeps it from being deleted.
    unsafe {
        incref((*borrowed).text);
        (api().free)((&raw mut (*borrowed).header).cast());
    }
}

/// The `str` that a string object lends, borrowed; NULL for a string of anybody else.
///
/// # Safety
/// A living string object.
#[inline]
pub(crate) unsafe fn str_of(object: TVMLikeObjectHandle) -> *mut PyObject {
    let address = |deleter: TVMLikeDeleter| deleter.map_or(0, |deleter| deleter as usize);
    // SAFETY: behind the library's deleter a string has the cell with a deleter of its own, and ours stands in ours only.
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
    // SAFETY: the protocol of deleters: the `str` goes with the last strong reference, the memory with the last weak one.
    unsafe {
        if flags & TVMLIKE_DELETE_STRONG != 0 {
            release_str((*borrowed).text);
        }
        if flags & TVMLIKE_DELETE_WEAK != 0 {
            drop(Box::from_raw(borrowed));
        }
    }
}

/// A `str` that a thread without the lock has given back.
struct Deferred {
    text: *mut PyObject,
    next: *mut Deferred,
}

/// What waits for a thread with the lock: a list to which every thread adds, and which is taken as a whole.
static DEFERRED: AtomicPtr<Deferred> = AtomicPtr::new(ptr::null_mut());
/// Whether the interpreter has been asked to call [`release_deferred`].
static PENDING: AtomicBool = AtomicBool::new(false);

/// Gives a reference back: at once where this thread holds the lock, else when the main thread runs Python code next. When
/// the interpreter has ended, the reference is not released.
///
/// # Safety
/// The caller owns a reference to the `str` `text` and gives it up.
unsafe fn release_str(text: *mut PyObject) {
    if gil::is_held_here() {
        // SAFETY: the reference is owned, and the lock is held. The end of a `str` runs no Python code.
        unsafe { decref(text) };
        return;
    }
    gil::while_open(|| {
        let deferred = Box::into_raw(Box::new(Deferred {
            text,
            next: DEFERRED.load(Ordering::Relaxed),
        }));
        // SAFETY: no other thread has `returned` before it is in the list.
        unsafe {
            while let Err(first) = DEFERRED.compare_exchange_weak(
                (*deferred).next,
                deferred,
                Ordering::SeqCst,
                Ordering::Relaxed,
            ) {
                (*deferred).next = first;
            }
            // Where the interpreter's queue is full the entry waits for the next one that comes. SeqCst: either this thread
            // sees that the list was taken, or who takes it sees the entry.
            if !PENDING.swap(true, Ordering::SeqCst)
                && Py_AddPendingCall(Some(release_deferred), ptr::null_mut()) != 0
            {
                PENDING.store(false, Ordering::SeqCst);
            }
        }
    });
}

/// Gives back what waits.
extern "C" fn release_deferred(_: *mut c_void) -> c_int {
    PENDING.store(false, Ordering::SeqCst);
    let mut first = DEFERRED.swap(ptr::null_mut(), Ordering::SeqCst);
    while !first.is_null() {
        // SAFETY: the list was taken as a whole; each entry owns a reference, and pending calls run with the lock held.
        unsafe {
            let deferred = Box::from_raw(first);
            decref(deferred.text);
            first = deferred.next;
        }
    }
    0
}
