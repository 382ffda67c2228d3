//! `memref.subview`, `tensor.extract_slice`: offsets and last elements are in the source.

use tvmlike_ir::Op;

use super::{Checks, EQUAL, GREATER, LESS, LESS_OR_EQUAL};
use crate::make::Make;
use crate::strided_metadata::mixed;

pub(super) fn subview(checks: &mut Checks<'_, '_, '_>, op: Op) -> Option<()> {
    check(checks, op, "subview")
}

pub(super) fn slice(checks: &mut Checks<'_, '_, '_>, op: Op) -> Option<()> {
    check(checks, op, "extract_slice")
}

fn check(checks: &mut Checks<'_, '_, '_>, op: Op, name: &str) -> Option<()> {
    let context = checks.context();
    let source = op.operand(context, 0)?;
    let offsets = mixed(context, op, "offsets", "static_offsets")?;
    let sizes = mixed(context, op, "sizes", "static_sizes")?;
    let strides = mixed(context, op, "strides", "static_strides")?;
    let (zero, one) = (checks.constant(0), checks.constant(1));
    let metadata = match name {
        "subview" => Some(checks.metadata(source)?),
        _ => None,
    };
    for (dim, ((offset, size), stride)) in offsets.into_iter().zip(sizes).zip(strides).enumerate() {
        let offset = offset.value(checks.rewriter, checks.location);
        let size = size.value(checks.rewriter, checks.location);
        let stride = stride.value(checks.rewriter, checks.location);
        let whole = match &metadata {
            Some(metadata) => metadata[2 + dim],
            None => checks.size(source, dim)?,
        };
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
            &format!("{name} runs out-of-bounds along dimension {dim}"),
        );
    }
    Some(())
}
