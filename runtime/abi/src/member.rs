//! What a type tells front ends of its objects: fields, methods, and which objects they hold.

use core::ffi::{c_int, c_void};

use crate::object::{TVMLikeObject, TVMLikeObjectHandle};
use crate::value::{TVMLikeByteArray, TVMLikeValue};

/// Kind of a member: a field. `function` takes the object and gives the field's value; `setter` takes the object and
/// the new value, or is NULL where the field cannot be written to.
pub const TVMLIKE_MEMBER_FIELD: u32 = 1;
/// Kind of a member: a method. `function` takes the object and the method's arguments.
pub const TVMLIKE_MEMBER_METHOD: u32 = 2;
/// Kind of a member: a function of the type, which takes no object.
pub const TVMLIKE_MEMBER_STATIC: u32 = 3;
/// Kind of a member: an attribute of the class. `function` takes nothing and gives the value, always the same one. A front
/// end asks once, when the attribute is read first. Since 1.3.
pub const TVMLIKE_MEMBER_CONSTANT: u32 = 4;
/// Kind of a member: a property of the class. `function` takes nothing and gives the value of the moment. Since 1.3.
pub const TVMLIKE_MEMBER_STATIC_PROPERTY: u32 = 5;

/// Flag of the method `__getitem__`: objects of the type are sequences. It takes an index, which counts from the end
/// where it is negative, and fails with an IndexError beyond `__len__`. Since 1.3.
pub const TVMLIKE_MEMBER_SEQUENCE: u32 = 0x100;
/// Flag of the method `__getitem__`: objects of the type are mappings. It takes a key, and fails with a KeyError where
/// there is no such key; the method `__keys__` gives all keys as an array. Since 1.3.
pub const TVMLIKE_MEMBER_MAPPING: u32 = 0x200;

/// Flag of `class_register`: takes the place of a class that was made at run time. Since 1.3.
pub const TVMLIKE_CLASS_REPLACE: u32 = 1;

/// One member of a type.
///
/// Members that front ends treat in a way of their own have the names that Python gives them: the static `__init__`
/// makes an object; methods `__repr__`, `__str__`, `__eq__`, `__lt__`, `__le__`, `__gt__`, `__ge__`, `__hash__` and
/// `__len__` mean what they mean there (a comparison gives none where the other value cannot be compared with the
/// object); the method `__getstate__` gives what the static `__from_state__` makes an equal object from.
///
/// A type with the static `__refines__` is a refinement: it has no objects of its own. Its objects are those of its parent
/// for which `__refines__`, which takes any object of the parent, gives true; it gives the same answer as long as the object
/// lives. A method `__refinement_key__` of the type in the objects' headers gives an int or text: objects with equal keys
/// are of the same refinements, so predicates are asked once for each key. Since 1.3.
///
/// A front end passes over members of kinds that it does not know: later versions may have more.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TVMLikeTypeMember {
    /// The name: UTF-8, not empty, no NUL, once in a type. Copied.
    pub name: TVMLikeByteArray,
    /// `TVMLIKE_MEMBER_*`.
    pub kind: u32,
    /// As the flags of a registration: `TVMLIKE_REGISTER_KEEPS_LOCK`, `TVMLIKE_REGISTER_KEYWORD_ONLY`;
    /// and `TVMLIKE_MEMBER_*` flags.
    pub flags: u32,
    /// What is called; borrowed, the type takes its own reference.
    pub function: TVMLikeObjectHandle,
    /// Writes to a field; borrowed, or NULL.
    pub setter: TVMLikeObjectHandle,
    /// Writes the signature record, as JSON text in an owned string value; or NULL. It is asked when somebody
    /// looks, and must stay callable as long as the process lives. The object itself is not among the parameters; a
    /// field's record is that of a function without parameters.
    pub describe: Option<unsafe extern "C" fn(context: *const c_void, record: *mut TVMLikeValue) -> c_int>,
    /// What `describe` gets.
    pub describe_context: *const c_void,
    /// The record as text, where `describe` is NULL; may be empty. Copied.
    pub record: TVMLikeByteArray,
}

/// Told of one reference that an object holds.
pub type TVMLikeVisit = Option<unsafe extern "C" fn(child: *mut TVMLikeObject, context: *mut c_void)>;

/// Reports the objects to which an object's fields hold strong references, once for each reference, so that a front
/// end's garbage collector can find cycles.
///
/// It may leave out what it cannot look at just now, and reports nothing that is not held. It allocates nothing, waits
/// for no lock and changes no count; `visit` does none of these either and calls nothing of this library, since it may
/// run while the object's own locks are held.
pub type TVMLikeTraverse =
    Option<unsafe extern "C" fn(object: *mut TVMLikeObject, visit: TVMLikeVisit, context: *mut c_void)>;
