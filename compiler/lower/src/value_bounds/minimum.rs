//! Minima, maxima and applied maps, as simple as what is known of their values allows.

use tvmlike_dialects::AppliedMap;
use tvmlike_ir::{
    AffineExpr, AffineOp, Canonicalization, Context, Op, PatternSet, RewriteFn, Rewriter, Value,
};

use super::compare::{is_before, is_positive};

/// Adds the patterns, and those of canonicalization that go with them.
pub(crate) fn add_patterns(context: &Context, patterns: &mut PatternSet) {
    for name in ["affine.max", "affine.min"] {
        let info = context.load_op_info(context.identifier(name));
        if let Some(Canonicalization(own)) = info.and_then(|info| info.extensions().get()) {
            patterns.extend(own);
        }
    }
    patterns.add_table(&[
        RewriteFn::new("SimplifyAffineMaxOp", "affine.max", simplify),
        RewriteFn::new("SimplifyAffineMinOp", "affine.min", simplify),
        RewriteFn::new("SimplifyAffineApplyOp", "affine.apply", simplify_apply),
    ]);
}

/// Results of a map of which one is known to be the least, or the greatest, of each class; a class is known by its first result.
struct Classes {
    parents: Vec<usize>,
    /// The classes with their results that count.
    bounds: Vec<(usize, usize)>,
}

impl Classes {
    fn first(&self, mut result: usize) -> usize {
        while self.parents[result] != result {
            result = self.parents[result];
        }
        result
    }

    fn bound(&self, class: usize) -> Option<usize> {
        let found = self.bounds.iter().find(|(first, _)| *first == class);
        found.map(|(_, bound)| *bound)
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.first(one), self.first(other));
        self.parents[one.max(other)] = one.min(other);
    }

    /// The results that count, in the order in which MLIR's table of them has its entries.
    fn results(mut self) -> Vec<usize> {
        let mut size = 64;
        while self.bounds.len() * 4 >= size * 3 {
            size *= 2;
        }
        self.bounds.sort_by_key(|(first, _)| first * 37 % size);
        self.bounds.into_iter().map(|(_, bound)| bound).collect()
    }
}

/// Leaves the results out that are known not to be the least, or the greatest.
fn simplify(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let is_min = op.is_named(context, "affine.min");
    let map = AppliedMap::of(context, op)?;
    let count = map.results.len();
    let mut classes = Classes {
        parents: (0..count).collect(),
        bounds: Vec::new(),
    };
    for result in 0..count {
        let own = classes.first(result);
        if classes.bound(own).is_some() {
            continue;
        }
        let mut bound = result;
        for other in result + 1..count {
            let class = classes.first(other);
            if class == own {
                continue;
            }
            let rival = classes.bound(class).unwrap_or(other);
            if let Some(is_first) = is_before(context, &map, [bound, rival], is_min) {
                classes.join(own, class);
                if !is_first {
                    bound = rival;
                }
            }
        }
        let class = classes.first(result);
        classes.bounds.retain(|(first, _)| *first != class);
        classes.bounds.push((class, bound));
    }
    if classes.bounds.len() >= count {
        return None;
    }
    // All values become symbols.
    let dims = map.dims.len() as u32;
    let symbol = |number| context.affine_symbol(number);
    let names: Vec<AffineExpr> = (0..dims).map(symbol).collect();
    let moved: Vec<AffineExpr> = (dims..dims + map.symbols.len() as u32).map(symbol).collect();
    let results = classes.results().into_iter();
    let results = results
        .map(|result| map.results[result].replace_inputs(context, &names, &moved).ok())
        .collect::<Option<Vec<_>>>()?;
    let new = AppliedMap {
        results,
        dims: Vec::new(),
        symbols: map.operands(),
    };
    set_map(rewriter, op, &new)
}

fn set_map(rewriter: &mut Rewriter<'_, '_>, op: Op, new: &AppliedMap) -> Option<()> {
    let context = rewriter.context();
    let map = context.affine_map_attribute(new.map(context)?);
    rewriter.modify(op, |edit| {
        op.set_operands(edit, &new.operands());
        op.set_attribute(edit, context.identifier("map"), map);
    });
    Some(())
}

/// Composes an applied map with those that make its values. A quotient of a minimum by one of its results, rounded up, is 1.
fn simplify_apply(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let old = AppliedMap::of(context, op)?;
    let mut new = old.clone();
    for name in ["affine.apply", "affine.min"] {
        let is_made = |value: &Value| {
            let op = value.defining_op(context);
            op.is_some_and(|op| op.is_named(context, name))
        };
        if new.operands().iter().any(is_made) {
            new.compose_with(context, &mut |map, value, name| {
                replace_quotients(context, map, value, name).is_some()
            })?;
            new.simplify(context)?;
        }
    }
    if new.map(context)? == old.map(context)? {
        return None;
    }
    set_map(rewriter, op, &new)
}

/// Replaces quotients of a positive minimum, by one of the results of its map, that are 1. `None`: there is none.
fn replace_quotients(context: &Context, map: &mut AppliedMap, value: Value, name: AffineExpr) -> Option<()> {
    let op = value.defining_op(context)?;
    if !op.is_named(context, "affine.min") {
        return None;
    }
    let minimum = AppliedMap::of(context, op)?;
    let is_known = |result| is_positive(context, &minimum, result);
    if !(0..minimum.results.len()).all(is_known) {
        return None;
    }
    let find = |value: &Value| {
        let dim = map.dims.iter().position(|other| other == value);
        let symbol = map.symbols.iter().position(|other| other == value);
        dim.map(|dim| context.affine_dim(dim as u32))
            .or_else(|| symbol.map(|symbol| context.affine_symbol(symbol as u32)))
    };
    let names = |values: &[Value]| -> Vec<Option<AffineExpr>> { values.iter().map(find).collect() };
    let (dims, symbols) = (names(&minimum.dims), names(&minimum.symbols));
    let binary = |op, lhs, rhs| context.affine_binary(op, lhs, rhs).ok();
    let mut ones = Vec::new();
    for result in &minimum.results {
        let is_missing = |(number, name): (usize, &Option<AffineExpr>), is_dim: bool| {
            name.is_none()
                && match is_dim {
                    true => result.uses_dim(context, number as u32),
                    false => result.uses_symbol(context, number as u32),
                }
        };
        let lacks = dims.iter().enumerate().any(|each| is_missing(each, true))
            || symbols.iter().enumerate().any(|each| is_missing(each, false));
        if lacks {
            continue;
        }
        let zero = context.affine_constant(0);
        let filled = |names: &[Option<AffineExpr>]| -> Vec<AffineExpr> {
            names.iter().map(|name| name.unwrap_or(zero)).collect()
        };
        let Ok(divisor) = result.replace_inputs(context, &filled(&dims), &filled(&symbols)) else {
            continue;
        };
        ones.extend(binary(AffineOp::CeilDiv, name, divisor));
        let rounded = binary(AffineOp::Add, name, divisor)
            .and_then(|sum| binary(AffineOp::Add, sum, context.affine_constant(-1)))
            .and_then(|sum| binary(AffineOp::FloorDiv, sum, divisor));
        ones.extend(rounded);
    }
    let one = context.affine_constant(1);
    let results: Vec<AffineExpr> = map.results.clone();
    let mut changed = Vec::new();
    for result in &results {
        let new = result.replace_with(context, |part| ones.contains(&part).then_some(one));
        changed.push(new.ok()?);
    }
    if changed == results {
        return None;
    }
    map.results = changed;
    Some(())
}
