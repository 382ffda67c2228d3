//! Conversions of scalars in the bodies of structured operations.

use tvmlike_ir::{Context, FloatKind, Type, TypeKind, Value};

use super::append::Appender;

/// How a value becomes one of another type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cast {
    Signed,
    Unsigned,
}

pub(super) fn is_float(context: &Context, ty: Type) -> bool {
    ty.float_kind(context).is_some()
}

pub(super) fn is_integer(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::Integer { .. })
}

pub(super) fn is_complex(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::Complex(_))
}

/// A value as one of another type; the value itself if there is no conversion between the types.
pub(super) fn convert(body: &mut Appender<'_, '_>, operand: Value, to: Type, cast: Cast) -> Value {
    let context = body.context();
    let from = operand.ty(context);
    if from == to {
        return operand;
    }
    let name = match to.kind(context) {
        TypeKind::Integer { width, .. } => to_integer(context, from, width, cast),
        TypeKind::Float(kind) => to_float(context, from, kind, cast),
        TypeKind::Complex(element) => return to_complex(body, operand, to, element, cast),
        _ => None,
    };
    match name {
        Some(name) => body.op(name, &[operand], to, &[]),
        None => operand,
    }
}

/// The operation that makes an integer of a width.
fn to_integer(context: &Context, from: Type, width: u32, cast: Cast) -> Option<&'static str> {
    let is_unsigned = cast == Cast::Unsigned;
    match from.kind(context) {
        TypeKind::Float(_) if is_unsigned => Some("arith.fptoui"),
        TypeKind::Float(_) => Some("arith.fptosi"),
        TypeKind::Index => Some("arith.index_cast"),
        TypeKind::Integer { width: old, .. } if width > old && is_unsigned => Some("arith.extui"),
        TypeKind::Integer { width: old, .. } if width > old => Some("arith.extsi"),
        TypeKind::Integer { width: old, .. } if width < old => Some("arith.trunci"),
        _ => None,
    }
}

/// The operation that makes a floating-point number.
fn to_float(context: &Context, from: Type, to: FloatKind, cast: Cast) -> Option<&'static str> {
    match from.kind(context) {
        TypeKind::Integer { .. } if cast == Cast::Unsigned => Some("arith.uitofp"),
        TypeKind::Integer { .. } => Some("arith.sitofp"),
        TypeKind::Float(from) if to.width() > from.width() => Some("arith.extf"),
        TypeKind::Float(from) if to.width() < from.width() => Some("arith.truncf"),
        _ => None,
    }
}

fn to_complex(body: &mut Appender<'_, '_>, operand: Value, to: Type, element: Type, cast: Cast) -> Value {
    let context = body.context();
    let from = operand.ty(context);
    if !is_float(context, element) {
        return operand;
    }
    let parts = match from.kind(context) {
        TypeKind::Complex(old) if is_float(context, old) => {
            let parts = ["complex.re", "complex.im"].map(|name| body.op(name, &[operand], old, &[]));
            // MLIR widens parts that have the width already, too; the verifier refuses that.
            let narrows = element.bit_width(context) < old.bit_width(context);
            let name = if narrows { "arith.truncf" } else { "arith.extf" };
            parts.map(|part| body.op(name, &[part], element, &[]))
        }
        TypeKind::Float(_) | TypeKind::Integer { .. } => {
            let real = convert(body, operand, element, cast);
            let Ok(zero) = context.float_attribute(element, 0.0) else {
                return operand;
            };
            [real, body.constant(zero)]
        }
        _ => return operand,
    };
    body.op("complex.create", &parts, to, &[])
}
