//! `tosa.variable_read` and `tosa.variable_write`: the variable was declared before, with the same type.

use tvmlike_define::Instance;
use tvmlike_ir::{AttributeKind, Context, Element, Failure, Op, Type, WalkOrder, WalkResult};

use super::control::same_type;
use crate::spirv::enclosing;

fn name(context: &Context, op: Op, property: &str) -> Option<Vec<u8>> {
    match op.property(context, context.identifier(property))?.kind(context) {
        AttributeKind::String { bytes, .. } => Some(bytes.to_vec()),
        AttributeKind::SymbolRef { root, .. } => Some(root.bytes(context).to_vec()),
        _ => None,
    }
}

/// The declaration of a variable before an operation in the closest module.
fn declaration(context: &Context, op: Op, wanted: &[u8]) -> Option<Op> {
    let module = enclosing(context, op, "builtin.module")?;
    let mut found = None;
    module.walk(context, WalkOrder::PostOrder, |each| {
        if each == op {
            return WalkResult::Interrupt;
        }
        let is_variable = each.is_named(context, "tosa.variable");
        if is_variable && name(context, each, "sym_name").is_some_and(|name| name == wanted) {
            found = Some(each);
            return WalkResult::Interrupt;
        }
        WalkResult::Advance
    });
    found
}

/// The type of a variable: its shape and the type of its elements.
fn variable_type(context: &Context, op: Op) -> Option<Type> {
    let property = |name: &str| Some(op.property(context, context.identifier(name))?.kind(context));
    let Some(AttributeKind::Type(element)) = property("type") else {
        return None;
    };
    let Some(AttributeKind::DenseElements(sizes)) = property("var_shape") else {
        return None;
    };
    let size = |index: usize| match sizes.get(context, index)? {
        Element::Integer(value) => match value.to_i64()? {
            -1 => Some(tvmlike_ir::DYNAMIC),
            size => Some(size),
        },
        _ => None,
    };
    let shape: Option<Vec<i64>> = (0..sizes.len()).map(size).collect();
    context.ranked_tensor_type(&shape?, element, None).ok()
}

fn verify(instance: &Instance<'_>, ty: Type, what: &str) -> Result<(), Failure> {
    let context = instance.context;
    let Some(symbol) = name(context, instance.op, "name") else {
        return Ok(());
    };
    let Some(variable) = declaration(context, instance.op, &symbol) else {
        return instance.refuse(format!(
            "'{}' has not been declared by 'tosa.variable'",
            String::from_utf8_lossy(&symbol)
        ));
    };
    match variable_type(context, variable) {
        Some(own) => same_type(instance, (what, ty), ("the input tensor", own)),
        None => Ok(()),
    }
}

pub(super) fn read(instance: &Instance<'_>) -> Result<(), Failure> {
    verify(instance, instance.result_type("output1"), "'output1'")
}

pub(super) fn write(instance: &Instance<'_>) -> Result<(), Failure> {
    verify(instance, instance.operand_type("input1"), "'input1'")
}
