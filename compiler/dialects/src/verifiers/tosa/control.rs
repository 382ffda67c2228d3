//! `tosa.cond_if` and `tosa.while_loop`: the types of the arguments and results of their regions.

use tvmlike_define::Instance;
use tvmlike_ir::{Failure, Region, Type};

use super::super::types::{element_or_self, is_compatible};
use super::shapes::num_elements;
use super::{is_integer, shape};

/// Checks that two tensors have one element type, and shapes that agree.
pub(super) fn same_type(
    instance: &Instance<'_>,
    one: (&str, Type),
    other: (&str, Type),
) -> Result<(), Failure> {
    let context = instance.context;
    let [first, second] = [one.1, other.1].map(|ty| element_or_self(context, ty));
    let (what, [first, second]) = match first == second {
        false => ("element type", [first, second]),
        true if !is_compatible(context, one.1, other.1) => ("shapes", [one.1, other.1]),
        true => return Ok(()),
    };
    instance.refuse(format!(
        "require same {what} for {} ({}) and {} ({})",
        one.0,
        instance.quote(first),
        other.0,
        instance.quote(second)
    ))
}

/// The types of values, with a name.
type List<'a> = (&'a str, Vec<Type>);

fn same_types(instance: &Instance<'_>, one: &List<'_>, other: &List<'_>) -> Result<(), Failure> {
    if one.1.len() != other.1.len() {
        return instance.refuse(format!(
            "require same number of values in {} ({}) and {} ({})",
            one.0,
            one.1.len(),
            other.0,
            other.1.len()
        ));
    }
    let mut pairs = one.1.iter().zip(&other.1);
    pairs.try_for_each(|(first, second)| same_type(instance, (one.0, *first), (other.0, *second)))
}

fn region(instance: &Instance<'_>, name: &str) -> Option<Region> {
    instance.regions(name).next()
}

/// The types of the arguments of a region.
fn arguments(instance: &Instance<'_>, name: &str) -> Vec<Type> {
    let context = instance.context;
    let block = region(instance, name).and_then(|region| region.first_block(context));
    let arguments = block.into_iter().flat_map(|block| block.arguments(context));
    arguments.map(|argument| argument.ty(context)).collect()
}

/// The types that the terminator of a region passes.
fn yielded(instance: &Instance<'_>, name: &str) -> Vec<Type> {
    let context = instance.context;
    let block = region(instance, name).and_then(|region| region.first_block(context));
    let last = block.and_then(|block| block.last_op(context));
    let operands = last.into_iter().flat_map(|op| op.operands(context));
    operands.map(|operand| operand.ty(context)).collect()
}

fn inputs(instance: &Instance<'_>) -> List<'static> {
    let values = instance.operands("input_list");
    (
        "'input_list'",
        values.map(|value| value.ty(instance.context)).collect(),
    )
}

fn outputs(instance: &Instance<'_>) -> List<'static> {
    let values = instance.results("output_list");
    (
        "'output_list'",
        values.map(|value| value.ty(instance.context)).collect(),
    )
}

/// Whether a tensor with a static shape has one element; others pass.
fn can_be_one(instance: &Instance<'_>, ty: Type) -> bool {
    let count = shape(instance.context, ty).and_then(|shape| num_elements(&shape));
    count.is_none_or(|count| count == 1)
}

pub(super) fn condition(instance: &Instance<'_>) -> Result<(), Failure> {
    let (inputs, outputs) = (inputs(instance), outputs(instance));
    for (name, text) in [
        ("then_graph", "'then_graph' arguments"),
        ("else_graph", "'else_graph' arguments"),
    ] {
        same_types(instance, &(text, arguments(instance, name)), &inputs)?;
    }
    for (name, text) in [
        ("then_graph", "'then_graph' results"),
        ("else_graph", "'else_graph' results"),
    ] {
        same_types(instance, &(text, yielded(instance, name)), &outputs)?;
    }
    let condition = instance.operand_type("condition");
    match can_be_one(instance, condition) {
        true => Ok(()),
        false => instance.refuse(format!(
            "'condition' must be a size 1 tensor, got {}",
            instance.quote(condition)
        )),
    }
}

pub(super) fn repetition(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let (inputs, outputs) = (inputs(instance), outputs(instance));
    same_types(instance, &inputs, &outputs)?;
    let condition = ("'cond_graph' arguments", arguments(instance, "cond_graph"));
    same_types(instance, &condition, &inputs)?;
    let body = ("'body_graph' arguments", arguments(instance, "body_graph"));
    same_types(instance, &body, &inputs)?;
    let results = ("'body_graph' results", yielded(instance, "body_graph"));
    same_types(instance, &results, &inputs)?;
    let [result] = yielded(instance, "cond_graph")[..] else {
        return instance.refuse("require 'cond_graph' only have one result");
    };
    let kind = match (can_be_one(instance, result), element_or_self(context, result)) {
        (false, _) => "size 1",
        (true, element) if !is_integer(context, element, 1) => "boolean",
        _ => return Ok(()),
    };
    instance.refuse(format!(
        "'cond_graph' result must be a {kind} tensor, got {}",
        instance.quote(result)
    ))
}
