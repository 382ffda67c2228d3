//! Arguments that the package converts by the function's record before they are packed.
//!
//! Invariant: arguments that need no conversion cause no call: numbers, text, None, and instances of the parameter's
//! class.

use pyo3_ffi::*;

use crate::call_refs::CallRefs;
use crate::hooks::hooks;
use crate::python::{Owned, call, functions, new_ref, type_of};

/// How one argument is converted.
pub(super) struct Argument {
    position: usize,
    /// The class whose instances need no conversion, or None.
    class: Owned,
    convert: Owned,
}

impl Argument {
    /// The arguments in a description by the package: a tuple of (position, class, callable).
    ///
    /// # Safety
    /// `from` is a living object. The GIL is held.
    pub(super) unsafe fn read_all(from: *mut PyObject) -> Option<Vec<Self>> {
        // SAFETY: a living object; only tuples are read.
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

    /// Calls a function for each reference to a Python object that this owns.
    pub(super) fn each_object(&self, visit: &mut dyn FnMut(&Owned)) {
        visit(&self.class);
        visit(&self.convert);
    }

    /// The object that is packed for the argument at a position: the argument itself or an object that `refs` owns; NULL
    /// with the exception set if the argument is refused.
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
        // SAFETY: a living object, and the GIL is held.
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
                || class == &raw mut PyFloat_Type
                || class == &raw mut PyBool_Type
                || value == Py_None()
                || value == hooks().missing
            {
                return true;
            }
            if class == &raw mut PyLong_Type {
                let mut overflow = 0;
                PyLong_AsLongLongAndOverflow(value, &raw mut overflow);
                // A larger one may have another native form.
                return overflow == 0;
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
