//! Maps made from dicts whose keys are all str: header, cell and entries in one allocation, freed by a deleter of this
//! crate.
//!
//! Distinct str are distinct native keys, so nothing is hashed to make the map. Most maps are only iterated over; the
//! first lookup in a large one creates a map of the library with the same entries, which serves all lookups.
//!
//! Invariants: the first `2 * size` values are complete and owned: keys, which are text, alternate with their values.
//! `index` is NULL or a map of the library with the same entries in the same order, to which this map owns a reference.
//! The functions in the header and the cell do not need the GIL.

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
use crate::value::{NEW_COUNTS, NONE};
use crate::{blocks, error};

/// The maximum number of entries that are searched one by one.
const MAX_UNINDEXED: usize = 8;

/// The fixed part, which precedes the entries.
#[repr(C, align(16))]
struct Fixed {
    /// Unused and zero, as the library has it before its objects.
    before: [u64; 2],
    header: TVMLikeObject,
    cell: TVMLikeMapCell,
    index: AtomicPtr<TVMLikeObject>,
    /// The number of complete values: twice the size in a complete map.
    written: usize,
    /// The size of the [block](blocks) that it is in.
    block: usize,
}

/// The fixed part of a map made here.
///
/// # Safety
/// `map` is the header of a [`Fixed`].
unsafe fn fixed(map: *const TVMLikeObject) -> *mut Fixed {
    // SAFETY: by contract the header of a `Fixed`.
    unsafe { map.cast_mut().cast::<u8>().sub(offset_of!(Fixed, header)).cast() }
}

/// A map under construction. Dropping it releases its values.
pub(crate) struct MapBuilder(*mut Fixed);

impl MapBuilder {
    /// An empty map with room for `entries`; `None` with MemoryError set if there is no memory.
    ///
    /// # Safety
    /// The GIL is held.
    pub(crate) unsafe fn with_capacity(entries: usize) -> Option<Self> {
        let size = entries
            .checked_mul(2 * size_of::<TVMLikeValue>())
            .and_then(|values| values.checked_add(size_of::<Fixed>()));
        // SAFETY: the size is above zero; the allocation is aligned to 16.
        unsafe {
            let place = size.map_or(ptr::null_mut(), |size| blocks::take(size).cast::<Fixed>());
            let (false, Some(block)) = (place.is_null(), size) else {
                PyErr_NoMemory();
                return None;
            };
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
                block,
            });
            Some(Self(place))
        }
    }

    /// The address of the next key or value.
    ///
    /// # Safety
    /// There is room for one more.
    #[inline(always)]
    pub(crate) unsafe fn next_slot(&self) -> *mut TVMLikeValue {
        // SAFETY: by contract.
        unsafe { self.0.add(1).cast::<TVMLikeValue>().add((*self.0).written) }
    }

    /// Counts the key or value at [`next_slot`](Self::next_slot), which the map now owns.
    ///
    /// # Safety
    /// It is complete, and it is text if it is a key.
    #[inline(always)]
    pub(crate) unsafe fn advance(&mut self) {
        // SAFETY: this is the only reference to the map yet.
        unsafe { (*self.0).written += 1 };
    }

    /// The map, as an owned reference. Each key has its value.
    pub(crate) fn finish(self) -> TVMLikeObjectHandle {
        let this = ManuallyDrop::new(self).0;
        // SAFETY: the allocation is complete, and this is the only reference.
        unsafe {
            (*this).cell.size = ((*this).written / 2) as i64;
            &raw mut (*this).header
        }
    }
}

impl Drop for MapBuilder {
    fn drop(&mut self) {
        // SAFETY: the only reference; the GIL is held, by the contract of `with_capacity`.
        unsafe { release(&raw mut (*self.0).header) };
    }
}

/// Releases the reference to a map that a call has borrowed.
///
/// # Safety
/// `map` was made here, and the caller transfers ownership of its reference. The GIL is held.
pub(crate) unsafe fn release(map: TVMLikeObjectHandle) {
    // SAFETY: by contract. With one strong reference, and the weak one that belongs to it, the caller is the only owner;
    // the acquire pairs with the release of earlier references.
    unsafe {
        if (*map).counts.load(Ordering::Acquire) != NEW_COUNTS {
            (api().free)(map.cast());
            return;
        }
        let this = fixed(map);
        release_entries(this);
        let block = (*this).block;
        blocks::put(this.cast(), block);
    }
}

/// The bytes of a text; `None` for any other value.
///
/// # Safety
/// `value` is valid, and what it refers to outlives the result.
unsafe fn text_of<'a>(value: *const TVMLikeValue) -> Option<&'a [u8]> {
    // SAFETY: the type index determines the payload.
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
    // SAFETY: only maps made here have this function; the key is valid for the call.
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

/// The library's map of the same entries; `None` if it cannot be made.
///
/// # Safety
/// `this` is a complete map. Any thread may call it.
unsafe fn indexed(this: *mut Fixed) -> Option<*mut TVMLikeObject> {
    // SAFETY: a complete map. Acquire: a map that another thread has made is visible completely.
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
        // Another thread may have made one meanwhile.
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
    // SAFETY: the protocol of deleters: the entries are released with the last strong reference, the memory is freed with
    // the last weak one.
    unsafe {
        let this = fixed(object.cast());
        if flags & TVMLIKE_DELETE_STRONG != 0 {
            release_entries(this);
        }
        if flags & TVMLIKE_DELETE_WEAK != 0 {
            libc::free(this.cast());
        }
    }
}

/// Releases the entries of a map that is being freed, and its index.
///
/// # Safety
/// The last strong reference to `this` is gone.
unsafe fn release_entries(this: *mut Fixed) {
    // SAFETY: the first values are complete.
    unsafe {
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
}
