//! `index`.
//!
//! Constants are of 64 bits, and a fold must be right for 32 bits, too.

mod compare;

use tvmlike_ir::{
    Attribute, AttributeKind, Folded, Folding, Location, Op, RewriteFn, Rewriter, Type, TypeKind,
};

use super::Rules;
use super::elementwise::{INDEX_WIDTH, splat};
use super::rewrite::{Make, materialize_as, operand};
use crate::number::Int;

pub(super) const RULES: Rules = Rules {
    folds: &[
        ("index.add", add),
        ("index.and", and),
        ("index.casts", casts),
        ("index.castu", castu),
        ("index.ceildivs", ceildivs),
        ("index.ceildivu", ceildivu),
        ("index.cmp", compare::cmp),
        ("index.divs", divs),
        ("index.divu", divu),
        ("index.floordivs", floordivs),
        ("index.maxs", maxs),
        ("index.maxu", maxu),
        ("index.mins", mins),
        ("index.minu", minu),
        ("index.mul", mul),
        ("index.or", or),
        ("index.rems", rems),
        ("index.remu", remu),
        ("index.shl", shl),
        ("index.shrs", shrs),
        ("index.shru", shru),
        ("index.sub", sub),
        ("index.xor", xor),
    ],
    patterns: &[
        (
            "index.add",
            &[RewriteFn::new("AddOp::canonicalize", "index.add", reassociate)],
        ),
        (
            "index.and",
            &[RewriteFn::new("AndOp::canonicalize", "index.and", reassociate)],
        ),
        (
            "index.cmp",
            &[RewriteFn::new(
                "CmpOp::canonicalize",
                "index.cmp",
                compare::difference,
            )],
        ),
        (
            "index.maxs",
            &[RewriteFn::new("MaxSOp::canonicalize", "index.maxs", reassociate)],
        ),
        (
            "index.maxu",
            &[RewriteFn::new("MaxUOp::canonicalize", "index.maxu", reassociate)],
        ),
        (
            "index.mins",
            &[RewriteFn::new("MinSOp::canonicalize", "index.mins", reassociate)],
        ),
        (
            "index.minu",
            &[RewriteFn::new("MinUOp::canonicalize", "index.minu", reassociate)],
        ),
        (
            "index.mul",
            &[RewriteFn::new("MulOp::canonicalize", "index.mul", reassociate)],
        ),
        (
            "index.or",
            &[RewriteFn::new("OrOp::canonicalize", "index.or", reassociate)],
        ),
        (
            "index.xor",
            &[RewriteFn::new("XOrOp::canonicalize", "index.xor", reassociate)],
        ),
    ],
    materialize: Some(materialize),
    scope: None,
};

/// The smaller width that an index can have.
const SMALL_WIDTH: u32 = 32;

/// Makes `index.constant`, or `index.bool.constant` for `i1`.
fn materialize(
    rewriter: &mut Rewriter<'_, '_>,
    value: Attribute,
    ty: Type,
    location: Location,
) -> Option<Op> {
    let context = rewriter.context();
    if !matches!(value.kind(context), AttributeKind::Integer { .. }) || value.ty(context) != ty {
        return None;
    }
    let name = match () {
        () if ty.is_index(context) => "index.constant",
        () if ty.is_signless_integer(context, 1) => "index.bool.constant",
        () => return None,
    };
    materialize_as(rewriter, name, value, ty, location)
}

/// The number of an operand.
fn number(folding: &Folding<'_, '_>, index: usize) -> Option<Int> {
    splat::<Int>(folding.context(), folding.constant(index))
}

/// The low bits of a number of an index.
fn small(value: &Int) -> Int {
    value.resize_unsigned(SMALL_WIDTH)
}

/// Folds constants by what is right for all widths, as the low bits of the result depend on low bits only.
fn unchecked(folding: &Folding<'_, '_>, calculate: impl Fn(&Int, &Int) -> Option<Int>) -> Option<Folded> {
    let result = calculate(&number(folding, 0)?, &number(folding, 1)?)?;
    let value = result.to_attribute(folding.context(), folding.result_type());
    value.map(Folded::from)
}

/// Folds constants if both widths give the same.
fn checked(folding: &Folding<'_, '_>, calculate: impl Fn(&Int, &Int) -> Option<Int>) -> Option<Folded> {
    unchecked(folding, |a, b| {
        let result = calculate(a, b)?;
        (small(&result) == calculate(&small(a), &small(b))?).then_some(result)
    })
}

/// A fold of two constants.
macro_rules! fold {
    ($($(#[$doc:meta])* $name:ident: $check:ident |$a:ident, $b:ident| $value:expr;)*) => {$(
        $(#[$doc])*
        fn $name(folding: &mut Folding<'_, '_>) -> Option<Folded> {
            $check(folding, |$a, $b| $value)
        }
    )*};
}

fold! {
    /// `and`: constants.
    and: unchecked |a, b| Some(a.and(b));
    /// `or`: constants.
    or: unchecked |a, b| Some(a.or(b));
    /// `xor`: constants.
    xor: unchecked |a, b| Some(a.xor(b));
    /// `divs`: constants.
    divs: checked |a, b| exact_div(a, b);
    /// `divu`: constants.
    divu: checked |a, b| a.div_unsigned(b);
    /// `ceildivs`: constants.
    ceildivs: checked |a, b| round(a, b, false);
    /// `floordivs`: constants.
    floordivs: checked |a, b| round(a, b, true);
    /// `ceildivu`: constants.
    ceildivu: checked |a, b| {
        let quotient = a.div_unsigned(b)?;
        let is_exact = a.rem_unsigned(b)?.is_zero();
        Some(if is_exact { quotient } else { quotient.add(&Int::new(a.width(), 1)) })
    };
    /// `rems`: constants.
    rems: checked |a, b| a.rem_signed(b);
    /// `remu`: constants.
    remu: checked |a, b| a.rem_unsigned(b);
    /// `maxs`: constants.
    maxs: checked |a, b| Some(if a.cmp_signed(b).is_ge() { a.clone() } else { b.clone() });
    /// `maxu`: constants.
    maxu: checked |a, b| Some(if a.cmp_unsigned(b).is_ge() { a.clone() } else { b.clone() });
    /// `mins`: constants.
    mins: checked |a, b| Some(if a.cmp_signed(b).is_le() { a.clone() } else { b.clone() });
    /// `minu`: constants.
    minu: checked |a, b| Some(if a.cmp_unsigned(b).is_le() { a.clone() } else { b.clone() });
    /// `shl`: constants, if the distance is possible at all widths.
    shl: unchecked |a, b| a.shl(&possible(b)?);
    /// `shrs`: constants, if the distance is possible at all widths.
    shrs: checked |a, b| a.shr_signed(&possible(b)?);
    /// `shru`: constants, if the distance is possible at all widths.
    shru: checked |a, b| a.shr_unsigned(&possible(b)?);
}

/// A distance that is possible at all widths.
fn possible(distance: &Int) -> Option<Int> {
    let is_small = distance.to_u64()? < u64::from(SMALL_WIDTH);
    is_small.then(|| distance.clone())
}

/// The quotient of signed numbers; `None`: there is none, or it overflows.
fn exact_div(a: &Int, b: &Int) -> Option<Int> {
    let (quotient, overflows) = a.div_signed(b)?;
    (!overflows).then_some(quotient)
}

/// The quotient rounded down or up.
fn round(a: &Int, b: &Int, down: bool) -> Option<Int> {
    let quotient = exact_div(a, b)?;
    let is_exact = quotient.mul(b) == *a;
    let is_below_zero = a.is_negative() != b.is_negative();
    let one = Int::new(a.width(), 1);
    Some(match (is_exact, is_below_zero, down) {
        (false, true, true) => quotient.sub(&one),
        (false, false, false) => quotient.add(&one),
        _ => quotient,
    })
}

/// What an operation gives whose second operand is a constant with a property: the first operand.
fn identity(folding: &Folding<'_, '_>, is_neutral: fn(&Int) -> bool) -> Option<Folded> {
    is_neutral(&number(folding, 1)?).then(|| folding.operand(0).into())
}

/// `add`: constants; x + 0 is x.
fn add(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    unchecked(folding, |a, b| Some(a.add(b))).or_else(|| identity(folding, Int::is_zero))
}

/// `sub`: constants; x - 0 is x.
fn sub(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    unchecked(folding, |a, b| Some(a.sub(b))).or_else(|| identity(folding, Int::is_zero))
}

/// `mul`: constants; x * 1 is x; x * 0 is 0.
fn mul(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    unchecked(folding, |a, b| Some(a.mul(b)))
        .or_else(|| identity(folding, Int::is_one))
        .or_else(|| {
            let is_zero = number(folding, 1)?.is_zero();
            is_zero.then(|| folding.constant(1))?.map(Folded::from)
        })
}

/// Folds the conversion of a constant to or from an index, if the result does not depend on the width of the index.
fn cast(folding: &Folding<'_, '_>, resize: impl Fn(&Int, u32) -> Int) -> Option<Folded> {
    let context = folding.context();
    let value = number(folding, 0)?;
    let ty = folding.result_type();
    let result = match ty.kind(context) {
        TypeKind::Index => resize(&value, INDEX_WIDTH),
        TypeKind::Integer { width, .. } => {
            let result = resize(&value, width);
            if width > SMALL_WIDTH && resize(&small(&value), width) != result {
                return None;
            }
            result
        }
        _ => return None,
    };
    result.to_attribute(context, ty).map(Folded::from)
}

/// `casts`: constants.
fn casts(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    cast(folding, Int::resize_signed)
}

/// `castu`: constants.
fn castu(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    cast(folding, Int::resize_unsigned)
}

/// `(x op c0) op c1` is `x op (c0 op c1)`, if the constants can be folded.
fn reassociate(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let inner = operand(context, op, 0)?.defining_op(context)?;
    if inner.name(context) != op.name(context) {
        return None;
    }
    let value = |op| splat::<Int>(context, operand(context, op, 1)?.constant_value(context));
    let combined = combine(op.name(context).bytes(context), &value(op)?, &value(inner)?)?;
    let ty = op.result(context, 0)?.ty(context);
    let attribute = combined.to_attribute(context, ty)?;
    let constant = materialize(rewriter, attribute, ty, op.location(context))?;
    let operands = [operand(context, inner, 0)?, constant.result(context, 0)?];
    let name = std::str::from_utf8(op.name(context).bytes(context)).ok()?;
    Make::new(name, &operands, &[ty]).replace(rewriter, op)
}

/// Combines the constants of two operations of a name. `None`: the result depends on the width of an index.
fn combine(name: &[u8], a: &Int, b: &Int) -> Option<Int> {
    let pick = |first: fn(&Int, &Int) -> bool| {
        let is_first = first(a, b);
        let picked = if is_first { a } else { b };
        let is_same = small(a) == small(b) || first(&small(a), &small(b)) == is_first;
        is_same.then(|| picked.clone())
    };
    match name {
        b"index.add" => Some(a.add(b)),
        b"index.and" => Some(a.and(b)),
        b"index.mul" => Some(a.mul(b)),
        b"index.or" => Some(a.or(b)),
        b"index.xor" => Some(a.xor(b)),
        b"index.maxs" => pick(|a, b| a.cmp_signed(b).is_ge()),
        b"index.maxu" => pick(|a, b| a.cmp_unsigned(b).is_ge()),
        b"index.mins" => pick(|a, b| a.cmp_signed(b).is_le()),
        b"index.minu" => pick(|a, b| a.cmp_unsigned(b).is_le()),
        _ => None,
    }
}
