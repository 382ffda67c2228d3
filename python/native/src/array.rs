//! Arrays that are made here: header, cell and values in one allocation, freed by a deleter of this library.
//!
//! A list of objects becomes an array that borrows them for a call: counting references to each takes longer than all the
//! rest. Behind its values lie references to the Python objects, which keep the native ones. When the call is over, an
//! array that nothing else refers to goes as it is; in every other, the values become owned before the Python objects are
//! released.
//!
//! Invariants: of the values, the first `size` are complete. They are owned where `owners` is NULL; else they are objects,
//! each kept by the Python object of the same position in `owners`, and a [`CallRefs`](crate::call_refs::CallRefs) or a [`ArrayBuilder`]
//! owns a reference to the array, which [`release_borrowing`] gives back.

use std::ffi::{c_int, c_void};
use std::mem::offset_of;
use std::ptr;
use std::sync::atomic::{AtomicU64, Ordering};

use pyo3_ffi::{PyErr_NoMemory, PyObject};
use tvmlike_abi::{
    TVMLIKE_ARRAY, TVMLIKE_DELETE_STRONG, TVMLIKE_DELETE_WEAK, TVMLIKE_OBJECT, TVMLikeObject,
    TVMLikeObjectHandle, TVMLikeSeqCell, TVMLikeValue,
};

use crate::api::api;
use crate::python::{decref, incref};
use crate::value::{NEW_COUNTS, retain, type_index, write_object};

/// What lies in front of the values.
#[repr(C)]
struct Fixed {
    /// Kept free and zero before each object, as the library does for its own.
    before: [u64; 2],
    header: TVMLikeObject,
    cell: TVMLikeSeqCell,
    /// The Python objects whose native ones the values borrow; NULL where the values are owned.
    owners: *mut *mut PyObject,
}

/// What lies in front of the values of an array that was made here.
///
/// # Safety
/// `array` is the header of a [`Fixed`].
unsafe fn fixed(array: TVMLikeObjectHandle) -> *mut Fixed {
    // SAFETY: by contract the header of a `Fixed`.
    unsafe { array.cast::<u8>().sub(offset_of!(Fixed, header)).cast() }
}

/// Makes an array own its values.
///
/// # Safety
/// An array that was made here, to which the caller owns a reference; the lock is held.
pub(crate) unsafe fn take_ownership(array: TVMLikeObjectHandle) {
    // SAFETY: the owners keep the objects until each has its reference. They are released behind that, which may run
    // Python code; the caller's reference keeps their row.
    unsafe {
        let this = fixed(array);
        let owners = std::mem::replace(&mut (*this).owners, ptr::null_mut());
        if owners.is_null() {
            return;
        }
        let cell = (*this).cell;
        let size = cell.size as usize;
        for position in 0..size {
            retain((*cell.data.add(position)).payload.v_obj);
        }
        for position in 0..size {
            decref(*owners.add(position));
        }
    }
}

/// Gives back the reference to an array that borrows its values.
///
/// # Safety
/// As for [`take_ownership`]; the reference is given up. What was borrowed is used by nothing but those who hold the array.
pub(crate) unsafe fn release_borrowing(array: TVMLikeObjectHandle) {
    // SAFETY: by contract. With one strong reference, and the weak one that it has, the array is the caller's alone; the
    // acquire pairs with the release of those that went before.
    unsafe {
        let this = fixed(array);
        if (*array).counts.load(Ordering::Acquire) == NEW_COUNTS && !(*this).owners.is_null() {
            let owners = std::mem::replace(&mut (*this).owners, ptr::null_mut());
            for position in 0..std::mem::replace(&mut (*this).cell.size, 0) as usize {
                decref(*owners.add(position));
            }
        } else {
            take_ownership(array);
        }
        (api().free)(array.cast());
    }
}

/// An array that is being filled; dropped, it ends what it has.
pub(crate) struct ArrayBuilder(*mut Fixed);

impl ArrayBuilder {
    /// An empty array with room for `capacity` values; `None` with MemoryError set where there is no memory.
    ///
    /// # Safety
    /// The lock is held.
    pub(crate) unsafe fn with_capacity(capacity: usize) -> Option<Self> {
        // SAFETY: by contract.
        unsafe { Self::allocate(capacity, false) }
    }

    /// The same for objects that are borrowed of Python objects.
    ///
    /// # Safety
    /// As above.
    pub(crate) unsafe fn borrowing(capacity: usize) -> Option<Self> {
        // SAFETY: by contract.
        unsafe { Self::allocate(capacity, true) }
    }

    /// An empty array; the values are borrowed where `borrows` is set.
    ///
    /// # Safety
    /// The GIL is held.
    unsafe fn allocate(capacity: usize, borrows: bool) -> Option<Self> {
        let item = size_of::<TVMLikeValue>() + if borrows { size_of::<*mut PyObject>() } else { 0 };
        let size = capacity
            .checked_mul(item)
            .and_then(|items| items.checked_add(size_of::<Fixed>()));
        // SAFETY: the size is above zero; what is allocated is aligned to 16.
        unsafe {
            let place = size.map_or(ptr::null_mut(), |size| libc::malloc(size).cast::<Fixed>());
            if place.is_null() {
                PyErr_NoMemory();
                return None;
            }
            let data = place.add(1).cast::<TVMLikeValue>();
            let owners = if borrows {
                data.add(capacity).cast()
            } else {
                ptr::null_mut()
            };
            place.write(Fixed {
                before: [0; 2],
                header: TVMLikeObject {
                    counts: AtomicU64::new(NEW_COUNTS),
                    type_index: TVMLIKE_ARRAY,
                    zero: 0,
                    deleter: Some(delete),
                },
                cell: TVMLikeSeqCell {
                    data,
                    size: 0,
                    capacity: capacity as i64,
                    data_deleter: None,
                },
                owners,
            });
            Some(Self(place))
        }
    }

    /// The place of the next value.
    ///
    /// # Safety
    /// There is room for one more.
    #[inline(always)]
    pub(crate) unsafe fn next_slot(&self) -> *mut TVMLikeValue {
        // SAFETY: by contract.
        unsafe { (*self.0).cell.data.add((*self.0).cell.size as usize) }
    }

    /// Counts the value that was written to the next place, which is owned.
    ///
    /// # Safety
    /// It is complete.
    #[inline(always)]
    pub(crate) unsafe fn advance(&mut self) {
        // SAFETY: this is the only reference to the array yet.
        unsafe { (*self.0).cell.size += 1 };
    }

    /// Adds an object that is borrowed of a Python object.
    ///
    /// # Safety
    /// The array was made for borrowed objects and has room for one more; the Python object keeps the native one as long as
    /// it is alive itself.
    #[inline(always)]
    pub(crate) unsafe fn push_borrowed(&mut self, owner: *mut PyObject, object: TVMLikeObjectHandle) {
        // SAFETY: by contract.
        unsafe {
            incref(owner);
            *(*self.0).owners.add((*self.0).cell.size as usize) = owner;
            write_object(self.next_slot(), type_index(object), object);
            self.advance();
        }
    }

    /// Whether the values are borrowed.
    pub(crate) fn borrows(&self) -> bool {
        // SAFETY: the allocation is whole.
        unsafe { !(*self.0).owners.is_null() }
    }

    /// Makes the array own its values, and those that will be written.
    pub(crate) fn take_ownership(&mut self) {
        // SAFETY: the reference is owned, and the lock is held.
        unsafe { take_ownership(&raw mut (*self.0).header) }
    }

    /// The array, as an owned reference; one that [borrows](Self::borrows) is given back by [`release_borrowing`].
    pub(crate) fn finish(self) -> TVMLikeObjectHandle {
        let this = std::mem::ManuallyDrop::new(self).0;
        // SAFETY: the allocation is whole.
        unsafe { &raw mut (*this).header }
    }
}

impl Drop for ArrayBuilder {
    fn drop(&mut self) {
        // SAFETY: the only reference; an array that borrows nothing is only freed.
        unsafe { release_borrowing(&raw mut (*self.0).header) };
    }
}

/// The deleter of arrays made here.
///
/// # Safety
/// Called by the protocol of deleters: `object` is the header of a [`Fixed`] whose last strong or weak reference is
/// gone, as `flags` states. Any thread may call it.
unsafe extern "C" fn delete(object: *mut c_void, flags: c_int) {
    // SAFETY: the protocol of deleters: the values go with the last strong reference, the memory with the last weak one.
    unsafe {
        let this = fixed(object.cast());
        if flags & TVMLIKE_DELETE_STRONG != 0 {
            let cell = &(*this).cell;
            for position in 0..cell.size as usize {
                let value = &*cell.data.add(position);
                if value.type_index >= TVMLIKE_OBJECT && !value.payload.v_obj.is_null() {
                    (api().free)(value.payload.v_obj.cast());
                }
            }
        }
        if flags & TVMLIKE_DELETE_WEAK != 0 {
            libc::free(this.cast());
        }
    }
}
