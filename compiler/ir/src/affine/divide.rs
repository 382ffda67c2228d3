//! Division of affine expressions by symbols that are factors of the dividend.
//!
//! Invariant: each part of an expression is rebuilt once, and divided once by each symbol, however often it is shared.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use crate::affine::expr::{AffineExprKind, AffineOp};
use crate::affine::simplify::Simplifier;
use crate::context::Context;
use crate::id::AffineExpr;

/// Carries out the divisions in an expression.
pub(super) struct SymbolDivision<'c> {
    context: &'c Context,
    simplifier: Simplifier<'c>,
    applied: HashMap<AffineExpr, AffineExpr, FixedState>,
    /// The quotient of an operand and a symbol, by the operation around it as well.
    quotients: HashMap<(AffineOp, AffineExpr, AffineExpr), Option<AffineExpr>, FixedState>,
}

impl<'c> SymbolDivision<'c> {
    pub(super) fn new(context: &'c Context) -> Self {
        Self {
            context,
            simplifier: Simplifier::new(context),
            applied: HashMap::default(),
            quotients: HashMap::default(),
        }
    }

    /// The expression without divisions whose divisor is a symbol that divides the dividend.
    pub(super) fn apply(&mut self, expr: AffineExpr) -> AffineExpr {
        let AffineExprKind::Binary { op, lhs, rhs } = expr.kind(self.context) else {
            return expr;
        };
        if let Some(applied) = self.applied.get(&expr) {
            return *applied;
        }
        let original = lhs;
        let (lhs, rhs) = (self.apply(lhs), self.apply(rhs));
        let by_symbol = matches!(op, AffineOp::Mod | AffineOp::FloorDiv | AffineOp::CeilDiv)
            && matches!(rhs.kind(self.context), AffineExprKind::Symbol(_))
            && self.divided(op, original, rhs).is_some();
        let quotient = match by_symbol {
            true => self.divided(op, lhs, rhs),
            false => None,
        };
        let applied = match quotient {
            Some(_) if op == AffineOp::Mod => self.context.affine_constant(0),
            Some(quotient) => quotient,
            None => self.simplifier.simplify(op, lhs, rhs),
        };
        self.applied.insert(expr, applied);
        applied
    }

    /// The exact quotient of an expression and a symbol, if the symbol is a factor of every term. `by` is the operation
    /// whose operand the expression is.
    fn divided(&mut self, by: AffineOp, expr: AffineExpr, symbol: AffineExpr) -> Option<AffineExpr> {
        if expr == symbol {
            return Some(self.context.affine_constant(1));
        }
        let AffineExprKind::Binary { op, lhs, rhs } = expr.kind(self.context) else {
            return (expr.constant(self.context) == Some(0)).then_some(expr);
        };
        let key = (by, expr, symbol);
        if let Some(known) = self.quotients.get(&key) {
            return *known;
        }
        let quotient = self.divided_operation(by, (op, lhs, rhs), symbol);
        self.quotients.insert(key, quotient);
        quotient
    }

    fn divided_operation(
        &mut self,
        by: AffineOp,
        (op, lhs, rhs): (AffineOp, AffineExpr, AffineExpr),
        symbol: AffineExpr,
    ) -> Option<AffineExpr> {
        let left = self.divided(op, lhs, symbol);
        let (left, right) = match op {
            AffineOp::Add | AffineOp::Mod => (left?, self.divided(op, rhs, symbol)?),
            AffineOp::Mul => match left {
                Some(left) => (left, rhs),
                None => (lhs, self.divided(op, rhs, symbol)?),
            },
            // A quotient of a quotient is that of the divided dividend, if both round alike.
            AffineOp::FloorDiv | AffineOp::CeilDiv if op == by => (left?, rhs),
            AffineOp::FloorDiv | AffineOp::CeilDiv => return None,
        };
        Some(self.simplifier.simplify(op, left, right))
    }
}
