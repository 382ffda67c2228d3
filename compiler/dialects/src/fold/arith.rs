//! `arith`.
//!
//! What MLIR's `foldCommutative` does, sorting constants behind other operands, follows from the trait.

mod floats;
mod integers;

use tvmlike_ir::{
    Attribute, AttributeKind, Context, Folded, Folding, Location, Op, OpState, RewriteFn, Rewriter, Type,
};

use super::Rules;

pub(super) const RULES: Rules = Rules {
    folds: &[
        ("arith.addf", floats::addf),
        ("arith.addi", integers::addi),
        ("arith.cmpi", integers::cmpi),
        ("arith.muli", integers::muli),
        ("arith.negf", floats::negf),
        ("arith.select", select),
    ],
    patterns: &[("arith.addi", ADDI)],
    materialize: Some(materialize),
    scope: None,
};

const ADDI: &[RewriteFn] = &[RewriteFn::new(
    "AddIAddConstant",
    "arith.addi",
    integers::add_constant_to_sum,
)];

/// Makes `arith.constant`, or `ub.poison` for poison.
fn materialize(
    rewriter: &mut Rewriter<'_, '_>,
    value: Attribute,
    ty: Type,
    location: Location,
) -> Option<Op> {
    let context = rewriter.context();
    let name = match super::elementwise::is_poison(context, value) {
        true => "ub.poison",
        false => "arith.constant",
    };
    if name == "arith.constant" && (value.ty(context) != ty || !is_buildable(context, value)) {
        return None;
    }
    let name = context.identifier(name);
    context.load_op_info(name)?;
    let properties = context.dictionary_attribute(&[tvmlike_ir::NamedAttribute {
        name: context.identifier("value"),
        value,
    }]);
    Some(rewriter.create(&OpState {
        results: &[ty],
        properties: Some(properties.ok()?),
        ..OpState::new(name, location)
    }))
}

/// Whether `arith.constant` can have a value.
fn is_buildable(context: &Context, value: Attribute) -> bool {
    matches!(
        value.kind(context),
        AttributeKind::Integer { .. }
            | AttributeKind::Float { .. }
            | AttributeKind::DenseElements(_)
            | AttributeKind::DenseStrings(_)
            | AttributeKind::DenseResource { .. }
            | AttributeKind::Sparse { .. }
    )
}

/// `select`: a known condition, or equal values.
fn select(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let context = folding.context();
    let (yes, no) = (folding.operand(1), folding.operand(2));
    if yes == no {
        return Some(yes.into());
    }
    match super::elementwise::splat::<crate::number::Int>(context, folding.constant(0)) {
        Some(condition) if condition.is_zero() => Some(no.into()),
        Some(_) => Some(yes.into()),
        None => None,
    }
}
