//! `tensor.gather`, `tensor.scatter`: slices at a list of places.

use tvmlike_define::Instance;
use tvmlike_ir::{Failure, Type, TypeKind};

pub(in crate::verifiers) fn gather(instance: &Instance<'_>) -> Result<(), Failure> {
    let dims = instance.integers("gather_dims");
    let source = instance.operand_type("source");
    verify_dims(instance, &dims, source, ["gather", "source"])?;
    verify_slices(instance, &dims, source, instance.result_type("result"), "result")
}

pub(in crate::verifiers) fn scatter(instance: &Instance<'_>) -> Result<(), Failure> {
    let dims = instance.integers("scatter_dims");
    let target = instance.operand_type("dest");
    verify_dims(instance, &dims, target, ["scatter", "dest"])?;
    if !instance.has("unique") {
        return instance.refuse("requires 'unique' attribute to be set");
    }
    verify_slices(instance, &dims, target, instance.operand_type("source"), "source")
}

/// Checks the dimensions in which the places are. The names are those of the attribute and of the operand with the slices.
fn verify_dims(instance: &Instance<'_>, dims: &[i64], whole: Type, names: [&str; 2]) -> Result<(), Failure> {
    let context = instance.context;
    let [name, of] = names;
    if dims.is_empty() {
        return instance.refuse(format!("{name}_dims must be non-empty"));
    }
    let rank = whole.rank(context).unwrap_or_default();
    if dims.len() > rank {
        return instance.refuse(format!("{name}_dims overflow {of} rank"));
    }
    let length = instance
        .operand_type("indices")
        .shape(context)
        .and_then(|shape| shape.iter().next_back());
    if length.is_some_and(|length| length != dims.len() as i64) {
        return instance.refuse(format!(
            "{name}_dims length must match the size of last dimension of indices"
        ));
    }
    for (index, dim) in dims.iter().enumerate() {
        if *dim < 0 {
            return instance.refuse(format!("{name}_dims value must be non-negative"));
        }
        if *dim >= rank as i64 {
            return instance.refuse(format!("{name}_dims value must be smaller than {of} rank"));
        }
        if index > 0 && dims[index - 1] >= *dim {
            return instance.refuse(format!("{name}_dims values must be strictly increasing"));
        }
    }
    Ok(())
}

/// Checks the type of all slices: those of the places, then those of the whole, in which the dimensions have the size 1 or
/// are left out.
fn verify_slices(
    instance: &Instance<'_>,
    dims: &[i64],
    whole: Type,
    given: Type,
    what: &str,
) -> Result<(), Failure> {
    let context = instance.context;
    let TypeKind::RankedTensor { shape, element, .. } = whole.kind(context) else {
        return Ok(());
    };
    let Some(indices) = instance.operand_type("indices").shape(context) else {
        return Ok(());
    };
    let places = indices.to_vec();
    let places = &places[..places.len().saturating_sub(1)];
    let of_whole = |is_kept: bool| {
        let size = move |(at, size): (usize, i64)| match dims.contains(&(at as i64)) {
            true => is_kept.then_some(1),
            false => Some(size),
        };
        let sizes: Vec<i64> = places
            .iter()
            .copied()
            .chain(shape.iter().enumerate().filter_map(size))
            .collect();
        context.ranked_tensor_type(&sizes, element, None).ok()
    };
    let (expected, reduced) = (of_whole(true), of_whole(false));
    if [expected, reduced].contains(&Some(given)) {
        return Ok(());
    }
    let text = |ty: Option<Type>| ty.map(|ty| instance.quote(ty)).unwrap_or_default();
    instance.refuse(format!(
        "{what} type mismatch: expected {} or its rank-reduced variant {} (got: {})",
        text(expected),
        text(reduced),
        instance.quote(given)
    ))
}
