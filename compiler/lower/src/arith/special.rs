//! Constants, casts of indices, comparisons, selections, and what depends on types or attributes.

use tvmlike_ir::{Op, Value};
use tvmlike_transform::{ConversionFn, ConversionRewriter, ConvertedOperands};

use crate::attributes::{converted, fast_math};
use crate::elementwise::{OneToOne, has_floats, result_type, split};
use crate::make::{Make, integer, property};
use crate::number;
use crate::types::array_parts;
use tvmlike_transform::ConversionPattern as _;

pub(super) const PATTERNS: [ConversionFn; 7] = [
    ConversionFn::new("arith.constant", constant),
    ConversionFn::new("arith.index_cast", |rewriter, op, operands| {
        index_cast(rewriter, op, operands, "llvm.sext")
    }),
    ConversionFn::new("arith.index_castui", |rewriter, op, operands| {
        index_cast(rewriter, op, operands, "llvm.zext")
    }),
    ConversionFn::new("arith.cmpi", |rewriter, op, operands| {
        compare(rewriter, op, operands, "llvm.icmp")
    }),
    ConversionFn::new("arith.cmpf", |rewriter, op, operands| {
        compare(rewriter, op, operands, "llvm.fcmp")
    }),
    ConversionFn::new("arith.select", select),
    ConversionFn::new("arith.truncf", truncate),
];

fn constant(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, _: &ConvertedOperands) -> Option<()> {
    let context = rewriter.context();
    let ty = result_type(rewriter, op)?;
    let value = property(context, op, "value")?;
    let new = Make::new("llvm.mlir.constant", &[], &[ty])
        .with(&[("value", value)])
        .with_attributes(op.attributes(context))
        .value(rewriter, op.location(context));
    rewriter.replace_op(op, &[new]);
    Some(())
}

/// Extends or truncates an integer, or leaves it as it is.
fn index_cast(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
    extend: &'static str,
) -> Option<()> {
    let context = rewriter.context();
    let ty = result_type(rewriter, op)?;
    let operand = operands.one(0)?;
    let width = |mut ty: tvmlike_ir::Type| {
        while let Some((element, _)) = array_parts(context, ty) {
            ty = element;
        }
        ty.element_type(context).unwrap_or(ty).bit_width(context)
    };
    let (from, to) = (width(operand.ty(context))?, width(ty)?);
    if from == to {
        rewriter.replace_op(op, &[operand]);
        return Some(());
    }
    let name = if to < from { "llvm.trunc" } else { extend };
    let location = op.location(context);
    let value = split(rewriter, location, ty, &[operand], |rewriter, ty, operands| {
        Make::new(name, operands, &[ty]).value(rewriter, location)
    });
    rewriter.replace_op(op, &[value]);
    Some(())
}

/// The numbers of predicates are those of the llvm dialect.
fn compare(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
    name: &'static str,
) -> Option<()> {
    let context = rewriter.context();
    if !has_floats(rewriter, op) {
        return None;
    }
    let ty = result_type(rewriter, op)?;
    let predicate = number::of(context, property(context, op, "predicate")?)?;
    let mut properties = vec![("predicate", integer(context, context.i64(), predicate))];
    if let Some(flags) = property(context, op, "fastmath") {
        properties.push(("fastmathFlags", fast_math(context, flags)?));
    }
    let location = op.location(context);
    let operands = operands.each()?;
    let value = split(rewriter, location, ty, &operands, |rewriter, ty, operands| {
        Make::new(name, operands, &[ty])
            .with(&properties)
            .value(rewriter, location)
    });
    rewriter.replace_op(op, &[value]);
    Some(())
}

fn select(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, operands: &ConvertedOperands) -> Option<()> {
    let context = rewriter.context();
    let condition = operands.one(0)?;
    // One condition selects a whole value, also an array.
    let pattern = OneToOne {
        root: "arith.select",
        target: "llvm.select",
        splits_arrays: array_parts(context, condition.ty(context)).is_some(),
        needs_floats: false,
    };
    pattern.rewrite(rewriter, op, operands)
}

/// `arith.truncf`, with a rounding mode a constrained intrinsic.
fn truncate(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, operands: &ConvertedOperands) -> Option<()> {
    let context = rewriter.context();
    let Some(mode) = property(context, op, "roundingmode") else {
        return OneToOne::new("arith.truncf", "llvm.fptrunc").rewrite(rewriter, op, operands);
    };
    let name = "llvm.intr.experimental.constrained.fptrunc";
    if !has_floats(rewriter, op) {
        return None;
    }
    // From to_nearest_even on, as the llvm dialect numbers them.
    let mode = [1, 3, 2, 0, 4].get(number::of(context, mode)? as usize)?;
    let (_, attributes) = converted(context, op, name);
    let properties = [
        ("roundingmode", integer(context, context.i64(), *mode)),
        ("fpExceptionBehavior", integer(context, context.i64(), 0)),
    ];
    let ty = result_type(rewriter, op)?;
    let location = op.location(context);
    let operands: Vec<Value> = operands.each()?;
    let value = split(rewriter, location, ty, &operands, |rewriter, ty, operands| {
        Make::new(name, operands, &[ty])
            .with(&properties)
            .with_attributes(attributes)
            .value(rewriter, location)
    });
    rewriter.replace_op(op, &[value]);
    Some(())
}
