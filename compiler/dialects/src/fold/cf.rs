//! `cf`.

mod branch;
mod condition;
mod switch;
mod target;

use tvmlike_ir::{Op, RewriteFn, Rewriter};

use super::Rules;
use super::elementwise::splat;
use super::rewrite::operand;
use crate::number::Int;

pub(super) const RULES: Rules = Rules {
    folds: &[],
    patterns: &[
        ("cf.assert", ASSERT),
        ("cf.br", BR),
        ("cf.cond_br", COND_BR),
        ("cf.switch", SWITCH),
    ],
    materialize: None,
    scope: None,
};

const ASSERT: &[RewriteFn] = &[RewriteFn::new(
    "EraseRedundantAssertions",
    "cf.assert",
    erase_true_assertion,
)];

const BR: &[RewriteFn] = &[RewriteFn::new(
    "BranchOp::canonicalize",
    "cf.br",
    branch::simplify,
)];

const COND_BR: &[RewriteFn] = &[
    RewriteFn::new("SimplifyConstCondBranchPred", "cf.cond_br", condition::take_known),
    RewriteFn::new(
        "SimplifyPassThroughCondBranch",
        "cf.cond_br",
        condition::pass_through,
    ),
    RewriteFn::new(
        "SimplifyCondBranchIdenticalSuccessors",
        "cf.cond_br",
        condition::join_successors,
    ),
    RewriteFn::new(
        "SimplifyCondBranchFromCondBranchOnSameCondition",
        "cf.cond_br",
        condition::take_decided,
    ),
    RewriteFn::new(
        "CondBranchTruthPropagation",
        "cf.cond_br",
        condition::propagate_truth,
    ),
    RewriteFn::new(
        "DropUnreachableCondBranch",
        "cf.cond_br",
        condition::drop_unreachable,
    ),
];

const SWITCH: &[RewriteFn] = &[
    RewriteFn::new(
        "simplifySwitchWithOnlyDefault",
        "cf.switch",
        switch::take_only_default,
    ),
    RewriteFn::new(
        "dropSwitchCasesThatMatchDefault",
        "cf.switch",
        switch::drop_default_cases,
    ),
    RewriteFn::new("simplifyConstSwitchValue", "cf.switch", switch::take_known),
    RewriteFn::new("simplifyPassThroughSwitch", "cf.switch", switch::pass_through),
    RewriteFn::new(
        "simplifySwitchFromSwitchOnSameCondition",
        "cf.switch",
        switch::take_decided,
    ),
    RewriteFn::new(
        "simplifySwitchFromDefaultSwitchOnSameCondition",
        "cf.switch",
        switch::drop_decided_cases,
    ),
];

/// An assertion of `true`.
fn erase_true_assertion(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let asserted = operand(context, op, 0)?.constant_value(context);
    if !splat::<Int>(context, asserted)?.is_one() {
        return None;
    }
    rewriter.erase_op(op);
    Some(())
}
