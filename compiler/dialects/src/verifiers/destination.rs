//! The check of operations with the interface `DestinationStyleOpInterface`: operands that results continue.

use tvmlike_define::Instance;
use tvmlike_ir::{Failure, Type};

use super::types::{is_tensor, memref_parts};

/// Checks that each tensor among the operands of a name has a result of its type.
fn verify(instance: &Instance<'_>, name: &str) -> Result<(), Failure> {
    let context = instance.context;
    let mut tensors: Vec<(usize, Type)> = Vec::new();
    for (number, operand) in instance.numbered_operands(name) {
        let ty = operand.ty(context);
        if is_tensor(context, ty) {
            tensors.push((number, ty));
        } else if memref_parts(context, ty).is_none() {
            return instance.refuse(format!("expected that operand #{number} is a tensor or a memref"));
        }
    }
    let results = instance.op.results(context);
    if results.len() != tensors.len() {
        return instance.refuse(format!(
            "expected the number of tensor results ({}) to be equal to the number of output tensors ({})",
            results.len(),
            tensors.len()
        ));
    }
    for ((number, given), result) in tensors.into_iter().zip(results) {
        let result = result.ty(context);
        if given != result {
            let (given, result) = (instance.quote(given), instance.quote(result));
            return instance.refuse(format!(
                "expected type of operand #{number} ({given}) to match type of corresponding result ({result})"
            ));
        }
    }
    Ok(())
}

/// For operations whose operand is named `dest`.
pub(super) fn dest(instance: &Instance<'_>) -> Result<(), Failure> {
    verify(instance, "dest")
}

/// For structured operations of linalg.
pub(super) fn structured(instance: &Instance<'_>) -> Result<(), Failure> {
    let names = ["outputs", "init", "inits", "output", "dest"];
    let has = |name: &&str| instance.record().operands.iter().any(|each| *each.name == **name);
    match names.iter().find(|name| has(name)) {
        Some(name) => verify(instance, name),
        None => Ok(()),
    }
}

/// For operations whose operand is named `base`.
pub(super) fn base(instance: &Instance<'_>) -> Result<(), Failure> {
    verify(instance, "base")
}
