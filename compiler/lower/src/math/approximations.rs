//! Operations of math that become several: they are computed with a constant 1.

use tvmlike_ir::{Op, Type, Value};
use tvmlike_transform::{ConversionFn, ConversionRewriter, ConvertedOperands};

use crate::attributes::converted;
use crate::elementwise::{has_floats, result_type, split};
use crate::make::{Make, uniform};

pub(super) const PATTERNS: [ConversionFn; 2] = [
    ConversionFn::new("math.expm1", |rewriter, op, operands| {
        with_one(rewriter, op, operands, exponential)
    }),
    ConversionFn::new("math.rsqrt", |rewriter, op, operands| {
        with_one(rewriter, op, operands, reciprocal_root)
    }),
];

pub(super) const LOG1P: ConversionFn = ConversionFn::new("math.log1p", |rewriter, op, operands| {
    with_one(rewriter, op, operands, logarithm)
});

/// Makes an operation of a name.
#[derive(Clone, Copy)]
struct Maker {
    op: Op,
    ty: Type,
}

impl Maker {
    fn make(self, rewriter: &mut ConversionRewriter<'_, '_>, name: &str, operands: &[Value]) -> Value {
        let context = rewriter.context();
        let (properties, attributes) = converted(context, self.op, name);
        Make::new(name, operands, &[self.ty])
            .with(&properties)
            .with_attributes(attributes)
            .value(rewriter, self.op.location(context))
    }
}

/// Computes a result from 1 and an operand.
type Compute = fn(&mut ConversionRewriter<'_, '_>, Maker, Value, Value) -> Value;

fn with_one(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &ConvertedOperands,
    compute: Compute,
) -> Option<()> {
    let context = rewriter.context();
    if !has_floats(rewriter, op) {
        return None;
    }
    let ty = result_type(rewriter, op)?;
    let location = op.location(context);
    let operands = operands.each()?;
    let value = split(rewriter, location, ty, &operands, |rewriter, ty, operands| {
        let value =
            uniform(context, ty, |ty| context.float_attribute(ty, 1.0).ok()).expect("every float has a 1");
        let one = Make::new("llvm.mlir.constant", &[], &[ty])
            .with(&[("value", value)])
            .value(rewriter, location);
        compute(rewriter, Maker { op, ty }, one, operands[0])
    });
    rewriter.replace_op(op, &[value]);
    Some(())
}

fn exponential(rewriter: &mut ConversionRewriter<'_, '_>, maker: Maker, one: Value, operand: Value) -> Value {
    let power = maker.make(rewriter, "llvm.intr.exp", &[operand]);
    maker.make(rewriter, "llvm.fsub", &[power, one])
}

fn reciprocal_root(
    rewriter: &mut ConversionRewriter<'_, '_>,
    maker: Maker,
    one: Value,
    operand: Value,
) -> Value {
    let root = maker.make(rewriter, "llvm.intr.sqrt", &[operand]);
    maker.make(rewriter, "llvm.fdiv", &[one, root])
}

fn logarithm(rewriter: &mut ConversionRewriter<'_, '_>, maker: Maker, one: Value, operand: Value) -> Value {
    let sum = maker.make(rewriter, "llvm.fadd", &[one, operand]);
    maker.make(rewriter, "llvm.intr.log", &[sum])
}
