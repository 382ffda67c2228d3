//! Arrays that are made here: header, cell and values in one allocation, freed by a deleter of this library.
//!
//! Invariant: of the values, the first `size` are owned; each is complete before the size counts it.

use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicU64, Ordering};

use pyo3_ffi::PyErr_NoMemory;
use tvmlike_abi::{
    TVMLIKE_ARRAY, TVMLIKE_DELETE_STRONG, TVMLIKE_DELETE_WEAK, TVMLIKE_OBJECT, TVMLikeObject,
    TVMLikeObjectHandle, TVMLikeSeqCell, TVMLikeValue,
};

use crate::api::api;

/// Adds a strong reference to a living object, for one of its holders.
#[inline(always)]
pub(crate) unsafe fn retain(object: TVMLikeObjectHandle) {
    // SAFETY: the strong count is the low half of the word. As in the library, the word is far from wrapping: 2^31
    // references would take 32 GB of values.
    unsafe { (*object).counts.fetch_add(1, Ordering::Relaxed) };
}

/// What lies in front of the values.
#[repr(C)]
struct Fixed {
    /// Kept free and zero before each object, as the library does for its own.
    before: [u64; 2],
    header: TVMLikeObject,
    cell: TVMLikeSeqCell,
}

/// An array that is being filled; dropped, it ends what it has.
pub(crate) struct NewArray(*mut Fixed);

impl NewArray {
    /// An empty array with room for `capacity` values; `None` with MemoryError set where there is no memory.
    ///
    /// # Safety
    /// The lock is held.
    pub(crate) unsafe fn with_room(capacity: usize) -> Option<Self> {
        let size = capacity
            .checked_mul(size_of::<TVMLikeValue>())
            .and_then(|values| values.checked_add(size_of::<Fixed>()));
        // SAFETY: the size is above zero; what is allocated is aligned to 16.
        unsafe {
            let place = size.map_or(ptr::null_mut(), |size| libc::malloc(size).cast::<Fixed>());
            if place.is_null() {
                PyErr_NoMemory();
                return None;
            }
            place.write(Fixed {
                before: [0; 2],
                header: TVMLikeObject {
                    counts: AtomicU64::new(1 | 1 << 32),
                    type_index: TVMLIKE_ARRAY,
                    zero: 0,
                    deleter: Some(delete),
                },
                cell: TVMLikeSeqCell {
                    data: place.add(1).cast(),
                    size: 0,
                    capacity: capacity as i64,
                    data_deleter: None,
                },
            });
            Some(Self(place))
        }
    }

    /// The place of the next value.
    ///
    /// # Safety
    /// There is room for one more.
    #[inline(always)]
    pub(crate) unsafe fn next(&self) -> *mut TVMLikeValue {
        // SAFETY: by contract.
        unsafe { (*self.0).cell.data.add((*self.0).cell.size as usize) }
    }

    /// Counts the value that was written to the next place, which is owned.
    ///
    /// # Safety
    /// It is complete.
    #[inline(always)]
    pub(crate) unsafe fn count(&mut self) {
        // SAFETY: nobody else has the array yet.
        unsafe { (*self.0).cell.size += 1 };
    }

    /// The array, as an owned reference.
    pub(crate) fn finish(self) -> TVMLikeObjectHandle {
        let this = std::mem::ManuallyDrop::new(self).0;
        // SAFETY: the allocation is whole.
        unsafe { &raw mut (*this).header }
    }
}

impl Drop for NewArray {
    fn drop(&mut self) {
        // SAFETY: one reference, which nobody else knows.
        unsafe { (api().free)((&raw mut (*self.0).header).cast()) };
    }
}

unsafe extern "C" fn delete(object: *mut c_void, flags: c_int) {
    // SAFETY: the protocol of deleters: the values go with the last strong reference, the memory with the last weak one.
    unsafe {
        let this = object.cast::<u8>().sub(size_of::<[u64; 2]>()).cast::<Fixed>();
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
