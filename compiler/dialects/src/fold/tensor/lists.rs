//! The numbers of slices and paddings, which are static or operands.

use tvmlike_ir::{Attribute, Context, DYNAMIC, FoldResult, Op, Rewriter, Type, Value};

use super::super::rewrite::Make;
use super::super::slices::{mixed, split, use_constants};

/// Which dimensions of a shape another one leaves out, if all of them have the size 1. With `matches_dynamic`, a size that is
/// not known is as any other but 1.
pub(super) fn dropped(shape: &[i64], reduced: &[i64], matches_dynamic: bool) -> Option<Vec<bool>> {
    let mut rest = reduced.iter().peekable();
    let mut dropped = Vec::with_capacity(shape.len());
    for size in shape {
        let is_same = |other: &&i64| {
            let any = matches_dynamic && *size != 1 && (**other == DYNAMIC || *size == DYNAMIC);
            any || *other == size
        };
        let is_kept = rest.next_if(is_same).is_some();
        if !is_kept && *size != 1 {
            return None;
        }
        dropped.push(!is_kept);
    }
    rest.next().is_none().then_some(dropped)
}

/// Offsets, sizes and strides.
#[derive(Clone)]
pub(in crate::fold) struct Lists {
    pub(in crate::fold) offsets: Vec<FoldResult>,
    pub(in crate::fold) sizes: Vec<FoldResult>,
    pub(in crate::fold) strides: Vec<FoldResult>,
}

impl Lists {
    pub(in crate::fold) fn of(context: &Context, op: Op) -> Option<Self> {
        Some(Self {
            offsets: mixed(context, op, "offsets")?,
            sizes: mixed(context, op, "sizes")?,
            strides: mixed(context, op, "strides")?,
        })
    }

    /// Makes constants static. Whether there was one.
    pub(super) fn use_constants(&mut self, context: &Context) -> bool {
        let is_size = |number: i64| number >= 0;
        let offsets = use_constants(context, &mut self.offsets, is_size);
        let sizes = use_constants(context, &mut self.sizes, is_size);
        let strides = use_constants(context, &mut self.strides, |_| true);
        offsets || sizes || strides
    }

    /// Whether an operand is a constant.
    pub(super) fn has_constant(&self, context: &Context) -> bool {
        let mut all = self.offsets.iter().chain(&self.sizes).chain(&self.strides);
        all.any(|number| match number {
            FoldResult::Value(value) => value.constant_value(context).is_some(),
            FoldResult::Attribute(_) => false,
        })
    }

    /// The sizes, with `DYNAMIC` for operands.
    pub(super) fn static_sizes(&self, context: &Context) -> Vec<i64> {
        split(context, &self.sizes).1
    }

    /// Whether the slice is within a shape as far as its static numbers tell.
    pub(super) fn is_within(&self, context: &Context, shape: &[i64]) -> bool {
        let [offsets, sizes, strides] =
            [&self.offsets, &self.sizes, &self.strides].map(|list| split(context, list).1);
        let numbers = offsets.iter().zip(&sizes).zip(&strides);
        shape
            .iter()
            .zip(numbers)
            .all(|(length, ((offset, size), stride))| {
                if *length == DYNAMIC || *offset == DYNAMIC {
                    return true;
                }
                let last = size.wrapping_sub(1).wrapping_mul(*stride).wrapping_add(*offset);
                offset < length && (*size == DYNAMIC || *stride == DYNAMIC || last < *length)
            })
    }

    /// Makes a slice before the root of a pattern. `tensors` are its first operands.
    pub(in crate::fold) fn make(
        &self,
        rewriter: &mut Rewriter<'_, '_>,
        root: Op,
        name: &str,
        tensors: &[Value],
        results: &[Type],
    ) -> Option<Op> {
        let context = rewriter.context();
        let mut operands = tensors.to_vec();
        let mut segments: Vec<i32> = vec![1; tensors.len()];
        let mut statics: Vec<Attribute> = Vec::new();
        for list in [&self.offsets, &self.sizes, &self.strides] {
            let (values, numbers) = split(context, list);
            statics.push(context.dense_i64_array(&numbers));
            segments.push(i32::try_from(values.len()).ok()?);
            operands.extend(values);
        }
        Make::new(name, &operands, results)
            .with(&[
                ("static_offsets", statics[0]),
                ("static_sizes", statics[1]),
                ("static_strides", statics[2]),
                ("operandSegmentSizes", context.dense_i32_array(&segments)),
            ])
            .before(rewriter, root)
    }
}
