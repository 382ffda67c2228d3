//! TVM's names of data types.
//!
//! They differ from tvmlike's where TVM had a type before DLPack did: TVM's `bool` is an unsigned integer of one bit, and its 8-bit
//! floats have their own type codes. Invariant: a name means what TVM's front ends read from an array's header.

use tvmlike::convert::{FromArg, Mismatch};
use tvmlike::signature::TypeRecord;
use tvmlike::{Any, AnyView, DataType, Error, Result, ToAny};
use tvmlike_runtime::abi::names::dtype_code;

/// TVM's type codes of its 8-bit floats.
const E4M3: u8 = 6;
const E5M2: u8 = 7;

/// Families of types: (name, type code, bits if the name has none). No name is a prefix of a later one.
const FAMILIES: [(&str, u8, u8); 8] = [
    ("bool", dtype_code("uint"), 1),
    ("uint", dtype_code("uint"), 32),
    ("int", dtype_code("int"), 32),
    ("bfloat", dtype_code("bfloat"), 16),
    ("float", dtype_code("float"), 32),
    ("handle", dtype_code("handle"), 64),
    ("e4m3_float", E4M3, 8),
    ("e5m2_float", E5M2, 8),
];

/// A data type, converted from TVM's name for it or from a data type.
#[derive(Clone, Copy)]
pub struct TvmDataType(pub DataType);

impl<'a> FromArg<'a> for TvmDataType {
    const TYPE: TypeRecord = TypeRecord::DataType;

    fn from_arg(value: &'a AnyView<'a>) -> Result<Self, Mismatch> {
        match value.as_str() {
            Some(Ok(text)) => parse(text).map(Self).map_err(Mismatch::Failed),
            // `DataType` reports text that is not UTF-8.
            _ => DataType::from_arg(value).map(Self),
        }
    }
}

impl ToAny for TvmDataType {
    const TYPE: TypeRecord = TypeRecord::DataType;

    fn to_any(self) -> Any {
        self.0.to_any()
    }
}

/// Reads a name such as `float32`, `bool`, `int8x4`.
///
/// # Errors
/// ValueError for an unknown name.
pub fn parse(text: &str) -> Result<DataType> {
    let family = FAMILIES
        .iter()
        .find_map(|&(name, code, bits)| text.strip_prefix(name).map(|rest| (code, bits, rest)));
    let known = family.and_then(|(code, bits, rest)| {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = rest.split_at(digits);
        let bits = if number.is_empty() {
            bits
        } else {
            number.parse().ok()?
        };
        let lanes = match rest.strip_prefix('x') {
            Some(lanes) if lanes.bytes().all(|byte| byte.is_ascii_digit()) => lanes.parse().ok()?,
            Some(_) => return None,
            None if rest.is_empty() => 1,
            None => return None,
        };
        (bits > 0 && lanes > 0).then(|| DataType::new(code, bits, lanes))
    });
    match known {
        Some(dtype) => Ok(dtype),
        // A type without a name in TVM may have one in tvmlike.
        None => text.parse().map_err(|_| {
            Error::value_error(format!(
                "unknown data type {text:?}; examples: float32, int8x4, bool, bfloat16"
            ))
        }),
    }
}

/// TVM's name of a data type. tvmlike's `bool` is called `bool`, too, although TVM has its type code for an 8-bit float: a function
/// of tvmlike that returns it means the former.
pub fn name_of(dtype: DataType) -> String {
    const UINT: u8 = dtype_code("uint");
    const HANDLE: u8 = dtype_code("handle");
    match (dtype.code, dtype.bits, dtype.lanes) {
        (UINT, 1, 1) => "bool".to_owned(),
        // A handle without bits means no value.
        (HANDLE, 0, _) => String::new(),
        (HANDLE, ..) => "handle".to_owned(),
        (E5M2, 8, 1) => "e5m2_float8".to_owned(),
        (E5M2, 8, lanes) => format!("e5m2_float8x{lanes}"),
        _ => dtype.to_string(),
    }
}
