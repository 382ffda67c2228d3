//! The checks of maps applied to values, and of linear indices.

use tvmlike_define::Instance;
use tvmlike_ir::{DYNAMIC, Failure, Value};

use super::{map_of, values};

const COUNT: &str = "operand count and affine map dimension and symbol count must match";

pub(super) fn apply(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(map) = map_of(instance, "map") else {
        return Ok(());
    };
    let operands = instance.operands("mapOperands");
    if operands.len() != map.num_inputs(context) {
        return instance.refuse(COUNT);
    }
    if map.results(context).len() != 1 {
        return instance.refuse("mapping must produce one value");
    }
    let scope = values::scope(context, instance.op);
    let is_only_dim = |value: Value| {
        !values::is_valid_symbol(context, value, scope) && values::is_valid_dim(context, value, scope)
    };
    match operands.skip(map.num_dims(context) as usize).any(is_only_dim) {
        true => instance.refuse_plainly("dimensional operand cannot be used as a symbol"),
        false => Ok(()),
    }
}

pub(super) fn extreme(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(map) = map_of(instance, "map") else {
        return Ok(());
    };
    if instance.op.num_operands(context) != map.num_inputs(context) {
        return instance.refuse(COUNT);
    }
    if map.results(context).is_empty() {
        return instance.refuse("affine map expect at least one result");
    }
    Ok(())
}

/// Checks that the sizes that are not known are operands.
fn verify_basis(instance: &Instance<'_>, basis: &[i64]) -> Result<(), Failure> {
    let dynamic = basis.iter().filter(|size| **size == DYNAMIC).count();
    if dynamic != instance.operands("dynamic_basis").len() {
        return instance.refuse(
            "mismatch between dynamic and static basis (kDynamic marker but no corresponding dynamic basis entry) -- \
             this can only happen due to an incorrect fold/rewrite",
        );
    }
    Ok(())
}

pub(super) fn delinearize(instance: &Instance<'_>) -> Result<(), Failure> {
    let basis = instance.integers("static_basis");
    let results = instance.op.num_results(instance.context);
    if results != basis.len() && results != basis.len() + 1 {
        return instance.refuse("should return an index for each basis element and up to one extra index");
    }
    verify_basis(instance, &basis)?;
    match basis.iter().any(|size| *size <= 0 && *size != DYNAMIC) {
        true => instance.refuse("no basis element may be statically non-positive"),
        false => Ok(()),
    }
}

pub(super) fn linearize(instance: &Instance<'_>) -> Result<(), Failure> {
    let basis = instance.integers("static_basis");
    let indices = instance.operands("multi_index").len();
    if indices != basis.len() && indices != basis.len() + 1 {
        return instance.refuse("should be passed a basis element for each index except possibly the first");
    }
    verify_basis(instance, &basis)
}
