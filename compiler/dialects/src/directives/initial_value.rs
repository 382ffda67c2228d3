//! The types and initial values of global variables.

use tvmlike_define::Directive;
use tvmlike_ir::{Attribute, AttributeKind, Context, Type, TypeKind};
use tvmlike_syntax::TokenKind;

use super::always;

/// `custom<GlobalMemrefOpTypeAndInitialValue>($type, $initial_value)`: `memref<2xi32> = dense<1>`, or `= uninitialized`.
pub(super) const MEMREF_GLOBAL: Directive = Directive {
    parse: |parser| {
        let ty = parser.parse_type()?;
        let context = parser.context();
        let Some(tensor) = memref_tensor(context, ty) else {
            let found = tvmlike_text::quote_type(context, ty);
            let message = format!("type should be static shaped memref, but got '{found}'");
            return Err(parser.op_error(parser.op_place(), message));
        };
        parser.set_attribute(0, context.type_attribute(ty));
        if !parser.take(TokenKind::Equal) {
            return Ok(true);
        }
        if parser.take_word("uninitialized") {
            parser.set_attribute(1, context.unit_attribute());
            return Ok(true);
        }
        let value = parser.parse_attribute(Some(tensor))?;
        if !is_elements(context, value) {
            return Err(parser.op_error(
                parser.op_place(),
                "initial value should be a unit or elements attribute",
            ));
        }
        parser.set_attribute(1, value);
        Ok(true)
    },
    print: |parts, printer| {
        let context = parts.context();
        if let Some(AttributeKind::Type(ty)) = parts.attribute(0).map(|value| value.kind(context)) {
            printer.write_type(ty);
        }
        let Some(value) = parts.attribute(1) else {
            return;
        };
        printer.write(b" = ");
        match value.kind(context) {
            AttributeKind::Unit => printer.write(b"uninitialized"),
            _ => printer.write_attribute_without_type(value),
        }
    },
    fits: |parts| {
        let context = parts.context();
        let tensor = match parts.attribute(0).map(|value| value.kind(context)) {
            Some(AttributeKind::Type(ty)) => memref_tensor(context, ty),
            _ => None,
        };
        let has_type = |value: Attribute| {
            matches!(value.kind(context), AttributeKind::Unit) || Some(value.ty(context)) == tensor
        };
        tensor.is_some() && parts.attribute(1).is_none_or(has_type)
    },
};

/// The type of the initial value of a memref.
fn memref_tensor(context: &Context, ty: Type) -> Option<Type> {
    let TypeKind::MemRef { shape, element, .. } = ty.kind(context) else {
        return None;
    };
    let sizes: Vec<i64> = shape.iter().collect();
    let is_static = sizes.iter().all(|size| *size >= 0);
    context
        .ranked_tensor_type(&sizes, element, None)
        .ok()
        .filter(|_| is_static)
}

fn is_elements(context: &Context, value: Attribute) -> bool {
    value.ty(context).is_shaped(context)
}

/// `custom<EmitCGlobalOpTypeAndInitialValue>($type, $initial_value)`: `i32 = 4`.
pub(super) const EMITC: Directive = Directive {
    parse: |parser| {
        let ty = parser.parse_type()?;
        let context = parser.context();
        parser.set_attribute(0, context.type_attribute(ty));
        if parser.take(TokenKind::Equal) {
            let value = parser.parse_attribute(Some(emitc_value(context, ty)))?;
            parser.set_attribute(1, value);
        }
        Ok(true)
    },
    print: |parts, printer| {
        let context = parts.context();
        if let Some(AttributeKind::Type(ty)) = parts.attribute(0).map(|value| value.kind(context)) {
            printer.write_type(ty);
        }
        if let Some(value) = parts.attribute(1) {
            printer.write(b" = ");
            printer.write_attribute_without_type(value);
        }
    },
    fits: always,
};

/// The type of the value of a variable: an array is a tensor.
fn emitc_value(context: &Context, ty: Type) -> Type {
    let text = tvmlike_text::quote_type(context, ty);
    let tensor = text
        .strip_prefix("!emitc.array<")
        .map(|rest| format!("tensor<{rest}"));
    let tensor = tensor.and_then(|text| tvmlike_text::parse_defined_type(context, text).ok());
    tensor.unwrap_or(ty)
}

/// `custom<SymbolVisibility>($sym_visibility)`: `public`, `private` or `nested`.
pub(super) const VISIBILITY: Directive = Directive {
    parse: |parser| {
        let word @ ("public" | "private" | "nested") = parser.word() else {
            let message = "expected 'public', 'private', or 'nested'";
            return Err(parser.op_error(parser.place(), message));
        };
        let value = parser.context().string_attribute(word);
        parser.advance();
        parser.set_attribute(0, value);
        Ok(true)
    },
    print: |parts, printer| match parts.attribute(0).map(|value| value.kind(parts.context())) {
        Some(AttributeKind::String { bytes, .. }) => printer.write(bytes),
        _ => printer.write(b"public"),
    },
    fits: always,
};

/// `custom<TypedInitialValue>($type, $value)`: `(4 : i32) : i32`, or `: i32`.
pub(super) const TYPED: Directive = Directive {
    parse: |parser| {
        if parser.take(TokenKind::LeftParen) {
            let value = parser.parse_attribute(None)?;
            parser.parse_token(TokenKind::RightParen, "expected ')'")?;
            parser.set_attribute(1, value);
        }
        let ty = parser.parse_colon_type()?;
        let ty = parser.context().type_attribute(ty);
        parser.set_attribute(0, ty);
        Ok(true)
    },
    print: |parts, printer| {
        let context = parts.context();
        if let Some(value) = parts.attribute(1) {
            printer.write(b"(");
            printer.write_attribute(value);
            printer.write(b")");
        }
        printer.write(b" : ");
        if let Some(AttributeKind::Type(ty)) = parts.attribute(0).map(|value| value.kind(context)) {
            printer.write_type(ty);
        }
    },
    fits: always,
};
