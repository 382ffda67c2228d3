//! Numbers that are known or values, and affine expressions of them.

use tvmlike_ir::{AffineExpr, AttributeKind, Context, DYNAMIC, Location, Rewriter, Value};

use crate::make::{Make, index_constant};

/// A number that is known, or a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Number {
    /// A known one.
    Known(i64),
    /// A value.
    Value(Value),
}

impl Number {
    /// The known number unless it is dynamic; else the value.
    pub(super) const fn or(known: i64, value: Value) -> Self {
        match known {
            DYNAMIC => Self::Value(value),
            known => Self::Known(known),
        }
    }

    /// The value, which is made if need be.
    pub(crate) fn value(self, rewriter: &mut Rewriter<'_, '_>, location: Location) -> Value {
        match self {
            Self::Known(number) => index_constant(rewriter, location, number),
            Self::Value(value) => value,
        }
    }
}

/// The number that a value is known to be.
fn constant(context: &Context, value: Value) -> Option<i64> {
    match value.constant_value(context)?.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    }
}

/// An expression of symbols that are numbers: a known number, one of the values, or the result of `affine.apply` on the values
/// that it needs, each once.
pub(super) fn apply(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    expr: AffineExpr,
    numbers: &[Number],
) -> Option<Number> {
    let context = rewriter.context();
    let mut values: Vec<Value> = Vec::new();
    let mut symbols: Vec<AffineExpr> = Vec::new();
    for (index, number) in numbers.iter().enumerate() {
        let known = match number {
            Number::Known(known) => Some(*known),
            Number::Value(value) => constant(context, *value),
        };
        symbols.push(match (known, number) {
            (Some(known), _) => context.affine_constant(known),
            (None, Number::Value(value)) if expr.uses_symbol(context, index as u32) => {
                let place = values.iter().position(|each| each == value).unwrap_or_else(|| {
                    values.push(*value);
                    values.len() - 1
                });
                context.affine_symbol(place as u32)
            }
            (None, _) => context.affine_constant(0),
        });
    }
    let expr = expr.replace_inputs(context, &[], &symbols).ok()?;
    let expr = expr.simplify(context).ok()?;
    if let Some(known) = expr.constant(context) {
        return Some(Number::Known(known));
    }
    // What the simplification has dropped is no operand.
    let mut kept = Vec::new();
    let mut renumbered = Vec::new();
    for (index, value) in values.iter().enumerate() {
        if expr.uses_symbol(context, index as u32) {
            renumbered.push(context.affine_symbol(kept.len() as u32));
            kept.push(*value);
        } else {
            renumbered.push(context.affine_constant(0));
        }
    }
    let expr = expr.replace_inputs(context, &[], &renumbered).ok()?;
    if expr == context.affine_symbol(0) {
        return kept.first().map(|value| Number::Value(*value));
    }
    let map = context.affine_map(0, kept.len() as u32, &[expr]).ok()?;
    let map = context.affine_map_attribute(map);
    let value = Make::new("affine.apply", &kept, &[context.index_type()])
        .with(&[("map", map)])
        .value(rewriter, location);
    Some(Number::Value(value))
}
