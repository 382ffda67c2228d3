//! Graphs of operations on tensors: their signatures, and what they return.

use tvmlike_define::Instance;
use tvmlike_ir::{AttributeKind, Context, Failure, Op, Type, TypeKind};

use super::super::function;
use crate::spirv::is;

const GRAPH: &[u8] = b"spirv.ARM.Graph";

/// The types of the arguments and results of a graph.
fn signature(context: &Context, graph: Op) -> Option<(Vec<Type>, Vec<Type>)> {
    let ty = graph.property(context, context.identifier("function_type"))?;
    let AttributeKind::Type(ty) = ty.kind(context) else {
        return None;
    };
    match ty.kind(context) {
        TypeKind::Graph { inputs, results } => Some((inputs.iter().collect(), results.iter().collect())),
        _ => None,
    }
}

/// The graph around an operation.
fn parent(instance: &Instance<'_>) -> Option<Op> {
    let parent = instance.op.parent_op(instance.context);
    parent.filter(|parent| parent.name(instance.context).bytes(instance.context) == GRAPH)
}

pub(super) fn in_graph(instance: &Instance<'_>) -> Result<(), Failure> {
    match parent(instance) {
        Some(_) => Ok(()),
        None => instance.refuse("failed to verify that op must appear in a spirv.ARM.Graph op's block"),
    }
}

/// Checks that a graph has tensors alone, and that its body fits.
pub(super) fn interface(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some((inputs, results)) = signature(context, instance.op) else {
        return Ok(());
    };
    if results.is_empty() {
        return instance.refuse("there should be at least one result");
    }
    function::verify_attributes(instance, &inputs, &results)?;
    for (types, what) in [(&inputs, "argument"), (&results, "result")] {
        let stray = types
            .iter()
            .enumerate()
            .find(|(_, ty)| !is(context, **ty, "arm.tensor"));
        if let Some((index, ty)) = stray {
            let ty = instance.quote(*ty);
            return instance.refuse(format!(
                "type of {what} #{index} must be a TensorArmType, but got {ty}"
            ));
        }
    }
    function::verify_body(instance, &inputs, "graph")
}

/// Checks that the values are those that the graph returns.
pub(super) fn outputs(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let Some((_, results)) = parent(instance).and_then(|graph| signature(context, graph)) else {
        return Ok(());
    };
    let count = instance.op.num_operands(context);
    if count != results.len() {
        return instance.refuse(format!(
            "is returning {count} value(s) but enclosing spirv.ARM.Graph requires {} result(s)",
            results.len()
        ));
    }
    for (index, (operand, result)) in instance.op.operands(context).zip(results).enumerate() {
        let operand = operand.ty(context);
        if operand != result {
            let (operand, result) = (instance.quote(operand), instance.quote(result));
            return instance.refuse_plainly(format!(
                "type of return operand {index} ({operand}) doesn't match graph result type ({result})"
            ));
        }
    }
    Ok(())
}
