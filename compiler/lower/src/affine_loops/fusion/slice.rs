//! The iterations of a loop nest that one iteration of another needs.
//!
//! Invariant: the bounds of all loops are expressions of the same values.

use tvmlike_dialects::AppliedMap;
use tvmlike_ir::{AffineExpr, AffineExprKind, AffineOp, Context, Op, Value};

use super::super::nest::{AffineFor, Side};
use super::super::space::{add_bound, add_facts, add_loop, loop_of, space};
use super::super::trip_count::constant_trip_count;
use crate::constraints::{self, Bound, Constraints};

/// Bounds of the loops of a nest, the source, in a loop of another one.
#[derive(Clone, Debug)]
pub(super) struct Slice {
    /// The variables of the loops.
    pub(super) variables: Vec<Value>,
    /// Their bounds. A loop without a lower or an upper one runs through all its iterations.
    pub(super) bounds: Vec<constraints::Slice>,
    /// What the bounds are of.
    pub(super) dims: Vec<Value>,
    pub(super) symbols: Vec<Value>,
    /// In which loop the slice is executed.
    pub(super) place: AffineFor,
    /// Whether it is executed at the start of the body, not at the end.
    pub(super) is_backward: bool,
}

/// Whether bounds let a loop have one iteration.
fn is_equality(context: &Context, bound: &constraints::Slice) -> bool {
    let ([lower], [upper]) = (&bound.lower[..], &bound.upper[..]) else {
        return false;
    };
    let next = context.affine_binary(AffineOp::Add, *lower, context.affine_constant(1));
    next.is_ok_and(|next| next == *upper)
}

impl Slice {
    fn map(&self, results: &[AffineExpr]) -> AppliedMap {
        AppliedMap {
            results: results.to_vec(),
            dims: self.dims.clone(),
            symbols: self.symbols.clone(),
        }
    }

    /// A bound of one of the loops; `None` if it stays as it is.
    pub(super) fn bound(&self, number: usize, side: Side) -> Option<AppliedMap> {
        let results = match side {
            Side::Lower => &self.bounds[number].lower,
            Side::Upper => &self.bounds[number].upper,
        };
        (!results.is_empty()).then(|| self.map(results))
    }

    /// The values that the bounds are of.
    pub(super) fn operands(&self) -> impl Iterator<Item = Value> + '_ {
        self.dims.iter().chain(&self.symbols).copied()
    }

    /// Adds the bounds of the slice to a system with the variables of its loops.
    pub(super) fn add_bounds(&self, context: &Context, space: &mut Constraints) -> Option<()> {
        for (variable, bound) in self.variables.iter().zip(&self.bounds) {
            if space.column_of(*variable).is_none() {
                continue;
            }
            if is_equality(context, bound) {
                add_bound(context, space, Bound::Equal, *variable, self.map(&bound.lower))?;
            } else if bound.lower.is_empty() || bound.upper.is_empty() {
                add_loop(context, space, loop_of(context, *variable)?)?;
            } else {
                add_bound(context, space, Bound::Lower, *variable, self.map(&bound.lower))?;
                add_bound(context, space, Bound::Upper, *variable, self.map(&bound.upper))?;
            }
        }
        Some(())
    }

    /// The iterations as a system: the variables of the loops, and then what the bounds are of.
    pub(super) fn constraints(&self, context: &Context) -> Option<Constraints> {
        let dims: Vec<Option<Value>> = self.variables.iter().map(|value| Some(*value)).collect();
        let operands: Vec<Value> = self.operands().collect();
        let mut space = space(&dims, &operands);
        for operand in operands {
            add_facts(context, &mut space, operand)?;
        }
        self.add_bounds(context, &mut space)?;
        Some(space)
    }

    /// All iterations of the source as a system.
    fn source(&self, context: &Context) -> Option<Constraints> {
        let dims: Vec<Option<Value>> = self.variables.iter().map(|value| Some(*value)).collect();
        let mut space = space(&dims, &[]);
        for variable in &self.variables {
            add_loop(context, &mut space, loop_of(context, *variable)?)?;
        }
        Some(space)
    }

    /// The variable that has one iteration in the slice: that of a loop of the other nest.
    pub(super) fn variable_along(&self, context: &Context, other: Value) -> Option<Value> {
        let mut both = self.variables.iter().zip(&self.bounds);
        let found = both.find(|(_, bound)| {
            is_equality(context, bound)
                && matches!(bound.lower[0].kind(context), AffineExprKind::Dim(dim)
                    if self.dims.get(dim as usize) == Some(&other))
        });
        found.map(|(variable, _)| *variable)
    }

    /// Whether a loop has all its iterations in each slice.
    pub(super) fn is_whole(&self, context: &Context, number: usize) -> bool {
        let own = loop_of(context, self.variables[number]);
        [Side::Lower, Side::Upper].into_iter().all(|side| {
            self.bound(number, side).is_none_or(|bound| {
                let only = match &bound.results[..] {
                    [only] => only.constant(context),
                    _ => None,
                };
                only.is_some() && own.is_some_and(|own| own.constant_bound(context, side) == only)
            })
        })
    }

    /// Whether each loop runs along with one of the other nest that has the same bounds. `None`: that is not plain.
    fn is_plainly_maximal(&self, context: &Context) -> Option<bool> {
        for (variable, bound) in self.variables.iter().zip(&self.bounds) {
            if !is_equality(context, bound) {
                return None;
            }
            let AffineExprKind::Dim(dim) = bound.lower[0].kind(context) else {
                return None;
            };
            let along = loop_of(context, *self.dims.get(dim as usize)?)?;
            let own = loop_of(context, *variable)?;
            let numbers = |at: AffineFor| {
                let [lower, upper] = [Side::Lower, Side::Upper].map(|side| at.constant_bound(context, side));
                Some((lower?, upper?))
            };
            if numbers(own)? != numbers(along)? || own.step(context) != along.step(context) {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether the slices of all iterations of the other nest have only iterations of the source. `None`: that is not known.
    pub(super) fn is_valid(&self, context: &Context) -> Option<bool> {
        if self.is_plainly_maximal(context) == Some(true) {
            return Some(true);
        }
        let mut source = self.source(context)?;
        if source.has_locals() || source.values().count() > source.num_dims() {
            return None;
        }
        let mut slice = self.constraints(context)?;
        let count = self.variables.len();
        slice.project_out_from(count)?;
        // Variables of loops around that bounds are of.
        source.project_out_from(count)?;
        slice.implies(&source)
    }

    /// Whether the slices have all iterations of the source. `None`: that is not known. MLIR takes the loop that one variable runs
    /// along with for that of another one.
    pub(super) fn is_maximal(&self, context: &Context) -> Option<bool> {
        // The variables that run along with loops of the other nest, and their variables.
        let mut along: Vec<(Value, Value)> = Vec::new();
        let mut rest = space(&vec![None; self.variables.len()], &[]);
        let mut is_along = true;
        for (number, (variable, bound)) in self.variables.iter().zip(&self.bounds).enumerate() {
            if is_equality(context, bound)
                && let AffineExprKind::Dim(dim) = bound.lower[0].kind(context)
            {
                let other = *self.dims.get(dim as usize)?;
                let (own_loop, other_loop) = (loop_of(context, *variable)?, loop_of(context, other)?);
                let is_like = [Side::Lower, Side::Upper].into_iter().all(|side| {
                    let (own, theirs) = (own_loop.bound(context, side), other_loop.bound(context, side));
                    let replaced = |value: &Value| {
                        let found = along.iter().find(|(from, _)| from == value);
                        found.map_or(*value, |(_, to)| *to)
                    };
                    own.results == theirs.results
                        && own.dims.iter().map(replaced).eq(theirs.dims)
                        && own.symbols == theirs.symbols
                });
                // Of two variables that run along with the same one, not all pairs are there.
                let is_taken = along.iter().any(|(_, to)| *to == other);
                if !is_like || is_taken || own_loop.step(context) != other_loop.step(context) {
                    return Some(false);
                }
                along.push((*variable, other));
                continue;
            }
            for (side, results) in [(Bound::Lower, &bound.lower), (Bound::Upper, &bound.upper)] {
                is_along &= results.is_empty();
                self.add_at(context, &mut rest, side, number, results)?;
            }
        }
        if is_along {
            return Some(true);
        }
        self.source(context)?.implies(&rest)
    }

    /// Bounds a dimension of a system by number.
    fn add_at(
        &self,
        context: &Context,
        space: &mut Constraints,
        side: Bound,
        dim: usize,
        results: &[AffineExpr],
    ) -> Option<()> {
        if results.is_empty() {
            return Some(());
        }
        let mut map = self.map(results);
        super::super::nest::compose(context, &mut map)?;
        map.simplify(context)?;
        map.canonicalize(context)?;
        for value in map.operands() {
            super::super::space::add_value(context, space, value)?;
        }
        let exprs = super::super::space::exprs(context, space, &map)?;
        space.add_bound(context, side, dim, &exprs)
    }

    /// How many iterations each loop of the source has in the slice. `None`: that is not known.
    pub(super) fn trip_counts(&self, context: &Context) -> Option<Vec<(Op, u64)>> {
        let counts = self.variables.iter().zip(&self.bounds).map(|(variable, bound)| {
            let at = loop_of(context, *variable)?;
            let (Some(lower), Some(upper)) = (bound.lower.first(), bound.upper.first()) else {
                let [lower, upper] = [Side::Lower, Side::Upper].map(|side| at.constant_bound(context, side));
                return match (lower, upper) {
                    // As MLIR, steps are no matter.
                    (Some(lower), Some(upper)) => Some((at.0, upper.wrapping_sub(lower).cast_unsigned())),
                    _ => Some((at.0, constant_trip_count(context, at)?)),
                };
            };
            let negated = context
                .affine_binary(AffineOp::Mul, *lower, context.affine_constant(-1))
                .ok()?;
            let span = context.affine_binary(AffineOp::Add, *upper, negated).ok()?;
            let count = span.simplify(context).ok()?.constant(context)?;
            Some((at.0, count.cast_unsigned()))
        });
        counts.collect()
    }

    /// Whether the slice is one iteration of the source.
    pub(super) fn is_one_iteration(&self, context: &Context) -> bool {
        let counts = self.trip_counts(context);
        counts.is_some_and(|counts| iterations(&counts) == 1)
    }
}

/// The number of iterations of loops in each other.
pub(super) fn iterations(counts: &[(Op, u64)]) -> u64 {
    counts.iter().fold(1, |all, (_, count)| all.wrapping_mul(*count))
}
