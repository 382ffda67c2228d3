//! Reads and writes of affine.

use tvmlike_dialects::AppliedMap;
use tvmlike_ir::{AttributeKind, Context, Op, Value};

use super::nest::compose;
use crate::make::property;

/// The names of reads and writes, and the number of the operand that is the memref.
const ACCESSES: [(&str, usize, bool); 4] = [
    ("affine.load", 0, false),
    ("affine.vector_load", 0, false),
    ("affine.store", 1, true),
    ("affine.vector_store", 1, true),
];

/// A read or a write.
#[derive(Clone, Debug)]
pub(super) struct Access {
    pub(super) op: Op,
    pub(super) memref: Value,
    pub(super) is_write: bool,
    /// The indices.
    pub(super) map: AppliedMap,
}

/// The number of the operand that is the memref of a read or a write, and whether it is a write.
fn memref_operand(context: &Context, op: Op) -> Option<(usize, bool)> {
    let mut accesses = ACCESSES.into_iter();
    let (_, memref, is_write) = accesses.find(|(name, ..)| op.is_named(context, name))?;
    Some((memref, is_write))
}

/// The memref of a read or a write, and whether it is a write.
pub(super) fn memref(context: &Context, op: Op) -> Option<(Value, bool)> {
    let (memref, is_write) = memref_operand(context, op)?;
    Some((op.operand(context, memref)?, is_write))
}

impl Access {
    /// What an operation accesses. `None`: it is no read or write, or a map becomes too deep.
    pub(super) fn of(context: &Context, op: Op) -> Option<Self> {
        let (number, is_write) = memref_operand(context, op)?;
        let AttributeKind::AffineMap(map) = property(context, op, "map")?.kind(context) else {
            return None;
        };
        let indices: Vec<Value> = op.operands(context).skip(number + 1).collect();
        let mut map = AppliedMap::new(context, map, &indices)?;
        compose(context, &mut map)?;
        map.simplify(context)?;
        map.canonicalize(context)?;
        Some(Self {
            op,
            memref: op.operand(context, number)?,
            is_write,
            map,
        })
    }
}
