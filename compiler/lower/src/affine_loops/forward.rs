//! Values in the place of reads and writes of affine: what was written is not read again, nor read twice, and what nothing reads
//! is not written.

use tvmlike_ir::{
    Context, DominanceInfo, EffectKind, EffectTarget, Exclusive, Op, PostDominanceInfo, Rewriter, Value,
    WalkOrder, WalkResult,
};

use super::access::{Access, memref};
use super::between::has_no_effect;
use super::dependence::{Dependence, Dependences, scope};
use super::nest::difference;

/// Replaces reads and writes in a function by values where it can.
pub(crate) fn replace_accesses(edit: &mut Exclusive<'_>, function: Op) {
    let context = edit.context();
    let mut dominance = DominanceInfo::new();
    let mut forwarded = Vec::new();
    let mut erased = Vec::new();
    let mut known = Dependences::new(context);
    for read in accesses(context, function, false) {
        if forward(&mut Rewriter::new(edit), &known, &mut dominance, read) {
            known = Dependences::new(context);
            erased.push(read);
            forwarded.extend(memref(context, read).map(|(memref, _)| memref));
        }
    }
    erase(edit, &erased);
    let mut post_dominance = PostDominanceInfo::new();
    let known = Dependences::new(context);
    let unused: Vec<Op> = accesses(context, function, true)
        .into_iter()
        .filter(|write| is_overwritten(&known, &mut post_dominance, *write))
        .collect();
    erase(edit, &unused);
    forwarded.sort_unstable();
    forwarded.dedup();
    for memref in forwarded {
        erase_if_unread(edit, memref);
    }
    let mut erased = Vec::new();
    let mut known = Dependences::new(context);
    for read in accesses(context, function, false) {
        if let Some(earlier) = earlier_read(&known, &mut dominance, read) {
            known = Dependences::new(context);
            replace(&mut Rewriter::new(edit), read, earlier);
            erased.push(read);
        }
    }
    erase(edit, &erased);
}

/// The reads or the writes in a function.
fn accesses(context: &Context, function: Op, are_writes: bool) -> Vec<Op> {
    let mut found = Vec::new();
    function.walk(context, WalkOrder::PostOrder, |op| {
        if memref(context, op).is_some_and(|(_, is_write)| is_write == are_writes) {
            found.push(op);
        }
        WalkResult::Advance
    });
    found
}

fn erase(edit: &mut Exclusive<'_>, ops: &[Op]) {
    for op in ops {
        Rewriter::new(edit).erase_op(*op);
    }
}

/// The other accesses of the same element that an operation can be: reads or writes, the last use first.
fn same_element(
    context: &Context,
    access: &Access,
    are_writes: bool,
    mut can_be: impl FnMut(Op) -> bool,
) -> Vec<Access> {
    let users = access.memref.uses(context).map(|at| at.owner(context));
    let is_other = |op: &Op| *op != access.op && is_access(context, *op, access.memref, are_writes);
    users
        .filter(|op| is_other(op) && can_be(*op))
        .filter_map(|op| Access::of(context, op))
        .filter(|other| is_same(context, other, access))
        .collect()
}

/// Whether an operation reads or writes a memref.
fn is_access(context: &Context, op: Op, of: Value, is_write: bool) -> bool {
    memref(context, op) == Some((of, is_write))
}

/// Whether two accesses of a memref are of the same element.
pub(super) fn is_same(context: &Context, one: &Access, other: &Access) -> bool {
    if one.map == other.map {
        return true;
    }
    let distance = difference(context, &one.map, &other.map);
    distance.is_some_and(|map| {
        let mut results = map.results.iter();
        results.all(|result| result.constant(context) == Some(0))
    })
}

fn replace(rewriter: &mut Rewriter<'_, '_>, read: Op, value: Value) {
    if let Some(result) = read.result(rewriter.context(), 0) {
        rewriter.replace_all_uses(result, value);
    }
}

/// Uses what is written before a read in the place of its result. Whether it did.
fn forward(
    rewriter: &mut Rewriter<'_, '_>,
    known: &Dependences<'_>,
    dominance: &mut DominanceInfo,
    read: Op,
) -> bool {
    let context = rewriter.context();
    let Some(access) = Access::of(context, read) else {
        return false;
    };
    let reaches = |write: &Access| {
        let depth = known.num_common_loops(write.op, read) + 1;
        let is_reached = || known.check(write, &access, depth) == Dependence::Found;
        scope(context, write.op) == scope(context, read) && is_reached()
    };
    let mut last = None;
    for write in same_element(context, &access, true, |op| {
        dominance.op_dominates(context, op, read)
    }) {
        if reaches(&write) && has_no_effect(known, write.op, &access, EffectKind::Write) {
            last = write.op.operand(context, 0);
        }
    }
    let ty = read.result(context, 0).map(|result| result.ty(context));
    let value = last.filter(|value| Some(value.ty(context)) == ty);
    if let Some(value) = value {
        replace(rewriter, read, value);
    }
    value.is_some()
}

/// Whether each path from a write leads to another write of the same element, and nothing reads it on the way.
fn is_overwritten(known: &Dependences<'_>, dominance: &mut PostDominanceInfo, write: Op) -> bool {
    let context = known.context();
    let Some(access) = Access::of(context, write) else {
        return false;
    };
    let is_behind = |op: Op| {
        op.parent_region(context) == write.parent_region(context)
            && dominance.op_post_dominates(context, op, write)
    };
    same_element(context, &access, true, is_behind)
        .into_iter()
        .any(|other| has_no_effect(known, write, &other, EffectKind::Read))
}

/// The result of the first of earlier reads of the same element, if nothing is written in between.
fn earlier_read(known: &Dependences<'_>, dominance: &mut DominanceInfo, read: Op) -> Option<Value> {
    let context = known.context();
    let access = Access::of(context, read)?;
    let mut candidates = Vec::new();
    let is_before = |op: Op| dominance.op_dominates(context, op, read);
    for other in same_element(context, &access, false, is_before) {
        let same_type = other.op.result(context, 0)?.ty(context) == read.result(context, 0)?.ty(context);
        if same_type && has_no_effect(known, other.op, &access, EffectKind::Write) {
            candidates.push(other.op);
        }
    }
    let first = candidates.iter().find(|option| {
        let mut others = candidates.iter();
        others.all(|other| other == *option || dominance.op_dominates(context, **option, *other))
    })?;
    first.result(context, 0)
}

/// Whether the only effect of an operation on a value is of a kind.
pub(super) fn has_only(context: &Context, op: Op, value: Value, kind: EffectKind) -> bool {
    let effects = op.memory_effects(context).unwrap_or_default();
    let mut own = effects
        .iter()
        .filter(|effect| effect.target == EffectTarget::Value(value));
    own.next().is_some_and(|effect| effect.kind == kind) && own.next().is_none()
}

/// Erases the allocation of memory that is only written and freed, with what does that.
fn erase_if_unread(edit: &mut Exclusive<'_>, memory: Value) {
    let context = edit.context();
    let allocation = memory
        .defining_op(context)
        .filter(|op| has_only(context, *op, memory, EffectKind::Allocate));
    let Some(allocation) = allocation else {
        return;
    };
    let mut users: Vec<Op> = memory.uses(context).map(|at| at.owner(context)).collect();
    users.sort_unstable();
    users.dedup();
    let is_write = |op: &Op| memref(context, *op).is_some_and(|(_, is_write)| is_write);
    if users
        .iter()
        .all(|op| is_write(op) || has_only(context, *op, memory, EffectKind::Free))
    {
        erase(edit, &users);
        erase(edit, &[allocation]);
    }
}
