//! Operations that `convert-vector-to-llvm` leaves: masked reductions, scans, and accesses of several rows.
//!
//! A lane that the mask does not set gets a value that changes no result. MLIR makes vector-predicated intrinsics, and takes other
//! values for minima and maxima of floats.

use tvmlike_dialects::combining_kind;
use tvmlike_ir::{Attribute, Context, Op, OpState, PatternSet, RewriteFn, Rewriter, Type, TypeKind, Value};

use super::accesses;
use super::combine::Combine;
use super::elements::positions;
use super::masked::is_masked;
use super::progressive::{Start, constant, part, start, with_part};
use super::vector_parts;
use crate::make::{Make, integer, is_set, property};
use crate::number;

/// Adds the patterns.
pub(crate) fn add_patterns(patterns: &mut PatternSet) {
    accesses::add_patterns(patterns);
    patterns.add_table(&[
        RewriteFn::new("SelectOfMaskedReduction", "vector.reduction", reduction),
        RewriteFn::new("ScanToArithOps", "vector.scan", scan),
    ]);
}

/// The value that changes no result of a kind.
fn neutral(context: &Context, kind: &str, ty: Type) -> Option<Attribute> {
    if ty.float_kind(context).is_some() {
        let value = match kind {
            "add" => -0.0,
            "mul" => 1.0,
            "minimumf" => f64::INFINITY,
            "maximumf" => f64::NEG_INFINITY,
            "minnumf" | "maxnumf" => f64::NAN,
            _ => return None,
        };
        return context.float_attribute(ty, value).ok();
    }
    let width = match ty.kind(context) {
        TypeKind::Integer { width, .. } => width,
        _ => 64,
    };
    let unused = 64_u32.checked_sub(width)?;
    let value = match kind {
        "add" | "or" | "xor" | "maxui" => 0,
        "and" | "minui" => -1,
        "minsi" => i64::MAX >> unused,
        "maxsi" => i64::MIN >> unused,
        // One bit that is set is -1.
        "mul" => {
            if width == 1 {
                -1
            } else {
                1
            }
        }
        _ => return None,
    };
    Some(integer(context, ty, value))
}

/// A masked reduction as one of all lanes.
fn reduction(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    if !is_masked(context, op) {
        return None;
    }
    let location = op.location(context);
    let root = op.parent_op(context)?;
    let (mask, vector) = (root.operand(context, 0)?, op.operand(context, 0)?);
    let ty = vector.ty(context);
    let (_, element) = vector_parts(context, ty)?;
    let neutral = neutral(context, &combining_kind(context, op)?, element)?;
    rewriter.set_before(root);
    let others = constant(rewriter, location, ty, &[neutral])?;
    let chosen = Make::new("arith.select", &[mask, vector, others], &[ty]).value(rewriter, location);
    let operands: Vec<Value> = std::iter::once(chosen)
        .chain(op.operands(context).skip(1))
        .collect();
    let made = rewriter.create(&OpState {
        operands: &operands,
        results: &[element],
        properties: op.properties(context),
        attributes: op.attributes(context),
        ..OpState::new(op.name(context), location)
    });
    let result = made.result(context, 0)?;
    rewriter.replace_op(root, &[result]);
    Some(())
}

/// As MLIR, what an inclusive scan begins with does not change it.
fn scan(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let (source, first) = (op.operand(context, 0)?, op.operand(context, 1)?);
    let ty = source.ty(context);
    let (sizes, _) = vector_parts(context, ty)?;
    let dim = usize::try_from(number::of(context, property(context, op, "reduction_dim")?)?).ok()?;
    let combine = Combine::of(context, op, ty)?;
    let inclusive = is_set(context, op, "inclusive");
    let mut outer = sizes.clone();
    let count = outer.get(dim).copied()?;
    outer.remove(dim);
    let mut scanned = start(rewriter, location, ty, Start::Poison)?;
    let mut last = start(rewriter, location, first.ty(context), Start::Poison)?;
    for position in positions(&outer) {
        let mut total: Option<Value> = None;
        let mut before: Option<Value> = None;
        for index in 0..count {
            let mut at = position.clone();
            at.insert(dim, index);
            let value = part(rewriter, location, source, &at)?;
            let next = match (total, inclusive) {
                (None, true) => value,
                (None, false) => part(rewriter, location, first, &position)?,
                (Some(total), true) => combine.apply(rewriter, location, [value, total], None),
                (Some(total), false) => combine.apply(rewriter, location, [before?, total], None),
            };
            scanned = with_part(rewriter, location, scanned, next, &at);
            (total, before) = (Some(next), Some(value));
        }
        last = with_part(rewriter, location, last, total?, &position);
    }
    rewriter.replace_op(op, &[scanned, last]);
    Some(())
}
