//! The types of parameters and results, as records.

use std::fmt;

use crate::dtype::DataType;

/// The type of a parameter or a result.
///
/// ```
/// use tvmlike_runtime::FromArg;
/// use tvmlike_runtime::signature::TypeRecord;
///
/// assert_eq!(<Vec<f32>>::TYPE, TypeRecord::List(&TypeRecord::Scalar("f32")));
/// assert_eq!(<Option<Vec<f32>>>::TYPE.to_string(), "list of f32 or None");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypeRecord {
    /// Anything.
    Unknown,
    /// No value.
    Null,
    /// A number or bool: `i1`, `i8`…`i64`, `u8`…`u64`, `f32`, `f64`.
    Scalar(&'static str),
    /// Text.
    Str,
    /// Text of one character.
    Char,
    /// A file system path, as text; on Unix as bytes if it is not UTF-8.
    Path,
    /// A duration in seconds.
    Duration,
    /// An integer of any size; one beyond 64 bits as decimal text.
    Integer,
    /// Bytes.
    Bytes,
    /// A raw pointer.
    Pointer,
    /// A data type.
    DataType,
    /// A device.
    Device,
    /// A shape.
    Shape,
    /// A tensor of any element type and rank.
    Tensor,
    /// A tensor with an element type, of any rank.
    TensorOf(DataType),
    /// A C-contiguous tensor.
    Contiguous(&'static TypeRecord),
    /// A writable tensor.
    Writable(&'static TypeRecord),
    /// A function.
    PackedFunc,
    /// An error object.
    Error,
    /// An array of anything.
    Array,
    /// A map of anything.
    Map,
    /// A list of any length, all items of one type.
    List(&'static TypeRecord),
    /// A list of any length that a front end returns as its own, mutable one.
    OwnList(&'static TypeRecord),
    /// A list of a fixed length, all items of one type.
    Fixed(&'static TypeRecord, usize),
    /// The numbers of an array or a list, read-only.
    Slice(&'static TypeRecord),
    /// Distinct items of one type, in any order.
    Set(&'static TypeRecord),
    /// A tuple.
    Tuple(&'static [TypeRecord]),
    /// A value of any one of these types.
    Union(&'static [TypeRecord]),
    /// A dictionary with named fields.
    Record(&'static RecordType),
    /// The integer of a member of the enumeration with this key.
    Enum(&'static str),
    /// A dictionary with keys of one type and values of one type.
    Dict(&'static TypeRecord, &'static TypeRecord),
    /// A value or None.
    Optional(&'static TypeRecord),
    /// An object of a type with this key, or of one that inherits from it.
    Object(&'static str),
}

/// A dictionary with named fields: a plain struct.
///
/// ```
/// use tvmlike_runtime::signature::{RecordField, RecordType, TypeRecord};
///
/// static POINT: RecordType = RecordType {
///     name: "doc.Point",
///     doc: "A point of the plane.",
///     fields: &[
///         RecordField { name: "x", ty: TypeRecord::Scalar("f64"), optional: false },
///         RecordField { name: "y", ty: TypeRecord::Scalar("f64"), optional: true },
///     ],
/// };
/// assert_eq!(TypeRecord::Record(&POINT).to_string(), "doc.Point");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordType {
    /// The struct's dotted name.
    pub name: &'static str,
    /// Its doc comment.
    pub doc: &'static str,
    /// Its fields in order.
    pub fields: &'static [RecordField],
}

/// One field of a record.
///
/// ```
/// use tvmlike_runtime::signature::{RecordField, TypeRecord};
///
/// let label = RecordField { name: "label", ty: TypeRecord::Str, optional: true };
/// assert_eq!(label.ty.to_string(), "str");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordField {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub ty: TypeRecord,
    /// Whether it may be omitted.
    pub optional: bool,
}

impl TypeRecord {
    /// Whether front ends need the record to convert a value of this type: their language has a class for it, but its
    /// native form is plain.
    pub const fn needs_front_end(&self) -> bool {
        match self {
            Self::Path
            | Self::Duration
            | Self::Integer
            | Self::OwnList(_)
            | Self::Set(_)
            | Self::Record(_)
            | Self::Enum(_) => true,
            Self::List(item) | Self::Optional(item) | Self::Fixed(item, _) => item.needs_front_end(),
            Self::Dict(key, value) => key.needs_front_end() || value.needs_front_end(),
            Self::Tuple(items) | Self::Union(items) => {
                let mut at = 0;
                while at < items.len() && !items[at].needs_front_end() {
                    at += 1;
                }
                at < items.len()
            }
            _ => false,
        }
    }
}

impl fmt::Display for TypeRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("any value"),
            Self::Null => f.write_str("None"),
            Self::Scalar("i1") => f.write_str("bool"),
            Self::Scalar(name) => f.write_str(name),
            Self::Str => f.write_str("str"),
            Self::Char => f.write_str("str of one character"),
            Self::Path => f.write_str("path"),
            Self::Duration => f.write_str("duration"),
            Self::Integer => f.write_str("int"),
            Self::Bytes => f.write_str("bytes"),
            Self::Pointer => f.write_str("ptr"),
            Self::DataType => f.write_str("DataType"),
            Self::Device => f.write_str("Device"),
            Self::Shape => f.write_str("Shape"),
            Self::Tensor => f.write_str("Tensor"),
            Self::TensorOf(dtype) => write!(f, "Tensor of {dtype}"),
            Self::Contiguous(tensor) => write!(f, "contiguous {tensor}"),
            Self::Writable(tensor) => write!(f, "writable {tensor}"),
            Self::PackedFunc => f.write_str("PackedFunc"),
            Self::Error => f.write_str("Error"),
            Self::Array => f.write_str("Array"),
            Self::Map => f.write_str("Map"),
            Self::List(item) | Self::OwnList(item) => write!(f, "list of {item}"),
            Self::Fixed(item, count) => write!(f, "list of {count} {item}"),
            Self::Slice(item) => write!(f, "array or list of {item}"),
            Self::Set(item) => write!(f, "set of {item}"),
            Self::Union(members) => {
                for (position, member) in members.iter().enumerate() {
                    let between = if position > 0 { " or " } else { "" };
                    write!(f, "{between}{member}")?;
                }
                Ok(())
            }
            Self::Record(record) => f.write_str(record.name),
            Self::Enum(key) => f.write_str(key),
            Self::Tuple(items) => {
                f.write_str("(")?;
                for (position, item) in items.iter().enumerate() {
                    if position > 0 {
                        f.write_str(", ")?;
                    }
                    write!(f, "{item}")?;
                }
                f.write_str(")")
            }
            Self::Dict(key, value) => write!(f, "dict of {key} to {value}"),
            Self::Optional(item) => write!(f, "{item} or None"),
            Self::Object(key) => f.write_str(key),
        }
    }
}
