//! Data types of tensor elements, with the names of NumPy and ml_dtypes.

use std::fmt;
use std::str::FromStr;

use tvmlike_abi::dlpack::DLDataType;
use tvmlike_abi::names::{DTYPE_FAMILIES, NAMED_DTYPES, dtype_code};

use crate::error::Error;

/// The type of a tensor's elements.
///
/// ```
/// use tvmlike_runtime::DataType;
///
/// let dtype: DataType = "float16x4".parse()?;
/// assert_eq!((dtype.bits, dtype.lanes), (16, 4));
/// assert_eq!(DataType::BFLOAT16.to_string(), "bfloat16");
/// # Ok::<(), tvmlike_runtime::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct DataType {
    /// DLPack's type code.
    pub code: u8,
    /// Bits of one lane.
    pub bits: u8,
    /// Lanes; 1 for a scalar.
    pub lanes: u16,
}

macro_rules! scalars {
    ($($(#[$doc:meta])* $name:ident = ($kind:literal, $bits:literal);)*) => {
        impl DataType {
            $($(#[$doc])* pub const $name: Self = Self::new(dtype_code($kind), $bits, 1);)*
        }
    };
}

scalars! {
    /// `int8`
    INT8 = ("int", 8);
    /// `int16`
    INT16 = ("int", 16);
    /// `int32`
    INT32 = ("int", 32);
    /// `int64`
    INT64 = ("int", 64);
    /// `uint8`
    UINT8 = ("uint", 8);
    /// `uint16`
    UINT16 = ("uint", 16);
    /// `uint32`
    UINT32 = ("uint", 32);
    /// `uint64`
    UINT64 = ("uint", 64);
    /// `float16`
    FLOAT16 = ("float", 16);
    /// `float32`
    FLOAT32 = ("float", 32);
    /// `float64`
    FLOAT64 = ("float", 64);
    /// `bfloat16`
    BFLOAT16 = ("bfloat", 16);
    /// `bool`, one byte each
    BOOL = ("bool", 8);
}

impl DataType {
    /// A data type from DLPack's code, bits and lanes.
    pub const fn new(code: u8, bits: u8, lanes: u16) -> Self {
        Self { code, bits, lanes }
    }

    /// The size in bytes of `count` elements, packed as in DLPack for types below a byte; `None` on overflow.
    pub fn bytes_of(self, count: usize) -> Option<usize> {
        let bits = usize::from(self.bits) * usize::from(self.lanes);
        Some(count.checked_mul(bits)?.div_ceil(8))
    }
}

impl From<DLDataType> for DataType {
    fn from(dtype: DLDataType) -> Self {
        Self::new(dtype.code, dtype.bits, dtype.lanes)
    }
}

impl From<DataType> for DLDataType {
    fn from(dtype: DataType) -> Self {
        Self {
            code: dtype.code,
            bits: dtype.bits,
            lanes: dtype.lanes,
        }
    }
}

impl fmt::Display for DataType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = NAMED_DTYPES
            .iter()
            .find(|(_, code, bits)| (*code, *bits) == (self.code, self.bits));
        let family = DTYPE_FAMILIES.iter().find(|(_, code, _)| *code == self.code);
        match (named, family) {
            (Some((name, ..)), _) => f.write_str(name)?,
            (None, Some((name, ..))) => write!(f, "{name}{}", self.bits)?,
            (None, None) => write!(f, "dtype(code={}, bits={})", self.code, self.bits)?,
        }
        if self.lanes == 1 {
            Ok(())
        } else {
            write!(f, "x{}", self.lanes)
        }
    }
}

impl fmt::Debug for DataType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for DataType {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let unknown = || {
            Error::value_error(format!(
                "{text:?} is not a data type; examples: float32, int8x4, bfloat16"
            ))
        };
        if let Some((_, code, bits)) = NAMED_DTYPES.iter().find(|(name, ..)| *name == text) {
            return Ok(Self::new(*code, *bits, 1));
        }
        // Lanes follow the last x if only digits come after it: float8_e4m3fnx2, but not float8_e8m0fnu.
        let family = |scalar: &str, lanes: u16| {
            DTYPE_FAMILIES.iter().find_map(|(name, code, widths)| {
                let digits = scalar.strip_prefix(name)?;
                let bits = digits.parse::<u8>().ok()?;
                // "int08" and "int+8" are not names.
                (widths.contains(&bits) && digits == bits.to_string()).then(|| Self::new(*code, bits, lanes))
            })
        };
        // The whole name first: the last x of complex64 is not followed by lanes.
        if let Some(dtype) = family(text, 1) {
            return Ok(dtype);
        }
        let (scalar, lanes) = match text.rsplit_once('x') {
            Some((scalar, lanes)) if !lanes.is_empty() && lanes.bytes().all(|b| b.is_ascii_digit()) => (
                scalar,
                lanes
                    .parse::<u16>()
                    .ok()
                    .filter(|&lanes| lanes > 0)
                    .ok_or_else(unknown)?,
            ),
            _ => (text, 1),
        };
        if let Some((_, code, bits)) = NAMED_DTYPES.iter().find(|(name, ..)| *name == scalar) {
            return Ok(Self::new(*code, *bits, lanes));
        }
        family(scalar, lanes).ok_or_else(unknown)
    }
}
