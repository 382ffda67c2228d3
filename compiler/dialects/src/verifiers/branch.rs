//! The checks of operations with the interfaces `BranchOpInterface` and `WeightedBranchOpInterface`: what they pass to the
//! blocks that follow.

use tvmlike_define::Instance;
use tvmlike_ir::{Failure, Value};

/// Checks that `operands` of a successor are what its block takes; there is one list for each successor.
pub(super) fn verify(instance: &Instance<'_>, operands: &[Vec<Value>]) -> Result<(), Failure> {
    let context = instance.context;
    for (index, (block, operands)) in instance.op.successors(context).zip(operands).enumerate() {
        let (given, taken) = (operands.len(), block.num_arguments(context));
        if given != taken {
            return instance.refuse_plainly(format!(
                "branch has {given} operands for successor #{index}, but target block has {taken}"
            ));
        }
        for (number, (operand, argument)) in operands.iter().zip(block.arguments(context)).enumerate() {
            if operand.ty(context) != argument.ty(context) {
                return instance.refuse_plainly(format!(
                    "type mismatch for bb argument #{number} of successor #{index}"
                ));
            }
        }
    }
    Ok(())
}

/// Checks an operation with one list of operands for each successor, by the names of its record.
pub(super) fn verify_named(instance: &Instance<'_>, names: &[&str]) -> Result<(), Failure> {
    let operands: Vec<Vec<Value>> = names
        .iter()
        .map(|name| instance.operands(name).collect())
        .collect();
    verify(instance, &operands)
}

/// Checks an operation whose first successors have lists of operands by these names, and whose other successors have groups
/// of operands, the sizes of which are an attribute.
pub(super) fn verify_groups(
    instance: &Instance<'_>,
    names: &[&str],
    (groups, sizes): (&str, &str),
) -> Result<(), Failure> {
    let named = names.iter().map(|name| instance.operands(name).collect());
    let mut operands: Vec<Vec<Value>> = named.collect();
    let mut rest = instance.operands(groups);
    for size in instance.integers(sizes) {
        let size = usize::try_from(size).unwrap_or_default();
        operands.push(rest.by_ref().take(size).collect());
    }
    verify(instance, &operands)
}

/// Checks the weights of the successors in an attribute.
pub(super) fn verify_weights(instance: &Instance<'_>, weights: &[i64]) -> Result<(), Failure> {
    let successors = instance.op.num_successors(instance.context);
    if weights.is_empty() {
        return Ok(());
    }
    if weights.len() != successors {
        return instance.refuse_plainly(format!(
            "expects number of branch weights to match number of successors: {} vs {successors}",
            weights.len()
        ));
    }
    if weights.iter().all(|weight| *weight == 0) {
        return instance.refuse_plainly("branch weights cannot all be zero");
    }
    Ok(())
}
