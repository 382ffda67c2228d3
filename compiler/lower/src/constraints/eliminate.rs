//! Systems without some of their variables, and whether a system has a solution.

use super::row::{Row, coefficients, combine, constant, eliminate, gcd, has_no_integers, normalize, zeros};
use super::system::System;

/// Of so many times more constraints than variables a proof ends without an answer.
const EXPLOSION: usize = 32;

impl System {
    /// Eliminates variables from a position on by equalities, as many as have one. Their number. `None`: a number is too large.
    fn eliminate_by_equalities(&mut self, start: usize, limit: usize) -> Option<usize> {
        if start >= limit {
            return Some(0);
        }
        self.tighten();
        let mut column = start;
        while column < limit {
            let Some(pivot) = self.equalities.iter().position(|row| row[column] != 0) else {
                if self.inequalities.iter().any(|row| row[column] != 0) {
                    break;
                }
                column += 1;
                continue;
            };
            let pivot = self.equalities.remove(pivot);
            if has_no_integers(&pivot) {
                let mut never = zeros(pivot.len());
                *never.last_mut()? = -1;
                self.inequalities.push(never);
            }
            for row in self.equalities.iter_mut().chain(&mut self.inequalities) {
                if row[column] != 0 {
                    *row = eliminate(row, &pivot, column)?;
                }
                normalize(row);
            }
            self.tighten();
            column += 1;
        }
        self.remove_variables(start..column);
        Some(column - start)
    }

    /// Eliminates local variables of which an equality has one as such.
    pub(super) fn eliminate_locals(&mut self) -> Option<()> {
        self.equalities.iter_mut().for_each(normalize);
        let locals = |system: &Self| system.dims + system.symbols..system.variables();
        let find = |system: &Self| {
            let rows = system.equalities.iter().enumerate();
            let mut found = rows.filter_map(|(index, row)| {
                let column = locals(system).find(|column| row[*column].abs() == 1)?;
                Some((index, column))
            });
            found.next()
        };
        while let Some((index, column)) = find(self) {
            let pivot = self.equalities.remove(index);
            for row in &mut self.equalities {
                if row[column] != 0 {
                    *row = eliminate(row, &pivot, column)?;
                    normalize(row);
                }
            }
            for row in self.inequalities.iter_mut().filter(|row| row[column] != 0) {
                *row = eliminate(row, &pivot, column)?;
            }
            self.remove_variables(column..column + 1);
        }
        Some(())
    }

    /// The variable that adds the fewest constraints if it is eliminated.
    fn cheapest(&self, start: usize, end: usize) -> usize {
        let cost = |column: &usize| {
            let count = |sign: i128| {
                self.inequalities
                    .iter()
                    .filter(|row| row[*column].signum() == sign)
                    .count()
            };
            count(1) * count(-1)
        };
        (start..end).min_by_key(cost).unwrap_or(start)
    }

    /// Eliminates a variable: each of its lower bounds is at most each of its upper bounds.
    pub(super) fn eliminate_by_pairs(&mut self, column: usize) -> Option<()> {
        if self.equalities.iter().any(|row| row[column] != 0) {
            return self.eliminate_by_equalities(column, column + 1).map(|_| ());
        }
        self.tighten();
        let (bounds, others): (Vec<Row>, Vec<Row>) = std::mem::take(&mut self.inequalities)
            .into_iter()
            .partition(|row| row[column] != 0);
        if bounds.is_empty() {
            self.inequalities = others;
            self.remove_variables(column..column + 1);
            return Some(());
        }
        let (lower, upper): (Vec<Row>, Vec<Row>) = bounds.into_iter().partition(|row| row[column] > 0);
        for above in &upper {
            for below in &lower {
                let (a, b) = (-above[column], below[column]);
                let divisor = gcd(a, b);
                self.inequalities
                    .push(combine(above, b / divisor, below, a / divisor)?);
            }
        }
        self.inequalities.extend(others);
        self.remove_variables(column..column + 1);
        self.remove_plain_redundancy();
        Some(())
    }

    /// Eliminates variables from a position on.
    pub(super) fn project_out(&mut self, start: usize, count: usize) -> Option<()> {
        if count == 0 {
            return Some(());
        }
        let (mut at, mut left, mut done) = (start, count, 0);
        while at < self.variables() && left > 0 {
            let eliminated = self.eliminate_by_equalities(at, at + left)?;
            at += 1;
            left = left.saturating_sub(eliminated + 1);
            done += eliminated;
        }
        for left in (1..=count - done).rev() {
            let column = self.cheapest(start, start + left);
            self.eliminate_by_pairs(column)?;
        }
        self.tighten();
        self.normalize();
        Some(())
    }

    /// Whether the system is known to have no solution. `None`: a number is too large.
    pub(super) fn is_empty(&self) -> Option<bool> {
        if self.is_plainly_empty() {
            return Some(true);
        }
        let mut rest = self.clone();
        rest.eliminate_locals()?;
        if rest.is_plainly_empty() {
            return Some(true);
        }
        let mut at = 0;
        while at < rest.variables() {
            rest.eliminate_by_equalities(at, rest.variables())?;
            at += 1;
            if rest.is_plainly_empty() {
                return Some(true);
            }
        }
        for _ in 0..rest.variables() {
            let column = rest.cheapest(0, rest.variables());
            rest.eliminate_by_pairs(column)?;
            if rest.equalities.len() + rest.inequalities.len() >= EXPLOSION * self.variables() {
                return Some(false);
            }
            if rest.is_plainly_empty() {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Drops inequalities that follow from the others.
    pub(super) fn remove_redundant(&mut self) -> Option<()> {
        let mut rest = self.clone();
        let mut index = 0;
        while index < rest.inequalities.len() {
            let row = rest.inequalities[index].clone();
            let mut negated: Row = row.iter().map(|number| -number).collect();
            *negated.last_mut()? -= 1;
            rest.inequalities[index] = negated;
            if rest.is_empty()? {
                rest.inequalities.remove(index);
            } else {
                rest.inequalities[index] = row;
                index += 1;
            }
        }
        self.inequalities = rest.inequalities;
        Some(())
    }

    /// The only variable of a system in which the others are eliminated.
    fn only(&self, variable: usize) -> Option<Self> {
        let mut only = self.clone();
        only.project_out(0, variable)?;
        let others = only.variables() - 1;
        only.project_out(1, others)?;
        Some(only)
    }

    /// The least and the greatest number that a variable can be. `None`: a number is too large.
    pub(super) fn bounds(&self, variable: usize) -> Option<[Option<i128>; 2]> {
        let only = self.only(variable)?;
        if let Some(row) = only.equalities.iter().find(|row| row[0].abs() == 1) {
            return Some([Some(-constant(row) / row[0]); 2]);
        }
        let bounds = |sign: i128| {
            let rows = only
                .inequalities
                .iter()
                .filter(move |row| row[0].signum() == sign);
            rows.filter(|row| coefficients(row)[1..].iter().all(|number| *number == 0))
                .map(move |row| -sign * constant(row).div_euclid(row[0].abs()))
        };
        Some([bounds(1).max(), bounds(-1).min()])
    }

    /// The least number that a variable can be.
    pub(super) fn lower_bound(&self, variable: usize) -> Option<Option<i128>> {
        self.bounds(variable).map(|[lower, _]| lower)
    }

    /// The greatest number that a variable can be.
    pub(super) fn upper_bound(&self, variable: usize) -> Option<Option<i128>> {
        self.bounds(variable).map(|[_, upper]| upper)
    }
}
