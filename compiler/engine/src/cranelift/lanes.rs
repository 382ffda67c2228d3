//! Vectors of Cranelift and their lanes: constants, lanes taken out and put together, shuffles.
//!
//! What was just put together is taken apart without an instruction, and the other way round: operations that are done lane by lane
//! stand between others that are not. Invariant: a vector has 16 bytes, the lane 0 in the lowest ones.

use cranelift_codegen::ir::{
    self as clif, ConstantData, Endianness, InstBuilder, InstructionData, MemFlagsData, Opcode, Value,
    ValueDef, types,
};
use smallvec::SmallVec;

use super::function::Translator;

/// Where a lane of a shuffle comes from: a value, and the lane of it; `None` if it is not defined.
pub(super) type Source = Option<(Value, u8)>;

/// How many lanes that were put into a vector are looked through for another one: a vector has at most 16.
const MOST_INSERTIONS: usize = 64;

/// The flags of casts between vectors.
fn little_endian() -> MemFlagsData {
    MemFlagsData::new().with_endianness(Endianness::Little)
}

impl Translator<'_, '_, '_> {
    fn definition(&self, value: Value) -> Option<InstructionData> {
        match self.builder.func.dfg.value_def(value) {
            ValueDef::Result(inst, 0) => Some(self.builder.func.dfg.insts[inst]),
            _ => None,
        }
    }

    /// The bits of a constant scalar.
    pub(super) fn constant_bits(&self, value: Value) -> Option<u64> {
        let ty = self.ty(value);
        let bits = match self.definition(value)? {
            InstructionData::UnaryImm {
                opcode: Opcode::Iconst,
                imm,
            } => imm.bits() as u64,
            InstructionData::UnaryIeee32 { imm, .. } => u64::from(imm.bits()),
            InstructionData::UnaryIeee64 { imm, .. } => imm.bits(),
            _ => return None,
        };
        let unused = 64 - ty.bits().min(64);
        Some(bits << unused >> unused)
    }

    /// The bytes of a constant vector.
    fn constant_bytes(&self, value: Value) -> Option<[u8; 16]> {
        let InstructionData::UnaryConst {
            opcode: Opcode::Vconst,
            constant_handle,
        } = self.definition(value)?
        else {
            return None;
        };
        let data = self.builder.func.dfg.constants.get(constant_handle);
        data.as_slice().try_into().ok()
    }

    /// A constant vector.
    pub(super) fn vector_constant(&mut self, ty: clif::Type, bytes: [u8; 16]) -> Value {
        let data = ConstantData::from(&bytes[..]);
        let constant = self.builder.func.dfg.constants.insert(data);
        self.builder.ins().vconst(ty, constant)
    }

    /// A vector whose lanes have the same bits.
    pub(super) fn vector_of_bits(&mut self, ty: clif::Type, bits: u64) -> Value {
        let size = ty.lane_type().bytes() as usize;
        let mut bytes = [0; 16];
        for lane in bytes.chunks_mut(size) {
            lane.copy_from_slice(&bits.to_le_bytes()[..size]);
        }
        self.vector_constant(ty, bytes)
    }

    /// A constant scalar that is a lane of a vector.
    fn lane_constant(&mut self, ty: clif::Type, bits: u64) -> Value {
        match ty {
            types::F32 => self.builder.ins().f32const(f32::from_bits(bits as u32)),
            types::F64 => self.builder.ins().f64const(f64::from_bits(bits)),
            _ => self.constant(ty, u128::from(bits)),
        }
    }

    /// A lane of a vector; of a scalar, the scalar.
    pub(super) fn lane(&mut self, vector: Value, lane: u8) -> Value {
        let ty = self.ty(vector);
        if !ty.is_vector() {
            return vector;
        }
        let mut whole = vector;
        for _ in 0..MOST_INSERTIONS {
            match self.definition(whole) {
                Some(InstructionData::TernaryImm8 {
                    opcode: Opcode::Insertlane,
                    imm,
                    args: [before, inserted],
                }) => {
                    if imm == lane {
                        return inserted;
                    }
                    whole = before;
                }
                _ => break,
            }
        }
        if let Some(bytes) = self.constant_bytes(whole) {
            let size = ty.lane_type().bytes() as usize;
            let mut bits = [0; 8];
            bits[..size].copy_from_slice(&bytes[usize::from(lane) * size..][..size]);
            return self.lane_constant(ty.lane_type(), u64::from_le_bytes(bits));
        }
        match self.definition(whole) {
            Some(InstructionData::Unary {
                opcode: Opcode::Splat,
                arg,
            }) => arg,
            Some(InstructionData::Unary {
                opcode: Opcode::ScalarToVector,
                arg,
            }) if lane == 0 => arg,
            _ => self.builder.ins().extractlane(whole, lane),
        }
    }

    /// The vector and the lane from which a scalar was taken.
    fn origin(&self, scalar: Value) -> Source {
        match self.definition(scalar)? {
            InstructionData::BinaryImm8 {
                opcode: Opcode::Extractlane,
                arg,
                imm,
            } => Some((arg, imm)),
            _ => None,
        }
    }

    /// A vector of scalars.
    pub(super) fn vector_of(&mut self, ty: clif::Type, scalars: &[Value]) -> Value {
        let constants: Option<SmallVec<[u64; 16]>> =
            scalars.iter().map(|each| self.constant_bits(*each)).collect();
        if let Some(constants) = constants {
            let size = ty.lane_type().bytes() as usize;
            let mut bytes = [0; 16];
            for (lane, bits) in bytes.chunks_mut(size).zip(constants) {
                lane.copy_from_slice(&bits.to_le_bytes()[..size]);
            }
            return self.vector_constant(ty, bytes);
        }
        let first = scalars[0];
        if scalars.iter().all(|each| *each == first) {
            return self.builder.ins().splat(ty, first);
        }
        if let Some((whole, 0)) = self.origin(first)
            && self.ty(whole) == ty
            && scalars
                .iter()
                .enumerate()
                .all(|(lane, each)| self.origin(*each) == Some((whole, lane as u8)))
        {
            return whole;
        }
        // Cranelift makes vectors of scalars that have registers.
        let (mut made, done) = match ty.lane_bits() {
            32 | 64 => (self.builder.ins().scalar_to_vector(ty, first), 1),
            _ => (self.vector_constant(ty, [0; 16]), 0),
        };
        for (lane, scalar) in scalars.iter().enumerate().skip(done) {
            made = self.builder.ins().insertlane(made, *scalar, lane as u8);
        }
        made
    }

    /// The scalar that all lanes of a vector are.
    pub(super) fn uniform(&mut self, vector: Value) -> Option<Value> {
        if !self.ty(vector).is_vector() {
            return None;
        }
        if let Some(bytes) = self.constant_bytes(vector) {
            let size = self.ty(vector).lane_type().bytes() as usize;
            let first = &bytes[..size];
            return bytes
                .chunks(size)
                .all(|lane| lane == first)
                .then(|| self.lane(vector, 0));
        }
        match self.definition(vector) {
            Some(InstructionData::Unary {
                opcode: Opcode::Splat,
                arg,
            }) => Some(arg),
            _ => None,
        }
    }

    /// The same bytes as a vector of another type.
    pub(super) fn vector_cast(&mut self, ty: clif::Type, vector: Value) -> Value {
        if self.ty(vector) == ty {
            return vector;
        }
        if let Some(bytes) = self.constant_bytes(vector) {
            return self.vector_constant(ty, bytes);
        }
        self.builder.ins().bitcast(ty, little_endian(), vector)
    }

    /// Bytes of two vectors: 0 to 15 are those of the first, 16 to 31 those of the second.
    pub(super) fn shuffle_bytes(&mut self, ty: clif::Type, a: Value, b: Value, bytes: [u8; 16]) -> Value {
        let (a, b) = (
            self.vector_cast(types::I8X16, a),
            self.vector_cast(types::I8X16, b),
        );
        let mask = self
            .builder
            .func
            .dfg
            .immediates
            .push(ConstantData::from(&bytes[..]));
        let made = self.builder.ins().shuffle(a, b, mask);
        self.vector_cast(ty, made)
    }

    /// A vector of lanes of others.
    pub(super) fn gathered(&mut self, ty: clif::Type, sources: &[Source]) -> Value {
        let mut defined = sources.iter().flatten();
        let Some(&first) = defined.next() else {
            return self.vector_constant(ty, [0; 16]);
        };
        if defined.clone().count() + 1 > 1 && defined.all(|each| *each == first) {
            let scalar = self.lane(first.0, first.1);
            return self.builder.ins().splat(ty, scalar);
        }
        let is_whole =
            |(lane, source): (usize, &Source)| source.is_none_or(|each| each == (first.0, lane as u8));
        if self.ty(first.0) == ty && sources.iter().enumerate().all(is_whole) {
            return first.0;
        }
        let others = sources.iter().flatten().find(|(value, _)| *value != first.0);
        let second = others.map_or(first.0, |other| other.0);
        let from_two = sources
            .iter()
            .flatten()
            .all(|(value, _)| (*value == first.0 || *value == second) && self.ty(*value) == ty);
        if from_two && self.module.has_shuffles {
            let size = ty.lane_type().bytes() as u8;
            let mut bytes = [0; 16];
            for (lane, source) in sources.iter().enumerate() {
                let start = match source {
                    Some((value, from)) => from * size + if *value == first.0 { 0 } else { 16 },
                    // Any byte: that of the same place is often part of a pattern.
                    None => lane as u8 * size,
                };
                for byte in 0..size {
                    bytes[lane * usize::from(size) + usize::from(byte)] = start + byte;
                }
            }
            return self.shuffle_bytes(ty, first.0, second, bytes);
        }
        let mut scalars: SmallVec<[Value; 16]> = SmallVec::new();
        for source in sources {
            let (value, lane) = source.unwrap_or(first);
            scalars.push(self.lane(value, lane));
        }
        self.vector_of(ty, &scalars)
    }
}
