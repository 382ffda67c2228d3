//! Conversion of results and arguments by a function's signature record.
//!
//! A function of the function ABI returns arrays and maps that represent lists, tuples and dicts. Other functions accept
//! and return ints that represent members of an enumeration, or text that represents a path. The record states which; the
//! package makes a plan from it (the hooks `result_plan` and `call_plan`), once for each Python object. Invariant: a
//! value that does not match the plan is converted as without a plan.

mod argument;
mod node;

use std::ffi::{c_int, c_void};
use std::ptr;
use std::slice;

use pyo3_ffi::*;
use tvmlike_abi::*;

use crate::api::api;
use crate::call_refs::CallRefs;
use crate::hooks::hooks;
use crate::object::is_object;
use crate::python::{Owned, call, type_of};
use crate::value::NONE;
use crate::{error, ndarray, unpack};
use argument::Argument;
use node::Node;

/// How the results and the arguments of a function are converted.
pub(crate) struct Plan {
    /// Whether the function belongs to the function ABI, which checks and converts by its own record.
    pub(crate) attached: bool,
    /// Whether arguments are converted by their own types: NumPy's scalars become arrays.
    pub(crate) dynamic: bool,
    result: Node,
    arguments: Vec<Argument>,
    /// The chain of native functions that it calls, each owned by the one before and borrowed here, for the garbage
    /// collector. Empty if it is unknown.
    pub(crate) behind: Vec<TVMLikeObjectHandle>,
}

impl Plan {
    /// The plan for a function; `None` if it needs none.
    ///
    /// # Safety
    /// `function` is a living function object. The GIL is held.
    pub(crate) unsafe fn of(function: TVMLikeObjectHandle) -> Option<Box<Self>> {
        // SAFETY: by contract; the record is an owned value, which is released.
        unsafe {
            let mut record = NONE;
            if (api().func_record)(function, &raw mut record) != 0 {
                (api().free)(error::take_raised().cast());
                return None;
            }
            if record.type_index != TVMLIKE_STR {
                return None; // a record of up to 7 bytes is empty
            }
            let text = &*record.payload.v_obj.add(1).cast::<TVMLikeByteArray>();
            let bytes = slice::from_raw_parts(text.data.cast::<u8>(), text.size);
            let has = |word: &[u8]| bytes.windows(word.len()).any(|part| part == word);
            let made = if has(br#""abi":"#) {
                Self::from_record(text)
            } else if has(br#""by_record":"#) {
                Self::from_text(text)
            } else {
                None
            };
            (api().free)(record.payload.v_obj.cast());
            made
        }
    }

    /// The plan for a record of the function ABI; `None`, without an exception, where the package cannot make one.
    ///
    /// # Safety
    /// `text` is valid UTF-8. The GIL is held.
    unsafe fn from_record(text: &TVMLikeByteArray) -> Option<Box<Self>> {
        // SAFETY: the GIL is held; the hook returns (dynamic, plan) or None.
        unsafe {
            let made = (|| {
                let record = Owned::new(PyUnicode_DecodeUTF8(
                    text.data,
                    text.size as Py_ssize_t,
                    ptr::null(),
                ))?;
                let description = Owned::new(call(hooks().result_plan, &[record.get()]))?;
                if PyTuple_Check(description.get()) == 0 || PyTuple_Size(description.get()) != 2 {
                    return None;
                }
                Some(Box::new(Self {
                    attached: true,
                    arguments: Vec::new(),
                    dynamic: PyTuple_GetItem(description.get(), 0) == Py_True(),
                    result: Node::read(PyTuple_GetItem(description.get(), 1))?,
                    behind: Vec::new(),
                }))
            })();
            if made.is_none() {
                // A function with an unreadable record is usable without a plan.
                PyErr_Clear();
            }
            made
        }
    }

    /// The plan for the record of a function that was bound; `None`, without an exception, where the package makes none.
    ///
    /// # Safety
    /// `text` is valid UTF-8. The GIL is held.
    unsafe fn from_text(text: &TVMLikeByteArray) -> Option<Box<Self>> {
        // SAFETY: the GIL is held; the hook returns a description or None.
        unsafe {
            let made = (|| {
                let size = text.size as Py_ssize_t;
                let record = Owned::new(PyUnicode_DecodeUTF8(text.data, size, ptr::null()))?;
                let description = Owned::new(call(hooks().plan_of_text, &[record.get()]))?;
                match description.get() == Py_None() {
                    true => None,
                    false => Self::from_call_plan(description.get()),
                }
            })();
            if made.is_none() {
                // A function with an unreadable record is usable without a plan.
                PyErr_Clear();
            }
            made
        }
    }

    /// The plan in a description by the package: the result, and the arguments. `None` with the exception set if the
    /// description is malformed.
    ///
    /// # Safety
    /// `description` is a living object. The GIL is held.
    pub(crate) unsafe fn from_call_plan(description: *mut PyObject) -> Option<Box<Self>> {
        // SAFETY: by contract.
        unsafe {
            let made = (|| {
                if PyTuple_Check(description) == 0 || PyTuple_Size(description) != 2 {
                    return None;
                }
                Some(Box::new(Self {
                    attached: false,
                    dynamic: false,
                    result: Node::read(PyTuple_GetItem(description, 0))?,
                    arguments: Argument::read_all(PyTuple_GetItem(description, 1))?,
                    behind: Vec::new(),
                }))
            })();
            if made.is_none() && PyErr_Occurred().is_null() {
                PyErr_SetString(PyExc_SystemError, c"malformed call plan".as_ptr());
            }
            made
        }
    }

    /// Visits the classes, members and callables that the plan owns, for the garbage collector.
    ///
    /// # Safety
    /// `visit` and `arg` are the collector's. The GIL is held.
    pub(crate) unsafe fn visit(&self, visit: visitproc, arg: *mut c_void) -> c_int {
        let mut status = 0;
        // SAFETY: by contract; the plan owns one reference to each object.
        let mut one = |object: &Owned| unsafe {
            if status == 0 {
                status = visit(object.get(), arg);
            }
        };
        self.result.each_object(&mut one);
        self.arguments
            .iter()
            .for_each(|argument| argument.each_object(&mut one));
        status
    }

    /// The object that is packed for the argument at a position: the argument itself or an object that `refs` owns; NULL
    /// with the exception set if the argument is refused.
    ///
    /// # Safety
    /// `value` is a living object. The GIL is held.
    #[inline(always)]
    pub(crate) unsafe fn argument(
        &self,
        position: usize,
        value: *mut PyObject,
        refs: &mut CallRefs,
    ) -> *mut PyObject {
        if self.arguments.is_empty() {
            return value;
        }
        // SAFETY: by contract.
        unsafe { Argument::convert(&self.arguments, position, value, refs) }
    }

    /// The Python object for a result, which is consumed; NULL with the exception set on failure.
    ///
    /// # Safety
    /// `value` is valid, and the caller transfers ownership of it. The GIL is held.
    pub(crate) unsafe fn read(&self, value: &TVMLikeValue) -> *mut PyObject {
        // SAFETY: an owned value.
        unsafe {
            if matches!(self.result, Node::Value) {
                return unpack::read_owned(value);
            }
            let made = self.result.build(value);
            if value.type_index < TVMLIKE_OBJECT {
                return made;
            }
            if made.is_null() {
                error::with_exception_saved(|| {
                    (api().free)(value.payload.v_obj.cast());
                });
            } else {
                (api().free)(value.payload.v_obj.cast());
            }
            made
        }
    }

    /// Whether a function that converts arguments by their types passes this one unchanged.
    ///
    /// # Safety
    /// `value` is a living object. The GIL is held.
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
