//! Checks of the types that `wasmssa`'s types contain.

use tvmlike_ir::{Attribute, Context, FloatKind, Type, TypeKind};

use super::super::values::ty;

fn is_reference(context: &Context, ty: Type) -> bool {
    ["externref", "funcref"]
        .iter()
        .any(|name| ty.is_symbol(context, "wasmssa", name))
}

fn is_value(context: &Context, ty: Type) -> bool {
    match ty.kind(context) {
        TypeKind::Float(kind) => matches!(kind, FloatKind::F32 | FloatKind::F64),
        _ => {
            [32, 64, 128]
                .iter()
                .any(|width| ty.is_signless_integer(context, *width))
                || is_reference(context, ty)
        }
    }
}

pub(super) fn local(context: &Context, values: &[Option<Attribute>]) -> Result<(), String> {
    match ty(context, values, 0) {
        Some(element) if !is_value(context, element) => Err(
            "failed to verify 'elementType': 32-bit signless integer or 64-bit signless integer or 32-bit float or 64-bit \
             float or 128-bit signless integer or Opaque type for function reference or Opaque type for external reference"
                .to_owned(),
        ),
        _ => Ok(()),
    }
}

pub(super) fn table(context: &Context, values: &[Option<Attribute>]) -> Result<(), String> {
    match ty(context, values, 0) {
        Some(reference) if !is_reference(context, reference) => Err(
            "failed to verify 'reference': Opaque type for function reference or Opaque type for external reference"
                .to_owned(),
        ),
        _ => Ok(()),
    }
}
