//! The table from native objects to the living Python objects that wrap them, so that one native object has one wrapper.
//!
//! The index of an object's entry is stored in a word of the object's header that the contract leaves unused. A lookup
//! needs no hashing and reads only the header and the entry.
//!
//! A native object to which others still refer when its wrapper ends keeps its entry: it may be in a cycle of native
//! references (see `cycles.rs`), and gets the entry back with its next wrapper.
//!
//! Invariant: an entry's Python object is alive or being deallocated, and owns a strong reference to the native object
//! that is the key; it gives up its entry before it releases that reference. An entry without a Python object owns a weak
//! reference, so no other object gets the address.

use std::ptr;
use std::sync::atomic::{AtomicU32, Ordering, fence};

use pyo3_ffi::{Py_REFCNT, PyList_Append, PyList_New, PyObject};
use tvmlike_abi::{TVMLIKE_DELETE_WEAK, TVMLikeObjectHandle};

use crate::python::{GilCell, Owned, new_ref};

/// A native object and its wrapper, NULL if it has ended; both NULL in a free entry.
#[derive(Clone, Copy)]
struct Entry {
    handle: TVMLikeObjectHandle,
    object: *mut PyObject,
}

/// The entries. The first is never used: index 0 in a header means that the object has no entry.
struct Table {
    entries: Vec<Entry>,
    free: Vec<u32>,
    /// How many entries have a native object only.
    retired: usize,
}

/// A weak reference, in an object's counts.
const ONE_WEAK: u64 = 1 << 32;

const NOTHING: Entry = Entry {
    handle: ptr::null_mut(),
    object: ptr::null_mut(),
};

static ALIVE: GilCell<Table> = GilCell::new(Table {
    entries: Vec::new(),
    free: Vec::new(),
    retired: 0,
});

fn table<'a>() -> &'a mut Table {
    // SAFETY: the GIL is held, and no operation on the table runs Python code.
    unsafe { ALIVE.get() }
}

/// The word of an object's header that contains the index of its entry. It is padding in the contract; no library reads
/// it.
///
/// # Safety
/// `handle` is a living object, and outlives the result.
unsafe fn place_of<'a>(handle: TVMLikeObjectHandle) -> &'a AtomicU32 {
    // SAFETY: a living object. Other threads may read the adjacent words; none writes to them.
    unsafe { AtomicU32::from_ptr(&raw mut (*handle).zero) }
}

impl Table {
    /// The index of an object's entry; `None` if it has none. The index in the header counts only if the entry has the
    /// same object, because a library may leave any number there.
    ///
    /// # Safety
    /// `handle` is a living object.
    #[inline(always)]
    unsafe fn place(&self, handle: TVMLikeObjectHandle) -> Option<usize> {
        // SAFETY: a living object.
        let place = unsafe { place_of(handle).load(Ordering::Relaxed) } as usize;
        self.entries
            .get(place)
            .is_some_and(|entry| entry.handle == handle)
            .then_some(place)
    }

    /// The living Python object of an entry.
    ///
    /// # Safety
    /// The entry is not free. The GIL is held.
    #[inline(always)]
    unsafe fn living(&self, place: usize) -> Option<*mut PyObject> {
        let object = self.entries[place].object;
        // SAFETY: an entry's Python object has not been freed. One with a count of zero is being deallocated.
        (!object.is_null() && unsafe { Py_REFCNT(object) } > 0).then_some(object)
    }
}

/// The living Python object for a native object, as a new reference; NULL if there is none.
///
/// # Safety
/// The GIL is held, and the native object is alive.
#[inline]
pub(crate) unsafe fn find(handle: TVMLikeObjectHandle) -> *mut PyObject {
    let table = table();
    // SAFETY: by contract.
    unsafe {
        let living = table.place(handle).and_then(|place| table.living(place));
        living.map_or(ptr::null_mut(), |object| new_ref(object))
    }
}

/// Registers the Python object for a native object.
///
/// # Safety
/// As for [`find`].
#[inline]
pub(crate) unsafe fn insert(handle: TVMLikeObjectHandle, object: *mut PyObject) {
    let table = table();
    let entry = Entry { handle, object };
    // SAFETY: by contract.
    if let Some(place) = unsafe { table.place(handle) } {
        let former = std::mem::replace(&mut table.entries[place], entry);
        if former.object.is_null() {
            table.retired -= 1;
            // Not the last: the strong references together own one.
            // SAFETY: a living object, by contract.
            unsafe { (*handle).counts.fetch_sub(ONE_WEAK, Ordering::Release) };
        }
        return;
    }
    let place = match table.free.pop() {
        Some(place) => {
            table.entries[place as usize] = entry;
            place
        }
        None => {
            if table.entries.is_empty() {
                table.entries.push(NOTHING);
            }
            // 2^32 objects exceed the memory of any machine.
            let Ok(place) = u32::try_from(table.entries.len()) else {
                return;
            };
            table.entries.push(entry);
            place
        }
    };
    // SAFETY: by contract.
    unsafe { place_of(handle).store(place, Ordering::Relaxed) };
}

/// As [`insert`], unless the native object has a living Python object already.
///
/// # Safety
/// As for [`find`].
pub(crate) unsafe fn insert_if_none(handle: TVMLikeObjectHandle, object: *mut PyObject) {
    let table = table();
    // SAFETY: by contract.
    unsafe {
        if table
            .place(handle)
            .and_then(|place| table.living(place))
            .is_none()
        {
            insert(handle, object);
        }
    }
}

/// Removes the entry, if it is this object's.
///
/// # Safety
/// As for [`find`].
#[inline]
pub(crate) unsafe fn remove(handle: TVMLikeObjectHandle, object: *mut PyObject) {
    let table = table();
    // SAFETY: by contract.
    unsafe {
        if let Some(place) = table.place(handle)
            && table.entries[place].object == object
        {
            table.entries[place] = NOTHING;
            table.free.push(place as u32);
            place_of(handle).store(0, Ordering::Relaxed);
        }
    }
}

/// Keeps the entry without the Python object, and releases the strong reference that this one owns; false, and nothing
/// changes, if the entry is another object's, or if there is no other strong reference.
///
/// # Safety
/// As for [`find`].
#[inline]
pub(crate) unsafe fn retire(handle: TVMLikeObjectHandle, object: *mut PyObject) -> bool {
    let table = table();
    // SAFETY: by contract.
    unsafe {
        let Some(place) = table.place(handle) else {
            return false;
        };
        if table.entries[place].object != object {
            return false;
        }
        // The strong reference becomes the entry's weak one, unless it is the last: then something is to be destroyed.
        let convert = |counts: u64| (counts as u32 > 1).then_some(counts + ONE_WEAK - 1);
        // Release: as for every strong reference.
        let converted = (*handle)
            .counts
            .fetch_update(Ordering::Release, Ordering::Relaxed, convert);
        if converted.is_err() {
            return false;
        }
        table.entries[place].object = ptr::null_mut();
        table.retired += 1;
        true
    }
}

/// How many native objects have an entry without a Python object.
pub(crate) fn retired() -> usize {
    table().retired
}

/// Frees the entries of retired objects that have been destroyed; returns the others.
///
/// # Safety
/// The GIL is held.
pub(crate) unsafe fn sweep() -> Vec<TVMLikeObjectHandle> {
    let Table {
        entries,
        free,
        retired,
    } = table();
    let mut alive = Vec::new();
    for (place, entry) in entries.iter_mut().enumerate() {
        let handle = entry.handle;
        if handle.is_null() || !entry.object.is_null() {
            continue;
        }
        // SAFETY: the entry owns a weak reference, which keeps the memory.
        unsafe {
            if (*handle).counts.load(Ordering::Relaxed) as u32 != 0 {
                alive.push(handle);
                continue;
            }
            *entry = NOTHING;
            free.push(place as u32);
            *retired -= 1;
            if (*handle).counts.fetch_sub(ONE_WEAK, Ordering::Release) >> 32 == 1 {
                // Pairs with the release of the other weak references.
                fence(Ordering::Acquire);
                if let Some(deleter) = (*handle).deleter {
                    deleter(handle.cast(), TVMLIKE_DELETE_WEAK);
                }
            }
        }
    }
    alive
}

/// The living Python objects for the native objects of a type, as a list.
///
/// # Safety
/// The GIL is held.
pub(crate) unsafe fn objects_of_type(index: i32) -> *mut PyObject {
    // SAFETY: an entry's native object is alive, and so is its Python object if its count is not zero. Appending to a list
    // runs no Python code.
    unsafe {
        let Some(list) = Owned::new(PyList_New(0)) else {
            return ptr::null_mut();
        };
        for entry in &table().entries {
            if !entry.object.is_null()
                && (*entry.handle).type_index == index
                && Py_REFCNT(entry.object) > 0
                && PyList_Append(list.get(), entry.object) != 0
            {
                return ptr::null_mut();
            }
        }
        list.into_raw()
    }
}

/// The number of Python objects in the table.
pub(crate) fn count() -> usize {
    let table = table();
    table
        .entries
        .len()
        .saturating_sub(1 + table.free.len() + table.retired)
}
