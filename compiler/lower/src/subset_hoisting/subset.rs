//! The elements of a tensor that an operation reads or writes: offsets, sizes and steps.

use tvmlike_ir::{AffineExprKind, AffineMap, AttributeKind, Context, Op, TypeKind, Value};

use super::linear::Linear;
use crate::make::{operand_group, property};
use crate::strided_metadata::{Number, mixed};

/// A read or write of a part of a tensor.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Subset {
    pub(super) op: Op,
    pub(super) is_write: bool,
}

/// The elements, dimension by dimension.
struct Slice {
    offsets: Vec<Linear>,
    sizes: Vec<Linear>,
    steps: Vec<Linear>,
}

impl Subset {
    /// The read or write that an operation is.
    pub(super) fn of(context: &Context, op: Op) -> Option<Self> {
        let is_any = |names: [&str; 2]| names.iter().any(|name| op.is_named(context, name));
        let is_write = is_any(["tensor.insert_slice", "vector.transfer_write"]);
        let is_tensor = |at: usize| {
            op.operand(context, at)
                .is_some_and(|value| matches!(value.ty(context).kind(context), TypeKind::RankedTensor { .. }))
        };
        let is_subset = is_write || is_any(["tensor.extract_slice", "vector.transfer_read"]);
        (is_subset && is_tensor(usize::from(is_write))).then_some(Self { op, is_write })
    }

    /// The number of the operand that is the tensor: what is read from, or written to.
    pub(super) fn tensor_operand(self) -> usize {
        usize::from(self.is_write)
    }

    /// The value that is read or written.
    pub(super) fn value(self, context: &Context) -> Option<Value> {
        match self.is_write {
            true => self.op.operand(context, 0),
            false => self.op.result(context, 0),
        }
    }

    /// The map of a transfer of a vector; `None` of a slice.
    fn map(self, context: &Context) -> Option<AffineMap> {
        match property(context, self.op, "permutation_map")?.kind(context) {
            AttributeKind::AffineMap(map) => Some(map),
            _ => None,
        }
    }

    /// Whether a vector has just the elements of the slice: each dimension is inside, and there is no mask.
    fn is_whole(self, context: &Context) -> bool {
        if self.map(context).is_none() {
            return true;
        }
        let has_mask = operand_group(context, self.op, "mask").is_none_or(|mask| !mask.is_empty());
        let yes = context.bool_attribute(true);
        let bounds = property(context, self.op, "in_bounds").map(|bounds| bounds.kind(context));
        !has_mask
            && matches!(bounds, Some(AttributeKind::Array(bounds)) if bounds.iter().all(|each| each == yes))
    }

    fn slice(self, context: &Context) -> Option<Slice> {
        let linear = |all: Vec<Number>| all.into_iter().map(|each| Linear::of(context, each)).collect();
        let Some(map) = self.map(context) else {
            return Some(Slice {
                offsets: linear(mixed(context, self.op, "offsets", "static_offsets")?),
                sizes: linear(mixed(context, self.op, "sizes", "static_sizes")?),
                steps: linear(mixed(context, self.op, "strides", "static_strides")?),
            });
        };
        let indices = operand_group(context, self.op, "indices")?;
        let operands = self.op.operands(context).skip(indices.start).take(indices.len());
        let offsets: Vec<Linear> = operands
            .map(|value| Linear::of(context, Number::Value(value)))
            .collect();
        let shape = self.value(context)?.ty(context).shape(context)?.to_vec();
        let mut sizes = vec![Linear::known(1); offsets.len()];
        for (result, size) in map.results(context).iter().zip(shape) {
            if let AffineExprKind::Dim(dim) = result.kind(context) {
                *sizes.get_mut(dim as usize)? = Linear::known(size);
            }
        }
        Some(Slice {
            steps: vec![Linear::known(1); offsets.len()],
            offsets,
            sizes,
        })
    }

    /// Whether both are of the same elements, in the same order.
    pub(super) fn is_same(self, context: &Context, other: Self) -> bool {
        let (Some(one), Some(two)) = (self.slice(context), other.slice(context)) else {
            return false;
        };
        let all =
            |a: &[Linear], b: &[Linear]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.equals(b));
        self.map(context) == other.map(context)
            && self.is_whole(context)
            && other.is_whole(context)
            && all(&one.offsets, &two.offsets)
            && all(&one.sizes, &two.sizes)
            && all(&one.steps, &two.steps)
    }

    /// Whether both are known to have no element in common: in one dimension, one ends before the other begins.
    pub(super) fn is_apart(self, context: &Context, other: Self) -> bool {
        let (Some(one), Some(two)) = (self.slice(context), other.slice(context)) else {
            return false;
        };
        let ends_before = |a: &Slice, b: &Slice, dim: usize| {
            let distance = a.sizes[dim].times(&a.steps[dim]);
            let end = distance.and_then(|distance| a.offsets[dim].plus(&distance, 1));
            end.is_some_and(|end| end.is_at_most(&b.offsets[dim]))
        };
        let dims = one.offsets.len();
        dims == two.offsets.len()
            && (0..dims).any(|dim| ends_before(&one, &two, dim) || ends_before(&two, &one, dim))
    }
}
