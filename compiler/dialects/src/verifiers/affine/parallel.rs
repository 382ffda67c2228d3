//! The check of `affine.parallel`.

use tvmlike_define::Instance;
use tvmlike_ir::{AttributeKind, Context, Element, Failure, Type, TypeKind};

use super::{map_of, values, verify_inputs};

/// The bounds: map, groups of its results, operands come in this order, and the word in messages.
const BOUNDS: [(&str, &str, &str); 2] = [
    ("lowerBoundsMap", "lowerBoundsGroups", "lower"),
    ("upperBoundsMap", "upperBoundsGroups", "upper"),
];

/// How many results of the map each bound has.
fn groups(instance: &Instance<'_>, name: &str) -> Vec<u64> {
    let context = instance.context;
    let value = instance.attribute(name).map(|value| value.kind(context));
    let Some(AttributeKind::DenseElements(elements)) = value else {
        return Vec::new();
    };
    let size = |index| match elements.get(context, index) {
        Some(Element::Integer(size)) => size.to_u64(),
        _ => None,
    };
    (0..elements.len()).filter_map(size).collect()
}

/// Whether values of a type can be reduced by a kind of reduction, by its number.
fn is_reducible(context: &Context, ty: Type, kind: i64) -> bool {
    let is_signed = |wanted: tvmlike_ir::Signedness| matches!(ty.kind(context), TypeKind::Integer { signedness, .. } if signedness == wanted);
    match kind {
        // addf, maximumf, minimumf, mulf
        0 | 4 | 8 | 12 => matches!(ty.kind(context), TypeKind::Float(_)),
        // addi, andi, muli, ori
        1 | 2 | 13 | 14 => matches!(ty.kind(context), TypeKind::Integer { .. }),
        // assign
        3 => true,
        // maxs, mins
        6 | 10 => is_signed(tvmlike_ir::Signedness::Signed),
        // maxu, minu
        7 | 11 => is_signed(tvmlike_ir::Signedness::Unsigned),
        _ => false,
    }
}

pub(super) fn parallel(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let steps = instance.elements("steps").len();
    let body = op
        .region(context, 0)
        .and_then(|region| region.first_block(context));
    let variables = body.map_or(0, |body| body.num_arguments(context));
    let sizes = BOUNDS.map(|(_, name, _)| groups(instance, name));
    let [lower, upper] = [sizes[0].len(), sizes[1].len()];
    // MLIR takes the number of steps as that of dimensions.
    if [lower, upper, variables].iter().any(|count| *count != steps) {
        return instance.refuse(format!(
            "the number of region arguments ({variables}) and the number of map groups for lower ({lower}) and upper \
             bound ({upper}), and the number of steps ({steps}) must all match"
        ));
    }
    for ((map, _, side), sizes) in BOUNDS.iter().zip(&sizes) {
        if sizes.contains(&0) {
            return instance.refuse(format!("expected {side} bound map to have at least one result"));
        }
        let wanted: u64 = sizes.iter().sum();
        let found = map_of(instance, map).map_or(0, |map| map.results(context).len());
        if found as u64 != wanted {
            return instance.refuse(format!("expected {side} bounds map to have {wanted} results"));
        }
    }
    let reductions = instance.elements("reductions");
    if reductions.len() != op.num_results(context) {
        return instance.refuse("a reduction must be specified for each output");
    }
    for (reduction, result) in reductions.iter().zip(op.results(context)) {
        let kind = match reduction.kind(context) {
            AttributeKind::Integer { value, .. } => value.to_i64(),
            _ => None,
        };
        let Some(kind) = kind else {
            return instance.refuse("invalid reduction attribute");
        };
        if !is_reducible(context, result.ty(context), kind) {
            return instance.refuse("result type cannot match reduction attribute");
        }
    }
    let scope = values::scope(context, op);
    let mut operands = op.operands(context);
    for (map, ..) in BOUNDS {
        if let Some(map) = map_of(instance, map) {
            let of_bound = operands.by_ref().take(map.num_inputs(context));
            verify_inputs(instance, scope, of_bound, map.num_dims(context))?;
        }
    }
    Ok(())
}
