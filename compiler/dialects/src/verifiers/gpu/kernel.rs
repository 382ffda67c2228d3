//! `gpu.func`, `gpu.launch` and `gpu.launch_func`: arguments of bodies, attributions, and where launches are.

use tvmlike_define::Instance;
use tvmlike_ir::{AttributeKind, Context, Failure, Op, Type, TypeKind, Value};
use tvmlike_text::quote_attribute;

use crate::verifiers::function;

/// How many arguments of a launch's body are ids and sizes of blocks and threads.
const DIMENSIONS: usize = 12;
/// How many more are ids and sizes of clusters.
const CLUSTER_DIMENSIONS: usize = 6;

/// Whether an operation has a discardable attribute `unit`.
fn has_unit(context: &Context, op: Op, name: &str) -> bool {
    let entries = op
        .attributes(context)
        .and_then(|attributes| attributes.entries(context));
    let value = entries.and_then(|entries| entries.get(context, context.identifier(name)));
    value == Some(context.unit_attribute())
}

/// The number of attributions of the workgroup.
fn num_workgroup(context: &Context, op: Op) -> usize {
    let entries = op
        .attributes(context)
        .and_then(|attributes| attributes.entries(context));
    let count =
        entries.and_then(|entries| entries.get(context, context.identifier("workgroup_attributions")));
    match count.map(|count| count.kind(context)) {
        Some(AttributeKind::Integer { value, .. }) => value
            .to_i64()
            .and_then(|count| usize::try_from(count).ok())
            .unwrap_or(0),
        _ => 0,
    }
}

/// Checks the attributions, of which the first `workgroup` are of the workgroup.
fn verify_attributions(instance: &Instance<'_>, values: &[Value], workgroup: usize) -> Result<(), Failure> {
    let context = instance.context;
    for (index, value) in values.iter().enumerate() {
        let TypeKind::MemRef { space, .. } = value.ty(context).kind(context) else {
            return instance.refuse("expected memref type in attribution");
        };
        let wanted = if index < workgroup { "workgroup" } else { "private" };
        let space = space.filter(|space| space.is_symbol(context, "gpu", "address_space"));
        let is_wrong = |space| quote_attribute(context, space) != format!("#gpu.address_space<{wanted}>");
        if space.is_some_and(is_wrong) {
            return instance.refuse(format!("expected memory space {wanted} in attribution"));
        }
    }
    Ok(())
}

pub(super) fn func(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let Some((inputs, results)) = function::signature(context, op) else {
        return Ok(());
    };
    if has_unit(context, op, "gpu.kernel") && !results.is_empty() {
        return instance.refuse("expected void return type for kernel function");
    }
    let (inputs, results): (Vec<Type>, Vec<Type>) = (inputs.iter().collect(), results.iter().collect());
    function::verify_attributes(instance, &inputs, &results)?;
    let entry = op.region(context, 0).and_then(|body| body.first_block(context));
    let Some(entry) = entry else {
        return instance.refuse("expected body with at least one block");
    };
    let workgroup = num_workgroup(context, op);
    let least = inputs.len().saturating_add(workgroup);
    if entry.num_arguments(context) < least {
        return instance.refuse(format!("expected at least {least} arguments to body region"));
    }
    let arguments: Vec<Value> = entry.arguments(context).collect();
    for (index, (argument, input)) in arguments.iter().zip(&inputs).enumerate() {
        let argument = argument.ty(context);
        if argument != *input {
            let (argument, input) = (instance.quote(argument), instance.quote(*input));
            return instance.refuse(format!(
                "expected body region argument #{index} to be of type {input}, got {argument}"
            ));
        }
    }
    verify_attributions(instance, &arguments[inputs.len()..], workgroup)
}

/// How many of the three sizes of clusters an operation has.
fn num_cluster_sizes(instance: &Instance<'_>) -> usize {
    let names = ["clusterSizeX", "clusterSizeY", "clusterSizeZ"];
    names
        .into_iter()
        .filter(|name| instance.optional_operand(name).is_some())
        .count()
}

pub(super) fn launch(instance: &Instance<'_>) -> Result<(), Failure> {
    match num_cluster_sizes(instance) {
        0 | 3 => Ok(()),
        _ => instance.refuse("cluster size must be all present"),
    }
}

pub(super) fn launch_regions(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some(body) = instance.regions("body").next() else {
        return Ok(());
    };
    let workgroup = num_workgroup(context, instance.op);
    let least = match num_cluster_sizes(instance) {
        0 => DIMENSIONS,
        _ => DIMENSIONS + CLUSTER_DIMENSIONS,
    };
    if let Some(entry) = body.first_block(context) {
        let count = entry.num_arguments(context);
        if count < DIMENSIONS.saturating_add(workgroup) || count < least {
            return instance.refuse("unexpected number of region arguments");
        }
        let arguments: Vec<Value> = entry.arguments(context).skip(least).collect();
        verify_attributions(instance, &arguments, workgroup)?;
    }
    for block in body.blocks(context) {
        let Some(last) = block.last_op(context) else {
            continue;
        };
        if last.num_successors(context) == 0 && !last.is_named(context, "gpu.terminator") {
            let message = "expected 'gpu.terminator' or a terminator with successors".to_owned();
            let error = last.emit_error(context, message);
            let place = instance.op.location(context);
            return Err(error.note(place, "in 'gpu.launch' body region").emit());
        }
    }
    Ok(())
}

pub(super) fn launch_func(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let mut parents = std::iter::successors(instance.op.parent_op(context), |op| op.parent_op(context));
    let module = parents.find(|op| op.is_named(context, "builtin.module"));
    let Some(module) = module else {
        return instance.refuse("expected to belong to a module");
    };
    if !has_unit(context, module, "gpu.container_module") {
        return instance
            .refuse("expected the closest surrounding module to have the 'gpu.container_module' attribute");
    }
    let [x, y, z] = ["clusterSizeX", "clusterSizeY", "clusterSizeZ"]
        .map(|name| instance.optional_operand(name).map(|size| size.ty(context)));
    match (x, y, z) {
        (Some(x), Some(y), Some(z)) if x != y || x != z => {
            instance.refuse("expects types of the cluster dimensions must be the same")
        }
        _ => Ok(()),
    }
}
