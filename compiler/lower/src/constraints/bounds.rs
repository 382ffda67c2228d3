//! Expressions that bound a dimension, of the other dimensions and the symbols.

use std::ops::Range;

use tvmlike_ir::{AffineExpr, AffineOp, Context};

use super::row::{Row, constant, gcd};
use super::system::System;
use super::values::Constraints;

/// The expressions that a dimension is at least, and those that it is less than.
#[derive(Clone, Default, Debug)]
pub(crate) struct Slice {
    pub(crate) lower: Vec<AffineExpr>,
    pub(crate) upper: Vec<AffineExpr>,
}

/// Makes sums and quotients of expressions.
pub(super) struct Sums<'c>(pub(super) &'c Context);

impl Sums<'_> {
    fn number(&self, number: i128) -> Option<AffineExpr> {
        Some(self.0.affine_constant(i64::try_from(number).ok()?))
    }

    pub(super) fn binary(&self, op: AffineOp, lhs: AffineExpr, rhs: i128) -> Option<AffineExpr> {
        self.0.affine_binary(op, lhs, self.number(rhs)?).ok()
    }

    /// A sum of multiples of expressions and a constant. `None`: an expression is not known.
    pub(super) fn sum(
        &self,
        terms: impl IntoIterator<Item = (i128, Option<AffineExpr>)>,
        constant: i128,
    ) -> Option<AffineExpr> {
        let mut sum = self.0.affine_constant(0);
        for (coefficient, expr) in terms {
            if coefficient != 0 {
                let term = self.binary(AffineOp::Mul, expr?, coefficient)?;
                sum = self.0.affine_binary(AffineOp::Add, sum, term).ok()?;
            }
        }
        self.binary(AffineOp::Add, sum, constant)
    }

    fn negated(&self, expr: AffineExpr) -> Option<AffineExpr> {
        self.binary(AffineOp::Mul, expr, -1)
    }

    pub(super) fn floor(&self, expr: AffineExpr, by: i128) -> Option<AffineExpr> {
        self.binary(AffineOp::FloorDiv, expr, by)
    }
}

/// The terms of a row beside one variable.
pub(super) fn terms<'r>(
    row: &'r [i128],
    known: &'r [Option<AffineExpr>],
    without: usize,
) -> impl Iterator<Item = (i128, Option<AffineExpr>)> + 'r {
    let terms = row.iter().zip(known).enumerate();
    terms
        .filter(move |(column, _)| *column != without)
        .map(|(_, (coefficient, expr))| (*coefficient, *expr))
}

impl Constraints {
    /// The bounds of a dimension. The expressions count the dimensions without it. `None`: a number is too large.
    pub(super) fn slice(&mut self, context: &Context, dim: usize) -> Option<Slice> {
        self.slices(context, dim..dim + 1)?.pop()
    }

    /// The bounds of some dimensions, of the others: the expressions count the dimensions without these. `None`: a number is too
    /// large.
    pub(crate) fn slices(&mut self, context: &Context, range: Range<usize>) -> Option<Vec<Slice>> {
        let sums = Sums(context);
        self.system.normalize();
        let known = self.known_expressions(context, &range)?;
        let mut without_redundancy = None;
        let mut slices = Vec::new();
        for dim in range.clone() {
            if let Some(expr) = known[dim] {
                let lower = expr.simplify(context).ok()?;
                slices.push(Slice {
                    lower: vec![lower],
                    upper: vec![sums.binary(AffineOp::Add, lower, 1)?],
                });
                continue;
            }
            let mut slice = Slice::default();
            let is_found = self.system.locals == 0;
            if is_found {
                let system = match &without_redundancy {
                    Some(system) => system,
                    None => {
                        let mut system = self.system.clone();
                        system.remove_redundant()?;
                        without_redundancy.insert(system)
                    }
                };
                slice = plain_bounds(system, &sums, dim, &range, &known)?;
            }
            if (!is_found || slice.lower.len() != 1)
                && let Some(bound) = self.system.lower_bound(dim)?
            {
                slice.lower = vec![sums.number(bound)?];
            }
            if (!is_found || slice.upper.len() != 1)
                && let Some(bound) = self.system.upper_bound(dim)?
            {
                slice.upper = vec![sums.number(bound + 1)?];
            }
            slices.push(slice);
        }
        Some(slices)
    }

    /// The expressions of all variables but some dimensions, and of those that are expressions of the others.
    fn known_expressions(&self, context: &Context, range: &Range<usize>) -> Option<Vec<Option<AffineExpr>>> {
        let system = &self.system;
        let mut known: Vec<Option<AffineExpr>> = (0..system.dims)
            .map(|each| {
                let number = if each < range.end {
                    each
                } else {
                    each - range.len()
                };
                (!range.contains(&each)).then(|| context.affine_dim(number as u32))
            })
            .collect();
        known.extend((0..system.symbols).map(|symbol| Some(context.affine_symbol(symbol as u32))));
        known.resize(system.variables(), None);
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for variable in 0..system.variables() {
                if known[variable].is_none() && self.find(context, range, variable, &mut known)? {
                    is_changed = true;
                }
            }
        }
        Some(known)
    }

    /// Finds an expression for a variable. `None`: a number is too large.
    fn find(
        &self,
        context: &Context,
        range: &Range<usize>,
        variable: usize,
        known: &mut [Option<AffineExpr>],
    ) -> Option<bool> {
        let sums = Sums(context);
        let [lower, upper] = self.system.bounds(variable)?;
        if let (Some(lower), Some(upper)) = (lower, upper) {
            if lower == upper {
                known[variable] = Some(sums.number(lower)?);
                return Some(true);
            }
            if lower == 0 && upper >= 1 && self.find_remainder(&sums, range, variable, upper + 1, known)? {
                return Some(true);
            }
        }
        if let Some((dividend, divisor)) = self.quotient(variable, known) {
            let expr = sums.sum(terms(&dividend, known, variable), constant(&dividend))?;
            known[variable] = Some(sums.floor(expr, divisor)?);
            return Some(true);
        }
        let Some(row) = self.system.equalities.iter().find(|row| row[variable] != 0) else {
            return Some(false);
        };
        if terms(row, known, variable).any(|(coefficient, expr)| coefficient != 0 && expr.is_none()) {
            return Some(false);
        }
        let expr = sums.sum(terms(row, known, variable), constant(row))?;
        let expr = if row[variable] > 0 {
            sums.negated(expr)?
        } else {
            expr
        };
        known[variable] = Some(sums.floor(expr, row[variable].abs())?);
        Some(true)
    }

    /// Finds that a variable is the remainder of a dimension by a number, from an equality.
    fn find_remainder(
        &self,
        sums: &Sums<'_>,
        range: &Range<usize>,
        variable: usize,
        divisor: i128,
        known: &mut [Option<AffineExpr>],
    ) -> Option<bool> {
        let inputs = self.system.dims + self.system.symbols;
        for row in &self.system.equalities {
            let own = row[variable];
            if own == 0 || constant(row) != 0 {
                continue;
            }
            let mut quotients = Vec::new();
            let mut dividend = Vec::new();
            for column in (0..inputs).filter(|column| *column != variable && row[*column] != 0) {
                match row[column] % (divisor * own) {
                    0 => quotients.push((column, if (row[column] > 0) == (own > 0) { 1 } else { -1 })),
                    _ => dividend.push((row[column], known[column])),
                }
            }
            if dividend.iter().any(|(_, expr)| expr.is_none()) {
                continue;
            }
            let expr = sums.sum(dividend, 0)?;
            let expr = if own > 0 { sums.negated(expr)? } else { expr };
            let expr = sums.floor(expr, own.abs())?.simplify(sums.0).ok()?;
            let tvmlike_ir::AffineExprKind::Dim(position) = expr.kind(sums.0) else {
                continue;
            };
            let Some((column, sign)) = quotients.last() else {
                continue;
            };
            let position = position as usize;
            let source = if position < range.start {
                position
            } else {
                position + range.len()
            };
            let is_small = self
                .system
                .upper_bound(source)?
                .is_some_and(|upper| upper < divisor);
            known[variable] = Some(match is_small {
                true => expr,
                false => sums.binary(AffineOp::Mod, expr, divisor)?,
            });
            if quotients.len() == 1 && known[*column].is_none() {
                let quotient = sums.floor(expr, divisor)?;
                known[*column] = Some(sums.binary(AffineOp::Mul, quotient, *sign)?);
            }
            return Some(true);
        }
        Some(false)
    }

    /// The dividend and divisor of a variable that two inequalities make a quotient of what is known.
    pub(super) fn quotient(&self, variable: usize, known: &[Option<AffineExpr>]) -> Option<(Row, i128)> {
        let rows = &self.system.inequalities;
        let lower = |row: &&Row| row[variable] > 0;
        let upper = |row: &&Row| row[variable] < 0;
        for above in rows.iter().filter(upper) {
            for below in rows.iter().filter(lower) {
                let count = self.system.variables();
                if (0..count).any(|column| above[column] != -below[column]) {
                    continue;
                }
                let divisor = below[variable];
                let slack = divisor - 1 - (constant(above) + constant(below));
                if !(0..divisor).contains(&slack) {
                    continue;
                }
                let mut dividend = above.clone();
                dividend[variable] = 0;
                *dividend.last_mut()? += slack;
                let common = dividend[..count]
                    .iter()
                    .fold(divisor, |divisor, number| gcd(divisor, *number));
                dividend
                    .iter_mut()
                    .for_each(|number| *number = number.div_euclid(common));
                let is_unknown = terms(&dividend, known, variable)
                    .any(|(coefficient, expr)| coefficient != 0 && expr.is_none());
                if !is_unknown {
                    return Some((dividend, divisor / common));
                }
            }
        }
        None
    }
}

/// The bounds of a dimension that single constraints are which are about no other one of the range.
fn plain_bounds(
    system: &System,
    sums: &Sums<'_>,
    dim: usize,
    range: &Range<usize>,
    known: &[Option<AffineExpr>],
) -> Option<Slice> {
    let is_own = |row: &&Row| row[dim] != 0 && range.clone().all(|other| other == dim || row[other] == 0);
    let (mut lower, mut upper) = (Vec::new(), Vec::new());
    for row in system.inequalities.iter().filter(is_own) {
        let by = row[dim].abs();
        if row[dim] > 0 {
            let negated: Row = row.iter().map(|number| -number).collect();
            let expr = sums.sum(terms(&negated, known, dim), constant(&negated))?;
            lower.push(sums.floor(sums.binary(AffineOp::Add, expr, by - 1)?, by)?);
        } else {
            let expr = sums.sum(terms(row, known, dim), constant(row))?;
            upper.push(sums.binary(AffineOp::Add, sums.floor(expr, by)?, 1)?);
        }
    }
    for row in system.equalities.iter().filter(is_own) {
        let sign = if row[dim] > 0 { -1 } else { 1 };
        let signed: Row = row.iter().map(|number| number * sign).collect();
        let expr = sums.sum(terms(&signed, known, dim), constant(&signed))?;
        let by = row[dim].abs();
        upper.push(sums.binary(AffineOp::Add, sums.floor(expr, by)?, 1)?);
        lower.push(sums.binary(AffineOp::CeilDiv, expr, by)?);
    }
    Some(Slice { lower, upper })
}
