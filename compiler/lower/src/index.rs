//! index to the llvm dialect.

mod divisions;

use std::rc::Rc;

use tvmlike_ir::{Op, Value};
use tvmlike_transform::{
    ConversionFn, ConversionPatterns, ConversionRewriter, ConvertedOperands, TypeConverter,
};

use crate::elementwise::{OneToOne, result_type};
use crate::make::{Make, integer, property};
use crate::number;
use crate::options;

/// Operations with one counterpart.
const ONE_TO_ONE: [(&str, &str); 17] = [
    ("index.add", "llvm.add"),
    ("index.and", "llvm.and"),
    ("index.divs", "llvm.sdiv"),
    ("index.divu", "llvm.udiv"),
    ("index.maxs", "llvm.intr.smax"),
    ("index.maxu", "llvm.intr.umax"),
    ("index.mins", "llvm.intr.smin"),
    ("index.minu", "llvm.intr.umin"),
    ("index.mul", "llvm.mul"),
    ("index.or", "llvm.or"),
    ("index.rems", "llvm.srem"),
    ("index.remu", "llvm.urem"),
    ("index.shl", "llvm.shl"),
    ("index.shrs", "llvm.ashr"),
    ("index.shru", "llvm.lshr"),
    ("index.sub", "llvm.sub"),
    ("index.xor", "llvm.xor"),
];

const PATTERNS: [ConversionFn; 9] = [
    ConversionFn::new("index.bool.constant", bool_constant),
    ConversionFn::new("index.casts", |rewriter, op, operands| {
        cast(rewriter, op, operands, "llvm.sext")
    }),
    ConversionFn::new("index.castu", |rewriter, op, operands| {
        cast(rewriter, op, operands, "llvm.zext")
    }),
    ConversionFn::new("index.ceildivs", divisions::ceil_signed),
    ConversionFn::new("index.ceildivu", divisions::ceil_unsigned),
    ConversionFn::new("index.cmp", compare),
    ConversionFn::new("index.constant", constant),
    ConversionFn::new("index.floordivs", divisions::floor_signed),
    ConversionFn::new("index.sizeof", size_of),
];

/// Adds the patterns.
pub(crate) fn add_patterns(patterns: &mut ConversionPatterns, converter: &Rc<TypeConverter>) {
    for (root, target) in ONE_TO_ONE {
        patterns.add(OneToOne::new(root, target), Some(converter));
    }
    patterns.add_table(&PATTERNS, Some(converter));
}

fn replace_by_constant(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    value: tvmlike_ir::Attribute,
) -> Option<()> {
    let context = rewriter.context();
    let ty = result_type(rewriter, op)?;
    let new = Make::new("llvm.mlir.constant", &[], &[ty])
        .with(&[("value", value)])
        .value(rewriter, op.location(context));
    rewriter.replace_op(op, &[new]);
    Some(())
}

fn bool_constant(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, _: &ConvertedOperands) -> Option<()> {
    let value = property(rewriter.context(), op, "value")?;
    replace_by_constant(rewriter, op, value)
}

/// A constant, as wide as `index`.
fn constant(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, _: &ConvertedOperands) -> Option<()> {
    let context = rewriter.context();
    let ty = result_type(rewriter, op)?;
    let value = number::of(context, property(context, op, "value")?)?;
    let width = ty.bit_width(context)?.min(64);
    let shift = 64 - width;
    let value = context.integer_attribute(ty, (value << shift) >> shift).ok()?;
    replace_by_constant(rewriter, op, value)
}

fn size_of(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, _: &ConvertedOperands) -> Option<()> {
    let context = rewriter.context();
    let ty = result_type(rewriter, op)?;
    let width = options::of(rewriter.converter()?.as_ref()).index_width;
    replace_by_constant(rewriter, op, integer(context, ty, i64::from(width)))
}

/// Extends or truncates an integer, or leaves it as it is.
fn cast(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
    extend: &'static str,
) -> Option<()> {
    let context = rewriter.context();
    let ty = result_type(rewriter, op)?;
    let operand = operands.one(0)?;
    let (from, to) = (operand.ty(context).bit_width(context)?, ty.bit_width(context)?);
    let value: Value = match from == to {
        true => operand,
        false => {
            let name = if to < from { "llvm.trunc" } else { extend };
            Make::new(name, &[operand], &[ty]).value(rewriter, op.location(context))
        }
    };
    rewriter.replace_op(op, &[value]);
    Some(())
}

/// Compares two indices.
fn compare(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, operands: &ConvertedOperands) -> Option<()> {
    let context = rewriter.context();
    let predicate = property(context, op, "pred")?;
    let keyword = tvmlike_define::enum_keyword(context, predicate)?;
    let names = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
    let predicate = names.iter().position(|name| *name == keyword)?;
    let predicate = integer(context, context.i64(), predicate as i64);
    let value = Make::new("llvm.icmp", &operands.each()?, &[context.i1()])
        .with(&[("predicate", predicate)])
        .value(rewriter, op.location(context));
    rewriter.replace_op(op, &[value]);
    Some(())
}
