//! The types of `spirv` in forms and verifiers: pointers, composites and their elements.

use tvmlike_define::type_parameter;
use tvmlike_ir::{Attribute, AttributeKind, Context, Op, Type, TypeKind, Value, ValueOwner};
use tvmlike_text::{quote_attribute, quote_type};

/// Whether a type is `!spirv.name`.
pub(crate) fn is(context: &Context, ty: Type, name: &str) -> bool {
    ty.is_symbol(context, "spirv", name)
}

/// What a pointer points to, and its storage class.
pub(crate) fn pointee(context: &Context, ty: Type) -> Option<(Type, Attribute)> {
    let (info, parameters) = ty.symbol(context)?;
    match info.is_named(context, "spirv", "ptr") {
        true => Some((type_parameter(context, ty, 0)?, parameters.get(1)?)),
        false => None,
    }
}

/// The pointer to a type in a storage class.
pub(crate) fn pointer(context: &Context, pointee: Type, class: Attribute) -> Option<Type> {
    let info = context.type_info(context.identifier("spirv"), context.identifier("ptr"))?;
    let parameters = [Some(context.type_attribute(pointee)), Some(class)];
    context.dialect_type(info, &parameters).ok()
}

/// The types of the members of a struct.
pub(crate) fn members(context: &Context, ty: Type) -> Option<Vec<Type>> {
    let (info, parameters) = ty.symbol(context)?;
    if !info.is_named(context, "spirv", "struct") {
        return None;
    }
    let AttributeKind::Array(members) = parameters.get(1)?.kind(context) else {
        return None;
    };
    let member = |member: Attribute| match member.kind(context) {
        AttributeKind::Type(ty) => Some(ty),
        _ => None,
    };
    members.iter().map(member).collect()
}

/// A number without a sign in a type's parameter.
pub(crate) fn number(context: &Context, ty: Type, name: &str) -> Option<i64> {
    match ty.parameter(context, context.identifier(name))?.kind(context) {
        AttributeKind::Integer { value, .. } => Some(i64::from(value.to_i64()? as u32)),
        _ => None,
    }
}

/// The number of elements of a composite, if it is known, and the type of the one at an index; `None` if the type is no
/// composite.
fn elements(context: &Context, ty: Type, index: i64) -> Option<(Option<i64>, Option<Type>)> {
    if let TypeKind::Vector { shape, element, .. } = ty.kind(context) {
        return Some((shape.iter().next(), Some(element)));
    }
    if let Some(members) = members(context, ty) {
        let member = usize::try_from(index).ok().and_then(|index| members.get(index));
        return Some((Some(members.len() as i64), member.copied()));
    }
    let count = match ty.symbol(context)?.0.name().bytes(context) {
        b"array" => number(context, ty, "elementCount"),
        b"matrix" => number(context, ty, "columnCount"),
        b"rtarray" | b"coopmatrix" | b"arm.tensor" => None,
        _ => return None,
    };
    let is_composite = ty.symbol(context)?.0.dialect().bytes(context) == b"spirv";
    is_composite.then(|| (count, type_parameter(context, ty, 0)))
}

/// The type of an element of a composite; indices go from the outside to the inside. The error is in MLIR's words.
pub(crate) fn element_at(
    context: &Context,
    composite: Type,
    indices: Option<Attribute>,
    op: &str,
) -> Result<Type, String> {
    let Some(AttributeKind::Array(indices)) = indices.map(|indices| indices.kind(context)) else {
        return Err("expected a 32-bit integer array attribute for 'indices'".to_owned());
    };
    if indices.is_empty() {
        return Err(format!("expected at least one index for {op}"));
    }
    let mut ty = composite;
    for index in indices.iter() {
        let number = match index.kind(context) {
            AttributeKind::Integer { value, .. } => value.to_i64(),
            _ => None,
        };
        let Some(number) = number else {
            let index = quote_attribute(context, index);
            return Err(format!(
                "expected an 32-bit integer for index, but found '{index}'"
            ));
        };
        ty = element_of(context, ty, number)?;
    }
    Ok(ty)
}

/// The type of one element of a composite. The error is in MLIR's words.
pub(crate) fn element_of(context: &Context, ty: Type, index: i64) -> Result<Type, String> {
    let quoted = || quote_type(context, ty);
    let Some((count, element)) = elements(context, ty, index) else {
        return Err(format!(
            "cannot extract from non-composite type '{}' with index {index}",
            quoted()
        ));
    };
    let is_inside = count.is_none_or(|count| (0..count).contains(&index));
    match element.filter(|_| is_inside) {
        Some(element) => Ok(element),
        None => Err(format!("index {index} out of bounds for '{}'", quoted())),
    }
}

/// Whether a type has elements.
pub(crate) fn is_composite(context: &Context, ty: Type) -> bool {
    elements(context, ty, 0).is_some()
}

/// The number of elements of a composite, if it is known.
pub(crate) fn count(context: &Context, ty: Type) -> Option<i64> {
    elements(context, ty, 0)?.0
}

/// The name of the operation that makes a value.
pub(crate) fn defining_name(context: &Context, value: Value) -> Option<&str> {
    match value.owner(context) {
        ValueOwner::Result { op, .. } => std::str::from_utf8(op.name(context).bytes(context)).ok(),
        _ => None,
    }
}

/// The integer that an operation `spirv.Constant` makes.
pub(crate) fn constant(context: &Context, value: Value) -> Option<i64> {
    let ValueOwner::Result { op, .. } = value.owner(context) else {
        return None;
    };
    if !op.is_named(context, "spirv.Constant") {
        return None;
    }
    match op.property(context, context.identifier("value"))?.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    }
}

/// The operation with a name around another one.
pub(crate) fn enclosing(context: &Context, op: Op, name: &str) -> Option<Op> {
    let mut parent = op.parent_op(context);
    while let Some(op) = parent {
        if op.is_named(context, name) {
            return Some(op);
        }
        parent = op.parent_op(context);
    }
    None
}
