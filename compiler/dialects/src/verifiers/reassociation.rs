//! Reassociations: groups of adjacent dimensions that become one, of memrefs and of tensors.

use tvmlike_define::Instance;
use tvmlike_ir::{Attribute, AttributeKind, Context, DYNAMIC, Dims, Failure};

/// The groups of the attribute `reassociation` of an operation.
pub(super) fn groups(instance: &Instance<'_>) -> Vec<Vec<i64>> {
    let attribute = instance.attribute("reassociation");
    attribute.map_or_else(Vec::new, |attribute| groups_of(instance.context, attribute))
}

/// The groups that an attribute has.
pub(crate) fn groups_of(context: &Context, reassociation: Attribute) -> Vec<Vec<i64>> {
    let number = |value: Attribute| match value.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_i64().unwrap_or(-1),
        _ => -1,
    };
    let group = |value: Attribute| match value.kind(context) {
        AttributeKind::Array(numbers) => numbers.iter().map(number).collect(),
        _ => Vec::new(),
    };
    match reassociation.kind(context) {
        AttributeKind::Array(groups) => groups.iter().map(group).collect(),
        _ => Vec::new(),
    }
}

/// Checks that the groups of dimensions of one shape become the dimensions of another. `what` is the plural of the kind of
/// type.
pub(super) fn verify(
    instance: &Instance<'_>,
    collapsed: Dims<'_>,
    expanded: Dims<'_>,
    groups: &[Vec<i64>],
    what: &str,
) -> Result<(), Failure> {
    if collapsed.len() != groups.len() {
        return instance.refuse(format!(
            "invalid number of reassociation groups: found {}, expected {}",
            groups.len(),
            collapsed.len()
        ));
    }
    let mut next = 0i64;
    for (index, (group, size)) in groups.iter().zip(collapsed.iter()).enumerate() {
        let mut product = Some(1i64);
        for dimension in group {
            if *dimension != next {
                return instance.refuse("reassociation indices must be contiguous");
            }
            next += 1;
            let Some(length) = usize::try_from(*dimension).ok().and_then(|at| expanded.get(at)) else {
                return instance.refuse(format!("reassociation index {dimension} is out of bounds"));
            };
            product = product
                .filter(|_| length != DYNAMIC)
                .map(|product| product.wrapping_mul(length));
        }
        if (size == DYNAMIC) != product.is_none() {
            return instance.refuse(format!(
                "collapsed dim ({index}) must be dynamic if and only if reassociation group is dynamic"
            ));
        }
        if let Some(product) = product.filter(|product| *product != size) {
            return instance.refuse(format!(
                "collapsed dim size ({size}) must equal reassociation group size ({product})"
            ));
        }
    }
    if collapsed.is_empty() {
        return match expanded.iter().all(|size| size == 1) {
            true => Ok(()),
            false => instance.refuse(format!(
                "rank 0 {what} can only be extended/collapsed with/from ones"
            )),
        };
    }
    match next == expanded.len() as i64 {
        true => Ok(()),
        false => instance.refuse(format!(
            "expanded rank ({}) inconsistent with number of reassociation indices ({next})",
            expanded.len()
        )),
    }
}

/// Checks that the sizes of a result, of which the dynamic ones are operands, have an operand for each of those.
pub(super) fn verify_dynamic_sizes(instance: &Instance<'_>, sizes: &[i64]) -> Result<(), Failure> {
    let dynamic = sizes.iter().filter(|size| **size == DYNAMIC).count();
    let operands = instance.operands("output_shape").len();
    if dynamic == operands {
        return Ok(());
    }
    instance.refuse(format!(
        "mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has {dynamic} dynamic \
         dims while output_shape has {operands} values"
    ))
}
