//! Reports the objects that an object references, to the garbage collectors of front ends.
//!
//! Reference counts alone never free a cycle through a front end's objects, such as a Rust object that holds a callback
//! that holds the Rust object. Invariants: each counted reference is reported once; a traversal does not allocate, wait
//! or change a count; what is behind a held lock is not reported, so that a collector keeps it.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::ffi::c_void;
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::NonNull;
use std::sync::{Mutex, RwLock, TryLockError};

use tvmlike_abi::{TVMLikeObject, TVMLikeVisit};

use crate::array::Array;
use crate::error::Error;
use crate::function::PackedFunc;
use crate::map::Map;
use crate::object::{ObjectPtr, ObjectRef, ObjectType};
use crate::shape::Shape;
use crate::tensor::Tensor;
use crate::value::Any;

/// Receives the references of an object.
///
/// ```
/// use tvmlike_runtime::traverse::{Traverse, Visitor};
/// use tvmlike_runtime::{Array, PackedFunc};
///
/// struct Node {
///     inputs: Array,
///     callback: Option<PackedFunc>,
/// }
///
/// impl Traverse for Node {
///     fn traverse(&self, visitor: &mut Visitor) {
///         visitor.object(self.inputs.as_object());
///         if let Some(callback) = &self.callback {
///             visitor.object(callback.as_object());
///         }
///     }
/// }
/// ```
pub struct Visitor {
    visit: unsafe extern "C" fn(child: *mut TVMLikeObject, context: *mut c_void),
    context: *mut c_void,
}

impl Visitor {
    /// Reports one strong reference.
    pub fn object<T>(&mut self, object: &ObjectPtr<T>) {
        // SAFETY: the traversal was started with a function that accepts every child and the context; the object is
        // alive while it is borrowed.
        unsafe { (self.visit)(object.as_raw(), self.context) }
    }
}

/// A Rust type whose values reference objects.
///
/// `#[derive(Object)]` implements it from a struct's fields. A manual implementation forwards to its fields, and
/// reports each reference once: omitting one keeps a cycle alive, reporting one that is not held makes a collector
/// destroy what is in use.
///
/// ```
/// use tvmlike_runtime::traverse::{Traverse, Visitor};
/// use tvmlike_runtime::{Map, PackedFunc};
///
/// struct Handlers {
///     by_name: Map,
///     fallback: PackedFunc,
/// }
///
/// impl Traverse for Handlers {
///     fn traverse(&self, visitor: &mut Visitor) {
///         self.by_name.traverse(visitor);
///         self.fallback.traverse(visitor);
///     }
/// }
///
/// assert!(Handlers::holds_objects());
/// ```
pub trait Traverse {
    /// Reports every object to which `self` holds a strong reference.
    fn traverse(&self, visitor: &mut Visitor);

    /// Whether values of the type can reference objects. If not, they are never traversed.
    fn holds_objects() -> bool
    where
        Self: Sized,
    {
        true
    }
}

impl<T> Traverse for ObjectPtr<T> {
    fn traverse(&self, visitor: &mut Visitor) {
        visitor.object(self);
    }
}

impl Traverse for Any {
    fn traverse(&self, visitor: &mut Visitor) {
        if self.view().as_object().is_some() {
            // SAFETY: the payload is a pointer to a live object, and every object is a root object.
            visitor.object(unsafe { self.view().pointer::<ObjectRef>() });
        }
    }
}

macro_rules! objects {
    ($($type:ty),*) => {$(
        impl Traverse for $type {
            fn traverse(&self, visitor: &mut Visitor) {
                visitor.object(self.as_object());
            }
        }
    )*};
}

objects!(PackedFunc, Array, Map, Shape, Tensor, Error);

impl<T: Traverse> Traverse for Option<T> {
    fn traverse(&self, visitor: &mut Visitor) {
        if let Some(held) = self {
            held.traverse(visitor);
        }
    }
}

impl<T: Traverse + ?Sized> Traverse for Box<T> {
    fn traverse(&self, visitor: &mut Visitor) {
        (**self).traverse(visitor);
    }
}

impl<T: Traverse> Traverse for [T] {
    fn traverse(&self, visitor: &mut Visitor) {
        for held in self {
            held.traverse(visitor);
        }
    }
}

impl<T: Traverse, const N: usize> Traverse for [T; N] {
    fn traverse(&self, visitor: &mut Visitor) {
        self.as_slice().traverse(visitor);
    }
}

impl<T: Traverse> Traverse for Vec<T> {
    fn traverse(&self, visitor: &mut Visitor) {
        self.as_slice().traverse(visitor);
    }
}

impl<T: Traverse> Traverse for VecDeque<T> {
    fn traverse(&self, visitor: &mut Visitor) {
        for held in self {
            held.traverse(visitor);
        }
    }
}

/// Only the values of a map are reported; a key that is an object keeps its cycle alive.
impl<K, V: Traverse, S> Traverse for HashMap<K, V, S> {
    fn traverse(&self, visitor: &mut Visitor) {
        for held in self.values() {
            held.traverse(visitor);
        }
    }
}

/// As for `HashMap`.
impl<K, V: Traverse> Traverse for BTreeMap<K, V> {
    fn traverse(&self, visitor: &mut Visitor) {
        for held in self.values() {
            held.traverse(visitor);
        }
    }
}

impl<T: Traverse + ?Sized> Traverse for Mutex<T> {
    fn traverse(&self, visitor: &mut Visitor) {
        match self.try_lock() {
            Ok(held) => held.traverse(visitor),
            Err(TryLockError::Poisoned(held)) => held.into_inner().traverse(visitor),
            Err(TryLockError::WouldBlock) => {}
        }
    }
}

impl<T: Traverse + ?Sized> Traverse for RwLock<T> {
    fn traverse(&self, visitor: &mut Visitor) {
        match self.try_read() {
            Ok(held) => held.traverse(visitor),
            Err(TryLockError::Poisoned(held)) => held.into_inner().traverse(visitor),
            Err(TryLockError::WouldBlock) => {}
        }
    }
}

/// Tests whether a type references objects: `Probe::<T>::new()` resolves to [`HoldsObjects`] if `T` does, otherwise,
/// through one more reference, to [`HoldsNothing`].
#[doc(hidden)]
pub struct Probe<T>(PhantomData<T>);

#[doc(hidden)]
impl<T> Probe<T> {
    pub fn of(_: &T) -> Self {
        Self(PhantomData)
    }

    #[expect(clippy::new_without_default, reason = "called by generated code only")]
    pub fn new() -> Self {
        Self(PhantomData)
    }
}

#[doc(hidden)]
pub trait HoldsObjects<T> {
    fn holds_objects(&self) -> bool;
    fn traverse_field(&self, field: &T, visitor: &mut Visitor);
}

impl<T: Traverse> HoldsObjects<T> for Probe<T> {
    fn holds_objects(&self) -> bool {
        T::holds_objects()
    }

    fn traverse_field(&self, field: &T, visitor: &mut Visitor) {
        field.traverse(visitor);
    }
}

#[doc(hidden)]
pub trait HoldsNothing<T> {
    fn holds_objects(&self) -> bool;
    fn traverse_field(&self, field: &T, visitor: &mut Visitor);
}

impl<T> HoldsNothing<T> for &Probe<T> {
    fn holds_objects(&self) -> bool {
        false
    }

    fn traverse_field(&self, _: &T, _: &mut Visitor) {}
}

/// The C function that traverses objects of a Rust type.
///
/// # Safety
/// `object` is NULL or a live object whose type is `T`'s or inherits from it; `visit` can be called with every object
/// that it references and with `context`.
pub unsafe extern "C" fn traverse_object<T: ObjectType + Traverse>(
    object: *mut TVMLikeObject,
    visit: TVMLikeVisit,
    context: *mut c_void,
) {
    let (Some(object), Some(visit)) = (NonNull::new(object), visit) else {
        return;
    };
    // No reference is added, since a collector compares counts meanwhile: the pointer is borrowed and not dropped.
    // SAFETY: a live object whose body begins with a `T`, by contract of this function and of `ObjectType`.
    let object = ManuallyDrop::new(unsafe { ObjectPtr::<T>::from_owned(object) });
    // The body's implementation: a pointer to it has one too, which would report the object itself.
    let body: &T = &object;
    let mut visitor = Visitor { visit, context };
    // An author's implementation may panic, which must not unwind into C. Unreported references are kept.
    if let Err(payload) = catch_unwind(AssertUnwindSafe(|| body.traverse(&mut visitor))) {
        crate::payload::drop_payload(payload);
    }
}
