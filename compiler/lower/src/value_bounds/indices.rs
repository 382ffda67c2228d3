//! Indices by operation.

use tvmlike_dialects::AppliedMap;
use tvmlike_ir::{AffineExpr, AffineOp, FoldResult, LoopLike, Op, Value};

use super::facts::{Facts, Subject};
use crate::affine_indices::inner_sizes;
use crate::make::is_set;
use crate::number;
use crate::strided_metadata::{Number, mixed};

/// Records what is known of a result that is an index.
pub(super) fn learn(facts: &mut Facts<'_>, subject: Subject, op: Op, result: usize) -> Option<()> {
    let context = facts.context;
    let name = op.name(context);
    let binary = match &*name.text(context) {
        "affine.apply" => {
            let expr = *facts.applied(&AppliedMap::of(context, op)?)?.first()?;
            facts.equal(subject, expr);
            return Some(());
        }
        "affine.min" | "affine.max" => {
            let is_min = op.is_named(context, "affine.min");
            for expr in facts.applied(&AppliedMap::of(context, op)?)? {
                match is_min {
                    true => facts.at_most(subject, expr),
                    false => facts.at_least(subject, expr),
                }
            }
            return Some(());
        }
        "affine.delinearize_index" => return delinearized(facts, subject, op, result),
        "affine.linearize_index" => return linearized(facts, subject, op),
        "memref.dim" | "tensor.dim" => {
            let dim = usize::try_from(number::constant(context, op.operand(context, 1)?)?).ok()?;
            let source = op.operand(context, 0)?;
            let is_inside = |rank| dim < rank;
            if source
                .ty(context)
                .shape(context)
                .is_some_and(|shape| !is_inside(shape.len()))
            {
                return None;
            }
            let size = facts.expr((source, Some(dim)));
            facts.equal(subject, size);
            return Some(());
        }
        "memref.rank" | "tensor.rank" => {
            let rank = op.operand(context, 0)?.ty(context).shape(context)?.len();
            let rank = facts.number(i64::try_from(rank).ok()?);
            facts.equal(subject, rank);
            return Some(());
        }
        "arith.addi" => AffineOp::Add,
        "arith.subi" => {
            let [lhs, rhs] = operands(facts, op)?;
            let difference = facts.minus(lhs, rhs)?;
            facts.equal(subject, difference);
            return Some(());
        }
        "arith.muli" => AffineOp::Mul,
        "arith.floordivsi" => AffineOp::FloorDiv,
        _ => return None,
    };
    let [lhs, rhs] = operands(facts, op)?;
    let expr = facts.binary(binary, lhs, rhs)?;
    facts.equal(subject, expr);
    Some(())
}

fn operands(facts: &mut Facts<'_>, op: Op) -> Option<[AffineExpr; 2]> {
    let lhs = facts.index(op.operand(facts.context, 0)?);
    let rhs = facts.index(op.operand(facts.context, 1)?);
    Some([lhs, rhs])
}

/// A product of sizes.
fn product(facts: &mut Facts<'_>, sizes: &[Number]) -> Option<AffineExpr> {
    let mut product = facts.number(1);
    for size in sizes {
        let size = facts.of_number(*size);
        product = facts.binary(AffineOp::Mul, product, size)?;
    }
    Some(product)
}

fn delinearized(facts: &mut Facts<'_>, subject: Subject, op: Op, result: usize) -> Option<()> {
    let context = facts.context;
    let linear = facts.index(op.operand(context, 0)?);
    let inner = inner_sizes(context, op)?;
    let step = product(facts, inner.get(result..)?);
    let own = match result.checked_sub(1) {
        Some(index) => inner.get(index).copied(),
        None => {
            let all = mixed(context, op, "dynamic_basis", "static_basis")?;
            (all.len() > inner.len()).then(|| all[0])
        }
    };
    let part = match (result, own) {
        (0, _) => step.and_then(|step| facts.binary(AffineOp::FloorDiv, linear, step)),
        (_, Some(own)) => {
            let own = facts.of_number(own);
            step.and_then(|step| {
                let whole = facts.binary(AffineOp::Mul, step, own)?;
                let rest = facts.binary(AffineOp::Mod, linear, whole)?;
                facts.binary(AffineOp::FloorDiv, rest, step)
            })
        }
        _ => None,
    };
    if let Some(part) = part {
        facts.equal(subject, part);
    }
    if let Some(own) = own {
        let end = facts.of_number(own);
        facts.less(subject, end);
    }
    Some(())
}

fn linearized(facts: &mut Facts<'_>, subject: Subject, op: Op) -> Option<()> {
    let context = facts.context;
    let inner = inner_sizes(context, op)?;
    let all = mixed(context, op, "dynamic_basis", "static_basis")?;
    let indices: Vec<Value> = op.operands(context).take(inner.len() + 1).collect();
    let mut sum = facts.number(0);
    let mut is_linear = true;
    for (number, index) in indices.iter().enumerate() {
        let index = facts.index(*index);
        let term = product(facts, inner.get(number..)?)
            .and_then(|step| facts.binary(AffineOp::Mul, index, step))
            .and_then(|term| facts.binary(AffineOp::Add, sum, term));
        match term {
            Some(term) => sum = term,
            None => is_linear = false,
        }
    }
    if is_linear {
        facts.equal(subject, sum);
    }
    if is_set(context, op, "disjoint") && all.len() > inner.len() {
        let end = product(facts, &all)?;
        facts.less(subject, end);
    }
    Some(())
}

/// Records what is known of a variable of a loop.
pub(super) fn learn_variable(facts: &mut Facts<'_>, subject: Subject, op: Op) -> Option<()> {
    let context = facts.context;
    let interface = op.interface::<LoopLike>(context)?;
    let variables = (interface.induction_variables)(context, op);
    let position = variables.iter().position(|variable| *variable == subject.0)?;
    let bounds = *(interface.bounds)(context, op).get(position)?;
    let mut exprs = Vec::new();
    for bound in bounds {
        exprs.push(match bound {
            FoldResult::Value(value) => facts.index(value),
            FoldResult::Attribute(attribute) => facts.number(number::of(context, attribute)?),
        });
    }
    let [lower, upper, step] = exprs[..] else {
        return None;
    };
    facts.at_least(subject, lower);
    facts.less(subject, upper);
    // The last iteration.
    let distance = facts.minus(upper, lower)?;
    let steps = facts.binary(AffineOp::CeilDiv, distance, step)?;
    let before = facts.plus(steps, -1)?;
    let before = facts.binary(AffineOp::Mul, before, step)?;
    let last = facts.binary(AffineOp::Add, lower, before)?;
    facts.at_most(subject, last);
    Some(())
}
