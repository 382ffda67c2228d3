//! Numbers that are known or values, and affine expressions of them.

use tvmlike_dialects::AppliedMap;
use tvmlike_ir::{AffineExpr, AffineExprKind, Context, DYNAMIC, Location, Rewriter, Value};

use crate::make::{Make, index_constant};
use crate::number;

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
    pub(crate) const fn or(known: i64, value: Value) -> Self {
        match known {
            DYNAMIC => Self::Value(value),
            known => Self::Known(known),
        }
    }

    /// The number that a value is known to be, or the value.
    pub(crate) fn of(context: &Context, value: Value) -> Self {
        number::constant(context, value).map_or(Self::Value(value), Self::Known)
    }

    /// The number, also that of a value that is a constant.
    pub(crate) fn known(self, context: &Context) -> Option<i64> {
        match self {
            Self::Known(number) => Some(number),
            Self::Value(value) => number::constant(context, value),
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

/// An expression of symbols that are numbers: a known number, one of the values, or the result of `affine.apply` on the values
/// that it needs, each once. The maps that compute these are composed with it.
pub(crate) fn apply(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    expr: AffineExpr,
    numbers: &[Number],
) -> Option<Number> {
    let context = rewriter.context();
    let mut values: Vec<Value> = Vec::new();
    let mut symbols: Vec<AffineExpr> = Vec::new();
    for number in numbers {
        symbols.push(match number {
            Number::Known(known) => context.affine_constant(*known),
            Number::Value(value) => {
                values.push(*value);
                context.affine_symbol((values.len() - 1) as u32)
            }
        });
    }
    let mut map = AppliedMap {
        results: vec![expr.replace_inputs(context, &[], &symbols).ok()?],
        dims: Vec::new(),
        symbols: values,
    };
    map.compose(context)?;
    map.simplify(context)?;
    Some(match map.results[0].kind(context) {
        AffineExprKind::Constant(known) => Number::Known(known),
        AffineExprKind::Dim(dim) => Number::Value(map.dims[dim as usize]),
        AffineExprKind::Symbol(symbol) => Number::Value(map.symbols[symbol as usize]),
        AffineExprKind::Binary { .. } => {
            let attribute = context.affine_map_attribute(map.map(context)?);
            let value = Make::new("affine.apply", &map.operands(), &[context.index_type()])
                .with(&[("map", attribute)])
                .value(rewriter, location);
            Number::Value(value)
        }
    })
}
