//! `arith`.

use tvmlike_define::enum_number;
use tvmlike_ir::{AttributeKind, Context, Element, Op};

use super::Rule::{All, Some as AnyOf};
use super::calculate::{self, Promises};
use super::{Table, cast, constant, result_width, truth};
use crate::number::{Int, IntRange};

pub(super) const TABLE: Table = &[
    (
        "arith.addi",
        All(|c, op, it| Some(calculate::add(it.first()?, it.get(1)?, promises(c, op)))),
    ),
    (
        "arith.andi",
        All(|_, _, it| Some(calculate::and(it.first()?, it.get(1)?))),
    ),
    (
        "arith.ceildivsi",
        All(|_, _, it| Some(calculate::ceildivs(it.first()?, it.get(1)?))),
    ),
    (
        "arith.ceildivui",
        All(|_, _, it| Some(calculate::ceildivu(it.first()?, it.get(1)?))),
    ),
    ("arith.cmpi", All(compare)),
    ("arith.constant", All(|c, op, _| constants(c, op))),
    (
        "arith.divsi",
        All(|_, _, it| Some(calculate::divs(it.first()?, it.get(1)?))),
    ),
    (
        "arith.divui",
        All(|_, _, it| Some(calculate::divu(it.first()?, it.get(1)?))),
    ),
    (
        "arith.extsi",
        All(|c, op, it| Some(it.first()?.extend(result_width(c, op)?, true))),
    ),
    (
        "arith.extui",
        All(|c, op, it| Some(it.first()?.extend(result_width(c, op)?, false))),
    ),
    (
        "arith.floordivsi",
        All(|_, _, it| Some(calculate::floordivs(it.first()?, it.get(1)?))),
    ),
    ("arith.index_cast", All(|c, op, it| cast(c, op, it, true))),
    ("arith.index_castui", All(|c, op, it| cast(c, op, it, false))),
    (
        "arith.maxsi",
        All(|_, _, it| Some(calculate::extreme(it.first()?, it.get(1)?, true, true))),
    ),
    (
        "arith.maxui",
        All(|_, _, it| Some(calculate::extreme(it.first()?, it.get(1)?, false, true))),
    ),
    (
        "arith.minsi",
        All(|_, _, it| Some(calculate::extreme(it.first()?, it.get(1)?, true, false))),
    ),
    (
        "arith.minui",
        All(|_, _, it| Some(calculate::extreme(it.first()?, it.get(1)?, false, false))),
    ),
    (
        "arith.muli",
        All(|c, op, it| Some(calculate::mul(it.first()?, it.get(1)?, promises(c, op)))),
    ),
    (
        "arith.ori",
        All(|_, _, it| Some(calculate::or(it.first()?, it.get(1)?))),
    ),
    (
        "arith.remsi",
        All(|_, _, it| Some(calculate::rems(it.first()?, it.get(1)?))),
    ),
    (
        "arith.remui",
        All(|_, _, it| Some(calculate::remu(it.first()?, it.get(1)?))),
    ),
    ("arith.select", AnyOf(select)),
    (
        "arith.shli",
        All(|c, op, it| Some(calculate::shl(it.first()?, it.get(1)?, promises(c, op)))),
    ),
    (
        "arith.shrsi",
        All(|_, _, it| Some(calculate::shrs(it.first()?, it.get(1)?))),
    ),
    (
        "arith.shrui",
        All(|_, _, it| Some(calculate::shru(it.first()?, it.get(1)?))),
    ),
    (
        "arith.subi",
        All(|c, op, it| Some(calculate::sub(it.first()?, it.get(1)?, promises(c, op)))),
    ),
    (
        "arith.trunci",
        All(|c, op, it| Some(it.first()?.truncate(result_width(c, op)?))),
    ),
    (
        "arith.xori",
        All(|_, _, it| Some(calculate::xor(it.first()?, it.get(1)?))),
    ),
];

/// What `overflowFlags` promises.
fn promises(context: &Context, op: Op) -> Promises {
    let flags = op.property(context, context.identifier("overflowFlags"));
    let bits = flags.and_then(|flags| enum_number(context, flags)).unwrap_or(0);
    Promises {
        signed: bits & 1 != 0,
        unsigned: bits & 2 != 0,
    }
}

fn compare(context: &Context, op: Op, operands: &[IntRange]) -> Option<IntRange> {
    let predicate = constant(context, op, "predicate")?.to_i64()?;
    truth(operands.first()?.compare(predicate, operands.get(1)?))
}

/// One number, or the range of all elements.
fn constants(context: &Context, op: Op) -> Option<IntRange> {
    match op.constant_value(context)?.kind(context) {
        AttributeKind::Integer { value, .. } => IntRange::constant(&Int::of(value)),
        AttributeKind::DenseElements(elements) => {
            let ranges = elements.stored(context).map(|element| match element {
                Element::Integer(value) => IntRange::constant(&Int::of(value)),
                _ => None,
            });
            let all: Option<Vec<IntRange>> = ranges.collect();
            all?.into_iter().reduce(|a, b| a.union(&b))
        }
        _ => None,
    }
}

fn select(_: &Context, _: Op, operands: &[Option<IntRange>]) -> Option<IntRange> {
    let [condition, first, second] = operands else {
        return None;
    };
    if let Some(known) = condition.as_ref().and_then(IntRange::constant_value) {
        return if known.is_zero() {
            second.clone()
        } else {
            first.clone()
        };
    }
    match (first, second) {
        (Some(first), Some(second)) => Some(first.union(second)),
        (known, None) | (None, known) => known.clone(),
    }
}
