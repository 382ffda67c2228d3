//! What `#[derive(Object)]` and `#[methods]` call.

pub use tvmlike_runtime::abi::{
    TVMLIKE_MEMBER_CONSTANT, TVMLIKE_MEMBER_FIELD, TVMLIKE_MEMBER_MAPPING, TVMLIKE_MEMBER_METHOD,
    TVMLIKE_MEMBER_SEQUENCE, TVMLIKE_MEMBER_STATIC, TVMLIKE_MEMBER_STATIC_PROPERTY,
};
pub use tvmlike_runtime::field::{ReadField, RestoreField, State, WriteField};
pub use tvmlike_runtime::object::{MAX_ALIGN, Refinement, Refines, RootObject, kept_type_index};
pub use tvmlike_runtime::signature::TypeRecord;
pub use tvmlike_runtime::traverse::{
    Frozen, HoldsNothing, HoldsObjects, Probe, Traversal, Traverse, Visitor,
};
pub use tvmlike_runtime::{ObjectPtr, ObjectRef, ObjectType};

pub use crate::types::{LoadTimeMember, LoadTimeMembers, LoadTimeType, MEMBERS, TYPES, register_type};

use std::cmp::Ordering;
use std::collections::hash_map::DefaultHasher;
use std::fmt::{Debug, Display};
use std::hash::{Hash, Hasher};

use tvmlike_runtime::convert::Mismatch;
use tvmlike_runtime::current as scope;
pub use tvmlike_runtime::current::current;
use tvmlike_runtime::function::described::{Descriptor, ResultSlot};
use tvmlike_runtime::{Any, AnyView, Array, Error, FromArg, Result, ToAny};

/// A type that `#[derive(Object)]` declares.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no `#[derive(Object)]`",
    label = "members can only be given to a type that derives `Object`"
)]
pub trait Reflected: ObjectType {}

/// The name of a member in messages, `Counter.add` for the key `testing.Counter`: how long it is.
pub const fn member_name_len(type_key: &str, member: &str) -> usize {
    type_key.len() - class_begin(type_key.as_bytes()) + 1 + member.len()
}

/// The name of a member in messages; `N` is `member_name_len` of the same arguments.
pub const fn member_name<const N: usize>(type_key: &str, member: &str) -> [u8; N] {
    let (key, member) = (type_key.as_bytes(), member.as_bytes());
    let begin = class_begin(key);
    let class = key.len() - begin;
    let mut name = [b'.'; N];
    let mut at = 0;
    while at < N {
        if at < class {
            name[at] = key[begin + at];
        } else if at > class {
            name[at] = member[at - class - 1];
        }
        at += 1;
    }
    name
}

/// What `member_name` gave, as text.
pub const fn text(bytes: &[u8]) -> &str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("a member's name is made from two texts"),
    }
}

/// Where the last part of a type key begins.
const fn class_begin(key: &[u8]) -> usize {
    let mut begin = key.len();
    while begin > 0 && key[begin - 1] != b'.' {
        begin -= 1;
    }
    begin
}

/// Whether a function's result is an object of a type. The macro asserts it of what makes objects.
pub const fn gives_object(result: &TypeRecord, type_key: &str) -> bool {
    let TypeRecord::Object(key) = result else {
        return false;
    };
    let (key, wanted) = (key.as_bytes(), type_key.as_bytes());
    let mut at = 0;
    while at < key.len() && at < wanted.len() && key[at] == wanted[at] {
        at += 1;
    }
    at == key.len() && at == wanted.len()
}

/// `__refines__` of a refinement.
pub fn refines<T: ObjectType>(value: &AnyView<'_>) -> bool {
    value.downcast_ref::<T>().is_some()
}

/// `__enter__` of a type whose objects can be the current one.
///
/// # Errors
/// RuntimeError if more than a million scopes are open, or the thread is exiting.
pub fn enter_scope<T: ObjectType>(object: &ObjectPtr<T>) -> Result<ObjectPtr<T>> {
    scope::push(&object.clone().into_object())?;
    Ok(object.clone())
}

/// `__exit__` of such a type.
///
/// # Errors
/// RuntimeError if the innermost scope belongs to another object.
pub fn exit_scope<T: ObjectType>(object: &ObjectPtr<T>) -> Result<()> {
    scope::pop(&object.clone().into_object())
}

/// Writes to a field.
///
/// # Errors
/// The reason why the value does not convert, with the member's name.
pub fn write_field(
    field: &impl WriteField,
    value: &AnyView<'_>,
    descriptor: &'static Descriptor,
    slot: ResultSlot<'_>,
) -> Result<()> {
    match field.write(value) {
        Ok(()) => {
            slot.put(Any::default());
            Ok(())
        }
        Err(mismatch) => Err(mismatch.into_error(descriptor.signature.name)),
    }
}

/// `__repr__` by `Debug`.
pub fn repr<T: Debug>(this: &ObjectPtr<T>) -> tvmlike_runtime::String {
    tvmlike_runtime::String::from_fmt(format_args!("{:?}", **this))
}

/// `__str__` by `Display`.
pub fn display<T: Display>(this: &ObjectPtr<T>) -> tvmlike_runtime::String {
    tvmlike_runtime::String::from_fmt(format_args!("{}", **this))
}

/// The other side of a comparison, where both are of the very type that defines it. An object of a type that inherits
/// from it holds more than the comparison would look at.
fn other_side<'a, T: ObjectType>(this: &ObjectPtr<T>, other: &'a AnyView<'a>) -> Option<&'a T> {
    let exact = T::REFINES.map_or_else(T::type_index, |refines| (refines.header)());
    if this.type_index() != exact || other.kind() != exact {
        return None;
    }
    other.downcast_ref::<T>().map(|other| &**other)
}

/// `__eq__` by `PartialEq`; none where the other value is of another type.
pub fn eq<T: ObjectType + PartialEq>(this: &ObjectPtr<T>, other: &AnyView<'_>) -> Option<bool> {
    other_side(this, other).map(|other| **this == *other)
}

/// A comparison by `PartialOrd`; none where the other value is of another type.
pub fn ordered<T: ObjectType + PartialOrd>(
    this: &ObjectPtr<T>,
    other: &AnyView<'_>,
    holds: fn(Ordering) -> bool,
) -> Option<bool> {
    other_side(this, other).map(|other| (**this).partial_cmp(other).is_some_and(holds))
}

/// `__hash__` by `Hash`: the same for equal objects, in this process and in others that run the same library.
pub fn hash<T: Hash>(this: &ObjectPtr<T>) -> i64 {
    let mut hasher = DefaultHasher::new();
    (**this).hash(&mut hasher);
    hasher.finish().cast_signed()
}

/// `__getstate__` by `State`. Refused for an object of a type that inherits it, whose own fields would be lost.
///
/// # Errors
/// TypeError for an object of a type that inherits from `T`; the error of [`State::state`].
pub fn get_state<T: ObjectType + State>(this: &ObjectPtr<T>) -> Result<Any> {
    if this.type_index() != T::type_index() {
        return Err(Error::type_error(format!(
            "an object of {} cannot be pickled as the {} that it inherits from",
            this.type_index().name(),
            T::TYPE_KEY
        )));
    }
    this.state()
}

/// `__from_state__` by `State`.
///
/// # Errors
/// The reason why the value is not a valid state, as an error of the argument `state`.
pub fn from_state<T: ObjectType + State>(
    state: &AnyView<'_>,
    descriptor: &'static Descriptor,
) -> Result<Any> {
    match T::from_state(state) {
        Ok(body) => Ok(ObjectPtr::new(body).to_any()),
        Err(mismatch) => Err(mismatch.into_argument_error(descriptor.signature.name, 0, Some("state"))),
    }
}

/// A struct's state from those of its fields.
pub fn state_of(fields: Vec<Any>) -> Any {
    Array::new(fields).into()
}

/// The items of a struct's state.
///
/// # Errors
/// The value is not an Array, or the number of items differs from the number of fields.
pub fn state_items<const N: usize>(state: &AnyView<'_>) -> Result<Array, Mismatch> {
    let items = Array::from_arg(state)?;
    if items.len() == N {
        Ok(items)
    } else {
        Err(Mismatch::Failed(Error::value_error(format!(
            "expected a state of {N} items, got {}",
            items.len()
        ))))
    }
}

/// Restores a field from its item of a struct's state.
///
/// # Errors
/// The reason why the item does not convert, with the field's name.
pub fn state_item<'a, T>(
    items: &'a Array,
    position: usize,
    field: &str,
    restore: impl FnOnce(&'a AnyView<'a>) -> Result<T, Mismatch>,
) -> Result<T, Mismatch> {
    let item = items.get(position).unwrap_or(const { &AnyView::NONE });
    restore(item).map_err(|mismatch| mismatch.of_part(format!("field `{field}`")))
}
