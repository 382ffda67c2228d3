//! The types of MLIR that the convention carries: scalars, ranked and unranked memrefs.
//!
//! Invariant: a value of these types is one that a call can be made with: widths are those of registers, a layout has as
//! many strides as the shape has dimensions. Their text is MLIR's own.

use std::fmt;

use tvmlike_runtime::DataType;
use tvmlike_runtime::abi::dlpack::{K_DL_INT, K_DL_UINT};

/// The most dimensions of a memref: as many as a tensor has.
pub const MAX_RANK: usize = 64;

/// DLPack's code of complex numbers.
pub(super) const K_DL_COMPLEX: u8 = 5;

/// How the bits of an integer are read. Arithmetic decides that in MLIR, not the type, unless the type says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sign {
    /// `i32`: the operations decide. Numbers are signed; arrays of both kinds are taken.
    Signless,
    /// `si32`
    Signed,
    /// `ui32`
    Unsigned,
}

/// A number type: of an argument or a result, or of the elements of a memref.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// An integer of 1, 8, 16, 32 or 64 bits.
    Integer {
        /// Its width.
        bits: u8,
        /// How its bits are read.
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
    /// Bytes of one in memory; an `i1` takes a whole one.
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

    /// Of which number type a complex one has two.
    pub fn part(self) -> Option<Self> {
        match self {
            Self::ComplexF32 => Some(Self::F32),
            Self::ComplexF64 => Some(Self::F64),
            _ => None,
        }
    }

    /// The element type of tensors that hold such numbers, for tensors that we make.
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

    /// The other element type of tensors that it takes: where no sign is said, both will do.
    pub fn other_dtype(self) -> Option<DataType> {
        let signless = match self {
            Self::Integer { bits, sign } => bits > 1 && sign == Sign::Signless,
            Self::Index => true,
            _ => false,
        };
        signless.then(|| DataType::new(K_DL_UINT, self.dtype().bits, 1))
    }

    /// Its word in signature records.
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

/// A size, a stride or an offset: a number, or `?` where only the descriptor has it.
pub type Extent = Option<i64>;

/// Where the elements of a memref lie.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Layout {
    /// In C order without gaps, from the first byte on.
    Identity,
    /// At strides and an offset of their own, in elements.
    Strided {
        /// One for each dimension.
        strides: Vec<Extent>,
        /// Where the first element is.
        offset: Extent,
    },
}

/// A memref of known rank.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MemRef {
    /// Its sizes.
    pub shape: Vec<Extent>,
    /// What its elements are.
    pub element: Scalar,
    /// Where they lie.
    pub layout: Layout,
}

impl MemRef {
    /// How many dimensions it has.
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// How many words its descriptor has.
    pub fn words(&self) -> usize {
        3 + 2 * self.rank()
    }

    /// The strides that the type fixes. Those of the identity layout follow from the sizes, and are fixed as far as
    /// these are.
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

    /// The offset, where the type fixes it.
    pub fn offset(&self) -> Extent {
        match self.layout {
            Layout::Identity => Some(0),
            Layout::Strided { offset, .. } => offset,
        }
    }

    /// Whether the type says everything but the address, so that the address alone can be passed.
    pub fn is_static(&self) -> bool {
        self.shape.iter().all(Option::is_some)
            && self.strides().iter().all(Option::is_some)
            && self.offset().is_some()
    }
}

/// An extent as MLIR writes it.
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

/// The type of an argument or of a result.
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
    /// The number type, or that of the elements.
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
