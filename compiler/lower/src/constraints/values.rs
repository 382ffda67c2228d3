//! Constraints of values: dimensions and symbols that are values, or variables that stand for no value.

use tvmlike_ir::{AffineExpr, Context, Value};

use super::flatten::{Flattened, Place};
use super::row::{Row, zeros};
use super::system::System;

/// On which side of a variable an expression is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// The variable is the expression.
    Equal,
    /// The variable is at least the expression.
    Lower,
    /// The variable is less than the expression.
    Upper,
}

/// What is known of values.
#[derive(Clone, Default)]
pub(crate) struct Constraints {
    pub(super) system: System,
    pub(super) dims: Vec<Option<Value>>,
    pub(super) symbols: Vec<Option<Value>>,
}

impl Constraints {
    /// Adds a dimension. Its position.
    pub(crate) fn add_dim(&mut self, value: Option<Value>) -> usize {
        self.dims.push(value);
        self.system.append_dims(1)
    }

    /// Adds a symbol. Its number among the symbols.
    pub(crate) fn add_symbol(&mut self, value: Option<Value>) -> usize {
        self.symbols.push(value);
        self.system.append_symbol();
        self.symbols.len() - 1
    }

    /// Adds that a symbol is a number.
    pub(crate) fn set_symbol(&mut self, symbol: usize, number: i64) {
        self.set_column(self.dims.len() + symbol, number);
    }

    /// Adds that the variable at a column is a number.
    pub(crate) fn set_column(&mut self, column: usize, number: i64) {
        let mut row = zeros(self.system.variables() + 1);
        row[column] = 1;
        row[self.system.variables()] = -i128::from(number);
        self.system.equalities.push(row);
    }

    /// The number of the symbol that a value is, which is added if need be.
    pub(crate) fn symbol_of(&mut self, value: Value) -> usize {
        let found = self.symbols.iter().position(|other| *other == Some(value));
        found.unwrap_or_else(|| self.add_symbol(Some(value)))
    }

    /// Adds that a sum of multiples of dimensions and a constant is 0.
    pub(crate) fn add_equality(&mut self, dims: &[(usize, i128)], constant: i128) {
        let mut row = zeros(self.system.variables() + 1);
        for (dim, coefficient) in dims {
            row[*dim] += coefficient;
        }
        row[self.system.variables()] = constant;
        self.system.equalities.push(row);
    }

    /// Adds that a sum of multiples of dimensions and symbols, by position and number, and a constant is at least 0.
    pub(crate) fn add_inequality(
        &mut self,
        dims: &[(usize, i128)],
        symbols: &[(usize, i128)],
        constant: i128,
    ) {
        let mut row = zeros(self.system.variables() + 1);
        for (dim, coefficient) in dims {
            row[*dim] += coefficient;
        }
        for (symbol, coefficient) in symbols {
            row[self.dims.len() + symbol] += coefficient;
        }
        row[self.system.variables()] = constant;
        self.system.inequalities.push(row);
    }

    /// Adds a bound of a dimension for each expression of the dimensions and symbols. `None`: an expression is not linear.
    pub(crate) fn add_bound(
        &mut self,
        context: &Context,
        bound: Bound,
        dim: usize,
        exprs: &[AffineExpr],
    ) -> Option<()> {
        let flat = Flattened::of(context, self.dims.len(), self.symbols.len(), exprs)?;
        let columns: Vec<usize> = (0..self.dims.len() + self.symbols.len()).collect();
        self.bound_by(bound, dim, &flat, &columns)
    }

    /// Adds dimensions before the others that are expressions of these and of the symbols. `None`: one is not linear.
    pub(crate) fn prepend_results(&mut self, context: &Context, exprs: &[AffineExpr]) -> Option<()> {
        let flat = Flattened::of(context, self.dims.len(), self.symbols.len(), exprs)?;
        let columns: Vec<usize> = (0..self.dims.len() + self.symbols.len()).collect();
        let rows: Vec<Row> = self.flat_rows(&flat, &columns)?.collect();
        self.system.prepend_dims(exprs.len());
        self.dims.splice(0..0, std::iter::repeat_n(None, exprs.len()));
        for (number, row) in rows.into_iter().enumerate() {
            let mut equality = zeros(exprs.len());
            equality[number] = 1;
            equality.extend(row.iter().map(|number| -number));
            self.system.equalities.push(equality);
        }
        Some(())
    }

    /// Adds variables for the quotients of expressions, and what holds for these. The expressions.
    pub(super) fn flat_rows<'f>(
        &mut self,
        flat: &'f Flattened,
        columns: &'f [usize],
    ) -> Option<impl Iterator<Item = Row> + use<'f>> {
        let others = self.system.locals;
        self.system.insert_locals(flat.num_locals());
        let at = Place {
            columns,
            inputs: self.dims.len() + self.symbols.len(),
            locals: flat.num_locals(),
            others,
        };
        self.system.inequalities.extend(flat.inequalities(&at)?);
        Some(flat.rows(at))
    }

    /// Adds a bound of a dimension for each of the expressions, whose inputs are at these columns.
    pub(super) fn bound_by(
        &mut self,
        bound: Bound,
        dim: usize,
        flat: &Flattened,
        columns: &[usize],
    ) -> Option<()> {
        for mut row in self.flat_rows(flat, columns)? {
            if bound != Bound::Upper {
                row.iter_mut().for_each(|number| *number = -*number);
            }
            // The expression has the variable itself.
            if row[dim] != 0 {
                continue;
            }
            row[dim] = if bound == Bound::Upper { -1 } else { 1 };
            match bound {
                Bound::Equal => self.system.equalities.push(row),
                Bound::Lower => self.system.inequalities.push(row),
                Bound::Upper => {
                    *row.last_mut()? -= 1;
                    self.system.inequalities.push(row);
                }
            }
        }
        Some(())
    }

    /// The number that the variable at a column is known to be. The outer `None`: a number is too large.
    pub(super) fn equal_to(&self, column: usize) -> Option<Option<i64>> {
        let [lower, upper] = self.system.bounds(column)?;
        let number = lower.filter(|lower| upper == Some(*lower));
        Some(number.and_then(|number| i64::try_from(number).ok()))
    }
}
