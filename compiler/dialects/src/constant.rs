//! Values that are known: results of constants.

use tvmlike_ir::{AttributeKind, Context, Traits, Value};

/// The integer that a value is, if an operation that is a constant defines it.
pub(crate) fn constant(context: &Context, value: Value) -> Option<i64> {
    let op = value.defining_op(context)?;
    if !op.has_trait(context, Traits::CONSTANT_LIKE) {
        return None;
    }
    match op.property(context, context.identifier("value"))?.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    }
}
