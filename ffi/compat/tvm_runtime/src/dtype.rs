//! Data types by the names that TVM has for them.
//!
//! They differ from ours where DLPack got numbers later than TVM did: TVM's `bool` is an unsigned integer of one bit, and its
//! floats of eight bits have numbers of their own. Invariant: a name means here what TVM's front ends read out of an array's
//! header.

use tvmlike::convert::{FromArg, Mismatch};
use tvmlike::signature::TypeRecord;
use tvmlike::{Any, AnyView, DataType, Error, Result, ToAny};

/// Families of types: the name, DLPack's or TVM's number, the bits where none are said. The longer name comes first.
const FAMILIES: [(&str, u8, u8); 8] = [
    ("bool", 1, 1),
    ("uint", 1, 32),
    ("int", 0, 32),
    ("bfloat", 4, 16),
    ("float", 2, 32),
    ("handle", 3, 64),
    ("e4m3_float", 6, 8),
    ("e5m2_float", 7, 8),
];

/// A data type that came as TVM's name for it, or as itself.
#[derive(Clone, Copy)]
pub(crate) struct TvmDataType(pub(crate) DataType);

impl<'a> FromArg<'a> for TvmDataType {
    const TYPE: TypeRecord = TypeRecord::DataType;

    fn from_arg(value: &'a AnyView<'a>) -> Result<Self, Mismatch> {
        match value.as_str() {
            Some(Ok(text)) => parse(text).map(Self).map_err(Mismatch::Failed),
            // Text that is not UTF-8 is refused where every other one is.
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
/// ValueError for what is no name.
pub(crate) fn parse(text: &str) -> Result<DataType> {
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
        // What TVM has no name for may have one of ours.
        None => text.parse().map_err(|_| {
            Error::value_error(format!(
                "unknown type {text:?}; examples: float32, int8x4, bool, bfloat16"
            ))
        }),
    }
}

/// The name that TVM has for a data type. Our own truth value keeps the name that TVM has for its, though its number is that of a
/// float of eight bits there: a function of ours that gives it means the former.
pub(crate) fn name_of(dtype: DataType) -> String {
    match (dtype.code, dtype.bits, dtype.lanes) {
        (1, 1, 1) => "bool".to_owned(),
        // No bits are no value, whatever the lanes.
        (3, 0, _) => String::new(),
        (3, ..) => "handle".to_owned(),
        (7, 8, 1) => "e5m2_float8".to_owned(),
        (7, 8, lanes) => format!("e5m2_float8x{lanes}"),
        _ => dtype.to_string(),
    }
}
