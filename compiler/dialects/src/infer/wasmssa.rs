//! Types of variables of `wasmssa`, and of what they hold.

use super::{Inferred, Parts, Table};
use crate::common::{local, local_element};
use tvmlike_ir::AttributeKind;

pub(super) const TABLE: Table = &[
    ("wasmssa.local", variable, None),
    ("wasmssa.local_get", held, None),
    ("wasmssa.local_tee", held, None),
];

fn variable(parts: &Parts<'_>) -> Inferred {
    let value = parts.attribute("type")?;
    let ty = match value.kind(parts.context) {
        AttributeKind::Type(ty) => local(parts.context, ty),
        _ => None,
    };
    match ty {
        Some(ty) => Ok([ty].into_iter().collect()),
        None => Err(format!(
            "'{}' op infers result types from a type that no variable has",
            parts.name()
        )),
    }
}

fn held(parts: &Parts<'_>) -> Inferred {
    let ty = parts.operand(0)?;
    match local_element(parts.context, ty) {
        Some(ty) => Ok([ty].into_iter().collect()),
        None => parts.wrong(ty),
    }
}
