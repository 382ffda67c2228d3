//! Affine maps and the values that they are applied to: dropping values that a map does not need, and composing a map with
//! those that compute its values.
//!
//! Invariant: a change keeps what the map gives for its values.

use std::collections::HashMap;

use tvmlike_ir::{AffineExpr, AffineMap, AttributeKind, Context, Error, IntegerSet, Op, Value};

use crate::constant::constant;
use crate::verifiers::{is_affine_dim, is_affine_symbol};

/// Expressions and the values of their dimensions and symbols.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AppliedMap {
    /// The results of the map.
    pub results: Vec<AffineExpr>,
    /// The values of the dimensions.
    pub dims: Vec<Value>,
    /// The values of the symbols.
    pub symbols: Vec<Value>,
}

/// So many values are compared with each other.
const FEW: usize = 8;

/// Values without duplicates, and the new expression of each old position.
struct Renumbering {
    values: Vec<Value>,
    exprs: Vec<AffineExpr>,
    seen: HashMap<Value, AffineExpr>,
}

impl Renumbering {
    fn new() -> Self {
        Self {
            values: Vec::new(),
            exprs: Vec::new(),
            seen: HashMap::new(),
        }
    }

    fn add(&mut self, value: Value, at: impl FnOnce(u32) -> AffineExpr) {
        let next = self.values.len() as u32;
        let values = &mut self.values;
        let expr = *self.seen.entry(value).or_insert_with(|| {
            values.push(value);
            at(next)
        });
        self.exprs.push(expr);
    }
}

impl AppliedMap {
    /// What an operation with a property `map` applies to its operands.
    pub fn of(context: &Context, op: Op) -> Option<Self> {
        let map = op.property(context, context.identifier("map"))?;
        let AttributeKind::AffineMap(map) = map.kind(context) else {
            return None;
        };
        let operands: Vec<Value> = op.operands(context).collect();
        Self::new(context, map, &operands)
    }

    /// A map with the values of its dimensions, then those of its symbols. `None`: there are fewer than dimensions.
    pub fn new(context: &Context, map: AffineMap, operands: &[Value]) -> Option<Self> {
        let (dims, symbols) = operands.split_at_checked(map.num_dims(context) as usize)?;
        Some(Self {
            results: map.results(context).iter().collect(),
            dims: dims.to_vec(),
            symbols: symbols.to_vec(),
        })
    }

    /// The constraints of a set, of the values of its dimensions, then those of its symbols. `None`: there are fewer than
    /// dimensions.
    pub fn of_set(context: &Context, set: IntegerSet, operands: &[Value]) -> Option<Self> {
        let (dims, symbols) = operands.split_at_checked(set.num_dims(context) as usize)?;
        Some(Self {
            results: set.constraints(context).iter().collect(),
            dims: dims.to_vec(),
            symbols: symbols.to_vec(),
        })
    }

    /// The map. `None`: a result uses a dimension or symbol that has no value.
    pub fn map(&self, context: &Context) -> Option<AffineMap> {
        let (dims, symbols) = (self.dims.len() as u32, self.symbols.len() as u32);
        context.affine_map(dims, symbols, &self.results).ok()
    }

    /// The values of the dimensions, then those of the symbols.
    pub fn operands(&self) -> Vec<Value> {
        [&self.dims[..], &self.symbols].concat()
    }

    /// Replaces each result. `None`: an expression becomes too deep.
    fn replace_results(&mut self, replace: impl Fn(AffineExpr) -> Result<AffineExpr, Error>) -> Option<()> {
        let results = self.results.iter().map(|result| replace(*result));
        self.results = results.collect::<Result<_, _>>().ok()?;
        Some(())
    }

    fn uses_dim(&self, context: &Context, dim: usize) -> bool {
        self.results
            .iter()
            .any(|result| result.uses_dim(context, dim as u32))
    }

    fn uses_symbol(&self, context: &Context, symbol: usize) -> bool {
        self.results
            .iter()
            .any(|result| result.uses_symbol(context, symbol as u32))
    }

    /// Simplifies each result. `None`: an expression becomes too deep.
    pub fn simplify(&mut self, context: &Context) -> Option<()> {
        self.replace_results(|result| result.simplify(context))
    }

    /// Moves values that can be symbols to the symbols, and symbols that can be dimensions alone to the dimensions.
    fn move_operands(&mut self, context: &Context) -> Option<()> {
        let (mut dims, mut symbols) = (Vec::new(), self.symbols.clone());
        let mut renamed = Vec::new();
        for dim in &self.dims {
            if is_affine_symbol(context, *dim) {
                renamed.push(context.affine_symbol(symbols.len() as u32));
                symbols.push(*dim);
            } else {
                renamed.push(context.affine_dim(dims.len() as u32));
                dims.push(*dim);
            }
        }
        self.replace_results(|result| result.replace_inputs(context, &renamed, &[]))?;
        let (mut kept, mut renamed) = (Vec::new(), Vec::new());
        for symbol in symbols {
            if is_affine_dim(context, symbol) && !is_affine_symbol(context, symbol) {
                renamed.push(context.affine_dim(dims.len() as u32));
                dims.push(symbol);
            } else {
                renamed.push(context.affine_symbol(kept.len() as u32));
                kept.push(symbol);
            }
        }
        self.replace_results(|result| result.replace_inputs(context, &[], &renamed))?;
        (self.dims, self.symbols) = (dims, kept);
        Some(())
    }

    /// Drops values that the expression does not use, or that are known, and joins equal ones.
    ///
    /// `None`: an expression becomes too deep.
    pub fn canonicalize(&mut self, context: &Context) -> Option<()> {
        if self.is_canonical(context) {
            return Some(());
        }
        self.move_operands(context)?;
        let (mut dims, mut symbols) = (Renumbering::new(), Renumbering::new());
        let (used_dims, used_symbols) =
            context.used_inputs(&self.results, self.dims.len(), self.symbols.len());
        for (position, dim) in self.dims.iter().enumerate() {
            if used_dims[position] {
                dims.add(*dim, |position| context.affine_dim(position));
            } else {
                dims.exprs.push(context.affine_constant(0));
            }
        }
        for (position, symbol) in self.symbols.iter().enumerate() {
            if !used_symbols[position] {
                symbols.exprs.push(context.affine_constant(0));
            } else if let Some(number) = constant(context, *symbol) {
                symbols.exprs.push(context.affine_constant(number));
            } else {
                symbols.add(*symbol, |position| context.affine_symbol(position));
            }
        }
        self.replace_results(|result| result.replace_inputs(context, &dims.exprs, &symbols.exprs))?;
        (self.dims, self.symbols) = (dims.values, symbols.values);
        Some(())
    }

    /// Whether there are few values, and nothing to do about them.
    fn is_canonical(&self, context: &Context) -> bool {
        let are_different = |values: &[Value]| {
            let mut all = values.iter().enumerate();
            all.all(|(position, value)| !values[..position].contains(value))
        };
        let is_plain_dim = |(position, dim): (usize, &Value)| {
            !is_affine_symbol(context, *dim) && self.uses_dim(context, position)
        };
        let is_plain_symbol = |(position, symbol): (usize, &Value)| {
            (is_affine_symbol(context, *symbol) || !is_affine_dim(context, *symbol))
                && self.uses_symbol(context, position)
                && constant(context, *symbol).is_none()
        };
        self.dims.len() + self.symbols.len() <= FEW
            && are_different(&self.dims)
            && are_different(&self.symbols)
            && self.dims.iter().enumerate().all(is_plain_dim)
            && self.symbols.iter().enumerate().all(is_plain_symbol)
    }

    /// Replaces the operands that are results of applied maps by these maps, but not by one that would make an expression too
    /// deep. `None`: an expression becomes too deep.
    pub fn compose(&mut self, context: &Context) -> Option<()> {
        self.compose_with(context, &mut |_, _, _| false)
    }

    /// As [`Self::compose`], with a function that may change the map before each operand, of which it gets the value and the
    /// dimension or symbol; it returns whether it did.
    pub fn compose_with(
        &mut self,
        context: &Context,
        change: &mut dyn FnMut(&mut Self, Value, AffineExpr) -> bool,
    ) -> Option<()> {
        let mut kept: Vec<Value> = Vec::new();
        while self.compose_step(context, &mut kept, change) {}
        self.canonicalize(context)
    }

    /// Changes the map at the first operand where it can be. Returns whether there is one.
    fn compose_step(
        &mut self,
        context: &Context,
        kept: &mut Vec<Value>,
        change: &mut dyn FnMut(&mut Self, Value, AffineExpr) -> bool,
    ) -> bool {
        for position in 0..self.dims.len() + self.symbols.len() {
            let (number, is_dim) = match position.checked_sub(self.dims.len()) {
                None => (position, true),
                Some(symbol) => (symbol, false),
            };
            let (value, name) = match is_dim {
                true => (self.dims[number], context.affine_dim(number as u32)),
                false => (self.symbols[number], context.affine_symbol(number as u32)),
            };
            if change(self, value, name) {
                return true;
            }
            let Some(op) = value.defining_op(context) else {
                continue;
            };
            if !op.is_named(context, "affine.apply") || kept.contains(&value) {
                continue;
            }
            if self.replace(context, number as u32, is_dim, op).is_none() {
                kept.push(value);
            }
            return true;
        }
        false
    }

    /// The same of what computes its values, simplified. `None`: an expression becomes too deep.
    pub fn composed(&self, context: &Context) -> Option<Self> {
        let mut new = self.clone();
        new.compose(context)?;
        new.simplify(context)?;
        Some(new)
    }

    /// Replaces the operand at a position by the map whose result it is. `None`: an expression would become too deep, and nothing
    /// changes.
    fn replace(&mut self, context: &Context, position: u32, is_dim: bool, op: Op) -> Option<()> {
        let mut inner = Self::of(context, op)?;
        inner.canonicalize(context)?;
        let (dims, symbols) = (self.dims.len() as u32, self.symbols.len() as u32);
        let expr = inner
            .results
            .first()?
            .shift_dims(context, inner.dims.len() as u32, dims, 0)
            .and_then(|expr| expr.shift_symbols(context, inner.symbols.len() as u32, symbols, 0))
            .ok()?;
        let replaced = match is_dim {
            true => context.affine_dim(position),
            false => context.affine_symbol(position),
        };
        self.replace_results(|result| {
            result.replace_with(context, |part| (part == replaced).then_some(expr))
        })?;
        self.dims.extend(inner.dims);
        self.symbols.extend(inner.symbols);
        // The operand is used no more: what follows it moves up.
        let is_after = |number: u32| number.checked_sub(1).filter(|_| number > position);
        let count = if is_dim { &self.dims } else { &self.symbols }.len() as u32;
        let make = |number| match is_dim {
            true => context.affine_dim(number),
            false => context.affine_symbol(number),
        };
        let renamed: Vec<AffineExpr> = (0..count)
            .map(|number| make(is_after(number).unwrap_or(number)))
            .collect();
        let (dim_names, symbol_names) = match is_dim {
            true => (&renamed[..], &[][..]),
            false => (&[][..], &renamed[..]),
        };
        self.replace_results(|result| result.replace_inputs(context, dim_names, symbol_names))?;
        match is_dim {
            true => self.dims.remove(position as usize),
            false => self.symbols.remove(position as usize),
        };
        Some(())
    }
}
