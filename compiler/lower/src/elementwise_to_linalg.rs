//! Operations on the elements of tensors as `linalg.generic`.
//!
//! Invariant: a result is written to an operand of its type, whose elements the body does not read then, or to an empty tensor.

use tvmlike_define::{Definition, OpBuilder};
use tvmlike_ir::{
    Attribute, Context, CreateOps, DYNAMIC, InsertionPoint, Op, OpState, Type, TypeKind, Value,
};
use tvmlike_transform::{ConversionPattern, ConversionRewriter, ConvertedOperands};

use crate::make::{Make, build, index_constant};

/// What operations have that do the same to each element, of tensors as of scalars.
const TRAITS: [&str; 4] = ["Elementwise", "Scalarizable", "Vectorizable", "Tensorizable"];

fn is_tensor(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::RankedTensor { .. })
}

/// Whether an operation works on each element of ranked tensors.
pub(crate) fn is_elementwise(context: &Context, op: Op) -> bool {
    if op.num_results(context) == 0
        || !op
            .results(context)
            .all(|result| is_tensor(context, result.ty(context)))
    {
        return false;
    }
    let Some(definition) = op
        .info(context)
        .and_then(|info| info.extensions().get::<Definition>())
    else {
        return false;
    };
    let traits = &definition.record().traits;
    TRAITS
        .iter()
        .all(|name| traits.iter().any(|each| &*each.name == *name))
}

/// The pattern.
pub(crate) struct ToGeneric;

impl ConversionPattern for ToGeneric {
    fn name(&self) -> &str {
        "ConvertAnyElementwiseMappableOpOnRankedTensors"
    }

    fn root(&self) -> Option<&str> {
        None
    }

    fn rewrite(
        &self,
        rewriter: &mut ConversionRewriter<'_, '_>,
        op: Op,
        operands: &ConvertedOperands,
    ) -> Option<()> {
        let context = rewriter.context();
        if !is_elementwise(context, op) {
            return None;
        }
        let operands = operands.each()?;
        let location = op.location(context);
        let types: Vec<Type> = op.results(context).map(|result| result.ty(context)).collect();
        let targets = targets(rewriter, op, &operands, &types)?;
        let rank = u32::try_from(types[0].rank(context)?).ok()?;
        let identity = context.affine_map_attribute(context.affine_identity_map(rank));
        let scalar = context.affine_map_attribute(context.affine_map(rank, 0, &[]).ok()?);
        let maps: Vec<Attribute> = operands
            .iter()
            .chain(&targets)
            .map(|value| match is_tensor(context, value.ty(context)) {
                true => identity,
                false => scalar,
            })
            .collect();
        let parallel = "#linalg.iterator_type<parallel>";
        let parallel = tvmlike_text::parse_defined_attribute(context, parallel).ok()?;
        let kinds = vec![parallel; rank as usize];
        let region = rewriter.edit().create_region();
        let arguments: Vec<_> = operands
            .iter()
            .chain(&targets)
            .map(|value| (element(context, value.ty(context)), location))
            .collect();
        let block = rewriter.create_block(region, None, &arguments);
        let inner: Vec<Value> = block.arguments(context).take(operands.len()).collect();
        let elements: Vec<Type> = types.iter().map(|ty| element(context, *ty)).collect();
        rewriter.at(Some(InsertionPoint::at_end(block)), |rewriter| {
            let state = OpState {
                operands: &inner,
                results: &elements,
                properties: op.properties(context),
                attributes: op.attributes(context),
                ..OpState::new(op.name(context), location)
            };
            let made = rewriter.create_at_place(&state).ok()?;
            let results: Vec<Value> = made.results(context).collect();
            Make::new("linalg.yield", &results, &[]).at(rewriter, location);
            Some(())
        })?;
        rewriter.set_before(op);
        let generic = OpBuilder::new("linalg.generic")
            .operand("inputs", operands.iter().copied())
            .operand("outputs", targets)
            .attribute("indexing_maps", context.array_attribute(&maps))
            .attribute("iterator_types", context.array_attribute(&kinds))
            .result("result_tensors", types)
            .region("region", [region]);
        let made = build(rewriter, generic, location);
        let results: Vec<Value> = made.results(context).collect();
        rewriter.replace_op(op, &results);
        Some(())
    }
}

fn element(context: &Context, ty: Type) -> Type {
    match is_tensor(context, ty) {
        true => ty.element_type(context).unwrap_or(ty),
        false => ty,
    }
}

/// The tensors to which the results are written.
fn targets(
    rewriter: &mut ConversionRewriter<'_, '_>,
    op: Op,
    operands: &[Value],
    types: &[Type],
) -> Option<Vec<Value>> {
    let context = rewriter.context();
    let location = op.location(context);
    let first = operands
        .iter()
        .copied()
        .find(|operand| is_tensor(context, operand.ty(context)))?;
    let mut targets = Vec::new();
    for ty in types {
        if let Some(same) = operands.iter().find(|operand| operand.ty(context) == *ty) {
            targets.push(*same);
            continue;
        }
        let mut sizes = Vec::new();
        for (dim, size) in ty.shape(context)?.to_vec().into_iter().enumerate() {
            if size == DYNAMIC {
                let dim = index_constant(rewriter, location, i64::try_from(dim).ok()?);
                let index = context.index_type();
                sizes.push(Make::new("tensor.dim", &[first, dim], &[index]).value(rewriter, location));
            }
        }
        targets.push(Make::new("tensor.empty", &sizes, &[*ty]).value(rewriter, location));
    }
    Some(targets)
}
