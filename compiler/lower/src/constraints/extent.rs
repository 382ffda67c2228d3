//! How many numbers a dimension can be, and from which one on.
//!
//! Invariant: bounds are expressions of the symbols alone.

use tvmlike_ir::{AffineExpr, AffineOp, Context};

use super::bounds::{Sums, terms};
use super::row::{Row, constant};
use super::values::Constraints;

/// A dimension is at least `lower / divisor` and less than that plus the count.
pub(crate) struct Extent {
    /// The most numbers that the dimension can be.
    pub(crate) count: i64,
    /// The least one, an expression of the symbols.
    pub(crate) first: AffineExpr,
}

/// Bounds of a dimension as numbers: coefficients of the symbols and a constant, to be divided and rounded down.
pub(super) struct Range {
    pub(super) lower: Row,
    pub(super) upper: Row,
    pub(super) divisor: i128,
}

impl Constraints {
    /// The equality that makes a variable an expression of those from a position on.
    fn equality_of(&self, column: usize, others: usize) -> Option<&Row> {
        let rows = self.system.equalities.iter();
        let mut rows = rows.filter(|row| row[column].abs() == 1);
        rows.find(|row| (0..others).all(|other| other == column || row[other] == 0))
    }

    /// The inequalities that bound a dimension by symbols, from above and from below.
    fn symbolic_bounds(&self, dim: usize) -> [Vec<&Row>; 2] {
        let is_own = |row: &&Row| (0..self.system.dims).all(|other| other == dim || row[other] == 0);
        [-1, 1].map(|sign| {
            let rows = self.system.inequalities.iter();
            rows.filter(|row| row[dim].signum() == sign)
                .filter(is_own)
                .collect()
        })
    }

    /// How many numbers a dimension can be, at most. `None`: that is not known.
    pub(crate) fn extent(&self, context: &Context, dim: usize) -> Option<Extent> {
        let sums = Sums(context);
        let system = &self.system;
        let known = self.expressions(context)?;
        let sum = |row: &Row, sign: i128| {
            let signed: Row = row.iter().map(|number| number * sign).collect();
            let expr = sums.sum(terms(&signed, &known, dim), constant(&signed))?;
            expr.is_symbolic_or_constant(context).then_some(expr)
        };
        if let Some(row) = self.equality_of(dim, system.dims) {
            let first = sum(row, -row[dim].signum())?.simplify(context).ok()?;
            return Some(Extent { count: 1, first });
        }
        let [above, below] = self.symbolic_bounds(dim);
        let mut least: Option<Extent> = None;
        for upper in above {
            let Some(last) = sum(upper, 1).and_then(|expr| sums.floor(expr, -upper[dim])) else {
                continue;
            };
            for lower in &below {
                let by = lower[dim];
                // Negated as a whole, as MLIR does.
                let first = sum(lower, 1)
                    .and_then(|expr| sums.binary(AffineOp::Mul, expr, -1))
                    .and_then(|expr| sums.binary(AffineOp::Add, expr, by - 1))
                    .and_then(|expr| sums.floor(expr, by));
                let Some(first) = first else {
                    continue;
                };
                let distance = sums.sum([(1, Some(last)), (-1, Some(first))], 1)?;
                let Some(count) = distance.simplify(context).ok()?.constant(context) else {
                    continue;
                };
                let count = count.max(0);
                if least.as_ref().is_none_or(|least| count < least.count) {
                    least = Some(Extent { count, first });
                }
            }
        }
        least
    }

    /// The lower and upper bounds of a dimension by the symbols; the upper ones are one more than what it can be. `None`: a quotient
    /// is among them.
    pub(crate) fn sides(&self, context: &Context, dim: usize) -> Option<[Vec<AffineExpr>; 2]> {
        if self.has_locals() {
            return None;
        }
        let sums = Sums(context);
        let known = self.expressions(context)?;
        let [above, below] = self.symbolic_bounds(dim);
        let (mut lower, mut upper) = (Vec::new(), Vec::new());
        let sum = |row: &Row, sign: i128| {
            let signed: Row = row.iter().map(|number| number * sign).collect();
            sums.sum(terms(&signed, &known, dim), constant(&signed))
        };
        for row in below {
            let expr = sums.binary(AffineOp::Add, sum(row, -1)?, row[dim] - 1)?;
            lower.push(sums.floor(expr, row[dim])?);
        }
        for row in above {
            let last = sums.floor(sum(row, 1)?, -row[dim])?;
            upper.push(sums.binary(AffineOp::Add, last, 1)?);
        }
        let is_own =
            |row: &&Row| row[dim] != 0 && (0..self.system.dims).all(|other| other == dim || row[other] == 0);
        for row in self.system.equalities.iter().filter(is_own) {
            let expr = sum(row, -row[dim].signum())?;
            let last = sums.floor(expr, row[dim].abs())?;
            upper.push(sums.binary(AffineOp::Add, last, 1)?);
            lower.push(sums.binary(AffineOp::CeilDiv, expr, row[dim].abs())?);
        }
        Some([lower, upper])
    }

    /// The bounds of a dimension that differ by a constant. `None`: there are none.
    pub(super) fn range(&self, dim: usize) -> Option<Range> {
        let dims = self.system.dims;
        let symbolic =
            |row: &Row, sign: i128| -> Row { row[dims..].iter().map(|number| number * sign).collect() };
        if let Some(row) = self.equality_of(dim, dims) {
            let value = symbolic(row, -row[dim]);
            return Some(Range {
                lower: value.clone(),
                upper: value,
                divisor: 1,
            });
        }
        let [above, below] = self.symbolic_bounds(dim);
        let mut least: Option<(i128, Range)> = None;
        for upper in above {
            for lower in &below {
                let columns = 0..self.system.variables();
                if columns.clone().any(|column| upper[column] != -lower[column]) {
                    continue;
                }
                let divisor = lower[dim];
                let span = constant(upper) + constant(lower) + 1;
                let count = (-(-span).div_euclid(divisor)).max(0);
                if least.as_ref().is_none_or(|(least, _)| count < *least) {
                    let mut first = symbolic(lower, -1);
                    *first.last_mut()? += divisor - 1;
                    let range = Range {
                        lower: first,
                        upper: symbolic(upper, 1),
                        divisor,
                    };
                    least = Some((count, range));
                }
            }
        }
        least.map(|(_, range)| range)
    }

    /// Replaces symbols that are numbers.
    pub(crate) fn fold_symbols(&mut self) -> Option<()> {
        let mut symbol = 0;
        while symbol < self.symbols.len() {
            let column = self.dims.len() + symbol;
            let Some(row) = self.equality_of(column, self.system.variables()) else {
                symbol += 1;
                continue;
            };
            let number = -constant(row) / row[column];
            let system = &mut self.system;
            for row in system.equalities.iter_mut().chain(&mut system.inequalities) {
                let added = row[column].checked_mul(number)?;
                let last = row.last_mut()?;
                *last = last.checked_add(added)?;
            }
            system.remove_variables(column..column + 1);
            self.symbols.remove(symbol);
        }
        Some(())
    }
}
