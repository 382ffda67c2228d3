//! Constraints that are expressions: equal to 0, or at least 0.

use tvmlike_ir::{AffineExpr, Context};

use super::flatten::Flattened;
use super::row::zeros;
use super::values::Constraints;

impl Constraints {
    /// Adds that an expression of the dimensions and symbols is 0, or that it is at least 0. `None`: it is not linear.
    pub(crate) fn add_relation(&mut self, context: &Context, expr: AffineExpr, is_equal: bool) -> Option<()> {
        let flat = Flattened::of(context, self.dims.len(), self.symbols.len(), &[expr])?;
        let columns: Vec<usize> = (0..self.dims.len() + self.symbols.len()).collect();
        self.relate(&flat, &columns, is_equal)
    }

    /// Adds that expressions, whose inputs are at these columns, are 0, or that they are at least 0.
    pub(super) fn relate(&mut self, flat: &Flattened, columns: &[usize], is_equal: bool) -> Option<()> {
        let rows = self.flat_rows(flat, columns)?;
        match is_equal {
            true => self.system.equalities.extend(rows),
            false => self.system.inequalities.extend(rows),
        }
        Some(())
    }

    /// Adds a dimension that is the difference of two others. Its position.
    pub(crate) fn add_difference(&mut self, from: usize, other: usize) -> usize {
        let dim = self.add_dim(None);
        let mut row = zeros(self.system.variables() + 1);
        row[dim] = 1;
        row[from] -= 1;
        row[other] += 1;
        self.system.equalities.push(row);
        dim
    }

    /// Whether there are known to be no numbers for which all constraints hold.
    pub(crate) fn has_no_solution(&self) -> bool {
        self.system.is_empty() == Some(true)
    }

    /// The least and the greatest number that a dimension can be, as far as they are known.
    pub(crate) fn range(&self, dim: usize) -> [Option<i128>; 2] {
        self.system.bounds(dim).unwrap_or_default()
    }
}
