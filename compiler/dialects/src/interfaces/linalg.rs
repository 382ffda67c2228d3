//! `linalg`: effects of structured operations on memrefs. Those on tensors have the effects of their bodies alone.

use tvmlike_ir::EffectKind::{Read, Write};
use tvmlike_ir::{Context, Effect, Effects, MemoryEffects, Op, TypeKind};

use crate::structured;

/// The effects of an operation, if it is one that has inputs and outputs.
pub(super) fn effects(name: &str) -> Option<MemoryEffects> {
    let short = name.strip_prefix("linalg.")?;
    let has_maps = [
        "broadcast",
        "contract",
        "elementwise",
        "generic",
        "map",
        "reduce",
        "softmax",
        "transpose",
    ];
    let is_known = has_maps.contains(&short) || structured::find(short).is_some();
    is_known.then(|| MemoryEffects::new(of))
}

/// Inputs are read; outputs are written, and read if the body uses what they hold.
fn of(context: &Context, op: Op) -> Effects {
    // The input of a softmax is its first operand.
    let inputs = structured::inputs(context, op).unwrap_or(1);
    let body = op
        .region(context, 0)
        .and_then(|region| region.first_block(context));
    let mut effects = Effects::new();
    for (index, operand) in op.operands(context).enumerate() {
        if !matches!(operand.ty(context).kind(context), TypeKind::MemRef { .. }) {
            continue;
        }
        let argument = body.and_then(|body| body.argument(context, index));
        if index < inputs || argument.is_none_or(|argument| argument.has_uses(context)) {
            effects.push(Effect::on(Read, operand));
        }
        if index >= inputs {
            effects.push(Effect::on(Write, operand));
        }
    }
    effects
}
