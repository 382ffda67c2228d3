//! The check of operations with the interface `CastOpInterface`: the first operand becomes the result.

use tvmlike_define::Instance;
use tvmlike_ir::{Context, Failure, Type};

/// Checks that `is_compatible` allows the operation to cast the type of its first operand to that of its result.
pub(super) fn verify(
    instance: &Instance<'_>,
    is_compatible: impl FnOnce(&Context, Type, Type) -> bool,
) -> Result<(), Failure> {
    let context = instance.context;
    let ty = |value: Option<tvmlike_ir::Value>| value.map(|value| value.ty(context));
    let (from, to) = (
        ty(instance.op.operand(context, 0)),
        ty(instance.op.result(context, 0)),
    );
    let (Some(from), Some(to)) = (from, to) else {
        return Ok(());
    };
    if is_compatible(context, from, to) {
        return Ok(());
    }
    let all: Vec<String> = instance
        .op
        .operands(context)
        .map(|value| instance.quote(value.ty(context)))
        .collect();
    let from = match &all[..] {
        [one] => format!(" {one}"),
        several => format!("s {}", several.join(", ")),
    };
    let to = instance.quote(to);
    instance.refuse(format!(
        "operand type{from} and result type {to} are cast incompatible"
    ))
}
