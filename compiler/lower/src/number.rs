//! Small numbers in attributes.

use tvmlike_ir::{Attribute, AttributeKind, Context, Element};

/// The number in an integer attribute.
pub(crate) fn of(context: &Context, attribute: Attribute) -> Option<i64> {
    match attribute.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    }
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
