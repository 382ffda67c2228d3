//! Members of types, traversal of their objects, and refinements.

use std::ffi::c_int;

use tvmlike_macros::c_function;
use tvmlike_runtime::abi::{
    TVMLikeByteArray, TVMLikeFreeze, TVMLikeObjectHandle, TVMLikeTraverse, TVMLikeTypeMember, TVMLikeValue,
};
use tvmlike_runtime::{Any, Error, ObjectRef, Result, TypeIndex, type_table};

use super::{check_items, function_of, give_made, null, outcome, text_at};
use crate::entry::Record;
use crate::members::{self, Member};
use crate::{cycles, plugin, refinements};

/// Declares a type's doc text and its members, `count` of them, `stride` bytes apart, in the order of declaration. Once
/// per type: a second call with members of the same names and kinds changes nothing, with others it is an error.
///
/// # Safety
/// `doc`, `members` and what they point to are valid for the call; describing functions stay callable as long as the
/// process lives.
#[c_function(export = "TVMLikeTypeAddMembers", slot = 27, since = "1.1")]
pub unsafe extern "C" fn type_add_members(
    type_index: i32,
    doc: *const TVMLikeByteArray,
    members: *const TVMLikeTypeMember,
    count: usize,
    stride: usize,
) -> c_int {
    outcome(|| {
        // SAFETY: a valid byte array for the call.
        let doc = unsafe { text_at(doc, "the doc text of a type")? };
        // SAFETY: by contract.
        let members = unsafe { read_all(members, count, stride)? };
        plugin::types::add_members(TypeIndex(type_index), doc, members)
    })
}

/// Reads members.
///
/// # Safety
/// `count` members stand at `members`, `stride` bytes apart, and are as [`read`] asks.
pub(super) unsafe fn read_all(
    members: *const TVMLikeTypeMember,
    count: usize,
    stride: usize,
) -> Result<Vec<Member>> {
    check_items(members, count, "the members")?;
    if count > 0 && (stride < size_of::<TVMLikeTypeMember>() || !stride.is_multiple_of(8)) {
        return Err(Error::value_error(format!(
            "the members: invalid stride: expected a multiple of 8 of at least {}, got {stride}",
            size_of::<TVMLikeTypeMember>()
        )));
    }
    // SAFETY: by contract.
    let members = (0..count).map(|at| unsafe { read(&*members.byte_add(at * stride)) });
    members.collect()
}

/// Reads a member.
///
/// # Safety
/// Its pointers are valid for the call, its describing function for ever.
unsafe fn read(member: &TVMLikeTypeMember) -> Result<Member> {
    // SAFETY: by contract.
    let name = unsafe { text_at(&member.name, "a member's name")? };
    // SAFETY: by contract.
    let function = unsafe { function_of(&member.function) }
        .map_err(|why| why.error(&format!("the function of the member `{name}`")))?;
    let setter = if member.setter.is_null() {
        None
    } else {
        // SAFETY: by contract.
        let setter = unsafe { function_of(&member.setter) }
            .map_err(|why| why.error(&format!("the setter of the member `{name}`")))?;
        Some(setter.clone())
    };
    let record = match member.describe {
        Some(describe) => Record::Described {
            describe,
            context: member.describe_context,
        },
        // SAFETY: by contract.
        None => match unsafe { text_at(&member.record, "a member's record")? } {
            "" => Record::None,
            text => Record::Text(text.into()),
        },
    };
    Ok(Member {
        name: name.to_owned().into(),
        kind: member.kind,
        flags: member.flags | record.flags(),
        function: function.clone(),
        setter,
        record,
    })
}

/// Returns a type's doc text and its own members, without inherited ones, in the order of declaration, as an owned map
/// value: `{"doc": text, "members": [{"name", "kind", "flags", "function", "setter", "record"}, …]}`. The kind is
/// `"field"`, `"method"`, `"static"`, `"constant"` or `"static_property"`; the setter is none if there is none; the record
/// is JSON text, which may be empty. A type without members has an empty array. A refinement also has `"refines"`, the
/// key of the type that it refines.
///
/// # Safety
/// `out` is NULL or valid for a write, and holds no value.
#[c_function(export = "TVMLikeTypeMembers", slot = 28, since = "1.1")]
pub unsafe extern "C" fn type_members(type_index: i32, out: *mut TVMLikeValue) -> c_int {
    let make = || Ok(Any::from(members::described_members(TypeIndex(type_index))?).into_raw());
    // SAFETY: NULL or valid.
    outcome(|| unsafe { give_made(out, "the place for the members", make) })
}

/// Sets the function that traverses objects of a type. Only the first call has an effect: all libraries that declare a
/// type key declare the same layout, so any of their functions will do.
///
/// # Safety
/// `traverse` is NULL or can be called with every object of the type, on any thread, as long as the process lives.
#[c_function(export = "TVMLikeTypeSetTraverse", slot = 29, since = "1.1")]
pub unsafe extern "C" fn type_set_traverse(type_index: i32, traverse: TVMLikeTraverse) -> c_int {
    outcome(|| members::set_traverse(TypeIndex(type_index), traverse))
}

/// Sets the functions that freeze objects of a type, for `TVMLikeCollectCycles`. Only the first call has an effect, as for
/// the function that traverses them, which must be set, too.
///
/// # Safety
/// `functions` is NULL or valid for the call; what it has can be called with every object of the type, on any thread, as
/// long as the process lives.
#[c_function(export = "TVMLikeTypeSetFreeze", slot = 47, since = "1.3")]
pub unsafe extern "C" fn type_set_freeze(type_index: i32, functions: *const TVMLikeFreeze) -> c_int {
    outcome(|| {
        // SAFETY: NULL or valid.
        let functions = unsafe { functions.as_ref() }.ok_or_else(|| null("the functions"))?;
        members::set_freeze(TypeIndex(type_index), *functions)
    })
}

/// Frees cycles of native references: objects that only objects among them refer to, strongly or weakly, as far as they can
/// be reached from the suspects. References that an object's type does not report to collectors count as references from
/// outside, as do those behind a lock that is held. Destructors run on this thread. For the garbage collector of a front
/// end, whose suspects are the objects that had other references when it released its own.
///
/// # Safety
/// `suspects` is NULL or `count` different objects, on each of which the caller owns a weak reference, which it keeps.
#[c_function(export = "TVMLikeCollectCycles")]
pub unsafe extern "C" fn collect_cycles(suspects: *const TVMLikeObjectHandle, count: usize) -> c_int {
    outcome(|| {
        check_items(suspects, count, "the suspects")?;
        if count > 0 {
            // SAFETY: by contract.
            unsafe { cycles::collect(std::slice::from_raw_parts(suspects, count)) };
        }
        Ok(())
    })
}

/// Borrows a handle.
///
/// # Safety
/// `object` is NULL or a living object, as long as it is borrowed.
unsafe fn object_at(object: &TVMLikeObjectHandle) -> Result<&ObjectRef> {
    if object.is_null() {
        return Err(null("the object"));
    }
    // SAFETY: not null, alive by contract; a reference is transparent over the pointer.
    Ok(unsafe { &*std::ptr::from_ref(object).cast::<ObjectRef>() })
}

/// Returns the index of an object's most refined type: of the refinements of the type in its header whose predicates hold,
/// the one with the most ancestors; the type in its header if none holds. Fails if a predicate fails.
///
/// # Safety
/// `object` is NULL or a living object; `out` is NULL or valid for a write.
#[c_function(export = "TVMLikeObjectRefinedType", slot = 43, since = "1.3")]
pub unsafe extern "C" fn object_refined_type(object: TVMLikeObjectHandle, out: *mut i32) -> c_int {
    // SAFETY: NULL or alive.
    let find = || Ok(refinements::refined_type(unsafe { object_at(&object) }?)?.0);
    // SAFETY: NULL or valid.
    outcome(|| unsafe { give_made(out, "the place for the type index", find) })
}

/// Writes 1 if an object is an instance of a type, by its header or by the predicates of a refinement, else 0. Fails if a
/// predicate fails.
///
/// # Safety
/// `object` is NULL or a living object; `out` is NULL or valid for a write.
#[c_function(export = "TVMLikeObjectIsInstance", slot = 44, since = "1.3")]
pub unsafe extern "C" fn object_is_instance(
    object: TVMLikeObjectHandle,
    type_index: i32,
    out: *mut c_int,
) -> c_int {
    let ask = || {
        let index = TypeIndex(type_index);
        if type_table::info(index).is_none() {
            return Err(Error::value_error(format!("no type has the index {type_index}")));
        }
        // SAFETY: NULL or alive.
        let object = unsafe { object_at(&object) }?;
        Ok(c_int::from(refinements::is_instance(object, index)?))
    };
    // SAFETY: NULL or valid.
    outcome(|| unsafe { give_made(out, "the place for the answer", ask) })
}

/// Returns 1 if objects with this type in their header may be instances of a refinement, else 0. The registry's generation
/// changes whenever the answer does.
#[c_function(export = "TVMLikeTypeIsRefined")]
pub extern "C" fn type_is_refined(type_index: i32) -> c_int {
    c_int::from(refinements::is_refined(TypeIndex(type_index)))
}

/// Returns the function that traverses objects of a type, inherited fields included; NULL if there is none. Takes no lock.
///
/// Arrays and maps have none: a collector reads their items from their cells.
#[c_function(export = "TVMLikeTypeTraverse", slot = 30, since = "1.1")]
pub extern "C" fn type_traverse(type_index: i32) -> TVMLikeTraverse {
    members::traverse_of(TypeIndex(type_index))
}
