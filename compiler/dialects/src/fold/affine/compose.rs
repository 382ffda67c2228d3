//! Applied maps whose operands are applied maps: one map of what these are applied to.

use std::collections::HashMap;

use tvmlike_ir::{AffineExpr, AttributeKind, Context, Op, Rewriter, Value};

use super::super::rewrite::{Make, defined_by};
use crate::constant::constant;
use crate::verifiers::{is_affine_dim, is_affine_symbol};

/// An expression and the values of its dimensions and symbols.
#[derive(Clone, PartialEq, Eq)]
struct Applied {
    expr: AffineExpr,
    dims: Vec<Value>,
    symbols: Vec<Value>,
}

/// What an operation applies.
fn read(context: &Context, op: Op) -> Option<Applied> {
    let map = op.property(context, context.identifier("map"))?;
    let AttributeKind::AffineMap(map) = map.kind(context) else {
        return None;
    };
    let operands: Vec<Value> = op.operands(context).collect();
    let (dims, symbols) = operands.split_at_checked(map.num_dims(context) as usize)?;
    Some(Applied {
        expr: map.results(context).get(0)?,
        dims: dims.to_vec(),
        symbols: symbols.to_vec(),
    })
}

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

impl Applied {
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
        self.expr = self.expr.replace_inputs(context, &renamed, &[]).ok()?;
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
        self.expr = self.expr.replace_inputs(context, &[], &renamed).ok()?;
        (self.dims, self.symbols) = (dims, kept);
        Some(())
    }

    /// Drops values that the expression does not use, or that are known, and joins equal ones.
    fn canonicalize(&mut self, context: &Context) -> Option<()> {
        self.move_operands(context)?;
        let (mut dims, mut symbols) = (Renumbering::new(), Renumbering::new());
        for (position, dim) in self.dims.iter().enumerate() {
            if self.expr.uses_dim(context, position as u32) {
                dims.add(*dim, |position| context.affine_dim(position));
            } else {
                dims.exprs.push(context.affine_constant(0));
            }
        }
        for (position, symbol) in self.symbols.iter().enumerate() {
            if !self.expr.uses_symbol(context, position as u32) {
                symbols.exprs.push(context.affine_constant(0));
            } else if let Some(number) = constant(context, *symbol) {
                symbols.exprs.push(context.affine_constant(number));
            } else {
                symbols.add(*symbol, |position| context.affine_symbol(position));
            }
        }
        let expr = self
            .expr
            .replace_inputs(context, &dims.exprs, &symbols.exprs)
            .ok()?;
        (self.expr, self.dims, self.symbols) = (expr, dims.values, symbols.values);
        Some(())
    }

    /// Replaces the operands that are results of applied maps by these maps. `None`: the expression becomes too deep.
    fn compose(&mut self, context: &Context) -> Option<()> {
        loop {
            let dims = self.dims.iter().map(|value| (*value, true));
            let symbols = self.symbols.iter().map(|value| (*value, false));
            let found = dims.enumerate().chain(symbols.enumerate());
            let inner = found.filter_map(|(position, (value, is_dim))| {
                Some((
                    position as u32,
                    is_dim,
                    defined_by(context, value, "affine.apply")?,
                ))
            });
            let Some((position, is_dim, op)) = { inner }.next() else {
                return self.canonicalize(context);
            };
            self.replace(context, position, is_dim, op)?;
        }
    }

    /// Replaces the operand at a position by the map whose result it is.
    fn replace(&mut self, context: &Context, position: u32, is_dim: bool, op: Op) -> Option<()> {
        let mut inner = read(context, op)?;
        inner.canonicalize(context)?;
        let (dims, symbols) = (self.dims.len() as u32, self.symbols.len() as u32);
        let expr = inner
            .expr
            .shift_dims(context, inner.dims.len() as u32, dims, 0)
            .and_then(|expr| expr.shift_symbols(context, inner.symbols.len() as u32, symbols, 0))
            .ok()?;
        let replaced = match is_dim {
            true => context.affine_dim(position),
            false => context.affine_symbol(position),
        };
        self.expr = self
            .expr
            .replace_with(context, |part| (part == replaced).then_some(expr))
            .ok()?;
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
        self.expr = self.expr.replace_inputs(context, dim_names, symbol_names).ok()?;
        match is_dim {
            true => self.dims.remove(position as usize),
            false => self.symbols.remove(position as usize),
        };
        Some(())
    }
}

/// Composes an applied map with those that define its operands, and drops operands that it does not need.
pub(super) fn simplify_apply(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let old = read(context, op)?;
    let mut new = old.clone();
    new.compose(context)?;
    new.expr = new.expr.simplify(context).ok()?;
    if new == old {
        return None;
    }
    let (dims, symbols) = (new.dims.len() as u32, new.symbols.len() as u32);
    let map = context.affine_map(dims, symbols, &[new.expr]).ok()?;
    let operands = [new.dims, new.symbols].concat();
    Make::new("affine.apply", &operands, &[context.index_type()])
        .with(&[("map", context.affine_map_attribute(map))])
        .replace(rewriter, op)
}
