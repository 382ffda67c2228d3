//! Ints that are read often, as the int objects that were made of them first.
//!
//! CPython keeps the ints up to 256. Sizes, indices and numbers of dimensions are often somewhat larger, and a list hands
//! out the objects that it has. Invariant: an entry is NULL or the int of its place; the table never grows, so it needs no
//! end.

use pyo3_ffi::{PyLong_FromLongLong, PyObject};

use crate::python::{Locked, new_ref};

/// The first int that CPython makes anew each time.
const FIRST: i64 = 257;
const COUNT: usize = 1024;

static TABLE: Locked<[*mut PyObject; COUNT]> = Locked::new([std::ptr::null_mut(); COUNT]);

/// The int object for a number, as a new reference; NULL with the exception set where there is no memory.
///
/// # Safety
/// The lock is held.
#[inline(always)]
pub(crate) unsafe fn object_of(number: i64) -> *mut PyObject {
    // SAFETY: by contract; making an int runs no Python code.
    unsafe {
        let Some(entry) = usize::try_from(number.wrapping_sub(FIRST))
            .ok()
            .and_then(|place| TABLE.get().get_mut(place))
        else {
            return PyLong_FromLongLong(number);
        };
        if entry.is_null() {
            let made = PyLong_FromLongLong(number);
            if made.is_null() {
                return made;
            }
            *entry = made;
        }
        new_ref(*entry)
    }
}
