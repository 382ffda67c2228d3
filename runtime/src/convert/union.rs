//! Unions: a value of any one of several types, told apart by the kind of value that came.
//!
//! Invariant: no two members take the same kind of value as their own, so the order in which they are declared means
//! nothing. `#[derive(Union)]` asserts it at compile time. The member whose own kind came is tried first: 3 is an `i64`
//! where there is one, and an `f64` otherwise.

use super::Mismatch;
use crate::signature::TypeRecord;
use crate::type_index::TypeIndex;
use crate::value::AnyView;

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

/// Whether every kind of value is the own kind of one member at most.
pub const fn is_unambiguous(members: &[TypeRecord]) -> bool {
    let (mut seen, mut at) = (0, 0);
    while at < members.len() {
        let own = Kinds::of(&members[at]).0 & !OBJECT;
        if seen & own != 0 {
            return false;
        }
        seen |= own;
        at += 1;
    }
    true
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
