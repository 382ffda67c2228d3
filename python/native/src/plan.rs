//! Results as plain Python containers, for functions whose record says how they are built.
//!
//! A function of the function ABI returns arrays and maps that stand for lists, tuples and dicts. Its record says which;
//! the package makes a plan of it (the hook `result_plan`), once for each Python object. Invariant: a value that does not
//! look as the plan says is read as every other value is, so a plan never makes a result fail.

use std::ffi::c_char;
use std::ptr;
use std::slice;

use pyo3_ffi::*;
use tvmlike_abi::*;

use crate::api::api;
use crate::hooks::hooks;
use crate::object::is_object;
use crate::python::{Owned, call, decref, functions, new_ref, type_of};
use crate::unpack::{self, NONE};
use crate::{error, ndarray};

/// How the results of a function are read, and whether its arguments are looked at first.
pub(crate) struct Plan {
    /// Arguments are converted by what they are: NumPy's scalars as arrays.
    pub(crate) dynamic: bool,
    result: Node,
    /// The native function behind it, and what is behind that, each kept by the one before and borrowed here: the garbage
    /// collector cannot look into them. Empty where Python does not know.
    pub(crate) behind: Vec<TVMLikeObjectHandle>,
}

/// How one value is read.
enum Node {
    /// As every value.
    Value,
    /// An array of so many values, as a list.
    List(Vec<Node>),
    /// An array of so many values, as a tuple.
    Tuple(Vec<Node>),
    /// An array of any length, as a list.
    Each(Box<Node>),
    /// A map with these keys in this order, as a dict.
    Dict(Vec<(Owned, Node)>),
}

impl Plan {
    /// The plan for a function; `None` where it is read as every function is.
    ///
    /// # Safety
    /// A living function object; the lock is held.
    pub(crate) unsafe fn of(function: TVMLikeObjectHandle) -> Option<Box<Self>> {
        // SAFETY: by contract; the record is an owned value, which is given back.
        unsafe {
            let mut record = NONE;
            if (api().func_record)(function, &raw mut record) != 0 {
                (api().free)(error::take().cast());
                return None;
            }
            if record.type_index != TVMLIKE_STR {
                return None; // a record that fits 7 bytes says nothing
            }
            let text = &*record.payload.v_obj.add(1).cast::<TVMLikeByteArray>();
            let bytes = slice::from_raw_parts(text.data.cast::<u8>(), text.size);
            let word = br#""abi":"#;
            let made = if bytes.windows(word.len()).any(|part| part == word) {
                Self::from_record(text)
            } else {
                None
            };
            (api().free)(record.payload.v_obj.cast());
            made
        }
    }

    unsafe fn from_record(text: &TVMLikeByteArray) -> Option<Box<Self>> {
        // SAFETY: the lock is held; the hook gives (dynamic, plan) or None.
        unsafe {
            let made = (|| {
                let record = Owned::new(PyUnicode_DecodeUTF8(
                    text.data,
                    text.size as Py_ssize_t,
                    ptr::null(),
                ))?;
                let said = Owned::new(call(hooks().result_plan, &[record.get()]))?;
                if PyTuple_Check(said.get()) == 0 || PyTuple_Size(said.get()) != 2 {
                    return None;
                }
                Some(Box::new(Self {
                    dynamic: PyTuple_GetItem(said.get(), 0) == Py_True(),
                    result: Node::read(PyTuple_GetItem(said.get(), 1))?,
                    behind: Vec::new(),
                }))
            })();
            if made.is_none() {
                // A record that cannot be read is no reason for the function not to be there.
                PyErr_Clear();
            }
            made
        }
    }

    /// The Python object for a result, which is consumed; NULL with the exception set where it fails.
    pub(crate) unsafe fn read(&self, value: &TVMLikeValue) -> *mut PyObject {
        // SAFETY: an owned value.
        unsafe {
            if matches!(self.result, Node::Value) || value.type_index < TVMLIKE_OBJECT {
                return unpack::read_owned(value);
            }
            let made = self.result.build(value);
            if made.is_null() {
                error::set_aside(|| {
                    (api().free)(value.payload.v_obj.cast());
                });
            } else {
                (api().free)(value.payload.v_obj.cast());
            }
            made
        }
    }

    /// Whether a value needs no look at it before a call that converts by what values are.
    pub(crate) unsafe fn is_plain(value: *mut PyObject) -> bool {
        // SAFETY: a living object.
        unsafe {
            let class = type_of(value);
            class == &raw mut PyLong_Type
                || class == &raw mut PyFloat_Type
                || class == &raw mut PyUnicode_Type
                || class == &raw mut PyBool_Type
                || value == Py_None()
                || ndarray::is_array(class)
                || is_object(value)
        }
    }
}

impl Node {
    /// A node as the package writes it: `None`, or a word and what belongs to it.
    unsafe fn read(from: *mut PyObject) -> Option<Self> {
        // SAFETY: a living object, of which only tuples and strings are looked into.
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

    /// The Python object for a borrowed value, as a new reference.
    unsafe fn build(&self, value: &TVMLikeValue) -> *mut PyObject {
        // SAFETY: a valid value; what it refers to lives as long as the result that it is part of.
        unsafe {
            match self {
                Self::List(nodes) => match items(value) {
                    Some(items) if items.len() == nodes.len() => {
                        build_list(items.iter().zip(nodes), items.len())
                    }
                    _ => unpack::read_borrowed(value),
                },
                Self::Each(node) => match items(value) {
                    Some(items) => build_list(items.iter().map(|item| (item, &**node)), items.len()),
                    None => unpack::read_borrowed(value),
                },
                Self::Tuple(nodes) => match items(value) {
                    Some(items) if items.len() == nodes.len() => build_tuple(items, nodes),
                    _ => unpack::read_borrowed(value),
                },
                Self::Dict(nodes) => match entries(value) {
                    Some(entries) if have_keys(entries, nodes) => build_dict(entries, nodes),
                    _ => unpack::read_borrowed(value),
                },
                Self::Value => unpack::read_borrowed(value),
            }
        }
    }
}

/// The values of an array.
unsafe fn items<'a>(value: &TVMLikeValue) -> Option<&'a [TVMLikeValue]> {
    // SAFETY: an array object has its cell behind the header, and the values where that says.
    unsafe {
        if value.type_index != TVMLIKE_ARRAY || value.payload.v_obj.is_null() {
            return None;
        }
        let cell = &*value.payload.v_obj.add(1).cast::<TVMLikeSeqCell>();
        if cell.size <= 0 || cell.data.is_null() {
            return Some(&[]);
        }
        Some(slice::from_raw_parts(cell.data, cell.size as usize))
    }
}

/// The pairs of a map.
unsafe fn entries<'a>(value: &TVMLikeValue) -> Option<&'a [TVMLikeMapEntry]> {
    // SAFETY: as for arrays.
    unsafe {
        if value.type_index != TVMLIKE_MAP || value.payload.v_obj.is_null() {
            return None;
        }
        let cell = &*value.payload.v_obj.add(1).cast::<TVMLikeMapCell>();
        if cell.size <= 0 || cell.entries.is_null() {
            return Some(&[]);
        }
        Some(slice::from_raw_parts(cell.entries, cell.size as usize))
    }
}

/// Whether a map has exactly the keys of a plan, in its order.
unsafe fn have_keys(entries: &[TVMLikeMapEntry], nodes: &[(Owned, Node)]) -> bool {
    entries.len() == nodes.len()
        && entries.iter().zip(nodes).all(|(entry, (key, _))| {
            let mut size = 0;
            // SAFETY: a str, and a valid value: short text lies in it, longer text in its object.
            unsafe {
                let text = (functions().as_utf8)(key.get(), &raw mut size);
                !text.is_null()
                    && text_of(&entry.key) == Some(slice::from_raw_parts(text.cast::<u8>(), size as usize))
            }
        })
}

unsafe fn text_of(value: &TVMLikeValue) -> Option<&[u8]> {
    // SAFETY: the type index says where the text is.
    unsafe {
        match value.type_index {
            TVMLIKE_SMALL_STR => value.payload.v_bytes.get(..value.small_len as usize),
            TVMLIKE_STR => {
                let cell = &*value.payload.v_obj.add(1).cast::<TVMLikeByteArray>();
                Some(slice::from_raw_parts(
                    cell.data.cast::<c_char>().cast::<u8>(),
                    cell.size,
                ))
            }
            _ => None,
        }
    }
}

unsafe fn build_list<'a>(
    parts: impl Iterator<Item = (&'a TVMLikeValue, &'a Node)>,
    count: usize,
) -> *mut PyObject {
    // SAFETY: the lock is held; an item is given up to the list.
    unsafe {
        let made = PyList_New(count as Py_ssize_t);
        if made.is_null() {
            return made;
        }
        for (at, (value, node)) in parts.enumerate() {
            let item = node.build(value);
            if item.is_null() || PyList_SetItem(made, at as Py_ssize_t, item) != 0 {
                decref(made);
                return ptr::null_mut();
            }
        }
        made
    }
}

unsafe fn build_tuple(values: &[TVMLikeValue], nodes: &[Node]) -> *mut PyObject {
    // SAFETY: as for lists.
    unsafe {
        let made = PyTuple_New(values.len() as Py_ssize_t);
        if made.is_null() {
            return made;
        }
        for (at, (value, node)) in values.iter().zip(nodes).enumerate() {
            let item = node.build(value);
            if item.is_null() || PyTuple_SetItem(made, at as Py_ssize_t, item) != 0 {
                decref(made);
                return ptr::null_mut();
            }
        }
        made
    }
}

unsafe fn build_dict(entries: &[TVMLikeMapEntry], nodes: &[(Owned, Node)]) -> *mut PyObject {
    // SAFETY: the lock is held; the dict takes references of its own.
    unsafe {
        let Some(made) = Owned::new(PyDict_New()) else {
            return ptr::null_mut();
        };
        for (entry, (key, node)) in entries.iter().zip(nodes) {
            let Some(item) = Owned::new(node.build(&entry.value)) else {
                return ptr::null_mut();
            };
            if PyDict_SetItem(made.get(), key.get(), item.get()) != 0 {
                return ptr::null_mut();
            }
        }
        new_ref(made.get())
    }
}
