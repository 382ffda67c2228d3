//! Simplification by flattening: sums of multiples of dimensions, symbols and parts.
//!
//! Invariant: a flat form equals its expression. A quotient, or a product or remainder by what is no constant, is a part
//! with a number; equal parts have one number, so that `d0 mod 4`, which is `d0 - (d0 floordiv 4) * 4`, cancels against
//! other uses of the quotient.

use std::collections::BTreeMap;

use crate::affine::expr::{AffineExprKind, AffineOp, gcd};
use crate::context::Context;
use crate::error::Error;
use crate::id::AffineExpr;

/// The factor beside a coefficient, in the order of the text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Term {
    Dim(u32),
    Symbol(u32),
    Part(usize),
    One,
}

/// Coefficients that are not 0.
type Flat = BTreeMap<Term, i64>;

struct Flattener<'c> {
    context: &'c Context,
    parts: Vec<AffineExpr>,
}

impl Flattener<'_> {
    /// The flat form of an expression; `None` if a divisor is not positive or a coefficient overflows.
    fn flatten(&mut self, expr: AffineExpr) -> Option<Flat> {
        let term = match expr.kind(self.context) {
            AffineExprKind::Dim(dim) => (Term::Dim(dim), 1),
            AffineExprKind::Symbol(symbol) => (Term::Symbol(symbol), 1),
            AffineExprKind::Constant(value) => (Term::One, value),
            AffineExprKind::Binary { op, lhs, rhs } => {
                let flat = self.flatten(lhs)?;
                return match (op, rhs.constant(self.context)) {
                    (AffineOp::Add, _) => add(flat, self.flatten(rhs)?),
                    (_, None) => {
                        let right = self.flatten(rhs)?;
                        let (lhs, rhs) = (self.expression(&flat), self.expression(&right));
                        Some(self.part(self.context.simplified(op, lhs, rhs)))
                    }
                    (AffineOp::Mul, Some(factor)) => multiply(flat, factor),
                    (AffineOp::Mod, Some(by)) => self.remainder(flat, by),
                    (AffineOp::FloorDiv | AffineOp::CeilDiv, Some(by)) => self.divide(op, flat, by),
                };
            }
        };
        Some(Flat::from(
            [term].into_iter().filter(|term| term.1 != 0).collect::<Flat>(),
        ))
    }

    fn remainder(&mut self, flat: Flat, by: i64) -> Option<Flat> {
        if by <= 0 {
            return None;
        }
        if flat.values().all(|coefficient| coefficient % by == 0) {
            return Some(Flat::new());
        }
        let quotient = self.divide(AffineOp::FloorDiv, flat.clone(), by)?;
        add(flat, multiply(quotient, by.checked_neg()?)?)
    }

    fn divide(&mut self, op: AffineOp, mut flat: Flat, by: i64) -> Option<Flat> {
        if by <= 0 {
            return None;
        }
        let divisor = flat
            .values()
            .fold(by, |divisor, coefficient| gcd(divisor, *coefficient));
        flat.values_mut().for_each(|coefficient| *coefficient /= divisor);
        let by = by / divisor;
        if by == 1 {
            return Some(flat);
        }
        let dividend = self.expression(&flat);
        let quotient = self
            .context
            .simplified(op, dividend, self.context.affine_constant(by));
        Some(self.part(quotient))
    }

    /// The flat form that is one part.
    fn part(&mut self, part: AffineExpr) -> Flat {
        let known = self.parts.iter().position(|known| *known == part);
        let number = known.unwrap_or_else(|| {
            self.parts.push(part);
            self.parts.len() - 1
        });
        Flat::from([(Term::Part(number), 1)])
    }

    /// The expression of a flat form: dimensions, symbols, parts, then the constant.
    fn expression(&self, flat: &Flat) -> AffineExpr {
        self.sum(flat.iter().map(|(term, coefficient)| (*term, *coefficient)))
    }

    /// As [`expression`](Self::expression), in the order in which MLIR writes sums with products by symbols: terms with
    /// a dimension or symbol and another operand stand beside those with the same dimension or symbol alone.
    fn sorted_expression(&self, flat: &Flat) -> AffineExpr {
        let mut terms: Vec<(Term, i64)> = flat
            .iter()
            .map(|(term, coefficient)| (*term, *coefficient))
            .collect();
        terms.sort_by_cached_key(|(term, _)| self.place(*term));
        self.sum(terms.into_iter())
    }

    /// Where a term stands: a group, the position of its first dimension or symbol, and a rank among those.
    fn place(&self, term: Term) -> (u8, u32, i64) {
        // Before and after all symbols that multiply a dimension of the same position.
        const DIMS: i64 = -1 << 32;
        const SYMBOLS: i64 = 1 << 32;
        let (number, expr) = match term {
            Term::Dim(dim) => return (0, dim, DIMS),
            Term::Symbol(symbol) => return (0, symbol, SYMBOLS),
            Term::One => return (2, 0, 0),
            Term::Part(number) => (number as i64, self.parts[number]),
        };
        let AffineExprKind::Binary { lhs, rhs, .. } = expr.kind(self.context) else {
            return (1, 0, number);
        };
        match (lhs.kind(self.context), rhs.kind(self.context)) {
            (AffineExprKind::Dim(dim), AffineExprKind::Constant(_)) => (0, dim, -1 - number),
            (AffineExprKind::Dim(dim), AffineExprKind::Symbol(symbol)) => (0, dim, i64::from(symbol)),
            (AffineExprKind::Symbol(symbol), AffineExprKind::Symbol(_) | AffineExprKind::Constant(_)) => {
                (0, symbol, SYMBOLS + 1 + number)
            }
            _ => (1, 0, number),
        }
    }

    fn sum(&self, terms: impl Iterator<Item = (Term, i64)>) -> AffineExpr {
        let context = self.context;
        let zero = context.affine_constant(0);
        terms.fold(zero, |sum, (term, coefficient)| {
            let factor = context.affine_constant(coefficient);
            let term = match term {
                Term::Dim(dim) => context.affine_dim(dim),
                Term::Symbol(symbol) => context.affine_symbol(symbol),
                Term::Part(number) => self.parts[number],
                Term::One => return context.simplified(AffineOp::Add, sum, factor),
            };
            let product = context.simplified(AffineOp::Mul, term, factor);
            context.simplified(AffineOp::Add, sum, product)
        })
    }
}

fn add(mut sum: Flat, other: Flat) -> Option<Flat> {
    for (term, coefficient) in other {
        let total = sum.get(&term).copied().unwrap_or(0).checked_add(coefficient)?;
        match total {
            0 => sum.remove(&term),
            total => sum.insert(term, total),
        };
    }
    Some(sum)
}

fn multiply(flat: Flat, factor: i64) -> Option<Flat> {
    if factor == 0 {
        return Some(Flat::new());
    }
    flat.into_iter()
        .map(|(term, coefficient)| Some((term, coefficient.checked_mul(factor)?)))
        .collect()
}

impl AffineExpr {
    /// The expression simplified as a whole: terms are collected, quotients reduced, and divisions by a symbol that is a
    /// factor of the dividend carried out.
    ///
    /// # Errors
    /// If the result is too deep.
    pub fn simplify(self, context: &Context) -> Result<AffineExpr, Error> {
        let expr = match self.is_pure_affine(context) {
            true => self,
            false => context.divide_by_symbols(self),
        };
        let mut flattener = Flattener {
            context,
            parts: Vec::new(),
        };
        let simplified = flattener.flatten(expr).map(|flat| {
            let plain = flattener.expression(&flat);
            match expr.is_pure_affine(context) || plain == expr {
                true => plain,
                false => flattener.sorted_expression(&flat),
            }
        });
        context.check_depth(simplified.unwrap_or(expr))
    }
}

impl Context {
    /// The expression without divisions whose divisor is a symbol that divides the dividend.
    fn divide_by_symbols(&self, expr: AffineExpr) -> AffineExpr {
        let AffineExprKind::Binary { op, lhs, rhs } = expr.kind(self) else {
            return expr;
        };
        let original = lhs;
        let (lhs, rhs) = (self.divide_by_symbols(lhs), self.divide_by_symbols(rhs));
        let by_symbol = matches!(op, AffineOp::Mod | AffineOp::FloorDiv | AffineOp::CeilDiv)
            && matches!(rhs.kind(self), AffineExprKind::Symbol(_))
            && self.divided(op, original, rhs).is_some();
        match self.divided(op, lhs, rhs).filter(|_| by_symbol) {
            Some(_) if op == AffineOp::Mod => self.affine_constant(0),
            Some(quotient) => quotient,
            None => self.simplified(op, lhs, rhs),
        }
    }

    /// The exact quotient of an expression and a symbol, if the symbol is a factor of every term. `by` is the operation
    /// whose operand the expression is.
    fn divided(&self, by: AffineOp, expr: AffineExpr, symbol: AffineExpr) -> Option<AffineExpr> {
        match expr.kind(self) {
            _ if expr == symbol => Some(self.affine_constant(1)),
            AffineExprKind::Constant(0) => Some(expr),
            AffineExprKind::Binary { op, lhs, rhs } => {
                let left = self.divided(op, lhs, symbol);
                let right = || self.divided(op, rhs, symbol);
                Some(match op {
                    AffineOp::Add | AffineOp::Mod => self.simplified(op, left?, right()?),
                    AffineOp::Mul => match left {
                        Some(left) => self.simplified(op, left, rhs),
                        None => self.simplified(op, lhs, right()?),
                    },
                    // A quotient of a quotient is that of the divided dividend, if both round alike.
                    AffineOp::FloorDiv | AffineOp::CeilDiv if op == by => self.simplified(op, left?, rhs),
                    AffineOp::FloorDiv | AffineOp::CeilDiv => return None,
                })
            }
            _ => None,
        }
    }
}
