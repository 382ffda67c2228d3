//! Replacing parts of affine expressions: shifts, composition, compression.

use std::collections::{HashMap, HashSet};

use foldhash::fast::FixedState;

use crate::affine::expr::AffineExprKind;
use crate::affine::simplify::Simplifier;
use crate::context::Context;
use crate::error::Error;
use crate::id::{AffineExpr, AffineMap};

/// Rebuilds expressions with parts replaced; each distinct part is rebuilt once.
struct Replacer<'c, F> {
    context: &'c Context,
    replace: F,
    simplifier: Simplifier<'c>,
    /// The parts that are rebuilt already. `None`: the expression is small, and is rebuilt faster than looked up.
    done: Option<HashMap<AffineExpr, AffineExpr, FixedState>>,
}

/// Expressions up to this depth are visited part by part, also if parts are shared.
const SHALLOW: u32 = 5;

impl<F: FnMut(AffineExpr) -> Option<AffineExpr>> Replacer<'_, F> {
    fn rebuild(&mut self, expr: AffineExpr) -> AffineExpr {
        if let Some(replaced) = (self.replace)(expr) {
            return replaced;
        }
        let AffineExprKind::Binary { op, lhs, rhs } = expr.kind(self.context) else {
            return expr;
        };
        if let Some(done) = self.done.as_ref().and_then(|done| done.get(&expr)) {
            return *done;
        }
        let (new_lhs, new_rhs) = (self.rebuild(lhs), self.rebuild(rhs));
        let rebuilt = match (new_lhs, new_rhs) == (lhs, rhs) {
            true => expr,
            false => self.simplifier.simplify(op, new_lhs, new_rhs),
        };
        if let Some(done) = &mut self.done {
            done.insert(expr, rebuilt);
        }
        rebuilt
    }
}

impl AffineExpr {
    /// The expression with parts replaced: `replace` returns the replacement of a part, or `None` to keep it.
    ///
    /// # Errors
    /// If the result is too deep.
    pub fn replace_with(
        self,
        context: &Context,
        replace: impl FnMut(AffineExpr) -> Option<AffineExpr>,
    ) -> Result<AffineExpr, Error> {
        let mut replacer = Replacer {
            context,
            replace,
            simplifier: Simplifier::new(context),
            done: (self.facts(context).depth > SHALLOW).then(HashMap::default),
        };
        context.check_depth(replacer.rebuild(self))
    }

    /// The expression with dimensions and symbols replaced; those beyond the lists stay.
    ///
    /// # Errors
    /// If the result is too deep.
    pub fn replace_inputs(
        self,
        context: &Context,
        dims: &[AffineExpr],
        symbols: &[AffineExpr],
    ) -> Result<AffineExpr, Error> {
        self.replace_with(context, |part| match part.kind(context) {
            AffineExprKind::Dim(dim) => dims.get(dim as usize).copied(),
            AffineExprKind::Symbol(symbol) => symbols.get(symbol as usize).copied(),
            _ => None,
        })
    }

    /// The expression of a map's results: dimension n becomes the map's result n.
    ///
    /// # Errors
    /// If the result is too deep.
    pub fn compose(self, context: &Context, map: AffineMap) -> Result<AffineExpr, Error> {
        self.replace_inputs(context, &map.results(context).to_vec(), &[])
    }

    /// The expression with the dimensions from `offset` to `num_dims` moved up by `shift`.
    ///
    /// # Errors
    /// If a dimension exceeds what a position can be.
    pub fn shift_dims(
        self,
        context: &Context,
        num_dims: u32,
        shift: u32,
        offset: u32,
    ) -> Result<AffineExpr, Error> {
        check_shift(num_dims, shift)?;
        self.replace_with(context, |part| match part.kind(context) {
            AffineExprKind::Dim(dim) if (offset..num_dims).contains(&dim) => {
                Some(context.affine_dim(dim + shift))
            }
            _ => None,
        })
    }

    /// The expression with the symbols from `offset` to `num_symbols` moved up by `shift`.
    ///
    /// # Errors
    /// If a symbol exceeds what a position can be.
    pub fn shift_symbols(
        self,
        context: &Context,
        num_symbols: u32,
        shift: u32,
        offset: u32,
    ) -> Result<AffineExpr, Error> {
        check_shift(num_symbols, shift)?;
        self.replace_with(context, |part| match part.kind(context) {
            AffineExprKind::Symbol(symbol) if (offset..num_symbols).contains(&symbol) => {
                Some(context.affine_symbol(symbol + shift))
            }
            _ => None,
        })
    }

    /// Whether the expression uses a dimension.
    pub fn uses_dim(self, context: &Context, dim: u32) -> bool {
        self.uses(context, AffineExprKind::Dim(dim))
    }

    /// Whether the expression uses a symbol.
    pub fn uses_symbol(self, context: &Context, symbol: u32) -> bool {
        self.uses(context, AffineExprKind::Symbol(symbol))
    }

    fn uses(self, context: &Context, wanted: AffineExprKind) -> bool {
        if self.facts(context).depth <= SHALLOW {
            return match self.kind(context) {
                AffineExprKind::Binary { lhs, rhs, .. } => {
                    lhs.uses(context, wanted) || rhs.uses(context, wanted)
                }
                kind => kind == wanted,
            };
        }
        inputs(context, [self]).contains(&wanted)
    }
}

impl Context {
    /// Which of so many dimensions, and of so many symbols, expressions use. Each part of them is visited once.
    pub fn used_inputs(&self, exprs: &[AffineExpr], dims: usize, symbols: usize) -> (Vec<bool>, Vec<bool>) {
        let mut used = (vec![false; dims], vec![false; symbols]);
        for input in inputs(self, exprs.iter().copied()) {
            let place = match input {
                AffineExprKind::Dim(dim) => used.0.get_mut(dim as usize),
                AffineExprKind::Symbol(symbol) => used.1.get_mut(symbol as usize),
                _ => None,
            };
            if let Some(place) = place {
                *place = true;
            }
        }
        used
    }
}

/// The dimensions and symbols that expressions use. Each part is visited once.
fn inputs(context: &Context, exprs: impl IntoIterator<Item = AffineExpr>) -> Vec<AffineExprKind> {
    let mut pending: Vec<AffineExpr> = exprs.into_iter().collect();
    let mut seen = HashSet::new();
    let mut inputs = Vec::new();
    while let Some(expr) = pending.pop() {
        if !seen.insert(expr) {
            continue;
        }
        match expr.kind(context) {
            AffineExprKind::Binary { lhs, rhs, .. } => pending.extend([lhs, rhs]),
            AffineExprKind::Constant(_) => {}
            input => inputs.push(input),
        }
    }
    inputs
}

fn check_shift(count: u32, shift: u32) -> Result<(), Error> {
    match count.checked_add(shift) {
        Some(last) if last < u32::MAX => Ok(()),
        _ => Err(Error::new("affine expression: shifted position exceeds 32 bits")),
    }
}

impl AffineMap {
    /// The map with a part of its results replaced.
    ///
    /// # Errors
    /// If a result uses a dimension or symbol that the new map does not have, or becomes too deep.
    pub fn replace(
        self,
        context: &Context,
        part: AffineExpr,
        replacement: AffineExpr,
        num_dims: u32,
        num_symbols: u32,
    ) -> Result<AffineMap, Error> {
        let results = self
            .results(context)
            .iter()
            .map(|result| result.replace_with(context, |found| (found == part).then_some(replacement)))
            .collect::<Result<Vec<_>, Error>>()?;
        context.affine_map(num_dims, num_symbols, &results)
    }

    /// The map of another map's results: `self` after `inner`. Symbols of `self` come before those of `inner`.
    ///
    /// # Errors
    /// If `inner` has not as many results as `self` has dimensions, or a result becomes too deep.
    pub fn compose(self, context: &Context, inner: AffineMap) -> Result<AffineMap, Error> {
        let (dims, results) = (self.num_dims(context) as usize, inner.results(context));
        if dims != results.len() {
            return Err(Error::new(format!(
                "affine map composition: expected {dims} results, got {}",
                results.len()
            )));
        }
        let (own, others) = (self.num_symbols(context), inner.num_symbols(context));
        let arguments = results
            .iter()
            .map(|result| result.shift_symbols(context, others, own, 0))
            .collect::<Result<Vec<_>, Error>>()?;
        let composed = self
            .results(context)
            .iter()
            .map(|result| result.replace_inputs(context, &arguments, &[]))
            .collect::<Result<Vec<_>, Error>>()?;
        context.affine_map(inner.num_dims(context), own + others, &composed)
    }
}

impl Context {
    /// The maps without the symbols that none of them uses; they must have one number of symbols.
    ///
    /// # Errors
    /// If their numbers of symbols differ.
    pub fn compress_unused_symbols(&self, maps: &[AffineMap]) -> Result<Vec<AffineMap>, Error> {
        let Some(first) = maps.first() else {
            return Ok(Vec::new());
        };
        let count = first.num_symbols(self);
        if maps.iter().any(|map| map.num_symbols(self) != count) {
            return Err(Error::new(
                "compress_unused_symbols: maps have different numbers of symbols",
            ));
        }
        let results = |map: &AffineMap| map.results(self);
        let inputs = inputs(self, maps.iter().flat_map(results));
        let symbols = inputs.into_iter().filter_map(|input| match input {
            AffineExprKind::Symbol(symbol) => Some(symbol),
            _ => None,
        });
        let mut used: Vec<u32> = symbols.collect();
        used.sort_unstable();
        let renumbered = |part: AffineExpr| match part.kind(self) {
            AffineExprKind::Symbol(symbol) => {
                let position = used.binary_search(&symbol).ok()?;
                Some(self.affine_symbol(position as u32))
            }
            _ => None,
        };
        maps.iter()
            .map(|map| {
                let results = results(map)
                    .iter()
                    .map(|result| result.replace_with(self, renumbered))
                    .collect::<Result<Vec<_>, Error>>()?;
                self.affine_map(map.num_dims(self), used.len() as u32, &results)
            })
            .collect()
    }
}
