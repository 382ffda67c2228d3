//! Unions: a value of any one of several types, told apart by the kind of value that came.
//!
//! Invariant: each kind of value is the own kind of at most one member; `#[derive(Union)]` asserts this at compile time.
//! The member whose own kind came is tried first: 3 is an `i64` if there is one, and an `f64` otherwise. Classes are told
//! apart by their keys: an object goes to the member with its own class or the nearest base class. If no member has the
//! kind as its own, the first member in the order of declaration that converts the value takes it.

use super::Mismatch;
use crate::signature::TypeRecord;
use crate::type_index::TypeIndex;
use crate::value::AnyView;
use crate::{refined, type_table};

/// A set of kinds of values, as bits.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Kinds(u32);

const NONE: u32 = 1;
const BOOL: u32 = 1 << 1;
const INT: u32 = 1 << 2;
const FLOAT: u32 = 1 << 3;
const STR: u32 = 1 << 4;
const BYTES: u32 = 1 << 5;
const POINTER: u32 = 1 << 6;
const DATA_TYPE: u32 = 1 << 7;
const DEVICE: u32 = 1 << 8;
const SHAPE: u32 = 1 << 9;
const TENSOR: u32 = 1 << 10;
const FUNCTION: u32 = 1 << 11;
const ERROR: u32 = 1 << 12;
const ARRAY: u32 = 1 << 13;
const MAP: u32 = 1 << 14;
/// Objects of registered types, which their keys tell apart.
const OBJECT: u32 = 1 << 15;

impl Kinds {
    /// The kinds of value that are a type's own: what its results are, and what no other type is meant by.
    const fn of(record: &TypeRecord) -> Self {
        Self(match record {
            TypeRecord::Unknown => u32::MAX,
            TypeRecord::Null => NONE,
            TypeRecord::Scalar(name) => match name.as_bytes() {
                b"i1" => BOOL,
                [b'f', ..] => FLOAT,
                _ => INT,
            },
            TypeRecord::Duration => INT | FLOAT,
            TypeRecord::Enum(_) => INT,
            TypeRecord::Str | TypeRecord::Char | TypeRecord::Path => STR,
            TypeRecord::Bytes => BYTES,
            TypeRecord::Pointer => POINTER,
            TypeRecord::DataType => DATA_TYPE,
            TypeRecord::Device => DEVICE,
            TypeRecord::Shape => SHAPE,
            TypeRecord::Tensor
            | TypeRecord::TensorOf(_)
            | TypeRecord::Contiguous(_)
            | TypeRecord::Writable(_) => TENSOR,
            TypeRecord::PackedFunc => FUNCTION,
            TypeRecord::Error => ERROR,
            TypeRecord::Array
            | TypeRecord::List(_)
            | TypeRecord::Fixed(..)
            | TypeRecord::Set(_)
            | TypeRecord::Tuple(_) => ARRAY,
            TypeRecord::Slice(_) => ARRAY | TENSOR,
            TypeRecord::Map | TypeRecord::Dict(..) | TypeRecord::Record(_) => MAP,
            TypeRecord::Optional(item) => NONE | Self::of(item).0,
            TypeRecord::Union(members) => {
                let (mut kinds, mut at) = (0, 0);
                while at < members.len() {
                    kinds |= Self::of(&members[at]).0;
                    at += 1;
                }
                kinds
            }
            TypeRecord::Object(_) => OBJECT,
        })
    }

    fn of_value(value: &AnyView<'_>) -> Self {
        Self(match value.kind() {
            TypeIndex::NONE => NONE,
            TypeIndex::BOOL => BOOL,
            TypeIndex::INT => INT,
            TypeIndex::FLOAT => FLOAT,
            TypeIndex::RAW_STR | TypeIndex::SMALL_STR | TypeIndex::STR => STR,
            TypeIndex::BYTE_ARRAY_PTR | TypeIndex::SMALL_BYTES | TypeIndex::BYTES => BYTES,
            TypeIndex::OPAQUE_PTR => POINTER,
            TypeIndex::DATA_TYPE => DATA_TYPE,
            TypeIndex::DEVICE => DEVICE,
            TypeIndex::SHAPE => SHAPE,
            TypeIndex::DLTENSOR_PTR | TypeIndex::TENSOR => TENSOR,
            TypeIndex::FUNCTION => FUNCTION,
            TypeIndex::ERROR => ERROR,
            TypeIndex::ARRAY | TypeIndex::LIST => ARRAY,
            TypeIndex::MAP => MAP,
            _ => OBJECT,
        })
    }
}

/// Whether every kind of value, and every class, is the own kind of at most one member.
pub const fn is_unambiguous(members: &[TypeRecord]) -> bool {
    let (mut seen, mut at) = (0, 0);
    while at < members.len() {
        let own = Kinds::of(&members[at]).0;
        // A member of unknown type takes objects of every class.
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

/// The key of the class whose objects a member takes.
const fn class_of(record: &TypeRecord) -> Option<&'static str> {
    match record {
        TypeRecord::Object(key) => Some(key),
        TypeRecord::Optional(item) => class_of(item),
        _ => None,
    }
}

const fn is_same(a: Option<&str>, b: Option<&str>) -> bool {
    let (Some(a), Some(b)) = (a, b) else {
        return false;
    };
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// Of members with several classes, the position of the one with an object's own class or its nearest base class.
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

/// Converts a value to the first member that takes it, of those first whose own kind it is. `read` converts to the member
/// at a position.
///
/// # Errors
/// What the member said whose kind came, or else what all of them are.
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
                // An object of another class is just another type.
                Err(Mismatch::WrongType { .. } | Mismatch::Missing) => {}
                Err(why) => reason = reason.or(Some(why)),
            }
        }
        // A value that the member of its own kind refuses is wrong, even if it were something to another member.
        if let Some(why) = reason {
            return Err(why);
        }
    }
    Err(Mismatch::wrong_type(TypeRecord::Union(expected), value))
}
