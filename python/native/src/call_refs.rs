//! What the arguments of one call need to stay alive.
//!
//! Invariant: each entry is one owned reference, to a native object or to a Python object, and is given back once,
//! when the call is over. A list of Python things that a converter filled is emptied first: a traceback may keep the
//! list itself alive, and a native function in it would keep its callable for ever.

use std::mem::MaybeUninit;

use pyo3_ffi::{PyList_SetSlice, PyList_Size, PyObject};
use tvmlike_abi::{TVMLikeObject, TVMLikeObjectHandle};

use crate::api::api;
use crate::array;
use crate::python::decref;
use crate::text::{self, Text};

/// How many entries need no allocation.
const INLINE: usize = 8;

/// One owned reference.
#[derive(Clone, Copy)]
enum Entry {
    Native(TVMLikeObjectHandle),
    /// An array that borrows the objects of a list.
    Borrowing(TVMLikeObjectHandle),
    Python(*mut PyObject),
    /// A string object that is lent.
    Text(*mut Text),
    /// A list of Python things that a converter filled for this call.
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

    /// Takes over a strong reference to a native object.
    pub(crate) fn push_native(&mut self, object: *mut TVMLikeObject) {
        self.push(Entry::Native(object));
    }

    /// Takes over a strong reference to an array that borrows its values (see `array.rs`).
    pub(crate) fn push_borrowing(&mut self, array: TVMLikeObjectHandle) {
        self.push(Entry::Borrowing(array));
    }

    /// Makes all arrays own their values, for a call without the interpreter lock.
    pub(crate) fn own_borrowed(&mut self) {
        let inline = self.count.min(INLINE);
        // SAFETY: the first `count` places were written.
        let first = self.first[..inline]
            .iter()
            .map(|place| unsafe { place.assume_init() });
        for entry in first.chain(self.more.iter().copied()) {
            if let Entry::Borrowing(array) = entry {
                // SAFETY: an owned reference, and the lock is held. The Python objects are arguments' items: they are
                // released while other things of the call may run, but nothing changes this `CallRefs`.
                unsafe { array::take_ownership(array) };
            }
        }
    }

    /// Takes over a reference to a Python object.
    pub(crate) fn push_python(&mut self, object: *mut PyObject) {
        self.push(Entry::Python(object));
    }

    /// Takes over a string object that is lent; the `str` outlives this.
    #[inline(always)]
    pub(crate) fn push_text(&mut self, lent: *mut Text) {
        self.push(Entry::Text(lent));
    }

    /// Takes over a reference to a list that a converter filled.
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

    /// Releases every entry. Most calls have none or one.
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
        // Last in, first out: a loan ends when the references that were added to its array are gone.
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
    // SAFETY: an owned reference each, and the lock is held.
    unsafe {
        match entry {
            Entry::Native(object) => {
                (api().free)(object.cast());
            }
            Entry::Borrowing(array) => array::release_borrowing(array),
            Entry::Python(object) => decref(object),
            Entry::Text(lent) => text::finish(lent),
            Entry::List(list) => {
                PyList_SetSlice(list, 0, PyList_Size(list), std::ptr::null_mut());
                decref(list);
            }
        }
    }
}
