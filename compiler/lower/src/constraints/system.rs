//! Constraints of variables without names: dimensions, symbols and local variables, in this order.
//!
//! Invariant: all rows have a number for each variable, and a constant.

use std::collections::HashMap;
use std::ops::Range;

use foldhash::fast::FixedState;

use super::row::{Row, coefficients, constant, has_no_integers, normalize, tighten};

/// Equalities and inequalities.
#[derive(Clone, Default)]
pub(super) struct System {
    pub(super) dims: usize,
    pub(super) symbols: usize,
    pub(super) locals: usize,
    /// Rows that are 0.
    pub(super) equalities: Vec<Row>,
    /// Rows that are at least 0.
    pub(super) inequalities: Vec<Row>,
}

impl System {
    /// The number of variables, which is the column of the constants.
    pub(super) fn variables(&self) -> usize {
        self.dims + self.symbols + self.locals
    }

    fn rows_mut(&mut self) -> impl Iterator<Item = &mut Row> {
        self.equalities.iter_mut().chain(&mut self.inequalities)
    }

    fn insert_columns(&mut self, at: usize, count: usize) {
        if count == 0 {
            return;
        }
        for row in self.rows_mut() {
            row.insert_many(at, std::iter::repeat_n(0, count));
        }
    }

    /// Adds dimensions before the others.
    pub(super) fn prepend_dims(&mut self, count: usize) {
        self.insert_columns(0, count);
        self.dims += count;
    }

    /// Adds dimensions behind the others. The position of the first.
    pub(super) fn append_dims(&mut self, count: usize) -> usize {
        let at = self.dims;
        self.insert_columns(at, count);
        self.dims += count;
        at
    }

    /// Adds a symbol behind the others. Its position.
    pub(super) fn append_symbol(&mut self) -> usize {
        let at = self.dims + self.symbols;
        self.insert_columns(at, 1);
        self.symbols += 1;
        at
    }

    /// Adds a dimension before one of the others.
    pub(super) fn insert_dim(&mut self, at: usize) {
        self.insert_columns(at, 1);
        self.dims += 1;
    }

    /// Adds a symbol before one of the others.
    pub(super) fn insert_symbol(&mut self, at: usize) {
        self.insert_columns(self.dims + at, 1);
        self.symbols += 1;
    }

    /// Adds a local variable behind the others.
    pub(super) fn append_local(&mut self) {
        self.insert_columns(self.variables(), 1);
        self.locals += 1;
    }

    /// Adds local variables before the others.
    pub(super) fn insert_locals(&mut self, count: usize) {
        self.insert_columns(self.dims + self.symbols, count);
        self.locals += count;
    }

    /// Forgets the columns of variables.
    pub(super) fn remove_variables(&mut self, range: Range<usize>) {
        for row in self.rows_mut() {
            row.drain(range.clone());
        }
        let within = |start: usize, count: usize| {
            let end = range.end.min(start + count);
            end.saturating_sub(range.start.max(start))
        };
        let dims = within(0, self.dims);
        let symbols = within(self.dims, self.symbols);
        let locals = within(self.dims + self.symbols, self.locals);
        self.dims -= dims;
        self.symbols -= symbols;
        self.locals -= locals;
    }

    /// Divides all rows by what divides all of their numbers.
    pub(super) fn normalize(&mut self) {
        self.rows_mut().for_each(normalize);
    }

    /// Tightens all inequalities.
    pub(super) fn tighten(&mut self) {
        self.inequalities.iter_mut().for_each(tighten);
    }

    /// Whether one constraint alone cannot hold.
    pub(super) fn is_plainly_empty(&self) -> bool {
        let is_constant = |row: &Row| coefficients(row).iter().all(|number| *number == 0);
        self.equalities
            .iter()
            .any(|row| has_no_integers(row) || is_constant(row) && constant(row) != 0)
            || self
                .inequalities
                .iter()
                .any(|row| is_constant(row) && constant(row) < 0)
    }

    /// Drops inequalities that always hold, and those that follow from one with the same coefficients.
    pub(super) fn remove_plain_redundancy(&mut self) {
        self.tighten();
        self.normalize();
        let mut least: HashMap<Row, usize, FixedState> = HashMap::default();
        let mut is_kept = vec![false; self.inequalities.len()];
        for (index, row) in self.inequalities.iter().enumerate() {
            if coefficients(row).iter().all(|number| *number == 0) && constant(row) >= 0 {
                continue;
            }
            is_kept[index] = true;
            if let Some(other) = least.get_mut(coefficients(row)) {
                let is_stronger = constant(&self.inequalities[*other]) > constant(row);
                let dropped = if is_stronger {
                    std::mem::replace(other, index)
                } else {
                    index
                };
                is_kept[dropped] = false;
            } else {
                least.insert(coefficients(row).into(), index);
            }
        }
        let mut kept = is_kept.into_iter();
        self.inequalities.retain(|_| kept.next() == Some(true));
    }
}
