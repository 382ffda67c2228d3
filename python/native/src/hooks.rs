//! The package's Python functions and classes that the accelerator calls in rare cases.
//!
//! `_native.set_hooks` sets them once, and they are never released: native code may call back while the interpreter ends.
//! For a function whose module is not imported yet, the hook is a function that imports the module and then calls
//! `_native.set_hook`, which replaces the hook.

use pyo3_ffi::{
    PyDict_GetItemString, PyExc_TypeError, PyObject, PyTuple_GetItem, PyTuple_Size,
    PyUnicode_CompareWithASCIIString,
};

use crate::python::{GilCell, new_ref, none, raise};

macro_rules! hooks {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// The hooks, each with a reference that is never released.
        pub(crate) struct Hooks {
            $($(#[$doc])* pub(crate) $name: *mut PyObject,)*
        }

        static HOOKS: GilCell<Option<Hooks>> = GilCell::new(None);

        /// Sets the hooks from a dict; false if one is missing.
        ///
        /// # Safety
        /// `from` is a dict. The GIL is held.
        pub(crate) unsafe fn set(from: *mut PyObject) -> bool {
            // SAFETY: a dict and C strings; the borrowed results get references of their own.
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

        /// Replaces a hook; false if no hook has the name. The former one is not released, because a call of it may be
        /// running.
        ///
        /// # Safety
        /// `name` is a str, `function` a living object, and [`set`] has succeeded. The GIL is held.
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
    /// `packed(value) -> (head, payload, references)`: converts any Python object to a borrowed value. Raises `Refused`.
    packed,
    /// `refused(function, position, error) -> error`: the exception for the caller, which names function and argument.
    refused,
    /// `refused_result(function, error) -> error`: the exception for a result of a callback.
    refused_result,
    /// `check_positional(function, count, names) -> limit`: the number of arguments that a function accepts by position.
    /// Raises TypeError if a call has more.
    check_positional,
    /// `places(function, given, names) -> tuple`: the position of each argument of a call with keywords. See
    /// `keywords.rs`.
    places,
    /// `prepared(function, args) -> args`: arguments converted by the function's record, or None if none changed.
    prepared,
    /// `result_plan(record) -> (dynamic, plan)`: how to convert a function's results, from its record as text; or None.
    result_plan,
    /// `call_plan(name) -> (result, arguments)`: how to convert a function's results and arguments; or None.
    call_plan,
    /// `plan_of_text(record) -> (result, arguments)`: the same, from a record as text.
    plan_of_text,
    /// `read_owned(head, payload)`: converts an owned value to a Python object.
    read_owned,
    /// `read_borrowed(word_address)`: converts the borrowed value at an address to a Python object.
    read_borrowed,
    /// `class_of(index)`: the class for a type.
    class_of,
    /// `make_exception(kind, message)`: for kinds without a class, and classes that need more than a message.
    make_exception,
    /// `make_detailed(kind, message, address)`: the same, for an error with an array as its context.
    make_detailed,
    /// `keep_native(exception, handle)`: attaches the native error to its exception, for its stack; None if none is
    /// captured.
    keep_native,
    /// The dict from kinds to classes of exceptions.
    class_of_kind,
    /// The dict from classes of exceptions to kinds.
    kind_of_class,
    /// `tvmlike.Error`, whose instances have a kind.
    error_class,
    /// `types.TracebackType`.
    traceback_type,
    /// -1: the instruction of a traceback entry whose frame has no instructions.
    no_instruction,
    /// `frame(file, name)`: a frame object for native code.
    frame,
    /// `Array`, the class of slices.
    array_class,
    /// `dtype_from_bits(head, payload)`: the data type in the payload of a value.
    dtype_from_bits,
    /// `device_from_bits(head, payload)`: the device in the payload of a value.
    device_from_bits,
    /// `Shape`, a subclass of tuple.
    shape_class,
    /// `Refused`, the class.
    refused_class,
    /// The placeholder for an argument that is left to its default.
    missing,
    /// `ByName`, a subclass of int: the class of the extra last argument of a call by name.
    by_name_class,
    /// The type of Python functions.
    function_type,
}

/// The hooks.
#[inline(always)]
pub(crate) fn hooks() -> &'static Hooks {
    // SAFETY: set while the package is imported, before any code that needs one can run; changed later only with the GIL
    // held.
    unsafe { HOOKS.get().as_ref().unwrap_unchecked() }
}

/// `set_hook(name, function)`: replaces a hook.
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
