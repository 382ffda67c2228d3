//! What loops and choices pass on.

use tvmlike_ir::{LoopLike, Op, Region};

use super::facts::{Comparison, Facts, Subject};

/// Records that a subject is between two others, if it is known which of these is greater.
fn between(facts: &mut Facts<'_>, subject: Subject, one: Subject, other: Subject) {
    for (least, greatest) in [(one, other), (other, one)] {
        if facts.subjects_hold(least, Comparison::LessOrEqual, greatest) {
            let [lower, upper] = [least, greatest].map(|subject| facts.expr(subject));
            facts.at_least(subject, lower);
            facts.at_most(subject, upper);
        }
    }
}

/// Records what is known of the result of a choice.
pub(super) fn learn_choice(facts: &mut Facts<'_>, subject: Subject, op: Op, result: usize) -> Option<()> {
    let context = facts.context;
    if op.is_named(context, "arith.select") {
        op.operand(context, 0)?.ty(context).bit_width(context)?;
        let [one, other] = [op.operand(context, 1)?, op.operand(context, 2)?];
        between(facts, subject, (one, subject.1), (other, subject.1));
        return Some(());
    }
    let yielded = |region: Region| {
        let end = region.first_block(context)?.last_op(context)?;
        end.operand(context, result)
    };
    let one = yielded(op.region(context, 0)?)?;
    let other = yielded(op.region(context, 1)?)?;
    between(facts, subject, (one, subject.1), (other, subject.1));
    Some(())
}

/// Records what is known of a result or argument of a loop, by the number of the value that it passes on.
pub(super) fn learn_passed(facts: &mut Facts<'_>, subject: Subject, op: Op, number: usize) -> Option<()> {
    let context = facts.context;
    let interface = op.interface::<LoopLike>(context)?;
    let init = op.operand(context, (interface.inits)(context, op).start + number)?;
    let init = (init, subject.1);
    if op.is_named(context, "scf.forall") {
        let expr = facts.expr(init);
        facts.equal(subject, expr);
        return Some(());
    }
    let argument = *(interface.iteration_arguments)(context, op).get(number)?;
    let yielded = *(interface.yielded)(context, op).get(number)?;
    let (argument, yielded) = ((argument, subject.1), (yielded, subject.1));
    let is_same = facts.subjects_hold(yielded, Comparison::LessOrEqual, argument)
        && facts.subjects_hold(yielded, Comparison::GreaterOrEqual, argument);
    if is_same {
        let expr = facts.expr(init);
        facts.equal(subject, expr);
    }
    Some(())
}
