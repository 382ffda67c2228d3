//! Which Python object stands for a native object while one is alive, and which class a type has.
//!
//! Invariant: an entry's Python object is alive or in its deallocation, and owns a strong reference to the native
//! object whose address is the key; it takes its entry out before it gives that reference back.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ptr;

use pyo3_ffi::{Py_REFCNT, PyObject};
use tvmlike_abi::TVMLikeObjectHandle;

use crate::python::{Locked, decref, new_ref};

/// Spreads addresses: their low bits are zero.
#[derive(Default)]
struct AddressHasher(u64);

impl Hasher for AddressHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_usize(usize::from(byte));
        }
    }

    #[inline]
    fn write_usize(&mut self, address: usize) {
        self.0 = (self.0 ^ address as u64)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(26);
    }
}

type Table = HashMap<usize, *mut PyObject, BuildHasherDefault<AddressHasher>>;

static ALIVE: Locked<Option<Table>> = Locked::new(None);

fn table<'a>() -> &'a mut Table {
    // SAFETY: the lock is held, and no operation on the table runs Python code.
    unsafe { ALIVE.get() }.get_or_insert_with(Table::default)
}

/// The living Python object for a native object, as a new reference; NULL where there is none.
///
/// # Safety
/// The lock is held.
#[inline]
pub(crate) unsafe fn find(handle: TVMLikeObjectHandle) -> *mut PyObject {
    match table().get(&(handle as usize)) {
        // SAFETY: an entry's object has not been freed. One with a count of zero is on its way out.
        Some(&object) if unsafe { Py_REFCNT(object) } > 0 => unsafe { new_ref(object) },
        _ => ptr::null_mut(),
    }
}

/// Makes a Python object the one for a native object.
pub(crate) unsafe fn insert(handle: TVMLikeObjectHandle, object: *mut PyObject) {
    table().insert(handle as usize, object);
}

/// Takes the entry out, if it is this object's.
pub(crate) unsafe fn remove(handle: TVMLikeObjectHandle, object: *mut PyObject) {
    if let std::collections::hash_map::Entry::Occupied(entry) = table().entry(handle as usize)
        && *entry.get() == object
    {
        entry.remove();
    }
}

/// How many Python objects stand for native ones.
pub(crate) fn alive() -> usize {
    table().len()
}

static CLASSES: Locked<Vec<*mut PyObject>> = Locked::new(Vec::new());

/// The class that is remembered for a type index, borrowed; NULL where it was not asked for yet.
#[inline]
pub(crate) unsafe fn class(index: i32) -> *mut PyObject {
    // SAFETY: the lock is held.
    let classes = unsafe { CLASSES.get() };
    usize::try_from(index)
        .ok()
        .and_then(|index| classes.get(index).copied())
        .unwrap_or(ptr::null_mut())
}

/// Remembers the class of a type index, until all are forgotten.
pub(crate) unsafe fn remember_class(index: i32, class: *mut PyObject) {
    let Ok(index) = usize::try_from(index) else { return };
    // SAFETY: the lock is held; `class` is alive, and `decref` runs when the borrow has ended.
    unsafe {
        let before = {
            let classes = CLASSES.get();
            if classes.len() <= index {
                classes.resize(index + 1, ptr::null_mut());
            }
            std::mem::replace(&mut classes[index], new_ref(class))
        };
        if !before.is_null() {
            decref(before);
        }
    }
}

/// Forgets all classes: one was registered, or is to go with its plugin.
pub(crate) unsafe fn forget_classes() {
    // SAFETY: the list is taken out before Python code can run.
    unsafe {
        for class in std::mem::take(CLASSES.get()) {
            if !class.is_null() {
                decref(class);
            }
        }
    }
}
