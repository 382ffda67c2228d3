//! The description of a function: parameter names, types, defaults, docs, result, source.
//!
//! The type records are those of IREE's function ABI (`"i32"`, `["ndarray", …]`, `["named", key, type]`), extended for
//! types that it lacks: `"str"`, `"bytes"`, `"function"`, `["optional", type]`, `["object", key]`, …. A signature is
//! static data, so a registered function costs nothing until its description is used.

mod json;

use std::fmt;

use crate::dtype::DataType;
use crate::function::described::Overloads;
use crate::value::Any;

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

/// One parameter.
///
/// ```
/// use tvmlike_runtime::ToAny;
/// use tvmlike_runtime::signature::{Param, TypeRecord};
///
/// let steps = Param {
///     name: "steps",
///     ty: TypeRecord::Scalar("i64"),
///     default: Some(|| 1.to_any()),
///     implicit: false,
///     keyword_only: false,
/// };
/// assert!(steps.is_optional());
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub ty: TypeRecord,
    /// Its default value.
    pub default: Option<fn() -> Any>,
    /// Whether it defaults to the current object of its type, also if the caller passes None.
    pub implicit: bool,
    /// Whether it is keyword-only in Python. Other languages pass it by position.
    pub keyword_only: bool,
}

/// The description of a function.
///
/// ```
/// use tvmlike_runtime::signature::{Param, Signature, TypeRecord};
///
/// static SQRT: Signature = Signature {
///     name: "doc.sqrt",
///     params: &[Param {
///         name: "x",
///         ty: TypeRecord::Scalar("f64"),
///         default: None,
///         implicit: false,
///         keyword_only: false,
///     }],
///     variadic: false,
///     release_gil: false,
///     result: TypeRecord::Scalar("f64"),
///     doc: "The square root.",
///     file: file!(),
///     line: line!(),
///     overloads: None,
/// };
/// assert_eq!(SQRT.required(), 1);
/// assert!(!SQRT.has_keyword_only());
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Signature {
    /// Its registered name.
    pub name: &'static str,
    /// Its parameters in order.
    pub params: &'static [Param],
    /// Whether it accepts further arguments after its parameters.
    pub variadic: bool,
    /// Whether Python releases the GIL while it runs, because it may run long or wait for another thread.
    pub release_gil: bool,
    /// Its result.
    pub result: TypeRecord,
    /// Its doc comment.
    pub doc: &'static str,
    /// The source file that defines it.
    pub file: &'static str,
    /// The line in that file, from 1.
    pub line: u32,
    /// The functions that share the name; they have the parameters and results then, not this signature.
    pub overloads: Option<&'static Overloads>,
}

impl Param {
    /// Whether callers may omit it.
    pub const fn is_optional(&self) -> bool {
        self.default.is_some()
    }
}

impl Signature {
    /// The minimum number of arguments: up to the last parameter without a default.
    pub const fn required(&self) -> usize {
        let mut least = self.params.len();
        while least > 0 && self.params[least - 1].is_optional() {
            least -= 1;
        }
        least
    }

    /// The functions that share the name; none for most names.
    fn overloads(&self) -> impl Iterator<Item = &'static Signature> {
        self.overloads.into_iter().flat_map(Overloads::signatures)
    }

    /// Whether it has keyword-only parameters.
    pub fn has_keyword_only(&self) -> bool {
        self.params.iter().any(|param| param.keyword_only) || self.overloads().any(Self::has_keyword_only)
    }

    /// Whether front ends need the record to convert a parameter or the result.
    pub fn needs_front_end(&self) -> bool {
        self.result.needs_front_end()
            || self.params.iter().any(|param| param.ty.needs_front_end())
            || self.overloads().any(Self::needs_front_end)
    }

    /// The record as JSON text: `{"a": [["named", name, type], …], "r": [type], "defaults": {…}, "doc": …}`; of a function
    /// with overloads `{"overloads": [record, …], "r": [type], "variadic": true}`.
    pub fn to_json(&self) -> String {
        json::signature(self)
    }
}
