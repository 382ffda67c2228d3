//! Groups of operands whose sizes are in a property.

use std::ops::Range;

use tvmlike_ir::{AttributeKind, Context, Element, Exclusive, Op, Value};

/// The sizes in a property of an operation; none if it has no such property.
pub(super) fn sizes(context: &Context, op: Op, property: &str) -> Vec<usize> {
    let value = op.property(context, context.identifier(property));
    let Some(AttributeKind::DenseArray(array)) = value.map(|value| value.kind(context)) else {
        return Vec::new();
    };
    let size = |element| match element {
        Element::Integer(value) => value
            .to_u64()
            .and_then(|size| usize::try_from(size).ok())
            .unwrap_or(0),
        _ => 0,
    };
    array.iter(context).map(size).collect()
}

/// The operands of a group among groups of these sizes.
pub(super) fn group(sizes: &[usize], index: usize) -> Range<usize> {
    let start = sizes.iter().take(index).sum();
    start..start + sizes.get(index).copied().unwrap_or(0)
}

/// Replaces a range of an operation's operands by others.
pub(super) fn splice(edit: &mut Exclusive<'_>, op: Op, range: Range<usize>, values: &[Value]) {
    let mut operands: Vec<Value> = op.operands(edit).collect();
    operands.splice(range, values.iter().copied());
    op.set_operands(edit, &operands);
}

/// Changes the size of a group in a property.
pub(super) fn resize(edit: &mut Exclusive<'_>, op: Op, property: &str, index: usize, size: usize) {
    let mut all = sizes(edit, op, property);
    if let Some(place) = all.get_mut(index) {
        *place = size;
        let all: Vec<i32> = all
            .iter()
            .map(|size| i32::try_from(*size).unwrap_or(i32::MAX))
            .collect();
        let (name, value) = (edit.identifier(property), edit.dense_i32_array(&all));
        op.set_property(edit, name, value);
    }
}
