//! Affine expressions as rows: sums of multiples of variables and a constant.
//!
//! Invariant: a quotient or remainder is a sum with a local variable, whose bounds are recorded with its dividend and divisor. Equal
//! quotients are one variable.

use tvmlike_ir::{AffineExpr, AffineExprKind, AffineOp, Context};

use super::row::{Row, gcd, zeros};

/// `inputs · variables + locals · quotients + constant`. Quotients without a coefficient have 0.
#[derive(Clone, PartialEq, Eq)]
struct Sum {
    inputs: Vec<i128>,
    locals: Vec<i128>,
    constant: i128,
}

impl Sum {
    fn new(inputs: usize, constant: i128) -> Self {
        Self {
            inputs: vec![0; inputs],
            locals: Vec::new(),
            constant,
        }
    }

    fn numbers_mut(&mut self) -> impl Iterator<Item = &mut i128> {
        self.inputs
            .iter_mut()
            .chain(&mut self.locals)
            .chain(std::iter::once(&mut self.constant))
    }

    /// What divides all numbers and another one.
    fn common_divisor(&self, with: i128) -> i128 {
        let numbers = self
            .inputs
            .iter()
            .chain(&self.locals)
            .chain(std::iter::once(&self.constant));
        numbers.fold(with, |divisor, number| gcd(divisor, *number))
    }

    fn scale(mut self, factor: i128) -> Option<Self> {
        for number in self.numbers_mut() {
            *number = number.checked_mul(factor)?;
        }
        Some(self)
    }

    fn add(mut self, other: &Self) -> Option<Self> {
        if self.locals.len() < other.locals.len() {
            self.locals.resize(other.locals.len(), 0);
        }
        let numbers = self.inputs.iter_mut().zip(&other.inputs);
        for (number, added) in numbers.chain(self.locals.iter_mut().zip(&other.locals)) {
            *number = number.checked_add(*added)?;
        }
        self.constant = self.constant.checked_add(other.constant)?;
        Some(self)
    }

    fn row(&self, at: &Place<'_>) -> Row {
        let mut row = zeros(at.inputs + at.locals + at.others + 1);
        for (number, column) in self.inputs.iter().zip(at.columns) {
            row[*column] += number;
        }
        row[at.inputs..][..self.locals.len()].copy_from_slice(&self.locals);
        row[at.inputs + at.locals + at.others] = self.constant;
        row
    }
}

/// Where the variables of rows are in a system.
pub(super) struct Place<'p> {
    /// The columns of the inputs.
    pub(super) columns: &'p [usize],
    /// The number of dimensions and symbols.
    pub(super) inputs: usize,
    /// The numbers of quotients, and of local variables behind them.
    pub(super) locals: usize,
    pub(super) others: usize,
}

/// A quotient, rounded down: its dividend and divisor. One that is rounded up has a dividend that makes up for it.
#[derive(PartialEq, Eq)]
struct Quotient {
    dividend: Sum,
    divisor: i128,
    is_ceil: bool,
}

/// Expressions as rows.
pub(super) struct Flattened {
    quotients: Vec<Quotient>,
    results: Vec<Sum>,
}

impl Flattened {
    /// Flattens expressions of dimensions and symbols. `None`: one is not a sum of multiples of these and of quotients by constants.
    pub(super) fn of(context: &Context, dims: usize, symbols: usize, exprs: &[AffineExpr]) -> Option<Self> {
        let mut flattener = Flattener {
            context,
            dims,
            inputs: dims + symbols,
            quotients: Vec::new(),
        };
        let results = exprs
            .iter()
            .map(|expr| flattener.flatten(*expr))
            .collect::<Option<_>>()?;
        Some(Self {
            quotients: flattener.quotients,
            results,
        })
    }

    /// The number of quotients.
    pub(super) fn num_locals(&self) -> usize {
        self.quotients.len()
    }

    /// The expressions.
    pub(super) fn rows<'f>(&'f self, at: Place<'f>) -> impl Iterator<Item = Row> + use<'f> {
        self.results.iter().map(move |sum| sum.row(&at))
    }

    /// What holds for the quotients: two inequalities each. `None`: a number is too large.
    pub(super) fn inequalities(&self, at: &Place<'_>) -> Option<Vec<Row>> {
        let mut rows = Vec::new();
        for (index, quotient) in self.quotients.iter().enumerate() {
            let column = at.inputs + index;
            let mut lower = quotient.dividend.row(at);
            let mut upper = quotient.dividend.clone().scale(-1)?.row(at);
            lower[column] = -quotient.divisor;
            upper[column] = quotient.divisor;
            *upper.last_mut()? += quotient.divisor - 1;
            rows.extend([lower, upper]);
        }
        Some(rows)
    }
}

struct Flattener<'c> {
    context: &'c Context,
    dims: usize,
    inputs: usize,
    quotients: Vec<Quotient>,
}

impl Flattener<'_> {
    fn flatten(&mut self, expr: AffineExpr) -> Option<Sum> {
        let input = |column: usize| {
            let mut sum = Sum::new(self.inputs, 0);
            *sum.inputs.get_mut(column)? = 1;
            Some(sum)
        };
        match expr.kind(self.context) {
            AffineExprKind::Dim(dim) => input(dim as usize),
            AffineExprKind::Symbol(symbol) => input(self.dims + symbol as usize),
            AffineExprKind::Constant(value) => Some(Sum::new(self.inputs, value.into())),
            AffineExprKind::Binary { op, lhs, rhs } => {
                let left = self.flatten(lhs)?;
                if op == AffineOp::Add {
                    return left.add(&self.flatten(rhs)?);
                }
                let by = i128::from(rhs.constant(self.context)?);
                match op {
                    AffineOp::Add => None,
                    AffineOp::Mul => left.scale(by),
                    AffineOp::Mod => self.remainder(left, by),
                    AffineOp::FloorDiv => self.quotient(left, by, false),
                    AffineOp::CeilDiv => self.quotient(left, by, true),
                }
            }
        }
    }

    fn remainder(&mut self, sum: Sum, by: i128) -> Option<Sum> {
        if by <= 0 {
            return None;
        }
        if sum.common_divisor(by) == by {
            return Some(Sum::new(self.inputs, 0));
        }
        let quotient = self.quotient(sum.clone(), by, false)?;
        sum.add(&quotient.scale(-by)?)
    }

    fn quotient(&mut self, mut sum: Sum, by: i128, is_ceil: bool) -> Option<Sum> {
        if by <= 0 {
            return None;
        }
        let divisor = sum.common_divisor(by);
        sum.numbers_mut().for_each(|number| *number /= divisor);
        let by = by / divisor;
        if by == 1 {
            return Some(sum);
        }
        while sum.locals.last() == Some(&0) {
            sum.locals.pop();
        }
        if is_ceil {
            sum.constant += by - 1;
        }
        let quotient = Quotient {
            dividend: sum,
            divisor: by,
            is_ceil,
        };
        let known = self.quotients.iter().position(|each| *each == quotient);
        let index = known.unwrap_or_else(|| {
            self.quotients.push(quotient);
            self.quotients.len() - 1
        });
        let mut local = Sum::new(self.inputs, 0);
        local.locals.resize(index + 1, 0);
        local.locals[index] = 1;
        Some(local)
    }
}
