//! Patterns of `cf.switch`.

use tvmlike_ir::{Attribute, Context, Op, Rewriter};

use super::super::elementwise::{Number, Numbers};
use super::super::rewrite::{operand, scalar};
use super::target::{Target, replace_by_br, replace_by_switch, single_predecessor};
use crate::number::Int;

/// A switch: the default, and the cases with their values.
struct Switch {
    default: Target,
    cases: Vec<(Int, Target)>,
}

fn case_values(context: &Context, op: Op) -> Option<Attribute> {
    op.property(context, context.identifier("case_values"))
}

impl Switch {
    fn of(context: &Context, op: Op) -> Option<Self> {
        let mut targets = Target::all(context, op)?.into_iter();
        let default = targets.next()?;
        let values = match case_values(context, op) {
            Some(values) => Some(Numbers::<Int>::of(context, values)?),
            None => None,
        };
        let cases = targets.enumerate().map(|(index, target)| {
            let value = values.as_ref()?.get(index)?.clone();
            Some((value, target))
        });
        Some(Self {
            default,
            cases: cases.collect::<Option<_>>()?,
        })
    }

    /// Where a value goes.
    fn taken(&self, value: &Int) -> &Target {
        let case = self.cases.iter().find(|(case, _)| case == value);
        case.map_or(&self.default, |(_, target)| target)
    }

    /// Replaces the switch by one with those cases for which a predicate holds, if they are not all.
    fn keep(
        self,
        rewriter: &mut Rewriter<'_, '_>,
        op: Op,
        is_kept: impl Fn(&Int, &Target) -> bool,
    ) -> Option<()> {
        let context = rewriter.context();
        let count = self.cases.len();
        let default = self.default;
        let kept = self
            .cases
            .into_iter()
            .filter(|(value, target)| is_kept(value, target));
        let (values, targets): (Vec<Int>, Vec<Target>) = kept.unzip();
        if values.len() == count {
            return None;
        }
        let values = match values.is_empty() {
            true => None,
            false => {
                let element = operand(context, op, 0)?.ty(context);
                let ty = context.vector_type(&[i64::try_from(values.len()).ok()?], element, &[]);
                let values: Vec<Attribute> = values
                    .iter()
                    .map(|value| value.write(context, element))
                    .collect::<Option<_>>()?;
                Some(context.dense_elements_from_attributes(ty.ok()?, &values).ok()?)
            }
        };
        replace_by_switch(rewriter, op, &default, &targets, values)
    }
}

/// A switch without cases.
pub(super) fn take_only_default(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    if op.num_successors(context) != 1 {
        return None;
    }
    replace_by_br(rewriter, op, &Target::of(context, op, 0)?)
}

/// Cases that go where the default goes.
pub(super) fn drop_default_cases(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let switch = Switch::of(rewriter.context(), op)?;
    let default = switch.default.clone();
    switch.keep(rewriter, op, |_, target| *target != default)
}

/// A known flag.
pub(super) fn take_known(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let flag = scalar(context, operand(context, op, 0)?)?;
    let switch = Switch::of(context, op)?;
    replace_by_br(rewriter, op, switch.taken(&flag))
}

/// Goes on where the successors go that do nothing else.
pub(super) fn pass_through(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let mut changed = false;
    let mut targets = Target::all(context, op)?;
    for target in &mut targets {
        if let Some(further) = target.passed_through(context) {
            *target = further;
            changed = true;
        }
    }
    let (default, cases) = targets.split_first()?;
    match changed {
        true => replace_by_switch(rewriter, op, default, cases, case_values(context, op)),
        false => None,
    }
}

/// The switch on the same flag at the end of the only block before.
fn switch_before(context: &Context, op: Op) -> Option<Op> {
    let before = single_predecessor(context, op.block(context)?)?.last_op(context)?;
    let is_same =
        before.is_named(context, "cf.switch") && operand(context, before, 0) == operand(context, op, 0);
    is_same.then_some(before)
}

/// A flag that a switch before found to be the value of a case.
pub(super) fn take_decided(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let before = Switch::of(context, switch_before(context, op)?)?;
    let block = op.block(context)?;
    if before.default.block == block {
        return None;
    }
    let (value, _) = before.cases.iter().find(|(_, target)| target.block == block)?;
    let switch = Switch::of(context, op)?;
    replace_by_br(rewriter, op, switch.taken(value))
}

/// Cases whose values a switch before sent elsewhere.
pub(super) fn drop_decided_cases(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let before = Switch::of(context, switch_before(context, op)?)?;
    if Some(before.default.block) != op.block(context) {
        return None;
    }
    let is_decided = |value: &Int| before.cases.iter().any(|(case, _)| case == value);
    Switch::of(context, op)?.keep(rewriter, op, |value, _| !is_decided(value))
}
