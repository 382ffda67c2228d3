//! Pointers that own a reference.

use std::fmt;
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::ops::Deref;
use std::ptr::NonNull;

use tvmlike_abi::TVMLikeObject;

use super::{
    ObjectBody, ObjectBox, ObjectType, Refinement, allocate, header_index, release, release_weak, retain,
    retain_weak, try_upgrade,
};
use crate::type_index::TypeIndex;

/// A strong reference to an object whose body begins with a `T`.
///
/// It has the size and the meaning of an object handle: a struct of it can be read where the C side wrote one.
#[repr(transparent)]
pub struct ObjectPtr<T> {
    object: NonNull<ObjectBox<T>>,
    owns: PhantomData<T>,
}

/// A strong reference to an object of any type.
pub type ObjectRef = ObjectPtr<super::RootObject>;

// SAFETY: counts are atomic, and bodies are Send and Sync by the bound.
unsafe impl<T: Send + Sync> Send for ObjectPtr<T> {}
// SAFETY: as above.
unsafe impl<T: Send + Sync> Sync for ObjectPtr<T> {}

impl<T> ObjectPtr<T> {
    /// Takes over a strong reference.
    ///
    /// # Safety
    /// `object` is a living object whose body begins with a `T`, and the caller gives up one strong reference.
    #[inline]
    pub unsafe fn from_owned(object: NonNull<TVMLikeObject>) -> Self {
        Self {
            object: object.cast(),
            owns: PhantomData,
        }
    }

    /// Adds a strong reference of its own to a borrowed object.
    ///
    /// # Safety
    /// `object` is a living object whose body begins with a `T`.
    #[inline]
    pub unsafe fn from_borrowed(object: NonNull<TVMLikeObject>) -> Self {
        // SAFETY: the object is alive by contract.
        unsafe {
            retain(object.as_ptr());
            Self::from_owned(object)
        }
    }

    /// Gives the strong reference away.
    #[inline]
    pub fn into_raw(self) -> *mut TVMLikeObject {
        ManuallyDrop::new(self).as_raw()
    }

    /// The object's address; the reference stays here.
    #[inline]
    pub fn as_raw(&self) -> *mut TVMLikeObject {
        self.object.as_ptr().cast()
    }

    /// The type that the object says it is.
    #[inline]
    pub fn type_index(&self) -> TypeIndex {
        // SAFETY: the object is alive while `self` is.
        TypeIndex(unsafe { (*self.as_raw()).type_index })
    }

    /// Whether both are the same object.
    #[inline]
    pub fn same_as<U>(&self, other: &ObjectPtr<U>) -> bool {
        self.as_raw() == other.as_raw()
    }

    /// How many strong references there are at this moment.
    pub fn strong_count(&self) -> u32 {
        // SAFETY: the object is alive while `self` is.
        unsafe { super::strong_count(self.as_raw()) }
    }

    /// Whether this is the only reference, strong or weak.
    pub(crate) fn is_alone(&self) -> bool {
        // SAFETY: the object is alive while `self` is.
        unsafe { super::is_alone(self.as_raw()) }
    }

    /// A weak reference to the same object.
    pub fn downgrade(&self) -> WeakPtr<T> {
        // SAFETY: the object is alive while `self` is.
        unsafe { retain_weak(self.as_raw()) }
        WeakPtr {
            object: self.object,
            owns: PhantomData,
        }
    }

    /// The same reference, for any type of object.
    pub fn into_object(self) -> ObjectRef {
        // SAFETY: every object begins with a header, which is all that the root type promises.
        unsafe { ObjectPtr::from_owned(NonNull::new_unchecked(self.into_raw())) }
    }

    /// The same reference, borrowed, for any type of object.
    pub(crate) fn as_object_ref(&self) -> &ObjectRef {
        // SAFETY: every object begins with a header; pointers to objects have one layout.
        unsafe { &*std::ptr::from_ref(self).cast() }
    }

    /// The same reference as a narrower type, or back as it was where the object is of another type.
    pub fn downcast<U: ObjectType>(self) -> Result<ObjectPtr<U>, Self> {
        if super::is_instance::<U>(self.as_object_ref()) {
            // SAFETY: the object is a U, so its body begins with one (contract of ObjectType).
            Ok(unsafe { ObjectPtr::from_owned(NonNull::new_unchecked(self.into_raw())) })
        } else {
            Err(self)
        }
    }

    /// The body, to write to.
    ///
    /// # Safety
    /// Nobody else reads or writes the body during the borrow.
    pub(crate) unsafe fn body_mut(&mut self) -> &mut T {
        // SAFETY: alive while `self` is; alone by contract.
        unsafe { &mut (*self.object.as_ptr()).body }
    }
}

impl<T: ObjectType> ObjectPtr<T> {
    /// Makes a new object of a registered type.
    pub fn new(body: T) -> Self {
        let object = allocate(header_index::<T>(), UserBody(body), 0);
        // SAFETY: `UserBody<T>` is transparent, so the body begins with a T; the reference is ours.
        unsafe { Self::from_owned(NonNull::new_unchecked(object.into_raw())) }
    }
}

impl<T: ObjectType> ObjectPtr<T> {
    /// Makes a new object that carries another type index.
    ///
    /// # Safety
    /// The index is that of a class that inherits from the type, and behind which no larger body stands, nor behind those
    /// between the two.
    pub unsafe fn new_of(index: TypeIndex, body: T) -> Self {
        let object = allocate(index, UserBody(body), 0);
        // SAFETY: as in `new`.
        unsafe { Self::from_owned(NonNull::new_unchecked(object.into_raw())) }
    }
}

impl<T: Refinement> ObjectPtr<T> {
    /// The same reference, as one of the type that this one refines.
    pub fn into_refined(self) -> ObjectPtr<T::Refined> {
        // SAFETY: by the contract of `Refinement`.
        unsafe { ObjectPtr::from_owned(NonNull::new_unchecked(self.into_raw())) }
    }
}

/// A body of somebody else's type, which needs nothing but its own drop.
#[repr(transparent)]
struct UserBody<T>(T);

// SAFETY: no trailing bytes.
unsafe impl<T> ObjectBody for UserBody<T> {
    const HOLDS_PLUGIN: bool = true;
}

impl<T> Clone for ObjectPtr<T> {
    #[inline]
    fn clone(&self) -> Self {
        // SAFETY: the object is alive while `self` is.
        unsafe { retain(self.as_raw()) };
        Self {
            object: self.object,
            owns: PhantomData,
        }
    }
}

impl<T> Drop for ObjectPtr<T> {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: `self` owns one strong reference.
        unsafe { release(self.as_raw()) }
    }
}

impl<T> Deref for ObjectPtr<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: alive while `self` is; bodies are only written to by whoever is alone with them.
        unsafe { &(*self.object.as_ptr()).body }
    }
}

impl<T> fmt::Debug for ObjectPtr<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({:p})", self.type_index().name(), self.as_raw())
    }
}

/// A weak reference: it keeps the memory, not the contents.
pub struct WeakPtr<T> {
    object: NonNull<ObjectBox<T>>,
    owns: PhantomData<T>,
}

// SAFETY: as for ObjectPtr.
unsafe impl<T: Send + Sync> Send for WeakPtr<T> {}
// SAFETY: as for ObjectPtr.
unsafe impl<T: Send + Sync> Sync for WeakPtr<T> {}

impl<T> WeakPtr<T> {
    /// A strong reference, unless the object is gone.
    pub fn upgrade(&self) -> Option<ObjectPtr<T>> {
        // SAFETY: `self` owns one weak reference, so the memory is alive.
        unsafe { try_upgrade(self.object.as_ptr().cast()) }.then(|| ObjectPtr {
            object: self.object,
            owns: PhantomData,
        })
    }
}

impl<T> Clone for WeakPtr<T> {
    fn clone(&self) -> Self {
        // SAFETY: `self` owns one weak reference.
        unsafe { retain_weak(self.object.as_ptr().cast()) };
        Self {
            object: self.object,
            owns: PhantomData,
        }
    }
}

impl<T> Drop for WeakPtr<T> {
    fn drop(&mut self) {
        // SAFETY: `self` owns one weak reference.
        unsafe { release_weak(self.object.as_ptr().cast()) }
    }
}
