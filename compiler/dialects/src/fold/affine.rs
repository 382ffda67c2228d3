//! `affine`: loops, choices, applied maps, least and greatest results of maps, accesses, and indices of several dimensions as one.

mod access;
mod apart;
mod basis;
mod choice;
mod compose;
mod linearize;
mod loops;
mod minimum;
mod terms;
mod together;
mod variables;

use tvmlike_ir::{AffineExpr, AffineExprKind, AttributeKind, Folded, Folding, RewriteFn};

use super::Rules;

pub(super) const RULES: Rules = Rules {
    folds: &[
        ("affine.apply", apply),
        ("affine.delinearize_index", linearize::delinearize),
        ("affine.dma_start", super::memref::skip_casts),
        ("affine.dma_wait", super::memref::skip_casts),
        ("affine.for", loops::fold_for),
        ("affine.if", choice::compose_condition),
        ("affine.linearize_index", linearize::linearize),
        ("affine.load", access::load),
        ("affine.max", minimum::maximum),
        ("affine.min", minimum::minimum),
        ("affine.parallel", access::simplify_bounds),
        ("affine.prefetch", super::memref::skip_casts),
        ("affine.store", super::memref::skip_casts_of_store),
    ],
    patterns: &[
        (
            "affine.apply",
            &[RewriteFn::new(
                "SimplifyAffineOp<AffineApplyOp>",
                "affine.apply",
                compose::simplify_apply,
            )],
        ),
        ("affine.delinearize_index", DELINEARIZE_INDEX),
        (
            "affine.for",
            &[RewriteFn::new(
                "AffineForEmptyLoopFolder",
                "affine.for",
                loops::empty_loop,
            )],
        ),
        (
            "affine.if",
            &[
                RewriteFn::new("SimplifyDeadElse", "affine.if", choice::drop_empty_else),
                RewriteFn::new("AlwaysTrueOrFalseIf", "affine.if", choice::take_known),
            ],
        ),
        ("affine.linearize_index", LINEARIZE_INDEX),
        ("affine.load", LOAD),
        ("affine.max", MAX),
        ("affine.min", MIN),
        ("affine.prefetch", PREFETCH),
        ("affine.store", STORE),
        ("affine.vector_load", VECTOR_LOAD),
        ("affine.vector_store", VECTOR_STORE),
    ],
    materialize: Some(super::arith::materialize),
    scope: None,
};

/// The pattern of operations with a map.
macro_rules! simplify {
    ($class:literal, $name:literal) => {
        RewriteFn::new(
            concat!("SimplifyAffineOp<", $class, ">"),
            $name,
            access::simplify_map,
        )
    };
}

/// The patterns of a least or greatest result.
macro_rules! choose {
    ($class:literal, $name:literal) => {
        &[
            RewriteFn::new(
                concat!("CanonicalizeSingleResultAffineMinMaxOp<", $class, ">"),
                $name,
                terms::apply_single,
            ),
            RewriteFn::new(
                concat!("DeduplicateAffineMinMaxExpressions<", $class, ">"),
                $name,
                terms::drop_repeated,
            ),
            RewriteFn::new(concat!("MergeAffineMinMaxOp<", $class, ">"), $name, terms::merge),
            simplify!($class, $name),
            RewriteFn::new(
                concat!("CanonicalizeAffineMinMaxOpExprAndTermOrder<", $class, ">"),
                $name,
                terms::sort,
            ),
        ]
    };
}

const DELINEARIZE_INDEX: &[RewriteFn] = &[
    RewriteFn::new(
        "CancelDelinearizeOfLinearizeDisjointExactTail",
        basis::DELINEARIZE,
        apart::cancel_same,
    ),
    RewriteFn::new("DropUnitExtentBasis", basis::DELINEARIZE, apart::drop_units),
    RewriteFn::new(
        "SplitDelinearizeSpanningLastLinearizeArg",
        basis::DELINEARIZE,
        apart::split_last,
    ),
];
const LINEARIZE_INDEX: &[RewriteFn] = &[
    RewriteFn::new(
        "CancelLinearizeOfDelinearizePortion",
        basis::LINEARIZE,
        together::merge,
    ),
    RewriteFn::new(
        "DropLinearizeLeadingZero",
        basis::LINEARIZE,
        together::drop_leading_zero,
    ),
    RewriteFn::new(
        "DropLinearizeUnitComponentsIfDisjointOrZero",
        basis::LINEARIZE,
        together::drop_units,
    ),
];
const LOAD: &[RewriteFn] = &[simplify!("AffineLoadOp", "affine.load")];
const MAX: &[RewriteFn] = choose!("AffineMaxOp", "affine.max");
const MIN: &[RewriteFn] = choose!("AffineMinOp", "affine.min");
const PREFETCH: &[RewriteFn] = &[simplify!("AffinePrefetchOp", "affine.prefetch")];
const STORE: &[RewriteFn] = &[simplify!("AffineStoreOp", "affine.store")];
const VECTOR_LOAD: &[RewriteFn] = &[simplify!("AffineVectorLoadOp", "affine.vector_load")];
const VECTOR_STORE: &[RewriteFn] = &[simplify!("AffineVectorStoreOp", "affine.vector_store")];

/// `apply`: of a map that is a dimension, a symbol, or a number when the constants among its operands are known.
fn apply(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let AttributeKind::AffineMap(map) = folding.attribute("map")?.kind(context) else {
        return None;
    };
    let dims = map.num_dims(context);
    let expr = map.results(context).get(0)?;
    match expr.kind(context) {
        AffineExprKind::Dim(dim) => return Some(folding.operand(dim as usize).into()),
        AffineExprKind::Symbol(symbol) => return Some(folding.operand((dims + symbol) as usize).into()),
        _ => {}
    }
    Some(context.index_attribute(known(folding, dims, expr)?).into())
}

/// The number that an expression gives for the operands that are constants.
fn known(folding: &Folding<'_, '_>, dims: u32, expr: AffineExpr) -> Option<i64> {
    let context = folding.context();
    let number = |index: u32| {
        let constant = folding.constant(index as usize)?;
        match constant.kind(context) {
            AttributeKind::Integer { value, .. } => value.to_i64(),
            _ => None,
        }
    };
    let known = expr.replace_with(context, |part| {
        let number = match part.kind(context) {
            AffineExprKind::Dim(dim) => number(dim),
            AffineExprKind::Symbol(symbol) => number(dims + symbol),
            _ => None,
        };
        number.map(|number| context.affine_constant(number))
    });
    known.ok()?.constant(context)
}
