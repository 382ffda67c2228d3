//! Types that `#[derive(Object)]` and `#[methods]` declare.
//!
//! The macros add static entries to two linker sections: one for types, one for rows of members. A type is registered
//! together with all its members when its index is first needed: by the first object, or by the walk at load time, which
//! makes classes visible to front ends before there is an object. Invariant: the index of such a type is never returned
//! before its members are registered.

use std::panic::catch_unwind;
use std::ptr;
use std::sync::atomic::AtomicI32;

use tvmlike_runtime::abi::{TVMLikeByteArray, TVMLikeTypeMember};
use tvmlike_runtime::error::status;
use tvmlike_runtime::function::described::Descriptor;
use tvmlike_runtime::function::shim;
use tvmlike_runtime::object::claim_type_key;
use tvmlike_runtime::traverse::Traversal;
use tvmlike_runtime::{Error, PackedFunc, Result, TypeIndex};

use crate::load_time::{describe, flags_of};
use crate::own_host;

/// A type that the derive macro put into the table.
pub struct LoadTimeType {
    /// Registers it where it is not yet.
    pub index: fn() -> Result<TypeIndex>,
}

/// A row of members that a macro put into the table: the fields of a struct, or the functions of a block.
pub struct LoadTimeMembers {
    /// The key of the type that they belong to.
    pub type_key: &'static str,
    /// Where the row stands among those of its type: the struct's own before those of blocks, these by their place in
    /// the source.
    pub place: (u32, &'static str, u32),
    /// The members.
    pub members: &'static [LoadTimeMember],
}

/// One member.
pub struct LoadTimeMember {
    /// Its name.
    pub name: &'static str,
    /// `TVMLIKE_MEMBER_*`.
    pub kind: u32,
    /// The flags that do not follow from its signature.
    pub flags: u32,
    /// What is called; its signature is without the object.
    pub descriptor: Descriptor,
    /// What writes to a field.
    pub setter: Option<&'static Descriptor>,
}

/// Every type of this library that derives its members.
#[linkme::distributed_slice]
pub static TYPES: [LoadTimeType];

/// Every row of members of this library.
#[linkme::distributed_slice]
pub static MEMBERS: [LoadTimeMembers];

/// Registers a type with its members, in the host's type table. `place` identifies the type, which can be registered again.
///
/// # Errors
/// ValueError for a key that is taken: by another type of this library, under another parent, or with other members.
pub fn register_type(
    key: &'static str,
    parent: TypeIndex,
    place: &'static AtomicI32,
    doc: &str,
    traversal: Option<&'static Traversal>,
) -> Result<TypeIndex> {
    let index = claim_type_key(key, parent, place)?;
    // Put in order as they come: a type has few rows, and sorting is more code than all of this function.
    let mut rows: Vec<&LoadTimeMembers> = Vec::new();
    for row in MEMBERS.iter().filter(|row| row.type_key == key) {
        let at = rows.partition_point(|before| before.place <= row.place);
        rows.insert(at, row);
    }
    let declared = rows.iter().flat_map(|row| row.members).map(|member| {
        // SAFETY: the macros generate bodies that read what their descriptors promise.
        let function = |descriptor| unsafe { PackedFunc::described(descriptor) };
        let setter = member.setter.map(function);
        (member, function(&member.descriptor), setter)
    });
    // A library whose functions tvm-ffi calls works without a host, where members are never read.
    let Ok(table) = own_host::table() else {
        return Ok(index);
    };
    let declared: Vec<_> = declared.collect();
    let members: Vec<_> = declared
        .iter()
        .map(|(member, function, setter)| TVMLikeTypeMember {
            name: bytes(member.name),
            kind: member.kind,
            flags: flags_of(&member.descriptor.signature) | member.flags,
            function: function.as_object().as_raw(),
            setter: setter
                .as_ref()
                .map_or(ptr::null_mut(), |setter| setter.as_object().as_raw()),
            describe: Some(describe),
            describe_context: ptr::from_ref(&member.descriptor.signature).cast(),
            record: bytes(""),
        })
        .collect();
    let (doc, stride) = (bytes(doc), size_of::<TVMLikeTypeMember>());
    // SAFETY: everything is borrowed for the call; the describing function and its context are static.
    status(unsafe { (table.type_add_members)(index.0, &doc, members.as_ptr(), members.len(), stride) })?;
    if let Some(traversal) = traversal {
        // SAFETY: the functions can be called with every object of the type.
        status(unsafe { (table.type_set_traverse)(index.0, Some(traversal.traverse)) })?;
        // SAFETY: as above.
        status(unsafe { (table.type_set_freeze)(index.0, &raw const traversal.freeze) })?;
    }
    Ok(index)
}

fn bytes(text: &str) -> TVMLikeByteArray {
    TVMLikeByteArray {
        data: text.as_ptr().cast(),
        size: text.len(),
    }
}

/// Registers the types of this library that are not registered yet; gives the errors of those that cannot be.
pub fn register_all() -> Vec<Error> {
    let register = |declared: &LoadTimeType| {
        // A parent that was declared by `object_type!` can panic.
        match catch_unwind(declared.index) {
            Ok(result) => result.err(),
            Err(payload) => Some(shim::panic_error("registering a type", payload)),
        }
    };
    TYPES.iter().filter_map(register).collect()
}
