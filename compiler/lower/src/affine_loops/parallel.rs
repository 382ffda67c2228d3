//! Loops whose iterations do not depend on each other.

use std::rc::Rc;

use tvmlike_define::OpBuilder;
use tvmlike_ir::{
    Attribute, Context, EffectKind, EffectTarget, Op, Rewriter, TypeKind, Value, WalkOrder, WalkResult,
};

use super::access::{Access, memref};
use super::dependence::{Dependence, Dependences};
use super::domain::enclosing;
use super::nest::{AffineFor, Side};
use crate::make::{build, has_trait, integer};

/// Operations of which a loop can combine the values of its iterations in any order, and the numbers of their kinds.
const REDUCTIONS: [(&str, i64); 12] = [
    ("arith.addf", 0),
    ("arith.addi", 1),
    ("arith.andi", 2),
    ("arith.maximumf", 4),
    ("arith.maxsi", 6),
    ("arith.maxui", 7),
    ("arith.minimumf", 8),
    ("arith.minsi", 10),
    ("arith.minui", 11),
    ("arith.mulf", 12),
    ("arith.muli", 13),
    ("arith.ori", 14),
];

/// What a loop combines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reduction {
    kind: i64,
    /// The operation that combines it.
    op: Op,
    /// The value of one iteration.
    value: Value,
}

/// What iterations pass on, if all of it is combined by one operation each.
pub(crate) fn reductions(context: &Context, at: AffineFor) -> Option<Vec<Reduction>> {
    let yielded: Vec<Value> = at.terminator(context).operands(context).collect();
    let arguments = at.iteration_arguments(context);
    arguments
        .into_iter()
        .zip(yielded)
        .map(|(argument, yielded)| {
            let mut uses = argument.uses(context);
            let op = uses.next()?.owner(context);
            let is_only = uses.next().is_none() && yielded.defining_op(context) == Some(op);
            let mut results = yielded.uses(context);
            let is_passed_only = results.next().is_some() && results.next().is_none();
            let (_, kind) = REDUCTIONS
                .into_iter()
                .find(|(name, _)| op.is_named(context, name))?;
            let value = op.operands(context).find(|operand| *operand != argument)?;
            (is_only && is_passed_only && op.block(context) == Some(at.body(context))).then_some(Reduction {
                kind,
                op,
                value,
            })
        })
        .collect()
}

/// Whether a memref is allocated in an operation.
fn is_local(context: &Context, value: Value, root: Op) -> bool {
    let Some(op) = value.defining_op(context) else {
        return false;
    };
    if is_allocation(context, op) {
        return op != root && op.is_inside(context, root);
    }
    let is_view = has_trait(context, op, "ViewLikeOpInterface");
    is_view
        && op
            .operand(context, 0)
            .is_some_and(|source| is_local(context, source, root))
}

/// Whether an operation does nothing but allocate its result.
fn is_allocation(context: &Context, op: Op) -> bool {
    let effects = op.memory_effects(context).unwrap_or_default();
    let mut all = effects.iter();
    let only = all.next().filter(|_| all.next().is_none());
    only.is_some_and(|effect| {
        effect.kind == EffectKind::Allocate && matches!(effect.target, EffectTarget::Value(_))
    })
}

/// Whether no iteration reads or writes what an earlier one writes, nor writes what an earlier one reads.
pub(crate) fn is_parallel(known: &Dependences<'_>, at: AffineFor) -> bool {
    let context = known.context();
    let is_memref = |value: Value| {
        let kind = value.ty(context);
        matches!(
            kind.kind(context),
            TypeKind::MemRef { .. } | TypeKind::UnrankedMemRef { .. }
        )
    };
    if at.0.results(context).any(is_memref) {
        return false;
    }
    let mut accesses = Vec::new();
    let mut is_known = true;
    at.0.walk(context, WalkOrder::PostOrder, |op| {
        let plain = ["affine.for", "affine.yield", "affine.if"];
        if let Some((memref, _)) = memref(context, op) {
            if !is_local(context, memref, at.0) {
                accesses.push(op);
            }
        } else if !plain.iter().any(|name| op.is_named(context, name))
            && !is_allocation(context, op)
            && !op.is_memory_effect_free(context)
        {
            is_known = false;
        }
        WalkResult::Advance
    });
    if !is_known {
        return false;
    }
    let accesses: Option<Vec<Rc<Access>>> = accesses.into_iter().map(|op| known.access(op)).collect();
    let Some(accesses) = accesses else {
        return false;
    };
    let depth = 1 + enclosing(context, at.0)
        .into_iter()
        .filter(|op| !op.is_named(context, "affine.if"))
        .count();
    accesses.iter().all(|first| {
        let mut others = accesses.iter();
        others.all(|second| known.check(first, second, depth) == Dependence::Never)
    })
}

/// Makes `affine.parallel` of a loop, which combines these values.
pub(crate) fn make_parallel(
    rewriter: &mut Rewriter<'_, '_>,
    at: AffineFor,
    reductions: &[Reduction],
) -> Option<()> {
    let context = rewriter.context();
    if reductions.len() != at.inits(context).len() {
        return None;
    }
    rewriter.set_before(at.0);
    let [lower, upper] = [Side::Lower, Side::Upper].map(|side| at.bound(context, side));
    let groups = |count: usize| {
        let ty = context.ranked_tensor_type(&[1], context.i32(), None).ok()?;
        let count = integer(context, context.i32(), i64::try_from(count).ok()?);
        context.dense_elements_from_attributes(ty, &[count]).ok()
    };
    let list = |numbers: Vec<i64>| {
        let all: Vec<Attribute> = numbers
            .into_iter()
            .map(|number| integer(context, context.i64(), number))
            .collect();
        context.array_attribute(&all)
    };
    let kinds = list(reductions.iter().map(|reduction| reduction.kind).collect());
    let region = at.0.region(context, 0)?;
    let location = at.0.location(context);
    let edit = rewriter.edit();
    let body = edit.create_region();
    body.take_body(edit, region).ok()?;
    let made = OpBuilder::new("affine.parallel")
        .operand("mapOperands", [lower.operands(), upper.operands()].concat())
        .attribute("reductions", kinds)
        .attribute(
            "lowerBoundsMap",
            context.affine_map_attribute(lower.map(context)?),
        )
        .attribute("lowerBoundsGroups", groups(lower.results.len())?)
        .attribute(
            "upperBoundsMap",
            context.affine_map_attribute(upper.map(context)?),
        )
        .attribute("upperBoundsGroups", groups(upper.results.len())?)
        .attribute("steps", list(vec![at.step(context)]))
        .result(
            "results",
            reductions.iter().map(|reduction| reduction.value.ty(context)),
        )
        .region("region", [body]);
    let made = build(rewriter, made, location);
    combine(rewriter, at, made, reductions)?;
    rewriter.set_insertion_point(None);
    rewriter.erase_op(at.0);
    Some(())
}

/// Combines the results of a parallel loop with the first values.
fn combine(rewriter: &mut Rewriter<'_, '_>, at: AffineFor, made: Op, reductions: &[Reduction]) -> Option<()> {
    let context = rewriter.context();
    let inits: Vec<Value> = at
        .inits(context)
        .filter_map(|index| at.0.operand(context, index))
        .collect();
    let body = made.region(context, 0)?.first_block(context)?;
    let terminator = body.last_op(context)?;
    let values: Vec<Value> = reductions.iter().map(|reduction| reduction.value).collect();
    for (number, reduction) in reductions.iter().enumerate() {
        rewriter.move_op_before(reduction.op, at.0);
        let operands = [inits[number], made.result(context, number)?];
        rewriter.modify(reduction.op, |edit| reduction.op.set_operands(edit, &operands));
        let (old, new) = (at.0.result(context, number)?, reduction.op.result(context, 0)?);
        rewriter.replace_all_uses(old, new);
    }
    rewriter.modify(terminator, |edit| terminator.set_operands(edit, &values));
    rewriter.erase_arguments(body, |index| index > 0);
    Some(())
}
