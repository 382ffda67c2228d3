//! The check of the interface `LinalgOp`: indexing maps fit the shapes of the operands, and the body fits their elements.

use tvmlike_define::Instance;
use tvmlike_ir::{AffineExpr, AffineExprKind, AffineMap, Context, DYNAMIC, Failure, Type, TypeKind};

use super::super::types::{is_tensor, memref_parts};
use super::elements;
use crate::structured;

/// The shape of an operand: none for a scalar or a vector; `None` for one without a rank.
fn shape(context: &Context, ty: Type) -> Option<Vec<i64>> {
    match ty.kind(context) {
        TypeKind::Vector { .. } => Some(Vec::new()),
        _ if ty.is_shaped(context) => Some(ty.shape(context)?.to_vec()),
        _ => Some(Vec::new()),
    }
}

pub(super) fn verify(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let types: Vec<Type> = op.operands(context).map(|value| value.ty(context)).collect();
    let tensors = types.iter().any(|ty| is_tensor(context, *ty));
    let buffers = types.iter().any(|ty| memref_parts(context, *ty).is_some());
    if tensors == buffers && !types.is_empty() {
        return instance.refuse("expected to have pure tensor or buffer semantics");
    }
    let maps = structured::indexing_maps(context, op);
    let (Some(maps), Some(loops)) = (maps, structured::loops(context, op)) else {
        return Ok(());
    };
    if maps.len() != types.len() {
        return instance.refuse(format!(
            "expected the number of indexing_map ({}) to be equal to the number of input/output operands ({})",
            maps.len(),
            types.len()
        ));
    }
    let mut shapes = Vec::with_capacity(types.len());
    for (number, (map, ty)) in maps.iter().zip(&types).enumerate() {
        if map.num_symbols(context) != 0 {
            return instance.refuse(format!("unexpected symbols in indexing_map #{number}"));
        }
        let results = map.results(context).len();
        let Some(shape) = shape(context, *ty) else {
            return instance.refuse(format!("expected operand #{number} to have a rank"));
        };
        if results != shape.len() {
            return instance.refuse(format!(
                "expected operand #{number} rank ({}) to match the result rank of indexing_map ({results})",
                shape.len()
            ));
        }
        shapes.push(shape);
    }
    verify_shapes(instance, &maps, &shapes)?;
    for (number, map) in maps.iter().enumerate() {
        if map.num_dims(context) as usize != loops.len() {
            return instance.refuse(format!(
                "expected indexing_map #{number} to have {} dim(s) to match the number of loops",
                loops.len()
            ));
        }
    }
    verify_body(instance, &types)
}

/// The size of each loop: that of the first dimension of an operand that the loop alone indexes. `None` if a loop has none.
fn ranges(context: &Context, maps: &[AffineMap], shapes: &[Vec<i64>]) -> Option<Vec<i64>> {
    let dims = maps.iter().map(|map| map.num_dims(context)).max().unwrap_or(0);
    let mut ranges = vec![None; dims as usize];
    for (map, shape) in maps.iter().zip(shapes) {
        for (result, size) in map.results(context).iter().zip(shape) {
            if let AffineExprKind::Dim(dim) = result.kind(context) {
                ranges[dim as usize].get_or_insert(*size);
            }
        }
    }
    ranges.into_iter().collect()
}

/// The value of an expression for values of the loops; `None` if it is not defined.
fn value(context: &Context, expr: AffineExpr, loops: &[i64]) -> Option<i64> {
    let values: Vec<AffineExpr> = loops
        .iter()
        .map(|value| context.affine_constant(*value))
        .collect();
    expr.replace_inputs(context, &values, &[]).ok()?.constant(context)
}

/// Checks that the operands are as large as the loops ask for, if the sizes of all loops are known.
pub(in crate::verifiers) fn verify_shapes(
    instance: &Instance<'_>,
    maps: &[AffineMap],
    shapes: &[Vec<i64>],
) -> Result<(), Failure> {
    let context = instance.context;
    let Some(ranges) = ranges(context, maps, shapes) else {
        let text = concatenated(context, maps);
        return instance.refuse(format!("invalid indexing maps are non-invertible: ({text})"));
    };
    if ranges.contains(&DYNAMIC) {
        return Ok(());
    }
    let start = vec![0; ranges.len()];
    let end: Vec<i64> = ranges.iter().map(|range| range - 1).collect();
    for (number, (map, shape)) in maps.iter().zip(shapes).enumerate() {
        for (dim, (result, size)) in map.results(context).iter().zip(shape).enumerate() {
            if matches!(*size, DYNAMIC | 0) {
                continue;
            }
            let bounds = value(context, result, &start).zip(value(context, result, &end));
            let Some((first, last)) = bounds else {
                continue;
            };
            if first.min(last) < 0 {
                let map = tvmlike_text::affine_map_to_string(context, *map).unwrap_or_default();
                return instance.refuse(format!(
                    "unexpected result less than 0 at expression #{dim} in {map}"
                ));
            }
            let inferred = first.max(last) + 1;
            let is_dim = matches!(result.kind(context), AffineExprKind::Dim(_));
            if is_dim && inferred != *size || inferred > *size {
                let relation = if is_dim { "" } else { "greater than or equal to " };
                return instance.refuse(format!(
                    "inferred input/output operand #{number} has shape's dimension #{dim} to be {relation}{inferred}, \
                     but found {size}"
                ));
            }
        }
    }
    Ok(())
}

/// The text of the map to the results of all maps.
fn concatenated(context: &Context, maps: &[AffineMap]) -> String {
    let dims = maps.iter().map(|map| map.num_dims(context)).max().unwrap_or(0);
    let results: Vec<AffineExpr> = maps.iter().flat_map(|map| map.results(context).iter()).collect();
    let map = context.affine_map(dims, 0, &results).ok();
    let text = map.and_then(|map| tvmlike_text::affine_map_to_string(context, map).ok());
    text.unwrap_or_default()
}

/// Checks that the arguments of the body are elements of the operands.
fn verify_body(instance: &Instance<'_>, types: &[Type]) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let region = op.region(context, 0).filter(|_| op.num_regions(context) == 1);
    let mut blocks = region.into_iter().flat_map(|region| region.blocks(context));
    let (Some(block), None) = (blocks.next(), blocks.next()) else {
        return instance.refuse("expects to have 1 region with 1 block");
    };
    if block.num_arguments(context) != types.len() {
        return instance.refuse(
            "expected as many non-induction variable region arguments as the number of input/output operands",
        );
    }
    for (number, (argument, ty)) in block.arguments(context).zip(types).enumerate() {
        let (argument, element) = (argument.ty(context), elements::of(context, *ty));
        if argument != element {
            let [argument, element] = [argument, element].map(|ty| instance.quote(ty));
            return instance.refuse(format!(
                "expected type of bb argument #{number} ({argument}) to match element or self type of the \
                 corresponding operand ({element})"
            ));
        }
    }
    Ok(())
}
