//! `complex`: inverses, neutral numbers, and the parts of what was put together.

mod parts;

use tvmlike_ir::{
    Attribute, AttributeKind, Context, Folded, Folding, Location, Op, RewriteFn, Rewriter, Type, TypeKind,
};

use super::Rules;
use super::rewrite::{defined_by, materialize_as};

pub(super) const RULES: Rules = Rules {
    folds: &[
        ("complex.add", add),
        ("complex.bitcast", parts::bitcast),
        ("complex.conj", conj),
        ("complex.create", parts::create),
        ("complex.div", by_one),
        ("complex.exp", exp),
        ("complex.im", parts::im),
        ("complex.log", log),
        ("complex.mul", by_one),
        ("complex.neg", neg),
        ("complex.re", parts::re),
        ("complex.sub", sub),
    ],
    patterns: &[
        ("complex.bitcast", BITCAST),
        ("complex.im", IM),
        ("complex.re", RE),
    ],
    materialize: Some(materialize),
    scope: None,
};

const BITCAST: &[RewriteFn] = &[
    RewriteFn::new("ArithBitcast", "complex.bitcast", parts::bitcast_between_scalars),
    RewriteFn::new("MergeComplexBitcast", "complex.bitcast", parts::merge_bitcasts),
    RewriteFn::new("MergeArithBitcast", "arith.bitcast", parts::merge_arith_bitcast),
];

const IM: &[RewriteFn] = &[RewriteFn::new(
    "FoldComponentNeg",
    "complex.im",
    parts::im_of_negation,
)];

const RE: &[RewriteFn] = &[RewriteFn::new(
    "FoldComponentNeg",
    "complex.re",
    parts::re_of_negation,
)];

/// Makes `complex.constant` of two numbers, or a constant of arith.
fn materialize(
    rewriter: &mut Rewriter<'_, '_>,
    value: Attribute,
    ty: Type,
    location: Location,
) -> Option<Op> {
    let context = rewriter.context();
    let is_complex = matches!(ty.kind(context), TypeKind::Complex(_));
    match numbers(context, value) {
        Some(_) if is_complex => materialize_as(rewriter, "complex.constant", value, ty, location),
        _ => super::arith::materialize(rewriter, value, ty, location),
    }
}

/// The real and the imaginary part of a constant.
fn numbers(context: &Context, value: Attribute) -> Option<[Attribute; 2]> {
    let AttributeKind::Array(parts) = value.kind(context) else {
        return None;
    };
    match parts.len() {
        2 => Some([parts.get(0)?, parts.get(1)?]),
        _ => None,
    }
}

/// Whether an operand is a constant with the value of two small numbers; zeros have either sign.
fn is_number(folding: &Folding<'_, '_>, operand: usize, re: f64) -> bool {
    let context = folding.context();
    let is = |part: Attribute, number: f64| match part.kind(context) {
        AttributeKind::Float { value, .. } => value.to_f64() == number,
        _ => false,
    };
    let parts = folding
        .constant(operand)
        .and_then(|value| numbers(context, value));
    parts.is_some_and(|[first, second]| is(first, re) && is(second, 0.0))
}

/// The operand of the operation of a name that defines an operand.
fn inverse(folding: &Folding<'_, '_>, name: &str) -> Option<Folded> {
    let context = folding.context();
    let made = defined_by(context, folding.operand(0), name)?;
    made.operand(context, 0).map(Folded::from)
}

/// The first operand of the operation that defines the first one, and has the same second one.
fn first_of(folding: &Folding<'_, '_>, name: &str) -> Option<Folded> {
    let context = folding.context();
    let made = defined_by(context, folding.operand(0), name)?;
    let is_same = made.operand(context, 1) == Some(folding.operand(1));
    is_same
        .then(|| made.operand(context, 0))
        .flatten()
        .map(Folded::from)
}

/// `add`: `(a - b) + b`, `b + (a - b)`; of zero.
fn add(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    if let Some(folded) = first_of(folding, "complex.sub") {
        return Some(folded);
    }
    if let Some(made) = defined_by(context, folding.operand(1), "complex.sub")
        && made.operand(context, 1) == Some(folding.operand(0))
    {
        return made.operand(context, 0).map(Folded::from);
    }
    is_number(folding, 1, 0.0).then(|| folding.operand(0).into())
}

/// `sub`: `(a + b) - b`; of zero.
fn sub(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    if let Some(folded) = first_of(folding, "complex.add") {
        return Some(folded);
    }
    is_number(folding, 1, 0.0).then(|| folding.operand(0).into())
}

/// `mul`, `div`: by one.
fn by_one(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    is_number(folding, 1, 1.0).then(|| folding.operand(0).into())
}

/// `neg`: of a negation.
fn neg(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    inverse(folding, "complex.neg")
}

/// `conj`: of a conjugate.
fn conj(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    inverse(folding, "complex.conj")
}

/// `exp`: of a logarithm.
fn exp(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    inverse(folding, "complex.log")
}

/// `log`: of an exponential.
fn log(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    inverse(folding, "complex.exp")
}
