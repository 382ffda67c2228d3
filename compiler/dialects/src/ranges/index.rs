//! `index`: a bound must hold for 32 and for 64 bits.

use tvmlike_define::enum_number;
use tvmlike_ir::{Context, Op};

use super::Rule::All;
use super::calculate::{self, Promises};
use super::{Table, cast, constant, truth};
use crate::number::{Int, IntRange};

/// The widths that an index can have.
const SMALL_WIDTH: u32 = 32;
pub(super) const LARGE_WIDTH: u32 = 64;

/// The orders in which the bounds for both widths are compared.
#[derive(Clone, Copy, PartialEq)]
enum Orders {
    Both,
    Signed,
    Unsigned,
}
use Orders::{Both, Signed, Unsigned};

pub(super) const TABLE: Table = &[
    (
        "index.add",
        All(|_, _, it| at_both(it, Both, |a, b| calculate::add(a, b, Promises::default()))),
    ),
    ("index.and", All(|_, _, it| at_both(it, Unsigned, calculate::and))),
    (
        "index.bool.constant",
        All(|c, op, _| IntRange::constant(&constant(c, op, "value")?)),
    ),
    ("index.casts", All(|c, op, it| cast(c, op, it, true))),
    ("index.castu", All(|c, op, it| cast(c, op, it, false))),
    (
        "index.ceildivs",
        All(|_, _, it| at_both(it, Signed, calculate::ceildivs)),
    ),
    (
        "index.ceildivu",
        All(|_, _, it| at_both(it, Unsigned, calculate::ceildivu)),
    ),
    ("index.cmp", All(compare)),
    (
        "index.constant",
        All(|c, op, _| IntRange::constant(&constant(c, op, "value")?)),
    ),
    ("index.divs", All(|_, _, it| at_both(it, Signed, calculate::divs))),
    (
        "index.divu",
        All(|_, _, it| at_both(it, Unsigned, calculate::divu)),
    ),
    (
        "index.floordivs",
        All(|_, _, it| at_both(it, Signed, calculate::floordivs)),
    ),
    (
        "index.maxs",
        All(|_, _, it| at_both(it, Signed, |a, b| calculate::extreme(a, b, true, true))),
    ),
    (
        "index.maxu",
        All(|_, _, it| at_both(it, Unsigned, |a, b| calculate::extreme(a, b, false, true))),
    ),
    (
        "index.mins",
        All(|_, _, it| at_both(it, Signed, |a, b| calculate::extreme(a, b, true, false))),
    ),
    (
        "index.minu",
        All(|_, _, it| at_both(it, Unsigned, |a, b| calculate::extreme(a, b, false, false))),
    ),
    (
        "index.mul",
        All(|_, _, it| at_both(it, Both, |a, b| calculate::mul(a, b, Promises::default()))),
    ),
    ("index.or", All(|_, _, it| at_both(it, Unsigned, calculate::or))),
    ("index.rems", All(|_, _, it| at_both(it, Signed, calculate::rems))),
    (
        "index.remu",
        All(|_, _, it| at_both(it, Unsigned, calculate::remu)),
    ),
    (
        "index.shl",
        All(|_, _, it| at_both(it, Both, |a, b| calculate::shl(a, b, Promises::default()))),
    ),
    ("index.shrs", All(|_, _, it| at_both(it, Signed, calculate::shrs))),
    (
        "index.shru",
        All(|_, _, it| at_both(it, Unsigned, calculate::shru)),
    ),
    (
        "index.sizeof",
        All(|_, _, _| {
            let [small, large] = [SMALL_WIDTH, LARGE_WIDTH].map(|width| Int::new(LARGE_WIDTH, width.into()));
            IntRange::unsigned(small, large)
        }),
    ),
    (
        "index.sub",
        All(|_, _, it| at_both(it, Both, |a, b| calculate::sub(a, b, Promises::default()))),
    ),
    ("index.xor", All(|_, _, it| at_both(it, Unsigned, calculate::xor))),
];

/// The range for 64 bits and, if that for 32 bits differs, both.
fn at_both(
    operands: &[IntRange],
    orders: Orders,
    calculate: impl Fn(&IntRange, &IntRange) -> IntRange,
) -> Option<IntRange> {
    let (a, b) = (operands.first()?, operands.get(1)?);
    let large = calculate(a, b);
    let small = calculate(&a.truncate(SMALL_WIDTH), &b.truncate(SMALL_WIDTH));
    let shortened = large.truncate(SMALL_WIDTH);
    let agrees = |signed| small.bounds(signed) == shortened.bounds(signed);
    let is_same = (orders == Signed || agrees(false)) && (orders == Unsigned || agrees(true));
    if is_same {
        return Some(large);
    }
    Some(large.union(&IntRange {
        umin: small.umin.resize_unsigned(LARGE_WIDTH),
        umax: small.umax.resize_unsigned(LARGE_WIDTH),
        smin: small.smin.resize_signed(LARGE_WIDTH),
        smax: small.smax.resize_signed(LARGE_WIDTH),
    }))
}

fn compare(context: &Context, op: Op, operands: &[IntRange]) -> Option<IntRange> {
    let predicate = op.property(context, context.identifier("pred"))?;
    let predicate = i64::try_from(enum_number(context, predicate)?).ok()?;
    let (a, b) = (operands.first()?, operands.get(1)?);
    let large = a.compare(predicate, b);
    let small = a
        .truncate(SMALL_WIDTH)
        .compare(predicate, &b.truncate(SMALL_WIDTH));
    truth(large.filter(|_| large == small))
}
