//! Operations of groups of invocations, and the memory semantics of barriers and atomic operations.

use tvmlike_define::{Instance, enum_keyword, enum_number};
use tvmlike_ir::{Failure, Signedness, TypeKind, Value};

use crate::spirv::{constant, defining_name};

/// The scope must be a workgroup or a subgroup.
pub(super) fn scope(instance: &Instance<'_>) -> Result<(), Failure> {
    let scope = instance.attribute("execution_scope");
    match scope.and_then(|scope| enum_keyword(instance.context, scope)) {
        Some("Workgroup" | "Subgroup") => Ok(()),
        _ => instance.refuse("execution scope must be 'Workgroup' or 'Subgroup'"),
    }
}

/// The scope must be a subgroup, as a condition of the record.
pub(super) fn subgroup(instance: &Instance<'_>) -> Result<(), Failure> {
    let scope = instance.attribute("execution_scope");
    match scope.and_then(|scope| enum_keyword(instance.context, scope)) {
        Some("Subgroup") => Ok(()),
        _ => instance.refuse("failed to verify that execution_scope must be Scope of value Subgroup"),
    }
}

/// The size of clusters must be a constant power of two.
fn cluster(instance: &Instance<'_>, size: Value) -> Result<(), Failure> {
    match constant(instance.context, size) {
        None => instance.refuse("cluster size operand must come from a constant op"),
        Some(size) if (size as i32).cast_unsigned().is_power_of_two() => Ok(()),
        Some(_) => instance.refuse("cluster size operand must be a power of two"),
    }
}

pub(super) fn arithmetic(instance: &Instance<'_>) -> Result<(), Failure> {
    scope(instance)?;
    let size = instance.optional_operand("cluster_size");
    let operation = instance.attribute("group_operation");
    let is_clustered =
        operation.and_then(|each| enum_keyword(instance.context, each)) == Some("ClusteredReduce");
    match size {
        Some(size) => cluster(instance, size),
        None if is_clustered => {
            instance.refuse("cluster size operand must be provided for 'ClusteredReduce' group operation")
        }
        None => Ok(()),
    }
}

pub(super) fn rotate(instance: &Instance<'_>) -> Result<(), Failure> {
    scope(instance)?;
    match instance.optional_operand("cluster_size") {
        Some(size) => cluster(instance, size),
        None => Ok(()),
    }
}

pub(super) fn shuffle(instance: &Instance<'_>) -> Result<(), Failure> {
    scope(instance)?;
    let context = instance.context;
    let second = instance
        .op
        .operand(context, 1)
        .map(|operand| operand.ty(context).kind(context));
    match second {
        Some(TypeKind::Integer { signedness, .. }) if signedness != Signedness::Signed => Ok(()),
        // MLIR's spelling.
        _ => instance.refuse("second operand must be a singless/unsigned integer"),
    }
}

pub(super) fn broadcast(instance: &Instance<'_>) -> Result<(), Failure> {
    scope(instance)?;
    match instance.operand_type("localid").kind(instance.context) {
        TypeKind::Vector { shape, .. } => match shape.iter().product::<i64>() {
            2 | 3 => Ok(()),
            // MLIR's blanks.
            count => instance.refuse(format!(
                "localid is a vector and can be with only  2 or 3 components, actual number is {count}"
            )),
        },
        _ => Ok(()),
    }
}

pub(super) fn uniform_broadcast(instance: &Instance<'_>) -> Result<(), Failure> {
    scope(instance)?;
    let context = instance.context;
    let is_constant = matches!(
        defining_name(context, instance.operand("id")),
        Some("spirv.Constant" | "spirv.mlir.referenceof")
    );
    match is_constant || allows_dynamic_ids(instance) {
        true => Ok(()),
        false => instance.refuse("id must be the result of a constant op"),
    }
}

/// Whether the target environment around an operation is SPIR-V 1.5 or later.
fn allows_dynamic_ids(instance: &Instance<'_>) -> bool {
    let context = instance.context;
    let name = context.identifier("spirv.target_env");
    let mut op = Some(instance.op);
    while let Some(at) = op {
        if let Some(target) = at.attribute(context, name) {
            let triple = target.parameter(context, context.identifier("triple"));
            let version = triple.and_then(|triple| triple.parameter(context, context.identifier("version")));
            return version
                .and_then(|version| enum_number(context, version))
                .is_some_and(|version| version >= 5);
        }
        op = at.parent_op(context);
    }
    false
}

/// At most one of the orderings can be in memory semantics.
fn semantics(instance: &Instance<'_>, name: &str) -> Result<(), Failure> {
    const ORDERINGS: u64 = 0b1_1110;
    let bits = instance
        .attribute(name)
        .and_then(|value| enum_number(instance.context, value));
    match bits.is_some_and(|bits| (bits & ORDERINGS).count_ones() > 1) {
        true => instance.refuse_plainly(
            "expected at most one of these four memory constraints to be set: `Acquire`, \
             `Release`,`AcquireRelease` or `SequentiallyConsistent`",
        ),
        false => Ok(()),
    }
}

pub(super) fn atomic(instance: &Instance<'_>) -> Result<(), Failure> {
    semantics(instance, "semantics")
}

pub(super) fn barrier(instance: &Instance<'_>) -> Result<(), Failure> {
    semantics(instance, "memory_semantics")
}
