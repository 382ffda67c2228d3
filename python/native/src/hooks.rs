//! The package's Python functions and classes that the accelerator calls for everything rare.
//!
//! They are set once, by `_native.set_hooks`, and kept for ever: native code may come back while the interpreter ends. A
//! function whose module is not imported yet is there as one that imports it and then calls `_native.set_hook`, which
//! puts the function itself in its place.

use pyo3_ffi::{
    PyDict_GetItemString, PyExc_TypeError, PyObject, PyTuple_GetItem, PyTuple_Size,
    PyUnicode_CompareWithASCIIString,
};

use crate::python::{GilCell, new_ref, none, raise};

macro_rules! hooks {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// What the package gives.
        pub(crate) struct Hooks {
            $($(#[$doc])* pub(crate) $name: *mut PyObject,)*
        }

        static HOOKS: GilCell<Option<Hooks>> = GilCell::new(None);

        /// Takes the hooks out of a dict; false where one is missing.
        ///
        /// # Safety
        /// `from` is a dict; the lock is held.
        pub(crate) unsafe fn set(from: *mut PyObject) -> bool {
            // SAFETY: a dict and C strings; what is found is borrowed and then kept.
            unsafe {
                $(
                    let name = concat!(stringify!($name), "\0");
                    let $name = PyDict_GetItemString(from, name.as_ptr().cast());
                    if $name.is_null() {
                        return false;
                    }
                )*
                *HOOKS.get() = Some(Hooks { $($name: new_ref($name)),* });
            }
            true
        }

        /// Takes another function for a hook; false where there is none of the name. The former one is kept: a call of it may
        /// be running.
        ///
        /// # Safety
        /// `name` is a str; [`set`] has succeeded; the lock is held.
        pub(crate) unsafe fn replace(name: *mut PyObject, function: *mut PyObject) -> bool {
            // SAFETY: living objects.
            unsafe {
                let Some(hooks) = HOOKS.get() else { return false };
                $(
                    let own = concat!(stringify!($name), "\0");
                    if PyUnicode_CompareWithASCIIString(name, own.as_ptr().cast()) == 0 {
                        hooks.$name = new_ref(function);
                        return true;
                    }
                )*
            }
            false
        }
    };
}

hooks! {
    /// `changed()`: names or types of the registry changed.
    changed,
    /// `packed(value) -> (head, payload, refs)`: any Python object as a borrowed value. Raises `Refused`.
    packed,
    /// `refused(function, position, error) -> error`: the exception for the caller, with function and argument named.
    refused,
    /// `refused_result(function, error) -> error`: the same for the result of a callback.
    refused_result,
    /// `check_positional(function, count, names) -> limit`: how many arguments a function takes by position. Raises
    /// TypeError where a call has more.
    check_positional,
    /// `places(function, given, names) -> tuple`: where each argument of a call with keywords stands. See `keywords.rs`.
    places,
    /// `prepared(function, args) -> args`: what a function with a plan gets instead, or None where that is the same.
    prepared,
    /// `result_plan(record) -> (dynamic, plan)`: how results of a function are read, of its record as text; or None.
    result_plan,
    /// `call_plan(name) -> (result, arguments)`: how the function of a name is called, by its record; or None.
    call_plan,
    /// `read_owned(head, payload)`: an owned value as a Python object.
    read_owned,
    /// `read_borrowed(word_address)`: the borrowed value at an address as a Python object.
    read_borrowed,
    /// `class_of(index)`: the class for a type.
    class_of,
    /// `make_exception(kind, message)`: for kinds without a class, and classes that want more than a message.
    make_exception,
    /// `keep_native(exception, handle)`: keeps the native error for who wants its stack; None where none is captured.
    keep_native,
    /// The dict from kinds to classes of exceptions.
    class_of_kind,
    /// The dict from classes of exceptions to kinds.
    kind_of_class,
    /// `tvmlike.Error`, whose instances know their kind.
    error_class,
    /// `types.TracebackType`.
    traceback_type,
    /// -1: a traceback entry's place among the instructions of a frame that has none.
    no_instruction,
    /// `frame(file, name)`: a frame that stands for native code.
    frame,
    /// `Array`, of which a slice is made.
    array_class,
    /// `dtype_from_bits(head, payload)`: the data type in the payload of a value.
    dtype_from_bits,
    /// `device_from_bits(head, payload)`: the device in the payload of a value.
    device_from_bits,
    /// `Shape`, a subclass of tuple.
    shape_class,
    /// `Refused`, the class.
    refused_class,
    /// What stands for an argument that is left to its default.
    missing,
    /// `ByName`, the class of what stands behind the arguments of a call by name, a subclass of int.
    by_name_class,
    /// The type of Python functions.
    function_type,
}

/// The hooks.
#[inline(always)]
pub(crate) fn hooks() -> &'static Hooks {
    // SAFETY: set while the package is imported, before anything that needs one can be called; later changed with the
    // lock held only.
    unsafe { HOOKS.get().as_ref().unwrap_unchecked() }
}

/// `set_hook(name, function)`: another function for a hook.
///
/// # Safety
/// Called by CPython with a tuple. The GIL is held.
pub(crate) unsafe extern "C" fn set_hook(_: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: a tuple of living objects.
    unsafe {
        if PyTuple_Size(args) != 2 || !replace(PyTuple_GetItem(args, 0), PyTuple_GetItem(args, 1)) {
            return raise(
                PyExc_TypeError,
                c"set_hook: expected the name of a hook and a function",
            );
        }
    }
    none()
}
