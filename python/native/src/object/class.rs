//! The Python classes for types, and how their instances are allocated.
//!
//! Invariant: the cached facts hold as long as the class lives: neither its layout nor the references of its type's
//! objects change.

use std::ffi::CStr;
use std::ptr;

use pyo3_ffi::*;
use tvmlike_abi::{TVMLIKE_DYNAMIC_BEGIN, TVMLIKE_TENSOR};

use super::{Object, object_type};
use crate::api::{api, generation};
use crate::python::{GilCell, Owned, call, decref, new_ref, raise, type_of};

unsafe extern "C" {
    // In the limited API from the beginning, through the macro PyObject_GC_New.
    #[link_name = "_PyObject_GC_New"]
    fn gc_new(class: *mut PyTypeObject) -> *mut PyObject;
}

/// The type of functions, whose instances have fields of their own. It belongs to a layer above, which registers it.
#[derive(Clone, Copy)]
pub(crate) struct FunctionType {
    /// `PackedFunc`.
    pub(crate) class: *mut PyTypeObject,
    /// Allocates an instance of a subclass, without a native object.
    pub(crate) allocate: unsafe fn(*mut PyTypeObject) -> *mut PyObject,
    /// Completes an instance that has got its native object.
    pub(crate) complete: unsafe fn(*mut PyObject),
}

static FUNCTION_TYPE: GilCell<Option<FunctionType>> = GilCell::new(None);

/// Registers the type of functions.
///
/// # Safety
/// `allocate` and `complete` accept every subclass of `class` and its instances; the GIL is held.
pub(crate) unsafe fn register_function_type(functions: FunctionType) {
    // SAFETY: by contract.
    unsafe { *FUNCTION_TYPE.get() = Some(functions) }
}

/// The registered type of functions, if `class` is that type or a subclass.
///
/// # Safety
/// `class` is a type; the GIL is held.
unsafe fn function_type_above(class: *mut PyTypeObject) -> Option<FunctionType> {
    // SAFETY: by contract.
    unsafe {
        let functions = (*FUNCTION_TYPE.get())?;
        (class == functions.class || PyType_IsSubtype(class, functions.class) != 0).then_some(functions)
    }
}

/// The class for the objects of a type.
#[derive(Clone, Copy)]
pub(super) struct Class {
    class: *mut PyObject,
    how: How,
    /// Whether refinements refine the type.
    refined: bool,
    /// The function that tells the type's objects of different refinements apart by an int; NULL if there is none.
    key: *mut PyObject,
}

/// How an instance is allocated.
#[derive(Clone, Copy)]
enum How {
    /// It has only the fields of an `ObjectBase`, and its native object refers to no others: the garbage collector need
    /// not track it.
    Leaf,
    /// By its class.
    Any,
    /// By the registered [`FunctionType`].
    Function,
    /// By its class, whose attribute [`RECEIVED_BY`] is a function: it is called with the instance, and Python code
    /// receives what it returns.
    Passed,
}

/// The attribute of a class whose instances are passed to a function.
const RECEIVED_BY: &CStr = c"_received_by";

impl Class {
    /// Inspects a class.
    ///
    /// # Safety
    /// `class` inherits from `ObjectBase` and is alive. The GIL is held.
    unsafe fn new(index: i32, class: *mut PyObject) -> Self {
        // SAFETY: a class that inherits from `ObjectBase`.
        let how = unsafe {
            if function_type_above(class.cast()).is_some() {
                How::Function
            } else if index != 0 && is_passed(class) {
                How::Passed
            } else if is_leaf(index) && has_base_layout(class) {
                How::Leaf
            } else {
                How::Any
            }
        };
        // SAFETY: the function accepts any index.
        let refined = unsafe { (api().type_is_refined)(index) } != 0;
        let key = ptr::null_mut();
        Self {
            class,
            how,
            refined,
            key,
        }
    }

    /// A class that is not cached, for instances that are not passed to a function.
    ///
    /// # Safety
    /// As for [`Class::new`].
    pub(super) unsafe fn unknown(class: *mut PyObject) -> Self {
        // SAFETY: a class that inherits from `ObjectBase`. Index 0 is not a type without references.
        unsafe { Self::new(0, class) }
    }

    /// A reference to the class, for code that runs while Python code may clear the cache.
    ///
    /// # Safety
    /// The class is alive. The GIL is held.
    pub(super) unsafe fn new_ref(self) -> Option<Owned> {
        // SAFETY: a class that is alive.
        unsafe { Owned::new(new_ref(self.class)) }
    }

    /// Releases what the cache owns.
    ///
    /// # Safety
    /// The class was taken out of the cache. The GIL is held. This may run Python code.
    unsafe fn release(self) {
        // SAFETY: by contract, the references of the cache.
        unsafe {
            decref(self.class);
            drop(Owned::new(self.key));
        }
    }

    /// The class, borrowed.
    pub(super) fn object(self) -> *mut PyObject {
        self.class
    }

    /// Whether objects with the type in their header may have another class; see [`refined`](super::refined).
    #[inline(always)]
    pub(super) fn is_refined(self) -> bool {
        self.refined
    }

    /// The function of [`remember`] that returns the key of an object, borrowed; NULL if there is none.
    #[inline(always)]
    pub(super) fn key(self) -> *mut PyObject {
        self.key
    }

    /// What Python code receives for a new instance, whose reference is consumed: itself, or what a function of the class
    /// returns for it, NULL with the exception set if it fails.
    ///
    /// # Safety
    /// `made` is a new instance of the class, or NULL with the exception set. The GIL is held.
    #[inline(always)]
    pub(super) unsafe fn received(self, made: *mut PyObject) -> *mut PyObject {
        match self.how {
            // SAFETY: by contract.
            How::Passed => unsafe { pass(made) },
            _ => made,
        }
    }

    /// Completes an instance that has got its native object.
    ///
    /// # Safety
    /// `made` is an instance of the class whose handle was set just now; the GIL is held.
    #[inline(always)]
    pub(super) unsafe fn complete(self, made: *mut PyObject) {
        if matches!(self.how, How::Function) {
            // SAFETY: by contract.
            unsafe { complete_function(made) }
        }
    }

    /// Allocates an instance without a native object; NULL with the exception set if there is no memory.
    ///
    /// # Safety
    /// The class is alive. The GIL is held.
    #[inline(always)]
    pub(super) unsafe fn allocate(self) -> *mut PyObject {
        // SAFETY: the class is alive. What is allocated with the layout of an `ObjectBase` is filled by its fields.
        unsafe {
            let class = self.class.cast();
            match self.how {
                How::Leaf => allocate_leaf(class),
                How::Any | How::Passed => PyType_GenericAlloc(class, 0),
                How::Function => allocate_function(class),
            }
        }
    }
}

/// Allocates an instance of the type of functions or a subclass.
///
/// # Safety
/// `class` is such a type; the GIL is held.
#[inline(never)]
unsafe fn allocate_function(class: *mut PyTypeObject) -> *mut PyObject {
    // SAFETY: by contract; the registered function takes all subclasses.
    unsafe {
        match *FUNCTION_TYPE.get() {
            Some(functions) => (functions.allocate)(class),
            None => PyType_GenericAlloc(class, 0),
        }
    }
}

/// Whether instances of a class are passed to a function.
///
/// # Safety
/// `class` is a class. The GIL is held.
unsafe fn is_passed(class: *mut PyObject) -> bool {
    // SAFETY: a class; errors are cleared.
    unsafe {
        let found = Owned::new(PyObject_GetAttrString(class, RECEIVED_BY.as_ptr()));
        PyErr_Clear();
        found.is_some()
    }
}

/// Calls the function of an instance's class with the instance, whose reference is consumed.
///
/// # Safety
/// As for [`Class::received`]; the class has a function.
#[cold]
unsafe fn pass(made: *mut PyObject) -> *mut PyObject {
    // SAFETY: by contract.
    unsafe {
        let Some(made) = Owned::new(made) else {
            return ptr::null_mut();
        };
        let class = type_of(made.get()).cast();
        match Owned::new(PyObject_GetAttrString(class, RECEIVED_BY.as_ptr())) {
            Some(function) => call(function.get(), &[made.get()]),
            None => ptr::null_mut(),
        }
    }
}

/// Completes a function that has got its native object.
///
/// # Safety
/// `made` is an instance of the type of functions or a subclass; the GIL is held.
#[inline(never)]
unsafe fn complete_function(made: *mut PyObject) {
    // SAFETY: by contract.
    unsafe {
        if let Some(functions) = *FUNCTION_TYPE.get() {
            (functions.complete)(made);
        }
    }
}

/// Allocates an instance without a native object, which the garbage collector does not track; NULL with the exception set
/// if there is no memory.
///
/// # Safety
/// [`is_leaf_class`] is true of the class. The GIL is held.
#[inline(always)]
pub(crate) unsafe fn allocate_leaf(class: *mut PyTypeObject) -> *mut PyObject {
    // SAFETY: the layout is that of an `ObjectBase`, and all its fields are written.
    unsafe {
        let made = gc_new(class);
        if !made.is_null() {
            let fields = made.cast::<Object>();
            (*fields).handle = ptr::null_mut();
            (*fields).weak_references = ptr::null_mut();
            (*fields).deferred = ptr::null_mut();
        }
        made
    }
}

/// Whether instances of a class have only the fields of an `ObjectBase`, and objects of the type refer to no others.
///
/// # Safety
/// `class` inherits from `ObjectBase`. The GIL is held.
pub(crate) unsafe fn is_leaf_class(class: *mut PyTypeObject, index: i32) -> bool {
    // SAFETY: by contract.
    unsafe { function_type_above(class).is_none() && is_leaf(index) && has_base_layout(class.cast()) }
}

/// Whether the objects of a type refer to no others.
///
/// # Safety
/// libtvmlike is connected.
unsafe fn is_leaf(index: i32) -> bool {
    // SAFETY: the function accepts any index.
    index == TVMLIKE_TENSOR
        || (index >= TVMLIKE_DYNAMIC_BEGIN && unsafe { (api().type_traverse)(index) }.is_none())
}

/// Whether instances of a class have only the fields of an `ObjectBase`, and no `__dict__`.
///
/// # Safety
/// `class` is a type. The GIL is held.
unsafe fn has_base_layout(class: *mut PyObject) -> bool {
    // SAFETY: a class; errors are cleared.
    unsafe {
        let number = |of: *mut PyObject, name: &CStr| {
            let found = Owned::new(PyObject_GetAttrString(of, name.as_ptr()));
            let number = found.map(|number| PyLong_AsLongLong(number.get()));
            if !PyErr_Occurred().is_null() {
                PyErr_Clear();
                return None;
            }
            number
        };
        number(class, c"__basicsize__") == Some(size_of::<Object>() as i64)
            && number(class, c"__itemsize__") == Some(0)
            && number(class, c"__dictoffset__") == Some(0)
            && number(class, c"__weakrefoffset__") == number(object_type().cast(), c"__weakrefoffset__")
    }
}

/// Raises the interpreter's own error for a class with abstract methods, by calling a class with the same name and methods
/// that inherits only from `object`.
///
/// # Safety
/// `class` has abstract methods. The GIL is held.
#[cold]
pub(super) unsafe fn raise_abstract(class: *mut PyObject) {
    // SAFETY: by contract; the references are new ones.
    unsafe {
        let attribute = |name: &CStr| Owned::new(PyObject_GetAttrString(class, name.as_ptr()));
        let methods = c"__abstractmethods__";
        let Some((name, missing)) = attribute(c"__name__").zip(attribute(methods)) else {
            return;
        };
        let Some((bases, own)) = Owned::new(PyTuple_New(0)).zip(Owned::new(PyDict_New())) else {
            return;
        };
        let type_type = (&raw mut PyType_Type).cast();
        let Some(twin) = Owned::new(call(type_type, &[name.get(), bases.get(), own.get()])) else {
            return;
        };
        if PyObject_SetAttrString(twin.get(), methods.as_ptr(), missing.get()) == 0
            && Owned::new(call(twin.get(), &[])).is_some()
        {
            raise(
                PyExc_TypeError,
                c"cannot instantiate a class with abstract methods",
            );
        }
    }
}

static CLASSES: GilCell<Vec<Option<Class>>> = GilCell::new(Vec::new());

/// The registry's generation at the last refresh of [`Class::is_refined`].
static REFINED_AT: GilCell<u64> = GilCell::new(0);

/// The cached class for a type index, if there is one.
///
/// # Safety
/// The GIL is held. The class is valid until Python code runs.
#[inline]
pub(super) unsafe fn known(index: i32) -> Option<Class> {
    // SAFETY: the GIL is held.
    let classes = unsafe {
        if *REFINED_AT.get() != generation() {
            refresh_refined();
        }
        CLASSES.get()
    };
    usize::try_from(index)
        .ok()
        .and_then(|index| classes.get(index).copied().flatten())
}

/// Queries again which types are refined.
///
/// # Safety
/// The GIL is held.
#[cold]
#[inline(never)]
unsafe fn refresh_refined() {
    // SAFETY: the GIL is held; the library's function runs no Python code.
    unsafe {
        *REFINED_AT.get() = generation();
        for (index, class) in CLASSES.get().iter_mut().enumerate() {
            if let Some(class) = class {
                class.refined = (api().type_is_refined)(index as i32) != 0;
            }
        }
    }
}

/// Caches the class for a type index. If the type is refined, `key` is NULL or a function that returns an int for an
/// object; objects with equal ints belong to the same refinement.
///
/// # Safety
/// `class` inherits from `ObjectBase`; `key` is NULL or a `PackedFunc` whose native function keeps the GIL. The GIL is
/// held.
pub(crate) unsafe fn remember(index: i32, class: *mut PyObject, key: *mut PyObject) {
    let Ok(at) = usize::try_from(index) else { return };
    // SAFETY: by contract; references are released when the borrow has ended.
    unsafe {
        let mut class = Class::new(index, new_ref(class));
        if !key.is_null() {
            class.key = new_ref(key);
        }
        let before = {
            let classes = CLASSES.get();
            if classes.len() <= at {
                classes.resize(at + 1, None);
            }
            classes[at].replace(class)
        };
        if let Some(before) = before {
            before.release();
        }
    }
}

/// Clears the cache: a class was registered, or will be removed with its plugin.
///
/// # Safety
/// The GIL is held.
pub(crate) unsafe fn forget_all() {
    // SAFETY: the list is taken out before Python code can run.
    unsafe {
        for class in std::mem::take(CLASSES.get()).into_iter().flatten() {
            class.release();
        }
    }
}
