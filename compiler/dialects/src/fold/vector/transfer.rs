//! `transfer_read` and `transfer_write`: in bounds, without masks, of casts, and of what was written just before.
//!
//! Invariant: a read is replaced by what was written only if no write in between can be of the same elements.

use tvmlike_ir::{
    AffineExprKind, AffineMap, AttributeKind, Context, DYNAMIC, Folded, Folding, Op, TypeKind, Value,
};

use super::super::memref::skip_casts;
use super::super::rewrite::{defined_by, scalar};
use super::super::tensor::elements::splat_element;
use super::super::tensor::types::before_cast;
use super::parts::{Lanes, lanes, sizes};
use crate::transfer::is_minor_identity;
use crate::verifiers::Vector;

const SEGMENTS: &str = "operandSegmentSizes";

/// What a transfer transfers.
pub(super) struct Transfer {
    pub(super) op: Op,
    pub(super) is_read: bool,
    /// The memref or tensor.
    pub(super) base: Value,
    pub(super) indices: Vec<Value>,
    pub(super) mask: Option<Value>,
    /// The vector that is read or written.
    pub(super) vector: Value,
    pub(super) map: AffineMap,
    pub(super) in_bounds: Vec<bool>,
}

impl Transfer {
    pub(super) fn of(context: &Context, op: Op) -> Option<Self> {
        let is_read = op.is_named(context, "vector.transfer_read");
        if !is_read && !op.is_named(context, "vector.transfer_write") {
            return None;
        }
        let operands: Vec<Value> = op.operands(context).collect();
        let first = usize::from(!is_read);
        let base = *operands.get(first)?;
        let rank = base.ty(context).rank(context)?;
        let indices = operands.get(first + 1..first + 1 + rank)?.to_vec();
        let mask = operands.get(rank + 2).copied();
        let vector = if is_read {
            op.result(context, 0)?
        } else {
            operands[0]
        };
        let map = op.property(context, context.identifier("permutation_map"))?;
        let AttributeKind::AffineMap(map) = map.kind(context) else {
            return None;
        };
        let in_bounds = op.property(context, context.identifier("in_bounds"))?;
        let AttributeKind::Array(in_bounds) = in_bounds.kind(context) else {
            return None;
        };
        let flag = |flag: tvmlike_ir::Attribute| match flag.kind(context) {
            AttributeKind::Integer { value, .. } => Some(!value.is_zero()),
            _ => None,
        };
        Some(Self {
            op,
            is_read,
            base,
            indices,
            mask,
            vector,
            map,
            in_bounds: in_bounds.iter().map(flag).collect::<Option<_>>()?,
        })
    }

    /// The transfer that made the tensor of this one, if it is a write.
    pub(super) fn write_before(&self, context: &Context) -> Option<Self> {
        let write = defined_by(context, self.base, "vector.transfer_write")?;
        Self::of(context, write)
    }

    pub(super) fn is_of_tensor(&self, context: &Context) -> bool {
        matches!(self.base.ty(context).kind(context), TypeKind::RankedTensor { .. })
    }

    pub(super) fn is_in_bounds(&self) -> bool {
        self.in_bounds.iter().all(|flag| *flag)
    }

    /// The dimension of memory of each of the vector; `None`: the vector is repeated along it.
    pub(super) fn dims(&self, context: &Context) -> Vec<Option<usize>> {
        let dim = |kind| match kind {
            AffineExprKind::Dim(dim) => usize::try_from(dim).ok(),
            _ => None,
        };
        self.map
            .results(context)
            .iter()
            .map(|result| dim(result.kind(context)))
            .collect()
    }

    /// Whether two transfers are at the same indices, by the same map, and of the same type.
    pub(super) fn is_like(&self, context: &Context, other: &Self) -> bool {
        self.indices == other.indices
            && self.map == other.map
            && self.vector.ty(context) == other.vector.ty(context)
    }

    /// Whether no element of a transfer can be one of another, which is of the same tensor.
    ///
    /// MLIR 22 takes the dimensions of all vectors for the last ones of the tensor, in their order, with sizes that are known.
    pub(super) fn is_apart(&self, context: &Context, other: &Self) -> bool {
        let ty = self.vector.ty(context);
        let is_sized = Vector::of(context, ty).is_some_and(|vector| !vector.is_scalable());
        let is_known = is_sized && is_minor_identity(context, self.map);
        if ty != other.vector.ty(context) || self.map != other.map || !is_known {
            return false;
        }
        let sizes = sizes(context, ty);
        let Some(leading) = self.indices.len().checked_sub(self.map.results(context).len()) else {
            return false;
        };
        let pairs = self.indices.iter().zip(&other.indices).enumerate();
        pairs.into_iter().any(|(dim, (one, other))| {
            let (Some(one), Some(other)) = (known(context, *one), known(context, *other)) else {
                return false;
            };
            match dim.checked_sub(leading) {
                None => one != other,
                Some(dim) => sizes
                    .get(dim)
                    .is_some_and(|size| one.abs_diff(other) >= size.unsigned_abs()),
            }
        })
    }
}

/// The number that an index is.
pub(super) fn known(context: &Context, index: Value) -> Option<i64> {
    scalar(context, index)?.to_i64()
}

/// `transfer_read`.
pub(super) fn read(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let read = Transfer::of(context, folding.op())?;
    if let Some(written) = written_before(context, &read) {
        return Some(written.into());
    }
    fold_common(folding, &read)
        .or_else(|| skip_casts(folding))
        .or_else(|| {
            let source = before_cast(context, read.base)?;
            folding.set_operand(0, source);
            Some(Folded::InPlace)
        })
}

/// What a read gets that was written to the tensor before.
fn written_before(context: &Context, read: &Transfer) -> Option<Value> {
    if !read.is_of_tensor(context) {
        return None;
    }
    let mut next = read.write_before(context);
    while let Some(write) = next {
        let has_lanes = match (write.mask, read.mask) {
            (None, None) => true,
            _ => is_padding(context, &write, read),
        };
        if write.is_in_bounds() && write.is_like(context, read) && has_lanes {
            return Some(write.vector);
        }
        if !write.is_apart(context, read) {
            return None;
        }
        next = write.write_before(context);
    }
    None
}

/// Whether equal elements were written, and a read with a mask gets the same one where the mask is not set.
fn is_padding(context: &Context, write: &Transfer, read: &Transfer) -> bool {
    let is_masked = read.mask.is_some() && (write.mask.is_none() || write.mask == read.mask);
    let padding = read.op.operand(context, read.indices.len() + 1);
    let padding = padding.and_then(|padding| padding.constant_value(context));
    let splat = splat_element(context, write.vector.constant_value(context));
    is_masked && splat.is_some() && splat == padding
}

/// `transfer_write`.
pub(super) fn write(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let write = Transfer::of(context, folding.op())?;
    if let Some(same) = read_before(context, &write) {
        return Some(same.into());
    }
    fold_common(folding, &write).or_else(|| skip_casts(folding))
}

/// The tensor that a write leaves as it is, or that it makes again: what is written was read from it.
fn read_before(context: &Context, write: &Transfer) -> Option<Value> {
    let read = defined_by(context, write.vector, "vector.transfer_read")?;
    let read = Transfer::of(context, read)?;
    if !write.is_of_tensor(context) || read.mask.is_some() || write.mask.is_some() {
        return None;
    }
    let is_same_vector = read.vector == write.vector;
    let is_whole = [&read, write].into_iter().all(|transfer| {
        let is_start = |index: &Value| known(context, *index) == Some(0);
        !transfer.in_bounds.is_empty()
            && transfer.is_in_bounds()
            && is_minor_identity(context, transfer.map)
            && transfer.indices.iter().all(is_start)
    });
    let ty = write.base.ty(context);
    let has_shape = sizes(context, read.vector.ty(context)) == ty.shape(context)?.to_vec();
    if is_same_vector && is_whole && read.base.ty(context) == ty && has_shape {
        return Some(read.base);
    }
    (read.base == write.base && read.is_like(context, write)).then_some(read.base)
}

/// What reads and writes have in common: dimensions that are in bounds, a mask that lets all lanes through.
fn fold_common(folding: &mut Folding<'_, '_>, transfer: &Transfer) -> Option<Folded> {
    let (context, op) = (folding.context(), folding.op());
    if let Some(in_bounds) = more_in_bounds(context, transfer) {
        let flags: Vec<_> = in_bounds
            .iter()
            .map(|flag| context.bool_attribute(*flag))
            .collect();
        let flags = context.array_attribute(&flags);
        op.set_property(folding.edit(), context.identifier("in_bounds"), flags);
        return Some(Folded::InPlace);
    }
    if lanes(context, transfer.mask?) != Lanes::All {
        return None;
    }
    let mut operands: Vec<Value> = op.operands(context).collect();
    operands.pop();
    let count = i32::try_from(transfer.indices.len()).ok()?;
    let segments = match transfer.is_read {
        true => [1, count, 1, 0],
        false => [1, 1, count, 0],
    };
    let segments = context.dense_i32_array(&segments);
    let edit = folding.edit();
    op.set_operands(edit, &operands);
    op.set_property(edit, context.identifier(SEGMENTS), segments);
    Some(Folded::InPlace)
}

/// Which dimensions are in bounds, if more are than was known.
fn more_in_bounds(context: &Context, transfer: &Transfer) -> Option<Vec<bool>> {
    let vector = Vector::of_value(context, transfer.vector)?;
    let shape = transfer.base.ty(context).shape(context)?.to_vec();
    let dims = transfer.dims(context);
    let mut flags = transfer.in_bounds.clone();
    if flags.len() != dims.len() {
        return None;
    }
    let mut are_others_in_bounds = true;
    for (index, dim) in dims.iter().enumerate() {
        let Some(dim) = dim.filter(|_| !flags[index]) else {
            continue;
        };
        let size = *shape.get(dim)?;
        let start = known(context, *transfer.indices.get(dim)?);
        let is_within = |start: i64| {
            let end = start.checked_add(vector.sizes[index]);
            // The least of lanes of a scalable vector says nothing.
            size != DYNAMIC && start >= 0 && end.is_some_and(|end| end <= size) && !vector.scalable[index]
        };
        flags[index] = start.is_some_and(is_within);
        are_others_in_bounds &= flags[index];
    }
    for (flag, _) in flags.iter_mut().zip(&dims).filter(|(_, dim)| dim.is_none()) {
        *flag |= are_others_in_bounds;
    }
    (flags != transfer.in_bounds).then_some(flags)
}
