//! Copies by DMA.

use tvmlike_dialects::AppliedMap;
use tvmlike_ir::{Attribute, Context, InsertionPoint, Location, NamedAttribute, Op, Rewriter, Value};

use super::super::nest::compose;
use super::made::{allocate, constant_at};
use crate::make::Make;

/// The stride, and the number of elements for each, of a copy by DMA. The outer `None`: there are several strides.
pub(super) fn stride(sizes: &[i64], shape: &[i64]) -> Option<Option<[i64; 2]>> {
    let (mut count, mut stride) = (1_i64, 1_i64);
    let mut found = None;
    for dim in (1..shape.len()).rev() {
        stride = stride.wrapping_mul(sizes[dim]);
        count = count.wrapping_mul(shape[dim]);
        if shape[dim] < sizes[dim] && shape[dim - 1] > 1 && found.replace([stride, count]).is_some() {
            return None;
        }
    }
    Some(found)
}

/// A copy by DMA, with a tag of its own.
pub(super) struct Dma {
    pub(super) memory: (Value, Vec<Value>),
    pub(super) buffer: (Value, Vec<Value>),
    pub(super) zero: Value,
    pub(super) total: Value,
    pub(super) stride: Option<[i64; 2]>,
    pub(super) tag_space: Option<Attribute>,
    pub(super) location: Location,
    pub(super) is_out: bool,
}

/// Values as indices. Maps that compute one are composed.
fn composed(context: &Context, values: &[Value]) -> Option<AppliedMap> {
    let is_applied = |value: &Value| {
        let op = value.defining_op(context);
        op.is_some_and(|op| op.is_named(context, "affine.apply"))
    };
    let mut map = AppliedMap {
        results: (0..values.len())
            .map(|dim| context.affine_dim(dim as u32))
            .collect(),
        dims: values.to_vec(),
        symbols: Vec::new(),
    };
    if values.iter().any(is_applied) {
        compose(context, &mut map)?;
    }
    Some(map)
}

impl Dma {
    /// Makes the constants, the tag and the copy at these places. The copy and the tag.
    pub(super) fn make(
        self,
        rewriter: &mut Rewriter<'_, '_>,
        [top, before, edge]: [InsertionPoint; 3],
    ) -> Option<(Op, Value)> {
        let context = rewriter.context();
        let location = self.location;
        let mut numbers = vec![self.total];
        for number in self.stride.into_iter().flatten() {
            numbers.push(constant_at(rewriter, top, location, number));
        }
        let ty = context
            .memref_type(&[1], context.i32(), None, self.tag_space)
            .ok()?;
        let tag = allocate(rewriter, before, location, ty);
        let memory = (self.memory.0, composed(context, &self.memory.1)?);
        let buffer = (self.buffer.0, composed(context, &self.buffer.1)?);
        let (from, to) = if self.is_out {
            (buffer, memory)
        } else {
            (memory, buffer)
        };
        let tags = composed(context, &[self.zero])?;
        let map = |name: &str, map: &AppliedMap| {
            let value = context.affine_map_attribute(map.map(context)?);
            let name = context.identifier(name);
            Some(NamedAttribute { name, value })
        };
        let tag_map = map("tag_map", &tags)?;
        let maps = [map("src_map", &from.1)?, map("dst_map", &to.1)?, tag_map];
        let start = context.dictionary_attribute(&maps).ok()?;
        let wait = context.dictionary_attribute(&[tag_map]).ok()?;
        let started = rewriter.at(Some(edge), |rewriter| {
            let [sources, targets, tags] = [&from.1, &to.1, &tags].map(AppliedMap::operands);
            let operands = [
                &[from.0][..],
                &sources,
                &[to.0],
                &targets,
                &[tag],
                &tags,
                &numbers,
            ];
            let op = Make::new("affine.dma_start", &operands.concat(), &[])
                .with_attributes(Some(start))
                .at(rewriter, location);
            let operands = [&[tag][..], &tags, &[self.total]].concat();
            Make::new("affine.dma_wait", &operands, &[])
                .with_attributes(Some(wait))
                .at(rewriter, location);
            op
        });
        Some((started, tag))
    }
}
