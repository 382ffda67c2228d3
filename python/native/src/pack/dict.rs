//! Conversion of dicts to maps that live for one call.
//!
//! Invariant: converting a key or a value may run code that changes the dict; what the earlier keys and values refer to
//! stays alive.

use std::ffi::c_int;
use std::mem::MaybeUninit;
use std::ptr;

use pyo3_ffi::*;
use tvmlike_abi::*;

use super::{again_by_hook, pack, pack_owned};
use crate::api::api;
use crate::call_refs::CallRefs;
use crate::error;
use crate::hooks::hooks;
use crate::map::MapBuilder;
use crate::object::BorrowGuard;
use crate::python::{decref, incref, new_ref, raise, type_of};
use crate::value::{NONE, is_plain, write_object};

/// The number of values that need no allocation.
const INLINE: usize = 8;

/// The keys and values of a dict that were converted, and the references that they need.
struct Row {
    values: *mut TVMLikeValue,
    spans: *mut TVMLikeByteArray,
    count: usize,
    refs: CallRefs,
}

impl Row {
    /// Adds an object, and a reference to what its value refers to, because later conversions may change the dict.
    ///
    /// # Safety
    /// There is room for one more value, and `value` is a living object. The GIL is held.
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

/// Fills a row with room for `room` values and creates an object from it, which is written to `out` and owned by `refs`.
///
/// # Safety
/// `fill` adds at most `room` values, and `out` is valid for writing a value. The GIL is held.
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
    // SAFETY: the GIL is held; the values in the row live until its `refs` is released.
    unsafe {
        if Py_EnterRecursiveCall(c" while converting a container".as_ptr()) != 0 {
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

/// The result of converting a container.
enum Packed {
    Done,
    /// The conversion of a part raised an exception.
    PartRefused,
    /// Another exception is set.
    Failed,
}

/// The result of converting a dict whose keys are all str.
enum ByText {
    Made(TVMLikeObjectHandle),
    /// There is another key.
    OtherKey,
    /// The conversion of a part raised an exception.
    PartRefused,
    /// Another exception is set.
    Failed,
}

/// Converts a dict whose keys are all str.
///
/// # Safety
/// `value` is a dict. The GIL is held.
unsafe fn by_text(value: *mut PyObject) -> ByText {
    // SAFETY: a dict. Converting a value may run Python code that changes the dict, so its size is checked after each.
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
            // Converting a str runs no Python code, so the item stays alive.
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
                raise(PyExc_RuntimeError, c"dictionary changed during conversion");
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
    // SAFETY: a dict; the GIL is held.
    unsafe {
        if Py_EnterRecursiveCall(c" while converting a container".as_ptr()) != 0 {
            return false;
        }
        let count = PyDict_Size(value);
        let borrow = BorrowGuard::new();
        let made = by_text(value);
        drop(borrow);
        Py_LeaveRecursiveCall();
        match made {
            ByText::Made(map) => {
                refs.push_map(map);
                write_object(out, TVMLIKE_MAP, map);
                true
            }
            ByText::OtherKey => pack_any_dict(value, out, refs),
            ByText::PartRefused => again_unless_changed(value, count, out, refs),
            ByText::Failed => false,
        }
    }
}

/// The same for a dict with any keys. Several keys may become one native key, which the library detects.
///
/// # Safety
/// As for [`pack`]; `value` is a dict.
unsafe fn pack_any_dict(value: *mut PyObject, out: *mut TVMLikeValue, refs: &mut CallRefs) -> bool {
    // SAFETY: a dict. Converting a part may run Python code that changes the dict, so its size is checked after each.
    unsafe {
        let count = PyDict_Size(value);
        let fill = |row: &mut Row| {
            let mut position: Py_ssize_t = 0;
            let (mut key, mut item) = (ptr::null_mut(), ptr::null_mut());
            let mut left = count;
            while left > 0 && PyDict_Next(value, &raw mut position, &raw mut key, &raw mut item) != 0 {
                // Converting the key may remove the item from the dict.
                let item = new_ref(item);
                let packed = row.push(key) && row.push(item);
                decref(item);
                if !packed {
                    return false;
                }
                if PyDict_Size(value) != count {
                    raise(PyExc_RuntimeError, c"dictionary changed during conversion");
                    return false;
                }
                left -= 1;
            }
            true
        };
        let create = |values, count, made| (api().map_create)(values, count / 2, made);
        match pack_row(2 * count as usize, fill, create, out, refs) {
            Packed::Done => true,
            Packed::PartRefused => again_unless_changed(value, count, out, refs),
            Packed::Failed => false,
        }
    }
}

/// Converts a dict by the package, which names the part that was refused; fails if the dict no longer has `count` entries.
///
/// # Safety
/// As for [`pack`]; `value` is a dict, and an exception is set.
unsafe fn again_unless_changed(
    value: *mut PyObject,
    count: Py_ssize_t,
    out: *mut TVMLikeValue,
    refs: &mut CallRefs,
) -> bool {
    // SAFETY: a dict; an exception is set.
    unsafe {
        if PyDict_Size(value) != count && PyErr_ExceptionMatches(hooks().refused_class) != 0 {
            // The package would convert the entries that are left.
            PyErr_Clear();
            raise(PyExc_RuntimeError, c"dictionary changed during conversion");
            return false;
        }
        again_by_hook(value, out, refs)
    }
}
