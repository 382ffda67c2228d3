//! Members of types, and how their objects are traversed.

use std::ffi::c_int;
use std::ptr;

use tvmlike_registry::host_api;
use tvmlike_runtime::abi::{
    TVMLikeByteArray, TVMLikeObjectHandle, TVMLikeTraverse, TVMLikeTypeMember, TVMLikeValue,
};

/// Gives a type its doc text and its members, `count` of them, `stride` bytes apart, in the order in which they are
/// declared. Once for a type: again with members of the same names and kinds changes nothing, with others is an error.
///
/// # Safety
/// `doc` and `members`, and what they point to, are valid for the call; describing functions for ever.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeTypeAddMembers(
    type_index: i32,
    doc: *const TVMLikeByteArray,
    members: *const TVMLikeTypeMember,
    count: usize,
    stride: usize,
) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::type_add_members(type_index, doc, members, count, stride) }
}

/// Registers a class with its doc text and all its members in one step, for classes that are made at run time: no look-up finds it
/// without its members. It goes by `TVMLikeClassRemove`. With the flag `TVMLIKE_CLASS_REPLACE` it takes the place of a class
/// that was made so, whose objects keep it; without the flag a key that is taken is an error. A static member `__refines__`
/// makes it a refinement of its parent.
///
/// # Safety
/// As `TVMLikeTypeAddMembers`; `out` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeClassRegister(
    key: *const TVMLikeByteArray,
    parent: i32,
    doc: *const TVMLikeByteArray,
    members: *const TVMLikeTypeMember,
    count: usize,
    stride: usize,
    flags: u32,
    out: *mut i32,
) -> c_int {
    // SAFETY: by contract.
    unsafe {
        host_api::class_register(
            ptr::null_mut(),
            key,
            parent,
            doc,
            members,
            count,
            stride,
            flags,
            out,
        )
    }
}

/// Removes a class that `TVMLikeClassRegister` made, or another library at run time. Objects of it keep it. An error where
/// another type inherits from it.
///
/// # Safety
/// `key` is NULL or valid for the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeClassRemove(key: *const TVMLikeByteArray) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::class_remove(key) }
}

/// Gives a type's doc text and its own members, not those that it inherits, in the order in which they were declared, as
/// an owned map value: `{"doc": text, "members": [{"name", "kind", "flags", "function", "setter", "record"}, …]}`. The
/// kind is `"field"`, `"method"` or `"static"`; the setter is none where there is none; the record is JSON text, empty
/// where there is none. A type without members has an empty array. For a refinement there is also `"refines"`, the key of
/// the type that it refines.
///
/// # Safety
/// `out` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeTypeMembers(type_index: i32, out: *mut TVMLikeValue) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::type_members(type_index, out) }
}

/// Says how objects of a type are traversed. The first one stays: whoever declares the same type key declares the same
/// layout, so each of them is right.
///
/// # Safety
/// `traverse` is NULL or can be called with every object of the type, from any thread, for ever.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeTypeSetTraverse(type_index: i32, traverse: TVMLikeTraverse) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::type_set_traverse(type_index, traverse) }
}

/// How objects of a type are traversed, what they inherit included; NULL where nothing is known. It takes no lock.
///
/// Arrays and maps have none: their items are read from their cells.
#[unsafe(no_mangle)]
pub extern "C" fn TVMLikeTypeTraverse(type_index: i32) -> TVMLikeTraverse {
    host_api::type_traverse(type_index)
}

/// Gives the index of an object's most refined type: of the refinements of the type in its header whose predicates hold, the
/// one with the most ancestors; the type in its header where none holds. Fails where a predicate does.
///
/// # Safety
/// `object` is NULL or a living object; `out` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeObjectRefinedType(object: TVMLikeObjectHandle, out: *mut i32) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::object_refined_type(object, out) }
}

/// Gives 1 where an object is one of a type, by its header or by the predicates of a refinement, else 0. Fails where a
/// predicate does.
///
/// # Safety
/// `object` is NULL or a living object; `out` is NULL or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeObjectIsInstance(
    object: TVMLikeObjectHandle,
    type_index: i32,
    out: *mut c_int,
) -> c_int {
    // SAFETY: by contract.
    unsafe { host_api::object_is_instance(object, type_index, out) }
}

/// 1 if objects with this type in their header may be of a refinement, else 0. The registry's generation changes whenever
/// the answer does.
#[unsafe(no_mangle)]
pub extern "C" fn TVMLikeTypeIsRefined(type_index: i32) -> c_int {
    host_api::type_is_refined(type_index)
}
