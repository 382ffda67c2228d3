//! Whether a system has a solution in integers, and whether one system follows from another (Pugh's Omega test).
//!
//! Invariant: an answer is exact. A number that overflows, or too many steps, are no answer.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::row::{
    Row, coefficients, combine, constant, eliminate, has_no_integers, normalize, tighten, zeros,
};
use super::system::System;
use super::values::Constraints;

/// So many systems are looked at for one answer.
const MOST_STEPS: usize = 4_000;

/// Equalities and inequalities of variables that are all alike.
#[derive(Clone)]
struct Rows {
    equalities: Vec<Row>,
    inequalities: Vec<Row>,
}

/// What a simplification found.
enum State {
    NoSolution,
    Open,
}

impl Rows {
    /// Drops what always holds and what follows from a row with the same coefficients.
    fn tidy(&mut self) -> State {
        for row in &mut self.equalities {
            normalize(row);
            if has_no_integers(row) {
                return State::NoSolution;
            }
        }
        let is_constant = |row: &Row| coefficients(row).iter().all(|number| *number == 0);
        if self
            .equalities
            .iter()
            .any(|row| is_constant(row) && constant(row) != 0)
        {
            return State::NoSolution;
        }
        self.equalities.retain(|row| !is_constant(row));
        let mut least: HashMap<Row, usize, FixedState> = HashMap::default();
        let mut kept: Vec<Row> = Vec::new();
        for mut row in std::mem::take(&mut self.inequalities) {
            tighten(&mut row);
            if is_constant(&row) {
                if constant(&row) < 0 {
                    return State::NoSolution;
                }
                continue;
            }
            match least.get(coefficients(&row)) {
                Some(index) if constant(&kept[*index]) <= constant(&row) => {}
                Some(index) => kept[*index] = row,
                None => {
                    least.insert(coefficients(&row).into(), kept.len());
                    kept.push(row);
                }
            }
        }
        self.inequalities = kept;
        State::Open
    }

    /// Uses one equality in the place of a variable, or makes its coefficients smaller. `None`: a number is too large.
    fn use_equality(&mut self, pivot: usize) -> Option<()> {
        let row = &self.equalities[pivot];
        let columns = 0..row.len() - 1;
        let column = columns
            .filter(|column| row[*column] != 0)
            .min_by_key(|column| row[*column].abs())?;
        if row[column].abs() == 1 {
            let row = self.equalities.remove(pivot);
            for other in self.equalities.iter_mut().chain(&mut self.inequalities) {
                *other = eliminate(other, &row, column)?;
            }
            return Some(());
        }
        // The variable minus what the others contribute as a whole is the new variable.
        let by = row[column];
        let quotients: Row = row.iter().map(|number| number.div_euclid(by)).collect();
        for other in self.equalities.iter_mut().chain(&mut self.inequalities) {
            let own = other[column];
            if own != 0 {
                *other = combine(other, 1, &quotients, own.checked_neg()?)?;
                other[column] = own;
            }
        }
        Some(())
    }

    /// The columns with coefficients on both sides, with how many pairs of bounds there are and whether eliminating it is exact.
    fn choose(&self, width: usize) -> Option<(usize, bool)> {
        let candidates = (0..width).filter_map(|column| {
            let side = |sign: i128| {
                let rows = self.inequalities.iter();
                rows.map(move |row| row[column])
                    .filter(move |number| number.signum() == sign)
            };
            let (lower, upper) = (side(1).count(), side(-1).count());
            if lower + upper == 0 {
                return None;
            }
            let is_exact = lower * upper == 0
                || side(1).all(|number| number == 1)
                || side(-1).all(|number| number == -1);
            Some((!is_exact, lower * upper, column))
        });
        candidates
            .min()
            .map(|(is_inexact, _, column)| (column, !is_inexact))
    }

    /// The rows without a variable, and those that have it as a lower and as an upper bound.
    fn split(&self, column: usize) -> [Vec<Row>; 3] {
        let mut parts = [Vec::new(), Vec::new(), Vec::new()];
        for row in &self.inequalities {
            parts[match row[column].signum() {
                0 => 0,
                1 => 1,
                _ => 2,
            }]
            .push(row.clone());
        }
        parts
    }

    /// The shadow of a system in which each pair of bounds of a variable has some slack.
    fn shadow(&self, column: usize, slack: impl Fn(i128, i128) -> i128) -> Option<Self> {
        let [mut rest, lower, upper] = self.split(column);
        for above in &upper {
            for below in &lower {
                let (a, b) = (-above[column], below[column]);
                let mut row = combine(above, b, below, a)?;
                *row.last_mut()? -= slack(a, b);
                rest.push(row);
            }
        }
        Some(Self {
            equalities: Vec::new(),
            inequalities: rest,
        })
    }

    /// Whether there is a solution. `None`: it is not known.
    fn has_solution(mut self, steps: &mut usize) -> Option<bool> {
        loop {
            *steps = steps.checked_sub(1)?;
            if matches!(self.tidy(), State::NoSolution) {
                return Some(false);
            }
            if !self.equalities.is_empty() {
                self.use_equality(0)?;
                continue;
            }
            let width = match self.inequalities.first() {
                Some(row) => row.len() - 1,
                None => return Some(true),
            };
            let Some((column, is_exact)) = self.choose(width) else {
                return Some(true);
            };
            let real = self.shadow(column, |_, _| 0)?;
            if is_exact {
                self = real;
                continue;
            }
            if !real.has_solution(steps)? {
                return Some(false);
            }
            let dark = self.shadow(column, |a, b| (a - 1) * (b - 1))?;
            if dark.has_solution(steps)? {
                return Some(true);
            }
            return self.has_splinter(column, steps);
        }
    }

    /// Whether there is a solution near a lower bound of a variable.
    fn has_splinter(&self, column: usize, steps: &mut usize) -> Option<bool> {
        let [_, lower, upper] = self.split(column);
        let most = upper.iter().map(|row| -row[column]).max()?;
        for row in &lower {
            let own = row[column];
            for distance in 0..=(most * own - most - own) / most {
                let mut equality = row.clone();
                *equality.last_mut()? -= distance;
                let mut case = self.clone();
                case.equalities.push(equality);
                if case.has_solution(steps)? {
                    return Some(true);
                }
            }
        }
        Some(false)
    }
}

impl System {
    fn rows(&self) -> Rows {
        Rows {
            equalities: self.equalities.clone(),
            inequalities: self.inequalities.clone(),
        }
    }
}

impl Constraints {
    /// Whether all solutions of a system are solutions of another one, whose dimensions and symbols are the same by number, and
    /// whose local variables are quotients. `None`: it is not known.
    pub(crate) fn implies(&self, other: &Self) -> Option<bool> {
        let (own, others) = (&self.system, &other.system);
        if own.dims != others.dims || own.symbols != others.symbols {
            return None;
        }
        // The local variables of the other one come behind those of this one.
        let inputs = own.dims + own.symbols;
        let width = own.variables() + others.locals;
        let widen = |row: &Row, first: usize, count: usize| {
            let mut wide = zeros(width + 1);
            wide[..inputs].copy_from_slice(&row[..inputs]);
            wide[first..first + count].copy_from_slice(&row[inputs..inputs + count]);
            wide[width] = constant(row);
            wide
        };
        let mut given = own.rows();
        for row in given.equalities.iter_mut().chain(&mut given.inequalities) {
            *row = widen(row, inputs, own.locals);
        }
        let is_definition = |row: &Row| row[inputs..others.variables()].iter().any(|number| *number != 0);
        let mut wanted = Vec::new();
        let mut steps = MOST_STEPS;
        for row in &others.inequalities {
            let wide = widen(row, own.variables(), others.locals);
            match is_definition(row) {
                true => given.inequalities.push(wide),
                false => wanted.push(wide),
            }
        }
        for row in &others.equalities {
            let wide = widen(row, own.variables(), others.locals);
            wanted.push(wide.iter().map(|number| -number).collect());
            wanted.push(wide);
        }
        for row in wanted {
            let mut case = given.clone();
            let mut negated: Row = row.iter().map(|number| -number).collect();
            *negated.last_mut()? -= 1;
            case.inequalities.push(negated);
            if case.has_solution(&mut steps)? {
                return Some(false);
            }
        }
        Some(true)
    }
}
