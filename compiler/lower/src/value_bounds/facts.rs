//! The set of what is known, and comparisons by it.
//!
//! Invariant: each symbol of the constraints is one subject; each dimension is an expression that is compared.

use std::collections::{HashMap, VecDeque};

use tvmlike_dialects::AppliedMap;
use tvmlike_ir::{AffineExpr, AffineOp, Context, DYNAMIC, Value};

use crate::constraints::{Bound, Constraints};
use crate::number;
use crate::strided_metadata::Number;

/// An index, or the size of a dimension of a memref or tensor.
pub(super) type Subject = (Value, Option<usize>);

/// How two numbers are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Comparison {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// So many indices and sizes are looked at: more need too much time.
const MOST_SUBJECTS: usize = 128;

/// Records what is known of a subject.
type Learn = fn(&mut Facts<'_>, Subject) -> Option<()>;

/// What is known of indices and sizes.
pub(super) struct Facts<'c> {
    pub(super) context: &'c Context,
    constraints: Constraints,
    symbols: HashMap<Subject, u32>,
    open: VecDeque<Subject>,
    learn: Learn,
}

impl<'c> Facts<'c> {
    pub(super) fn new(context: &'c Context, learn: Learn) -> Self {
        Self {
            context,
            constraints: Constraints::default(),
            symbols: HashMap::new(),
            open: VecDeque::new(),
            learn,
        }
    }

    pub(super) fn binary(&self, op: AffineOp, lhs: AffineExpr, rhs: AffineExpr) -> Option<AffineExpr> {
        self.context.affine_binary(op, lhs, rhs).ok()
    }

    pub(super) fn number(&self, number: i64) -> AffineExpr {
        self.context.affine_constant(number)
    }

    pub(super) fn plus(&self, expr: AffineExpr, number: i64) -> Option<AffineExpr> {
        self.binary(AffineOp::Add, expr, self.number(number))
    }

    pub(super) fn minus(&self, lhs: AffineExpr, rhs: AffineExpr) -> Option<AffineExpr> {
        let negated = self.binary(AffineOp::Mul, rhs, self.number(-1))?;
        self.binary(AffineOp::Add, lhs, negated)
    }

    /// The number that a subject is known to be.
    fn known(&self, (value, dim): Subject) -> Option<i64> {
        match dim {
            None => number::constant(self.context, value),
            Some(dim) => {
                let size = value.ty(self.context).shape(self.context)?.iter().nth(dim)?;
                (size != DYNAMIC).then_some(size)
            }
        }
    }

    /// A subject as an expression. What is known of it is found out later.
    pub(super) fn expr(&mut self, subject: Subject) -> AffineExpr {
        if let Some(known) = self.known(subject) {
            return self.number(known);
        }
        let symbol = *self.symbols.entry(subject).or_insert_with(|| {
            self.open.push_back(subject);
            self.constraints.add_symbol(None) as u32
        });
        self.context.affine_symbol(symbol)
    }

    pub(super) fn index(&mut self, value: Value) -> AffineExpr {
        self.expr((value, None))
    }

    pub(super) fn of_number(&mut self, number: Number) -> AffineExpr {
        match number {
            Number::Known(known) => self.number(known),
            Number::Value(value) => self.index(value),
        }
    }

    /// The results of a map as expressions of what it is applied to.
    pub(super) fn applied(&mut self, map: &AppliedMap) -> Option<Vec<AffineExpr>> {
        let dims: Vec<AffineExpr> = map.dims.iter().map(|value| self.index(*value)).collect();
        let symbols: Vec<AffineExpr> = map.symbols.iter().map(|value| self.index(*value)).collect();
        let results = map.results.iter();
        results
            .map(|result| result.replace_inputs(self.context, &dims, &symbols).ok())
            .collect()
    }

    /// Records a bound of a subject; one that is not linear tells nothing.
    fn bound(&mut self, subject: Subject, bound: Bound, expr: AffineExpr) {
        if let Some(symbol) = self.symbols.get(&subject) {
            let column = self.constraints.num_dims() + *symbol as usize;
            let _ = self.constraints.add_bound(self.context, bound, column, &[expr]);
        }
    }

    pub(super) fn equal(&mut self, subject: Subject, expr: AffineExpr) {
        self.bound(subject, Bound::Equal, expr);
    }

    pub(super) fn at_least(&mut self, subject: Subject, expr: AffineExpr) {
        self.bound(subject, Bound::Lower, expr);
    }

    pub(super) fn less(&mut self, subject: Subject, expr: AffineExpr) {
        self.bound(subject, Bound::Upper, expr);
    }

    pub(super) fn at_most(&mut self, subject: Subject, expr: AffineExpr) {
        if let Some(end) = self.plus(expr, 1) {
            self.less(subject, end);
        }
    }

    /// Finds out what is known of subjects, and of those that this depends on.
    fn process(&mut self) {
        while let Some(subject) = self.open.pop_front() {
            if self.symbols.len() > MOST_SUBJECTS {
                self.open.clear();
                return;
            }
            // An operation that is not as it should be tells nothing.
            let _ = (self.learn)(self, subject);
        }
    }

    /// Adds an expression that is compared. Its number.
    pub(super) fn add(&mut self, expr: AffineExpr) -> usize {
        let dim = self.constraints.add_dim(None);
        let _ = self
            .constraints
            .add_bound(self.context, Bound::Equal, dim, &[expr]);
        self.process();
        dim
    }

    /// Whether a comparison of two expressions is known to hold.
    pub(super) fn holds(&self, lhs: usize, comparison: Comparison, rhs: usize) -> bool {
        if self.constraints.has_no_solution() {
            return false;
        }
        let (sign, constant) = match comparison {
            Comparison::Less => (1, 0),
            Comparison::LessOrEqual => (1, -1),
            Comparison::Greater => (-1, 0),
            Comparison::GreaterOrEqual => (-1, -1),
        };
        let mut otherwise = self.constraints.clone();
        otherwise.add_inequality(&[(lhs, sign), (rhs, -sign)], &[], constant);
        otherwise.has_no_solution()
    }

    /// Whether a comparison of two subjects is known to hold.
    pub(super) fn subjects_hold(&mut self, lhs: Subject, comparison: Comparison, rhs: Subject) -> bool {
        let [lhs, rhs] = [lhs, rhs].map(|subject| {
            let expr = self.expr(subject);
            self.add(expr)
        });
        self.holds(lhs, comparison, rhs)
    }
}
