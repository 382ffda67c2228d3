//! Dicts as maps that live for one call.
//!
//! Invariant: whatever packing one part calls may change the dict; what the parts before it refer to lives on.

use std::ffi::c_int;
use std::mem::MaybeUninit;
use std::ptr;

use pyo3_ffi::*;
use tvmlike_abi::*;

use super::map::MapBuilder;
use super::{again_by_hook, pack, pack_owned};
use crate::api::api;
use crate::call_refs::CallRefs;
use crate::error;
use crate::object::BorrowGuard;
use crate::python::{decref, incref, new_ref, raise, type_of};
use crate::value::{NONE, is_plain, write_object};

/// How many values of a container need no allocation.
const INLINE: usize = 8;

/// Values that are packed one after the other, with what they need.
struct Row {
    values: *mut TVMLikeValue,
    spans: *mut TVMLikeByteArray,
    count: usize,
    refs: CallRefs,
}

impl Row {
    /// Packs one more value and keeps alive what it refers to: the container may be changed by what is packed next.
    ///
    /// # Safety
    /// There is room for one more; `value` is alive.
    #[inline(always)]
    unsafe fn push(&mut self, value: *mut PyObject) -> bool {
        // SAFETY: by contract.
        unsafe {
            incref(value);
            let out = self.values.add(self.count);
            let packed = pack(value, out, self.spans.add(self.count), &mut self.refs);
            if packed && !is_plain((*out).type_index) {
                self.refs.push_python(value);
            } else {
                decref(value);
            }
            self.count += 1;
            packed
        }
    }
}

/// Fills a row with room for `room` values and makes an object of it; what is written to `out` is kept by `refs`.
///
/// # Safety
/// The lock is held; `fill` pushes no more than there is room for.
unsafe fn pack_row(
    room: usize,
    fill: impl FnOnce(&mut Row) -> bool,
    create: impl FnOnce(*const TVMLikeValue, usize, *mut TVMLikeValue) -> c_int,
    out: *mut TVMLikeValue,
    refs: &mut CallRefs,
) -> Packed {
    let mut values = [const { MaybeUninit::<TVMLikeValue>::uninit() }; INLINE];
    let mut spans = [const { MaybeUninit::<TVMLikeByteArray>::uninit() }; INLINE];
    let (mut more_values, mut more_spans) = (Vec::new(), Vec::new());
    let mut row = Row {
        values: values.as_mut_ptr().cast(),
        spans: spans.as_mut_ptr().cast(),
        count: 0,
        refs: CallRefs::new(),
    };
    if room > INLINE {
        more_values.reserve_exact(room);
        more_spans.reserve_exact(room);
        row.values = more_values.as_mut_ptr();
        row.spans = more_spans.as_mut_ptr();
    }
    // SAFETY: the lock is held; the values that were packed live until `refs` of the row is released.
    unsafe {
        if Py_EnterRecursiveCall(c" while a container is converted".as_ptr()) != 0 {
            return Packed::Failed;
        }
        let borrow = BorrowGuard::new();
        let packed = fill(&mut row);
        drop(borrow);
        Py_LeaveRecursiveCall();
        if !packed {
            error::with_exception_saved(|| row.refs.release());
            return Packed::PartRefused;
        }
        let mut made = NONE;
        if create(row.values, row.count, &raw mut made) != 0 {
            let error = error::take_raised();
            row.refs.release();
            error::raise_owned(error);
            return Packed::Failed;
        }
        row.refs.release();
        refs.push_native(made.payload.v_obj);
        *out = made;
    }
    Packed::Done
}

/// What came of packing a container.
enum Packed {
    Done,
    /// A part of it was refused, or failed in a way of its own.
    PartRefused,
    Failed,
}

/// What came of making a map of a dict whose keys are all str.
enum ByText {
    Made(TVMLikeObjectHandle),
    /// There is another key.
    OtherKey,
    /// A part of it was refused, or failed in a way of its own.
    PartRefused,
    /// With the exception set.
    Failed,
}

/// Makes a map of a dict with no keys but str.
///
/// # Safety
/// `value` is a dict. The GIL is held.
unsafe fn by_text(value: *mut PyObject) -> ByText {
    // SAFETY: a dict. Packing an item may run Python code that changes it, so its size is looked at anew after each.
    unsafe {
        let count = PyDict_Size(value);
        let Some(mut map) = MapBuilder::with_capacity(count as usize) else {
            return ByText::Failed;
        };
        let mut position: Py_ssize_t = 0;
        let (mut key, mut item) = (ptr::null_mut(), ptr::null_mut());
        for _ in 0..count {
            if PyDict_Next(value, &raw mut position, &raw mut key, &raw mut item) == 0 {
                break;
            }
            if type_of(key) != &raw mut PyUnicode_Type {
                return ByText::OtherKey;
            }
            // Text runs no Python code, so the item stays.
            if !pack_owned(key, map.next_slot()) {
                error::with_exception_saved(|| drop(map));
                return ByText::PartRefused;
            }
            map.advance();
            let item = new_ref(item);
            let packed = pack_owned(item, map.next_slot());
            if packed {
                map.advance();
            }
            decref(item);
            if !packed {
                error::with_exception_saved(|| drop(map));
                return ByText::PartRefused;
            }
            if PyDict_Size(value) != count {
                drop(map);
                raise(
                    PyExc_RuntimeError,
                    c"the dictionary changed while it was converted",
                );
                return ByText::PartRefused;
            }
        }
        ByText::Made(map.finish())
    }
}

/// Writes a dict as a map that lives for the call.
///
/// # Safety
/// As for [`pack`]; `value` is a dict.
pub(super) unsafe fn pack_dict(value: *mut PyObject, out: *mut TVMLikeValue, refs: &mut CallRefs) -> bool {
    // SAFETY: a dict; the lock is held.
    unsafe {
        if Py_EnterRecursiveCall(c" while a container is converted".as_ptr()) != 0 {
            return false;
        }
        let borrow = BorrowGuard::new();
        let made = by_text(value);
        drop(borrow);
        Py_LeaveRecursiveCall();
        match made {
            ByText::Made(map) => {
                refs.push_native(map);
                write_object(out, TVMLIKE_MAP, map);
                true
            }
            ByText::OtherKey => pack_any_dict(value, out, refs),
            ByText::PartRefused => again_by_hook(value, out, refs),
            ByText::Failed => false,
        }
    }
}

/// The same for a dict with any keys: several may convert to one native key, which the library finds out.
///
/// # Safety
/// As for [`pack`]; `value` is a dict.
unsafe fn pack_any_dict(value: *mut PyObject, out: *mut TVMLikeValue, refs: &mut CallRefs) -> bool {
    // SAFETY: a dict. Packing a part may run Python code that changes it, so its size is looked at anew after each.
    unsafe {
        let count = PyDict_Size(value);
        let fill = |row: &mut Row| {
            let mut position: Py_ssize_t = 0;
            let (mut key, mut item) = (ptr::null_mut(), ptr::null_mut());
            let mut left = count;
            while left > 0 && PyDict_Next(value, &raw mut position, &raw mut key, &raw mut item) != 0 {
                // The item lives by the dict, which packing the key may change.
                let item = new_ref(item);
                let packed = row.push(key) && row.push(item);
                decref(item);
                if !packed {
                    return false;
                }
                if PyDict_Size(value) != count {
                    raise(
                        PyExc_RuntimeError,
                        c"the dictionary changed while it was converted",
                    );
                    return false;
                }
                left -= 1;
            }
            true
        };
        let create = |values, count, made| (api().map_create)(values, count / 2, made);
        match pack_row(2 * count as usize, fill, create, out, refs) {
            Packed::Done => true,
            Packed::PartRefused => again_by_hook(value, out, refs),
            Packed::Failed => false,
        }
    }
}
