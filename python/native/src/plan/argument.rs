//! Arguments that the package converts before they are packed, in the light of the function's record.
//!
//! Invariant: what needs no conversion is passed on without a call: numbers, text, None, and instances of the class that
//! the parameter names.

use pyo3_ffi::*;

use crate::call_refs::CallRefs;
use crate::hooks::hooks;
use crate::python::{Owned, call, functions, new_ref, type_of};

/// How one argument is converted.
pub(super) struct Argument {
    position: usize,
    /// The class whose instances are passed on, or None.
    class: Owned,
    convert: Owned,
}

impl Argument {
    /// The arguments as the package gives them: a tuple of positions, classes and callables.
    ///
    /// # Safety
    /// `from` is a living object. The GIL is held.
    pub(super) unsafe fn read_all(from: *mut PyObject) -> Option<Vec<Self>> {
        // SAFETY: a living object, of which only tuples are looked into.
        unsafe {
            if PyTuple_Check(from) == 0 {
                return None;
            }
            let read = |at| {
                let entry = PyTuple_GetItem(from, at);
                if PyTuple_Check(entry) == 0 || PyTuple_Size(entry) != 3 {
                    return None;
                }
                Some(Self {
                    position: PyLong_AsSize_t(PyTuple_GetItem(entry, 0)),
                    class: Owned::new(new_ref(PyTuple_GetItem(entry, 1)))?,
                    convert: Owned::new(new_ref(PyTuple_GetItem(entry, 2)))?,
                })
            };
            (0..PyTuple_Size(from)).map(read).collect()
        }
    }

    /// Calls a function with each Python object that this keeps, as often as it keeps it.
    pub(super) fn each_object(&self, visit: &mut dyn FnMut(&Owned)) {
        visit(&self.class);
        visit(&self.convert);
    }

    /// The value that is packed for the argument at a position, borrowed from it or from `refs`; NULL with the exception
    /// set where it is refused.
    ///
    /// # Safety
    /// `value` is a living object. The GIL is held.
    pub(super) unsafe fn convert(
        all: &[Self],
        position: usize,
        value: *mut PyObject,
        refs: &mut CallRefs,
    ) -> *mut PyObject {
        let Some(argument) = all.iter().find(|argument| argument.position == position) else {
            return value;
        };
        // SAFETY: a living object, and the lock is held.
        unsafe {
            if argument.passes(value) {
                return value;
            }
            let made = call(argument.convert.get(), &[value]);
            if !made.is_null() {
                refs.push_python(made);
            }
            made
        }
    }

    /// Whether a value needs no conversion.
    ///
    /// # Safety
    /// `value` is a living object. The GIL is held.
    unsafe fn passes(&self, value: *mut PyObject) -> bool {
        // SAFETY: a living object.
        unsafe {
            let class = type_of(value);
            if class.cast() == self.class.get()
                || class == &raw mut PyLong_Type
                || class == &raw mut PyFloat_Type
                || class == &raw mut PyBool_Type
                || value == Py_None()
                || value == hooks().missing
            {
                return true;
            }
            if class != &raw mut PyUnicode_Type {
                return false;
            }
            // Text with a lone surrogate may be a path that is not UTF-8.
            let is_text = !(functions().as_utf8)(value, std::ptr::null_mut()).is_null();
            if !is_text {
                PyErr_Clear();
            }
            is_text
        }
    }
}
