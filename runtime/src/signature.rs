//! What a function says of itself: parameter names, types, defaults, docs, result, source.
//!
//! The type records are those of IREE's function ABI (`"i32"`, `["ndarray", …]`, `["named", key, type]`), extended
//! where it has no word: `"str"`, `"bytes"`, `"function"`, `["optional", type]`, `["object", key]`, …. A signature
//! is static data, so that a registered function costs nothing until somebody asks what it takes.

mod json;

use std::fmt;

use crate::dtype::DataType;
use crate::value::Any;

/// The type of a parameter or a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypeRecord {
    /// Anything.
    Unknown,
    /// No value.
    Null,
    /// A number or truth value: `i1`, `i8`…`i64`, `u8`…`u64`, `f32`, `f64`.
    Scalar(&'static str),
    /// Text.
    Str,
    /// Bytes.
    Bytes,
    /// A pointer that nobody owns.
    Pointer,
    /// A data type.
    DataType,
    /// A device.
    Device,
    /// A shape.
    Shape,
    /// A tensor of any element type and rank.
    Tensor,
    /// A tensor of an element type, of any rank.
    TensorOf(DataType),
    /// A tensor whose elements lie in C order without gaps.
    Contiguous(&'static TypeRecord),
    /// A tensor that may be written to.
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
    /// A tuple.
    Tuple(&'static [TypeRecord]),
    /// A dictionary with keys and values of one type each.
    Dict(&'static TypeRecord, &'static TypeRecord),
    /// A value or none.
    Optional(&'static TypeRecord),
    /// An object of a type key or of one that inherits from it.
    Object(&'static str),
}

impl fmt::Display for TypeRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("any value"),
            Self::Null => f.write_str("None"),
            Self::Scalar("i1") => f.write_str("bool"),
            Self::Scalar(name) => f.write_str(name),
            Self::Str => f.write_str("str"),
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
            Self::List(item) => write!(f, "list of {item}"),
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
#[derive(Debug, Clone, Copy)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub ty: TypeRecord,
    /// Its value where the caller gives none.
    pub default: Option<fn() -> Any>,
    /// Whether Python takes it by its name only. Callers in other languages pass it by position, as all others.
    pub keyword_only: bool,
}

/// What a function says of itself.
#[derive(Debug, Clone, Copy)]
pub struct Signature {
    /// The name it was registered under.
    pub name: &'static str,
    /// Its parameters in order.
    pub params: &'static [Param],
    /// Whether it takes any number of arguments behind its parameters.
    pub variadic: bool,
    /// Whether it may run long or wait for another thread: front ends call it without their interpreter lock.
    pub releases_lock: bool,
    /// Its result.
    pub result: TypeRecord,
    /// Its doc comment.
    pub doc: &'static str,
    /// The source file that defines it.
    pub file: &'static str,
    /// The line in that file, from 1.
    pub line: u32,
}

impl Signature {
    /// The fewest arguments that it takes: up to the last parameter without a default.
    pub fn required(&self) -> usize {
        let last = self.params.iter().rposition(|param| param.default.is_none());
        last.map_or(0, |last| last + 1)
    }

    /// Whether Python takes some parameters by their names only.
    pub fn has_keyword_only(&self) -> bool {
        self.params.iter().any(|param| param.keyword_only)
    }

    /// The record as JSON text: `{"a": [["named", name, type], …], "r": [type], "defaults": {…}, "doc": …}`.
    pub fn to_json(&self) -> String {
        json::signature(self).to_string()
    }
}
