//! Products of matrices by one warp, and the fragments that its threads load and store.

use tvmlike_define::Instance;
use tvmlike_ir::{Failure, Type};

use super::{half_pair, is_struct_of, keyword, space};

/// The sizes of matrices of which the elements are small, of `tf32`, and of `f64`.
const SMALL: &[[i64; 3]] = &[[16, 16, 16], [32, 8, 16], [8, 32, 16]];
const TF32: &[[i64; 3]] = &[[16, 16, 8]];
const F64: &[[i64; 3]] = &[[8, 8, 4]];

fn sizes(instance: &Instance<'_>) -> [i64; 3] {
    ["m", "n", "k"].map(|name| instance.integer(name).unwrap_or_default())
}

/// Whether there is a fragment of a matrix with elements of a kind.
fn is_known(sizes: [i64; 3], element: &str, fragment: &str) -> bool {
    let known: &[&[[i64; 3]]] = match (element, fragment == "c") {
        ("f16", _) | ("s8" | "u8", false) | ("s32", true) => &[SMALL],
        ("f32", true) => &[SMALL, TF32],
        ("tf32", false) => &[TF32],
        ("f64", _) => &[F64],
        _ => &[],
    };
    known.iter().any(|known| known.contains(&sizes))
}

/// The registers that a thread has of a fragment: how many, and their type.
fn registers(
    instance: &Instance<'_>,
    [m, n, _]: [i64; 3],
    element: &str,
    fragment: &str,
) -> Option<(usize, Type)> {
    let context = instance.context;
    let is_sum = fragment == "c";
    Some(match element {
        "f16" => (if is_sum { 4 } else { 8 }, half_pair(context)?),
        "f32" => (8, context.f32()),
        "f64" => (if is_sum { 2 } else { 1 }, context.f64()),
        "tf32" => (4, context.i32()),
        "s32" => (8, context.i32()),
        _ => {
            let size = if fragment == "a" { m } else { n };
            (usize::try_from(size / 8).ok()?, context.i32())
        }
    })
}

const UNKNOWN: &str = "invalid attribute combination";

/// Checks that a matrix is in memory that a warp reads and writes.
fn pointer(instance: &Instance<'_>, message: &str) -> Result<(), Failure> {
    match space(instance, "ptr") {
        0 | 1 | 3 => Ok(()),
        _ => instance.refuse(message),
    }
}

/// Checks that the result is a struct of registers.
fn result(instance: &Instance<'_>, count: usize, ty: Type) -> Result<(), Failure> {
    if is_struct_of(instance.context, instance.result_type("res"), count, ty) {
        return Ok(());
    }
    let ty = instance.quote(ty);
    instance.refuse(format!(
        "expected destination type is a structure of {count} elements of type {ty}"
    ))
}

pub(super) fn load(instance: &Instance<'_>) -> Result<(), Failure> {
    pointer(instance, "expected source pointer in memory space 0, 1, 3")?;
    let sizes = sizes(instance);
    let (element, fragment) = (keyword(instance, "eltype", ""), keyword(instance, "frag", ""));
    let registers = registers(instance, sizes, element, fragment);
    let Some((count, ty)) = registers.filter(|_| is_known(sizes, element, fragment)) else {
        return instance.refuse(UNKNOWN);
    };
    let f64 = instance.context.f64();
    if count > 1 || ty != f64 {
        return result(instance, count, ty);
    }
    match instance.result_type("res") == f64 {
        true => Ok(()),
        false => instance.refuse("expected destination type to be f64"),
    }
}

pub(super) fn store(instance: &Instance<'_>) -> Result<(), Failure> {
    let message = "expected operands to be a source pointer in memory space 0, 1, 3";
    pointer(instance, message)?;
    let (sizes, element) = (sizes(instance), keyword(instance, "eltype", ""));
    let registers = registers(instance, sizes, element, "c");
    let Some((count, ty)) = registers.filter(|_| is_known(sizes, element, "c")) else {
        return instance.refuse(UNKNOWN);
    };
    let mut values = instance.operands("args");
    if values.len() != count {
        return instance.refuse(format!("expected {count} data operands"));
    }
    match values.all(|value| value.ty(instance.context) == ty) {
        true => Ok(()),
        false => {
            let ty = instance.quote(ty);
            instance.refuse(format!("expected data operands of type {ty}"))
        }
    }
}

pub(super) fn multiply(instance: &Instance<'_>) -> Result<(), Failure> {
    let sizes = sizes(instance);
    let elements = ["eltypeA", "eltypeB"].map(|name| keyword(instance, name, ""));
    let [factor, sum] = elements;
    let goes_with = matches!(
        (factor, sum),
        ("f64", "f64") | ("tf32", "f32") | ("f16", "f16" | "f32") | ("s8" | "u8", "s32")
    );
    let fragments = [(factor, "a"), (factor, "b"), (sum, "c")];
    let registers = fragments.map(|(element, fragment)| registers(instance, sizes, element, fragment));
    let ([Some(a), Some(b), Some(c)], true) = (registers, goes_with && is_known(sizes, factor, "a")) else {
        return instance.refuse(UNKNOWN);
    };
    let wanted = [a, b, c].map(|(count, ty)| std::iter::repeat_n(ty, count));
    let wanted: Vec<Type> = wanted.into_iter().flatten().collect();
    let values = instance.operands("args");
    if values.len() != wanted.len() {
        return instance.refuse(format!("expected {} arguments", wanted.len()));
    }
    for (index, (value, ty)) in values.zip(wanted).enumerate() {
        if value.ty(instance.context) != ty {
            let ty = instance.quote(ty);
            return instance.refuse(format!("expected argument {index} to be of type {ty}"));
        }
    }
    result(instance, c.0, c.1)
}
