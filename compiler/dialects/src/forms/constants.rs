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

/// The name of a `spirv.Constant`.
pub(super) fn spirv(context: &Context, op: Op, names: &mut Vec<Vec<u8>>) {
    let (Some(value), Some(result)) = (
        op.property(context, context.identifier("value")),
        op.result(context, 0),
    ) else {
        return;
    };
    let ty = result.ty(context);
    let text = |ty| tvmlike_text::quote_type(context, ty);
    names.push(match (value.kind(context), ty.kind(context)) {
        (AttributeKind::Integer { value, .. }, TypeKind::Integer { width: 1, .. }) => {
            if value.is_zero() {
                b"false".to_vec()
            } else {
                b"true".to_vec()
            }
        }
        (AttributeKind::Integer { value, .. }, TypeKind::Integer { .. }) => {
            format!("cst{}_{}", value.to_decimal(true), text(ty)).into_bytes()
        }
        (_, TypeKind::Vector { .. }) => {
            let text = text(ty);
            let inner = text
                .strip_prefix("vector<")
                .and_then(|text| text.strip_suffix('>'));
            format!("cst_vec_{}", inner.unwrap_or_default()).into_bytes()
        }
        _ => b"cst".to_vec(),
    });
}

/// The name of the address of a variable of `spirv`.
pub(super) fn address(context: &Context, op: Op, names: &mut Vec<Vec<u8>>) {
    let variable = op.property(context, context.identifier("variable"));
    if let Some(AttributeKind::SymbolRef { root, .. }) = variable.map(|variable| variable.kind(context)) {
        names.push([root.bytes(context), b"_addr"].concat());
    }
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

/// The name of a `shape.const_size`, or of an `smt.int.constant`.
pub(super) fn size(context: &Context, op: Op, names: &mut Vec<Vec<u8>>) {
    let value = op.property(context, context.identifier("value"));
    if let Some(AttributeKind::Integer { value, .. }) = value.map(|value| value.kind(context)) {
        names.push(format!("c{}", value.to_decimal(true)).into_bytes());
    }
}

/// The name of an `smt.bv.constant`: `c5_bv8`.
pub(super) fn bit_vector(context: &Context, op: Op, names: &mut Vec<Vec<u8>>) {
    let value = op.property(context, context.identifier("value"));
    let text = value
        .map(|value| tvmlike_text::quote_attribute(context, value))
        .unwrap_or_default();
    // `#smt.bv<5> : !smt.bv<8>`
    let parts = text
        .strip_prefix("#smt.bv<")
        .and_then(|text| text.split_once('>'));
    if let Some((value, ty)) = parts {
        let width = ty.trim_start_matches(" : !smt.bv<").trim_end_matches('>');
        names.push(format!("c{value}_bv{width}").into_bytes());
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
