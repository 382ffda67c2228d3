//! `ml_program`: global variables, and what functions return.

use tvmlike_define::{Hook, Instance};
use tvmlike_ir::{AttributeKind, Failure, Op, SymbolTables, Type};
use tvmlike_text::quote_attribute;

use super::{func, function};

pub(super) const CHECKS: super::Table = &[
    (
        "ml_program.func",
        Hook::Interface("FunctionOpInterface", function::verify_declared_private),
    ),
    ("ml_program.global", Hook::Verify(global)),
    ("ml_program.global_load", Hook::SymbolUses(load)),
    ("ml_program.global_load_const", Hook::SymbolUses(load_const)),
    ("ml_program.global_load_graph", Hook::SymbolUses(load)),
    ("ml_program.global_store", Hook::SymbolUses(store)),
    ("ml_program.global_store_graph", Hook::SymbolUses(store)),
    (
        "ml_program.output",
        Hook::Verify(|op| func::verify_returned(op, ["outputs", "output"])),
    ),
    ("ml_program.return", Hook::Verify(func::returns)),
    (
        "ml_program.subgraph",
        Hook::Interface("FunctionOpInterface", function::verify_declared_private),
    ),
];

fn global(instance: &Instance<'_>) -> Result<(), Failure> {
    match instance.has("is_mutable") || instance.has("value") {
        true => Ok(()),
        false => instance.refuse("immutable global must have an initial value"),
    }
}

/// The global that is referred to, with its type and its name as text.
fn find(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<Option<(Op, Type, String)>, Failure> {
    let context = instance.context;
    let Some(reference) = instance.attribute("global") else {
        return Ok(None);
    };
    let found = tables.lookup_nearest(context, instance.op, reference);
    let found = found.filter(|op| op.is_named(context, "ml_program.global"));
    let Some(global) = found else {
        let name = quote_attribute(context, reference);
        return instance
            .refuse(format!("undefined global: {name}"))
            .map(|()| None);
    };
    let ty = global
        .property(context, context.identifier("type"))
        .map(|ty| ty.kind(context));
    let name = String::from_utf8_lossy(global.symbol_name(context).unwrap_or_default()).into_owned();
    Ok(match ty {
        Some(AttributeKind::Type(ty)) => Some((global, ty, name)),
        _ => None,
    })
}

fn is_mutable(instance: &Instance<'_>, global: Op) -> bool {
    let name = instance.context.identifier("is_mutable");
    global.property(instance.context, name).is_some()
}

fn load(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<(), Failure> {
    let found = find(instance, tables)?;
    loaded(instance, found)
}

fn load_const(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<(), Failure> {
    let found = find(instance, tables)?;
    match &found {
        Some((global, _, name)) if is_mutable(instance, *global) => {
            instance.refuse(format!("cannot load as const from mutable global @{name}"))
        }
        _ => loaded(instance, found),
    }
}

fn loaded(instance: &Instance<'_>, found: Option<(Op, Type, String)>) -> Result<(), Failure> {
    let Some((_, ty, _)) = found else {
        return Ok(());
    };
    let result = instance.result_type("result");
    match ty == result {
        true => Ok(()),
        false => instance.refuse(format!(
            "cannot load from global typed {} as {}",
            instance.quote(ty),
            instance.quote(result)
        )),
    }
}

fn store(instance: &Instance<'_>, tables: &mut SymbolTables) -> Result<(), Failure> {
    let Some((global, ty, name)) = find(instance, tables)? else {
        return Ok(());
    };
    if !is_mutable(instance, global) {
        return instance.refuse(format!("cannot store to an immutable global @{name}"));
    }
    let value = instance.operand_type("value");
    match ty == value {
        true => Ok(()),
        false => instance.refuse(format!(
            "cannot store to a global typed {} from {}",
            instance.quote(ty),
            instance.quote(value)
        )),
    }
}
