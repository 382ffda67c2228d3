//! Integer sets as simple as their constraints allow.

use tvmlike_ir::{AffineExpr, Context, IntegerSet};

use super::bounds::{Sums, terms};
use super::flatten::Flattened;
use super::row::constant;
use super::values::Constraints;

/// A set without constraints that always hold or follow from one with the same coefficients; the empty set if none can hold at once.
/// `None`: a constraint is not linear, or a number is too large.
pub(crate) fn simplify_set(context: &Context, set: IntegerSet) -> Option<IntegerSet> {
    let (dims, symbols) = (set.num_dims(context), set.num_symbols(context));
    let mut constraints = Constraints::default();
    for _ in 0..dims {
        constraints.add_dim(None);
    }
    for _ in 0..symbols {
        constraints.add_symbol(None);
    }
    let exprs: Vec<AffineExpr> = set.constraints(context).iter().collect();
    constraints.add_set(context, &exprs, |index| set.is_equality(context, index))?;
    if constraints.system.is_empty()? {
        return Some(context.empty_integer_set(dims, symbols));
    }
    constraints.system.remove_plain_redundancy();
    constraints.as_set(context)
}

impl Constraints {
    /// Adds the constraints of a set, and then what holds for quotients in them: what they are at least, then at most, as MLIR.
    fn add_set(
        &mut self,
        context: &Context,
        exprs: &[AffineExpr],
        is_equality: impl Fn(usize) -> bool,
    ) -> Option<()> {
        let flat = Flattened::of(context, self.dims.len(), self.symbols.len(), exprs)?;
        let columns: Vec<usize> = (0..self.dims.len() + self.symbols.len()).collect();
        let rows: Vec<_> = self.flat_rows(&flat, &columns)?.collect();
        let of_quotients = std::mem::take(&mut self.system.inequalities);
        for (index, row) in rows.into_iter().enumerate() {
            match is_equality(index) {
                true => self.system.equalities.push(row),
                false => self.system.inequalities.push(row),
            }
        }
        for pair in of_quotients.chunks_exact(2) {
            self.system.inequalities.extend(pair.iter().rev().cloned());
        }
        Some(())
    }

    /// The expressions of all variables: local ones are quotients of the others. `None`: a number is too large.
    pub(super) fn expressions(&self, context: &Context) -> Option<Vec<Option<AffineExpr>>> {
        let system = &self.system;
        let (dims, symbols) = (system.dims as u32, system.symbols as u32);
        let sums = Sums(context);
        let mut known: Vec<Option<AffineExpr>> = (0..dims).map(|dim| Some(context.affine_dim(dim))).collect();
        known.extend((0..symbols).map(|symbol| Some(context.affine_symbol(symbol))));
        known.resize(system.variables(), None);
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for variable in 0..known.len() {
                if known[variable].is_none()
                    && let Some((dividend, divisor)) = self.quotient(variable, &known)
                {
                    let expr = sums.sum(terms(&dividend, &known, variable), constant(&dividend))?;
                    known[variable] = Some(sums.floor(expr, divisor)?);
                    is_changed = true;
                }
            }
        }
        Some(known)
    }

    pub(super) fn as_set(&self, context: &Context) -> Option<IntegerSet> {
        let system = &self.system;
        let (dims, symbols) = (system.dims as u32, system.symbols as u32);
        let sums = Sums(context);
        let known = self.expressions(context)?;
        let rows = system.equalities.iter().chain(&system.inequalities);
        let exprs: Vec<AffineExpr> = rows
            .map(|row| sums.sum(terms(row, &known, usize::MAX), constant(row)))
            .collect::<Option<_>>()?;
        if exprs.is_empty() {
            let zero = context.affine_constant(0);
            return context.integer_set(dims, symbols, &[zero], &[true]).ok();
        }
        let count = system.equalities.len();
        let flags: Vec<bool> = (0..exprs.len()).map(|index| index < count).collect();
        context.integer_set(dims, symbols, &exprs, &flags).ok()
    }
}
