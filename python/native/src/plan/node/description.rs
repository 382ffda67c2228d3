//! Reading the package's description of a node: tuples of a word and its parameters.

use std::slice;

use pyo3_ffi::*;

use super::{Enumeration, Node};
use crate::python::{Owned, functions, new_ref};

impl Node {
    /// A node from its description by the package: `None`, or a tuple of a word and its parameters.
    ///
    /// # Safety
    /// `from` is a living object. The GIL is held.
    pub(in crate::plan) unsafe fn read(from: *mut PyObject) -> Option<Self> {
        // SAFETY: a living object; only tuples and strings are read.
        unsafe {
            if from == Py_None() {
                return Some(Self::Value);
            }
            if PyTuple_Check(from) == 0 || PyTuple_Size(from) != 2 {
                return None;
            }
            let (word, parts) = (PyTuple_GetItem(from, 0), PyTuple_GetItem(from, 1));
            let nodes = |read: &dyn Fn(*mut PyObject) -> Option<Self>| -> Option<Vec<Self>> {
                if PyTuple_Check(parts) == 0 {
                    return None;
                }
                let count = PyTuple_Size(parts);
                (0..count).map(|at| read(PyTuple_GetItem(parts, at))).collect()
            };
            let mut size = 0;
            let text = (functions().as_utf8)(word, &raw mut size);
            if text.is_null() {
                return None;
            }
            match slice::from_raw_parts(text.cast::<u8>(), size as usize) {
                b"list" => nodes(&|part| Self::read(part)).map(Self::List),
                b"tuple" => nodes(&|part| Self::read(part)).map(Self::Tuple),
                b"enum" => {
                    let (class, members) = pair(parts)?;
                    if PyDict_Check(members) == 0 {
                        return None;
                    }
                    Some(Self::Enum(Enumeration {
                        class: Owned::new(new_ref(class))?,
                        members: Owned::new(new_ref(members))?,
                    }))
                }
                b"call" => {
                    let (callable, of) = pair(parts)?;
                    Some(Self::Call(
                        Owned::new(new_ref(callable))?,
                        Box::new(Self::read(of)?),
                    ))
                }
                b"map" => {
                    let (key, value) = pair(parts)?;
                    Some(Self::Map(Box::new((Self::read(key)?, Self::read(value)?))))
                }
                b"union" => {
                    let nodes = nodes(&|part| Self::read(part))?;
                    Some(Self::Union(Box::new(nodes.try_into().ok()?)))
                }
                b"each" => Some(Self::Each(Box::new(Self::read(parts)?))),
                b"dict" => {
                    let mut entries = Vec::new();
                    for at in 0..PyTuple_Size(parts) {
                        let entry = PyTuple_GetItem(parts, at);
                        if PyTuple_Check(entry) == 0 || PyTuple_Size(entry) != 2 {
                            return None;
                        }
                        let key = PyTuple_GetItem(entry, 0);
                        if PyUnicode_Check(key) == 0 {
                            return None;
                        }
                        let key = Owned::new(new_ref(key))?;
                        entries.push((key, Self::read(PyTuple_GetItem(entry, 1))?));
                    }
                    Some(Self::Dict(entries))
                }
                _ => None,
            }
        }
    }
}

/// The two items of a tuple of two.
///
/// # Safety
/// `from` is a living object, and the items are used only while it lives. The GIL is held.
unsafe fn pair(from: *mut PyObject) -> Option<(*mut PyObject, *mut PyObject)> {
    // SAFETY: by contract; the items are borrowed.
    unsafe {
        (PyTuple_Check(from) != 0 && PyTuple_Size(from) == 2)
            .then(|| (PyTuple_GetItem(from, 0), PyTuple_GetItem(from, 1)))
    }
}
