//! The simplifications that every operation goes through: MLIR's, so that text is equal.
//!
//! Invariant: within one simplification each operation is simplified once, however often a part is shared.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use crate::affine::expr::{AffineExprKind, AffineOp};
use crate::context::Context;
use crate::id::AffineExpr;

/// Simplifies operations, and remembers those that it met on the way.
pub(super) struct Simplifier<'c> {
    context: &'c Context,
    done: HashMap<(AffineOp, AffineExpr, AffineExpr), AffineExpr, FixedState>,
}

impl Context {
    /// An operation after MLIR's simplifications.
    pub(super) fn simplified(&self, op: AffineOp, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
        Simplifier::new(self).simplify(op, lhs, rhs)
    }
}

impl<'c> Simplifier<'c> {
    pub(super) fn new(context: &'c Context) -> Self {
        Self {
            context,
            done: HashMap::default(),
        }
    }

    /// An operation after MLIR's simplifications.
    pub(super) fn simplify(&mut self, op: AffineOp, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
        let simpler = match op {
            AffineOp::Add => self.simplify_add(lhs, rhs),
            AffineOp::Mul => self.simplify_mul(lhs, rhs),
            AffineOp::Mod => self.simplify_mod(lhs, rhs),
            AffineOp::FloorDiv | AffineOp::CeilDiv => self.simplify_div(op, lhs, rhs),
        };
        simpler.unwrap_or_else(|| self.context.unsimplified(op, lhs, rhs))
    }

    /// An operation that is a part of the one to simplify.
    fn part(&mut self, op: AffineOp, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
        if let Some(done) = self.done.get(&(op, lhs, rhs)) {
            return *done;
        }
        let simplified = self.simplify(op, lhs, rhs);
        self.done.insert((op, lhs, rhs), simplified);
        simplified
    }

    fn add(&mut self, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
        self.part(AffineOp::Add, lhs, rhs)
    }

    fn mul(&mut self, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
        self.part(AffineOp::Mul, lhs, rhs)
    }

    /// Whether an addition or product is written the other way round: constants last, then symbols, and two
    /// dimensions or two symbols in their order.
    fn is_swapped(&self, lhs: AffineExpr, rhs: AffineExpr) -> bool {
        match (lhs.kind(self.context), rhs.kind(self.context)) {
            (AffineExprKind::Constant(_), _) => true,
            (AffineExprKind::Dim(left), AffineExprKind::Dim(right))
            | (AffineExprKind::Symbol(left), AffineExprKind::Symbol(right)) => left > right,
            _ => lhs.is_symbolic_or_constant(self.context) && !rhs.is_symbolic_or_constant(self.context),
        }
    }

    fn simplify_add(&mut self, lhs: AffineExpr, rhs: AffineExpr) -> Option<AffineExpr> {
        let constant = rhs.constant(self.context);
        if let (Some(left), Some(right)) = (lhs.constant(self.context), constant) {
            return Some(self.context.affine_constant(left.checked_add(right)?));
        }
        if self.is_swapped(lhs, rhs) {
            return Some(self.add(rhs, lhs));
        }
        if constant == Some(0) {
            return Some(lhs);
        }
        let left_sum = lhs
            .operands(self.context, AffineOp::Add)
            .and_then(|(base, added)| Some((base, added.constant(self.context)?)));
        // (e + 2) + 3 is e + 5.
        if let (Some((base, added)), Some(constant)) = (left_sum, constant) {
            return Some(self.add(base, self.context.affine_constant(added.wrapping_add(constant))));
        }
        // e * 2 + e * 3 is e * 5.
        let ((left, left_factor), (right, right_factor)) = (self.split_factor(lhs), self.split_factor(rhs));
        if left == right {
            let factor = left_factor.wrapping_add(right_factor);
            return Some(self.mul(left, self.context.affine_constant(factor)));
        }
        // (e + 2) + f is (e + f) + 2.
        if let Some((base, added)) = left_sum {
            let sum = self.add(base, rhs);
            return Some(self.add(sum, self.context.affine_constant(added)));
        }
        self.remainder(lhs, rhs)
    }

    /// The expression and its constant factor.
    fn split_factor(&self, expr: AffineExpr) -> (AffineExpr, i64) {
        expr.operands(self.context, AffineOp::Mul)
            .and_then(|(base, factor)| Some((base, factor.constant(self.context)?)))
            .unwrap_or((expr, 1))
    }

    /// `e - (e floordiv q) * q` as `e mod q`, for a positive constant or a symbolic `q`.
    fn remainder(&mut self, lhs: AffineExpr, rhs: AffineExpr) -> Option<AffineExpr> {
        let (product, factor) = rhs.operands(self.context, AffineOp::Mul)?;
        // ((e floordiv q) * q) * -1.
        if factor.constant(self.context) == Some(-1)
            && let Some((quotient, by)) = product.operands(self.context, AffineOp::Mul)
        {
            let (dividend, divisor) = quotient.operands(self.context, AffineOp::FloorDiv)?;
            if divisor == by && dividend == lhs {
                return Some(self.part(AffineOp::Mod, lhs, by));
            }
        }
        // (e floordiv 4) * -4.
        let (dividend, divisor) = product.operands(self.context, AffineOp::FloorDiv)?;
        let by = divisor.constant(self.context).filter(|by| *by > 0);
        if by.is_some_and(|by| dividend == lhs && factor.constant(self.context) == Some(-by)) {
            return Some(self.part(AffineOp::Mod, lhs, divisor));
        }
        // f + e - (e floordiv 4) * 4: the last operand of the sum can be the dividend.
        let (first, last) = lhs.operands(self.context, AffineOp::Add)?;
        let last = self.simplify_add(last, rhs)?;
        Some(self.add(first, last))
    }

    fn simplify_mul(&mut self, lhs: AffineExpr, rhs: AffineExpr) -> Option<AffineExpr> {
        let constant = rhs.constant(self.context);
        if let (Some(left), Some(right)) = (lhs.constant(self.context), constant) {
            return Some(self.context.affine_constant(left.checked_mul(right)?));
        }
        if self.is_swapped(lhs, rhs) {
            return Some(self.mul(rhs, lhs));
        }
        match constant {
            Some(1) => return Some(lhs),
            Some(0) => return Some(rhs),
            _ => {}
        }
        let (base, factor) = lhs.operands(self.context, AffineOp::Mul)?;
        let value = factor.constant(self.context)?;
        Some(match constant {
            // (e * 2) * 3 is e * 6.
            Some(constant) => self.mul(base, self.context.affine_constant(value.wrapping_mul(constant))),
            // (e * 2) * s is (e * s) * 2.
            None => {
                let product = self.mul(base, rhs);
                self.mul(product, factor)
            }
        })
    }

    fn simplify_div(&mut self, op: AffineOp, lhs: AffineExpr, rhs: AffineExpr) -> Option<AffineExpr> {
        // Division by zero is undefined and kept.
        let by = rhs.constant(self.context).filter(|by| *by != 0)?;
        if let Some(value) = lhs.constant(self.context) {
            let quotient = value.checked_div_euclid(by)?;
            let inexact = value.wrapping_rem(by) != 0;
            // Euclid's quotient is the floor for positive divisors and the ceiling for negative ones.
            let quotient = match op {
                AffineOp::FloorDiv => quotient - i64::from(inexact && by < 0),
                _ => quotient + i64::from(inexact && by > 0),
            };
            return Some(self.context.affine_constant(quotient));
        }
        if by == 1 {
            return Some(lhs);
        }
        // (e * 128) floordiv 64 is e * 2.
        if let Some((base, factor)) = lhs.operands(self.context, AffineOp::Mul)
            && let Some(factor) = factor.constant(self.context)
            && factor.checked_rem(by) == Some(0)
        {
            return Some(self.mul(base, self.context.affine_constant(factor / by)));
        }
        if op == AffineOp::CeilDiv {
            return None;
        }
        // (e * 8 + f) floordiv 4 is e * 2 + f floordiv 4.
        let (left, right) = lhs.operands(self.context, AffineOp::Add)?;
        self.is_multiple(left, by)
            .then_some(())
            .or_else(|| self.is_multiple(right, by).then_some(()))?;
        let (left, right) = (self.part(op, left, rhs), self.part(op, right, rhs));
        Some(self.add(left, right))
    }

    fn simplify_mod(&mut self, lhs: AffineExpr, rhs: AffineExpr) -> Option<AffineExpr> {
        // The remainder by what is not positive is undefined and kept.
        let by = rhs.constant(self.context).filter(|by| *by >= 1)?;
        if let Some(value) = lhs.constant(self.context) {
            return Some(self.context.affine_constant(value.rem_euclid(by)));
        }
        if self.is_multiple(lhs, by) {
            return Some(self.context.affine_constant(0));
        }
        if let Some((left, right)) = lhs.operands(self.context, AffineOp::Add) {
            if self.is_multiple(left, by) {
                return Some(self.part(AffineOp::Mod, right, rhs));
            }
            if self.is_multiple(right, by) {
                return Some(self.part(AffineOp::Mod, left, rhs));
            }
        }
        // (e mod 8) mod 4 is e mod 4.
        let (base, inner) = lhs.operands(self.context, AffineOp::Mod)?;
        let inner = inner.constant(self.context).filter(|inner| *inner >= 1)?;
        (inner % by == 0).then(|| self.part(AffineOp::Mod, base, rhs))
    }

    fn is_multiple(&self, expr: AffineExpr, of: i64) -> bool {
        expr.largest_known_divisor(self.context).wrapping_rem(of) == 0
    }
}
