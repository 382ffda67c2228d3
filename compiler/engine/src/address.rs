//! The arithmetic of `llvm.getelementptr`.

use tvmlike_ir::{Op, Value};

use crate::error::Result;
use crate::program::Program;
use crate::types::Shape;

/// The marker of an index that is an operand.
const DYNAMIC_INDEX: i64 = i32::MIN as i64;

/// What a `getelementptr` adds to its base.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Offset {
    /// The bytes of the constant indices.
    pub constant: i64,
    /// The operands, each with the bytes that it counts, outermost first.
    pub dynamic: Vec<(Value, i64)>,
}

/// The offset of a `getelementptr`.
///
/// # Errors
/// An index does not fit the type.
pub(crate) fn offset_of(program: &Program<'_>, op: Op) -> Result<Offset> {
    let at = |error| program.at(op, error);
    let mut operands = op.operands(program.context).skip(1);
    let mut ty = program.type_property(op, program.keys.elem_type)?;
    let mut offset = Offset::default();
    let indices = program.integers(op, program.keys.raw_constant_indices);
    for (depth, index) in indices.into_iter().enumerate() {
        if depth > 0 {
            match &*program.types.shape(ty).map_err(at)? {
                Shape::Array { element, .. } | Shape::Vector { element, .. } => ty = *element,
                Shape::Struct { .. } => {
                    let field = u64::try_from(index).unwrap_or(u64::MAX);
                    let (part, bytes) = program.types.part(ty, field).map_err(at)?;
                    offset.constant = offset.constant.wrapping_add(bytes as i64);
                    ty = part;
                    continue;
                }
                _ => return Err(program.about(op, "an index goes into a type without parts")),
            }
        }
        let size = program.types.layout(ty).map_err(at)?.size as i64;
        if index != DYNAMIC_INDEX {
            offset.constant = offset.constant.wrapping_add(index.wrapping_mul(size));
        } else if let Some(value) = operands.next() {
            offset.dynamic.push((value, size));
        }
    }
    Ok(offset)
}
