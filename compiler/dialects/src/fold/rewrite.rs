//! Matching and making operations in patterns.

use std::cmp::Ordering;

use smallvec::SmallVec;
use tvmlike_define::OpBuilder;
use tvmlike_ir::{
    Attribute, AttributeKind, Context, Element, Identifier, Location, NamedAttribute, Op, OpInfo, OpState,
    Rewriter, Type, Value,
};

use crate::number::Int;
use crate::structured::SEGMENTS;

/// The operation that defines a value, if it has a name.
#[inline]
pub(super) fn defined_by(context: &Context, value: Value, name: &str) -> Option<Op> {
    value.defining_op(context).filter(|op| op.is_named(context, name))
}

/// The integer that a value is, if an operation that is a constant defines it; not of a vector or a tensor.
pub(super) fn scalar(context: &Context, value: Value) -> Option<Int> {
    match value.constant_value(context)?.kind(context) {
        AttributeKind::Integer { value, .. } => Some(Int::of(value)),
        _ => None,
    }
}

/// The small integer that a constant is.
pub(super) fn small_int(context: &Context, value: Attribute) -> Option<i64> {
    match value.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    }
}

/// How many operands each group of an operation has.
pub(super) fn segments(context: &Context, op: Op) -> Option<Vec<usize>> {
    let sizes = op.property(context, context.identifier(SEGMENTS))?;
    let AttributeKind::DenseArray(sizes) = sizes.kind(context) else {
        return None;
    };
    let number = |element| match element {
        Element::Integer(value) => value.to_i64().and_then(|value| usize::try_from(value).ok()),
        _ => None,
    };
    sizes.iter(context).map(number).collect()
}

/// The value of an operand.
pub(super) fn operand(context: &Context, op: Op, index: usize) -> Option<Value> {
    op.operand(context, index)
}

/// An operation that a pattern makes: its name, operands, types of results, and the properties that are not the default.
pub(super) struct Make<'a> {
    pub(super) name: &'a str,
    pub(super) operands: &'a [Value],
    pub(super) results: &'a [Type],
    pub(super) properties: &'a [(&'a str, Attribute)],
}

impl<'a> Make<'a> {
    /// An operation with default properties and one result.
    pub(super) const fn new(name: &'a str, operands: &'a [Value], results: &'a [Type]) -> Self {
        Self {
            name,
            operands,
            results,
            properties: &[],
        }
    }

    /// The same with properties.
    pub(super) const fn with(self, properties: &'a [(&'a str, Attribute)]) -> Self {
        Self { properties, ..self }
    }

    /// Makes the operation before the root of a pattern, with its location. `None`: its dialect is not known.
    pub(super) fn before(self, rewriter: &mut Rewriter<'_, '_>, root: Op) -> Option<Op> {
        let context = rewriter.context();
        let name = context.identifier(self.name);
        let info = context.load_op_info(name)?;
        let mut properties: SmallVec<[NamedAttribute; 4]> = SmallVec::new();
        for (name, value) in self.properties {
            properties.push(NamedAttribute {
                name: property_name(context, info, name),
                value: *value,
            });
        }
        for (name, value) in info.default_properties() {
            if !properties.iter().any(|entry| entry.name == *name) {
                properties.push(NamedAttribute {
                    name: *name,
                    value: *value,
                });
            }
        }
        let properties = match properties.is_empty() {
            true => None,
            false => Some(context.dictionary_attribute(&properties).ok()?),
        };
        Some(rewriter.create(&OpState {
            operands: self.operands,
            results: self.results,
            properties,
            ..OpState::new(name, root.location(context))
        }))
    }

    /// As [`before`](Self::before); the first result.
    pub(super) fn value(self, rewriter: &mut Rewriter<'_, '_>, root: Op) -> Option<Value> {
        let op = self.before(rewriter, root)?;
        op.result(rewriter.context(), 0)
    }

    /// Makes the operation and replaces the root of a pattern by it.
    pub(super) fn replace(self, rewriter: &mut Rewriter<'_, '_>, root: Op) -> Option<()> {
        let op = self.before(rewriter, root)?;
        let mut values: SmallVec<[Value; 2]> = SmallVec::new();
        for result in op.results(rewriter.context()) {
            values.push(result);
        }
        rewriter.replace_op(root, &values);
        Some(())
    }
}

/// Makes an operation of groups of operands before the root of a pattern, with its location; its first result. `None`: its
/// dialect is not known.
pub(super) fn build(rewriter: &mut Rewriter<'_, '_>, root: Op, op: OpBuilder<'_>) -> Option<Value> {
    let location = root.location(rewriter.context());
    let op = op.create_at(rewriter, location).ok()?;
    op.result(rewriter.context(), 0)
}

/// The name of a property, which is among those of the record.
fn property_name(context: &Context, info: &OpInfo, name: &str) -> Identifier {
    let mut known = info.properties().iter();
    let found = known.find(|known| known.bytes(context) == name.as_bytes());
    found.copied().unwrap_or_else(|| context.identifier(name))
}

/// Makes a constant with a name and the property `value`. `None`: its dialect is not known.
pub(super) fn materialize_as(
    rewriter: &mut Rewriter<'_, '_>,
    name: &str,
    value: Attribute,
    ty: Type,
    location: Location,
) -> Option<Op> {
    materialize_in(rewriter, [name, "value"], value, ty, location)
}

/// Makes a constant with a name and a property. `None`: its dialect is not known.
pub(super) fn materialize_in(
    rewriter: &mut Rewriter<'_, '_>,
    [name, property]: [&str; 2],
    value: Attribute,
    ty: Type,
    location: Location,
) -> Option<Op> {
    let context = rewriter.context();
    let op = context.identifier(name);
    let name = property_name(context, context.load_op_info(op)?, property);
    let properties = context.dictionary_attribute(&[NamedAttribute { name, value }]);
    Some(rewriter.create(&OpState {
        results: &[ty],
        properties: Some(properties.ok()?),
        ..OpState::new(op, location)
    }))
}

/// Makes `arith.constant` before the root of a pattern.
pub(super) fn constant(
    rewriter: &mut Rewriter<'_, '_>,
    root: Op,
    value: Attribute,
    ty: Type,
) -> Option<Value> {
    Make::new("arith.constant", &[], &[ty])
        .with(&[("value", value)])
        .value(rewriter, root)
}

/// Makes an integer constant before the root of a pattern.
pub(super) fn int_constant(
    rewriter: &mut Rewriter<'_, '_>,
    root: Op,
    value: &Int,
    ty: Type,
) -> Option<Value> {
    let value = super::elementwise::uniform(rewriter.context(), ty, value)?;
    constant(rewriter, root, value, ty)
}

/// Whether a predicate of `arith.cmpi` or `index.cmp` holds, by the signed and the unsigned order of two numbers.
pub(super) fn holds(predicate: i64, signed: Ordering, unsigned: Ordering) -> Option<bool> {
    Some(match predicate {
        0 => signed.is_eq(),
        1 => signed.is_ne(),
        2 => signed.is_lt(),
        3 => signed.is_le(),
        4 => signed.is_gt(),
        5 => signed.is_ge(),
        6 => unsigned.is_lt(),
        7 => unsigned.is_le(),
        8 => unsigned.is_gt(),
        9 => unsigned.is_ge(),
        _ => return None,
    })
}
