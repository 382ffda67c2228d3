//! Systems of the same values, and the least box around two of them.

use tvmlike_ir::Value;

use super::row::{Row, constant, zeros};
use super::system::System;
use super::values::Constraints;

/// Exchanges two columns.
fn swap(system: &mut System, one: usize, other: usize) {
    for row in system.equalities.iter_mut().chain(&mut system.inequalities) {
        row.swap(one, other);
    }
}

/// The smaller or the greater of two bounds that differ by a constant.
fn compared(one: &Row, other: &Row, is_lower: bool) -> Option<Row> {
    let count = one.len() - 1;
    (one[..count] == other[..count]).then(|| match (constant(one) <= constant(other)) == is_lower {
        true => one.clone(),
        false => other.clone(),
    })
}

impl Constraints {
    /// The column of a value.
    pub(crate) fn column_of(&self, value: Value) -> Option<usize> {
        let mut values = self.dims.iter().chain(&self.symbols);
        values.position(|other| *other == Some(value))
    }

    /// The values of the dimensions, then those of the symbols.
    pub(crate) fn values(&self) -> impl Iterator<Item = Option<Value>> + '_ {
        self.dims.iter().chain(&self.symbols).copied()
    }

    /// The number of dimensions.
    pub(crate) fn num_dims(&self) -> usize {
        self.dims.len()
    }

    /// Whether local variables stand for quotients.
    pub(crate) fn has_locals(&self) -> bool {
        self.system.locals > 0
    }

    /// Eliminates variables from a column on. `None`: a number is too large.
    pub(crate) fn project_out(&mut self, start: usize, count: usize) -> Option<()> {
        self.system.project_out(start, count)?;
        for column in (start..start + count).rev() {
            if column < self.dims.len() {
                self.dims.remove(column);
            } else if column - self.dims.len() < self.symbols.len() {
                self.symbols.remove(column - self.dims.len());
            }
        }
        Some(())
    }

    /// Eliminates the variable of one value.
    pub(crate) fn project_out_value(&mut self, column: usize) -> Option<()> {
        self.system.eliminate_by_pairs(column)?;
        match column.checked_sub(self.dims.len()) {
            None => self.dims.remove(column),
            Some(symbol) => self.symbols.remove(symbol),
        };
        Some(())
    }

    /// Eliminates all variables behind a column.
    pub(crate) fn project_out_from(&mut self, start: usize) -> Option<()> {
        self.project_out(start, self.system.variables() - start)
    }

    /// Eliminates local variables that equalities have as such.
    pub(crate) fn use_locals(&mut self) -> Option<()> {
        self.system.eliminate_locals()
    }

    /// Eliminates the local variables.
    pub(crate) fn project_out_locals(&mut self) -> Option<()> {
        self.project_out_from(self.dims.len() + self.symbols.len())
    }

    /// Lets the dimensions behind the first ones be symbols.
    pub(crate) fn keep_dims(&mut self, count: usize) {
        let mut others = self.dims.split_off(count);
        others.append(&mut self.symbols);
        self.system.symbols += self.system.dims - count;
        self.system.dims = count;
        self.symbols = others;
    }

    /// Lets some of the symbols be the last dimensions.
    pub(crate) fn make_dims(&mut self, is_dim: impl Fn(Value) -> bool) {
        let chosen: Vec<Value> = self
            .symbols
            .iter()
            .flatten()
            .copied()
            .filter(|value| is_dim(*value))
            .collect();
        for value in chosen {
            let first = self.dims.len();
            // As MLIR, one that is a dimension as well stays.
            let Some(symbol) = self.column_of(value).and_then(|column| column.checked_sub(first)) else {
                continue;
            };
            swap(&mut self.system, first, first + symbol);
            self.symbols.swap(0, symbol);
            let value = self.symbols.remove(0);
            self.dims.push(value);
            self.system.dims += 1;
            self.system.symbols -= 1;
        }
    }

    /// Drops constraints that plainly follow from others.
    pub(crate) fn tidy(&mut self) {
        self.system.remove_plain_redundancy();
    }

    /// Adds that a variable is at least a number that a multiple of a step is away from a first one.
    pub(crate) fn add_stride(&mut self, column: usize, first: i64, step: i64) {
        self.system.append_local();
        let count = self.system.variables();
        let (first, step) = (i128::from(first), i128::from(step));
        let row = |own: i128, quotient: i128, constant: i128| {
            let mut row = zeros(count + 1);
            row[column] = own;
            row[count - 1] = quotient;
            row[count] = constant;
            row
        };
        self.system.inequalities.push(row(1, -step, -first));
        self.system.inequalities.push(row(-1, step, first + step - 1));
        self.system.equalities.push(row(1, -step, -first));
    }

    /// Adds that a variable is at least a number, or at most.
    pub(crate) fn add_number(&mut self, column: usize, sign: i128, number: i64) {
        let mut row = zeros(self.system.variables() + 1);
        row[column] = sign;
        row[self.system.variables()] = -sign * i128::from(number);
        self.system.inequalities.push(row);
    }

    /// Lets both systems have the same values in the same order: those of this one first.
    pub(crate) fn align(&mut self, other: &mut Self, first_dim: usize) {
        for dim in first_dim..self.dims.len() {
            let value = self.dims[dim];
            let found = (dim..other.dims.len()).find(|at| value.is_some() && other.dims[*at] == value);
            match found {
                Some(at) => {
                    swap(&mut other.system, dim, at);
                    other.dims.swap(dim, at);
                }
                None => {
                    other.system.insert_dim(dim);
                    other.dims.insert(dim, value);
                }
            }
        }
        for dim in self.dims.len()..other.dims.len() {
            self.add_dim(other.dims[dim]);
        }
        for symbol in 0..self.symbols.len() {
            let value = self.symbols[symbol];
            let found =
                (symbol..other.symbols.len()).find(|at| value.is_some() && other.symbols[*at] == value);
            match found {
                Some(at) => {
                    let first = other.dims.len();
                    swap(&mut other.system, first + symbol, first + at);
                    other.symbols.swap(symbol, at);
                }
                None => {
                    other.system.insert_symbol(symbol);
                    other.symbols.insert(symbol, value);
                }
            }
        }
        for symbol in self.symbols.len()..other.symbols.len() {
            self.add_symbol(other.symbols[symbol]);
        }
    }

    /// The least box around two systems of the same values, as far as its sides are known. `None`: one is not.
    pub(crate) fn unite(&mut self, other: &Self) -> Option<()> {
        let dims = self.dims.len();
        let (own, others) = (&self.system, &other.system);
        let common = |own: &[Row], others: &[Row]| -> Vec<Row> {
            let shared = own.iter().filter(|row| others.contains(row));
            shared.cloned().collect()
        };
        let equalities = common(&own.equalities, &others.equalities);
        let inequalities = common(&own.inequalities, &others.inequalities);
        let mut sides = Vec::new();
        for dim in 0..dims {
            let (own, theirs) = (self.range(dim)?, other.range(dim)?);
            let divisor = own.divisor;
            if divisor != theirs.divisor {
                return None;
            }
            for (one, two, is_lower) in [(own.lower, theirs.lower, true), (own.upper, theirs.upper, false)] {
                let mut bound = match compared(&one, &two, is_lower) {
                    Some(mut bound) => {
                        if is_lower {
                            *bound.last_mut()? -= divisor - 1;
                        }
                        bound
                    }
                    None => {
                        let [one, two] = [&self.system, &other.system].map(|system| match is_lower {
                            true => system.lower_bound(dim),
                            false => system.upper_bound(dim),
                        });
                        let (one, two) = (one??, two??);
                        let mut bound = zeros(one_width(self) + 1);
                        *bound.last_mut()? = if is_lower { one.min(two) } else { one.max(two) };
                        bound
                    }
                };
                let sign = if is_lower { 1 } else { -1 };
                bound.iter_mut().for_each(|number| *number *= -sign);
                let mut row = zeros(dims);
                row[dim] = sign * divisor;
                row.extend(bound);
                sides.push(row);
            }
        }
        self.system.equalities = equalities;
        sides.extend(inequalities);
        self.system.inequalities = sides;
        self.system.remove_plain_redundancy();
        Some(())
    }
}

/// The number of variables behind the dimensions.
fn one_width(constraints: &Constraints) -> usize {
    constraints.system.variables() - constraints.dims.len()
}
