//! The members of types: what front ends make classes from.
//!
//! Members belong to a type, not to the table of functions: they are found through the type alone. Invariants: a type gets
//! its members once, all together, and keeps them as long as it can be looked up or has objects; those of an unloaded
//! plugin are removed after that. The function that traverses a type's objects is never removed.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::{Arc, LazyLock};

use tvmlike_runtime::abi::{
    TVMLIKE_DYNAMIC_BEGIN, TVMLIKE_MEMBER_CONSTANT, TVMLIKE_MEMBER_FIELD, TVMLIKE_MEMBER_METHOD,
    TVMLIKE_MEMBER_STATIC, TVMLIKE_MEMBER_STATIC_PROPERTY, TVMLikeFreeze, TVMLikeTraverse,
};
use tvmlike_runtime::sharded::Sharded;
use tvmlike_runtime::{Any, Array, Error, Map, PackedFunc, Result, ToAny, TypeIndex, type_table};

use crate::entry::Record;
use crate::type_map::TypeMap;

/// The static member that makes a type a refinement: the predicate.
pub(crate) const REFINES: &str = "__refines__";

/// One member.
pub(crate) struct Member {
    pub(crate) name: Cow<'static, str>,
    /// `TVMLIKE_MEMBER_*`.
    pub(crate) kind: u32,
    pub(crate) flags: u32,
    pub(crate) function: PackedFunc,
    pub(crate) setter: Option<PackedFunc>,
    pub(crate) record: Record,
}

/// The members of one type.
pub(crate) struct Members {
    doc: Box<str>,
    members: Vec<Member>,
}

impl Members {
    /// Whether they make their type a refinement.
    pub(crate) fn refine(&self) -> bool {
        self.members.iter().any(|member| member.name == REFINES)
    }
}

/// By type index. They are removed when the plugin of the type is gone; a reader shares ownership.
static MEMBERS: LazyLock<Sharded<TypeIndex, Arc<Members>>> = LazyLock::new(Sharded::new);
static TRAVERSES: TypeMap<TVMLikeTraverse> = TypeMap::new();
static FREEZES: TypeMap<TVMLikeFreeze> = TypeMap::new();

/// How error messages and front ends call a kind.
fn kind_name(kind: u32) -> Option<&'static str> {
    match kind {
        TVMLIKE_MEMBER_FIELD => Some("field"),
        TVMLIKE_MEMBER_METHOD => Some("method"),
        TVMLIKE_MEMBER_STATIC => Some("static"),
        TVMLIKE_MEMBER_CONSTANT => Some("constant"),
        TVMLIKE_MEMBER_STATIC_PROPERTY => Some("static_property"),
        _ => None,
    }
}

/// The key of a type whose objects can have members: one that the type table assigned.
fn key_of(index: TypeIndex, what: &str) -> Result<&'static str> {
    let key = type_table::key_of(index)
        .ok_or_else(|| Error::value_error(format!("{what}: no type has the index {}", index.0)))?;
    if index.0 < TVMLIKE_DYNAMIC_BEGIN {
        return Err(Error::value_error(format!(
            "{what}: type {key} is built in and cannot be extended"
        )));
    }
    Ok(key)
}

/// Fails unless a type can have these members.
pub(crate) fn check(index: TypeIndex, members: &[Member]) -> Result<()> {
    let key = key_of(index, "members of a type")?;
    for (position, member) in members.iter().enumerate() {
        let refuse = |why: String| Err(Error::value_error(format!("type {key}: {why}")));
        let name = &member.name;
        if name.is_empty() || name.contains('\0') {
            return refuse(format!(
                "the name of member {position} must not be empty or contain NUL"
            ));
        }
        if kind_name(member.kind).is_none() {
            return refuse(format!("member `{name}` has the unknown kind {}", member.kind));
        }
        if member.setter.is_some() && member.kind != TVMLIKE_MEMBER_FIELD {
            return refuse(format!(
                "member `{name}` has a setter, which only fields can have"
            ));
        }
        if members[..position].iter().any(|before| before.name == *name) {
            return refuse(format!("duplicate member `{name}`"));
        }
    }
    Ok(())
}

/// Inserts checked members of a type of this library's type table; `false` if the type has the same members already.
pub(crate) fn insert(index: TypeIndex, doc: &str, members: Vec<Member>) -> Result<bool> {
    let added = Members {
        doc: doc.into(),
        members,
    };
    let outline = outline(&added.members);
    let mut shard = MEMBERS.shard(&index);
    let Some(present) = shard.get(&index).cloned() else {
        shard.insert_new(index, Arc::new(added));
        return Ok(true);
    };
    // The new members are dropped after the lock is released, because freeing their functions may call back.
    drop(shard);
    let present = self::outline(&present.members);
    if present == outline {
        return Ok(false);
    }
    Err(Error::value_error(format!(
        "type {}: expected the members ({present}) of its first registration, got ({outline})",
        index.name()
    )))
}

/// Locks all members, for a fork.
pub(crate) fn lock_for_fork() -> impl Sized + 'static {
    MEMBERS.exclusive()
}

fn get(index: TypeIndex) -> Option<Arc<Members>> {
    MEMBERS.read(&index, |members| members.cloned())
}

/// Removes a type's members. The caller drops them, which may call foreign code.
pub(crate) fn remove(index: TypeIndex) -> Option<Arc<Members>> {
    MEMBERS.shard(&index).remove(&index).map(|(_, members)| members)
}

/// The function of a type's own member of a kind.
pub(crate) fn function_of(index: TypeIndex, name: &str, kind: u32) -> Option<PackedFunc> {
    let present = get(index)?;
    let found = present
        .members
        .iter()
        .find(|member| member.name == name && member.kind == kind)?;
    Some(found.function.clone())
}

/// The number of function objects in a type's members.
pub(crate) fn function_count(index: TypeIndex) -> u64 {
    let count = |member: &Member| 1 + u64::from(member.setter.is_some());
    get(index).map_or(0, |present| present.members.iter().map(count).sum())
}

/// The part on which two declarations of a type must agree: names, kinds, and which fields are writable.
fn outline(members: &[Member]) -> String {
    let mut text = String::new();
    for member in members {
        let separator = if text.is_empty() { "" } else { ", " };
        let kind = kind_name(member.kind).unwrap_or_default();
        let writable = if member.setter.is_some() { "writable " } else { "" };
        let _ = write!(text, "{separator}{writable}{kind} {}", member.name);
    }
    text
}

/// A type's doc text and its own members, see [`type_members`](tvmlike_client::type_members).
///
/// # Errors
/// ValueError for an index without a type.
pub(crate) fn described_members(index: TypeIndex) -> Result<Map> {
    if type_table::info(index).is_none() {
        return Err(Error::value_error(format!("no type has the index {}", index.0)));
    }
    let present = get(index);
    let members = present
        .as_ref()
        .map_or(&[][..], |present| &present.members)
        .iter();
    let doc = present.as_ref().map_or("", |present| &present.doc);
    let refines = present
        .as_ref()
        .filter(|present| present.refine())
        .and_then(|_| type_table::key_of(parent_of(index)?));
    let told = [
        ("doc", doc.to_any()),
        ("members", members.map(described).collect::<Array>().into()),
    ];
    let refines = refines.map(|key| ("refines", key.to_any()));
    let told = told.into_iter().chain(refines);
    Ok(Map::new(told.map(|(key, value)| (Any::from(key), value))))
}

fn described(member: &Member) -> Map {
    pairs([
        ("name", (&*member.name).to_any()),
        ("kind", kind_name(member.kind).unwrap_or_default().to_any()),
        ("flags", member.flags.to_any()),
        ("function", member.function.clone().into()),
        ("setter", member.setter.clone().to_any()),
        ("record", member.record.text().unwrap_or_default().to_any()),
    ])
}

fn pairs<const N: usize>(pairs: [(&str, Any); N]) -> Map {
    Map::new(pairs.map(|(key, value)| (Any::from(key), value)))
}

/// Sets the function that traverses objects of a type. Further calls have no effect.
pub(crate) fn set_traverse(index: TypeIndex, traverse: TVMLikeTraverse) -> Result<()> {
    key_of(index, "traversing objects of a type")?;
    if traverse.is_none() {
        return Err(Error::value_error(
            "the function that traverses objects must not be NULL",
        ));
    }
    // Both functions are for the one layout of the type key, so the first can stay.
    let _ = TRAVERSES.put(index, traverse);
    Ok(())
}

/// The function that traverses objects of a type: its own, or that of its nearest ancestor.
pub(crate) fn traverse_of(index: TypeIndex) -> TVMLikeTraverse {
    if let Some(traverse) = TRAVERSES.get(index) {
        return *traverse;
    }
    ancestors(index).find_map(|ancestor| TRAVERSES.get(ancestor).copied().flatten())
}

/// Sets the functions that freeze objects of a type. Further calls have no effect.
pub(crate) fn set_freeze(index: TypeIndex, functions: TVMLikeFreeze) -> Result<()> {
    key_of(index, "freezing objects of a type")?;
    let TVMLikeFreeze {
        freeze: Some(_),
        visit: Some(_),
        thaw: Some(_),
        drop_taken: Some(_),
    } = functions
    else {
        return Err(Error::value_error(
            "the functions that freeze objects must not be NULL",
        ));
    };
    let _ = FREEZES.put(index, functions);
    Ok(())
}

/// The function that traverses objects of a type, and those that freeze them, both of the same ancestor.
pub(crate) fn traversal_of(index: TypeIndex) -> Option<(TVMLikeTraverse, Option<&'static TVMLikeFreeze>)> {
    let of = |index| Some((*TRAVERSES.get(index)?, FREEZES.get(index)));
    of(index).or_else(|| ancestors(index).find_map(of))
}

/// The ancestors of a type, the nearest first.
pub(crate) fn ancestors(index: TypeIndex) -> impl Iterator<Item = TypeIndex> {
    let info = type_table::info(index);
    let depth = info.and_then(|info| usize::try_from(info.depth).ok());
    (0..depth.unwrap_or(0)).rev().filter_map(move |depth| {
        // SAFETY: `ancestors` has `depth` entries.
        info.map(|info| TypeIndex(unsafe { *info.ancestors.add(depth) }))
    })
}

/// The type that a type inherits from.
pub(crate) fn parent_of(index: TypeIndex) -> Option<TypeIndex> {
    ancestors(index).next()
}
