//! Reports the objects that an object references, to the garbage collectors of front ends.
//!
//! Reference counts alone never free a cycle through a front end's objects, such as a Rust object that holds a callback
//! that holds the Rust object. Nor do they free a cycle of Rust objects, whose fields a collector freezes to be sure of what it
//! reads. Invariants: each counted reference is reported once; a traversal does not allocate, wait or change a count; what
//! is behind a held lock is not reported, so that a collector keeps it.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::ffi::{c_int, c_void};
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::{self, NonNull};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockWriteGuard, TryLockError};

use tvmlike_abi::{TVMLikeFreeze, TVMLikeObject, TVMLikeVisit};

use crate::array::Array;
use crate::error::Error;
use crate::function::PackedFunc;
use crate::map::Map;
use crate::object::{ObjectPtr, ObjectRef, ObjectType};
use crate::shape::Shape;
use crate::tensor::Tensor;
use crate::value::Any;

mod frozen;
mod visitor;

pub use frozen::{Frozen, Locked, Taken};
pub use visitor::Visitor;

/// A Rust type whose values reference objects.
///
/// `#[derive(Object)]` implements it from a struct's fields. A manual implementation forwards to its fields, and
/// reports each reference once: omitting one keeps a cycle alive, reporting one that is not held makes a collector
/// destroy what is in use.
///
/// ```
/// use std::sync::Mutex;
///
/// use tvmlike_runtime::traverse::{Frozen, Traverse, Visitor};
/// use tvmlike_runtime::{Map, PackedFunc};
///
/// struct Handlers {
///     by_name: Map,
///     latest: Mutex<Option<PackedFunc>>,
/// }
///
/// impl Traverse for Handlers {
///     fn traverse(&self, visitor: &mut Visitor) {
///         self.by_name.traverse(visitor);
///         self.latest.traverse(visitor);
///     }
///
///     fn freeze<'a>(&'a self, frozen: &mut Frozen<'a>) -> bool {
///         self.by_name.freeze(frozen) && self.latest.freeze(frozen)
///     }
/// }
///
/// assert!(Handlers::holds_objects());
/// ```
pub trait Traverse: 'static {
    /// Reports every object to which `self` holds a strong reference.
    fn traverse(&self, visitor: &mut Visitor);

    /// Locks the fields whose references can change while the object is shared, so that a collector of cycles can rely on
    /// what it reads. False if a lock is held, or if references can change without the locks in `frozen`; then the object
    /// and what it references are kept. Without an implementation it is false.
    fn freeze<'a>(&'a self, frozen: &mut Frozen<'a>) -> bool {
        let _ = frozen;
        false
    }

    /// Moves what `self` references to `taken`, where it can be empty, because no one else can reach its owner: this ends
    /// a cycle. Without an implementation nothing moves.
    fn take(&mut self, taken: &mut Taken) {
        let _ = taken;
    }

    /// Whether values of the type can reference objects. If not, they are never traversed.
    fn holds_objects() -> bool
    where
        Self: Sized,
    {
        true
    }
}

impl<T: 'static> Traverse for ObjectPtr<T> {
    fn traverse(&self, visitor: &mut Visitor) {
        visitor.object(self);
    }

    fn freeze<'a>(&'a self, _: &mut Frozen<'a>) -> bool {
        true
    }
}

impl Traverse for Any {
    fn traverse(&self, visitor: &mut Visitor) {
        if self.view().as_object().is_some() {
            // SAFETY: the payload is a pointer to a live object, and every object is a root object.
            visitor.object(unsafe { self.view().pointer::<ObjectRef>() });
        }
    }

    fn freeze<'a>(&'a self, _: &mut Frozen<'a>) -> bool {
        true
    }

    fn take(&mut self, taken: &mut Taken) {
        taken.put(std::mem::take(self));
    }
}

macro_rules! objects {
    ($($type:ty),*) => {$(
        impl Traverse for $type {
            fn traverse(&self, visitor: &mut Visitor) {
                visitor.object(self.as_object());
            }

            fn freeze<'a>(&'a self, _: &mut Frozen<'a>) -> bool {
                true
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

    fn freeze<'a>(&'a self, frozen: &mut Frozen<'a>) -> bool {
        self.as_ref().is_none_or(|held| held.freeze(frozen))
    }

    fn take(&mut self, taken: &mut Taken) {
        taken.put(Option::take(self));
    }
}

impl<T: Traverse + ?Sized> Traverse for Box<T> {
    fn traverse(&self, visitor: &mut Visitor) {
        (**self).traverse(visitor);
    }

    fn freeze<'a>(&'a self, frozen: &mut Frozen<'a>) -> bool {
        (**self).freeze(frozen)
    }

    fn take(&mut self, taken: &mut Taken) {
        (**self).take(taken);
    }
}

impl<T: Traverse> Traverse for [T] {
    fn traverse(&self, visitor: &mut Visitor) {
        for held in self {
            held.traverse(visitor);
        }
    }

    fn freeze<'a>(&'a self, frozen: &mut Frozen<'a>) -> bool {
        self.iter().all(|held| held.freeze(frozen))
    }

    fn take(&mut self, taken: &mut Taken) {
        for held in self {
            held.take(taken);
        }
    }
}

impl<T: Traverse, const N: usize> Traverse for [T; N] {
    fn traverse(&self, visitor: &mut Visitor) {
        self.as_slice().traverse(visitor);
    }

    fn freeze<'a>(&'a self, frozen: &mut Frozen<'a>) -> bool {
        self.as_slice().freeze(frozen)
    }

    fn take(&mut self, taken: &mut Taken) {
        self.as_mut_slice().take(taken);
    }
}

impl<T: Traverse> Traverse for Vec<T> {
    fn traverse(&self, visitor: &mut Visitor) {
        self.as_slice().traverse(visitor);
    }

    fn freeze<'a>(&'a self, frozen: &mut Frozen<'a>) -> bool {
        self.as_slice().freeze(frozen)
    }

    fn take(&mut self, taken: &mut Taken) {
        taken.put(std::mem::take(self));
    }
}

impl<T: Traverse> Traverse for VecDeque<T> {
    fn traverse(&self, visitor: &mut Visitor) {
        for held in self {
            held.traverse(visitor);
        }
    }

    fn freeze<'a>(&'a self, frozen: &mut Frozen<'a>) -> bool {
        self.iter().all(|held| held.freeze(frozen))
    }

    fn take(&mut self, taken: &mut Taken) {
        taken.put(std::mem::take(self));
    }
}

/// Only the values of a map are reported; a key that is an object keeps its cycle alive.
impl<K: 'static, V: Traverse, S: 'static> Traverse for HashMap<K, V, S> {
    fn traverse(&self, visitor: &mut Visitor) {
        for held in self.values() {
            held.traverse(visitor);
        }
    }

    fn freeze<'a>(&'a self, frozen: &mut Frozen<'a>) -> bool {
        self.values().all(|held| held.freeze(frozen))
    }

    fn take(&mut self, taken: &mut Taken) {
        taken.put(self.drain().collect::<Vec<_>>());
    }
}

/// As for `HashMap`.
impl<K: 'static, V: Traverse> Traverse for BTreeMap<K, V> {
    fn traverse(&self, visitor: &mut Visitor) {
        for held in self.values() {
            held.traverse(visitor);
        }
    }

    fn freeze<'a>(&'a self, frozen: &mut Frozen<'a>) -> bool {
        self.values().all(|held| held.freeze(frozen))
    }

    fn take(&mut self, taken: &mut Taken) {
        taken.put(std::mem::take(self));
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

    fn freeze<'a>(&'a self, frozen: &mut Frozen<'a>) -> bool {
        match self.try_lock() {
            Ok(held) => frozen.hold(held),
            Err(TryLockError::Poisoned(held)) => frozen.hold(held.into_inner()),
            Err(TryLockError::WouldBlock) => return false,
        }
        true
    }

    fn take(&mut self, taken: &mut Taken) {
        self.get_mut().unwrap_or_else(PoisonError::into_inner).take(taken);
    }
}

impl<T: Traverse + ?Sized> Locked for MutexGuard<'_, T> {
    fn visit(&self, visitor: &mut Visitor) {
        (**self).traverse(visitor);
    }

    fn take(&mut self, taken: &mut Taken) {
        (**self).take(taken);
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

    fn freeze<'a>(&'a self, frozen: &mut Frozen<'a>) -> bool {
        match self.try_write() {
            Ok(held) => frozen.hold(held),
            Err(TryLockError::Poisoned(held)) => frozen.hold(held.into_inner()),
            Err(TryLockError::WouldBlock) => return false,
        }
        true
    }

    fn take(&mut self, taken: &mut Taken) {
        self.get_mut().unwrap_or_else(PoisonError::into_inner).take(taken);
    }
}

impl<T: Traverse + ?Sized> Locked for RwLockWriteGuard<'_, T> {
    fn visit(&self, visitor: &mut Visitor) {
        (**self).traverse(visitor);
    }

    fn take(&mut self, taken: &mut Taken) {
        (**self).take(taken);
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
    fn freeze_field<'a>(&self, field: &'a T, frozen: &mut Frozen<'a>) -> bool;
}

impl<T: Traverse> HoldsObjects<T> for Probe<T> {
    fn holds_objects(&self) -> bool {
        T::holds_objects()
    }

    fn traverse_field(&self, field: &T, visitor: &mut Visitor) {
        field.traverse(visitor);
    }

    fn freeze_field<'a>(&self, field: &'a T, frozen: &mut Frozen<'a>) -> bool {
        field.freeze(frozen)
    }
}

#[doc(hidden)]
pub trait HoldsNothing<T> {
    fn holds_objects(&self) -> bool;
    fn traverse_field(&self, field: &T, visitor: &mut Visitor);
    fn freeze_field<'a>(&self, field: &'a T, frozen: &mut Frozen<'a>) -> bool;
}

impl<T> HoldsNothing<T> for &Probe<T> {
    fn holds_objects(&self) -> bool {
        false
    }

    fn traverse_field(&self, _: &T, _: &mut Visitor) {}

    // What is not reported counts as a reference from outside, so it may change.
    fn freeze_field<'a>(&self, _: &'a T, _: &mut Frozen<'a>) -> bool {
        true
    }
}

/// The C functions with which a collector reads the references of objects of a type.
pub struct Traversal {
    /// Reports the references of an object.
    pub traverse: unsafe extern "C" fn(*mut TVMLikeObject, TVMLikeVisit, *mut c_void),
    /// Hold an object's fields still.
    pub freeze: TVMLikeFreeze,
}

impl Traversal {
    /// Those of a Rust type.
    #[must_use]
    pub const fn of<T: ObjectType + Traverse>() -> Self {
        Self {
            traverse: traverse_object::<T>,
            freeze: TVMLikeFreeze {
                freeze: Some(freeze_object::<T>),
                visit: Some(visit_frozen),
                thaw: Some(thaw),
                drop_taken: Some(drop_taken),
            },
        }
    }
}

/// Calls an author's implementation, which may panic but must not unwind into C.
fn guarded<T>(call: impl FnOnce() -> T) -> Option<T> {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(result) => Some(result),
        Err(payload) => {
            crate::payload::drop_payload(payload);
            None
        }
    }
}

/// The C function that traverses objects of a Rust type.
///
/// # Safety
/// `object` is NULL or a live object whose type is `T`'s or inherits from it; `visit` can be called with every object
/// that it references and with `context`.
unsafe extern "C" fn traverse_object<T: ObjectType + Traverse>(
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
    // After a panic, unreported references are kept.
    let _ = guarded(|| body.traverse(&mut Visitor { visit, context }));
}

/// `freeze` of [`TVMLikeFreeze`] for a Rust type: a boxed `Frozen`.
///
/// # Safety
/// As `freeze` of `TVMLikeFreeze`, for an object whose type is `T`'s or inherits from it.
unsafe extern "C" fn freeze_object<T: ObjectType + Traverse>(object: *mut TVMLikeObject) -> *mut c_void {
    let Some(object) = NonNull::new(object) else {
        return ptr::null_mut();
    };
    // SAFETY: as in `traverse_object`.
    let object = ManuallyDrop::new(unsafe { ObjectPtr::<T>::from_owned(object) });
    let body: &T = &object;
    // SAFETY: by contract the object is alive until `thaw`, which ends the borrow.
    let body: &'static T = unsafe { &*ptr::from_ref(body) };
    let mut frozen = Box::new(Frozen::default());
    match guarded(|| body.freeze(&mut frozen)) {
        Some(true) => Box::into_raw(frozen).cast(),
        _ => ptr::null_mut(),
    }
}

/// `visit` of [`TVMLikeFreeze`].
///
/// # Safety
/// As `visit` of `TVMLikeFreeze`.
unsafe extern "C" fn visit_frozen(frozen: *mut c_void, visit: TVMLikeVisit, context: *mut c_void) {
    let Some(visit) = visit else { return };
    // SAFETY: made by `freeze_object`, by contract.
    let frozen = unsafe { &*frozen.cast::<Frozen<'static>>() };
    let _ = guarded(|| frozen.visit(&mut Visitor { visit, context }));
}

/// `thaw` of [`TVMLikeFreeze`]: a boxed `Taken`.
///
/// # Safety
/// As `thaw` of `TVMLikeFreeze`.
unsafe extern "C" fn thaw(frozen: *mut c_void, take: c_int) -> *mut c_void {
    // SAFETY: made by `freeze_object` and given up, by contract.
    let mut frozen = unsafe { Box::from_raw(frozen.cast::<Frozen<'static>>()) };
    if take == 0 {
        return ptr::null_mut();
    }
    guarded(|| frozen.take()).map_or(ptr::null_mut(), |taken| Box::into_raw(Box::new(taken)).cast())
}

/// `drop_taken` of [`TVMLikeFreeze`].
///
/// # Safety
/// As `drop_taken` of `TVMLikeFreeze`.
unsafe extern "C" fn drop_taken(taken: *mut c_void) {
    if !taken.is_null() {
        // SAFETY: made by `thaw` and given up, by contract.
        let taken = unsafe { Box::from_raw(taken.cast::<Taken>()) };
        let _ = guarded(|| drop(taken));
    }
}
