//! The parts of `pdl` operations. The module was verified, so the parts that an operation must have are there.

use std::ops::Range;

use smallvec::SmallVec;
use tvmlike_ir::{Attribute, AttributeKind, Context, Element, Identifier, Op, Type, Value};

use super::functions::PdlValue;

/// Whether an operation is a certain one of `pdl`.
pub(super) fn is(context: &Context, op: Op, name: &str) -> bool {
    op.name(context).bytes(context).strip_prefix(b"pdl.") == Some(name.as_bytes())
}

/// The name of an operation without that of the dialect.
pub(super) fn kind(context: &Context, op: Op) -> &str {
    let name = std::str::from_utf8(op.name(context).bytes(context)).unwrap_or_default();
    name.strip_prefix("pdl.").unwrap_or_default()
}

/// A property.
pub(super) fn property(context: &Context, op: Op, name: &str) -> Option<Attribute> {
    op.property(context, context.identifier(name))
}

/// A property that is a string.
pub(super) fn text(context: &Context, op: Op, name: &str) -> Option<String> {
    match property(context, op, name)?.kind(context) {
        AttributeKind::String { bytes, .. } => Some(String::from_utf8_lossy(bytes).into_owned()),
        _ => None,
    }
}

/// A property that is an integer.
pub(super) fn number(context: &Context, op: Op, name: &str) -> Option<u32> {
    match property(context, op, name)?.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_i64().and_then(|value| u32::try_from(value).ok()),
        _ => None,
    }
}

/// Whether a property is true.
pub(super) fn flag(context: &Context, op: Op, name: &str) -> bool {
    match property(context, op, name).map(|value| value.kind(context)) {
        Some(AttributeKind::Integer { value, .. }) => !value.is_zero(),
        _ => false,
    }
}

/// The operands of a group, by the sizes of the groups.
pub(super) fn group(context: &Context, op: Op, group: usize) -> Vec<Value> {
    let range = segment(context, op, "operandSegmentSizes", group).unwrap_or(0..0);
    op.operands(context).skip(range.start).take(range.len()).collect()
}

/// The operands or results of a group, by the property with the sizes of the groups; `None`: the operation has none.
pub(super) fn segment(context: &Context, op: Op, name: &str, group: usize) -> Option<Range<usize>> {
    let AttributeKind::DenseArray(sizes) = property(context, op, name)?.kind(context) else {
        return None;
    };
    let sizes = sizes.iter(context).map(|size| match size {
        Element::Integer(size) => size
            .to_i64()
            .and_then(|size| usize::try_from(size).ok())
            .unwrap_or(0),
        _ => 0,
    });
    let sizes: SmallVec<[usize; 4]> = sizes.collect();
    let start = sizes.iter().take(group).sum();
    Some(start..start + sizes.get(group)?)
}

/// Whether a value of a pattern is a range.
pub(super) fn is_range(context: &Context, value: Value) -> bool {
    value.ty(context).is_symbol(context, "pdl", "range")
}

/// The constant that `pdl.attribute`, `pdl.type` or `pdl.types` is.
pub(super) fn constant(context: &Context, op: Op) -> Option<PdlValue> {
    let type_of = |attribute: Attribute| match attribute.kind(context) {
        AttributeKind::Type(ty) => Some(ty),
        _ => None,
    };
    match kind(context, op) {
        "attribute" => property(context, op, "value").map(PdlValue::Attribute),
        "type" => property(context, op, "constantType")
            .and_then(type_of)
            .map(PdlValue::Type),
        "types" => match property(context, op, "constantTypes")?.kind(context) {
            AttributeKind::Array(types) => {
                let types: Option<SmallVec<[Type; 4]>> = types.iter().map(type_of).collect();
                types.map(PdlValue::Types)
            }
            _ => None,
        },
        _ => None,
    }
}

/// The attributes of `pdl.operation`: names and values.
pub(super) fn attributes(context: &Context, op: Op) -> Vec<(Identifier, Value)> {
    let names = property(context, op, "attributeValueNames").map(|names| names.kind(context));
    let Some(AttributeKind::Array(names)) = names else {
        return Vec::new();
    };
    let names = names.iter().filter_map(|name| match name.kind(context) {
        AttributeKind::String { bytes, .. } => Some(context.identifier(std::str::from_utf8(bytes).ok()?)),
        _ => None,
    });
    names.zip(group(context, op, 1)).collect()
}
