//! The kinds of value that a type produces, and relations between types that follow from them.
//!
//! Unions and overloads choose between types by kind. Invariant: choosing by value needs only the value's kind, and
//! relations between types are known at compile time.

use crate::signature::record::TypeRecord;
use crate::type_index::TypeIndex;
use crate::value::AnyView;

/// A set of value kinds, as bits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Kinds(pub(super) u32);

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
/// Objects of registered types; their keys tell them apart.
pub(super) const OBJECT: u32 = 1 << 15;

impl Kinds {
    /// The kinds that results of a type have. A value of such a kind belongs to this type rather than to one that
    /// converts it.
    pub(super) const fn of(record: &TypeRecord) -> Self {
        Self(match record {
            TypeRecord::Unknown => u32::MAX,
            TypeRecord::Null => NONE,
            TypeRecord::Scalar(name) => match name.as_bytes() {
                b"i1" => BOOL,
                [b'f', ..] => FLOAT,
                _ => INT,
            },
            TypeRecord::Duration => INT | FLOAT,
            TypeRecord::Integer => INT | STR,
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
            | TypeRecord::OwnList(_)
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

    pub(super) fn of_value(value: &AnyView<'_>) -> Self {
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

pub(super) const fn is_same(a: Option<&str>, b: Option<&str>) -> bool {
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

/// Whether a value has one of a type's own kinds.
pub(crate) fn is_own(record: &TypeRecord, value: &AnyView<'_>) -> bool {
    Kinds::of(record).0 & Kinds::of_value(value).0 != 0
}

/// Whether type `a` accepts every value of `b`'s own kinds. False if the records cannot tell, as between classes.
pub(crate) const fn covers(a: &TypeRecord, b: &TypeRecord) -> bool {
    use TypeRecord as T;
    match (a, b) {
        (T::Unknown, _) => true,
        (_, T::Optional(item)) => covers(a, &T::Null) && covers(a, item),
        (_, T::Union(members)) => {
            let mut at = 0;
            while at < members.len() && covers(a, &members[at]) {
                at += 1;
            }
            at == members.len()
        }
        (T::Optional(item), _) => matches!(b, T::Null) || covers(item, b),
        (T::Union(members), _) => {
            let mut at = 0;
            while at < members.len() && !covers(&members[at], b) {
                at += 1;
            }
            at < members.len()
        }
        (T::Object(a), T::Object(b)) => is_same(Some(a), Some(b)),
        (T::Record(a), T::Record(b)) => is_same(Some(a.name), Some(b.name)),
        (T::Dict(key, value), T::Dict(other_key, other_value)) => {
            covers(key, other_key) && covers(value, other_value)
        }
        (T::Dict(..), T::Record(_)) | (T::Record(_), T::Dict(..)) => false,
        (
            T::List(item) | T::Slice(item) | T::Set(item),
            T::List(other) | T::Set(other) | T::Fixed(other, _),
        ) => covers(item, other),
        (T::Slice(item), T::Slice(other)) => covers(item, other),
        (T::Fixed(item, count), T::Fixed(other, others)) => *count == *others && covers(item, other),
        (T::Tuple(items), T::Tuple(others)) => {
            let mut at = 0;
            while at < items.len() && at < others.len() && covers(&items[at], &others[at]) {
                at += 1;
            }
            at == items.len() && at == others.len()
        }
        (T::List(_) | T::Set(_) | T::Slice(_) | T::Fixed(..) | T::Tuple(_), _) => false,
        (T::TensorOf(a), T::TensorOf(b)) => a.code == b.code && a.bits == b.bits && a.lanes == b.lanes,
        (T::Contiguous(a), T::Contiguous(b)) | (T::Writable(a), T::Writable(b)) => covers(a, b),
        (T::Contiguous(_) | T::Writable(_), _) => false,
        (T::TensorOf(_), T::Contiguous(b) | T::Writable(b)) => covers(a, b),
        (T::TensorOf(_), _) => false,
        (T::Char, T::Str | T::Path) => false,
        _ => Kinds::of(a).0 & Kinds::of(b).0 == Kinds::of(b).0,
    }
}

/// Whether front ends convert results of both types in the same way, or can tell them apart.
pub(crate) const fn are_read_alike(a: &TypeRecord, b: &TypeRecord) -> bool {
    let plain = !a.needs_front_end() && !b.needs_front_end();
    plain || (covers(a, b) && covers(b, a)) || Kinds::of(a).0 & Kinds::of(b).0 == 0
}
