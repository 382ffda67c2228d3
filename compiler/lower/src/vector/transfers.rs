//! Transfers of elements and of vectors of one dimension that are contiguous in memory: loads and stores, with a mask where they can leave the
//! memref.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{AttributeKind, Op, PatternSet, RewriteFn, Rewriter, Type, TypeKind, Value};

use super::masked::is_masked;
use super::{build_value, vector_parts};
use crate::make::{Make, build, index_constant, property};
use crate::number;

/// Adds the patterns.
pub(super) fn add_patterns(patterns: &mut PatternSet) {
    patterns.add_table(&[
        RewriteFn::new("TransferReadToVectorLoadLowering", "vector.transfer_read", read),
        RewriteFn::new(
            "TransferWriteToVectorStoreLowering",
            "vector.transfer_write",
            write,
        ),
    ]);
}

/// A transfer that is a load or a store.
struct Transfer {
    memref: Value,
    indices: Vec<Value>,
    vector: Type,
    mask: Option<Value>,
    /// The padding of a read.
    padding: Option<Value>,
    in_bounds: bool,
}

/// The transfer of an operation whose operands are, from a number on, the memref, the indices, the padding of a read, the mask.
fn transfer(rewriter: &Rewriter<'_, '_>, op: Op, vector: Type, first: usize) -> Option<Transfer> {
    let context = rewriter.context();
    let segments = number::list(context, property(context, op, "operandSegmentSizes")?)?;
    if is_masked(context, op) {
        return None;
    }
    let operands: Vec<Value> = op.operands(context).collect();
    let memref = *operands.get(first)?;
    let ty = memref.ty(context);
    let TypeKind::MemRef { shape, element, .. } = ty.kind(context) else {
        return None;
    };
    let (sizes, own) = vector_parts(context, vector)?;
    let (strides, _) = ty.strides_and_offset(context)?;
    // An element is a vector without dimensions.
    let is_element = sizes.is_empty();
    if sizes.len() > 1 || own != element || !is_element && strides.last() != Some(&1) {
        return None;
    }
    let rank = shape.len();
    // The vector lies along the last dimension.
    let map = property(context, op, "permutation_map")?;
    let minor = tvmlike_text::attribute_to_string(context, map).ok()?;
    let dims: Vec<String> = (0..rank).map(|dim| format!("d{dim}")).collect();
    let last = match is_element {
        true => String::new(),
        false => format!("d{}", rank.checked_sub(1)?),
    };
    if minor != format!("affine_map<({}) -> ({last})>", dims.join(", ")) {
        return None;
    }
    let AttributeKind::Array(bounds) = property(context, op, "in_bounds")?.kind(context) else {
        return None;
    };
    let yes = context.bool_attribute(true);
    let padding = (first == 0).then(|| operands.get(1 + rank).copied()).flatten();
    let has_mask = segments.last() == Some(&1);
    Some(Transfer {
        memref,
        indices: operands.get(first + 1..first + 1 + rank)?.to_vec(),
        vector,
        mask: has_mask.then(|| operands.last().copied()).flatten(),
        padding,
        in_bounds: bounds.iter().all(|bound| bound == yes),
    })
}

impl Transfer {
    /// The mask of the lanes that are within the memref, and set in the mask of the operation; `None`: all are.
    fn lanes(&self, rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<Value> {
        if self.in_bounds {
            return self.mask;
        }
        let context = rewriter.context();
        let location = op.location(context);
        let index = context.index_type();
        let last = self.indices.len() - 1;
        let dim = index_constant(rewriter, location, last as i64);
        let size = Make::new("memref.dim", &[self.memref, dim], &[index]).value(rewriter, location);
        let left = Make::new("arith.subi", &[size, self.indices[last]], &[index]).value(rewriter, location);
        let (sizes, _) = vector_parts(context, self.vector)?;
        let ty = context.vector_type(&sizes, context.i1(), &[]).ok()?;
        let within = Make::new("vector.create_mask", &[left], &[ty]).value(rewriter, location);
        Some(match self.mask {
            Some(mask) => Make::new("arith.andi", &[within, mask], &[ty]).value(rewriter, location),
            None => within,
        })
    }
}

/// A scalar in all lanes: a constant, if it is one.
fn all_lanes(rewriter: &mut Rewriter<'_, '_>, op: Op, ty: Type, scalar: Value) -> Option<Value> {
    let context = rewriter.context();
    let location = op.location(context);
    let constant = scalar.defining_op(context);
    let constant = constant.filter(|op| op.is_named(context, "arith.constant"));
    if let Some(value) = constant.and_then(|op| property(context, op, "value")) {
        let value = context.dense_elements_from_attributes(ty, &[value]).ok()?;
        let made = Make::new("arith.constant", &[], &[ty])
            .with(&[("value", value)])
            .value(rewriter, location);
        return Some(made);
    }
    Some(Make::new("vector.broadcast", &[scalar], &[ty]).value(rewriter, location))
}

fn read(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let vector = op.result(context, 0)?.ty(context);
    let transfer = transfer(rewriter, op, vector, 0)?;
    let padding = transfer.padding?;
    let mask = transfer.lanes(rewriter, op);
    let value = match mask {
        None => {
            let load = OpBuilder::new("vector.load")
                .operand("base", [transfer.memref])
                .operand("indices", transfer.indices)
                .result("result", [vector]);
            build_value(rewriter, load, location)
        }
        Some(mask) => {
            let fill = all_lanes(rewriter, op, vector, padding)?;
            let load = OpBuilder::new("vector.maskedload")
                .operand("base", [transfer.memref])
                .operand("indices", transfer.indices)
                .operand("mask", [mask])
                .operand("pass_thru", [fill])
                .result("result", [vector]);
            build_value(rewriter, load, location)
        }
    };
    rewriter.replace_op(op, &[value]);
    Some(())
}

fn write(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let value = op.operand(context, 0)?;
    let transfer = transfer(rewriter, op, value.ty(context), 1)?;
    let store = match transfer.lanes(rewriter, op) {
        None => OpBuilder::new("vector.store").operand("valueToStore", [value]),
        Some(mask) => OpBuilder::new("vector.maskedstore")
            .operand("mask", [mask])
            .operand("valueToStore", [value]),
    };
    let store = store
        .operand("base", [transfer.memref])
        .operand("indices", transfer.indices);
    build(rewriter, store, location);
    rewriter.erase_op(op);
    Some(())
}
