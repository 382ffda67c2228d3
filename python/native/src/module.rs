//! The module `tvmlike._native` and its methods, which only the package calls; most of them are
//! functions of other modules, the rest is in [`methods`].
//!
//! The package connects the module to libtvmlike first, then sets the hooks. Invariant: [`exec`] fails in an interpreter
//! that the accelerator does not support, and the package then takes the ctypes path.

mod methods;

use std::ffi::{c_int, c_void};
use std::ptr;

use pyo3_ffi::*;

use crate::function::{class_call, member, planned};
use crate::python::{Functions, address, decref, new_ref, none, raise};
use crate::{
    api, callback, changes, container, cycles, foreign, function, hooks, interrupt, layout, library, object,
    static_property, tensor, trampoline,
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
        c"set_hooks" = PyCFunction(methods::set_hooks), METH_O, c"set_hooks(dict)";
        c"wrap" = PyCFunction(methods::wrap), METH_O, c"wrap(handle): the Python object for an owned native object";
        c"read_borrowed" = PyCFunction(methods::read_borrowed), METH_O, c"read_borrowed(word): the borrowed value at an address";
        c"new_function" = PyCFunction(methods::new_function), METH_O, c"new_function(callable): an owned handle";
        c"new_opaque" = PyCFunction(methods::new_opaque), METH_O, c"new_opaque(object): an owned handle";
        c"callable_of" = PyCFunction(methods::callable_of), METH_O, c"callable_of(handle): the Python callable of a function, or None";
        c"exception_of" = PyCFunction(methods::exception_of), METH_O, c"exception_of(handle): the exception for a borrowed error";
        c"free" = PyCFunction(methods::free), METH_O, c"free(object): releases the native object now";
        c"remember_class" = PyCFunction(methods::remember_class), METH_VARARGS, c"remember_class(index, class, key): the class for a type, and the function for keys of its refinements or None";
        c"forget_classes" = PyCFunction(methods::forget_classes), METH_NOARGS, c"forget_classes(): clears the cache of classes";
        c"collected" = PyCFunction(cycles::collected), METH_VARARGS, c"collected(phase, info): for gc.callbacks";
        c"alive" = PyCFunction(methods::alive), METH_NOARGS, c"alive(): the number of Python objects for native ones";
        c"refined_type" = PyCFunction(library::refined_type), METH_O, c"refined_type(handle): the index of an object's most refined type";
        c"is_instance" = PyCFunction(library::is_instance), METH_VARARGS, c"is_instance(handle, index): whether an object is an instance of a type";
        c"living" = PyCFunction(library::living), METH_O, c"living(index): the Python objects for native ones of a type";
        c"add_scalar_class" = PyCFunction(foreign::add_scalar_class), METH_VARARGS, c"add_scalar_class(cls, name): registers a scalar class of NumPy";
        c"add_exchange_class" = PyCFunction(foreign::add_exchange_class), METH_VARARGS, c"add_exchange_class(cls, capsule, torch): registers a tensor class with a C exchange API";
        c"close" = PyCFunction(methods::close), METH_NOARGS, c"close(): the interpreter is about to end";
        c"after_fork" = PyCFunction(methods::after_fork), METH_NOARGS, c"after_fork(): this is the child";
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
        c"call_by_maker" = PyCFunction(class_call::call_by_maker), METH_O, c"call_by_maker(cls): calls of a class call the second of its `__makers__`";
        c"call_natively" = PyCFunction(class_call::call_natively), METH_VARARGS, c"call_natively(cls, index): sets the slots of a class";
        c"set_plan" = PyCFunction(planned::set_call_plan), METH_VARARGS, c"set_plan(function, plan): sets the conversions of a function";
        c"construct" = PyCFunction(member::construct), METH_VARARGS, c"construct(object, function, args, keywords)";
        c"adopt" = PyCFunction(methods::adopt), METH_VARARGS, c"adopt(cls, handle): a Python object that takes ownership of the handle";
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
