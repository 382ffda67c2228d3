//! `pdl_interp`: switches, loops and what is made.

use tvmlike_define::{Hook, Instance, infers_result_types, type_parameter};
use tvmlike_ir::{AttributeKind, Failure};

use super::{function, pdl};

pub(super) const CHECKS: super::Table = &[
    ("pdl_interp.create_operation", Hook::Verify(create_operation)),
    ("pdl_interp.create_range", Hook::Verify(pdl::range)),
    ("pdl_interp.foreach", Hook::Verify(foreach)),
    (
        "pdl_interp.func",
        Hook::Interface("FunctionOpInterface", function::verify_declared_private),
    ),
    ("pdl_interp.switch_attribute", Hook::Verify(switch)),
    ("pdl_interp.switch_operand_count", Hook::Verify(switch)),
    ("pdl_interp.switch_operation_name", Hook::Verify(switch)),
    ("pdl_interp.switch_result_count", Hook::Verify(switch)),
    ("pdl_interp.switch_type", Hook::Verify(switch)),
    ("pdl_interp.switch_types", Hook::Verify(switch)),
];

fn create_operation(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    if !instance.has("inferredResultTypes") {
        return Ok(());
    }
    if instance.operands("inputResultTypes").len() > 0 {
        return instance.refuse("with inferred results cannot also have explicit result types");
    }
    let Some(AttributeKind::String { bytes, .. }) = instance.attribute("name").map(|name| name.kind(context))
    else {
        return Ok(());
    };
    let info = context.op_info(context.identifier(bytes));
    match info.is_some_and(|info| infers_result_types(context, info)) {
        true => Ok(()),
        false => instance.refuse(format!(
            "has inferred results, but the created operation '{}' does not support result type inference (or is \
             not registered)",
            String::from_utf8_lossy(bytes)
        )),
    }
}

fn foreach(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let entry = instance
        .regions("region")
        .next()
        .and_then(|region| region.first_block(context));
    let argument = entry.filter(|entry| entry.num_arguments(context) == 1);
    let Some(argument) = argument.and_then(|entry| entry.argument(context, 0)) else {
        return instance.refuse("requires exactly one argument");
    };
    match type_parameter(context, instance.operand_type("values"), 0) == Some(argument.ty(context)) {
        true => Ok(()),
        false => instance.refuse("operand must be a range of loop variable type"),
    }
}

fn switch(instance: &Instance<'_>) -> Result<(), Failure> {
    let (context, op) = (instance.context, instance.op);
    let values = match instance
        .attribute("caseValues")
        .map(|values| values.kind(context))
    {
        Some(AttributeKind::Array(values)) => values.len(),
        Some(AttributeKind::DenseElements(values)) => {
            usize::try_from(values.ty().num_elements(context).unwrap_or_default()).unwrap_or_default()
        }
        _ => return Ok(()),
    };
    let cases = op.num_successors(context) - 1;
    match cases == values {
        true => Ok(()),
        false => instance.refuse(format!(
            "expected number of cases to match the number of case values, got {cases} but expected {values}"
        )),
    }
}
