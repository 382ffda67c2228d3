//! The module `tvmlike._native` and its methods, which only the package calls.
//!
//! The package connects the module to libtvmlike first, then sets the hooks. Invariant: [`exec`] fails in an interpreter
//! that the accelerator does not support, and the package then takes the ctypes path.

use std::ffi::{c_int, c_void};
use std::ptr;

use pyo3_ffi::*;
use tvmlike_abi::{TVMLikeObjectHandle, TVMLikeValue};

use crate::function::{class_call, member, planned};
use crate::python::{Functions, address, decref, new_ref, none, raise, type_of};
use crate::{
    api, callback, changes, container, error, foreign, function, gil, hooks, identity, interrupt, layout,
    library, ndarray, object, static_property, tensor, trampoline, unpack,
};

/// The method `connect`.
///
/// # Safety
/// Called by CPython. The package passes the handle of a libtvmlike that is never closed. The GIL is held.
unsafe extern "C" fn connect(module: *mut PyObject, library: *mut PyObject) -> *mut PyObject {
    // SAFETY: the package passes the handle of the library that it has loaded and never closes.
    unsafe {
        let Some(handle) = address(library) else {
            return ptr::null_mut();
        };
        if let Err(name) = api::connect(handle as *mut c_void) {
            PyErr_Format(
                PyExc_ImportError,
                c"libtvmlike does not export %s".as_ptr(),
                name.as_ptr(),
            );
            return ptr::null_mut();
        }
        callback::register_trampoline(Some(trampoline::trampoline));
        if PyModule_AddFunctions(module, connected_methods()) != 0 {
            return ptr::null_mut();
        }
    }
    none()
}

/// The method `set_hooks`.
///
/// # Safety
/// Called by CPython with a living object. The GIL is held.
unsafe extern "C" fn set_hooks(_: *mut PyObject, from: *mut PyObject) -> *mut PyObject {
    // SAFETY: a living object.
    unsafe {
        if PyDict_Check(from) == 0 || !hooks::set(from) {
            return raise(PyExc_TypeError, c"set_hooks: expected a dict with every hook");
        }
    }
    none()
}

/// The method `adopt`.
///
/// # Safety
/// Called by CPython with a tuple. The package passes the address of a native object and transfers
/// ownership of a reference to it. The GIL is held.
unsafe extern "C" fn adopt(_: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: a tuple of arguments.
    unsafe {
        if PyTuple_Size(args) != 2 {
            return raise(PyExc_TypeError, c"adopt: expected a class and a handle");
        }
        let class = PyTuple_GetItem(args, 0).cast::<PyTypeObject>();
        if PyType_Check(class.cast()) == 0 || PyType_IsSubtype(class, object::object_type()) == 0 {
            return raise(PyExc_TypeError, c"adopt: expected a subclass of Object");
        }
        match address(PyTuple_GetItem(args, 1)) {
            Some(handle) => object::make(class, handle as TVMLikeObjectHandle),
            None => ptr::null_mut(),
        }
    }
}

/// The method `wrap`.
///
/// # Safety
/// Called by CPython. The package passes the address of a native object and transfers ownership of a reference to it.
/// The GIL is held.
unsafe extern "C" fn wrap(_: *mut PyObject, handle: *mut PyObject) -> *mut PyObject {
    // SAFETY: the package passes the address of an object to which it owns a reference.
    unsafe {
        match address(handle) {
            Some(handle) => object::wrap(handle as TVMLikeObjectHandle),
            None => ptr::null_mut(),
        }
    }
}

/// `read_borrowed(word_address)`: converts the borrowed value at an address, which is given in words.
///
/// # Safety
/// Called by CPython. The package passes the address of a valid value, shifted by 3 bits, and keeps alive what it
/// refers to. The GIL is held.
unsafe extern "C" fn read_borrowed(_: *mut PyObject, word: *mut PyObject) -> *mut PyObject {
    // SAFETY: by contract.
    unsafe {
        match address(word) {
            Some(word) => unpack::read_borrowed(&*((word << 3) as *const TVMLikeValue)),
            None => ptr::null_mut(),
        }
    }
}

/// The method `new_function`.
///
/// # Safety
/// Called by CPython with a living object. The GIL is held.
unsafe extern "C" fn new_function(_: *mut PyObject, callable: *mut PyObject) -> *mut PyObject {
    // SAFETY: a living object.
    unsafe {
        if PyType_IsSubtype(type_of(callable), function::function_type()) == 0 {
            return PyLong_FromSize_t(callback::new_function(callable) as usize);
        }
        let handle = (*callable.cast::<object::Object>()).handle;
        if handle.is_null() {
            return raise(
                PyExc_ValueError,
                c"this PackedFunc was freed, or never had a native object",
            );
        }
        (api::api().retain)(handle.cast());
        PyLong_FromSize_t(handle as usize)
    }
}

/// The method `new_opaque`.
///
/// # Safety
/// Called by CPython with a living object. The GIL is held.
unsafe extern "C" fn new_opaque(_: *mut PyObject, value: *mut PyObject) -> *mut PyObject {
    // SAFETY: a living object.
    unsafe {
        let handle = callback::new_opaque(value);
        if handle.is_null() {
            return error::raise_pending();
        }
        PyLong_FromSize_t(handle as usize)
    }
}

/// The method `callable_of`.
///
/// # Safety
/// Called by CPython. The package passes the address of a living function object. The GIL is held.
unsafe extern "C" fn callable_of(_: *mut PyObject, handle: *mut PyObject) -> *mut PyObject {
    // SAFETY: the package passes the address of a living function object.
    unsafe {
        let Some(handle) = address(handle) else {
            return ptr::null_mut();
        };
        let callable = callback::callable_of(handle as TVMLikeObjectHandle);
        new_ref(if callable.is_null() { Py_None() } else { callable })
    }
}

/// The method `free`.
///
/// # Safety
/// Called by CPython with a living object. The GIL is held.
unsafe extern "C" fn free(_: *mut PyObject, value: *mut PyObject) -> *mut PyObject {
    // SAFETY: a living object.
    unsafe {
        if object::is_object(value) {
            object::free(value);
        }
    }
    none()
}

/// The method `remember_class`.
///
/// # Safety
/// Called by CPython with a tuple. The package passes the class for objects of the type. The GIL is held.
unsafe extern "C" fn remember_class(_: *mut PyObject, args: *mut PyObject) -> *mut PyObject {
    // SAFETY: a tuple of living objects; the class inherits from `ObjectBase`.
    unsafe {
        if PyTuple_Size(args) != 2 || PyType_Check(PyTuple_GetItem(args, 1)) == 0 {
            return raise(
                PyExc_TypeError,
                c"remember_class: expected a type index and a class",
            );
        }
        let index = PyLong_AsLong(PyTuple_GetItem(args, 0));
        if index == -1 && !PyErr_Occurred().is_null() {
            return ptr::null_mut();
        }
        let class = PyTuple_GetItem(args, 1).cast::<PyTypeObject>();
        let base = object::object_type();
        if base.is_null() || PyType_IsSubtype(class, base) == 0 {
            return raise(
                PyExc_TypeError,
                c"remember_class: expected a subclass of ObjectBase",
            );
        }
        if let Ok(index) = i32::try_from(index) {
            object::class::remember(index, class.cast());
        }
    }
    none()
}

/// The method `forget_classes`.
///
/// # Safety
/// Called by CPython with the GIL held.
unsafe extern "C" fn forget_classes(_: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    // SAFETY: the GIL is held.
    unsafe { object::class::forget_all() };
    none()
}

/// The method `alive`.
///
/// # Safety
/// Called by CPython with the GIL held.
unsafe extern "C" fn alive(_: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    // SAFETY: the GIL is held.
    unsafe { PyLong_FromSize_t(identity::count()) }
}

/// The method `set_array_class`.
///
/// # Safety
/// Called by CPython. The package passes `numpy.ndarray`, after a check of NumPy's ABI. The GIL is held.
unsafe extern "C" fn set_array_class(_: *mut PyObject, class: *mut PyObject) -> *mut PyObject {
    // SAFETY: by contract.
    unsafe { ndarray::set_class(class) };
    none()
}

/// The method `close`.
///
/// # Safety
/// Called by CPython on the thread that ends the interpreter. The GIL is held.
unsafe extern "C" fn close(_: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    // SAFETY: called when the interpreter is about to end.
    unsafe {
        (api::api().set_interrupt_check)(None);
        (api::api().set_raised)(ptr::null_mut());
        gil::close();
    }
    none()
}

/// The method `after_fork`.
///
/// # Safety
/// Called by CPython in the child process. The GIL is held.
unsafe extern "C" fn after_fork(_: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    gil::after_fork();
    none()
}

/// `exception_of(handle)`: the exception for a borrowed error object.
///
/// # Safety
/// Called by CPython. The package passes the address of a living error object. The GIL is held.
unsafe extern "C" fn exception_of(_: *mut PyObject, handle: *mut PyObject) -> *mut PyObject {
    // SAFETY: the package passes the address of a living error object.
    unsafe {
        let made = address(handle).and_then(|handle| error::exception_of(handle as TVMLikeObjectHandle));
        made.map_or(ptr::null_mut(), |exception| new_ref(exception.get()))
    }
}

/// Whether the interpreter is supported; false with ImportError set for a sub-interpreter, with which the main interpreter
/// would share statics, and for an interpreter that lacks a function.
///
/// # Safety
/// The GIL is held.
unsafe fn check_interpreter() -> bool {
    // SAFETY: the GIL is held.
    unsafe {
        if PyInterpreterState_GetID(PyInterpreterState_Get()) != 0 {
            raise(
                PyExc_ImportError,
                c"the accelerator supports the main interpreter only",
            );
            return false;
        }
        if let Err(name) = Functions::load() {
            PyErr_Format(
                PyExc_ImportError,
                c"this interpreter does not export %s".as_ptr(),
                name.as_ptr(),
            );
            return false;
        }
    }
    true
}

/// The `Py_mod_exec` slot.
///
/// # Safety
/// Called by CPython with a new module. The GIL is held.
unsafe extern "C" fn exec(module: *mut PyObject) -> c_int {
    // SAFETY: a new module.
    unsafe {
        if !check_interpreter() {
            return -1;
        }
        let version = concat!(env!("CARGO_PKG_VERSION"), "\0");
        if PyModule_AddStringConstant(module, c"version".as_ptr(), version.as_ptr().cast()) != 0 {
            return -1;
        }
        layout::Layout::load();
        // If the package is imported again, after it was removed from `sys.modules`, the new classes have the same base,
        // so objects of both are converted alike.
        object::class::forget_all();
        let known = object::object_type().cast::<PyObject>();
        let base = if known.is_null() {
            object::make_type()
        } else {
            known
        };
        if base.is_null() {
            return -1;
        }
        // It steals the reference on success; the type itself is never freed.
        new_ref(base);
        if PyModule_AddObject(module, c"ObjectBase".as_ptr(), base) != 0 {
            decref(base);
            return -1;
        }
    }
    0
}

macro_rules! methods {
    ($($name:literal = $kind:ident($function:path), $flags:expr, $doc:literal;)*) => {
        [
            $(PyMethodDef {
                ml_name: $name.as_ptr(),
                ml_meth: PyMethodDefPointer { $kind: $function },
                ml_flags: $flags,
                ml_doc: $doc.as_ptr(),
            },)*
            // SAFETY: a definition of zeros ends the list.
            unsafe { std::mem::zeroed() },
        ]
    };
}

/// The module's definition, leaked because the interpreter keeps pointers into it.
fn definition() -> *mut PyModuleDef {
    let table = methods! {
        c"open_library" = PyCFunction(library::open), METH_O, c"open_library(path): the dlopen handle of a library";
        c"present_library" = PyCFunction(library::present), METH_O, c"present_library(soname): the dlopen handle of a loaded library, or None";
        c"describe_library" = PyCFunction(library::describe), METH_O, c"describe_library(handle): version or None, major version of the contract, file";
        c"connect" = PyCFunction(connect), METH_O, c"connect(dlopen_handle): adds everything else to the module";
    };
    let slots = Box::leak(Box::new([
        PyModuleDef_Slot {
            slot: Py_mod_exec,
            value: exec as *mut c_void,
        },
        PyModuleDef_Slot {
            slot: 0,
            value: ptr::null_mut(),
        },
    ]));
    Box::into_raw(Box::new(PyModuleDef {
        m_base: PyModuleDef_HEAD_INIT,
        m_name: c"_native".as_ptr(),
        m_doc: c"The accelerator of tvmlike; the package calls it, programs do not.".as_ptr(),
        m_size: 0,
        m_methods: Box::leak(Box::new(table)).as_mut_ptr(),
        m_slots: slots.as_mut_ptr(),
        m_traverse: None,
        m_clear: None,
        m_free: None,
    }))
}

/// The methods that the module gets when it is connected to libtvmlike; leaked as the definition is.
fn connected_methods() -> *mut PyMethodDef {
    let table = methods! {
        c"set_hook" = PyCFunction(hooks::set_hook), METH_VARARGS, c"set_hook(name, function)";
        c"generation" = PyCFunction(library::generation), METH_NOARGS, c"generation(): changes when a name gets another function";
        c"type_key" = PyCFunction(library::type_key), METH_O, c"type_key(index): the key of a type, or None";
        c"type_ancestors" = PyCFunction(library::type_ancestors), METH_O, c"type_ancestors(index): indices, root first, or None";
        c"type_index" = PyCFunction(library::type_index), METH_O, c"type_index(handle): the type of an object";
        c"type_members" = PyCFunction(library::type_members), METH_O, c"type_members(index): the members of a type";
        c"index_of_key" = PyCFunction(library::index_of_key), METH_O, c"index_of_key(key): the type index for a key, or None";
        c"retain" = PyCFunction(library::retain), METH_O, c"retain(handle): adds a reference";
        c"release" = PyCFunction(library::release), METH_O, c"release(handle): releases a reference";
        c"function_names" = PyCFunction(library::function_names), METH_O, c"function_names(prefix): registered names, as an Array";
        c"load_plugin" = PyCFunction(library::load_plugin), METH_O, c"load_plugin(path): loads a plugin; its description";
        c"set_hooks" = PyCFunction(set_hooks), METH_O, c"set_hooks(dict)";
        c"wrap" = PyCFunction(wrap), METH_O, c"wrap(handle): the Python object for an owned native object";
        c"read_borrowed" = PyCFunction(read_borrowed), METH_O, c"read_borrowed(word): the borrowed value at an address";
        c"new_function" = PyCFunction(new_function), METH_O, c"new_function(callable): an owned handle";
        c"new_opaque" = PyCFunction(new_opaque), METH_O, c"new_opaque(object): an owned handle";
        c"callable_of" = PyCFunction(callable_of), METH_O, c"callable_of(handle): the Python callable of a function, or None";
        c"exception_of" = PyCFunction(exception_of), METH_O, c"exception_of(handle): the exception for a borrowed error";
        c"free" = PyCFunction(free), METH_O, c"free(object): releases the native object now";
        c"remember_class" = PyCFunction(remember_class), METH_VARARGS, c"remember_class(index, class): the class for a type";
        c"forget_classes" = PyCFunction(forget_classes), METH_NOARGS, c"forget_classes(): clears the cache of classes";
        c"alive" = PyCFunction(alive), METH_NOARGS, c"alive(): the number of Python objects for native ones";
        c"refined_type" = PyCFunction(library::refined_type), METH_O, c"refined_type(handle): the index of an object's most refined type";
        c"is_instance" = PyCFunction(library::is_instance), METH_VARARGS, c"is_instance(handle, index): whether an object is an instance of a type";
        c"living" = PyCFunction(library::living), METH_O, c"living(index): the Python objects for native ones of a type";
        c"set_array_class" = PyCFunction(set_array_class), METH_O, c"set_array_class(numpy.ndarray)";
        c"add_scalar_class" = PyCFunction(foreign::add_scalar_class), METH_VARARGS, c"add_scalar_class(cls, name): registers a scalar class of NumPy";
        c"add_exchange_class" = PyCFunction(foreign::add_exchange_class), METH_VARARGS, c"add_exchange_class(cls, capsule, torch): registers a tensor class with a C exchange API";
        c"close" = PyCFunction(close), METH_NOARGS, c"close(): the interpreter is about to end";
        c"after_fork" = PyCFunction(after_fork), METH_NOARGS, c"after_fork(): this is the child";
        c"watch_interrupts" = PyCFunction(interrupt::watch), METH_NOARGS, c"watch_interrupts(): checks signals for native code that polls";
        c"watch_interrupts_later" = PyCFunction(interrupt::watch_later), METH_NOARGS, c"watch_interrupts_later(): the same by the main thread";
        c"watch_changes" = PyCFunction(changes::watch), METH_NOARGS, c"watch_changes(): notifies the package of changes to the registry";
        c"look_for_changes" = PyCFunction(changes::check), METH_NOARGS, c"look_for_changes(): notifies the package of changes now";
        c"get_global" = PyCFunction(function::get_global), METH_O, c"get_global(name): the registered function, or None";
        c"make_function_type" = PyCFunction(function::make_type), METH_O, c"make_function_type(base): PackedFunc";
        c"make_tensor_type" = PyCFunction(tensor::make_type), METH_O, c"make_tensor_type(base): Tensor";
        c"make_method_type" = PyCFunction(member::make_method_type), METH_O, c"make_method_type(base): a type of functions that bind to an object";
        c"make_sequence_iter" = PyCFunction(function::make_sequence_iter), METH_NOARGS, c"make_sequence_iter(): a method __iter__";
        c"make_static_property_type" = PyCFunction(static_property::make_static_property_type), METH_NOARGS, c"make_static_property_type(): a property of classes";
        c"make_static_type" = PyCFunction(member::make_static_type), METH_O, c"make_static_type(base): StaticFunction";
        c"make_array_type" = PyCFunction(container::make_array_type), METH_O, c"make_array_type(base): the type below Array";
        c"make_map_type" = PyCFunction(container::make_map_type), METH_O, c"make_map_type(base): the type below Map";
        c"map_items" = PyCFunction(container::items), METH_O, c"map_items(map): an iterator over the pairs";
        c"map_values" = PyCFunction(container::values), METH_O, c"map_values(map): an iterator over the values";
        c"new_member" = PyCFunction(member::new_member), METH_VARARGS, c"new_member(cls, handle, kind): a function of an object type";
        c"call_natively" = PyCFunction(class_call::call_natively), METH_VARARGS, c"call_natively(cls, index): sets the slots of a class";
        c"set_plan" = PyCFunction(planned::set_call_plan), METH_VARARGS, c"set_plan(function, plan): sets the conversions of a function";
        c"construct" = PyCFunction(member::construct), METH_VARARGS, c"construct(object, function, args, keywords)";
        c"adopt" = PyCFunction(adopt), METH_VARARGS, c"adopt(cls, handle): a Python object that takes ownership of the handle";
    };
    Box::leak(Box::new(table)).as_mut_ptr()
}

/// Called by the interpreter to import the module.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn PyInit__native() -> *mut PyObject {
    static DEFINITION: std::sync::OnceLock<usize> = std::sync::OnceLock::new();
    let definition = *DEFINITION.get_or_init(|| definition() as usize);
    // SAFETY: a definition that lives for ever.
    unsafe { PyModuleDef_Init(definition as *mut PyModuleDef) }
}
