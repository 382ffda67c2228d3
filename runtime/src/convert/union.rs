//! Unions: a value of one of several types, chosen by the kind of the value.
//!
//! Invariant: each kind of value is the own kind of at most one member; `#[derive(Union)]` asserts this at compile
//! time. The member whose own kind matches is tried first: 3 is an `i64` if there is one, and an `f64` otherwise.
//! Classes are distinguished by their keys: an object converts to the member with its own class or the nearest base
//! class. If no member has the kind as its own, the first declared member that converts the value is chosen.

use super::Mismatch;
use super::kinds::{Kinds, OBJECT, is_same};
use crate::signature::record::TypeRecord;
use crate::value::AnyView;
use crate::{refined, type_table};

/// Whether every kind of value, and every class, is the own kind of at most one member.
pub const fn is_unambiguous(members: &[TypeRecord]) -> bool {
    let (mut seen, mut at) = (0, 0);
    while at < members.len() {
        let own = Kinds::of(&members[at]).0;
        // A member of unknown type accepts objects of every class.
        let both = seen & own;
        if both & !OBJECT != 0 || (both != 0 && (seen == u32::MAX || own == u32::MAX)) {
            return false;
        }
        let mut before = 0;
        while before < at {
            if is_same(class_of(&members[before]), class_of(&members[at])) {
                return false;
            }
            before += 1;
        }
        seen |= own;
        at += 1;
    }
    true
}

/// The key of the class that a member accepts.
const fn class_of(record: &TypeRecord) -> Option<&'static str> {
    match record {
        TypeRecord::Object(key) => Some(key),
        TypeRecord::Optional(item) => class_of(item),
        _ => None,
    }
}

/// If several members are classes, the position of the one with the object's own class or its nearest base class.
fn nearest_class(value: &AnyView<'_>, members: &[TypeRecord]) -> Option<usize> {
    if members.iter().filter_map(class_of).take(2).count() < 2 {
        return None;
    }
    let object = value.downcast_ref()?;
    let index = refined::type_of(object).unwrap_or_else(|_| object.type_index());
    let depth = |member: &TypeRecord| {
        let class = type_table::index_of(class_of(member)?)?;
        let info = type_table::info(class).filter(|_| type_table::is_a(index, class))?;
        Some(info.depth)
    };
    let depths = members.iter().enumerate();
    let found = depths.filter_map(|(at, member)| Some((depth(member)?, at)));
    found.max().map(|(_, at)| at)
}

/// Converts a value to the first member that accepts it; members whose own kind it is come first. `read` converts to
/// the member at a position.
///
/// # Errors
/// The error of the member whose own kind it is; if there is none, TypeError with all members.
pub fn read_union<'a, T>(
    value: &'a AnyView<'a>,
    expected: &'static [TypeRecord],
    read: impl Fn(usize, &'a AnyView<'a>) -> Result<T, Mismatch>,
) -> Result<T, Mismatch> {
    let kind = Kinds::of_value(value).0;
    if kind == OBJECT
        && let Some(position) = nearest_class(value, expected)
    {
        return read(position, value);
    }
    let mut reason = None;
    for own in [true, false] {
        for (position, member) in expected.iter().enumerate() {
            if (Kinds::of(member).0 & kind != 0) != own {
                continue;
            }
            match read(position, value) {
                Ok(converted) => return Ok(converted),
                // For the union, an object of another class is simply another type.
                Err(Mismatch::WrongType { .. } | Mismatch::Missing) => {}
                Err(why) => reason = reason.or(Some(why)),
            }
        }
        // A value that the member of its own kind rejects is an error, even if another member would convert it.
        if let Some(why) = reason {
            return Err(why);
        }
    }
    Err(Mismatch::wrong_type(TypeRecord::Union(expected), value))
}
