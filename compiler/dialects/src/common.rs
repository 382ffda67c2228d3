//! What several layers ask about operations, types and attributes: traits by name, operands in options of passes, widths of
//! bit vectors.

use tvmlike_define::Definition;
use tvmlike_ir::{Attribute, AttributeKind, Context, Op, Type, Value, ValueOwner};

/// Whether the record of a registered operation names a trait or an interface.
pub(crate) fn has_trait(context: &Context, op: Op, name: &str) -> bool {
    let definition = op
        .info(context)
        .and_then(|info| info.extensions().get::<Definition>());
    definition.is_some_and(|definition| definition.record().traits.iter().any(|each| *each.name == *name))
}

/// What a value is a view of, if an operation makes a view.
pub(crate) fn view_source(context: &Context, value: Value) -> Option<Value> {
    match value.owner(context) {
        ValueOwner::Result { op, index: 0 } if has_trait(context, op, "ViewLikeOpInterface") => {
            op.operand(context, 0)
        }
        _ => None,
    }
}

/// The number in an integer attribute.
pub(crate) fn number(context: &Context, value: Attribute) -> Option<i64> {
    match value.kind(context) {
        AttributeKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    }
}

/// The number of the operand that `#transform.param_operand` stands for.
pub(crate) fn operand_index(context: &Context, value: Attribute) -> Option<i64> {
    match value.is_symbol(context, "transform", "param_operand") {
        true => number(context, value.parameter(context, context.identifier("index"))?),
        false => None,
    }
}

/// The number of bits of `!smt.bv`.
pub(crate) fn bit_vector_width(context: &Context, ty: Type) -> Option<i64> {
    match ty.is_symbol(context, "smt", "bv") {
        true => number(context, ty.parameter(context, context.identifier("width"))?),
        false => None,
    }
}

/// `!smt.bv` with a number of bits.
pub(crate) fn bit_vector(context: &Context, width: i64) -> Option<Type> {
    tvmlike_text::parse_defined_type(context, format!("!smt.bv<{width}>")).ok()
}

/// The type of what a variable of wasmssa holds.
pub(crate) fn local_element(context: &Context, ty: Type) -> Option<Type> {
    if !ty.is_symbol(context, "wasmssa", "local") {
        return None;
    }
    let element = ty.parameter(context, context.identifier("elementType"))?;
    match element.kind(context) {
        AttributeKind::Type(ty) => Some(ty),
        _ => None,
    }
}

/// A variable of wasmssa that holds values of a type.
pub(crate) fn local(context: &Context, element: Type) -> Option<Type> {
    let element = tvmlike_text::quote_type(context, element);
    tvmlike_text::parse_defined_type(context, format!("!wasmssa<local ref to {element}>")).ok()
}
