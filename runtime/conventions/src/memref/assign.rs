//! Assigns registers and stack words on x86-64, by LLVM's rules.
//!
//! Arguments follow C's convention, after MLIR and LLVM have split structs into fields. Results do not: LLVM assigns each
//! field of a struct the next register, and returns the whole struct in memory if registers run out. Invariant: the rules
//! agree with LLVM for every shape that the tests generate.

use super::frame::{FLOATS, INTS, STACK};
use super::types::{Scalar, Type};

/// The number of integer registers: RDI, RSI, RDX, RCX, R8, R9.
const INT_COUNT: usize = 6;
/// The number of float registers: XMM0 to XMM7.
const FLOAT_COUNT: usize = 8;

/// Assigns each argument a place, a word of the frame.
#[derive(Default)]
pub(super) struct Arguments {
    /// The places assigned so far with their fields, in the order of the arguments.
    pub(super) order: Vec<(usize, Field)>,
    ints: usize,
    floats: usize,
    /// The number of words on the stack so far.
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

/// The register class and size of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    /// An integer or address with this number of bytes.
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

/// The fields of a result, with nested structs flattened.
pub(super) fn fields(result: &Type, bare_pointer: bool) -> Vec<Field> {
    match result {
        Type::Scalar(scalar) => vec![Field::of(*scalar); if scalar.part().is_some() { 2 } else { 1 }],
        Type::MemRef(_) if bare_pointer => vec![Field::Int(8)],
        Type::MemRef(memref) => vec![Field::Int(8); memref.words()],
        Type::Unranked(_) => vec![Field::Int(8); 2],
    }
}

/// The place of a result's field after a call.
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
    /// The offset in the struct in memory, and the size in bytes.
    Memory { at: u32, size: u8 },
}

/// The registers for a result with these fields; `None` if it is returned in memory.
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

/// The number of values on the x87 stack.
pub(super) fn x87_count(sources: &[Source]) -> usize {
    let on_x87 = |source: &&Source| matches!(source, Source::X87Single(_) | Source::X87Double(_));
    sources.iter().filter(on_x87).count()
}

/// The places of the fields in a struct in memory with C's layout, and its size in bytes.
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
