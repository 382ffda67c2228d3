//! Patterns of `dealloc`.

use tvmlike_ir::{Context, EffectKind, EffectTarget, Op, OpState, Rewriter, Value};

use super::super::rewrite::{Make, constant, defined_by, scalar, segments};

/// The operands of the operation.
struct Parts {
    /// What is freed, with conditions.
    freed: Vec<(Value, Value)>,
    retained: Vec<Value>,
}

impl Parts {
    fn of(context: &Context, op: Op) -> Option<Self> {
        let sizes = segments(context, op)?;
        let [memrefs, conditions, retained] = sizes[..] else {
            return None;
        };
        let operands: Vec<Value> = op.operands(context).collect();
        if memrefs != conditions || operands.len() != memrefs + conditions + retained {
            return None;
        }
        let pairs = operands.iter().copied().zip(operands[memrefs..].iter().copied());
        Some(Self {
            freed: pairs.take(memrefs).collect(),
            retained: operands[2 * memrefs..].to_vec(),
        })
    }

    fn operands(&self) -> Vec<Value> {
        let memrefs = self.freed.iter().map(|(memref, _)| *memref);
        let conditions = self.freed.iter().map(|(_, condition)| *condition);
        memrefs
            .chain(conditions)
            .chain(self.retained.iter().copied())
            .collect()
    }

    fn sizes(&self, context: &Context) -> tvmlike_ir::Attribute {
        let small = |count: usize| i32::try_from(count).unwrap_or(i32::MAX);
        let count = small(self.freed.len());
        context.dense_i32_array(&[count, count, small(self.retained.len())])
    }

    /// Makes an operation free these, if it does not already.
    fn update(self, rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
        let context = rewriter.context();
        let operands = self.operands();
        if op.operands(context).eq(operands.iter().copied()) {
            return None;
        }
        let sizes = self.sizes(context);
        rewriter.modify(op, |edit| {
            op.set_operands(edit, &operands);
            op.set_property(edit, context.identifier("operandSegmentSizes"), sizes);
        });
        Some(())
    }
}

/// Memory that is there twice: freed once, if one of the conditions holds.
pub(super) fn join_freed(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let mut parts = Parts::of(context, op)?;
    let mut joined: Vec<(Value, Value)> = Vec::new();
    for (memref, condition) in std::mem::take(&mut parts.freed) {
        match joined.iter_mut().find(|(known, _)| *known == memref) {
            None => joined.push((memref, condition)),
            Some((_, known)) if *known == condition => {}
            Some((_, known)) => {
                let i1 = [context.i1()];
                *known = Make::new("arith.ori", &[*known, condition], &i1).value(rewriter, op)?;
            }
        }
    }
    parts.freed = joined;
    parts.update(rewriter, op)
}

/// Memory that is retained twice.
pub(super) fn join_retained(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let mut parts = Parts::of(context, op)?;
    let (mut retained, mut places): (Vec<Value>, Vec<usize>) = (Vec::new(), Vec::new());
    for value in &parts.retained {
        let place = retained.iter().position(|known| known == value);
        places.push(place.unwrap_or(retained.len()));
        if place.is_none() {
            retained.push(*value);
        }
    }
    if retained.len() == parts.retained.len() {
        return None;
    }
    parts.retained = retained;
    let sizes = parts.sizes(context);
    let properties = op.properties(context)?.entries(context)?;
    let name = context.identifier("operandSegmentSizes");
    let results = vec![context.i1(); parts.retained.len()];
    let new = rewriter.create(&OpState {
        operands: &parts.operands(),
        results: &results,
        properties: Some(context.dictionary_with(properties, name, sizes)),
        ..OpState::new(op.name(context), op.location(context))
    });
    let values: Option<Vec<Value>> = places.iter().map(|place| new.result(context, *place)).collect();
    rewriter.replace_op(op, &values?);
    Some(())
}

/// Nothing is freed, so nothing retained was to be.
pub(super) fn drop_empty(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    if !Parts::of(context, op)?.freed.is_empty() {
        return None;
    }
    let no = constant(rewriter, op, context.bool_attribute(false), context.i1())?;
    rewriter.replace_op(op, &vec![no; op.num_results(context)]);
    Some(())
}

/// Conditions that never hold.
pub(super) fn drop_never_freed(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let mut parts = Parts::of(context, op)?;
    parts
        .freed
        .retain(|(_, condition)| scalar(context, *condition).is_none_or(|value| !value.is_zero()));
    parts.update(rewriter, op)
}

/// Whether an operation allocates the memory of a value; whether it does nothing else.
fn allocates(context: &Context, op: Op, value: Value) -> (bool, bool) {
    let effects = op.memory_effects(context).unwrap_or_default();
    let is_allocated = effects
        .iter()
        .any(|effect| effect.kind == EffectKind::Allocate && effect.target == EffectTarget::Value(value));
    (is_allocated, effects.len() == 1)
}

/// The base of what an operation allocates is what it allocates.
pub(super) fn skip_metadata(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let mut parts = Parts::of(context, op)?;
    for (memref, _) in &mut parts.freed {
        let source = defined_by(context, *memref, "memref.extract_strided_metadata")
            .and_then(|metadata| metadata.operand(context, 0));
        if let Some(source) = source
            && let Some(made_by) = source.defining_op(context)
            && allocates(context, made_by, source).0
        {
            *memref = source;
        }
    }
    parts.update(rewriter, op)
}

/// Memory that is only freed need not be allocated.
pub(super) fn drop_unused(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let mut parts = Parts::of(context, op)?;
    let mut unused = Vec::new();
    parts.freed.retain(|(memref, _)| {
        let Some(made_by) = memref.defining_op(context) else {
            return true;
        };
        let is_used = memref.uses(context).nth(1).is_some();
        if is_used || allocates(context, made_by, *memref) != (true, true) {
            return true;
        }
        unused.push(made_by);
        false
    });
    parts.update(rewriter, op)?;
    unused.into_iter().for_each(|op| rewriter.erase_op(op));
    Some(())
}
