//! Data clauses: the clause that an operation comes from, its variable, modifiers and recipe.

use tvmlike_define::{Instance, enum_keyword, enum_number, enum_set};
use tvmlike_ir::{Failure, TypeKind};
use tvmlike_text::quote_attribute;

/// Modifiers.
const ZERO: u64 = 1;
const READONLY: u64 = 1 << 1;
const ALWAYS: u64 = 0b1100;
const CAPTURE: u64 = 1 << 4;

/// What is asked of an operation.
struct Clause {
    op: &'static str,
    /// What messages call it.
    name: &'static str,
    /// The clauses that it can come from, without `acc_`.
    sources: &'static [&'static str],
    /// Whether it can be a part of another clause.
    is_part: bool,
    modifiers: u64,
}

/// An operation of one clause.
const fn plain(op: &'static str, name: &'static str, sources: &'static [&'static str]) -> Clause {
    Clause {
        op,
        name,
        sources,
        is_part: false,
        modifiers: 0,
    }
}

/// An operation that other clauses can be decomposed to.
const fn part(op: &'static str, sources: &'static [&'static str], modifiers: u64) -> Clause {
    Clause {
        is_part: true,
        modifiers,
        ..plain(op, op, sources)
    }
}

const CLAUSES: [Clause; 19] = [
    plain("attach", "attach", &["attach"]),
    part("cache", &["cache", "cache_readonly"], READONLY),
    part(
        "copyin",
        &["copyin", "copyin_readonly", "copy", "reduction"],
        READONLY | ALWAYS | CAPTURE,
    ),
    part(
        "copyout",
        &["copyout", "copyout_zero", "copy", "reduction"],
        ZERO | ALWAYS | CAPTURE,
    ),
    part(
        "create",
        &["create", "create_zero", "copyout", "copyout_zero"],
        ZERO | ALWAYS | CAPTURE,
    ),
    plain(
        "declare_device_resident",
        "device_resident",
        &["declare_device_resident"],
    ),
    plain("declare_link", "link", &["declare_link"]),
    part(
        "delete",
        &[
            "delete",
            "create",
            "create_zero",
            "copyin",
            "copyin_readonly",
            "present",
            "no_create",
            "declare_device_resident",
            "declare_link",
        ],
        ZERO | READONLY | ALWAYS | CAPTURE,
    ),
    part("detach", &["detach", "attach"], 0),
    plain("deviceptr", "deviceptr", &["deviceptr"]),
    plain("firstprivate", "firstprivate", &["firstprivate"]),
    plain("firstprivate_map", "firstprivate", &["firstprivate"]),
    plain("nocreate", "no_create", &["no_create"]),
    plain("present", "present", &["present"]),
    plain("private", "private", &["private"]),
    plain("reduction", "reduction", &["reduction"]),
    Clause {
        name: "device",
        ..part("update_device", &["update_device"], 0)
    },
    Clause {
        name: "host",
        ..part("update_host", &["update_host", "update_self"], 0)
    },
    part("use_device", &["use_device"], 0),
];

pub(super) fn data(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let name = instance.record().name.trim_start_matches("acc.");
    let Some(clause) = CLAUSES.iter().find(|clause| clause.op == name) else {
        return Ok(());
    };
    let source = instance
        .attribute("dataClause")
        .and_then(|source| enum_keyword(context, source))
        .map_or("", |source| source.trim_start_matches("acc_"));
    let is_implicit = name == "copyin" && instance.integer("implicit").is_some_and(|value| value != 0);
    if !is_implicit && !clause.sources.contains(&source) {
        let other = match clause.is_part {
            true => " or specify original clause this operation was decomposed from",
            false => "",
        };
        return instance.refuse_plainly(format!(
            "data clause associated with {} operation must match its intent{other}",
            clause.name
        ));
    }
    if !matches!(name, "delete" | "detach") {
        variable(instance, name)?;
    }
    modifiers(instance, clause.modifiers)?;
    match name {
        "firstprivate" | "private" | "reduction" => recipe(instance, name),
        _ => Ok(()),
    }
}

/// Checks the types of a variable and of what stands for it on the device.
fn variable(instance: &Instance<'_>, name: &str) -> Result<(), Failure> {
    let context = instance.context;
    let ty = instance.operand_type("var");
    let is_pointer = matches!(
        ty.kind(context),
        TypeKind::MemRef { .. } | TypeKind::UnrankedMemRef { .. }
    ) || ty.is_symbol(context, "llvm", "ptr");
    if is_pointer && instance.type_in("varType") == Some(ty) {
        return instance.refuse_plainly("varType must capture the element type of var");
    }
    let on_device = match name {
        "firstprivate" | "firstprivate_map" | "private" | "reduction" => ty,
        "copyout" | "update_host" => instance.operand_type("accVar"),
        _ => instance.result_type("accVar"),
    };
    match ty == on_device {
        true => Ok(()),
        false => instance.refuse_plainly("input and output types must match"),
    }
}

fn modifiers(instance: &Instance<'_>, allowed: u64) -> Result<(), Failure> {
    let context = instance.context;
    let given = instance
        .attribute("modifiers")
        .and_then(|value| enum_number(context, value));
    let refused = given.unwrap_or_default() & !allowed;
    if refused == 0 {
        return Ok(());
    }
    if allowed == 0 {
        return instance.refuse_plainly("no data clause modifiers are allowed");
    }
    let text = enum_set(context, "acc", "data_clause_modifier", refused)
        .map(|value| quote_attribute(context, value))
        .unwrap_or_default();
    let words = text
        .trim_start_matches("#acc<data_clause_modifier ")
        .trim_end_matches('>');
    instance.refuse_plainly(format!("invalid data clause modifiers: {words}"))
}

/// Checks that the recipe of a variable is declared.
fn recipe(instance: &Instance<'_>, kind: &str) -> Result<(), Failure> {
    let context = instance.context;
    let Some(symbol) = instance.attribute("recipe") else {
        return instance.refuse(format!("recipe expected for {kind}"));
    };
    let declaration = instance.op.lookup_nearest_symbol(context, symbol);
    let wanted = format!("acc.{kind}.recipe");
    match declaration.is_some_and(|op| op.is_named(context, &wanted)) {
        true => Ok(()),
        false => {
            let symbol = quote_attribute(context, symbol);
            instance.refuse(format!(
                "expected symbol reference {symbol} to point to a {kind} declaration"
            ))
        }
    }
}
