//! Which objects an object holds, for the garbage collectors of front ends.
//!
//! A cycle that runs through a front end's objects (a Rust object holds a callback, which holds the Rust object) is
//! never freed by counts alone. Invariants: a reference is reported once for each count that it holds; nothing here
//! allocates, waits or changes a count; what is locked by somebody is left out, which makes a collector keep it.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::ffi::c_void;
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::NonNull;
use std::sync::{Mutex, RwLock, TryLockError};

use tvmlike_abi::{TVMLikeObject, TVMLikeVisit};

use super::{ObjectPtr, ObjectType};
use crate::value::Any;
use crate::{Array, Error, Map, PackedFunc, Shape, Tensor};

/// Is told of the references that an object holds.
pub struct Visitor {
    visit: unsafe extern "C" fn(child: *mut TVMLikeObject, context: *mut c_void),
    context: *mut c_void,
}

impl Visitor {
    /// Reports one strong reference.
    pub fn object<T>(&mut self, object: &ObjectPtr<T>) {
        // SAFETY: whoever asks for a traversal gives a function that can be called with every child and the context;
        // the object is alive while it is borrowed.
        unsafe { (self.visit)(object.as_raw(), self.context) }
    }
}

/// A Rust type whose values hold references to objects.
///
/// `#[derive(Object)]` implements it from a struct's fields. An implementation calls the same for what it holds, and
/// reports each reference once: one that is left out keeps a cycle alive, one that is reported without being held makes
/// a collector end what is in use.
pub trait Traverse {
    /// Reports every object to which `self` holds a strong reference.
    fn traverse(&self, visitor: &mut Visitor);

    /// Whether values of the type can hold any. Where they cannot, nobody asks them.
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
            // SAFETY: the payload is a pointer to a living object, of which every type is a root object.
            visitor.object(unsafe { self.view().pointer::<super::ObjectRef>() });
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

/// Of dictionaries the values are reported; a key that is an object keeps its cycle alive.
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

/// A field's type, asked whether it holds objects: `Probe::<T>::new()` answers by [`HoldsObjects`] where `T` does, and
/// otherwise, by one reference more, by [`HoldsNothing`].
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
/// `object` is NULL or a living object whose type is `T`'s or inherits from it; `visit` can be called with every object
/// that it holds and with `context`.
pub unsafe extern "C" fn traverse_object<T: ObjectType + Traverse>(
    object: *mut TVMLikeObject,
    visit: TVMLikeVisit,
    context: *mut c_void,
) {
    let (Some(object), Some(visit)) = (NonNull::new(object), visit) else {
        return;
    };
    // No reference is taken, since a collector compares counts meanwhile: the pointer is looked through and not dropped.
    // SAFETY: a living object whose body begins with a `T`, by contract of this function and of `ObjectType`.
    let object = ManuallyDrop::new(unsafe { ObjectPtr::<T>::from_owned(object) });
    // The body's own: a pointer to it has an implementation too, which would report the object itself.
    let body: &T = &object;
    let mut visitor = Visitor { visit, context };
    // An implementation of the author's may panic, which must not unwind into C. What was not reported is kept.
    if let Err(payload) = catch_unwind(AssertUnwindSafe(|| body.traverse(&mut visitor))) {
        crate::function::shim::drop_payload(payload);
    }
}
