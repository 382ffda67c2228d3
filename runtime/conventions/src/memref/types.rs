//! The MLIR types that the convention supports: scalars, ranked and unranked memrefs.
//!
//! Invariant: every value of these types can be passed: integer widths are those of registers, and a layout has one
//! stride per dimension. `Display` prints MLIR's text.

use std::fmt;

use tvmlike_runtime::DataType;
use tvmlike_runtime::abi::dlpack::{K_DL_INT, K_DL_UINT};

/// A size, stride or offset. `?` is `None`: only the descriptor has the value.
pub use tvmlike_syntax::types::Extent;
/// Numbers of type `Signless` are signed; arrays of either signedness are accepted for it.
pub use tvmlike_syntax::types::Signedness as Sign;

/// The maximum rank of a memref, the same as that of a tensor.
pub const MAX_RANK: usize = 64;

/// DLPack's type code of complex numbers.
pub(super) const K_DL_COMPLEX: u8 = 5;

/// A number type: that of an argument, a result or the elements of a memref.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// An integer of 1, 8, 16, 32 or 64 bits.
    Integer {
        /// The width.
        bits: u8,
        /// The signedness.
        sign: Sign,
    },
    /// `index`: 64 bits.
    Index,
    /// `f16`
    F16,
    /// `bf16`
    BF16,
    /// `f32`
    F32,
    /// `f64`
    F64,
    /// `complex<f32>`
    ComplexF32,
    /// `complex<f64>`
    ComplexF64,
}

impl Scalar {
    /// The size in memory, in bytes; an `i1` takes one byte.
    pub fn size(self) -> usize {
        match self {
            Self::Integer { bits, .. } => usize::from(bits).div_ceil(8),
            Self::F16 | Self::BF16 => 2,
            Self::F32 => 4,
            Self::Index | Self::F64 | Self::ComplexF32 => 8,
            Self::ComplexF64 => 16,
        }
    }

    /// The alignment that compiled code assumes.
    pub fn align(self) -> usize {
        self.part().map_or_else(|| self.size(), Self::size)
    }

    /// The type of the two parts of a complex number; `None` for other types.
    pub fn part(self) -> Option<Self> {
        match self {
            Self::ComplexF32 => Some(Self::F32),
            Self::ComplexF64 => Some(Self::F64),
            _ => None,
        }
    }

    /// The element type of a tensor that is made for such numbers.
    pub fn dtype(self) -> DataType {
        match self {
            Self::Integer { bits: 1, .. } => DataType::BOOL,
            Self::Integer {
                bits,
                sign: Sign::Unsigned,
            } => DataType::new(K_DL_UINT, bits, 1),
            Self::Integer { bits, .. } => DataType::new(K_DL_INT, bits, 1),
            Self::Index => DataType::INT64,
            Self::F16 => DataType::FLOAT16,
            Self::BF16 => DataType::BFLOAT16,
            Self::F32 => DataType::FLOAT32,
            Self::F64 => DataType::FLOAT64,
            Self::ComplexF32 => DataType::new(K_DL_COMPLEX, 64, 1),
            Self::ComplexF64 => DataType::new(K_DL_COMPLEX, 128, 1),
        }
    }

    /// The second element type that is accepted: a signless type accepts unsigned elements too.
    pub fn other_dtype(self) -> Option<DataType> {
        let signless = match self {
            Self::Integer { bits, sign } => bits > 1 && sign == Sign::Signless,
            Self::Index => true,
            _ => false,
        };
        signless.then(|| DataType::new(K_DL_UINT, self.dtype().bits, 1))
    }

    /// The name in signature records.
    pub fn word(self) -> &'static str {
        match self {
            Self::Integer { bits: 1, .. } => "i1",
            Self::Integer {
                bits,
                sign: Sign::Unsigned,
            } => match bits {
                8 => "u8",
                16 => "u16",
                32 => "u32",
                _ => "u64",
            },
            Self::Integer { bits, .. } => match bits {
                8 => "i8",
                16 => "i16",
                32 => "i32",
                _ => "i64",
            },
            Self::Index => "index",
            Self::F16 => "f16",
            Self::BF16 => "bf16",
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::ComplexF32 => "complex<f32>",
            Self::ComplexF64 => "complex<f64>",
        }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer { bits, sign } => {
                f.write_str(match sign {
                    Sign::Signless => "i",
                    Sign::Signed => "si",
                    Sign::Unsigned => "ui",
                })?;
                write!(f, "{bits}")
            }
            other => f.write_str(other.word()),
        }
    }
}

/// The layout of a memref's elements.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Layout {
    /// C order without gaps, at offset 0.
    Identity,
    /// Explicit strides and offset, in elements.
    Strided {
        /// One stride per dimension.
        strides: Vec<Extent>,
        /// The offset of the first element.
        offset: Extent,
    },
}

/// A memref of known rank.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MemRef {
    /// The sizes.
    pub shape: Vec<Extent>,
    /// The element type.
    pub element: Scalar,
    /// The layout.
    pub layout: Layout,
}

impl MemRef {
    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// The number of 8-byte words in its descriptor.
    pub fn words(&self) -> usize {
        3 + 2 * self.rank()
    }

    /// The strides that the type fixes. Those of the identity layout follow from the sizes, so a stride is fixed if all
    /// sizes after it are.
    pub fn strides(&self) -> Vec<Extent> {
        match &self.layout {
            Layout::Strided { strides, .. } => strides.clone(),
            Layout::Identity => {
                let mut strides: Vec<Extent> = vec![Some(1); self.rank()];
                for axis in (1..self.rank()).rev() {
                    strides[axis - 1] = match (strides[axis], self.shape[axis]) {
                        (Some(stride), Some(size)) => Some(stride.saturating_mul(size)),
                        _ => None,
                    };
                }
                strides
            }
        }
    }

    /// The offset, if the type fixes it.
    pub fn offset(&self) -> Extent {
        match self.layout {
            Layout::Identity => Some(0),
            Layout::Strided { offset, .. } => offset,
        }
    }

    /// Whether the type fixes all sizes, strides and the offset, so that the address alone can be passed.
    pub fn is_static(&self) -> bool {
        self.shape.iter().all(Option::is_some)
            && self.strides().iter().all(Option::is_some)
            && self.offset().is_some()
    }
}

/// An extent as MLIR prints it.
struct Shown(Extent);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(number) => write!(f, "{number}"),
            None => f.write_str("?"),
        }
    }
}

impl fmt::Display for MemRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("memref<")?;
        for &size in &self.shape {
            write!(f, "{}x", Shown(size))?;
        }
        write!(f, "{}", self.element)?;
        if let Layout::Strided { strides, offset } = &self.layout {
            f.write_str(", strided<[")?;
            for (axis, &stride) in strides.iter().enumerate() {
                let comma = if axis == 0 { "" } else { ", " };
                write!(f, "{comma}{}", Shown(stride))?;
            }
            f.write_str("]")?;
            if *offset != Some(0) {
                write!(f, ", offset: {}", Shown(*offset))?;
            }
            f.write_str(">")?;
        }
        f.write_str(">")
    }
}

/// The type of an argument or a result.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Type {
    /// A number.
    Scalar(Scalar),
    /// A memref of known rank.
    MemRef(MemRef),
    /// `memref<*xf32>`: the rank is known at run time.
    Unranked(Scalar),
}

impl Type {
    /// The number type, or the element type of a memref.
    pub fn element(&self) -> Scalar {
        match self {
            Self::Scalar(element) | Self::Unranked(element) => *element,
            Self::MemRef(memref) => memref.element,
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar(scalar) => scalar.fmt(f),
            Self::MemRef(memref) => memref.fmt(f),
            Self::Unranked(element) => write!(f, "memref<*x{element}>"),
        }
    }
}
