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
/// It has the size and meaning of an object handle in C, so structs can contain it where C declares a handle.
///
/// ```
/// use tvmlike_runtime::{ObjectPtr, object_type};
///
/// struct Point { x: f64 }
/// object_type!(Point = "doc.PtrPoint");
///
/// let point = ObjectPtr::new(Point { x: 1.5 });
/// let weak = point.downgrade();
/// assert_eq!(point.x, 1.5);
/// drop(point);
/// assert!(weak.upgrade().is_none());
/// ```
#[repr(transparent)]
pub struct ObjectPtr<T> {
    object: NonNull<ObjectBox<T>>,
    owns: PhantomData<T>,
}

/// A strong reference to an object of any type.
///
/// ```
/// use tvmlike_runtime::{ObjectPtr, ObjectRef, object_type};
///
/// struct Leaf;
/// object_type!(Leaf = "doc.Leaf");
///
/// let object: ObjectRef = ObjectPtr::new(Leaf).into_object();
/// assert!(object.downcast::<Leaf>().is_ok());
/// ```
pub type ObjectRef = ObjectPtr<super::RootObject>;

// SAFETY: counts are atomic, and bodies are Send and Sync by the bound.
unsafe impl<T: Send + Sync> Send for ObjectPtr<T> {}
// SAFETY: as above.
unsafe impl<T: Send + Sync> Sync for ObjectPtr<T> {}

impl<T> ObjectPtr<T> {
    /// Takes ownership of a strong reference.
    ///
    /// # Safety
    /// `object` is a live object whose body begins with a `T`, and the caller gives up one strong reference.
    #[inline]
    pub unsafe fn from_owned(object: NonNull<TVMLikeObject>) -> Self {
        Self {
            object: object.cast(),
            owns: PhantomData,
        }
    }

    /// Adds a strong reference to a borrowed object.
    ///
    /// # Safety
    /// `object` is a live object whose body begins with a `T`.
    #[inline]
    pub unsafe fn from_borrowed(object: NonNull<TVMLikeObject>) -> Self {
        // SAFETY: the object is alive by contract.
        unsafe {
            retain(object.as_ptr());
            Self::from_owned(object)
        }
    }

    /// Returns the strong reference.
    #[inline]
    pub fn into_raw(self) -> *mut TVMLikeObject {
        ManuallyDrop::new(self).as_raw()
    }

    /// The object's address; the reference stays here.
    #[inline]
    pub fn as_raw(&self) -> *mut TVMLikeObject {
        self.object.as_ptr().cast()
    }

    /// The type index in the object's header.
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

    /// The current number of strong references.
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

    /// Converts to a narrower type.
    ///
    /// # Errors
    /// The unchanged reference, if the object is of another type.
    pub fn downcast<U: ObjectType>(self) -> Result<ObjectPtr<U>, Self> {
        if super::is_instance::<U>(self.as_object_ref()) {
            // SAFETY: the object is a U, so its body begins with one (contract of ObjectType).
            Ok(unsafe { ObjectPtr::from_owned(NonNull::new_unchecked(self.into_raw())) })
        } else {
            Err(self)
        }
    }

    /// Borrows the body mutably.
    ///
    /// # Safety
    /// Nothing else reads or writes the body during the borrow.
    pub(crate) unsafe fn body_mut(&mut self) -> &mut T {
        // SAFETY: alive while `self` is; not shared, by contract.
        unsafe { &mut (*self.object.as_ptr()).body }
    }
}

impl<T: ObjectType> ObjectPtr<T> {
    /// Makes a new object of a registered type.
    pub fn new(body: T) -> Self {
        let object = allocate(header_index::<T>(), UserBody(body), 0);
        // SAFETY: `UserBody<T>` is transparent, so the body begins with a T; the reference is moved.
        unsafe { Self::from_owned(NonNull::new_unchecked(object.into_raw())) }
    }
}

impl<T: ObjectType> ObjectPtr<T> {
    /// Makes a new object with another type index.
    ///
    /// # Safety
    /// The index is that of a class that inherits from the type; neither that class nor one between the two has a
    /// larger body.
    pub unsafe fn new_of(index: TypeIndex, body: T) -> Self {
        let object = allocate(index, UserBody(body), 0);
        // SAFETY: as in `new`.
        unsafe { Self::from_owned(NonNull::new_unchecked(object.into_raw())) }
    }
}

impl<T: Refinement> ObjectPtr<T> {
    /// The same reference, as the type that this one refines.
    pub fn into_refined(self) -> ObjectPtr<T::Refined> {
        // SAFETY: by the contract of `Refinement`.
        unsafe { ObjectPtr::from_owned(NonNull::new_unchecked(self.into_raw())) }
    }
}

/// A body of an author's type, which needs only its own drop.
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
        // SAFETY: alive while `self` is; bodies are only written through a reference that is not shared.
        unsafe { &(*self.object.as_ptr()).body }
    }
}

impl<T> fmt::Debug for ObjectPtr<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({:p})", self.type_index().name(), self.as_raw())
    }
}

/// A weak reference: it keeps the memory, not the contents.
///
/// ```
/// use tvmlike_runtime::{ObjectPtr, WeakPtr, object_type};
///
/// struct Node;
/// object_type!(Node = "doc.WeakNode");
///
/// let node = ObjectPtr::new(Node);
/// let weak: WeakPtr<Node> = node.downgrade();
/// assert!(weak.upgrade().is_some_and(|found| found.same_as(&node)));
/// ```
pub struct WeakPtr<T> {
    object: NonNull<ObjectBox<T>>,
    owns: PhantomData<T>,
}

// SAFETY: as for ObjectPtr.
unsafe impl<T: Send + Sync> Send for WeakPtr<T> {}
// SAFETY: as for ObjectPtr.
unsafe impl<T: Send + Sync> Sync for WeakPtr<T> {}

impl<T> WeakPtr<T> {
    /// A strong reference, if the object has not been destroyed.
    pub fn upgrade(&self) -> Option<ObjectPtr<T>> {
        // SAFETY: `self` owns one weak reference, so the memory is valid.
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
