//! The type and the initial value of a variable of `tosa`.

use tvmlike_define::{Directive, DirectiveParts};
use tvmlike_ir::{Attribute, AttributeKind, Context, Element, Type, TypeKind};
use tvmlike_syntax::TokenKind;

/// `custom<VariableOpTypeOrInitialValue>($var_shape, $type, $initial_value)`: `= dense<1> : tensor<2xi32>` or
/// `: tensor<2xi32>`. The shape is a tensor of indices, the type that of the elements.
pub(super) const VARIABLE: Directive = Directive {
    parse: |parser| {
        let ty = if parser.take(TokenKind::Equal) {
            let value = parser.parse_attribute(None)?;
            if !is_typed(parser.context(), value) {
                return Err(parser.op_error(parser.span(), "expected Typed attr"));
            }
            parser.set_attribute(2, value);
            value.ty(parser.context())
        } else {
            parser.parse_colon_type()?
        };
        let (context, place) = (parser.context(), parser.span());
        if !ty.is_shaped(context) {
            return Err(parser.op_error(place, "expected shaped type"));
        }
        let (Some(shape), Some(element)) = (ty.shape(context), ty.element_type(context)) else {
            return Err(parser.op_error(place, "expected ranked type"));
        };
        // A dynamic size is -1 there.
        let sizes: Vec<String> = shape.iter().map(|size| size.max(-1).to_string()).collect();
        let text = match sizes.as_slice() {
            [] => "dense<> : tensor<0xindex>".to_owned(),
            sizes => format!("dense<[{}]> : tensor<{}xindex>", sizes.join(", "), sizes.len()),
        };
        let shape = tvmlike_text::parse_defined_attribute(context, text);
        let shape = shape.map_err(|error| parser.op_error(place, error.message()))?;
        parser.set_attribute(0, shape);
        parser.set_attribute(1, context.type_attribute(element));
        Ok(true)
    },
    print: |parts, printer| match (parts.attribute(2), tensor(parts)) {
        (Some(value), _) => {
            printer.write(b"= ");
            printer.write_attribute(value);
        }
        (None, Some(ty)) => {
            printer.write(b": ");
            printer.write_type(ty);
        }
        (None, None) => {}
    },
    fits: |parts| {
        let context = parts.context();
        let Some(TypeKind::RankedTensor { shape, element, .. }) = tensor(parts).map(|ty| ty.kind(context))
        else {
            return false;
        };
        parts.attribute(2).is_none_or(|value| {
            let ty = value.ty(context);
            is_typed(context, value)
                && ty
                    .shape(context)
                    .is_some_and(|sizes| sizes.iter().eq(shape.iter()))
                && ty.element_type(context) == Some(element)
        })
    },
};

/// Whether an attribute has a type of its own.
fn is_typed(context: &Context, value: Attribute) -> bool {
    use AttributeKind as A;
    matches!(
        value.kind(context),
        A::Integer { .. }
            | A::Float { .. }
            | A::DenseElements(_)
            | A::DenseStrings(_)
            | A::DenseResource { .. }
            | A::Sparse { .. }
    )
}

/// The type that the shape and the type of elements make.
fn tensor(parts: &DirectiveParts<'_>) -> Option<Type> {
    let context = parts.context();
    let AttributeKind::DenseElements(shape) = parts.attribute(0)?.kind(context) else {
        return None;
    };
    let AttributeKind::Type(element) = parts.attribute(1)?.kind(context) else {
        return None;
    };
    let count = usize::try_from(shape.ty().num_elements(context)?).ok()?;
    let size = |index| match shape.get(context, index)? {
        Element::Integer(value) => value
            .to_i64()
            .map(|size| if size < 0 { tvmlike_ir::DYNAMIC } else { size }),
        _ => None,
    };
    let sizes: Option<Vec<i64>> = (0..count).map(size).collect();
    context.ranked_tensor_type(&sizes?, element, None).ok()
}
