//! Sums of multiples of values and a constant.

use tvmlike_dialects::AppliedMap;
use tvmlike_ir::{AffineExpr, AffineExprKind, AffineOp, Context, Value};

use crate::number;
use crate::strided_metadata::Number;

/// `terms + constant`; no value is twice among the terms, and no factor is 0.
#[derive(Clone, Default)]
pub(super) struct Linear {
    terms: Vec<(Value, i128)>,
    constant: i128,
}

impl Linear {
    pub(super) fn known(constant: i64) -> Self {
        Self {
            terms: Vec::new(),
            constant: constant.into(),
        }
    }

    /// The number that it is.
    pub(super) fn constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    pub(super) fn of(context: &Context, number: Number) -> Self {
        match number {
            Number::Known(known) => Self::known(known),
            Number::Value(value) => Self::of_value(context, value),
        }
    }

    /// What the sums, products and applied maps that compute a value tell.
    fn of_value(context: &Context, value: Value) -> Self {
        let plain = Self {
            terms: vec![(value, 1)],
            constant: 0,
        };
        if let Some(known) = value
            .constant_value(context)
            .and_then(|known| number::of(context, known))
        {
            return Self::known(known);
        }
        let Some(op) = value.defining_op(context) else {
            return plain;
        };
        if op.is_named(context, "affine.apply") {
            let applied =
                AppliedMap::of(context, op).and_then(|map| Self::of_expr(context, &map, map.results[0]));
            return applied.unwrap_or(plain);
        }
        let operand = |index| {
            op.operand(context, index)
                .map(|value| Self::of_value(context, value))
        };
        let (Some(lhs), Some(rhs)) = (operand(0), operand(1)) else {
            return plain;
        };
        let sum = if op.is_named(context, "arith.addi") {
            lhs.plus(&rhs, 1)
        } else if op.is_named(context, "arith.subi") {
            lhs.plus(&rhs, -1)
        } else if op.is_named(context, "arith.muli") {
            lhs.times(&rhs)
        } else {
            None
        };
        sum.unwrap_or(plain)
    }

    fn of_expr(context: &Context, map: &AppliedMap, expr: AffineExpr) -> Option<Self> {
        match expr.kind(context) {
            AffineExprKind::Dim(dim) => Some(Self::of_value(context, *map.dims.get(dim as usize)?)),
            AffineExprKind::Symbol(symbol) => {
                Some(Self::of_value(context, *map.symbols.get(symbol as usize)?))
            }
            AffineExprKind::Constant(known) => Some(Self::known(known)),
            AffineExprKind::Binary { op, lhs, rhs } => {
                let (lhs, rhs) = (
                    Self::of_expr(context, map, lhs)?,
                    Self::of_expr(context, map, rhs)?,
                );
                match op {
                    AffineOp::Add => lhs.plus(&rhs, 1),
                    AffineOp::Mul => lhs.times(&rhs),
                    AffineOp::Mod | AffineOp::FloorDiv | AffineOp::CeilDiv => None,
                }
            }
        }
    }

    /// The sum with a multiple of another one. `None`: a number is too large.
    pub(super) fn plus(&self, other: &Self, factor: i128) -> Option<Self> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for (value, own) in &other.terms {
            let added = own.checked_mul(factor)?;
            match sum.terms.iter_mut().find(|(each, _)| each == value) {
                Some((_, coefficient)) => *coefficient = coefficient.checked_add(added)?,
                None => sum.terms.push((*value, added)),
            }
        }
        sum.terms.retain(|(_, coefficient)| *coefficient != 0);
        Some(sum)
    }

    /// The product, if one of both is known.
    pub(super) fn times(&self, other: &Self) -> Option<Self> {
        match (self.constant(), other.constant()) {
            (Some(factor), _) => Self::default().plus(other, factor),
            (_, Some(factor)) => Self::default().plus(self, factor),
            (None, None) => None,
        }
    }

    /// Whether both are known to be equal.
    pub(super) fn equals(&self, other: &Self) -> bool {
        self.plus(other, -1).and_then(|rest| rest.constant()) == Some(0)
    }

    /// Whether it is known to be at most the other one.
    pub(super) fn is_at_most(&self, other: &Self) -> bool {
        let rest = self.plus(other, -1).and_then(|rest| rest.constant());
        rest.is_some_and(|rest| rest <= 0)
    }
}
