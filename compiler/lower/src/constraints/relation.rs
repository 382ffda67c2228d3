//! Constraints that are expressions: equal to 0, or at least 0.

use tvmlike_ir::{AffineExpr, Context};

use super::flatten::Flattened;
use super::row::zeros;
use super::values::Constraints;

impl Constraints {
    /// Adds that expressions of the dimensions and symbols are 0, or that they are at least 0; equal quotients are one variable.
    /// `None`: one is not linear.
    pub(crate) fn add_relations(
        &mut self,
        context: &Context,
        exprs: &[AffineExpr],
        is_equal: bool,
    ) -> Option<()> {
        let flat = Flattened::of(context, self.dims.len(), self.symbols.len(), exprs)?;
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

    /// Whether there are known to be no numbers for which all constraints hold.
    pub(crate) fn has_no_solution(&self) -> bool {
        self.system.is_empty() == Some(true)
    }

    /// The greatest number that a dimension can be, as far as it is known.
    pub(crate) fn greatest(&self, dim: usize) -> Option<i128> {
        self.system.upper_bound(dim).flatten()
    }

    /// The least and the greatest number that each difference of two dimensions from a position on can be, as far as they are known.
    pub(crate) fn ranges(mut self, differences: &[[usize; 2]], start: usize) -> Vec<[Option<i128>; 2]> {
        let count = differences.len();
        self.system.prepend_dims(count);
        for (number, [from, other]) in differences.iter().enumerate() {
            let mut row = zeros(self.system.variables() + 1);
            row[number] = 1;
            row[count + from] -= 1;
            row[count + other] += 1;
            self.system.equalities.push(row);
        }
        let others = self.system.variables() - count;
        let is_known = self.system.project_out(count, others).is_some();
        let range = |number| {
            self.system
                .bounds(number)
                .filter(|_| is_known)
                .unwrap_or_default()
        };
        (start.min(count)..count).map(range).collect()
    }
}
