//! `memref.subview`: its offsets and its last elements are in the source.

use tvmlike_ir::{Context, DYNAMIC, Op, TypeKind, Value};

use super::{Checks, EQUAL, GREATER, LESS, LESS_OR_EQUAL};
use crate::make::{Make, operand_group, property};
use crate::number;

/// Numbers of a list that are known, or values.
struct Numbers {
    known: Vec<i64>,
    values: std::vec::IntoIter<Value>,
}

impl Numbers {
    fn new(context: &Context, op: Op, name: &str, known: &str) -> Option<Self> {
        let group = operand_group(context, op, name)?;
        let values: Vec<Value> = op.operands(context).skip(group.start).take(group.len()).collect();
        Some(Self {
            known: number::list(context, property(context, op, known)?)?,
            values: values.into_iter(),
        })
    }

    /// The number of a dimension, of which they are asked in order.
    fn value(&mut self, checks: &mut Checks<'_, '_, '_>, dim: usize) -> Option<Value> {
        match *self.known.get(dim)? {
            DYNAMIC => self.values.next(),
            known => Some(checks.constant(known)),
        }
    }
}

pub(super) fn subview(checks: &mut Checks<'_, '_, '_>, op: Op) -> Option<()> {
    let context = checks.context();
    let source = op.operand(context, 0)?;
    let TypeKind::MemRef {
        shape,
        element,
        space,
        ..
    } = source.ty(context).kind(context)
    else {
        return None;
    };
    let rank = shape.to_vec().len();
    let mut offsets = Numbers::new(context, op, "offsets", "static_offsets")?;
    let mut sizes = Numbers::new(context, op, "sizes", "static_sizes")?;
    let mut strides = Numbers::new(context, op, "strides", "static_strides")?;
    let (zero, one) = (checks.constant(0), checks.constant(1));
    let base = context.memref_type(&[], element, None, space).ok()?;
    let metadata = checks.metadata(source, rank, base);
    for dim in 0..rank {
        let offset = offsets.value(checks, dim)?;
        let size = sizes.value(checks, dim)?;
        let stride = strides.value(checks, dim)?;
        let whole = metadata[2 + dim];
        let is_empty = checks.compare(EQUAL, size, zero);
        // An empty view may begin at the end.
        let inside = checks.choose(
            is_empty,
            |checks| Some(checks.in_range(offset, zero, whole, LESS_OR_EQUAL)),
            |checks| checks.in_range_folded(offset, zero, whole),
        )?;
        checks.assert(inside, &format!("offset {dim} is out-of-bounds"));
        let has_elements = checks.compare(GREATER, size, zero);
        let inside = checks.choose(
            has_elements,
            |checks| {
                let steps = checks.binary("arith.subi", size, one);
                let distance = checks.binary("arith.muli", steps, stride);
                let last = checks.binary("arith.addi", offset, distance);
                Some(checks.in_range(last, zero, whole, LESS))
            },
            |checks| {
                let value = checks.context().bool_attribute(true);
                let ty = checks.context().i1();
                Some(checks.make(Make::new("arith.constant", &[], &[ty]).with(&[("value", value)])))
            },
        )?;
        checks.assert(
            inside,
            &format!("subview runs out-of-bounds along dimension {dim}"),
        );
    }
    Some(())
}
