//! The types of functions, their bodies and their ends.

use tvmlike_ir::{AttributeKind, Context, Exclusive, Op, Type, TypeKind};

use crate::make::property;

/// The types of a function.
pub(crate) fn signature(context: &Context, function: Op) -> Option<(Vec<Type>, Vec<Type>)> {
    let AttributeKind::Type(ty) = property(context, function, "function_type")?.kind(context) else {
        return None;
    };
    match ty.kind(context) {
        TypeKind::Function { inputs, results } => Some((inputs.iter().collect(), results.iter().collect())),
        _ => None,
    }
}

pub(crate) fn has_body(context: &Context, function: Op) -> bool {
    function
        .region(context, 0)
        .is_some_and(|region| !region.is_empty(context))
}

/// The ends of a function.
pub(crate) fn returns(context: &Context, function: Op) -> Vec<Op> {
    let blocks = function
        .region(context, 0)
        .into_iter()
        .flat_map(|region| region.blocks(context));
    blocks
        .filter_map(|block| block.last_op(context))
        .filter(|op| op.is_named(context, "func.return"))
        .collect()
}

/// Sets the type of a function.
pub(crate) fn set_signature(edit: &mut Exclusive<'_>, function: Op, inputs: &[Type], results: &[Type]) {
    let context = edit.context();
    let ty = context.type_attribute(context.function_type(inputs, results));
    function.set_attribute(edit, context.identifier("function_type"), ty);
}
