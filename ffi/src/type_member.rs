//! Members of types, and how their objects are traversed.

use std::ffi::c_int;

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
