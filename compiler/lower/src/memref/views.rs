//! Other views of the memory of a memref.

use tvmlike_ir::{AttributeKind, DYNAMIC, Op, Value};
use tvmlike_transform::{ConversionRewriter, ConvertedOperands};

use super::metadata::pointers;
use super::{element, index, operand_type};
use crate::descriptor::{Descriptor, index_constant};
use crate::elementwise::result_type;
use crate::make::{Make, operand_group, property};
use crate::memory::{Index, NO_FLAGS, element_pointer};
use crate::number;

/// The values of a list of offsets, sizes or strides: constants are made when they are asked for.
struct Mixed {
    numbers: Vec<i64>,
    dynamic: Vec<Value>,
}

impl Mixed {
    fn new(
        rewriter: &ConversionRewriter<'_, '_>,
        op: Op,
        operands: &ConvertedOperands,
        name: &str,
        property_name: &str,
    ) -> Option<Self> {
        let context = rewriter.context();
        let group = operand_group(context, op, name)?;
        let dynamic: Option<Vec<Value>> = group.map(|index| operands.one(index)).collect();
        Some(Self {
            numbers: number::list(context, property(context, op, property_name)?)?,
            dynamic: dynamic?,
        })
    }

    /// The value with a number.
    fn get(&self, rewriter: &mut ConversionRewriter<'_, '_>, op: Op, place: usize) -> Option<Value> {
        match *self.numbers.get(place)? {
            DYNAMIC => {
                let before = self.numbers[..place].iter().filter(|number| **number == DYNAMIC);
                self.dynamic.get(before.count()).copied()
            }
            known => {
                let index = index(rewriter);
                let location = op.location(rewriter.context());
                Some(index_constant(rewriter, location, index, known))
            }
        }
    }
}

pub(super) fn reinterpret_cast(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let source = operand_type(context, op, 0)?;
    let offsets = Mixed::new(rewriter, op, operands, "offsets", "static_offsets")?;
    let sizes = Mixed::new(rewriter, op, operands, "sizes", "static_sizes")?;
    let strides = Mixed::new(rewriter, op, operands, "strides", "static_strides")?;
    let target = result_type(rewriter, op)?;
    let mut made = Descriptor::poison(rewriter, location, target);
    let (allocated, aligned) = pointers(rewriter, location, source, operands.one(0)?)?;
    made.set(rewriter, &[0], allocated);
    made.set(rewriter, &[1], aligned);
    let offset = offsets.get(rewriter, op, 0)?;
    made.set(rewriter, &[2], offset);
    for dim in 0..sizes.numbers.len() {
        let size = sizes.get(rewriter, op, dim)?;
        made.set(rewriter, &[3, dim as i64], size);
        let stride = strides.get(rewriter, op, dim)?;
        made.set(rewriter, &[4, dim as i64], stride);
    }
    rewriter.replace_op(op, &[made.value]);
    Some(())
}

pub(super) fn transpose(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let AttributeKind::AffineMap(map) = property(context, op, "permutation")?.kind(context) else {
        return None;
    };
    let source = Descriptor::new(operands.one(0)?, location);
    if map.is_identity(context) {
        rewriter.replace_op(op, &[source.value]);
        return Some(());
    }
    let target = result_type(rewriter, op)?;
    let mut made = Descriptor::poison(rewriter, location, target);
    for field in 0..3 {
        let value = source.get(rewriter, &[field]);
        made.set(rewriter, &[field], value);
    }
    for (to, expr) in map.results(context).iter().enumerate() {
        let tvmlike_ir::AffineExprKind::Dim(from) = expr.kind(context) else {
            return None;
        };
        for field in [3, 4] {
            let value = source.get(rewriter, &[field, i64::from(from)]);
            made.set(rewriter, &[field, to as i64], value);
        }
    }
    rewriter.replace_op(op, &[made.value]);
    Some(())
}

pub(super) fn view(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let to = op.result(context, 0)?.ty(context);
    let (strides, offset) = to.strides_and_offset(context)?;
    if offset != 0 || strides.last().is_some_and(|last| *last != 1) {
        return None;
    }
    let bytes = element(rewriter, operand_type(context, op, 0)?)?;
    let target = result_type(rewriter, op)?;
    let source = Descriptor::new(operands.one(0)?, location);
    let mut made = Descriptor::poison(rewriter, location, target);
    let allocated = source.get(rewriter, &[0]);
    made.set(rewriter, &[0], allocated);
    let aligned = source.get(rewriter, &[1]);
    let shift = [Index::Value(operands.one(1)?)];
    let aligned = element_pointer(rewriter, location, aligned, bytes, &shift, NO_FLAGS);
    made.set(rewriter, &[1], aligned);
    let index = index(rewriter);
    let zero = index_constant(rewriter, location, index, 0);
    made.set(rewriter, &[2], zero);
    let sizes = Mixed {
        numbers: to.shape(context)?.to_vec(),
        dynamic: operands.each()?.split_off(2),
    };
    let (mut running, mut next): (Option<Value>, Option<Value>) = (None, None);
    for dim in (0..sizes.numbers.len()).rev() {
        let size = sizes.get(rewriter, op, dim)?;
        made.set(rewriter, &[3, dim as i64], size);
        let stride = match (strides[dim], running, next) {
            (DYNAMIC, Some(running), Some(next)) => {
                Make::new("llvm.mul", &[running, next], &[index]).value(rewriter, location)
            }
            (DYNAMIC, _, Some(next)) => next,
            (DYNAMIC, ..) => index_constant(rewriter, location, index, 1),
            (known, ..) => index_constant(rewriter, location, index, known),
        };
        made.set(rewriter, &[4, dim as i64], stride);
        running = Some(stride);
        next = Some(size);
    }
    rewriter.replace_op(op, &[made.value]);
    Some(())
}
