//! Comparisons of maps that are applied to values.

use tvmlike_dialects::AppliedMap;
use tvmlike_ir::{Context, LoopLike, ValueOwner};

use super::facts::{Comparison, Facts, Subject};
use super::{choices, indices, sizes};
use crate::make::is_set;

/// Records what is known of a subject by the operation that it belongs to.
fn learn(facts: &mut Facts<'_>, subject: Subject) -> Option<()> {
    let context = facts.context;
    let (value, dim) = subject;
    if dim.is_some() {
        let zero = facts.number(0);
        facts.at_least(subject, zero);
    }
    let is_named = |op: tvmlike_ir::Op, names: &[&str]| names.iter().any(|name| op.is_named(context, name));
    match value.owner(context) {
        ValueOwner::Result { op, index } => {
            if is_named(op, &["arith.select", "scf.if"]) {
                return choices::learn_choice(facts, subject, op, index);
            }
            if is_named(op, &["scf.for", "scf.forall"]) {
                return choices::learn_passed(facts, subject, op, index);
            }
            match dim {
                None => indices::learn(facts, subject, op, index),
                Some(dim) => sizes::learn(facts, subject, op, index, dim),
            }
        }
        ValueOwner::Argument { block, index } => {
            let op = block.parent_op(context)?;
            // Numbers without signs are not those that maps have.
            if !is_named(op, &["scf.for", "scf.forall"]) || is_set(context, op, "unsignedCmp") {
                return None;
            }
            let interface = op.interface::<LoopLike>(context)?;
            let variables = (interface.induction_variables)(context, op).len();
            match index.checked_sub(variables) {
                Some(number) => choices::learn_passed(facts, subject, op, number),
                None => indices::learn_variable(facts, subject, op),
            }
        }
    }
}

/// The number of a result of a map among what is compared.
fn add(facts: &mut Facts<'_>, map: &AppliedMap, result: usize) -> Option<usize> {
    let own = AppliedMap {
        results: vec![*map.results.get(result)?],
        ..map.clone()
    };
    let expr = *facts.applied(&own)?.first()?;
    Some(facts.add(expr))
}

/// Whether one result of a map is before another one: less, for a minimum, or greater. `None`: that is not known.
pub(super) fn is_before(context: &Context, map: &AppliedMap, pair: [usize; 2], is_min: bool) -> Option<bool> {
    let mut facts = Facts::new(context, learn);
    let one = add(&mut facts, map, pair[0])?;
    let other = add(&mut facts, map, pair[1])?;
    let (is, is_not) = match is_min {
        true => (Comparison::Less, Comparison::GreaterOrEqual),
        false => (Comparison::Greater, Comparison::LessOrEqual),
    };
    if facts.holds(one, is, other) {
        return Some(true);
    }
    facts.holds(one, is_not, other).then_some(false)
}

/// Whether a result of a map is known to be positive.
pub(super) fn is_positive(context: &Context, map: &AppliedMap, result: usize) -> bool {
    let mut facts = Facts::new(context, learn);
    let zero = facts.number(0);
    let zero = facts.add(zero);
    add(&mut facts, map, result).is_some_and(|own| facts.holds(zero, Comparison::Less, own))
}
