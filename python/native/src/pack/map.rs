//! Dicts whose keys are all str, as maps that are made here: header, cell and entries in one allocation, freed by a deleter
//! of this library.
//!
//! Such keys differ as native ones, too, so that nothing has to be hashed to make the map. Most maps are only gone through;
//! the first look-up in a large one has the library make a map of the same entries, which answers from then on.
//!
//! Invariants: the first `2 * size` values are complete and owned, in turn a key, which is text, and its value. `index` is
//! NULL or a map of the library with the same entries in the same order; the map owns a reference to it. Whatever is called
//! from outside needs no interpreter lock.

use std::ffi::{CStr, c_int, c_void};
use std::mem::{ManuallyDrop, offset_of};
use std::ptr;
use std::slice;
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};

use pyo3_ffi::PyErr_NoMemory;
use tvmlike_abi::{
    TVMLIKE_DELETE_STRONG, TVMLIKE_DELETE_WEAK, TVMLIKE_MAP, TVMLIKE_OBJECT, TVMLIKE_RAW_STR,
    TVMLIKE_SMALL_STR, TVMLIKE_STR, TVMLikeByteArray, TVMLikeMapCell, TVMLikeObject, TVMLikeObjectHandle,
    TVMLikeValue,
};

use crate::api::api;
use crate::error;
use crate::value::{NEW_COUNTS, NONE};

/// Up to so many entries are looked at one after the other.
const MAX_UNINDEXED: usize = 8;

/// What lies in front of the entries.
#[repr(C)]
struct Fixed {
    /// Kept free and zero before each object, as the library does for its own.
    before: [u64; 2],
    header: TVMLikeObject,
    cell: TVMLikeMapCell,
    index: AtomicPtr<TVMLikeObject>,
    /// How many values are complete: twice the size once the map is.
    written: usize,
}

/// What lies in front of the entries of a map that was made here.
///
/// # Safety
/// `map` is the header of a [`Fixed`].
unsafe fn fixed(map: *const TVMLikeObject) -> *mut Fixed {
    // SAFETY: by contract the header of a `Fixed`.
    unsafe { map.cast_mut().cast::<u8>().sub(offset_of!(Fixed, header)).cast() }
}

/// A map that is being filled; dropped, it ends what it has.
pub(super) struct MapBuilder(*mut Fixed);

impl MapBuilder {
    /// An empty map with room for so many entries; `None` with MemoryError set where there is no memory.
    ///
    /// # Safety
    /// The lock is held.
    pub(super) unsafe fn with_capacity(entries: usize) -> Option<Self> {
        let size = entries
            .checked_mul(2 * size_of::<TVMLikeValue>())
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
                    counts: AtomicU64::new(NEW_COUNTS),
                    type_index: TVMLIKE_MAP,
                    zero: 0,
                    deleter: Some(delete),
                },
                cell: TVMLikeMapCell {
                    entries: place.add(1).cast(),
                    size: 0,
                    find: Some(find),
                },
                index: AtomicPtr::new(ptr::null_mut()),
                written: 0,
            });
            Some(Self(place))
        }
    }

    /// The place of the next value.
    ///
    /// # Safety
    /// There is room for one more.
    #[inline(always)]
    pub(super) unsafe fn next_slot(&self) -> *mut TVMLikeValue {
        // SAFETY: by contract.
        unsafe { self.0.add(1).cast::<TVMLikeValue>().add((*self.0).written) }
    }

    /// Counts the value that was written to the next place, which is owned.
    ///
    /// # Safety
    /// It is complete; of each two the first is text.
    #[inline(always)]
    pub(super) unsafe fn advance(&mut self) {
        // SAFETY: this is the only reference to the map yet.
        unsafe { (*self.0).written += 1 };
    }

    /// The map, as an owned reference. Each key has its value.
    pub(super) fn finish(self) -> TVMLikeObjectHandle {
        let this = ManuallyDrop::new(self).0;
        // SAFETY: the allocation is whole, and nobody else has it yet.
        unsafe {
            (*this).cell.size = ((*this).written / 2) as i64;
            &raw mut (*this).header
        }
    }
}

impl Drop for MapBuilder {
    fn drop(&mut self) {
        // SAFETY: the only reference.
        unsafe {
            delete(
                (&raw mut (*self.0).header).cast(),
                TVMLIKE_DELETE_STRONG | TVMLIKE_DELETE_WEAK,
            )
        };
    }
}

/// The bytes of a value that is text; `None` for every other one.
///
/// # Safety
/// `value` is valid, and what it refers to outlives the result.
unsafe fn text_of<'a>(value: *const TVMLikeValue) -> Option<&'a [u8]> {
    // SAFETY: the type index says what the payload is.
    unsafe {
        match (*value).type_index {
            TVMLIKE_SMALL_STR => {
                let bytes = &(*value).payload.v_bytes;
                Some(&bytes[..((*value).small_len as usize).min(bytes.len())])
            }
            TVMLIKE_STR => {
                let object = (*value).payload.v_obj;
                let cell = object
                    .as_ref()
                    .map(|object| &*ptr::from_ref(object).add(1).cast::<TVMLikeByteArray>())?;
                Some(if cell.size == 0 {
                    &[]
                } else {
                    slice::from_raw_parts(cell.data.cast(), cell.size)
                })
            }
            TVMLIKE_RAW_STR => {
                let text = (*value).payload.v_c_str;
                (!text.is_null()).then(|| CStr::from_ptr(text).to_bytes())
            }
            _ => None,
        }
    }
}

/// The position of a key, or -1.
///
/// # Safety
/// Called as the `find` of a map made here, on any thread: `key` is NULL or a valid value.
unsafe extern "C" fn find(map: *const TVMLikeObject, key: *const TVMLikeValue) -> i64 {
    if map.is_null() || key.is_null() {
        return -1;
    }
    // SAFETY: this function stands in maps of this file only; the key is valid for the call.
    unsafe {
        let this = fixed(map);
        let size = (*this).cell.size as usize;
        if size > MAX_UNINDEXED
            && let Some(index) = indexed(this)
            && let Some(find) = (*index.add(1).cast::<TVMLikeMapCell>()).find
        {
            return find(index, key);
        }
        let Some(wanted) = text_of(key) else { return -1 };
        let entries = (*this).cell.entries;
        let found = (0..size).find(|&at| text_of(&raw const (*entries.add(at)).key) == Some(wanted));
        found.map_or(-1, |at| at as i64)
    }
}

/// The library's map of the same entries; `None` where it cannot be made.
///
/// # Safety
/// `this` is a complete map. Any thread may call it.
unsafe fn indexed(this: *mut Fixed) -> Option<*mut TVMLikeObject> {
    // SAFETY: a whole map. Acquire: the map that another thread has made is seen whole.
    unsafe {
        let known = (*this).index.load(Ordering::Acquire);
        if !known.is_null() {
            return Some(known);
        }
        let mut made = NONE;
        if (api().map_create)(
            (*this).cell.entries.cast(),
            (*this).cell.size as usize,
            &raw mut made,
        ) != 0
        {
            let error = error::take_raised();
            (api().free)(error.cast());
            return None;
        }
        let made = made.payload.v_obj;
        // Another thread may have been faster.
        match (*this)
            .index
            .compare_exchange(ptr::null_mut(), made, Ordering::AcqRel, Ordering::Acquire)
        {
            Ok(_) => Some(made),
            Err(first) => {
                (api().free)(made.cast());
                Some(first)
            }
        }
    }
}

/// The deleter of maps made here.
///
/// # Safety
/// Called by the protocol of deleters: `object` is the header of a [`Fixed`] whose last strong or weak reference is
/// gone, as `flags` states. Any thread may call it.
unsafe extern "C" fn delete(object: *mut c_void, flags: c_int) {
    // SAFETY: the protocol of deleters: the entries go with the last strong reference, the memory with the last weak one.
    unsafe {
        let this = fixed(object.cast());
        if flags & TVMLIKE_DELETE_STRONG != 0 {
            let first = this.add(1).cast::<TVMLikeValue>();
            for at in 0..(*this).written {
                let value = &*first.add(at);
                if value.type_index >= TVMLIKE_OBJECT && !value.payload.v_obj.is_null() {
                    (api().free)(value.payload.v_obj.cast());
                }
            }
            let index = (*this).index.load(Ordering::Acquire);
            if !index.is_null() {
                (api().free)(index.cast());
            }
        }
        if flags & TVMLIKE_DELETE_WEAK != 0 {
            libc::free(this.cast());
        }
    }
}
