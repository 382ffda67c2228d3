//! Checks that the operands of an operation of linalg have the sizes that its loops run over.
//!
//! Invariant: one `cf.assert` before the operation, and none if the sizes are known, which the verifier compares.

use tvmlike_dialects::{StructuredLoops, structured_loops};
use tvmlike_ir::{AffineExpr, AffineExprKind, Context, DYNAMIC, Op, Rewriter, TypeKind, Value};

use crate::allocation_checks::Checks;
use crate::make::{Make, index_constant};

/// Predicates of `arith.cmpi`.
const EQUAL: i64 = 0;
const LESS: i64 = 2;

/// Whether an operation has sizes to check.
pub(crate) fn has_open_sizes(context: &Context, op: Op) -> bool {
    op.name(context).dialect_namespace(context) == Some(b"linalg")
        && op
            .operands(context)
            .filter_map(|operand| sizes(context, operand))
            .any(|sizes| sizes.contains(&DYNAMIC))
}

/// The sizes of an operand that is a memref.
fn sizes(context: &Context, operand: Value) -> Option<Vec<i64>> {
    match operand.ty(context).kind(context) {
        TypeKind::MemRef { shape, .. } => Some(shape.to_vec()),
        _ => None,
    }
}

/// A dimension of an operand, and what of the loops selects its elements.
#[derive(Clone, Copy)]
struct Place {
    operand: Value,
    dim: usize,
    size: i64,
    expr: AffineExpr,
}

impl Place {
    /// The size as a value.
    fn size(self, checks: &mut Checks<'_, '_, '_>) -> Value {
        if self.size != DYNAMIC {
            return index_constant(checks.rewriter, checks.location, self.size);
        }
        let dim = index_constant(checks.rewriter, checks.location, self.dim as i64);
        let index = checks.context().index_type();
        Make::new("memref.dim", &[self.operand, dim], &[index]).value(checks.rewriter, checks.location)
    }
}

fn places(context: &Context, op: Op, loops: &StructuredLoops) -> Vec<Place> {
    let mut found = Vec::new();
    for (operand, map) in op.operands(context).zip(&loops.maps) {
        let sizes = sizes(context, operand).unwrap_or_default();
        for (dim, (size, expr)) in sizes.into_iter().zip(map.results(context).iter()).enumerate() {
            found.push(Place {
                operand,
                dim,
                size,
                expr,
            });
        }
    }
    found
}

/// Adds the check of an operation; `None`: it has no loops.
pub(crate) fn check(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let loops = structured_loops(context, op)?;
    let places = places(context, op, &loops);
    // What says how far each loop runs.
    let mut ends: Vec<Option<usize>> = vec![None; loops.reductions.len()];
    for (number, place) in places.iter().enumerate() {
        if let AffineExprKind::Dim(dim) = place.expr.kind(context) {
            ends.get_mut(dim as usize)?.get_or_insert(number);
        }
    }
    let ends: Vec<usize> = ends.into_iter().collect::<Option<_>>()?;
    let mut checks = Checks::new(rewriter, op);
    let mut all = None;
    for (number, place) in places.iter().enumerate() {
        let holds = match place.expr.kind(context) {
            AffineExprKind::Dim(dim) => {
                let first = ends[dim as usize];
                if first == number || (place.size != DYNAMIC && places[first].size != DYNAMIC) {
                    continue;
                }
                let (expected, size) = (places[first].size(&mut checks), place.size(&mut checks));
                checks.compare(EQUAL, expected, size)
            }
            _ => {
                let used = (0..ends.len()).filter(|dim| place.expr.uses_dim(context, *dim as u32));
                if place.size != DYNAMIC && used.clone().all(|dim| places[ends[dim]].size != DYNAMIC) {
                    continue;
                }
                let last = last_index(&mut checks, place.expr, &places, &ends)?;
                let size = place.size(&mut checks);
                checks.compare(LESS, last, size)
            }
        };
        all = Some(match all {
            Some(all) => checks.binary("arith.andi", all, holds),
            None => holds,
        });
    }
    if let Some(all) = all {
        checks.assert(all, "the sizes of the operands do not fit each other");
    }
    Some(())
}

/// The greatest index that an expression makes: it grows with each loop.
fn last_index(
    checks: &mut Checks<'_, '_, '_>,
    expr: AffineExpr,
    places: &[Place],
    ends: &[usize],
) -> Option<Value> {
    let context = checks.context();
    let one = index_constant(checks.rewriter, checks.location, 1);
    let last: Vec<Value> = ends
        .iter()
        .map(|end| {
            let size = places[*end].size(checks);
            checks.binary("arith.subi", size, one)
        })
        .collect();
    let map = context.affine_map(ends.len() as u32, 0, &[expr]).ok()?;
    let made = Make::new("affine.apply", &last, &[context.index_type()])
        .with(&[("map", context.affine_map_attribute(map))])
        .value(checks.rewriter, checks.location);
    Some(made)
}
