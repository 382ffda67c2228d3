//! Real and imaginary parts, and other readings of the same bits.

use tvmlike_ir::{Context, Folded, Folding, Op, Rewriter, TypeKind, Value};

use super::super::rewrite::{Make, defined_by};
use super::numbers;

/// `create`: of both parts of a number.
pub(super) fn create(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let of = |operand: usize, name: &str| {
        let part = defined_by(context, folding.operand(operand), name)?;
        part.operand(context, 0)
    };
    let number = of(0, "complex.re")?;
    (of(1, "complex.im") == Some(number)).then(|| number.into())
}

fn part(folding: &Folding<'_, '_>, index: usize) -> Option<Folded> {
    let context = folding.context();
    if let Some(parts) = folding.constant(0).and_then(|value| numbers(context, value)) {
        return Some(parts[index].into());
    }
    let made = defined_by(context, folding.operand(0), "complex.create")?;
    made.operand(context, index).map(Folded::from)
}

/// `re`: of a constant; of what was created.
pub(super) fn re(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    part(folding, 0)
}

/// `im`: of a constant; of what was created.
pub(super) fn im(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    part(folding, 1)
}

/// A part of the negation of a number that was created is the negation of what it was created of.
fn of_negation(rewriter: &mut Rewriter<'_, '_>, op: Op, index: usize) -> Option<()> {
    let context = rewriter.context();
    let negation = defined_by(context, op.operand(context, 0)?, "complex.neg")?;
    let created = defined_by(context, negation.operand(context, 0)?, "complex.create")?;
    let value = created.operand(context, index)?;
    Make::new("arith.negf", &[value], &[value.ty(context)]).replace(rewriter, op)
}

pub(super) fn re_of_negation(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    of_negation(rewriter, op, 0)
}

pub(super) fn im_of_negation(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    of_negation(rewriter, op, 1)
}

/// `bitcast`: to the same type.
pub(super) fn bitcast(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let value = folding.operand(0);
    (value.ty(folding.context()) == folding.result_type()).then(|| value.into())
}

fn is_complex(context: &Context, value: Value) -> bool {
    matches!(value.ty(context).kind(context), TypeKind::Complex(_))
}

/// Reads the bits of a value in the place of an operation.
fn read_as(rewriter: &mut Rewriter<'_, '_>, op: Op, name: &str, value: Value) -> Option<()> {
    let ty = op.result(rewriter.context(), 0)?.ty(rewriter.context());
    Make::new(name, &[value], &[ty]).replace(rewriter, op)
}

/// A cast between types that are not complex is one of arith.
pub(super) fn bitcast_between_scalars(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let (from, to) = (op.operand(context, 0)?, op.result(context, 0)?);
    if is_complex(context, from) || is_complex(context, to) {
        return None;
    }
    read_as(rewriter, op, "arith.bitcast", from)
}

/// A cast of a cast, of either dialect, is one.
pub(super) fn merge_bitcasts(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let between = op.operand(context, 0)?;
    let first = defined_by(context, between, "complex.bitcast")
        .or_else(|| defined_by(context, between, "arith.bitcast"))?;
    read_as(rewriter, op, "complex.bitcast", first.operand(context, 0)?)
}

/// The same for a cast of arith.
pub(super) fn merge_arith_bitcast(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let first = defined_by(context, op.operand(context, 0)?, "complex.bitcast")?;
    read_as(rewriter, op, "complex.bitcast", first.operand(context, 0)?)
}
