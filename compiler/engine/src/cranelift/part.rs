//! The parts of a type: its scalars in the order of memory, where 16 bytes of a vector with lanes that Cranelift computes with are
//! one part.

use std::rc::Rc;

use cranelift_codegen::ir as clif;
use tvmlike_ir::Type;

use super::abi;
use crate::error::Result;
use crate::program::Program;
use crate::types::{Leaf, Scalar, Shape};

/// The bytes of a vector that Cranelift has.
pub(super) const VECTOR_BYTES: u64 = 16;

/// A scalar of a value, or 16 bytes of a vector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Part {
    /// The first scalar.
    pub(super) leaf: Leaf,
    /// The number of scalars.
    pub(super) lanes: u32,
    /// Whether it is a lane of a vector of `i1`, whose lanes are single bits of memory.
    pub(super) is_bit: bool,
}

impl Part {
    /// Cranelift's type.
    pub(super) fn ty(&self) -> Result<clif::Type> {
        let lane = abi::register_type(self.leaf.scalar)?;
        Ok(lane.by(self.lanes).unwrap_or(lane))
    }
}

/// Whether Cranelift has vectors with such lanes.
pub(super) fn is_lane(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::Int(8 | 16 | 32 | 64) | Scalar::F32 | Scalar::F64)
}

/// The parts of a type, if code can have vectors or not.
pub(super) fn parts_of(program: &Program<'_>, ty: Type, has_vectors: bool) -> Result<Rc<[Part]>> {
    let leaves = program.types.leaves(ty)?;
    let mut found = Vec::with_capacity(leaves.len());
    let mut rest = leaves.iter().copied();
    collect(program, ty, has_vectors, &mut rest, &mut found)?;
    Ok(found.into())
}

fn collect(
    program: &Program<'_>,
    ty: Type,
    has_vectors: bool,
    leaves: &mut dyn Iterator<Item = Leaf>,
    into: &mut Vec<Part>,
) -> Result<()> {
    let mut add = |leaf: Leaf, lanes: u32, is_bit: bool| into.push(Part { leaf, lanes, is_bit });
    match &*program.types.shape(ty)? {
        Shape::Struct { fields, .. } => {
            for field in fields {
                collect(program, *field, has_vectors, leaves, into)?;
            }
        }
        Shape::Array { element, count } => {
            for _ in 0..*count {
                collect(program, *element, has_vectors, leaves, into)?;
            }
        }
        Shape::Vector { element, count } => {
            let scalar = program.types.scalar(*element)?;
            let lanes = VECTOR_BYTES / scalar.size();
            let mut left = *count;
            while left > 0 {
                let size = if has_vectors && is_lane(scalar) && left >= lanes {
                    lanes
                } else {
                    1
                };
                let Some(first) = leaves.next() else { break };
                add(first, size as u32, scalar == Scalar::Int(1));
                for _ in 1..size {
                    leaves.next();
                }
                left -= size;
            }
        }
        _ => {
            if let Some(leaf) = leaves.next() {
                add(leaf, 1, false);
            }
        }
    }
    Ok(())
}
