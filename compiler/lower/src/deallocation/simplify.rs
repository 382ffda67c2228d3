//! Patterns of `bufferization.dealloc` that know where memory comes from.

use std::sync::Arc;

use tvmlike_ir::{Canonicalization, Context, Op, Pattern, PatternSet, Rewriter, Value, ValueOwner};

use super::origins::{Origins, is_allocated, view_base};
use super::ownership::constant_bool;
use super::parts::Parts;
use crate::make::{Make, operand_group};

/// Rewrites an operation.
type Rewrite = fn(&mut Rewriter<'_, '_>, Op, &Origins) -> Option<()>;

struct ByOrigin {
    name: &'static str,
    origins: Arc<Origins>,
    rewrite: Rewrite,
}

impl Pattern for ByOrigin {
    fn name(&self) -> &str {
        self.name
    }

    fn root(&self) -> Option<&str> {
        Some("bufferization.dealloc")
    }

    fn rewrite(&self, rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
        (self.rewrite)(rewriter, op, &self.origins)
    }
}

const PATTERNS: &[(&str, Rewrite)] = &[
    ("RemoveDeallocMemrefsContainedInRetained", drop_retained),
    ("RemoveRetainedMemrefsGuaranteedToNotAlias", drop_other_retained),
    ("SplitDeallocWhenNotAliasingAnyOther", split),
    ("RetainedMemrefAliasingAlwaysDeallocatedMemref", drop_always_owned),
];

/// The patterns for what is in an operation.
pub(crate) fn simplifications(context: &Context, root: Op) -> PatternSet {
    let origins = Arc::new(Origins::new(context, root));
    let mut patterns = PatternSet::new();
    for (name, rewrite) in PATTERNS {
        patterns.add(ByOrigin {
            name,
            origins: Arc::clone(&origins),
            rewrite: *rewrite,
        });
    }
    let info = context.load_op_info(context.identifier("bufferization.dealloc"));
    if let Some(own) = info.and_then(|info| info.extensions().get::<Canonicalization>()) {
        patterns.extend(&own.0);
    }
    patterns
}

/// Makes an operation free these, if it does not already.
fn update(rewriter: &mut Rewriter<'_, '_>, op: Op, freed: &[(Value, Value)]) -> Option<()> {
    let context = rewriter.context();
    let old = Parts::of(context, op)?;
    if old.freed == freed {
        return None;
    }
    let retained = operand_group(context, op, "retained")?;
    let mut operands: Vec<Value> = freed.iter().map(|(memref, _)| *memref).collect();
    operands.extend(freed.iter().map(|(_, condition)| *condition));
    operands.extend(op.operands(context).skip(retained.start));
    let small = |count: usize| i32::try_from(count).unwrap_or(i32::MAX);
    let count = small(freed.len());
    let sizes = context.dense_i32_array(&[count, count, small(retained.len())]);
    rewriter.modify(op, |edit| {
        op.set_operands(edit, &operands);
        op.set_property(edit, context.identifier("operandSegmentSizes"), sizes);
    });
    Some(())
}

/// What `memref.extract_strided_metadata` describes.
fn described(context: &Context, value: Value) -> Option<Value> {
    let op = value
        .defining_op(context)
        .filter(|op| op.is_named(context, "memref.extract_strided_metadata"))?;
    op.operand(context, 0)
}

/// Memory that is retained for certain is not freed: the owner of what is retained gets its condition.
fn drop_retained(rewriter: &mut Rewriter<'_, '_>, op: Op, origins: &Origins) -> Option<()> {
    let context = rewriter.context();
    let parts = Parts::of(context, op)?;
    let has_duplicates =
        (1..parts.retained.len()).any(|index| parts.retained[..index].contains(&parts.retained[index]));
    if has_duplicates {
        return None;
    }
    let mut kept = Vec::new();
    for (memref, condition) in &parts.freed {
        let is_done = move_condition(rewriter, op, origins, &parts, *memref, *condition).is_some()
            || described(context, *memref).is_some_and(|source| {
                move_condition(rewriter, op, origins, &parts, source, *condition).is_some()
            });
        if !is_done {
            kept.push((*memref, *condition));
        }
    }
    update(rewriter, op, &kept)
}

fn move_condition(
    rewriter: &mut Rewriter<'_, '_>,
    op: Op,
    origins: &Origins,
    parts: &Parts,
    memref: Value,
    condition: Value,
) -> Option<()> {
    let context = rewriter.context();
    let same = parts
        .retained
        .iter()
        .map(|retained| origins.are_same(context, *retained, memref));
    let same: Vec<bool> = same.collect::<Option<_>>()?;
    if !same.contains(&true) {
        return None;
    }
    rewriter.set_after(op);
    for (index, _) in same.iter().enumerate().filter(|(_, same)| **same) {
        let owner = op.result(context, index)?;
        let either = Make::new("arith.ori", &[owner, condition], &[context.i1()])
            .value(rewriter, op.location(context));
        let own = either.defining_op(context);
        rewriter.replace_uses_if(owner, either, |context, at| Some(at.owner(context)) != own);
    }
    Some(())
}

/// Whether one value is an allocation, and the other an argument of a block around it.
fn is_argument_before(context: &Context, first: Value, second: Value) -> bool {
    let ValueOwner::Argument { block, .. } = second.owner(context) else {
        return false;
    };
    let mut at = first.defining_op(context);
    while let Some(op) = at {
        if op.block(context) == Some(block) {
            return is_allocated(context, first);
        }
        at = op.parent_op(context);
    }
    false
}

fn can_be_one_of(
    context: &Context,
    origins: &Origins,
    mut others: impl Iterator<Item = Value>,
    memref: Value,
) -> bool {
    others.any(|other| {
        let (a, b) = (view_base(context, other), view_base(context, memref));
        !is_argument_before(context, a, b)
            && !is_argument_before(context, b, a)
            && origins.are_same(context, other, memref) != Some(false)
    })
}

/// What is retained but not freed here has no owner here.
fn drop_other_retained(rewriter: &mut Rewriter<'_, '_>, op: Op, origins: &Origins) -> Option<()> {
    let context = rewriter.context();
    let mut parts = Parts::of(context, op)?;
    let (mut retained, mut values) = (Vec::new(), Vec::new());
    for value in &parts.retained {
        if can_be_one_of(context, origins, parts.memrefs(), *value) {
            retained.push(*value);
            values.push(None);
        } else {
            let no = Make::new("arith.constant", &[], &[context.i1()])
                .with(&[("value", context.bool_attribute(false))])
                .value(rewriter, op.location(context));
            values.push(Some(no));
        }
    }
    if retained.len() == parts.retained.len() {
        return None;
    }
    parts.retained = retained;
    let mut owners = parts.make(rewriter, op.location(context)).into_iter();
    let values: Option<Vec<Value>> = values
        .into_iter()
        .map(|value| value.or_else(|| owners.next()))
        .collect();
    rewriter.replace_op(op, &values?);
    Some(())
}

/// Memory that is none of the other is freed by an operation of its own.
fn split(rewriter: &mut Rewriter<'_, '_>, op: Op, origins: &Origins) -> Option<()> {
    let context = rewriter.context();
    let mut parts = Parts::of(context, op)?;
    if parts.freed.len() <= 1 {
        return None;
    }
    let location = op.location(context);
    let (mut kept, mut owners) = (Vec::new(), Vec::new());
    for (index, (memref, condition)) in parts.freed.iter().enumerate() {
        let others = parts.memrefs().enumerate().filter(|(other, _)| *other != index);
        if can_be_one_of(context, origins, others.map(|(_, other)| other), *memref) {
            kept.push((*memref, *condition));
            continue;
        }
        let alone = Parts {
            freed: vec![(*memref, *condition)],
            retained: parts.retained.clone(),
        };
        owners.push(alone.make(rewriter, location));
    }
    if kept.len() == parts.freed.len() {
        return None;
    }
    parts.freed = kept;
    let mut values = parts.make(rewriter, location);
    for more in owners {
        for (value, other) in values.iter_mut().zip(more) {
            *value = Make::new("arith.ori", &[*value, other], &[context.i1()]).value(rewriter, location);
        }
    }
    rewriter.replace_op(op, &values);
    Some(())
}

/// What is retained and always owned here has an owner for certain.
fn drop_always_owned(rewriter: &mut Rewriter<'_, '_>, op: Op, origins: &Origins) -> Option<()> {
    let context = rewriter.context();
    let parts = Parts::of(context, op)?;
    let mut is_owned = vec![false; parts.retained.len()];
    let mut kept = Vec::new();
    for (memref, condition) in &parts.freed {
        let is_always = constant_bool(context, *condition) == Some(true);
        let mut is_dropped = false;
        for (index, retained) in parts.retained.iter().enumerate().filter(|_| is_always) {
            let is_same = |value: Value| origins.are_same(context, *retained, value) == Some(true);
            if is_same(*memref) || described(context, *memref).is_some_and(is_same) {
                rewriter.replace_all_uses(op.result(context, index)?, *condition);
                is_owned[index] = true;
                is_dropped = true;
            }
        }
        if !is_dropped {
            kept.push((*memref, *condition));
        }
    }
    match is_owned.contains(&false) {
        true => None,
        false => update(rewriter, op, &kept),
    }
}
