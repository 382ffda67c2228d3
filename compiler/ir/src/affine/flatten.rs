//! Simplification by flattening: sums of multiples of dimensions, symbols and quotients.
//!
//! Invariant: a flat form equals its expression. Each quotient that stays has a number; equal quotients have one number,
//! so that `d0 mod 4`, which is `d0 - (d0 floordiv 4) * 4`, cancels against other uses of the quotient.

use std::collections::BTreeMap;

use crate::affine::expr::{AffineExprKind, AffineOp, gcd};
use crate::context::Context;
use crate::error::Error;
use crate::id::AffineExpr;

/// What a coefficient belongs to, in the order of the text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Term {
    Dim(u32),
    Symbol(u32),
    Quotient(usize),
    One,
}

/// Coefficients that are not 0.
type Flat = BTreeMap<Term, i64>;

struct Flattener<'c> {
    context: &'c Context,
    quotients: Vec<AffineExpr>,
}

impl Flattener<'_> {
    /// The flat form of a pure affine expression; `None` if a divisor is not positive or a coefficient overflows.
    fn flatten(&mut self, expr: AffineExpr) -> Option<Flat> {
        let term = match expr.kind(self.context) {
            AffineExprKind::Dim(dim) => (Term::Dim(dim), 1),
            AffineExprKind::Symbol(symbol) => (Term::Symbol(symbol), 1),
            AffineExprKind::Constant(value) => (Term::One, value),
            AffineExprKind::Binary { op, lhs, rhs } => {
                let flat = self.flatten(lhs)?;
                if op == AffineOp::Add {
                    return add(flat, self.flatten(rhs)?);
                }
                let constant = rhs.constant(self.context)?;
                return match op {
                    AffineOp::Add | AffineOp::Mul => multiply(flat, constant),
                    AffineOp::Mod => self.remainder(flat, constant),
                    AffineOp::FloorDiv | AffineOp::CeilDiv => self.divide(op, flat, constant),
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
        let known = self.quotients.iter().position(|known| *known == quotient);
        let number = known.unwrap_or_else(|| {
            self.quotients.push(quotient);
            self.quotients.len() - 1
        });
        Some(Flat::from([(Term::Quotient(number), 1)]))
    }

    /// The expression of a flat form.
    fn expression(&self, flat: &Flat) -> AffineExpr {
        let context = self.context;
        let zero = context.affine_constant(0);
        flat.iter().fold(zero, |sum, (term, coefficient)| {
            let factor = context.affine_constant(*coefficient);
            let term = match term {
                Term::Dim(dim) => context.affine_dim(*dim),
                Term::Symbol(symbol) => context.affine_symbol(*symbol),
                Term::Quotient(number) => self.quotients[*number],
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
    /// The expression simplified as a whole: terms are collected, and quotients reduced.
    ///
    /// Only expressions whose factors and divisors are constants, the pure affine ones, are flattened; in others,
    /// divisions by a symbol that divides the dividend are carried out.
    ///
    /// # Errors
    /// If the result is too deep.
    pub fn simplify(self, context: &Context) -> Result<AffineExpr, Error> {
        let expr = match self.is_pure_affine(context) {
            true => self,
            false => context.divide_by_symbols(self),
        };
        if !expr.is_pure_affine(context) {
            return context.check_depth(expr);
        }
        let mut flattener = Flattener {
            context,
            quotients: Vec::new(),
        };
        let flat = flattener.flatten(expr);
        context.check_depth(flat.map_or(expr, |flat| flattener.expression(&flat)))
    }
}

impl Context {
    /// The expression without divisions whose divisor is a symbol that divides the dividend.
    fn divide_by_symbols(&self, expr: AffineExpr) -> AffineExpr {
        let AffineExprKind::Binary { op, lhs, rhs } = expr.kind(self) else {
            return expr;
        };
        let (lhs, rhs) = (self.divide_by_symbols(lhs), self.divide_by_symbols(rhs));
        let by_symbol = matches!(op, AffineOp::Mod | AffineOp::FloorDiv | AffineOp::CeilDiv)
            && matches!(rhs.kind(self), AffineExprKind::Symbol(_));
        match self.divided(op, lhs, rhs).filter(|_| by_symbol) {
            Some(_) if op == AffineOp::Mod => self.affine_constant(0),
            Some(quotient) => quotient,
            None => self.simplified(op, lhs, rhs),
        }
    }

    /// The exact quotient of an expression and a symbol, if the symbol is a factor of every term.
    fn divided(&self, by: AffineOp, expr: AffineExpr, symbol: AffineExpr) -> Option<AffineExpr> {
        match expr.kind(self) {
            _ if expr == symbol => Some(self.affine_constant(1)),
            AffineExprKind::Constant(0) => Some(expr),
            AffineExprKind::Binary { op, lhs, rhs } => {
                let left = self.divided(by, lhs, symbol);
                let right = || self.divided(by, rhs, symbol);
                Some(match op {
                    AffineOp::Add | AffineOp::Mod => self.simplified(op, left?, right()?),
                    AffineOp::Mul => match left {
                        Some(left) => self.simplified(op, left, rhs),
                        None => self.simplified(op, lhs, right()?),
                    },
                    // A quotient is divided by dividing its dividend, if both round alike.
                    AffineOp::FloorDiv | AffineOp::CeilDiv if op == by => self.simplified(op, left?, rhs),
                    AffineOp::FloorDiv | AffineOp::CeilDiv => return None,
                })
            }
            _ => None,
        }
    }
}
