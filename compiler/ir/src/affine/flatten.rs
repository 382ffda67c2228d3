//! Simplification by flattening: sums of multiples of dimensions, symbols and parts.
//!
//! Invariant: a flat form equals its expression. A quotient, or a product or remainder by what is no constant, is a part
//! with a number; equal parts have one number, so that `d0 mod 4`, which is `d0 - (d0 floordiv 4) * 4`, cancels against
//! other uses of the quotient. A part of the expression that is shared is flattened once.

use std::collections::{BTreeMap, HashMap, HashSet};

use foldhash::fast::FixedState;

use crate::affine::divide::SymbolDivision;
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
    /// The number of each part.
    numbers: HashMap<AffineExpr, usize, FixedState>,
    /// The operations that are operands more than once, with their flat form when it is known.
    shared: HashMap<AffineExpr, Option<Flat>, FixedState>,
}

/// The operations in an expression that are operands more than once.
fn shared(context: &Context, expr: AffineExpr) -> HashMap<AffineExpr, Option<Flat>, FixedState> {
    let (mut seen, mut shared) = (HashSet::new(), HashMap::default());
    let mut pending = vec![expr];
    while let Some(expr) = pending.pop() {
        if let AffineExprKind::Binary { lhs, rhs, .. } = expr.kind(context) {
            match seen.insert(expr) {
                true => pending.extend([lhs, rhs]),
                false => drop(shared.insert(expr, None)),
            }
        }
    }
    shared
}

impl Flattener<'_> {
    /// The flat form of an expression; `None` if a divisor is not positive or a coefficient overflows.
    fn flatten(&mut self, expr: AffineExpr) -> Option<Flat> {
        match self.shared.get(&expr) {
            None => self.flatten_once(expr),
            Some(Some(known)) => Some(known.clone()),
            Some(None) => {
                let flat = self.flatten_once(expr)?;
                self.shared.insert(expr, Some(flat.clone()));
                Some(flat)
            }
        }
    }

    fn flatten_once(&mut self, expr: AffineExpr) -> Option<Flat> {
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
        let number = *self.numbers.entry(part).or_insert_with(|| {
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
    /// a dimension or symbol and another operand are next to those with the same dimension or symbol alone.
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
        if self.is_flat(context) {
            return Ok(self);
        }
        let expr = match self.is_pure_affine(context) {
            true => self,
            false => SymbolDivision::new(context).apply(self),
        };
        let mut flattener = Flattener {
            context,
            parts: Vec::new(),
            numbers: HashMap::default(),
            shared: shared(context, expr),
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

    /// Whether the expression is a sum of multiples of dimensions, symbols and 1 in the order in which a flat form is written.
    fn is_flat(self, context: &Context) -> bool {
        let (mut at, mut behind) = (self, None);
        loop {
            let (rest, term) = match at.kind(context) {
                AffineExprKind::Binary {
                    op: AffineOp::Add,
                    lhs,
                    rhs,
                } => (Some(lhs), rhs),
                _ => (None, at),
            };
            let (input, factor) = match term.kind(context) {
                AffineExprKind::Binary {
                    op: AffineOp::Mul,
                    lhs,
                    rhs,
                } => match rhs.constant(context) {
                    None => return false,
                    factor => (lhs.kind(context), factor),
                },
                kind => (kind, None),
            };
            let term = match (input, factor) {
                (_, Some(0 | 1)) => return false,
                (AffineExprKind::Dim(dim), _) => Term::Dim(dim),
                (AffineExprKind::Symbol(symbol), _) => Term::Symbol(symbol),
                (AffineExprKind::Constant(_), None) => Term::One,
                _ => return false,
            };
            if behind.is_some_and(|behind| term >= behind) {
                return false;
            }
            behind = Some(term);
            match rest {
                Some(rest) => at = rest,
                None => return true,
            }
        }
    }
}
