//! Elements of structs and arrays.

use tvmlike_define::Instance;
use tvmlike_ir::{Failure, Type};

use crate::llvm::element_at;

/// The type of the element that an operation is about.
fn element(instance: &Instance<'_>) -> Result<Type, Failure> {
    let container = instance.operand_type("container");
    let found = element_at(instance.context, container, &instance.integers("position"));
    found.map_err(|message| instance.op.emit_op_error(instance.context, message).emit())
}

pub(super) fn extract(instance: &Instance<'_>) -> Result<(), Failure> {
    let (element, result) = (element(instance)?, instance.result_type("res"));
    if element == result {
        return Ok(());
    }
    let container = instance.quote(instance.operand_type("container"));
    let (element, result) = (instance.quote(element), instance.quote(result));
    instance.refuse(format!(
        "Type mismatch: extracting from {container} should produce {element} but this op returns {result}"
    ))
}

pub(super) fn insert(instance: &Instance<'_>) -> Result<(), Failure> {
    let (element, value) = (element(instance)?, instance.operand_type("value"));
    if element == value {
        return Ok(());
    }
    let container = instance.quote(instance.operand_type("container"));
    let value = instance.quote(value);
    instance.refuse(format!("Type mismatch: cannot insert {value} into {container}"))
}
