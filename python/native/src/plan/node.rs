//! How one value is converted: to Python's own containers, to members of enumerations, or by a Python callable.

mod description;

use std::ffi::c_char;
use std::ptr;
use std::slice;

use pyo3_ffi::*;
use tvmlike_abi::*;

use crate::python::{Owned, call, decref, functions, new_ref};
use crate::unpack;

/// How one value is converted.
pub(super) enum Node {
    /// As without a plan.
    Value,
    /// An array of this length, to a list.
    List(Vec<Node>),
    /// An array of this length, to a tuple.
    Tuple(Vec<Node>),
    /// An array of any length, to a list.
    Each(Box<Node>),
    /// A map with these keys in this order, to a dict.
    Dict(Vec<(Owned, Node)>),
    /// A map with any keys, to a dict.
    Map(Box<(Node, Node)>),
    /// An int, to the member of an enumeration.
    Enum(Enumeration),
    /// Any value, by a callable.
    Call(Owned, Box<Node>),
    /// An int, text, an array or a map, each by its own node.
    Union(Box<[Node; 4]>),
}

/// An enumeration: its class, and a dict from numbers to members.
pub(super) struct Enumeration {
    class: Owned,
    members: Owned,
}

impl Enumeration {
    /// The member for a number, as a new reference; the number if there is none.
    ///
    /// # Safety
    /// The GIL is held.
    unsafe fn member(&self, number: i64) -> *mut PyObject {
        // SAFETY: the GIL is held; a class and a dict.
        unsafe {
            let Some(number) = Owned::new(PyLong_FromLongLong(number)) else {
                return ptr::null_mut();
            };
            let known = PyDict_GetItemWithError(self.members.get(), number.get());
            if !known.is_null() {
                return new_ref(known);
            }
            if !PyErr_Occurred().is_null() {
                return ptr::null_mut();
            }
            // A combination of flags: the class makes a member for it, and caches the member.
            let Some(made) = Owned::new(call(self.class.get(), &[number.get()])) else {
                if PyErr_ExceptionMatches(PyExc_ValueError) == 0 {
                    return ptr::null_mut();
                }
                PyErr_Clear();
                return new_ref(number.get());
            };
            if PyDict_SetItem(self.members.get(), number.get(), made.get()) != 0 {
                return ptr::null_mut();
            }
            new_ref(made.get())
        }
    }
}

impl Node {
    /// Calls a function for each reference to a Python object that this owns.
    pub(super) fn each_object(&self, visit: &mut dyn FnMut(&Owned)) {
        match self {
            Self::Value => {}
            Self::List(nodes) | Self::Tuple(nodes) => nodes.iter().for_each(|node| node.each_object(visit)),
            Self::Each(node) => node.each_object(visit),
            Self::Dict(entries) => {
                for (key, node) in entries {
                    visit(key);
                    node.each_object(visit);
                }
            }
            Self::Map(pair) => {
                pair.0.each_object(visit);
                pair.1.each_object(visit);
            }
            Self::Enum(enumeration) => {
                visit(&enumeration.class);
                visit(&enumeration.members);
            }
            Self::Call(callable, node) => {
                visit(callable);
                node.each_object(visit);
            }
            Self::Union(nodes) => nodes.iter().for_each(|node| node.each_object(visit)),
        }
    }

    /// The Python object for a borrowed value, as a new reference.
    ///
    /// # Safety
    /// `value` is valid, and what it refers to lives until this returns. The GIL is held.
    pub(super) unsafe fn build(&self, value: &TVMLikeValue) -> *mut PyObject {
        // SAFETY: by contract.
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
                Self::Map(nodes) => match entries(value) {
                    Some(entries) => build_map(entries, &nodes.0, &nodes.1),
                    None => unpack::read_borrowed(value),
                },
                Self::Enum(enumeration) if value.type_index == TVMLIKE_INT => {
                    enumeration.member(value.payload.v_int64)
                }
                Self::Call(callable, of) if value.type_index != TVMLIKE_NONE => {
                    let Some(read) = Owned::new(of.build(value)) else {
                        return ptr::null_mut();
                    };
                    call(callable.get(), &[read.get()])
                }
                Self::Union(nodes) => {
                    let [int, text, array, map] = &**nodes;
                    match value.type_index {
                        TVMLIKE_INT => int.build(value),
                        TVMLIKE_SMALL_STR | TVMLIKE_STR => text.build(value),
                        TVMLIKE_ARRAY => array.build(value),
                        TVMLIKE_MAP => map.build(value),
                        _ => unpack::read_borrowed(value),
                    }
                }
                Self::Value | Self::Enum(_) | Self::Call(..) => unpack::read_borrowed(value),
            }
        }
    }
}

/// The values of an array.
///
/// # Safety
/// `value` is valid, and the array that it refers to outlives the result.
unsafe fn items<'a>(value: &TVMLikeValue) -> Option<&'a [TVMLikeValue]> {
    // SAFETY: the cell of an array object follows the header, and points to the values.
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
///
/// # Safety
/// `value` is valid, and the map that it refers to outlives the result.
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

/// Whether a map has exactly the keys of a plan, in the same order.
///
/// # Safety
/// The entries are valid, and the keys of `nodes` are str. The GIL is held.
unsafe fn have_keys(entries: &[TVMLikeMapEntry], nodes: &[(Owned, Node)]) -> bool {
    entries.len() == nodes.len()
        && entries.iter().zip(nodes).all(|(entry, (key, _))| {
            let mut size = 0;
            // SAFETY: a str and a valid value.
            unsafe {
                let text = (functions().as_utf8)(key.get(), &raw mut size);
                if text.is_null() {
                    // A lone surrogate, which native text cannot contain.
                    PyErr_Clear();
                    return false;
                }
                text_of(&entry.key) == Some(slice::from_raw_parts(text.cast::<u8>(), size as usize))
            }
        })
}

/// The text of a value; `None` where it is of another type.
///
/// # Safety
/// `value` is valid, and what it refers to outlives the result.
unsafe fn text_of(value: &TVMLikeValue) -> Option<&[u8]> {
    // SAFETY: the type index determines the payload.
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

/// A list of values, each built by its node.
///
/// # Safety
/// As for [`Node::build`]; `parts` has `count` items.
unsafe fn build_list<'a>(
    parts: impl Iterator<Item = (&'a TVMLikeValue, &'a Node)>,
    count: usize,
) -> *mut PyObject {
    // SAFETY: the GIL is held; the list steals the reference to an item.
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

/// A tuple of values, each built by its node.
///
/// # Safety
/// As for [`Node::build`], for each value.
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

/// A dict with the keys of a plan.
///
/// # Safety
/// As for [`Node::build`], for each value; there are as many entries as nodes.
unsafe fn build_dict(entries: &[TVMLikeMapEntry], nodes: &[(Owned, Node)]) -> *mut PyObject {
    // SAFETY: the GIL is held; the dict adds its own references.
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

/// A dict with the keys of a map.
///
/// # Safety
/// As for [`Node::build`], for each key and value.
unsafe fn build_map(entries: &[TVMLikeMapEntry], keys: &Node, values: &Node) -> *mut PyObject {
    // SAFETY: as for dicts.
    unsafe {
        let Some(made) = Owned::new(PyDict_New()) else {
            return ptr::null_mut();
        };
        for entry in entries {
            let Some(key) = Owned::new(keys.build(&entry.key)) else {
                return ptr::null_mut();
            };
            let Some(item) = Owned::new(values.build(&entry.value)) else {
                return ptr::null_mut();
            };
            if PyDict_SetItem(made.get(), key.get(), item.get()) != 0 {
                return ptr::null_mut();
            }
        }
        new_ref(made.get())
    }
}
