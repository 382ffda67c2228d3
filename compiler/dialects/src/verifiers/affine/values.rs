//! Which values can be dimensions and symbols of affine maps and sets.
//!
//! A symbol has one value in all of the region of an operation with the trait `AffineScope`, such as a function. Invariant:
//! each value is visited once, however many paths lead to it.

use std::collections::HashSet;

use tvmlike_ir::{AttributeKind, Context, Op, Region, Traits, TypeKind, Value, ValueOwner};

use super::super::types;
use crate::constant::constant;

/// The region of the next operation around this one that is a scope of symbols.
pub(super) fn scope(context: &Context, op: Op) -> Option<Region> {
    let mut op = op;
    while let Some(parent) = op.parent_op(context) {
        if parent.has_trait(context, Traits::AFFINE_SCOPE) {
            return op.parent_region(context);
        }
        op = parent;
    }
    None
}

/// Whether a value can be a symbol in the scope that it belongs to.
pub fn is_affine_symbol(context: &Context, value: Value) -> bool {
    let scope = match value.owner(context) {
        ValueOwner::Argument { block, .. } => {
            let owner = block.parent_op(context);
            return value.ty(context).is_index(context)
                && owner.is_some_and(|owner| owner.has_trait(context, Traits::AFFINE_SCOPE));
        }
        ValueOwner::Result { op, .. } => scope(context, op),
    };
    is_valid_symbol(context, value, scope)
}

/// Whether a value can be a dimension in the scope that it belongs to.
pub(crate) fn is_affine_dim(context: &Context, value: Value) -> bool {
    let scope = match value.owner(context) {
        ValueOwner::Argument { block, .. } => {
            let is_owner = |op: Op| {
                op.has_trait(context, Traits::AFFINE_SCOPE)
                    || has_name(context, op, &["affine.for", "affine.parallel"])
            };
            return value.ty(context).is_index(context) && block.parent_op(context).is_some_and(is_owner);
        }
        ValueOwner::Result { op, .. } => scope(context, op),
    };
    is_valid_dim(context, value, scope)
}

/// Whether a value can be a dimension in a scope.
pub(super) fn is_valid_dim(context: &Context, value: Value, scope: Option<Region>) -> bool {
    let mut pending = Pending::new(value);
    while let Some(value) = pending.next() {
        if !value.ty(context).is_index(context) {
            return false;
        }
        let op = match value.owner(context) {
            ValueOwner::Argument { block, .. } => {
                let is_loop = |op: Op| has_name(context, op, &["affine.for", "affine.parallel"]);
                if block.parent_op(context).is_some_and(is_loop) || is_valid_symbol(context, value, scope) {
                    continue;
                }
                return false;
            }
            ValueOwner::Result { op, .. } => op,
        };
        let composed = [
            "affine.apply",
            "affine.delinearize_index",
            "affine.linearize_index",
        ];
        if is_valid_symbol(context, value, scope) {
            continue;
        } else if has_name(context, op, &composed) {
            pending.extend(op.operands(context));
        } else if !(is_dim_op(context, op) && is_top_level(context, op.operand(context, 0))) {
            return false;
        }
    }
    true
}

/// Whether a value can be a symbol in a scope.
pub(super) fn is_valid_symbol(context: &Context, value: Value, scope: Option<Region>) -> bool {
    let mut pending = Pending::new(value);
    while let Some(value) = pending.next() {
        if !value.ty(context).is_index(context) {
            return false;
        }
        if is_of_scope(context, value, scope) {
            continue;
        }
        let Some(op) = value.defining_op(context) else {
            return false;
        };
        if op.has_trait(context, Traits::CONSTANT_LIKE) {
            continue;
        } else if is_dim_op(context, op) {
            match size_of(context, op) {
                Size::Fixed => {}
                Size::Value(size) => pending.extend([size]),
                Size::Unknown => return false,
            }
        } else if is_pure(context, op) {
            pending.extend(op.operands(context));
        } else {
            return false;
        }
    }
    true
}

/// Values that have to be checked.
struct Pending {
    values: Vec<Value>,
    seen: HashSet<Value>,
}

impl Pending {
    fn new(value: Value) -> Self {
        Self {
            values: vec![value],
            seen: HashSet::new(),
        }
    }

    fn next(&mut self) -> Option<Value> {
        self.values.pop()
    }

    fn extend(&mut self, values: impl IntoIterator<Item = Value>) {
        for value in values {
            if self.seen.insert(value) {
                self.values.push(value);
            }
        }
    }
}

fn has_name(context: &Context, op: Op, names: &[&str]) -> bool {
    let name = op.name(context).bytes(context);
    names.iter().any(|each| each.as_bytes() == name)
}

/// Whether a value belongs to a scope itself, or to a region around it that it can use values of.
fn is_of_scope(context: &Context, value: Value, scope: Option<Region>) -> bool {
    let own = match value.owner(context) {
        ValueOwner::Argument { block, .. } => block.region(context),
        ValueOwner::Result { op, .. } => op.parent_region(context),
    };
    let mut scope = scope;
    while let Some(region) = scope {
        if own == Some(region) {
            return true;
        }
        let owner = region.parent_op(context);
        let is_open = |op: &Op| !op.has_trait(context, Traits::ISOLATED_FROM_ABOVE);
        scope = owner.filter(is_open).and_then(|op| op.parent_region(context));
    }
    false
}

/// Whether a value belongs to the region of a scope.
fn is_top_level(context: &Context, value: Option<Value>) -> bool {
    let parent = match value.map(|value| value.owner(context)) {
        Some(ValueOwner::Argument { block, .. }) => block.parent_op(context),
        Some(ValueOwner::Result { op, .. }) => op.parent_op(context),
        None => None,
    };
    parent.is_some_and(|parent| parent.has_trait(context, Traits::AFFINE_SCOPE))
}

/// Whether an operation returns the size of a dimension.
fn is_dim_op(context: &Context, op: Op) -> bool {
    has_name(context, op, &["memref.dim", "tensor.dim"])
}

/// What the size of a dimension is known to be.
enum Size {
    /// A number, or the size of something of the scope.
    Fixed,
    /// The value with which the memref was made.
    Value(Value),
    Unknown,
}

/// The size that an operation returns.
fn size_of(context: &Context, op: Op) -> Size {
    if is_top_level(context, op.operand(context, 0)) {
        return Size::Fixed;
    }
    size_of_buffer(context, op).unwrap_or(Size::Unknown)
}

fn size_of_buffer(context: &Context, op: Op) -> Option<Size> {
    let (source, dim) = (op.operand(context, 0)?, op.operand(context, 1)?);
    let dim = usize::try_from(constant(context, dim)?).ok()?;
    let mut made = source.defining_op(context)?;
    while has_name(context, made, &["memref.cast"]) {
        let cast = made.operand(context, 0)?;
        if matches!(cast.ty(context).kind(context), TypeKind::UnrankedMemRef { .. }) {
            return None;
        }
        made = cast.defining_op(context)?;
    }
    if !has_name(context, made, &["memref.alloc", "memref.subview", "memref.view"]) {
        return None;
    }
    let TypeKind::MemRef { shape, .. } = made.result(context, 0)?.ty(context).kind(context) else {
        return None;
    };
    let sizes = shape.to_vec();
    let is_dynamic = |size: &&i64| **size == tvmlike_ir::DYNAMIC;
    if !is_dynamic(&sizes.get(dim)?) {
        return Some(Size::Fixed);
    }
    let position = sizes[..dim].iter().filter(is_dynamic).count();
    let skipped = match made.name(context).bytes(context) {
        b"memref.alloc" => 0,
        // The source and the offset.
        b"memref.view" => 2,
        _ => {
            let segments = context.identifier("operandSegmentSizes");
            let AttributeKind::DenseArray(array) = made.property(context, segments)?.kind(context) else {
                return None;
            };
            let sizes = array.iter(context).map(|size| match size {
                tvmlike_ir::Element::Integer(size) => {
                    size.to_i64().and_then(|size| usize::try_from(size).ok())
                }
                _ => None,
            });
            // The source and the offsets.
            sizes.take(2).sum::<Option<usize>>()?
        }
    };
    made.operand(context, skipped + position).map(Size::Value)
}

/// Whether an operation can be executed anywhere with the same results and no effects.
fn is_pure(context: &Context, op: Op) -> bool {
    let mut pending = vec![op];
    while let Some(op) = pending.pop() {
        let has = |name: &str| types::has_trait(context, op, name);
        if has("Pure") {
            continue;
        }
        let is_recursive = has("RecursiveMemoryEffects");
        if !is_recursive && !has("NoMemoryEffect") {
            return false;
        }
        if has("RecursivelySpeculatable") || is_finite_loop(context, op) {
            let blocks = op.regions(context).flat_map(|region| region.blocks(context));
            pending.extend(blocks.flat_map(|block| block.operations(context)));
        } else if !divides_by_constant(context, op) {
            return false;
        }
    }
    true
}

/// Whether an operation is a loop that ends for all bounds, because its step is 1.
fn is_finite_loop(context: &Context, op: Op) -> bool {
    let step = match op.name(context).bytes(context) {
        b"affine.for" => match op
            .property(context, context.identifier("step"))
            .map(|step| step.kind(context))
        {
            Some(AttributeKind::Integer { value, .. }) => value.to_i64(),
            _ => None,
        },
        b"scf.for" => op.operand(context, 2).and_then(|step| constant(context, step)),
        _ => None,
    };
    step == Some(1)
}

/// Whether an operation is a division that is defined for all numbers.
fn divides_by_constant(context: &Context, op: Op) -> bool {
    let divisor = op.operand(context, 1).and_then(|value| constant(context, value));
    match op.name(context).bytes(context) {
        b"arith.divui" | b"arith.ceildivui" => divisor.is_some_and(|divisor| divisor != 0),
        b"arith.divsi" | b"arith.ceildivsi" => divisor.is_some_and(|divisor| !matches!(divisor, 0 | -1)),
        _ => false,
    }
}
