//! Conversions from and to floats of few bits.

use tvmlike_define::Instance;
use tvmlike_ir::{Failure, FloatKind, Type};

use super::{is_set, keyword};

/// The floats of 4, 6 and 8 bits that conversions know.
pub(super) const F4: [FloatKind; 1] = [FloatKind::F4E2M1FN];
pub(super) const F6: [FloatKind; 2] = [FloatKind::F6E2M3FN, FloatKind::F6E3M2FN];
pub(super) const F8: [FloatKind; 2] = [FloatKind::F8E4M3FN, FloatKind::F8E5M2];
/// The exponents of 8 bits.
pub(super) const E8: [FloatKind; 1] = [FloatKind::F8E8M0FNU];

/// The names of types for a message: "'f8E4M3FN' and 'f8E5M2'".
fn names(instance: &Instance<'_>, kinds: &[FloatKind]) -> String {
    let context = instance.context;
    let name = |kind: &FloatKind| instance.quote(context.float_type(*kind));
    kinds.iter().map(name).collect::<Vec<_>>().join(" and ")
}

fn is_one_of(instance: &Instance<'_>, ty: Option<Type>, kinds: &[FloatKind]) -> bool {
    let kind = ty.and_then(|ty| ty.float_kind(instance.context));
    kind.is_some_and(|kind| kinds.contains(&kind))
}

fn check(
    instance: &Instance<'_>,
    attribute: &str,
    [from, to]: [&str; 2],
    kinds: &[FloatKind],
) -> Result<(), Failure> {
    if is_one_of(instance, instance.type_in(attribute), kinds) {
        return Ok(());
    }
    let names = names(instance, kinds);
    let types = if kinds.len() == 1 { "type is" } else { "types are" };
    instance.refuse(format!(
        "Only {names} {types} supported for conversions from {from} to {to}."
    ))
}

/// Checks the type to which a conversion converts.
pub(super) fn target(
    instance: &Instance<'_>,
    from: &str,
    to: &str,
    kinds: &[FloatKind],
) -> Result<(), Failure> {
    check(instance, "dstTy", [from, to], kinds)
}

/// Checks the type from which a conversion converts.
pub(super) fn source(
    instance: &Instance<'_>,
    from: &str,
    to: &str,
    kinds: &[FloatKind],
) -> Result<(), Failure> {
    check(instance, "srcType", [from, to], kinds)
}

pub(super) fn float_to_tf32(instance: &Instance<'_>) -> Result<(), Failure> {
    match keyword(instance, "rnd", "none") {
        "rna" if is_set(instance, "relu") => {
            instance.refuse_plainly("Relu not supported with rna rounding mode.")
        }
        "rn" | "rz" | "rna" => Ok(()),
        _ => instance.refuse_plainly("Only {rn,rz,rna} rounding modes supported for ConvertFloatToTF32Op."),
    }
}

pub(super) fn f32x2_to_f8x2(instance: &Instance<'_>) -> Result<(), Failure> {
    let (ty, rounding) = (instance.type_in("dstTy"), keyword(instance, "rnd", "none"));
    let exponent = names(instance, &E8);
    if is_one_of(instance, ty, &F8) {
        let names = names(instance, &F8);
        if rounding != "rn" {
            return instance.refuse(format!(
                "Only RN rounding mode is supported for conversions from f32x2 to {names} types"
            ));
        }
        return match keyword(instance, "sat", "none") {
            "satfinite" => Ok(()),
            _ => instance.refuse(format!(
                "Only SATFINITE saturation mode is supported for conversions from f32x2 to {names} types"
            )),
        };
    }
    if !is_one_of(instance, ty, &E8) {
        let [one, other] = F8.map(|kind| names(instance, &[kind]));
        return instance.refuse(format!(
            "Only {one}, {other}, and {exponent} types are supported for conversions from f32x2 to f8x2"
        ));
    }
    if !["rz", "rp"].contains(&rounding) {
        return instance.refuse(format!(
            "Only RZ and RP rounding modes are supported for conversions from f32x2 to {exponent} type"
        ));
    }
    match is_set(instance, "relu") {
        true => instance.refuse(format!("relu not supported for conversions to {exponent} type")),
        false => Ok(()),
    }
}

pub(super) fn bf16x2_to_f8x2(instance: &Instance<'_>) -> Result<(), Failure> {
    target(instance, "bf16x2", "f8x2", &E8)?;
    match keyword(instance, "rnd", "none") {
        "rz" | "rp" => Ok(()),
        _ => instance
            .refuse("Only RZ and RP rounding modes are supported for conversions from bf16x2 to f8x2."),
    }
}

/// Checks a conversion of two floats that can be rounded with random bits.
pub(super) fn rounded(instance: &Instance<'_>, to: &str) -> Result<(), Failure> {
    let is_random = match keyword(instance, "rnd", "none") {
        "rs" => true,
        "rn" | "rz" => false,
        _ => {
            return instance.refuse(format!(
                "Only RN, RZ, and RS rounding modes are supported for conversions from f32x2 to {to}."
            ));
        }
    };
    match (is_random, instance.optional_operand("random_bits").is_some()) {
        (true, false) => instance.refuse("random_bits is required for RS rounding mode."),
        (false, true) => instance.refuse("random_bits not supported for RN and RZ rounding modes."),
        _ => Ok(()),
    }
}
