//! Members of types, and traversal of their objects.

use core::ffi::{c_int, c_void};

use crate::object::{TVMLikeObject, TVMLikeObjectHandle};
use crate::value::{TVMLikeByteArray, TVMLikeValue};

/// Kind of a member: a field. `function` takes the object and returns the field's value; `setter` takes the object and
/// the new value, or is NULL if the field is read-only.
pub const TVMLIKE_MEMBER_FIELD: u32 = 1;
/// Kind of a member: a method. `function` takes the object and the method's arguments.
pub const TVMLIKE_MEMBER_METHOD: u32 = 2;
/// Kind of a member: a function of the type, which takes no object.
pub const TVMLIKE_MEMBER_STATIC: u32 = 3;
/// Kind of a member: an attribute of the class. `function` takes nothing and returns the value, always the same one. A
/// front end calls it once, when the attribute is first read. Since 1.3.
pub const TVMLIKE_MEMBER_CONSTANT: u32 = 4;
/// Kind of a member: a property of the class. `function` takes nothing and returns the current value. Since 1.3.
pub const TVMLIKE_MEMBER_STATIC_PROPERTY: u32 = 5;

/// Flag of the method `__getitem__`: objects of the type are sequences. It takes an index, which counts from the end
/// if it is negative, and fails with an IndexError beyond `__len__`. Since 1.3.
pub const TVMLIKE_MEMBER_SEQUENCE: u32 = 0x100;
/// Flag of the method `__getitem__`: objects of the type are mappings. It takes a key, and fails with a KeyError if
/// there is no such key; the method `__keys__` returns all keys as an array. Since 1.3.
pub const TVMLIKE_MEMBER_MAPPING: u32 = 0x200;

/// Flag of `TVMLikeClassRegister`: replaces a class that was made at run time. Since 1.3.
pub const TVMLIKE_CLASS_REPLACE: u32 = 1;

/// One member of a type.
///
/// Members with a special meaning have Python's names: the static `__init__`
/// makes an object; methods `__repr__`, `__str__`, `__eq__`, `__lt__`, `__le__`, `__gt__`, `__ge__`, `__hash__` and
/// `__len__` mean what they mean in Python (a comparison returns none if the object cannot be compared with the other
/// value); from the result of the method `__getstate__`, the static `__from_state__` makes an equal object.
///
/// A type with the static `__refines__` is a refinement: it has no objects of its own. Its objects are those of its parent
/// for which `__refines__`, which takes any object of the parent, returns true; it returns the same as long as the object
/// lives. A method `__refinement_key__` of the type in the objects' headers returns an int or text: objects with equal keys
/// are of the same refinements, so predicates are called once for each key. Since 1.3.
///
/// A front end ignores members of unknown kinds: later versions may add some.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TVMLikeTypeMember {
    /// The name: UTF-8, not empty, no NUL, once in a type. Copied.
    pub name: TVMLikeByteArray,
    /// `TVMLIKE_MEMBER_*`.
    pub kind: u32,
    /// The flags of a registration that apply, `TVMLIKE_REGISTER_KEEPS_GIL` and `TVMLIKE_REGISTER_KEYWORD_ONLY`, and
    /// `TVMLIKE_MEMBER_*` flags.
    pub flags: u32,
    /// The function. Borrowed: the type takes a reference of its own.
    pub function: TVMLikeObjectHandle,
    /// Writes to a field, or NULL. Borrowed.
    pub setter: TVMLikeObjectHandle,
    /// Writes the signature record, as JSON text in an owned string value; or NULL. Called when the record is first needed;
    /// must stay callable as long as the process lives. The object itself is not among the parameters; a field's record
    /// is that of a function without parameters.
    pub describe: Option<unsafe extern "C" fn(context: *const c_void, record: *mut TVMLikeValue) -> c_int>,
    /// The argument of `describe`.
    pub describe_context: *const c_void,
    /// The record as text if `describe` is NULL; may be empty. Copied.
    pub record: TVMLikeByteArray,
}

/// Receives one reference that an object holds.
pub type TVMLikeVisit = Option<unsafe extern "C" fn(child: *mut TVMLikeObject, context: *mut c_void)>;

/// Reports the objects to which an object's fields hold strong references, once for each reference, so that a front
/// end's garbage collector can find cycles.
///
/// It may omit references that it cannot read at the moment, and reports none that the object does not hold. It allocates
/// nothing, waits for no lock and changes no count. `visit` may run while the object's own locks are held: it waits for no
/// lock, releases no reference and calls nothing of this library.
pub type TVMLikeTraverse =
    Option<unsafe extern "C" fn(object: *mut TVMLikeObject, visit: TVMLikeVisit, context: *mut c_void)>;

/// Hold the fields of an object still, so that a collector of cycles can rely on what it reads while other threads run.
///
/// What the functions return is used on the thread that called `freeze`. Since 1.3.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TVMLikeFreeze {
    /// Locks, without waiting, all fields whose references can change while the object is shared. NULL if a lock is held,
    /// or if references can change without a lock. The object is alive until `thaw`.
    pub freeze: Option<unsafe extern "C" fn(object: *mut TVMLikeObject) -> *mut c_void>,
    /// Reports the references behind the locks, as the type's `TVMLikeTraverse` does; that one reports the others meanwhile.
    pub visit: Option<unsafe extern "C" fn(frozen: *mut c_void, visit: TVMLikeVisit, context: *mut c_void)>,
    /// Releases the locks. If `take` is not 0, first moves the references behind them out of the fields, where fields can
    /// be empty, and returns what it moved; else NULL.
    pub thaw: Option<unsafe extern "C" fn(frozen: *mut c_void, take: c_int) -> *mut c_void>,
    /// Releases what `thaw` returned, which may be NULL.
    pub drop_taken: Option<unsafe extern "C" fn(taken: *mut c_void)>,
}
