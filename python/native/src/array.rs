//! Arrays made by the accelerator: header, cell and values in one allocation, freed by a deleter of this crate.
//!
//! A list of objects becomes an array that borrows them for a call, because counting references to each takes longer than
//! the rest of the conversion. After its values, the array has references to the Python objects that own the native ones.
//! If native code has not retained the array when the call returns, it is freed as it is; otherwise it takes ownership of
//! the values before the Python objects are released.
//!
//! Invariants: the first `size` values are complete. If `owners` is NULL, the array owns them; else they are objects,
//! each owned by the Python object at the same index of `owners`, and a `CallRefs` or an [`ArrayBuilder`] owns a
//! reference to the array, which [`release`] releases.

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
use crate::blocks;
use crate::python::{decref, incref};
use crate::value::{NEW_COUNTS, retain, type_index, write_object};

/// The fixed part, which precedes the values. Aligned so that no value lies in two cache lines.
#[repr(C, align(16))]
struct Fixed {
    /// Unused and zero, as the library has it before its objects.
    before: [u64; 2],
    header: TVMLikeObject,
    cell: TVMLikeSeqCell,
    /// The Python objects that own the values; NULL if the array owns them.
    owners: *mut *mut PyObject,
    /// The size of the [block](blocks) that it is in.
    block: usize,
}

/// The fixed part of an array made here.
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
/// `array` was made here, and the caller owns a reference to it. The GIL is held.
pub(crate) unsafe fn take_ownership(array: TVMLikeObjectHandle) {
    // SAFETY: the Python objects keep the native ones alive until each has its reference. Releasing them afterwards may
    // run Python code; the caller's reference keeps their list alive.
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

/// Releases the reference to an array that a call has borrowed.
///
/// # Safety
/// As for [`take_ownership`]; the caller transfers ownership of its reference. Only owners of references to the array use
/// its values.
pub(crate) unsafe fn release(array: TVMLikeObjectHandle) {
    // SAFETY: by contract. With one strong reference, and the weak one that belongs to it, the caller is the only owner;
    // the acquire pairs with the release of earlier references.
    unsafe {
        if (*array).counts.load(Ordering::Acquire) != NEW_COUNTS {
            take_ownership(array);
            (api().free)(array.cast());
            return;
        }
        let this = fixed(array);
        let owners = (*this).owners;
        if owners.is_null() {
            release_values(&(*this).cell);
        } else {
            for position in 0..(*this).cell.size as usize {
                decref(*owners.add(position));
            }
        }
        let block = (*this).block;
        blocks::put(this.cast(), block);
    }
}

/// Releases the values that an array owns.
///
/// # Safety
/// `cell` is that of an array made here, which owns its values and is being freed.
unsafe fn release_values(cell: &TVMLikeSeqCell) {
    // SAFETY: the first `size` values are complete.
    unsafe {
        for position in 0..cell.size as usize {
            let value = &*cell.data.add(position);
            if value.type_index >= TVMLIKE_OBJECT && !value.payload.v_obj.is_null() {
                (api().free)(value.payload.v_obj.cast());
            }
        }
    }
}

/// An array under construction. Dropping it releases its values.
pub(crate) struct ArrayBuilder(*mut Fixed);

impl ArrayBuilder {
    /// An empty array with room for `capacity` values; `None` with MemoryError set if there is no memory.
    ///
    /// # Safety
    /// The GIL is held.
    pub(crate) unsafe fn with_capacity(capacity: usize) -> Option<Self> {
        // SAFETY: by contract.
        unsafe { Self::allocate(capacity, false) }
    }

    /// The same for objects that Python objects own.
    ///
    /// # Safety
    /// As above.
    pub(crate) unsafe fn borrowing(capacity: usize) -> Option<Self> {
        // SAFETY: by contract.
        unsafe { Self::allocate(capacity, true) }
    }

    /// An empty array, which borrows its values if `borrows` is set.
    ///
    /// # Safety
    /// The GIL is held.
    unsafe fn allocate(capacity: usize, borrows: bool) -> Option<Self> {
        let item = size_of::<TVMLikeValue>() + if borrows { size_of::<*mut PyObject>() } else { 0 };
        let size = capacity
            .checked_mul(item)
            .and_then(|items| items.checked_add(size_of::<Fixed>()));
        // SAFETY: the size is above zero; the allocation is aligned to 16.
        unsafe {
            let place = size.map_or(ptr::null_mut(), |size| blocks::take(size).cast::<Fixed>());
            let (false, Some(block)) = (place.is_null(), size) else {
                PyErr_NoMemory();
                return None;
            };
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
                block,
            });
            Some(Self(place))
        }
    }

    /// The address of the first value.
    #[inline(always)]
    pub(crate) fn values(&self) -> *mut TVMLikeValue {
        // SAFETY: the allocation is complete.
        unsafe { (*self.0).cell.data }
    }

    /// Sets the number of values, which the array now owns.
    ///
    /// # Safety
    /// There is room for so many, and they are complete.
    #[inline(always)]
    pub(crate) unsafe fn set_size(&mut self, size: usize) {
        // SAFETY: this is the only reference to the array yet.
        unsafe { (*self.0).cell.size = size as i64 };
    }

    /// Adds an object that a Python object owns.
    ///
    /// # Safety
    /// The array [borrows](Self::borrowing) and has room for one more value; `owner` keeps `object` alive as long as it
    /// lives itself. The GIL is held.
    #[inline(always)]
    pub(crate) unsafe fn push_borrowed(&mut self, owner: *mut PyObject, object: TVMLikeObjectHandle) {
        // SAFETY: by contract.
        unsafe {
            let position = (*self.0).cell.size as usize;
            incref(owner);
            *(*self.0).owners.add(position) = owner;
            write_object(self.values().add(position), type_index(object), object);
            self.set_size(position + 1);
        }
    }

    /// Makes the array own its values, and all values that are added later.
    pub(crate) fn take_ownership(&mut self) {
        // SAFETY: the reference is owned, and the GIL is held.
        unsafe { take_ownership(&raw mut (*self.0).header) }
    }

    /// The array, as an owned reference, which [`release`] releases.
    pub(crate) fn finish(self) -> TVMLikeObjectHandle {
        let this = std::mem::ManuallyDrop::new(self).0;
        // SAFETY: the allocation is complete.
        unsafe { &raw mut (*this).header }
    }
}

impl Drop for ArrayBuilder {
    fn drop(&mut self) {
        // SAFETY: the only reference.
        unsafe { release(&raw mut (*self.0).header) };
    }
}

/// The deleter of arrays made here.
///
/// # Safety
/// Called by the protocol of deleters: `object` is the header of a [`Fixed`] whose last strong or weak reference is
/// gone, as `flags` states. Any thread may call it.
unsafe extern "C" fn delete(object: *mut c_void, flags: c_int) {
    // SAFETY: the protocol of deleters: the values are released with the last strong reference, the memory is freed with
    // the last weak one.
    unsafe {
        let this = fixed(object.cast());
        if flags & TVMLIKE_DELETE_STRONG != 0 {
            release_values(&(*this).cell);
        }
        if flags & TVMLIKE_DELETE_WEAK != 0 {
            libc::free(this.cast());
        }
    }
}
