//! Making `linalg.generic`.

use tvmlike_define::OpBuilder;
use tvmlike_ir::{AffineMap, Attribute, Context, InsertionPoint, Location, Rewriter, Type, TypeKind, Value};

use crate::make::{Make, build};

/// Whether a value is a ranked tensor.
pub(super) fn is_tensor(context: &Context, value: Value) -> bool {
    matches!(value.ty(context).kind(context), TypeKind::RankedTensor { .. })
}

/// Makes the operation with one output. The function computes the element of the output of those of the operands.
pub(super) fn generic(
    rewriter: &mut Rewriter<'_, '_>,
    location: Location,
    operands: &[Value],
    maps: &[AffineMap],
    reduction: Option<usize>,
    compute: impl FnOnce(&mut Rewriter<'_, '_>, &[Value]) -> Value,
) -> Option<Value> {
    let context = rewriter.context();
    let (output, inputs) = operands.split_last()?;
    let kinds: Option<Vec<Attribute>> = (0..maps.first()?.num_dims(context) as usize)
        .map(|dim| {
            let kind = match Some(dim) == reduction {
                true => "#linalg.iterator_type<reduction>",
                false => "#linalg.iterator_type<parallel>",
            };
            tvmlike_text::parse_defined_attribute(context, kind).ok()
        })
        .collect();
    let maps: Vec<Attribute> = maps
        .iter()
        .map(|map| context.affine_map_attribute(*map))
        .collect();
    let types: Option<Vec<(Type, Location)>> = operands
        .iter()
        .map(|value| Some((value.ty(context).element_type(context)?, location)))
        .collect();
    let region = rewriter.edit().create_region();
    let made = OpBuilder::new("linalg.generic")
        .operand("inputs", inputs.iter().copied())
        .operand("outputs", [*output])
        .attribute("indexing_maps", context.array_attribute(&maps))
        .attribute("iterator_types", context.array_attribute(&kinds?))
        .result("result_tensors", [output.ty(context)])
        .region("region", [region]);
    let types = types?;
    let made = build(rewriter, made, location);
    let place = rewriter.insertion_point();
    let block = rewriter.create_block(made.region(context, 0)?, None, &types);
    rewriter.set_insertion_point(Some(InsertionPoint::at_end(block)));
    let arguments: Vec<Value> = block.arguments(context).collect();
    let value = compute(rewriter, &arguments);
    Make::new("linalg.yield", &[value], &[]).at(rewriter, location);
    rewriter.set_insertion_point(place);
    made.result(context, 0)
}
