//! Small numbers in attributes, and those that values are known to be.

use tvmlike_ir::{Attribute, AttributeKind, Context, Element, Value};

/// The number in an integer attribute.
pub(crate) fn of(context: &Context, attribute: Attribute) -> Option<i64> {
    match attribute.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    }
}

/// The number in an integer attribute, or in all of several elements.
pub(crate) fn uniform_of(context: &Context, attribute: Attribute) -> Option<i64> {
    match attribute.kind(context) {
        AttributeKind::DenseElements(elements) if elements.is_splat() => match elements.get(context, 0)? {
            Element::Integer(value) => value.to_i64(),
            _ => None,
        },
        _ => of(context, attribute),
    }
}

/// The number in a float attribute, or in all of several elements.
pub(crate) fn float_of(context: &Context, attribute: Attribute) -> Option<f64> {
    match attribute.kind(context) {
        AttributeKind::Float { value, .. } => Some(value.to_f64()),
        AttributeKind::DenseElements(elements) if elements.is_splat() => match elements.get(context, 0)? {
            Element::Float(value) => Some(value.to_f64()),
            _ => None,
        },
        _ => None,
    }
}

/// The number that a value is known to be.
pub(crate) fn constant(context: &Context, value: Value) -> Option<i64> {
    of(context, value.constant_value(context)?)
}

/// The numbers in a dense array.
pub(crate) fn list(context: &Context, attribute: Attribute) -> Option<Vec<i64>> {
    let AttributeKind::DenseArray(array) = attribute.kind(context) else {
        return None;
    };
    array
        .iter(context)
        .map(|element| match element {
            Element::Integer(number) => number.to_i64(),
            _ => None,
        })
        .collect()
}

/// The numbers in dense elements.
pub(crate) fn elements(context: &Context, attribute: Attribute) -> Option<Vec<i64>> {
    let AttributeKind::DenseElements(elements) = attribute.kind(context) else {
        return None;
    };
    let count = elements.ty().num_elements(context)?;
    (0..usize::try_from(count).ok()?)
        .map(|index| match elements.get(context, index)? {
            Element::Integer(value) => value.to_i64(),
            _ => None,
        })
        .collect()
}
