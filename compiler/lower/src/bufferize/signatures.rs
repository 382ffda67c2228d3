//! The types of functions, the attributes of their arguments and results, their bodies and their ends.

use tvmlike_ir::{Attribute, AttributeKind, Context, Exclusive, NamedAttribute, Op, Type, TypeKind};

use crate::make::{entries, property};

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

/// The attributes of each of some arguments (`arg_attrs`) or results (`res_attrs`).
pub(crate) fn value_attributes(
    context: &Context,
    function: Op,
    name: &str,
    count: usize,
) -> Vec<Vec<NamedAttribute>> {
    let all: Vec<Attribute> = match property(context, function, name).map(|all| all.kind(context)) {
        Some(AttributeKind::Array(all)) => all.iter().collect(),
        _ => Vec::new(),
    };
    (0..count)
        .map(|index| entries(context, all.get(index).copied()))
        .collect()
}

/// Sets the attributes of all arguments (`arg_attrs`) or results (`res_attrs`).
pub(crate) fn set_value_attributes(
    edit: &mut Exclusive<'_>,
    function: Op,
    name: &str,
    all: &[Vec<NamedAttribute>],
) {
    let context = edit.context();
    let name = context.identifier(name);
    if all.iter().all(Vec::is_empty) {
        function.remove_attribute(edit, name);
        return;
    }
    let all: Vec<Attribute> = all
        .iter()
        .filter_map(|each| context.dictionary_attribute(each).ok())
        .collect();
    function.set_attribute(edit, name, context.array_attribute(&all));
}
