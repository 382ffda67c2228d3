//! Operands and results that nothing needs, or that are there twice.

use std::collections::HashMap;

use tvmlike_ir::{AffineMap, InsertionPoint, Op, Pattern, RewriteFn, Rewriter, Value};

use super::Mode;
use super::generic::{Generic, Parts};
use crate::make::Make;

/// Removes operands that are not used, inputs that are there twice, and results without uses.
pub(super) struct Deduplicate(pub(super) Mode);

impl Pattern for Deduplicate {
    fn name(&self) -> &str {
        "DeduplicateAndRemoveDeadOperandsAndResults"
    }

    fn root(&self) -> Option<&str> {
        Some("linalg.generic")
    }

    fn rewrite(&self, rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
        let context = rewriter.context();
        let generic = Generic::of(context, op)?;
        let removes_dead = self.0 == Mode::Mlir || generic.is_static(context);
        let mut kept = Kept::default();
        kept.inputs(rewriter, &generic, removes_dead);
        kept.outputs(rewriter, &generic, removes_dead)?;
        if kept.parts.maps.len() == generic.operands.len() {
            return None;
        }
        kept.apply(rewriter, &generic)
    }
}

/// What is kept of an operation.
#[derive(Default)]
struct Kept {
    parts: Parts,
    dropped: Vec<usize>,
    /// For each old operand the number of a new input, or of a new output.
    places: HashMap<usize, usize>,
}

impl Kept {
    fn inputs(&mut self, rewriter: &Rewriter<'_, '_>, generic: &Generic, removes_dead: bool) {
        let context = rewriter.context();
        let mut known: HashMap<(Value, AffineMap), usize> = HashMap::new();
        for input in 0..generic.inputs {
            self.dropped.push(input);
            if removes_dead && !generic.reads(context, input) && generic.can_drop(context, &self.dropped) {
                continue;
            }
            let key = (generic.operands[input], generic.maps[input]);
            if let Some(place) = known.get(&key) {
                self.places.insert(input, *place);
                continue;
            }
            self.dropped.pop();
            known.insert(key, self.parts.inputs.len());
            self.places.insert(input, self.parts.inputs.len());
            self.parts.input(key.0, key.1);
        }
    }

    fn outputs(&mut self, rewriter: &Rewriter<'_, '_>, generic: &Generic, removes_dead: bool) -> Option<()> {
        let context = rewriter.context();
        let yielded = generic.yielded(context)?;
        let removes = removes_dead && generic.is_on_tensors(context);
        let mut known: HashMap<(Value, AffineMap, Value), usize> = HashMap::new();
        for (index, output) in generic.outputs().enumerate() {
            let value = *yielded.get(index)?;
            let key = (generic.operands[output], generic.maps[output], value);
            if removes {
                self.dropped.push(output);
                if is_dead(rewriter, generic, index, value) && generic.can_drop(context, &self.dropped) {
                    continue;
                }
                if let Some(place) = known.get(&key).filter(|_| !generic.reads(context, output)) {
                    self.places.insert(output, *place);
                    continue;
                }
                self.dropped.pop();
            }
            known.insert(key, self.parts.outputs.len());
            self.places.insert(output, self.parts.outputs.len());
            self.parts.output(key.0, key.1);
        }
        Some(())
    }

    fn apply(self, rewriter: &mut Rewriter<'_, '_>, generic: &Generic) -> Option<()> {
        let context = rewriter.context();
        let Self { parts, places, .. } = self;
        let (inputs, outputs) = (parts.inputs.len(), parts.outputs.len());
        let made = parts.make(rewriter, generic.op, generic.op.location(context), true);
        if let Some(own) = generic.op.attributes(context) {
            for entry in crate::make::entries(context, Some(own)) {
                made.set_discardable_attribute(rewriter.edit(), entry.name, entry.value);
            }
        }
        let place = |operand: usize| {
            let at = *places.get(&operand)?;
            Some(if operand < generic.inputs { at } else { inputs + at })
        };
        let old: Vec<Value> = generic.body.arguments(context).collect();
        let mut types = vec![None; inputs + outputs];
        for (operand, argument) in old.iter().enumerate() {
            if let Some(at) = place(operand) {
                types[at].get_or_insert((argument.ty(context), argument.location(context)));
            }
        }
        let types: Option<Vec<_>> = types.into_iter().collect();
        let region = made.region(context, 0)?;
        let block = rewriter.create_block(region, None, &types?);
        let new: Vec<Value> = block.arguments(context).collect();
        yield_kept(rewriter, generic, &places, outputs)?;
        // An argument without a place has no uses, but for the end that was replaced.
        let arguments: Vec<Value> = (0..old.len())
            .map(|operand| place(operand).map_or(new[0], |at| new[at]))
            .collect();
        rewriter.merge_blocks(generic.body, block, &arguments);
        for (index, output) in generic.outputs().enumerate() {
            if let (Some(old), Some(at)) = (generic.op.result(context, index), places.get(&output)) {
                rewriter.replace_all_uses(old, made.result(context, *at)?);
            }
        }
        rewriter.erase_op(generic.op);
        Some(())
    }
}

/// Yields for the outputs that are kept.
fn yield_kept(
    rewriter: &mut Rewriter<'_, '_>,
    generic: &Generic,
    places: &HashMap<usize, usize>,
    outputs: usize,
) -> Option<()> {
    let context = rewriter.context();
    if outputs == generic.outputs().len() {
        return Some(());
    }
    let end = generic.body.last_op(context)?;
    let mut values = vec![None; outputs];
    for (output, value) in generic.outputs().zip(end.operands(context)) {
        if let Some(at) = places.get(&output) {
            values[*at] = Some(value);
        }
    }
    let values: Vec<Value> = values.into_iter().collect::<Option<_>>()?;
    rewriter.at(InsertionPoint::before(context, end), |rewriter| {
        Make::new("linalg.yield", &values, &[]).at(rewriter, end.location(context))
    });
    rewriter.erase_op(end);
    Some(())
}

/// Whether a result has no uses, and the body does not use its output but to return it.
fn is_dead(rewriter: &Rewriter<'_, '_>, generic: &Generic, index: usize, yielded: Value) -> bool {
    let context = rewriter.context();
    let output = generic.inputs + index;
    if generic
        .op
        .result(context, index)
        .is_some_and(|result| result.has_uses(context))
    {
        return false;
    }
    if !generic.reads(context, output) {
        return true;
    }
    let Some(argument) = generic.body.argument(context, output) else {
        return false;
    };
    let mut uses = argument.uses(context);
    let only = uses
        .next()
        .is_some_and(|at| Some(at.owner(context)) == generic.body.last_op(context));
    only && uses.next().is_none() && yielded == argument
}

/// Breaks computations of an output whose result has no uses.
pub(super) const CYCLES: [RewriteFn; 1] = [RewriteFn::new(
    "RemoveUnusedCycleInGenericOp",
    "linalg.generic",
    remove_cycles,
)];

fn remove_cycles(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let generic = Generic::of(context, op)?;
    if !generic.is_on_tensors(context) {
        return None;
    }
    let end = generic.body.last_op(context)?;
    let mut found = false;
    for (index, output) in generic.outputs().enumerate() {
        if op.result(context, index)?.has_uses(context) {
            continue;
        }
        let argument = generic.body.argument(context, output)?;
        let users: Vec<Op> = argument.uses(context).map(|at| at.owner(context)).collect();
        let [user] = users[..] else { continue };
        let ends: Vec<(Op, usize)> = user
            .results(context)
            .flat_map(|result| result.uses(context))
            .map(|at| (at.owner(context), at.index(context)))
            .collect();
        if ends != [(end, index)] || user.num_results(context) != 1 || user.parent_op(context) != Some(op) {
            continue;
        }
        rewriter.replace_op(user, &[argument]);
        rewriter.modify(op, |_| ());
        found = true;
    }
    found.then_some(())
}
