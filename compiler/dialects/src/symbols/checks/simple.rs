//! Checks of one or two parameters.

use tvmlike_define::is_emitc_type;
use tvmlike_ir::{Attribute, Context, Type, TypeKind};
use tvmlike_text::quote_type;

use super::super::values::{number, string, ty, types};

type Checked = Result<(), String>;
type Values<'a> = &'a [Option<Attribute>];

/// Passes, or fails with a message.
fn require(passes: bool, message: &str) -> Checked {
    match passes {
        true => Ok(()),
        false => Err(message.to_owned()),
    }
}

pub(super) fn gather_base(context: &Context, values: Values<'_>) -> Checked {
    match ty(context, values, 1) {
        Some(index) if !index.is_signless_integer(context, 16) && !index.is_signless_integer(context, 32) => {
            let index = quote_type(context, index);
            Err(format!(
                "index type must be i16 or i32 but index type is '{index}'."
            ))
        }
        _ => Ok(()),
    }
}

pub(super) fn emitc_lvalue(context: &Context, values: Values<'_>) -> Checked {
    match ty(context, values, 0) {
        Some(inner) if !is_emitc_type(context, inner) => {
            let inner = quote_type(context, inner);
            Err(format!(
                "!emitc.lvalue must wrap supported emitc type, but got '{inner}'"
            ))
        }
        Some(inner) if inner.is_symbol(context, "emitc", "array") => {
            Err("!emitc.lvalue cannot wrap !emitc.array type".to_owned())
        }
        _ => Ok(()),
    }
}

pub(super) fn emitc_opaque(context: &Context, values: Values<'_>) -> Checked {
    let name = string(context, values, 0).unwrap_or_default();
    require(
        !name.is_empty(),
        "expected non empty string in !emitc.opaque type",
    )?;
    require(
        !name.ends_with(b"*"),
        "pointer not allowed as outer type with !emitc.opaque, use !emitc.ptr instead",
    )
}

pub(super) fn emitc_pointer(context: &Context, values: Values<'_>) -> Checked {
    let is_lvalue = ty(context, values, 0).is_some_and(|ty| ty.is_symbol(context, "emitc", "lvalue"));
    require(!is_lvalue, "pointers to lvalues are not allowed")
}

pub(super) fn pointer_metadata(context: &Context, values: Values<'_>) -> Checked {
    let is_pointer = ty(context, values, 0).is_some_and(|ty| ty.is_symbol(context, "ptr", "ptr"));
    require(!is_pointer, "the ptr-like type has no metadata")
}

pub(super) fn pointer_spec(context: &Context, values: Values<'_>) -> Checked {
    let entry = |index: usize| number(context, values, index);
    for (index, name) in ["size", "abi", "preferred", "index"].into_iter().enumerate() {
        if entry(index).is_some_and(|value| value % 8 != 0) {
            return Err(format!("{name} entry must be divisible by 8"));
        }
    }
    require(
        entry(2) >= entry(1),
        "preferred alignment is expected to be at least as large as ABI alignment",
    )
}

/// Whether values of `smt` have a type.
fn is_smt(context: &Context, ty: Type, with_functions: bool) -> bool {
    let mut names = ["bool", "bv", "array", "int", "sort", "func"].into_iter();
    let found = names.find(|name| ty.is_symbol(context, "smt", name));
    found.is_some_and(|name| with_functions || name != "func")
}

pub(super) fn smt_array(context: &Context, values: Values<'_>) -> Checked {
    for (index, what) in ["domain", "range"].into_iter().enumerate() {
        if !ty(context, values, index).is_some_and(|ty| is_smt(context, ty, true)) {
            return Err(format!("{what} must be any SMT value type"));
        }
    }
    Ok(())
}

pub(super) fn smt_bits(context: &Context, values: Values<'_>) -> Checked {
    let width = number(context, values, 0).unwrap_or_default();
    require(width > 0, "bit-vector must have at least a width of one")
}

pub(super) fn smt_function(context: &Context, values: Values<'_>) -> Checked {
    let is_value = |ty: &Type| is_smt(context, *ty, false);
    let domain = types(context, values, 0);
    require(!domain.is_empty(), "domain must not be empty")?;
    require(
        domain.iter().all(is_value),
        "domain types must be any non-function SMT type",
    )?;
    require(
        ty(context, values, 1).as_ref().is_some_and(is_value),
        "range type must be any non-function SMT type",
    )
}

pub(super) fn smt_sort(context: &Context, values: Values<'_>) -> Checked {
    let parameters = types(context, values, 1);
    require(
        parameters.into_iter().all(|ty| is_smt(context, ty, false)),
        "sort parameter types must be any non-function SMT type",
    )
}

pub(super) fn tosa_shape(context: &Context, values: Values<'_>) -> Checked {
    match number(context, values, 0) {
        Some(rank) if rank < 0 => Err(format!("invalid rank (must be >= 0): {rank}")),
        _ => Ok(()),
    }
}

pub(super) fn transform_parameter(context: &Context, values: Values<'_>) -> Checked {
    let kind = ty(context, values, 0).map(|ty| ty.kind(context));
    require(
        matches!(kind, Some(TypeKind::Integer { width: ..=64, .. })),
        "only supports integer types with width <=64",
    )
}
