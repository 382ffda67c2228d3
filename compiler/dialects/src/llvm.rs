//! What the forms, the directives and the verifiers of `llvm` share.

pub(crate) mod bundles;
pub(crate) mod keywords;

use tvmlike_ir::{Attribute, AttributeKind, Context, Element, NamedAttribute, Type};
use tvmlike_text::OpParts;

/// Sets a property.
pub(crate) fn set(context: &Context, parts: &mut OpParts, name: &str, value: Attribute) {
    let name = context.identifier(name);
    parts.properties.push(NamedAttribute { name, value });
}

/// The type in an attribute.
pub(crate) fn type_in(context: &Context, attribute: Option<Attribute>) -> Option<Type> {
    match attribute?.kind(context) {
        AttributeKind::Type(ty) => Some(ty),
        _ => None,
    }
}

/// The bytes of a string attribute.
pub(crate) fn string(context: &Context, attribute: Option<Attribute>) -> Option<&[u8]> {
    match attribute?.kind(context) {
        AttributeKind::String { bytes, .. } => Some(bytes),
        _ => None,
    }
}

/// The numbers of a dense array of integers.
pub(crate) fn integers(context: &Context, array: Option<Attribute>) -> Option<Vec<i64>> {
    let AttributeKind::DenseArray(array) = array?.kind(context) else {
        return None;
    };
    let numbers = array.iter(context).map(|element| match element {
        Element::Integer(value) => value.to_i64(),
        _ => None,
    });
    numbers.collect()
}

/// The parts of a function type.
pub(crate) struct FunctionType {
    pub(crate) inputs: Vec<Type>,
    pub(crate) is_variadic: bool,
    /// The type of the result, which can be `!llvm.void`.
    pub(crate) result: Type,
}

impl FunctionType {
    /// The parts of a type, if it is a function type of the dialect.
    pub(crate) fn of(context: &Context, ty: Type) -> Option<Self> {
        let (_, parameters) = ty
            .symbol(context)
            .filter(|(info, _)| info.is_named(context, "llvm", "func"))?;
        let AttributeKind::Array(inputs) = parameters.get(1)?.kind(context) else {
            return None;
        };
        let inputs: Option<Vec<Type>> = inputs.iter().map(|ty| type_in(context, Some(ty))).collect();
        Some(Self {
            inputs: inputs?,
            is_variadic: parameters.get(2) == Some(context.bool_attribute(true)),
            result: type_in(context, parameters.get(0))?,
        })
    }

    /// Whether the function returns nothing.
    pub(crate) fn is_void(&self, context: &Context) -> bool {
        self.result.is_symbol(context, "llvm", "void")
    }
}

/// The type at a position in an aggregate; what is wrong with the position.
pub(crate) fn element_at(context: &Context, container: Type, position: &[i64]) -> Result<Type, String> {
    let mut found = container;
    for index in position {
        let element = elements(context, found, *index).ok_or_else(|| {
            let ty = tvmlike_text::quote_type(context, found);
            format!("expected LLVM IR structure/array type, got: '{ty}'")
        })?;
        found = element.ok_or_else(|| format!("position out of bounds: {index}"))?;
    }
    Ok(found)
}

/// The element of a struct or an array at an index, if there is one; `None` for other types.
fn elements(context: &Context, ty: Type, index: i64) -> Option<Option<Type>> {
    let (info, parameters) = ty.symbol(context)?;
    let index = u64::try_from(index).ok();
    if info.is_named(context, "llvm", "array") {
        let count = keywords::integer(context, parameters.get(1)?);
        let is_inside = index.zip(count).is_some_and(|(index, count)| index < count);
        return Some(type_in(context, parameters.get(0)).filter(|_| is_inside));
    }
    if !info.is_named(context, "llvm", "struct") {
        return None;
    }
    let AttributeKind::Array(all) = parameters.get(1)?.kind(context) else {
        return Some(None);
    };
    let index = index.and_then(|index| usize::try_from(index).ok());
    Some(index.and_then(|index| type_in(context, all.get(index))))
}
