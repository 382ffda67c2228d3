//! Which register or stack word carries what, on x86-64: LLVM's own rules.
//!
//! Arguments follow C's convention once structs are taken apart, which MLIR and LLVM do before it applies. Results do
//! not: LLVM gives each field of a struct a register in turn, and writes the whole struct to memory when one finds none.
//! Invariant: what is said here was compared with what LLVM makes of every shape that the tests draw.

use super::frame::{FLOATS, INTS, STACK};
use super::types::{Scalar, Type};

/// How many integer registers there are: RDI, RSI, RDX, RCX, R8, R9.
const INT_COUNT: usize = 6;
/// How many float registers there are: XMM0 to XMM7.
const FLOAT_COUNT: usize = 8;

/// Hands out places for arguments: words of the frame, each of its own.
#[derive(Default)]
pub(super) struct Arguments {
    /// All places so far with what is there, in the order of the arguments.
    pub(super) order: Vec<(usize, Field)>,
    ints: usize,
    floats: usize,
    /// How many words are on the stack so far.
    pub(super) stack: usize,
}

impl Arguments {
    /// The place of the next address or word of a descriptor.
    pub(super) fn word(&mut self) -> usize {
        self.field(Field::Int(8))
    }

    /// The place of the next number.
    pub(super) fn scalar(&mut self, scalar: Scalar) -> usize {
        self.field(Field::of(scalar))
    }

    fn field(&mut self, field: Field) -> usize {
        let (count, most, first) = match field {
            Field::Int(_) => (&mut self.ints, INT_COUNT, INTS),
            _ => (&mut self.floats, FLOAT_COUNT, FLOATS),
        };
        let place = if *count < most {
            *count += 1;
            first + *count - 1
        } else {
            self.on_stack()
        };
        self.order.push((place, field));
        place
    }

    fn on_stack(&mut self) -> usize {
        self.stack += 1;
        STACK + self.stack - 1
    }
}

/// What a field of a result is, as far as registers care.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    /// An integer or an address of so many bytes.
    Int(u8),
    /// f16 or bf16.
    Half,
    F32,
    F64,
}

impl Field {
    fn size(self) -> usize {
        match self {
            Self::Int(bytes) => usize::from(bytes),
            Self::Half => 2,
            Self::F32 => 4,
            Self::F64 => 8,
        }
    }

    pub(super) fn of(scalar: Scalar) -> Self {
        match scalar {
            Scalar::F16 | Scalar::BF16 => Self::Half,
            Scalar::F32 | Scalar::ComplexF32 => Self::F32,
            Scalar::F64 | Scalar::ComplexF64 => Self::F64,
            Scalar::Integer { .. } | Scalar::Index => Self::Int(scalar.size() as u8),
        }
    }
}

/// The fields of a result, with nested structs taken apart.
pub(super) fn fields(result: &Type, bare_pointer: bool) -> Vec<Field> {
    match result {
        Type::Scalar(scalar) => vec![Field::of(*scalar); if scalar.part().is_some() { 2 } else { 1 }],
        Type::MemRef(_) if bare_pointer => vec![Field::Int(8)],
        Type::MemRef(memref) => vec![Field::Int(8); memref.words()],
        Type::Unranked(_) => vec![Field::Int(8); 2],
    }
}

/// Where a field of a result is found after a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// RAX, RDX or RCX.
    Int(u8),
    /// XMM0 to XMM2.
    Float(u8),
    /// ST0 or ST1, which held an f32.
    X87Single(u8),
    /// ST0 or ST1, which held an f64.
    X87Double(u8),
    /// So many bytes behind the start of the struct in memory, and how many they are.
    Memory { at: u32, size: u8 },
}

/// The registers that carry a result of these fields; nothing where it goes through memory.
pub(super) fn in_registers(fields: &[Field]) -> Option<Vec<Source>> {
    let (mut ints, mut floats, mut x87) = (0, 0, 0);
    let next = |count: &mut u8, most: u8| {
        (*count < most).then(|| {
            *count += 1;
            *count - 1
        })
    };
    fields
        .iter()
        .map(|field| match field {
            Field::Int(_) => next(&mut ints, 3).map(Source::Int),
            Field::Half => next(&mut floats, 3).map(Source::Float),
            Field::F32 | Field::F64 => next(&mut floats, 2).map(Source::Float).or_else(|| {
                next(&mut x87, 2).map(|at| match field {
                    Field::F32 => Source::X87Single(at),
                    _ => Source::X87Double(at),
                })
            }),
        })
        .collect()
}

/// How many values are on the x87 stack.
pub(super) fn x87_count(sources: &[Source]) -> usize {
    let on_x87 = |source: &&Source| matches!(source, Source::X87Single(_) | Source::X87Double(_));
    sources.iter().filter(on_x87).count()
}

/// Where the fields are in the struct in memory, and its size in bytes: C's layout.
pub(super) fn in_memory(fields: &[Field]) -> (Vec<Source>, usize) {
    let mut end = 0_usize;
    let sources = fields
        .iter()
        .map(|field| {
            let size = field.size();
            let at = end.next_multiple_of(size);
            end = at + size;
            Source::Memory {
                at: at as u32,
                size: size as u8,
            }
        })
        .collect();
    (sources, end)
}
