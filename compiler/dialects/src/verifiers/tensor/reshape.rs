//! `tensor.collapse_shape`, `tensor.expand_shape`, `tensor.reshape`: the same elements in another shape.

use tvmlike_define::Instance;
use tvmlike_ir::{DYNAMIC, Dims, Failure, Type, TypeKind};

use crate::verifiers::reassociation;

pub(in crate::verifiers) fn collapse_shape(instance: &Instance<'_>) -> Result<(), Failure> {
    let groups = reassociation::groups(instance);
    if groups.iter().any(Vec::is_empty) {
        return instance.refuse("reassociation indices must not be empty");
    }
    verify(
        instance,
        instance.operand_type("src"),
        instance.result_type("result"),
        &groups,
    )
}

pub(in crate::verifiers) fn expand_shape(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let (source, result) = (instance.operand_type("src"), instance.result_type("result"));
    let given = instance.integers("static_output_shape");
    if let Some(rank) = result.rank(context).filter(|rank| *rank != given.len()) {
        return instance.refuse(format!(
            "expected number of static shape dims to be equal to the output rank ({rank}) but found {} inputs instead",
            given.len()
        ));
    }
    reassociation::verify_dynamic_sizes(instance, &given)?;
    verify(instance, result, source, &reassociation::groups(instance))
}

/// Checks that the groups of dimensions of one type become the dimensions of another.
fn verify(
    instance: &Instance<'_>,
    expanded: Type,
    collapsed: Type,
    groups: &[Vec<i64>],
) -> Result<(), Failure> {
    let context = instance.context;
    let parts = |ty: Type| match ty.kind(context) {
        TypeKind::RankedTensor { shape, element, .. } => Some((shape, element)),
        _ => None,
    };
    let is_higher = expanded.rank(context) >= collapsed.rank(context);
    let (Some((sizes, element)), Some((given, given_element)), true) =
        (parts(expanded), parts(collapsed), is_higher)
    else {
        let (expanded, collapsed) = (instance.quote(expanded), instance.quote(collapsed));
        return instance.refuse(format!(
            "expected the expanded type, {expanded} to have a higher (or same) rank than the collapsed type, {collapsed}."
        ));
    };
    if given.len() != groups.len() {
        return instance.refuse(format!(
            "expected collapsed rank ({}) to equal the number of reassociation maps ({}).",
            given.len(),
            groups.len()
        ));
    }
    verify_groups(instance, sizes.len(), groups)?;
    verify_sizes(instance, sizes, given, groups)?;
    if element != given_element {
        let TypeKind::RankedTensor { encoding, .. } = collapsed.kind(context) else {
            return Ok(());
        };
        let expected = context.ranked_tensor_type(&given.to_vec(), element, encoding);
        let expected = expected
            .map(|expected| instance.quote(expected))
            .unwrap_or_default();
        let collapsed = instance.quote(collapsed);
        return instance.refuse(format!(
            "expected collapsed type to be {expected}, but got {collapsed}"
        ));
    }
    Ok(())
}

/// Checks that the groups have all dimensions in order.
fn verify_groups(instance: &Instance<'_>, rank: usize, groups: &[Vec<i64>]) -> Result<(), Failure> {
    // As maps, the groups have as many dimensions as their largest one tells.
    let dims = groups
        .iter()
        .flatten()
        .max()
        .map_or(0, |largest| largest.wrapping_add(1));
    if dims != rank as i64 && !groups.is_empty() {
        return instance.refuse(format!(
            "expected reassociation map #0 to have size equal to the expanded rank ({rank}), but it is  {dims}."
        ));
    }
    let mut next = 0;
    for (index, group) in groups.iter().enumerate() {
        for dimension in group {
            if *dimension != next {
                return instance.refuse(format!(
                    "expected reassociation map #{index} to be valid and contiguous."
                ));
            }
            next += 1;
        }
    }
    Ok(())
}

fn verify_sizes(
    instance: &Instance<'_>,
    sizes: Dims<'_>,
    collapsed: Dims<'_>,
    groups: &[Vec<i64>],
) -> Result<(), Failure> {
    let size = |dimension: &i64| usize::try_from(*dimension).ok().and_then(|at| sizes.get(at));
    for (index, (group, given)) in groups.iter().zip(collapsed.iter()).enumerate() {
        let group: Vec<i64> = group.iter().filter_map(size).collect();
        if group.contains(&DYNAMIC) {
            if given != DYNAMIC {
                return instance.refuse(format!(
                    "expected dimension {index} of collapsed type to be dynamic since one or more of the corresponding \
                     dimensions in the expanded type is dynamic"
                ));
            }
            continue;
        }
        let product = group
            .iter()
            .fold(1i64, |product, size| product.wrapping_mul(*size));
        if product != given {
            return instance.refuse(format!(
                "expected dimension {index} of collapsed type to be static value of {product}"
            ));
        }
    }
    Ok(())
}

pub(in crate::verifiers) fn reshape(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let (source, result) = (instance.operand_type("source"), instance.result_type("result"));
    if source.element_type(context) != result.element_type(context) {
        return instance.refuse("element types of source and destination tensor types should be the same");
    }
    let Some(rank) = result.rank(context) else {
        return Ok(());
    };
    if source.has_static_shape(context)
        && result.has_static_shape(context)
        && source.num_elements(context) != result.num_elements(context)
    {
        return instance.refuse("source and destination tensor should have the same number of elements");
    }
    let length = instance
        .operand_type("shape")
        .shape(context)
        .and_then(|shape| shape.get(0));
    match length {
        Some(DYNAMIC) => instance.refuse(
            "cannot use shape operand with dynamic length to reshape to statically-ranked tensor type",
        ),
        Some(length) if length != rank as i64 => {
            instance.refuse("length of shape operand differs from the result's tensor rank")
        }
        _ => Ok(()),
    }
}
