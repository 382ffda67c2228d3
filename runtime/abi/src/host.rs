//! The host's function table and the plugin's side of the handshake.
//!
//! The first 8 bytes of both tables (size, major, minor) are frozen for ever. Within one major version members
//! are only appended: a reader looks at `size` before it touches a member that came later.

use core::ffi::{c_int, c_void};

use dlpack_rs::ffi::{DLDataType, DLDevice, DLManagedTensor, DLManagedTensorVersioned};

use crate::function::{TVMLikeCallback, TVMLikeFinalizer};
use crate::member::{TVMLikeTraverse, TVMLikeTypeMember};
use crate::object::{TVMLikeBodyDestroy, TVMLikeDeleter, TVMLikeObjectHandle, TVMLikeTypeInfo};
use crate::value::{TVMLikeByteArray, TVMLikeValue};

/// Major version of this contract: host and plugin must agree on it.
pub const TVMLIKE_ABI_MAJOR: u16 = 1;
/// Minor version of this contract: a host serves plugins of its own and of older minor versions.
pub const TVMLIKE_ABI_MINOR: u16 = 3;

/// Registration flag: replace a function that is there under the name.
pub const TVMLIKE_REGISTER_OVERRIDE: u32 = 1;
/// Registration flag: calls return soon, so a front end may keep its interpreter lock meanwhile. A function without
/// it may run long or wait for another thread, and is called with the lock released. Since 1.1.
pub const TVMLIKE_REGISTER_KEEPS_LOCK: u32 = 2;
/// Registration flag: the record names parameters under `"keyword_only"`. A front end with keyword arguments looks at the
/// record before it takes arguments by position. The registry sets it where the record is given as text. Since 1.3.
pub const TVMLIKE_REGISTER_KEYWORD_ONLY: u32 = 4;
/// Registration flag: a front end needs the record to convert a parameter or the result: an enumeration, a path, a
/// duration, a set or a plain struct. The registry sets it if the record is given as text.
/// Since 1.3.
pub const TVMLIKE_REGISTER_BY_RECORD: u32 = 8;

/// One function that a library brings to the registry.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TVMLikeRegistration {
    /// The dotted name: UTF-8, not empty, no NUL. Copied.
    pub name: TVMLikeByteArray,
    /// The function; borrowed, the registry takes its own reference.
    pub function: TVMLikeObjectHandle,
    /// Writes the signature record, as JSON text in an owned string value; or NULL. It is asked when somebody
    /// looks, and must stay callable as long as the process lives.
    pub describe: Option<unsafe extern "C" fn(context: *const c_void, record: *mut TVMLikeValue) -> c_int>,
    /// What `describe` gets.
    pub describe_context: *const c_void,
    /// The record as text, where `describe` is NULL; may be empty. Copied.
    pub record: TVMLikeByteArray,
    /// The source file that defines the function; may be empty. Copied.
    pub file: TVMLikeByteArray,
    /// The line in `file`, from 1; 0 where it is not known.
    pub line: u32,
    /// `TVMLIKE_REGISTER_*` bits.
    pub flags: u32,
}

/// What a plugin says of itself: the host fills in `size`, the plugin the rest.
#[repr(C)]
pub struct TVMLikePlugin {
    /// The size of this struct as the host knows it, in bytes. Frozen.
    pub size: u32,
    /// The major version that the plugin was built for. Frozen.
    pub major: u16,
    /// The minor version that the plugin was built for. Frozen.
    pub minor: u16,
    /// The plugin's name; must outlive the process's use of it (static text).
    pub name: TVMLikeByteArray,
    /// The plugin's own version text; as `name`.
    pub version: TVMLikeByteArray,
    /// The host's own; passed back to `register_functions`.
    pub host_context: *mut c_void,
    /// Called once, with `finish_context`, when the plugin has been unloaded and the last function and object of it is
    /// gone; NULL where there is nothing to do. It must not unwind. Since 1.2.
    pub finish: TVMLikeFinalizer,
    /// What `finish` gets. Since 1.2.
    pub finish_context: *mut c_void,
}

/// What a host gives a plugin. All strings are borrowed for the call; every function that can fail returns 0,
/// or -1 with the error raised on this thread.
#[repr(C)]
pub struct TVMLikeHost {
    /// The size of this table in bytes. Frozen.
    pub size: u32,
    /// `TVMLIKE_ABI_MAJOR` of the host. Frozen.
    pub major: u16,
    /// `TVMLIKE_ABI_MINOR` of the host. Frozen.
    pub minor: u16,

    /// Brings `count` registrations, `stride` bytes apart, to the registry. During the plugin's init they are
    /// collected, and come into force together when init has succeeded. `plugin` is what init received.
    pub register_functions: unsafe extern "C" fn(
        plugin: *mut TVMLikePlugin,
        registrations: *const TVMLikeRegistration,
        count: usize,
        stride: usize,
    ) -> c_int,
    /// Looks a function up; gives a new reference, or NULL with 0 where there is none.
    pub get_global:
        unsafe extern "C" fn(name: *const TVMLikeByteArray, out: *mut TVMLikeObjectHandle) -> c_int,
    /// Registers one function outside a plugin's init. `owner` names the library in error messages.
    pub register_global: unsafe extern "C" fn(
        registration: *const TVMLikeRegistration,
        owner: *const TVMLikeByteArray,
    ) -> c_int,
    /// Removes a name; an error where it is not there, and during a plugin's init, which only adds.
    pub remove_global: unsafe extern "C" fn(name: *const TVMLikeByteArray) -> c_int,
    /// The names under a dotted prefix (all for an empty one), sorted, as an owned array value of strings.
    pub list_names: unsafe extern "C" fn(prefix: *const TVMLikeByteArray, out: *mut TVMLikeValue) -> c_int,

    /// Makes a function object from a callback; `finalizer` may be NULL.
    pub func_create: unsafe extern "C" fn(
        call: TVMLikeCallback,
        context: *mut c_void,
        finalizer: TVMLikeFinalizer,
        out: *mut TVMLikeObjectHandle,
    ) -> c_int,

    /// Raises an error on this thread; takes a reference of its own. NULL clears it.
    pub error_set_raised: unsafe extern "C" fn(error: TVMLikeObjectHandle),
    /// Gives the error raised on this thread, or NULL, and clears it.
    pub error_move_from_raised: unsafe extern "C" fn(out: *mut TVMLikeObjectHandle),
    /// Makes an error object; `cause` and `context` are borrowed and may be NULL.
    pub error_create: unsafe extern "C" fn(
        kind: *const TVMLikeByteArray,
        message: *const TVMLikeByteArray,
        backtrace: *const TVMLikeByteArray,
        cause: TVMLikeObjectHandle,
        context: TVMLikeObjectHandle,
        out: *mut TVMLikeObjectHandle,
    ) -> c_int,

    /// The index of a type key, registering it under `parent` (an index) where it is new.
    pub type_register:
        unsafe extern "C" fn(key: *const TVMLikeByteArray, parent: i32, out: *mut i32) -> c_int,
    /// The index of a type key; an error where it is not registered.
    pub type_key_to_index: unsafe extern "C" fn(key: *const TVMLikeByteArray, out: *mut i32) -> c_int,
    /// What is known of a type; NULL for an index nobody handed out. Lives for ever.
    pub type_info: unsafe extern "C" fn(type_index: i32) -> *const TVMLikeTypeInfo,

    /// Adds a strong reference. NULL is ignored.
    pub object_retain: unsafe extern "C" fn(object: TVMLikeObjectHandle),
    /// Gives a strong reference back. NULL is ignored.
    pub object_free: unsafe extern "C" fn(object: TVMLikeObjectHandle),
    /// Makes an owned string value from UTF-8 text.
    pub string_create: unsafe extern "C" fn(text: *const TVMLikeByteArray, out: *mut TVMLikeValue) -> c_int,
    /// Makes an owned byte string value.
    pub bytes_create: unsafe extern "C" fn(bytes: *const TVMLikeByteArray, out: *mut TVMLikeValue) -> c_int,
    /// Makes an owned array value; the items are borrowed and copied (objects: retained).
    pub array_create:
        unsafe extern "C" fn(items: *const TVMLikeValue, count: usize, out: *mut TVMLikeValue) -> c_int,
    /// Makes an owned map value from `count` pairs that stand key, value, key, value, …; borrowed and copied.
    /// Of equal keys the first position and the last value count.
    pub map_create:
        unsafe extern "C" fn(pairs: *const TVMLikeValue, count: usize, out: *mut TVMLikeValue) -> c_int,
    /// Makes an owned shape value.
    pub shape_create: unsafe extern "C" fn(dims: *const i64, count: usize, out: *mut TVMLikeValue) -> c_int,
    /// Makes an opaque object of the given type index around a handle; `finalizer` may be NULL.
    pub opaque_create: unsafe extern "C" fn(
        handle: *mut c_void,
        type_index: i32,
        finalizer: TVMLikeFinalizer,
        out: *mut TVMLikeObjectHandle,
    ) -> c_int,
    /// Makes an owned value from a borrowed one: raw strings and byte arrays are copied, objects retained.
    pub value_to_owned: unsafe extern "C" fn(value: *const TVMLikeValue, out: *mut TVMLikeValue) -> c_int,

    /// Takes over a managed tensor (its deleter runs when the tensor object dies, or at once on failure).
    pub tensor_from_dlpack:
        unsafe extern "C" fn(from: *mut DLManagedTensor, out: *mut TVMLikeObjectHandle) -> c_int,
    /// As `tensor_from_dlpack`, for the versioned struct.
    pub tensor_from_dlpack_versioned:
        unsafe extern "C" fn(from: *mut DLManagedTensorVersioned, out: *mut TVMLikeObjectHandle) -> c_int,
    /// Gives a managed tensor that keeps the tensor object alive; the caller runs its deleter. Refused for
    /// read-only tensors, which this struct cannot mark.
    pub tensor_to_dlpack:
        unsafe extern "C" fn(tensor: TVMLikeObjectHandle, out: *mut *mut DLManagedTensor) -> c_int,
    /// As `tensor_to_dlpack`, for the versioned struct, which carries the flags.
    pub tensor_to_dlpack_versioned:
        unsafe extern "C" fn(tensor: TVMLikeObjectHandle, out: *mut *mut DLManagedTensorVersioned) -> c_int,
    /// The deleter of every tensor that the host makes: behind it a tensor has the whole `TVMLikeTensorCell`.
    pub tensor_deleter: TVMLikeDeleter,

    /// Asks the front end that set an interrupt check on this thread whether the call is to stop: 0, or -1 with
    /// the error to stop with raised. Always 0 on a thread without a check. Since 1.1.
    pub check_interrupt: unsafe extern "C" fn() -> c_int,

    /// Gives a type its doc text and its members, `count` of them, `stride` bytes apart, in the order in which they
    /// are declared. Once for a type: again with members of the same names and kinds changes nothing, with others is
    /// an error. Since 1.1.
    pub type_add_members: unsafe extern "C" fn(
        type_index: i32,
        doc: *const TVMLikeByteArray,
        members: *const TVMLikeTypeMember,
        count: usize,
        stride: usize,
    ) -> c_int,
    /// Gives a type's own members, not those that it inherits, as an owned map value. Since 1.1.
    pub type_members: unsafe extern "C" fn(type_index: i32, out: *mut TVMLikeValue) -> c_int,
    /// Says how objects of a type are traversed. The first one stays: whoever declares the same type key declares the
    /// same layout, so each of them is right. Since 1.1.
    pub type_set_traverse: unsafe extern "C" fn(type_index: i32, traverse: TVMLikeTraverse) -> c_int,
    /// How objects of a type are traversed, what they inherit included; NULL where nothing is known. Since 1.1.
    pub type_traverse: unsafe extern "C" fn(type_index: i32) -> TVMLikeTraverse,
    /// The stack of native frames that was captured when an error of the host was made, formatted now, as an owned
    /// string value; or none. Since 1.1.
    pub error_native_stack: unsafe extern "C" fn(error: TVMLikeObjectHandle, out: *mut TVMLikeValue) -> c_int,

    /// Allocates a zeroed tensor in C order, aligned to 64 bytes. Since 1.2.
    pub tensor_alloc: unsafe extern "C" fn(
        shape: *const i64,
        ndim: i32,
        dtype: DLDataType,
        device: DLDevice,
        out: *mut TVMLikeObjectHandle,
    ) -> c_int,
    /// Makes an object of a registered type with `size` zeroed bytes of body at byte 24, aligned to 8. `destroy`, which
    /// may be NULL, is called once with the body's address when the last strong reference is gone. Since 1.2.
    pub object_create: unsafe extern "C" fn(
        type_index: i32,
        size: usize,
        destroy: TVMLikeBodyDestroy,
        out: *mut TVMLikeObjectHandle,
    ) -> c_int,
    /// Says that something of the plugin's own making, of this kind, is out there: the plugin is not finished before it
    /// is gone. What is made through this table the host counts itself. Since 1.2.
    pub plugin_hold: unsafe extern "C" fn(plugin: *mut TVMLikePlugin, type_index: i32),
    /// Takes one `plugin_hold` of the same kind back. Since 1.2.
    pub plugin_release: unsafe extern "C" fn(plugin: *mut TVMLikePlugin, type_index: i32),
    /// Registers one function on the plugin's behalf: during init as `register_functions`, later at once. An error once
    /// the plugin has been unloaded. Since 1.2.
    pub plugin_register:
        unsafe extern "C" fn(plugin: *mut TVMLikePlugin, registration: *const TVMLikeRegistration) -> c_int,
    /// As `type_register`, for a type that goes when the plugin is unloaded. Since 1.2.
    pub plugin_type_register: unsafe extern "C" fn(
        plugin: *mut TVMLikePlugin,
        key: *const TVMLikeByteArray,
        parent: i32,
        out: *mut i32,
    ) -> c_int,

    /// Gives the signature record that a function was made with, as JSON text in an owned string value; none for a function
    /// that has no record of its own. What is registered under a name has its record in the registry. Since 1.3.
    pub func_record: unsafe extern "C" fn(function: TVMLikeObjectHandle, out: *mut TVMLikeValue) -> c_int,

    /// Makes an object the current one of its type on this thread; retains it. Since 1.3.
    pub current_push: unsafe extern "C" fn(object: TVMLikeObjectHandle) -> c_int,
    /// Ends the scope of an object, which must be the one that was pushed last on this thread. Since 1.3.
    pub current_pop: unsafe extern "C" fn(object: TVMLikeObjectHandle) -> c_int,
    /// Gives the current object of a type on this thread, owned by the caller; NULL where there is none. Since 1.3.
    pub current_get: unsafe extern "C" fn(type_index: i32, out: *mut TVMLikeObjectHandle) -> c_int,

    /// The deleter of strings that are known to be UTF-8: behind it a string object has a `TVMLikeLentStringCell`.
    /// Since 1.3.
    pub string_deleter: TVMLikeDeleter,

    /// Gives the index of an object's most refined type: the type in its header, or a refinement of that whose predicate
    /// holds. Fails where a predicate does. Since 1.3.
    pub object_refined_type: unsafe extern "C" fn(object: TVMLikeObjectHandle, out: *mut i32) -> c_int,
    /// Gives 1 where an object is one of a type, by its header or by the predicates of a refinement, else 0. Fails where a
    /// predicate does. Since 1.3.
    pub object_is_instance:
        unsafe extern "C" fn(object: TVMLikeObjectHandle, type_index: i32, out: *mut c_int) -> c_int,
    /// Registers a class with its doc text and all its members in one step, for classes that are made at run time. `plugin`
    /// is what init received: the class goes with the plugin; or NULL. `flags` is 0 or `TVMLIKE_CLASS_REPLACE`. Since 1.3.
    pub class_register: unsafe extern "C" fn(
        plugin: *mut TVMLikePlugin,
        key: *const TVMLikeByteArray,
        parent: i32,
        doc: *const TVMLikeByteArray,
        members: *const TVMLikeTypeMember,
        count: usize,
        stride: usize,
        flags: u32,
        out: *mut i32,
    ) -> c_int,
    /// Removes a class that `class_register` made; an error where another type inherits from it. Since 1.3.
    pub class_remove: unsafe extern "C" fn(key: *const TVMLikeByteArray) -> c_int,
}

/// The entry point that a plugin exports under the name `tvmlike_plugin_init_v1`.
///
/// It writes the version it was built for into `plugin`, compares the host's, and brings its functions with
/// `register_functions`. It returns 0, or -1 with an error raised through the host: then nothing of what it
/// brought stays. It must not unwind.
pub type TVMLikePluginInit =
    Option<unsafe extern "C" fn(host: *const TVMLikeHost, plugin: *mut TVMLikePlugin) -> c_int>;
