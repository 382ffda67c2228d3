//! Operands whose elements are one known scalar.

use tvmlike_ir::{
    Attribute, AttributeKind, Context, Element, InsertionPoint, Location, Mapping, Op, Pattern, RewriteFn,
    Rewriter, TypeKind, Value,
};

use super::Mode;
use super::generic::{Generic, Parts};
use crate::make::Make;

/// Uses the scalar in the place of an input that is a constant with equal elements.
pub(super) struct FoldScalar(pub(super) Mode);

impl Pattern for FoldScalar {
    fn name(&self) -> &str {
        "FoldScalarOrSplatConstant"
    }

    fn root(&self) -> Option<&str> {
        Some("linalg.generic")
    }

    fn rewrite(&self, rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
        let context = rewriter.context();
        let generic = Generic::of(context, op)?;
        if !generic.is_on_tensors(context) || self.0 == Mode::Chains && !generic.is_static(context) {
            return None;
        }
        let found = (0..generic.inputs).find_map(|operand| {
            let value = generic.operands[operand];
            let scalar = scalar(context, value.constant_value(context)?)?;
            generic
                .can_drop(context, &[operand])
                .then_some((operand, scalar, value.location(context)))
        });
        let (operand, scalar, location) = found?;
        fold(rewriter, &generic, operand, scalar, location)
    }
}

/// The value of a number, or of elements that are equal numbers.
fn scalar(context: &Context, constant: Attribute) -> Option<Attribute> {
    match constant.kind(context) {
        AttributeKind::Integer { .. } | AttributeKind::Float { .. } => Some(constant),
        AttributeKind::DenseElements(elements) if elements.is_splat() => {
            let element = constant.ty(context).element_type(context)?;
            match (element.kind(context), elements.stored(context).next()?) {
                (TypeKind::Integer { .. }, Element::Integer(value)) => {
                    context.big_integer_attribute(element, &value.to_big(true)).ok()
                }
                (TypeKind::Float(_), Element::Float(value)) => {
                    context.float_attribute_from_bits(element, value.bits()).ok()
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// Makes the operation without an input.
fn fold(
    rewriter: &mut Rewriter<'_, '_>,
    generic: &Generic,
    operand: usize,
    scalar: Attribute,
    location: Location,
) -> Option<()> {
    let context = rewriter.context();
    let constant = Make::new("arith.constant", &[], &[scalar.ty(context)])
        .with(&[("value", scalar)])
        .value(rewriter, location);
    let mut parts = Parts::default();
    let mut locations = vec![generic.op.location(context)];
    for input in (0..generic.inputs).filter(|input| *input != operand) {
        parts.input(generic.operands[input], generic.maps[input]);
        locations.push(generic.operands[input].location(context));
    }
    for output in generic.outputs() {
        parts.output(generic.operands[output], generic.maps[output]);
    }
    let location = context.fused_location(&locations, None);
    let made = parts.make(rewriter, generic.op, location, false);
    let mut mapping = Mapping::new();
    let mut arguments = Vec::new();
    for (index, argument) in generic.body.arguments(context).enumerate() {
        match index == operand {
            true => mapping.map_value(context, argument, constant),
            false => arguments.push(argument),
        }
    }
    let types: Vec<_> = arguments
        .iter()
        .map(|argument| (argument.ty(context), argument.location(context)))
        .collect();
    let region = made.region(context, 0)?;
    let block = rewriter.create_block(region, None, &types);
    for (old, new) in arguments.into_iter().zip(block.arguments(context)) {
        mapping.map_value(context, old, new);
    }
    let all: Vec<Op> = generic.body.operations(context).collect();
    rewriter.at(Some(InsertionPoint::at_end(block)), |rewriter| {
        for op in all {
            rewriter.clone_op(op, &mut mapping);
        }
    });
    let results: Vec<Value> = made.results(context).collect();
    rewriter.replace_op(generic.op, &results);
    Some(())
}

/// Uses the scalar of `linalg.fill`.
pub(super) const FILLS: [RewriteFn; 1] = [RewriteFn::new(
    "FoldFillWithGenericOp",
    "linalg.generic",
    fold_fill,
)];

fn fold_fill(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let generic = Generic::of(context, op)?;
    if !generic.is_on_tensors(context) {
        return None;
    }
    let mut found = false;
    for operand in (0..generic.inputs).filter(|operand| generic.reads(context, *operand)) {
        let fill = generic.operands[operand].defining_op(context);
        let fill = fill.filter(|op| op.is_named(context, "linalg.fill"));
        let argument = generic.body.argument(context, operand)?;
        let value = fill.and_then(|fill| fill.operand(context, 0));
        // A value of another type is converted by the filling.
        if let Some(value) = value.filter(|value| value.ty(context) == argument.ty(context)) {
            rewriter.replace_all_uses(argument, value);
            found = true;
        }
    }
    found.then_some(())
}
