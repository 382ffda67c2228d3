//! Which class the objects of a type have, and how such an object is made.
//!
//! Invariant: what is remembered of a class is true as long as the class is: its layout does not change, nor does what
//! its type can refer to.

use std::ptr;

use pyo3_ffi::*;
use tvmlike_abi::{TVMLIKE_DYNAMIC_BEGIN, TVMLIKE_TENSOR};

use super::{Object, object_type};
use crate::api::{api, generation};
use crate::python::{GilCell, Owned, call, decref, new_ref, raise};

unsafe extern "C" {
    // A function of the limited API from its beginning on, behind the macro PyObject_GC_New.
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
}

/// How an object is made.
#[derive(Clone, Copy)]
enum How {
    /// It has the fields of an `ObjectBase` alone, and its native object keeps no others: the garbage collector finds
    /// nothing through it, and is not told of it.
    Leaf,
    /// Whatever its class says.
    Any,
    Function,
}

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
            } else if is_leaf(index) && has_base_layout(class) {
                How::Leaf
            } else {
                How::Any
            }
        };
        // SAFETY: it can be asked for any index.
        let refined = unsafe { (api().type_is_refined)(index) } != 0;
        Self { class, how, refined }
    }

    /// What is needed of a class that is not remembered.
    ///
    /// # Safety
    /// As for [`Class::new`].
    pub(super) unsafe fn unknown(class: *mut PyObject) -> Self {
        // SAFETY: a class that inherits from `ObjectBase`. The index is that of no type without references.
        unsafe { Self::new(0, class) }
    }

    /// A reference to the class, which is kept while Python code may have all classes forgotten.
    ///
    /// # Safety
    /// The class is alive. The GIL is held.
    pub(super) unsafe fn new_ref(self) -> Option<Owned> {
        // SAFETY: a class that is alive.
        unsafe { Owned::new(new_ref(self.class)) }
    }

    pub(super) fn object(self) -> *mut PyObject {
        self.class
    }

    /// Whether objects with the type in their header may have another class, see [`refined`](super::refined).
    #[inline(always)]
    pub(super) fn is_refined(self) -> bool {
        self.refined
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

    /// A new Python object without a native one; NULL with the exception set where there is no memory.
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
                How::Any => PyType_GenericAlloc(class, 0),
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

/// A new Python object without a native one, which the garbage collector is not told of; NULL with the exception set where
/// there is no memory.
///
/// # Safety
/// [`is_leaf_class`] said so of the class; the lock is held.
#[inline(always)]
pub(crate) unsafe fn allocate_leaf(class: *mut PyTypeObject) -> *mut PyObject {
    // SAFETY: the layout is that of an `ObjectBase`, whose fields are filled.
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

/// Whether instances of a class have the fields of an `ObjectBase` alone, and the objects of the type refer to no others.
///
/// # Safety
/// A class that inherits from `ObjectBase`; the lock is held.
pub(crate) unsafe fn is_leaf_class(class: *mut PyTypeObject, index: i32) -> bool {
    // SAFETY: by contract.
    unsafe { function_type_above(class).is_none() && is_leaf(index) && has_base_layout(class.cast()) }
}

/// Whether the objects of a type refer to no others.
///
/// # Safety
/// libtvmlike is connected.
unsafe fn is_leaf(index: i32) -> bool {
    // SAFETY: it can be asked for any index.
    index == TVMLIKE_TENSOR
        || (index >= TVMLIKE_DYNAMIC_BEGIN && unsafe { (api().type_traverse)(index) }.is_none())
}

/// Whether instances of a class have no fields beside those of an `ObjectBase`, and no `__dict__`.
///
/// # Safety
/// `class` is a type. The GIL is held.
unsafe fn has_base_layout(class: *mut PyObject) -> bool {
    // SAFETY: a class; what fails is no reason for it not to be used.
    unsafe {
        let number = |of: *mut PyObject, name: &std::ffi::CStr| {
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

/// Raises what the interpreter says of a class with abstract methods, in the words of its version: those for a class that
/// has the same name and methods, but inherits from `object` alone.
///
/// # Safety
/// A class with abstract methods; the lock is held.
#[cold]
pub(super) unsafe fn raise_abstract(class: *mut PyObject) {
    // SAFETY: by contract; the references are new ones.
    unsafe {
        let attribute = |name: &std::ffi::CStr| Owned::new(PyObject_GetAttrString(class, name.as_ptr()));
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
            raise(PyExc_TypeError, c"a class with abstract methods has no instances");
        }
    }
}

static CLASSES: GilCell<Vec<Option<Class>>> = GilCell::new(Vec::new());

/// The registry's generation when the types of the classes were asked whether something refines them.
static REFINED_AT: GilCell<u64> = GilCell::new(0);

/// The class that is remembered for a type index; `None` where it was not asked for yet.
///
/// # Safety
/// The GIL is held. The class is valid until Python code runs.
#[inline]
pub(super) unsafe fn known(index: i32) -> Option<Class> {
    // SAFETY: the lock is held.
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

/// Asks which types are refined: refinements may have come or gone.
///
/// # Safety
/// The GIL is held.
#[cold]
#[inline(never)]
unsafe fn refresh_refined() {
    // SAFETY: the lock is held; the library's function runs no Python code.
    unsafe {
        *REFINED_AT.get() = generation();
        for (index, class) in CLASSES.get().iter_mut().enumerate() {
            if let Some(class) = class {
                class.refined = (api().type_is_refined)(index as i32) != 0;
            }
        }
    }
}

/// Remembers the class of a type index, until all are forgotten.
///
/// # Safety
/// A class that inherits from `ObjectBase`; the lock is held.
pub(crate) unsafe fn remember(index: i32, class: *mut PyObject) {
    let Ok(at) = usize::try_from(index) else { return };
    // SAFETY: by contract; `decref` runs when the borrow has ended.
    unsafe {
        let class = Class::new(index, new_ref(class));
        let before = {
            let classes = CLASSES.get();
            if classes.len() <= at {
                classes.resize(at + 1, None);
            }
            classes[at].replace(class)
        };
        if let Some(before) = before {
            decref(before.class);
        }
    }
}

/// Forgets all classes: one was registered, or is to go with its plugin.
///
/// # Safety
/// The lock is held.
pub(crate) unsafe fn forget_all() {
    // SAFETY: the list is taken out before Python code can run.
    unsafe {
        for class in std::mem::take(CLASSES.get()).into_iter().flatten() {
            decref(class.class);
        }
    }
}
