//! Expressions of values as rows, made once for many systems.
//!
//! Invariant: variables are named by their numbers in a list, whose first one is some dimension of a system; other values are symbols.

use tvmlike_dialects::AppliedMap;
use tvmlike_ir::{AffineExpr, Context, Value};

use super::flatten::{Flattened, Place};
use super::row::combine;
use super::values::{Bound, Constraints};

/// What an expression is of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Input {
    Variable(usize),
    Value(Value),
}

/// Expressions of variables and other values.
pub(crate) struct Linear {
    flat: Flattened,
    /// The variables, then the others.
    inputs: Vec<Input>,
}

/// Expressions in a system.
pub(crate) struct Placed<'l> {
    flat: &'l Flattened,
    columns: Vec<usize>,
}

impl Linear {
    /// The results of a map. `None`: one is not linear.
    pub(crate) fn of(context: &Context, map: &AppliedMap, variables: &[Value]) -> Option<Self> {
        let input = |value: &Value| {
            let position = variables.iter().position(|other| other == value);
            position.map_or(Input::Value(*value), Input::Variable)
        };
        let all: Vec<Input> = map.dims.iter().chain(&map.symbols).map(input).collect();
        let (mut inputs, mut others) = (Vec::new(), Vec::new());
        for each in &all {
            let list = if matches!(each, Input::Variable(_)) {
                &mut inputs
            } else {
                &mut others
            };
            if !list.contains(each) {
                list.push(*each);
            }
        }
        let (dims, symbols) = (inputs.len(), others.len());
        let expr = |each: &Input| {
            let position = |list: &[Input]| list.iter().position(|other| other == each).unwrap_or_default();
            match each {
                Input::Variable(_) => context.affine_dim(position(&inputs) as u32),
                Input::Value(_) => context.affine_symbol(position(&others) as u32),
            }
        };
        let exprs: Vec<AffineExpr> = all.iter().map(expr).collect();
        let (of_dims, of_symbols) = exprs.split_at(map.dims.len());
        let results = map.results.iter();
        let results: Vec<AffineExpr> = results
            .map(|result| result.replace_inputs(context, of_dims, of_symbols).ok())
            .collect::<Option<_>>()?;
        let flat = Flattened::of(context, dims, symbols, &results)?;
        inputs.extend(others);
        Some(Self { flat, inputs })
    }

    /// Whether local variables stand for quotients.
    pub(crate) fn has_quotients(&self) -> bool {
        self.flat.num_locals() > 0
    }
}

impl Constraints {
    /// Places expressions whose first variable is a dimension.
    pub(crate) fn place<'l>(&mut self, linear: &'l Linear, first: usize) -> Placed<'l> {
        let columns = linear.inputs.iter().map(|input| match input {
            Input::Variable(number) => first + number,
            Input::Value(value) => self.dims.len() + self.symbol_of(*value),
        });
        Placed {
            columns: columns.collect(),
            flat: &linear.flat,
        }
    }

    /// Adds a bound of a dimension for each expression.
    pub(crate) fn add_placed_bound(&mut self, bound: Bound, dim: usize, exprs: &Placed<'_>) -> Option<()> {
        self.bound_by(bound, dim, exprs.flat, &exprs.columns)
    }

    /// Adds that expressions are 0, or at least 0.
    pub(crate) fn add_placed_relation(&mut self, exprs: &Placed<'_>, is_equal: bool) -> Option<()> {
        self.relate(exprs.flat, &exprs.columns, is_equal)
    }

    /// Adds that expressions without quotients are equal to others.
    pub(crate) fn add_differences(&mut self, one: &Placed<'_>, other: &Placed<'_>) -> Option<()> {
        let [one, other] = [one, other].map(|exprs| {
            exprs.flat.rows(Place {
                columns: &exprs.columns,
                inputs: self.dims.len() + self.symbols.len(),
                locals: 0,
                others: self.system.locals,
            })
        });
        for (one, other) in one.zip(other) {
            self.system.equalities.push(combine(&one, 1, &other, -1)?);
        }
        Some(())
    }
}
