//! Matching: the steps of a plan, from a root on.
//!
//! Invariant: matching changes nothing, but for what constraints of the program do against their contract.

use smallvec::SmallVec;
use tvmlike_ir::{Context, Op, Value};

use super::bound::Bound;
use super::functions::{PdlRewriter, PdlValue};
use super::plan::{Call, Slot, Source, Step, Which};
use super::reader::segment;

/// What the values of a pattern stand for; `None`: not bound, or erased.
pub(super) type Bindings = SmallVec<[Option<PdlValue>; 16]>;

/// An operation that is bound.
pub(super) fn op(bindings: &Bindings, slot: Slot) -> Option<Op> {
    match bindings[slot as usize] {
        Some(PdlValue::Op(op)) => Some(op),
        _ => None,
    }
}

/// Some of the operands or results of an operation, of which `group` finds the groups.
fn choose(
    values: &[Value],
    which: Which,
    group: impl Fn(usize) -> Option<std::ops::Range<usize>>,
) -> Option<PdlValue> {
    let part = |index: u32| {
        let index = index as usize;
        values.get(group(index).unwrap_or(index..values.len()))
    };
    match which {
        Which::One(index) => values.get(index as usize).copied().map(PdlValue::Value),
        Which::OneOf(index) => match part(index)? {
            [one] => Some(PdlValue::Value(*one)),
            _ => None,
        },
        Which::Group(index) => part(index).map(|values| PdlValue::Values(values.into())),
        Which::All => Some(PdlValue::Values(values.into())),
    }
}

/// What a source has.
pub(super) fn read(context: &Context, bindings: &Bindings, source: &Source) -> Option<PdlValue> {
    match source {
        Source::Constant(value) => Some(value.clone()),
        Source::Attribute(slot, name) => op(bindings, *slot)?
            .attribute(context, *name)
            .map(PdlValue::Attribute),
        Source::Operand(slot, which) => {
            let op = op(bindings, *slot)?;
            let values: SmallVec<[Value; 8]> = op.operands(context).collect();
            choose(&values, *which, |group| {
                segment(context, op, "operandSegmentSizes", group)
            })
        }
        Source::Result(slot, which) => results(context, op(bindings, *slot)?, *which),
        Source::ResultType(slot, which) => types(context, &results(context, op(bindings, *slot)?, *which)?),
        Source::Definition(slot) => {
            let first = match bindings[*slot as usize].as_ref()? {
                PdlValue::Value(value) => *value,
                PdlValue::Values(values) => *values.first()?,
                _ => return None,
            };
            first.defining_op(context).map(PdlValue::Op)
        }
        Source::Type(slot) => types(context, bindings[*slot as usize].as_ref()?),
    }
}

fn results(context: &Context, op: Op, which: Which) -> Option<PdlValue> {
    let values: SmallVec<[Value; 8]> = op.results(context).collect();
    choose(&values, which, |group| {
        segment(context, op, "resultSegmentSizes", group)
    })
}

/// The type of something, or the types of values.
fn types(context: &Context, of: &PdlValue) -> Option<PdlValue> {
    match of {
        PdlValue::Attribute(attribute) => Some(PdlValue::Type(attribute.ty(context))),
        PdlValue::Value(value) => Some(PdlValue::Type(value.ty(context))),
        PdlValue::Values(values) => Some(PdlValue::Types(
            values.iter().map(|value| value.ty(context)).collect(),
        )),
        _ => None,
    }
}

/// The arguments of a call; `None`: one is absent.
pub(super) fn arguments(bindings: &Bindings, call: &Call) -> Option<Vec<PdlValue>> {
    let argument = |slot: &Slot| bindings[*slot as usize].clone();
    call.arguments.iter().map(argument).collect()
}

/// Matches a pattern from a root on. `None`: it does not match.
///
/// # Errors
/// A constraint failed for a reason.
pub(super) fn find(
    bound: &Bound,
    rewriter: &mut PdlRewriter<'_, '_, '_>,
    root: Op,
) -> Result<Option<Bindings>, String> {
    let mut bindings: Bindings = smallvec::smallvec![None; bound.plan.slots];
    bindings[bound.plan.root_slot as usize] = Some(PdlValue::Op(root));
    let found = run(bound, rewriter, &bound.plan.steps, &mut bindings)?;
    Ok(found.then_some(bindings))
}

/// Runs steps. Whether all succeed.
fn run(
    bound: &Bound,
    rewriter: &mut PdlRewriter<'_, '_, '_>,
    steps: &[Step],
    bindings: &mut Bindings,
) -> Result<bool, String> {
    let context = rewriter.context();
    for (at, step) in steps.iter().enumerate() {
        let succeeds = match step {
            Step::Bind(slot, source) => {
                let value = read(context, bindings, source);
                let is_there = value.is_some();
                bindings[*slot as usize] = value;
                is_there
            }
            Step::Equal(slot, source) => {
                let value = read(context, bindings, source);
                value.is_some() && value == bindings[*slot as usize]
            }
            Step::Name(slot, name) => op(bindings, *slot).is_some_and(|op| op.name(context) == *name),
            Step::Operands(slot, count, has_more) => {
                op(bindings, *slot).is_some_and(|op| fits(op.num_operands(context), *count, *has_more))
            }
            Step::Results(slot, count, has_more) => {
                op(bindings, *slot).is_some_and(|op| fits(op.num_results(context), *count, *has_more))
            }
            Step::User(value, slot) => {
                let first = match &bindings[*value as usize] {
                    Some(PdlValue::Value(value)) => Some(*value),
                    Some(PdlValue::Values(values)) => values.first().copied(),
                    _ => None,
                };
                let uses = first.into_iter().flat_map(|value| value.uses(context));
                let users: SmallVec<[Op; 8]> = uses.map(|one| one.owner(context)).collect();
                for user in users {
                    let mut tried = bindings.clone();
                    tried[*slot as usize] = Some(PdlValue::Op(user));
                    if run(bound, rewriter, &steps[at + 1..], &mut tried)? {
                        *bindings = tried;
                        return Ok(true);
                    }
                }
                return Ok(false);
            }
            Step::Constraint(call, is_negated) => constrain(bound, rewriter, call, bindings)? != *is_negated,
        };
        if !succeeds {
            return Ok(false);
        }
    }
    Ok(true)
}

const fn fits(count: usize, wanted: u32, has_more: bool) -> bool {
    count == wanted as usize || has_more && count > wanted as usize
}

/// Calls a constraint, and binds its results. Whether it holds.
fn constrain(
    bound: &Bound,
    rewriter: &mut PdlRewriter<'_, '_, '_>,
    call: &Call,
    bindings: &mut Bindings,
) -> Result<bool, String> {
    let Some(arguments) = arguments(bindings, call) else {
        return Ok(false);
    };
    let Some(results) = rewriter.call(|rewriter| (bound.functions[call.function])(rewriter, &arguments))?
    else {
        return Ok(false);
    };
    bound.check_results(call, &results)?;
    for ((slot, is_bound), result) in call.results.iter().zip(results) {
        let binding = &mut bindings[*slot as usize];
        if *is_bound {
            if binding.as_ref() != Some(&result) {
                return Ok(false);
            }
        } else {
            *binding = Some(result);
        }
    }
    Ok(true)
}
