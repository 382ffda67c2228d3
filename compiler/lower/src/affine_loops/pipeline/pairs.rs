//! The copies into fast memory that can be started an iteration early.
//!
//! Different memrefs are taken for different memory, and an operation with effects that are not known for one that accesses what
//! it has as operands.

use tvmlike_ir::{AttributeKind, Context, EffectKind, Op, Type, TypeKind, Value};

use super::super::forward::has_only;
use super::super::nest::{AffineFor, ancestor_in};
use super::super::trip_count::constant_trip_count;
use super::applied;
use crate::memref::is_identity;
use crate::memref_layouts::accessed;
use crate::number;

/// A memref that an operation accesses by a map of indices.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The number of the operand.
    pub(super) memref: usize,
    /// The name of the attribute.
    pub(super) map: &'static str,
    /// The number of operands of the map.
    indices: usize,
}

/// The memrefs that an operation accesses by maps of indices.
pub(super) fn places(context: &Context, op: Op) -> Option<Vec<Place>> {
    let maps: &[&'static str] = match () {
        () if op.is_named(context, "affine.dma_start") => &["src_map", "dst_map", "tag_map"],
        () if op.is_named(context, "affine.dma_wait") => &["tag_map"],
        () => &["map"],
    };
    let mut memref = match maps {
        ["map"] => accessed(context, op)?,
        _ => 0,
    };
    let mut found = Vec::new();
    for map in maps {
        let AttributeKind::AffineMap(value) = op.attribute(context, context.identifier(*map))?.kind(context)
        else {
            return None;
        };
        let indices = value.num_inputs(context);
        found.push(Place { memref, map, indices });
        memref += indices + 1;
    }
    Some(found)
}

/// The operations that use a value, each once.
pub(super) fn users(context: &Context, value: Value) -> Vec<Op> {
    let mut users: Vec<Op> = value.uses(context).map(|at| at.owner(context)).collect();
    users.sort_unstable();
    users.dedup();
    users
}

/// A copy and what waits for it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) start: Op,
    wait: Op,
}

/// The numbers of the memrefs of a copy.
const SOURCE: usize = 0;
const BUFFER: usize = 1;
const TAG: usize = 2;

fn valid<T>(value: Option<T>) -> T {
    value.expect("a valid operation of DMA has its memrefs and maps")
}

/// A memref of a copy.
fn memref(context: &Context, start: Op, which: usize) -> Value {
    let place = valid(places(context, start))[which];
    valid(start.operand(context, place.memref))
}

/// The indices of a memref.
fn indices(context: &Context, op: Op, place: Place) -> Vec<Value> {
    let operands = op.operands(context).skip(place.memref + 1);
    operands.take(place.indices).collect()
}

impl Pair {
    /// The fast memory.
    pub(super) fn buffer(self, context: &Context) -> Value {
        memref(context, self.start, BUFFER)
    }

    pub(super) fn tag(self, context: &Context) -> Value {
        valid(self.wait.operand(context, 0))
    }
}

/// The number of the memory space of a memref. `None`: it is no number.
fn space(context: &Context, ty: Type) -> Option<i64> {
    match ty.kind(context) {
        TypeKind::MemRef { space: None, .. } => Some(0),
        TypeKind::MemRef {
            space: Some(space), ..
        } => number::of(context, space),
        _ => None,
    }
}

/// Whether a copy is into a space with a higher number than that of its source, or else from there.
fn goes(context: &Context, start: Op, inwards: bool) -> bool {
    let [from, to] = [SOURCE, BUFFER].map(|which| space(context, memref(context, start, which).ty(context)));
    match (from, to) {
        (Some(from), Some(to)) => {
            if inwards {
                from < to
            } else {
                to < from
            }
        }
        _ => false,
    }
}

/// Whether the tags of a copy and of what waits are the same.
fn is_tag_same(context: &Context, start: Op, wait: Op) -> Option<bool> {
    let (of_start, of_wait) = (places(context, start)?[TAG], places(context, wait)?[0]);
    Some(
        start.operand(context, of_start.memref) == wait.operand(context, of_wait.memref)
            && indices(context, start, of_start) == indices(context, wait, of_wait)
            && start.attribute(context, context.identifier("tag_map"))
                == wait.attribute(context, context.identifier("tag_map")),
    )
}

/// The pairs of a loop. `None`: the loop stays.
pub(super) fn pairs(context: &Context, at: AffineFor) -> Option<Vec<Pair>> {
    let has_iterations = constant_trip_count(context, at).is_some_and(|count| count > 0);
    if !has_iterations || !at.inits(context).is_empty() {
        return None;
    }
    let ops = at.body_ops(context);
    let named = |name: &'static str| ops.iter().copied().filter(move |op| op.is_named(context, name));
    let outwards: Vec<Value> = named("affine.dma_start")
        .filter(|op| goes(context, *op, false))
        .map(|op| memref(context, op, BUFFER))
        .collect();
    let mut found: Vec<Pair> = Vec::new();
    for start in named("affine.dma_start") {
        let buffer = memref(context, start, BUFFER);
        let is_candidate = goes(context, start, true)
            && !outwards.contains(&memref(context, start, SOURCE))
            && !is_used_outside(context, at, buffer);
        let wait = named("affine.dma_wait").find(|wait| is_tag_same(context, start, *wait).unwrap_or(false));
        if let Some(wait) = wait.filter(|_| is_candidate) {
            found.push(Pair { start, wait });
        }
    }
    let is_fine = |pair: &Pair| is_early_fine(context, at, *pair);
    let are_different = found.iter().enumerate().all(|(number, pair)| {
        let mut others = found[..number].iter();
        others.all(|other| other.wait != pair.wait && other.buffer(context) != pair.buffer(context))
    });
    (!found.is_empty() && are_different && found.iter().all(is_fine)).then_some(found)
}

/// Whether something but the end of its life uses memory outside of a loop.
fn is_used_outside(context: &Context, at: AffineFor, memory: Value) -> bool {
    users(context, memory)
        .into_iter()
        .any(|user| !user.is_inside(context, at.0) && !user.is_named(context, "memref.dealloc"))
}

/// Whether starting a copy an iteration early changes nothing but time.
fn is_early_fine(context: &Context, at: AffineFor, pair: Pair) -> bool {
    pair.start.is_before_in_block(context, pair.wait)
        && is_known_before(context, at, pair.start)
        && [pair.buffer(context), pair.tag(context)]
            .into_iter()
            .all(|memory| can_be_doubled(context, at, memory))
        && is_source_kept(context, at, pair.start)
        && is_buffer_fine(context, at, pair) == Some(true)
}

/// Whether what a copy needs is computed from the variable of the loop by `affine.apply` alone, or outside of it.
fn is_known_before(context: &Context, at: AffineFor, start: Op) -> bool {
    let body = at.body(context);
    let variable = at.variable(context);
    let doubled = [BUFFER, TAG].map(|which| memref(context, start, which));
    let is_outside = |value: Value| {
        value == variable
            || doubled.contains(&value)
            || match value.defining_op(context) {
                Some(op) => op.is_named(context, "affine.apply") || !op.is_inside(context, at.0),
                None => value.parent_block(context) != Some(body),
            }
    };
    let indices = applied(context, start.operands(context));
    start.operands(context).all(is_outside)
        && indices.into_iter().all(|op| op.operands(context).all(is_outside))
}

/// Whether memory was allocated, with sizes that are known before the loop, and is only accessed by indices in the loop.
fn can_be_doubled(context: &Context, at: AffineFor, memory: Value) -> bool {
    let Some(allocation) = memory.defining_op(context) else {
        return false;
    };
    let is_allocated = ["memref.alloc", "memref.alloca"]
        .iter()
        .any(|name| allocation.is_named(context, name));
    let mut sizes = allocation.operands(context);
    let are_sizes_known = sizes.all(|size| {
        let home = size
            .parent_block(context)
            .and_then(|block| block.parent_op(context));
        home.is_none_or(|home| home != at.0 && !home.is_inside(context, at.0))
    });
    let is_access = |user: Op| {
        let accesses = places(context, user).unwrap_or_default();
        let own = user.operands(context).filter(|value| *value == memory).count();
        let is_indexed = accesses
            .iter()
            .any(|place| user.operand(context, place.memref) == Some(memory));
        own == 1 && is_indexed || has_only(context, user, memory, EffectKind::Free)
    };
    is_allocated
        && are_sizes_known
        && is_identity(context, memory.ty(context))
        && users(context, memory)
            .into_iter()
            .filter(|user| user.is_inside(context, at.0))
            .all(is_access)
}

/// Whether nothing in a loop writes what a copy reads.
fn is_source_kept(context: &Context, at: AffineFor, start: Op) -> bool {
    let source = memref(context, start, SOURCE);
    let reads = [
        "affine.load",
        "affine.vector_load",
        "affine.prefetch",
        "memref.load",
        "memref.dim",
    ];
    let is_home_outside = source
        .defining_op(context)
        .is_none_or(|op| !op.is_inside(context, at.0));
    is_home_outside
        && users(context, source)
            .into_iter()
            .filter(|user| user.is_inside(context, at.0))
            .all(|user| {
                let is_read =
                    user.is_named(context, "affine.dma_start") && memref(context, user, BUFFER) != source;
                is_read || reads.iter().any(|name| user.is_named(context, name))
            })
}

/// Whether iterations do not see in the buffer what others left there.
fn is_buffer_fine(context: &Context, at: AffineFor, pair: Pair) -> Option<bool> {
    let body = at.body(context);
    let buffer = pair.buffer(context);
    let mut is_written = false;
    for user in users(context, buffer) {
        if user == pair.start || !user.is_inside(context, at.0) {
            continue;
        }
        let around = ancestor_in(context, user, body)?;
        if !pair.wait.is_before_in_block(context, around) {
            return Some(false);
        }
        let is_read = [
            "affine.load",
            "affine.vector_load",
            "affine.prefetch",
            "memref.dealloc",
        ]
        .iter()
        .any(|name| user.is_named(context, name));
        let is_copied_out =
            user.is_named(context, "affine.dma_start") && memref(context, user, BUFFER) != buffer;
        is_written |= !is_read && !is_copied_out;
    }
    let place = places(context, pair.start)?[BUFFER];
    let last = places(context, pair.start)?[TAG];
    let count = pair.start.operand(context, last.memref + 1 + last.indices)?;
    let has_stride = pair.start.num_operands(context) > last.memref + 2 + last.indices;
    let is_fixed = |value: Value| {
        let op = value.defining_op(context);
        value != at.variable(context) && op.is_none_or(|op| !op.is_inside(context, at.0))
    };
    let shape = buffer.ty(context).shape(context)?;
    let is_whole = !has_stride
        && shape.is_static()
        && number::constant(context, count)
            .is_some_and(|count| shape.product().is_some_and(|all| all <= count));
    let is_place_fixed = indices(context, pair.start, place).into_iter().all(is_fixed)
        && pair
            .start
            .operands(context)
            .skip(last.memref + 1 + last.indices)
            .all(is_fixed);
    Some(is_whole || is_place_fixed && !is_written)
}
