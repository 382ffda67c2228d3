//! The references that the arguments of one call need until it returns.
//!
//! Invariant: each entry is one owned reference, to a native object or to a Python object, and is released once, when the
//! call returns. A list that a converter has filled is cleared first: a traceback may keep the list alive, and a native
//! function in it would never release its callable.

use std::mem::MaybeUninit;

use pyo3_ffi::{PyList_SetSlice, PyList_Size, PyObject};
use tvmlike_abi::{TVMLikeObject, TVMLikeObjectHandle};

use crate::api::api;
use crate::python::decref;
use crate::text::{self, Text};
use crate::{array, map, ndarray};

/// The number of entries that need no allocation.
const INLINE: usize = 8;

/// One owned reference.
#[derive(Clone, Copy)]
enum Entry {
    Native(TVMLikeObjectHandle),
    /// An array, which may borrow its values (see `array.rs`).
    Array(TVMLikeObjectHandle),
    /// A map of `map.rs`.
    Map(TVMLikeObjectHandle),
    Python(*mut PyObject),
    /// A tensor of `ndarray.rs`.
    Tensor(TVMLikeObjectHandle),
    /// A string object that borrows a `str` (see `text.rs`).
    Text(*mut Text),
    /// A list of Python objects that a converter has filled for this call.
    List(*mut PyObject),
}

/// The entries of one call.
pub(crate) struct CallRefs {
    count: usize,
    first: [MaybeUninit<Entry>; INLINE],
    more: Vec<Entry>,
}

impl CallRefs {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self {
            count: 0,
            first: [const { MaybeUninit::uninit() }; INLINE],
            more: Vec::new(),
        }
    }

    /// Takes ownership of a strong reference to a native object.
    pub(crate) fn push_native(&mut self, object: *mut TVMLikeObject) {
        self.push(Entry::Native(object));
    }

    /// Takes ownership of a strong reference to an array of `array.rs`.
    pub(crate) fn push_array(&mut self, array: TVMLikeObjectHandle) {
        self.push(Entry::Array(array));
    }

    /// Takes ownership of a strong reference to a map of `map.rs`.
    pub(crate) fn push_map(&mut self, map: TVMLikeObjectHandle) {
        self.push(Entry::Map(map));
    }

    /// Takes ownership of a strong reference to a tensor of `ndarray.rs`.
    pub(crate) fn push_tensor(&mut self, tensor: TVMLikeObjectHandle) {
        self.push(Entry::Tensor(tensor));
    }

    /// Makes all arrays own their values, for a call that releases the GIL.
    pub(crate) fn own_borrowed(&mut self) {
        let inline = self.count.min(INLINE);
        // SAFETY: the first `count` places were written.
        let first = self.first[..inline]
            .iter()
            .map(|place| unsafe { place.assume_init() });
        for entry in first.chain(self.more.iter().copied()) {
            if let Entry::Array(array) = entry {
                // SAFETY: an owned reference, and the GIL is held. Releasing the Python objects may run other code, but
                // nothing changes this `CallRefs`.
                unsafe { array::take_ownership(array) };
            }
        }
    }

    /// Takes ownership of a reference to a Python object.
    pub(crate) fn push_python(&mut self, object: *mut PyObject) {
        self.push(Entry::Python(object));
    }

    /// Takes ownership of a string object that borrows a `str`, which outlives this.
    #[inline(always)]
    pub(crate) fn push_text(&mut self, text: *mut Text) {
        self.push(Entry::Text(text));
    }

    /// Takes ownership of a reference to a list that a converter has filled.
    pub(crate) fn push_list(&mut self, list: *mut PyObject) {
        self.push(Entry::List(list));
    }

    fn push(&mut self, entry: Entry) {
        match self.first.get_mut(self.count) {
            Some(place) => {
                place.write(entry);
            }
            None => self.more.push(entry),
        }
        self.count += 1;
    }

    /// Releases all references. Most calls have none or one.
    #[inline(always)]
    pub(crate) fn release(&mut self) {
        match self.count {
            0 => {}
            1 => {
                self.count = 0;
                // SAFETY: the first place was written.
                release_entry(unsafe { self.first[0].assume_init() });
            }
            _ => self.release_all(),
        }
    }

    #[cold]
    #[inline(never)]
    fn release_all(&mut self) {
        let inline = self.count.min(INLINE);
        self.count = 0;
        // Last in, first out: an array that borrows is released after the references that were added to it.
        for entry in std::mem::take(&mut self.more).into_iter().rev() {
            release_entry(entry);
        }
        for place in self.first[..inline].iter().rev() {
            // SAFETY: the first `count` places were written.
            release_entry(unsafe { place.assume_init() });
        }
    }
}

#[inline(never)]
fn release_entry(entry: Entry) {
    // SAFETY: an owned reference, and the GIL is held.
    unsafe {
        match entry {
            Entry::Native(object) => {
                (api().free)(object.cast());
            }
            Entry::Array(array) => array::release(array),
            Entry::Map(map) => map::release(map),
            Entry::Python(object) => decref(object),
            Entry::Tensor(tensor) => ndarray::release(tensor),
            Entry::Text(text) => text::finish(text),
            Entry::List(list) => {
                PyList_SetSlice(list, 0, PyList_Size(list), std::ptr::null_mut());
                decref(list);
            }
        }
    }
}
