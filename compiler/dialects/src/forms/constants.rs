//! The names of constants: `%c1_i32`, `%true`, `%cst`, `%idx5`.

use tvmlike_ir::{AttributeKind, Context, Op, TypeKind};

/// The name of an `arith.constant`.
pub(super) fn arith(context: &Context, op: Op, names: &mut Vec<Vec<u8>>) {
    let value = op.property(context, context.identifier("value"));
    names.push(match value.map(|value| value.kind(context)) {
        Some(AttributeKind::Integer { value, ty }) => {
            let number = value.to_decimal(true);
            match ty.kind(context) {
                TypeKind::Integer { width: 1, .. } => match value.is_zero() {
                    true => b"false".to_vec(),
                    false => b"true".to_vec(),
                },
                TypeKind::Integer { .. } => {
                    format!("c{number}_{}", tvmlike_text::quote_type(context, ty)).into_bytes()
                }
                _ => format!("c{number}").into_bytes(),
            }
        }
        Some(_) => b"cst".to_vec(),
        None => return,
    });
}

/// The name of an `index.constant`.
pub(super) fn index(context: &Context, op: Op, names: &mut Vec<Vec<u8>>) {
    let value = op.property(context, context.identifier("value"));
    if let Some(AttributeKind::Integer { value, .. }) = value.map(|value| value.kind(context)) {
        names.push(format!("idx{}", value.to_decimal(true)).into_bytes());
    }
}

/// The name of an `index.bool.constant`.
pub(super) fn boolean(context: &Context, op: Op, names: &mut Vec<Vec<u8>>) {
    let value = op.property(context, context.identifier("value"));
    if let Some(AttributeKind::Integer { value, .. }) = value.map(|value| value.kind(context)) {
        let name: &[u8] = if value.is_zero() { b"false" } else { b"true" };
        names.push(name.to_vec());
    }
}

/// The name of a `shape.const_size`.
pub(super) fn size(context: &Context, op: Op, names: &mut Vec<Vec<u8>>) {
    let value = op.property(context, context.identifier("value"));
    if let Some(AttributeKind::Integer { value, .. }) = value.map(|value| value.kind(context)) {
        names.push(format!("c{}", value.to_decimal(true)).into_bytes());
    }
}

/// The name of an id or a size of the `gpu` dialect, with its dimension.
pub(super) fn gpu_dimension(context: &Context, op: Op, names: &mut Vec<Vec<u8>>) {
    let dimension = op.property(context, context.identifier("dimension"));
    let Some(text) = dimension.map(|value| tvmlike_text::quote_attribute(context, value)) else {
        return;
    };
    // `#gpu<dim x>`
    let dimension = text
        .strip_prefix("#gpu<dim ")
        .and_then(|text| text.strip_suffix('>'));
    if let (Some(dimension), Some(op)) = (dimension, op.name(context).bytes(context).strip_prefix(b"gpu.")) {
        names.push([op, b"_", dimension.as_bytes()].concat());
    }
}

/// The name of a declared function or constant: its prefix.
pub(super) fn prefix(context: &Context, op: Op, names: &mut Vec<Vec<u8>>) {
    let prefix = op.property(context, context.identifier("namePrefix"));
    if let Some(AttributeKind::String { bytes, .. }) = prefix.map(|prefix| prefix.kind(context)) {
        names.push(bytes.to_vec());
    }
}

/// The name of what is loaded from a global: the last part of its name.
pub(super) fn global(context: &Context, op: Op, names: &mut Vec<Vec<u8>>) {
    let global = op.property(context, context.identifier("global"));
    if let Some(AttributeKind::SymbolRef { root, nested }) = global.map(|global| global.kind(context)) {
        let last = nested.iter().next_back().unwrap_or(root);
        names.push(last.bytes(context).to_vec());
    }
}
