//! Current objects: per-thread defaults for arguments that callers omit, such as a context or a location.
//!
//! Each thread has a stack of objects. A scope begins by pushing an object and ends by popping it: `with` in Python,
//! [`enter`] here, `tvmlike::Scope` in C++, push and pop in C. The current object of a type is the topmost one of that
//! type or of a type that inherits from it. Parameters marked `#[implicit]` default to it.
//!
//! Invariants: there is one stack per thread, the host's, whichever library asks; scopes end in reverse order, anything
//! else is an error that changes nothing; no foreign code runs while the stack is borrowed.

use std::cell::{Cell, RefCell};
use std::marker::PhantomData;
use std::ptr;

use tvmlike_abi::{TVMLikeObject, TVMLikeObjectHandle};

use crate::convert::FromArg;
use crate::error::{self, Error, Result};
use crate::object::{ObjectPtr, ObjectRef, ObjectType};
use crate::signature::record::TypeRecord;
use crate::type_index::TypeIndex;
use crate::{host, type_table};

thread_local! {
    static STACK: RefCell<Vec<ObjectRef>> = const { RefCell::new(Vec::new()) };
    /// What [`with_three`] found last, until the stack changes.
    static FOUND: Cell<Found> = const { Cell::new(Found::NOTHING) };
}

/// The places in the stack of the topmost objects of three types; [`NONE`](Self::NONE) for a type without one.
#[derive(Clone, Copy)]
struct Found {
    types: [TypeIndex; 3],
    places: [u32; 3],
}

impl Found {
    const NONE: u32 = u32::MAX;
    /// For no types.
    const NOTHING: Self = Self {
        types: [TypeIndex(-1); 3],
        places: [Self::NONE; 3],
    };

    fn search(stack: &[ObjectRef], types: [TypeIndex; 3]) -> Self {
        let is_of = |object: &ObjectRef, index| {
            object.type_index() == index || type_table::is_a(object.type_index(), index)
        };
        // A stack has fewer than 2^32 objects.
        let places = types.map(|index| {
            let found = stack.iter().rposition(|object| is_of(object, index));
            found.map_or(Self::NONE, |place| place as u32)
        });
        Self { types, places }
    }
}

/// More than any program nests, and few enough that a leak of scopes does not exhaust memory.
const MOST: usize = 1 << 20;

/// Makes an object the current one of its type on this thread.
///
/// # Errors
/// RuntimeError if more than a million scopes are open, or the thread is exiting.
pub fn push(object: &ObjectRef) -> Result<()> {
    if let Some(table) = host::connected() {
        // SAFETY: a living object, which the host retains.
        return error::status(unsafe { (table.current_push)(object.as_raw()) });
    }
    let pushed = STACK.try_with(|stack| {
        let mut stack = stack.borrow_mut();
        let fits = stack.len() < MOST;
        if fits {
            stack.push(object.clone());
            FOUND.set(Found::NOTHING);
        }
        fits
    });
    match pushed {
        Ok(true) => Ok(()),
        Ok(false) => Err(Error::runtime_error(format!(
            "too many scopes of current objects on this thread: the limit is {MOST}; end scopes that are no longer needed"
        ))),
        Err(_) => Err(Error::runtime_error(
            "the thread is exiting; it can no longer have current objects",
        )),
    }
}

/// Ends the innermost scope of this thread, which must be the given object's.
///
/// # Errors
/// RuntimeError if the innermost scope belongs to another object.
pub fn pop(object: &ObjectRef) -> Result<()> {
    if let Some(table) = host::connected() {
        // SAFETY: a living object.
        return error::status(unsafe { (table.current_pop)(object.as_raw()) });
    }
    let popped = STACK.try_with(|stack| {
        let mut stack = stack.borrow_mut();
        match stack.last() {
            Some(top) if top.same_as(object) => {
                FOUND.set(Found::NOTHING);
                Ok(stack.pop())
            }
            top => Err(top.map(|top| top.type_index())),
        }
    });
    match popped {
        // Released here, after the borrow of the stack has ended.
        Ok(Ok(object)) => {
            drop(object);
            Ok(())
        }
        Ok(Err(top)) => Err(not_innermost(object.type_index(), top)),
        Err(_) => Ok(()), // the thread is ending: its stack is gone, and all scopes with it
    }
}

#[cold]
fn not_innermost(object: TypeIndex, top: Option<TypeIndex>) -> Error {
    let reason = match top {
        Some(top) if top == object => format!("the innermost scope belongs to another {}", object.name()),
        Some(top) => format!("the innermost scope belongs to a {}", top.name()),
        None => "no scope is open on this thread".to_owned(),
    };
    Error::runtime_error(format!(
        "cannot end the scope of this {}: {reason}; end scopes in reverse order, on the thread \
         that began them",
        object.name(),
    ))
}

/// The current object of a type on this thread, as an owned reference or NULL.
pub fn current_raw(index: TypeIndex) -> *mut TVMLikeObject {
    if let Some(table) = host::connected() {
        let mut found: TVMLikeObjectHandle = ptr::null_mut();
        // SAFETY: `found` receives the reference.
        unsafe { (table.current_get)(index.0, &raw mut found) };
        return found;
    }
    let found = STACK.try_with(|stack| {
        let stack = stack.borrow();
        stack
            .iter()
            .rev()
            .find(|object| type_table::is_a(object.type_index(), index))
            .cloned()
    });
    found.ok().flatten().map_or(ptr::null_mut(), ObjectPtr::into_raw)
}

/// The current object of a type on this thread.
pub fn current<T: ObjectType>() -> Option<ObjectPtr<T>> {
    let found = ptr::NonNull::new(current_raw(T::type_index()))?;
    // SAFETY: an owned reference to an object of the type.
    Some(unsafe { ObjectPtr::from_owned(found) })
}

/// Calls a function with the current objects of three types on this thread, borrowed, which saves counting references.
///
/// The function must not begin or end a scope: that panics.
///
/// ```
/// use tvmlike_runtime::{ObjectPtr, current, object_type};
///
/// struct Place;
/// object_type!(Place = "doc.current.Place");
/// struct Source;
/// object_type!(Source = "doc.current.Source");
///
/// let place = ObjectPtr::new(Place);
/// let _scope = current::enter(&place)?;
/// let found = current::with_three::<Place, Source, Place, _>(|a, b, c| (a.is_some(), b.is_some(), c.is_some()));
/// assert_eq!(found, (true, false, true));
/// # Ok::<(), tvmlike_runtime::Error>(())
/// ```
pub fn with_three<A: ObjectType, B: ObjectType, C: ObjectType, R>(
    read: impl FnOnce(Option<&ObjectPtr<A>>, Option<&ObjectPtr<B>>, Option<&ObjectPtr<C>>) -> R,
) -> R {
    if host::connected().is_some() {
        return read(current().as_ref(), current().as_ref(), current().as_ref());
    }
    let mut read = Some(read);
    let mut found = |stack: &[ObjectRef]| {
        let types = [A::type_index(), B::type_index(), C::type_index()];
        let mut found = FOUND.get();
        if found.types != types {
            found = Found::search(stack, types);
            FOUND.set(found);
        }
        let [a, b, c] = found.places.map(|place| stack.get(place as usize));
        // SAFETY: pointers to objects have one layout, and the objects at these places have the types.
        read.take()
            .map(|read| unsafe { read(a.map(|a| cast(a)), b.map(|b| cast(b)), c.map(|c| cast(c))) })
    };
    // A thread that is exiting has no stack any more.
    let result = STACK
        .try_with(|stack| found(&stack.borrow()))
        .unwrap_or_else(|_| found(&[]));
    result.expect("only one of the two calls above runs")
}

/// An object as one of a type.
///
/// # Safety
/// The object is a T.
unsafe fn cast<T: ObjectType>(object: &ObjectRef) -> &ObjectPtr<T> {
    // SAFETY: pointers to objects have one layout, and the object is a T.
    unsafe { &*ptr::from_ref(object).cast() }
}

/// The type of a parameter marked `#[implicit]`, which defaults to the current object.
///
/// ```
/// use tvmlike_runtime::current::{self, Implicit};
/// use tvmlike_runtime::{ObjectPtr, object_type};
///
/// struct Context;
/// object_type!(Context = "doc.implicit.Context");
///
/// type Param = ObjectPtr<Context>;
/// let error = Param::current("doc.build", 1, "context").err().unwrap();
/// assert!(error.message().starts_with("doc.build: argument 2 `context`: expected doc.implicit.Context, got none"));
///
/// let context = ObjectPtr::new(Context);
/// let _scope = current::enter(&context)?;
/// assert!(Param::current("doc.build", 1, "context")?.same_as(&context));
/// # Ok::<(), tvmlike_runtime::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an `#[implicit]` parameter",
    label = "expected `ObjectPtr<T>`, or `Option<ObjectPtr<T>>` where there may be none"
)]
pub trait Implicit: for<'a> FromArg<'a> {
    /// The type in the function's record: callers may pass None.
    const TYPE: TypeRecord;

    /// The current object.
    ///
    /// # Errors
    /// RuntimeError if there is none; it names the function and the parameter.
    fn current(function: &str, position: usize, parameter: &str) -> Result<Self>;
}

impl<T: ObjectType> Implicit for ObjectPtr<T> {
    const TYPE: TypeRecord = TypeRecord::Optional(&<Self as FromArg<'_>>::TYPE);

    fn current(function: &str, position: usize, parameter: &str) -> Result<Self> {
        current().ok_or_else(|| none_for(function, position, parameter, T::TYPE_KEY))
    }
}

impl<T: ObjectType> Implicit for Option<ObjectPtr<T>> {
    const TYPE: TypeRecord = <Self as FromArg<'_>>::TYPE;

    fn current(_function: &str, _position: usize, _parameter: &str) -> Result<Self> {
        Ok(current())
    }
}

#[cold]
fn none_for(function: &str, position: usize, parameter: &str, key: &str) -> Error {
    Error::runtime_error(format!(
        "{function}: argument {} `{parameter}`: expected {key}, got none, and no {key} is current on this thread; \
         pass `{parameter}`, or make one current (Python: `with`, C++: `tvmlike::Scope`, C: TVMLikeCurrentPush)",
        position + 1,
    ))
}

/// A scope in which an object is the current one of its type on this thread. Dropping it ends the scope.
///
/// ```
/// use tvmlike_runtime::{ObjectPtr, current, object_type};
///
/// struct Context;
/// object_type!(Context = "doc.Context");
///
/// let context = ObjectPtr::new(Context);
/// {
///     let _scope = current::enter(&context)?;
///     assert!(current::current::<Context>().is_some_and(|found| found.same_as(&context)));
/// }
/// assert!(current::current::<Context>().is_none());
/// # Ok::<(), tvmlike_runtime::Error>(())
/// ```
#[must_use = "the scope ends when this is dropped"]
pub struct Scope {
    object: ObjectRef,
    /// Keeps the scope on its thread.
    thread: PhantomData<*const ()>,
}

/// Makes an object the current one of its type until the scope is dropped.
///
/// # Errors
/// As [`push`].
pub fn enter<T>(object: &ObjectPtr<T>) -> Result<Scope> {
    let object = object.clone().into_object();
    push(&object)?;
    Ok(Scope {
        object,
        thread: PhantomData,
    })
}

impl Drop for Scope {
    fn drop(&mut self) {
        // Fails if an inner scope was left open; that scope's owner gets the error.
        let _ = pop(&self.object);
    }
}
