//! The simplifications that every operation goes through: MLIR's, so that text is equal.

use crate::affine::expr::{AffineExprKind, AffineOp};
use crate::context::Context;
use crate::id::AffineExpr;

impl Context {
    /// An operation after MLIR's simplifications.
    pub(super) fn simplified(&self, op: AffineOp, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
        let simpler = match op {
            AffineOp::Add => self.simplify_add(lhs, rhs),
            AffineOp::Mul => self.simplify_mul(lhs, rhs),
            AffineOp::Mod => self.simplify_mod(lhs, rhs),
            AffineOp::FloorDiv | AffineOp::CeilDiv => self.simplify_div(op, lhs, rhs),
        };
        simpler.unwrap_or_else(|| self.unsimplified(op, lhs, rhs))
    }

    fn add(&self, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
        self.simplified(AffineOp::Add, lhs, rhs)
    }

    fn mul(&self, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
        self.simplified(AffineOp::Mul, lhs, rhs)
    }

    /// Whether an addition or product is written the other way round: constants last, then symbols, and two
    /// dimensions or two symbols in their order.
    fn is_swapped(&self, lhs: AffineExpr, rhs: AffineExpr) -> bool {
        match (lhs.kind(self), rhs.kind(self)) {
            (AffineExprKind::Constant(_), _) => true,
            (AffineExprKind::Dim(left), AffineExprKind::Dim(right))
            | (AffineExprKind::Symbol(left), AffineExprKind::Symbol(right)) => left > right,
            _ => lhs.is_symbolic_or_constant(self) && !rhs.is_symbolic_or_constant(self),
        }
    }

    fn simplify_add(&self, lhs: AffineExpr, rhs: AffineExpr) -> Option<AffineExpr> {
        let constant = rhs.constant(self);
        if let (Some(left), Some(right)) = (lhs.constant(self), constant) {
            return Some(self.affine_constant(left.checked_add(right)?));
        }
        if self.is_swapped(lhs, rhs) {
            return Some(self.add(rhs, lhs));
        }
        if constant == Some(0) {
            return Some(lhs);
        }
        let left_sum = lhs
            .operands(self, AffineOp::Add)
            .and_then(|(base, added)| Some((base, added.constant(self)?)));
        // (e + 2) + 3 is e + 5.
        if let (Some((base, added)), Some(constant)) = (left_sum, constant) {
            return Some(self.add(base, self.affine_constant(added.wrapping_add(constant))));
        }
        // e * 2 + e * 3 is e * 5.
        let ((left, left_factor), (right, right_factor)) = (self.split_factor(lhs), self.split_factor(rhs));
        if left == right {
            let factor = left_factor.wrapping_add(right_factor);
            return Some(self.mul(left, self.affine_constant(factor)));
        }
        // (e + 2) + f is (e + f) + 2.
        if let Some((base, added)) = left_sum {
            return Some(self.add(self.add(base, rhs), self.affine_constant(added)));
        }
        self.remainder(lhs, rhs)
    }

    /// The expression and its constant factor.
    fn split_factor(&self, expr: AffineExpr) -> (AffineExpr, i64) {
        expr.operands(self, AffineOp::Mul)
            .and_then(|(base, factor)| Some((base, factor.constant(self)?)))
            .unwrap_or((expr, 1))
    }

    /// `e - (e floordiv q) * q` as `e mod q`, for a positive constant or a symbolic `q`.
    fn remainder(&self, lhs: AffineExpr, rhs: AffineExpr) -> Option<AffineExpr> {
        let (product, factor) = rhs.operands(self, AffineOp::Mul)?;
        // ((e floordiv q) * q) * -1.
        if factor.constant(self) == Some(-1)
            && let Some((quotient, by)) = product.operands(self, AffineOp::Mul)
        {
            let (dividend, divisor) = quotient.operands(self, AffineOp::FloorDiv)?;
            if divisor == by && dividend == lhs {
                return Some(self.simplified(AffineOp::Mod, lhs, by));
            }
        }
        // (e floordiv 4) * -4.
        let (dividend, divisor) = product.operands(self, AffineOp::FloorDiv)?;
        let by = divisor.constant(self).filter(|by| *by > 0);
        if by.is_some_and(|by| dividend == lhs && factor.constant(self) == Some(-by)) {
            return Some(self.simplified(AffineOp::Mod, lhs, divisor));
        }
        // f + e - (e floordiv 4) * 4: the last operand of the sum can be the dividend.
        let (first, last) = lhs.operands(self, AffineOp::Add)?;
        Some(self.add(first, self.simplify_add(last, rhs)?))
    }

    fn simplify_mul(&self, lhs: AffineExpr, rhs: AffineExpr) -> Option<AffineExpr> {
        let constant = rhs.constant(self);
        if let (Some(left), Some(right)) = (lhs.constant(self), constant) {
            return Some(self.affine_constant(left.checked_mul(right)?));
        }
        if self.is_swapped(lhs, rhs) {
            return Some(self.mul(rhs, lhs));
        }
        match constant {
            Some(1) => return Some(lhs),
            Some(0) => return Some(rhs),
            _ => {}
        }
        let (base, factor) = lhs.operands(self, AffineOp::Mul)?;
        let value = factor.constant(self)?;
        Some(match constant {
            // (e * 2) * 3 is e * 6.
            Some(constant) => self.mul(base, self.affine_constant(value.wrapping_mul(constant))),
            // (e * 2) * s is (e * s) * 2.
            None => self.mul(self.mul(base, rhs), factor),
        })
    }

    fn simplify_div(&self, op: AffineOp, lhs: AffineExpr, rhs: AffineExpr) -> Option<AffineExpr> {
        // Division by zero is undefined and kept.
        let by = rhs.constant(self).filter(|by| *by != 0)?;
        if let Some(value) = lhs.constant(self) {
            let quotient = value.checked_div_euclid(by)?;
            let inexact = value.wrapping_rem(by) != 0;
            // Euclid's quotient is the floor for positive divisors and the ceiling for negative ones.
            let quotient = match op {
                AffineOp::FloorDiv => quotient - i64::from(inexact && by < 0),
                _ => quotient + i64::from(inexact && by > 0),
            };
            return Some(self.affine_constant(quotient));
        }
        if by == 1 {
            return Some(lhs);
        }
        // (e * 128) floordiv 64 is e * 2.
        if let Some((base, factor)) = lhs.operands(self, AffineOp::Mul)
            && let Some(factor) = factor.constant(self)
            && factor.checked_rem(by) == Some(0)
        {
            return Some(self.mul(base, self.affine_constant(factor / by)));
        }
        if op == AffineOp::CeilDiv {
            return None;
        }
        // (e * 8 + f) floordiv 4 is e * 2 + f floordiv 4.
        let (left, right) = lhs.operands(self, AffineOp::Add)?;
        self.is_multiple(left, by)
            .then_some(())
            .or_else(|| self.is_multiple(right, by).then_some(()))?;
        Some(self.add(self.simplified(op, left, rhs), self.simplified(op, right, rhs)))
    }

    fn simplify_mod(&self, lhs: AffineExpr, rhs: AffineExpr) -> Option<AffineExpr> {
        // The remainder by what is not positive is undefined and kept.
        let by = rhs.constant(self).filter(|by| *by >= 1)?;
        if let Some(value) = lhs.constant(self) {
            return Some(self.affine_constant(value.rem_euclid(by)));
        }
        if self.is_multiple(lhs, by) {
            return Some(self.affine_constant(0));
        }
        if let Some((left, right)) = lhs.operands(self, AffineOp::Add) {
            if self.is_multiple(left, by) {
                return Some(self.simplified(AffineOp::Mod, right, rhs));
            }
            if self.is_multiple(right, by) {
                return Some(self.simplified(AffineOp::Mod, left, rhs));
            }
        }
        // (e mod 8) mod 4 is e mod 4.
        let (base, inner) = lhs.operands(self, AffineOp::Mod)?;
        let inner = inner.constant(self).filter(|inner| *inner >= 1)?;
        (inner % by == 0).then(|| self.simplified(AffineOp::Mod, base, rhs))
    }

    fn is_multiple(&self, expr: AffineExpr, of: i64) -> bool {
        expr.largest_known_divisor(self).wrapping_rem(of) == 0
    }
}
