//! Rust types that are object bodies.

use std::ptr;
use std::sync::atomic::{AtomicI32, AtomicPtr, Ordering};

use tvmlike_abi::TVMLIKE_DYNAMIC_BEGIN;

use super::{ObjectPtr, ObjectRef};
use crate::error::{Error, Result};
use crate::type_index::TypeIndex;
use crate::type_table;

/// A Rust type that is the body of objects with a registered type key.
///
/// Types are distinguished by type key and ancestors, never by Rust's `TypeId`, which differs between builds. Implement
/// it with `#[derive(Object)]`, or with [`object_type!`](crate::object_type) if other languages need only the type key.
///
/// ```
/// use tvmlike_runtime::{ObjectPtr, ObjectType, ToAny, object_type};
///
/// struct Counter {
///     step: i64,
/// }
/// object_type!(Counter = "doc.types.Counter");
///
/// assert_eq!(Counter::TYPE_KEY, "doc.types.Counter");
/// let value = ObjectPtr::new(Counter { step: 2 }).to_any();
/// assert_eq!(value.type_index(), Counter::type_index());
/// assert_eq!(value.cast::<ObjectPtr<Counter>>()?.step, 2);
/// # Ok::<(), tvmlike_runtime::Error>(())
/// ```
///
/// # Safety
/// Every object whose type index is `type_index()` or inherits from it has a body that begins with a `Self` of exactly
/// this layout: the type is `repr(C)` if other libraries or child types see it. For a refinement, so has every object
/// that `REFINES` accepts.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an object type",
    note = "add `#[derive(Object)] #[object(key = \"namespace.Name\")]`, or declare it with \
            `tvmlike::object_type!({Self} = \"namespace.Name\")`"
)]
pub unsafe trait ObjectType: Send + Sync + 'static {
    /// The type key.
    const TYPE_KEY: &'static str;

    /// For a refinement, which objects belong to it; `None` for a type with objects of its own.
    const REFINES: Option<Refines> = None;

    /// The key's type index, registered at the first call.
    ///
    /// # Panics
    /// If the key is already registered with another parent.
    fn type_index() -> TypeIndex;
}

/// Which objects belong to a refinement: a type without objects of its own, whose objects are those of another type
/// that a predicate accepts. They have the other type's index. The predicate must return the same result for as long as
/// the object lives.
///
/// ```
/// use tvmlike_runtime::object::Refines;
/// use tvmlike_runtime::{ObjectPtr, ObjectType, object_type};
///
/// struct Number(i64);
/// object_type!(Number = "doc.refines.Number");
///
/// let even = Refines {
///     header: Number::type_index,
///     holds: |object| object.clone().downcast::<Number>().is_ok_and(|number| number.0 % 2 == 0),
/// };
/// assert!((even.holds)(&ObjectPtr::new(Number(4)).into_object()));
/// assert!(!(even.holds)(&ObjectPtr::new(Number(3)).into_object()));
/// ```
#[derive(Clone, Copy)]
pub struct Refines {
    /// The type index of the objects.
    pub header: fn() -> TypeIndex,
    /// Whether an object belongs to the refinement; called with any object.
    pub holds: fn(&ObjectRef) -> bool,
}

/// A refinement, as declared by `#[derive(Object)]` with `when = predicate`.
///
/// ```
/// use tvmlike_runtime::object::{Refinement, Refines};
/// use tvmlike_runtime::{ObjectPtr, ObjectType, ToAny, TypeIndex, object_type, type_table};
///
/// struct Number(i64);
/// object_type!(Number = "doc.refinement.Number");
///
/// #[repr(transparent)]
/// struct Even(Number);
///
/// // SAFETY: an `Even` has the layout of a `Number`, and `REFINES` accepts objects of that type only.
/// unsafe impl ObjectType for Even {
///     const TYPE_KEY: &'static str = "doc.refinement.Even";
///     const REFINES: Option<Refines> = Some(Refines {
///         header: Number::type_index,
///         holds: |object| object.clone().downcast::<Number>().is_ok_and(|number| number.0 % 2 == 0),
///     });
///
///     fn type_index() -> TypeIndex {
///         type_table::register(Self::TYPE_KEY, Number::type_index()).unwrap()
///     }
/// }
///
/// // SAFETY: as above.
/// unsafe impl Refinement for Even {
///     type Refined = Number;
/// }
///
/// let numbers = [3, 4].map(|number| ObjectPtr::new(Number(number)).to_any());
/// assert!(numbers[0].cast::<ObjectPtr<Even>>().is_err());
/// assert_eq!(numbers[1].cast::<ObjectPtr<Even>>()?.0.0, 4);
/// # Ok::<(), tvmlike_runtime::Error>(())
/// ```
///
/// # Safety
/// The type is `repr(transparent)` over `Refined`, and its `REFINES` accepts only objects of that type.
pub unsafe trait Refinement: ObjectType {
    /// The type of the objects.
    type Refined: ObjectType;
}

/// The type index of new objects of a type.
#[inline]
pub(crate) fn header_index<T: ObjectType>() -> TypeIndex {
    match T::REFINES {
        None => T::type_index(),
        Some(refines) => (refines.header)(),
    }
}

/// Whether an object belongs to a type.
#[inline]
pub(crate) fn is_instance<T: ObjectType>(object: &ObjectRef) -> bool {
    match T::REFINES {
        None => type_table::is_a(object.type_index(), T::type_index()),
        Some(refines) => (refines.holds)(object),
    }
}

impl Refines {
    /// A refinement of `P` by `when`, generated by the macro. `holds` is [`Refines::test`] of the same two.
    #[doc(hidden)]
    pub const fn new<P: ObjectType>(holds: fn(&ObjectRef) -> bool) -> Self {
        Self {
            header: header_index::<P>,
            holds,
        }
    }

    /// Whether an object is a `P` that a predicate accepts.
    #[doc(hidden)]
    #[inline]
    pub fn test<P: ObjectType>(object: &ObjectRef, when: fn(&P) -> bool) -> bool {
        // SAFETY: the object is a `P`, so its body begins with one; both pointers have the same layout.
        is_instance::<P>(object) && when(unsafe { &*ptr::from_ref(object).cast::<ObjectPtr<P>>() })
    }
}

/// The root of all objects: a header, and an unknown body.
///
/// ```
/// use tvmlike_runtime::object::RootObject;
/// use tvmlike_runtime::{ObjectPtr, ToAny, object_type};
///
/// struct Leaf;
/// object_type!(Leaf = "doc.types.Leaf");
///
/// let leaf = ObjectPtr::new(Leaf).to_any();
/// // Every object is one.
/// assert!(leaf.cast::<ObjectPtr<RootObject>>().is_ok());
/// ```
#[repr(C)]
pub struct RootObject(());

// SAFETY: every body begins with an empty one.
unsafe impl ObjectType for RootObject {
    const TYPE_KEY: &'static str = "runtime.Object";

    fn type_index() -> TypeIndex {
        TypeIndex::OBJECT
    }
}

/// Claims a type key for a Rust type: registers it and checks that no other Rust type of this library uses it. The type that
/// keeps its index at `place` can claim its key again. `place` is not written.
///
/// # Errors
/// As `type_table::register`, and ValueError for a key that is already claimed or built in.
#[doc(hidden)]
pub fn claim_type_key(key: &'static str, parent: TypeIndex, place: &'static AtomicI32) -> Result<TypeIndex> {
    let index = type_table::register(key, parent)?;
    if index.0 < TVMLIKE_DYNAMIC_BEGIN {
        return Err(Error::value_error(format!(
            "type key {key} is reserved for a built-in type"
        )));
    }
    if type_table::is_a(index, TypeIndex::OPAQUE_PY_OBJECT) {
        return Err(Error::value_error(format!(
            "type {key} is opaque, so no Rust type can implement it"
        )));
    }
    if !add_claim(key, place) {
        return Err(Error::value_error(format!(
            "duplicate type key: two Rust types of this library use {key}"
        )));
    }
    Ok(index)
}

/// The index of a Rust type, which `place` keeps once `register` has returned it. Threads that come first together register
/// the type together, so that the child of a fork does not wait for another thread, as it would with a `OnceLock`; `register`
/// can run more than once.
///
/// # Errors
/// Those of `register`.
#[doc(hidden)]
#[inline]
pub fn kept_type_index(
    place: &'static AtomicI32,
    register: impl FnOnce(&'static AtomicI32) -> Result<TypeIndex>,
) -> Result<TypeIndex> {
    match place.load(Ordering::Acquire) {
        0 => {
            let index = register(place)?;
            place.store(index.0, Ordering::Release);
            Ok(index)
        }
        index => Ok(TypeIndex(index)),
    }
}

/// A key that is claimed, in the list of all in this library.
struct Claim {
    key: &'static str,
    /// Where the claiming type keeps its index.
    place: &'static AtomicI32,
    next: *mut Claim,
}

/// Adds a claim; `false` if another type has the key.
fn add_claim(key: &'static str, place: &'static AtomicI32) -> bool {
    // Without a lock, which could be held by another thread at a fork.
    static CLAIMS: AtomicPtr<Claim> = AtomicPtr::new(ptr::null_mut());
    let mut first = CLAIMS.load(Ordering::Acquire);
    loop {
        let mut at = first;
        // SAFETY: claims are never freed once they are in the list, and do not change.
        while let Some(other) = unsafe { at.as_ref() } {
            if other.key == key {
                return ptr::eq(other.place, place);
            }
            at = other.next;
        }
        let next = first;
        let claim = Box::into_raw(Box::new(Claim { key, place, next }));
        match CLAIMS.compare_exchange(first, claim, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => return true,
            Err(other) => first = other,
        }
        // SAFETY: it was allocated above, and is not in the list.
        drop(unsafe { Box::from_raw(claim) });
    }
}

/// Declares a Rust type as an object type.
///
/// A key stands for one layout in the whole process: libraries that are built separately and declare the same key must
/// declare the same `repr(C)` struct.
///
/// ```
/// use tvmlike_runtime::{ObjectPtr, object_type};
///
/// #[repr(C)]
/// pub struct Shape2 { pub sides: u32 }
/// object_type!(Shape2 = "doc.Shape2");
///
/// #[repr(C)]
/// pub struct Square { pub base: Shape2, pub side: f64 }
/// object_type!(Square = "doc.Square", parent = base: Shape2);
///
/// let square = ObjectPtr::new(Square { base: Shape2 { sides: 4 }, side: 1.5 });
/// let shape: ObjectPtr<Shape2> = square.into_object().downcast().unwrap();
/// assert_eq!(shape.sides, 4);
/// ```
#[macro_export]
macro_rules! object_type {
    ($name:ident = $key:literal) => {
        $crate::object_type!(@impl $name, $key, $crate::object::RootObject);
    };
    ($name:ident = $key:literal, parent = $field:ident : $parent:ty) => {
        const _: () = assert!(
            ::core::mem::offset_of!($name, $field) == 0,
            "the parent's body must be the first field of a repr(C) struct"
        );
        // The field has the parent's type.
        const _: fn(&$name) -> &$parent = |child| &child.$field;
        $crate::object_type!(@impl $name, $key, $parent);
    };
    (@impl $name:ident, $key:literal, $parent:ty) => {
        const _: () = assert!(
            ::core::mem::align_of::<$name>() <= $crate::object::MAX_ALIGN,
            "an object's alignment must not exceed 8 bytes; box the fields that need more"
        );
        // SAFETY: the body of an object made from this type is the type itself, and a child's begins with it
        // (asserted where the child is declared).
        unsafe impl $crate::object::ObjectType for $name {
            const TYPE_KEY: &'static str = $key;

            fn type_index() -> $crate::TypeIndex {
                static INDEX: ::core::sync::atomic::AtomicI32 = ::core::sync::atomic::AtomicI32::new(0);
                let register = |place| {
                    let parent = <$parent as $crate::object::ObjectType>::type_index();
                    $crate::object::claim_type_key($key, parent, place)
                };
                $crate::object::kept_type_index(&INDEX, register).unwrap_or_else(|error| panic!("{error}"))
            }
        }
    };
}
