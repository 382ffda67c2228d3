//! Whether writes are of all elements of a region: what they leave out must be copied before, for it is copied back.

use tvmlike_ir::{AffineExprKind, AffineOp, Context, Op, Value};

use super::super::access::Access;
use super::super::domain::enclosing;
use super::super::nest::{AffineFor, Side};
use super::super::trip_count::constant_trip_count;

/// The variable of an inner loop that an index is, plus a number. `None`: the index is another sum of variables of inner loops.
fn variable(context: &Context, access: &Access, result: usize, inner: &[Value]) -> Option<Option<Value>> {
    let mut open = vec![access.map.results[result]];
    let mut found = None;
    while let Some(expr) = open.pop() {
        let value = match expr.kind(context) {
            AffineExprKind::Constant(_) => continue,
            AffineExprKind::Dim(dim) => *access.map.dims.get(dim as usize)?,
            AffineExprKind::Symbol(symbol) => *access.map.symbols.get(symbol as usize)?,
            AffineExprKind::Binary {
                op: AffineOp::Add,
                lhs,
                rhs,
            } => {
                open.extend([lhs, rhs]);
                continue;
            }
            AffineExprKind::Binary { lhs, rhs, .. } => {
                let uses = |value: &Value| {
                    let dims = access.map.dims.iter().enumerate();
                    let mut own = dims.filter(|(_, dim)| *dim == value);
                    own.any(|(dim, _)| lhs.uses_dim(context, dim as u32) || rhs.uses_dim(context, dim as u32))
                };
                if inner.iter().any(uses) {
                    return None;
                }
                continue;
            }
        };
        if inner.contains(&value) && found.replace(value).is_some() {
            return None;
        }
    }
    Some(found)
}

/// Whether a write, in all iterations of the loops from a depth on, is of a whole box.
pub(super) fn is_of_box(context: &Context, op: Op, depth: usize) -> Option<bool> {
    let access = Access::of(context, op)?;
    let around = enclosing(context, op);
    let inner: Vec<Op> = around.get(depth..)?.to_vec();
    let loops: Vec<AffineFor> = inner
        .iter()
        .map(|op| AffineFor::of(context, *op))
        .collect::<Option<_>>()?;
    let variables: Vec<Value> = loops.iter().map(|root| root.variable(context)).collect();
    let mut used = Vec::new();
    for result in 0..access.map.results.len() {
        if let Some(value) = variable(context, &access, result, &variables)? {
            if used.contains(&value) {
                return Some(false);
            }
            used.push(value);
        }
    }
    let is_fine = |root: &AffineFor| {
        let sides = [Side::Lower, Side::Upper].map(|side| root.bound(context, side));
        let is_box = sides.iter().all(|side| {
            side.results.len() == 1 && !side.operands().iter().any(|value| variables.contains(value))
        });
        let is_used = used.contains(&root.variable(context)) && root.step(context) == 1;
        let is_executed = constant_trip_count(context, *root).is_some_and(|count| count > 0);
        is_box && (is_used || is_executed && !used.contains(&root.variable(context)))
    };
    // A loop that may have no iteration leaves out what others would write.
    let are_executed = loops
        .iter()
        .all(|root| constant_trip_count(context, *root).is_some_and(|count| count > 0));
    Some(loops.iter().all(is_fine) && (are_executed || used.len() == loops.len()))
}
