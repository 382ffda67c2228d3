//! Products of matrices whose elements the lanes of a wave have, and what extends their elements.

use tvmlike_define::{Instance, enum_number};
use tvmlike_ir::{Context, Failure, FloatKind, Type};

/// The lanes of a wave.
const WAVE: u64 = 64;

/// A scalar or a vector: the number of its elements, and their type.
fn elements(context: &Context, ty: Type) -> (u64, Type) {
    match ty.element_type(context).filter(|_| ty.is_shaped(context)) {
        Some(element) => (
            ty.num_elements(context).unwrap_or_default().unsigned_abs(),
            element,
        ),
        None => (1, ty),
    }
}

/// The number of bits of a float; 0 of another type.
fn float_bits(context: &Context, ty: Type) -> u32 {
    let kind = ty.float_kind(context);
    kind.map_or(0, |_| ty.bit_width(context).unwrap_or_default())
}

/// Whether a type is a signless integer of a width.
fn is_signless(context: &Context, ty: Type, width: u32) -> bool {
    context.integer_type(width, tvmlike_ir::Signedness::Signless).ok() == Some(ty)
}

/// The value of an attribute, as MLIR has it in a `uint32_t`.
fn word(instance: &Instance<'_>, name: &str) -> u32 {
    instance.integer(name).unwrap_or_default() as u32
}

/// The number of elements that one lane has of a matrix.
fn per_lane(instance: &Instance<'_>, sizes: &[&str]) -> u64 {
    let product = sizes
        .iter()
        .map(|name| word(instance, name))
        .fold(1, u32::wrapping_mul);
    u64::from(product) / WAVE
}

/// Checks the numbers of elements of sources and of the result.
fn verify_counts(
    instance: &Instance<'_>,
    source: (u64, &[&str]),
    result: (u64, &[&str]),
) -> Result<(), Failure> {
    for (what, (given, sizes)) in [("source", source), ("result", result)] {
        let expected = per_lane(instance, sizes);
        if given != expected {
            return instance.refuse(format!(
                "expected {expected} {what} values for this operation but got {given}"
            ));
        }
    }
    Ok(())
}

pub(super) fn scaled_extension(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let (block, byte) = (word(instance, "blockSize"), word(instance, "firstScaleByte"));
    let lane = word(instance, "firstScaleLane");
    let (_, element) = elements(context, instance.operand_type("source"));
    let is_byte = float_bits(context, element) == 8;
    match (is_byte, block) {
        (false, 16) if byte > 1 => {
            instance.refuse("blockSize of 16 can only have firstScaleByte be 0 or 1 for f4 and f6.")
        }
        (false, 32) if ![0, 2].contains(&byte) => {
            instance.refuse("blockSize of 32 can only have firstScaleByte be 0 or 2 for f4 and f6.")
        }
        (true, 16) if ![(0, 0), (16, 2)].contains(&(lane, byte)) => instance.refuse(
            "blockSize of 16 can only have (firstScaleLane, firstScaleByte) be (0, 0) or (16, 2) for f8.",
        ),
        _ => Ok(()),
    }
}

pub(super) fn wmma(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let types = ["sourceA", "sourceB"].map(|name| instance.operand_type(name));
    let [(one_count, one), (other_count, other)] = types.map(|ty| elements(context, ty));
    let quoted = || types.map(|ty| instance.quote(ty));
    if one_count != other_count {
        let [one, other] = quoted();
        return instance.refuse(format!(
            "source vectors have different lengths: {one} vs. {other}"
        ));
    }
    let (_, result) = elements(context, instance.operand_type("destC"));
    let is_float = |ty: Type| ty.float_kind(context).is_some();
    match (is_float(result), is_float(one)) {
        (true, false) => return instance.refuse("expected float sources with float destination"),
        (false, true) => return instance.refuse("expected int sources with int destination"),
        _ => {}
    }
    if float_bits(context, one) != 8 && one != other {
        let [one, other] = quoted();
        return instance.refuse(format!(
            "source element types must match (except for fp8/bf8) but have {one} and {other}"
        ));
    }
    if is_float(one) && instance.has("clamp") {
        return instance.refuse("clamp flag is not supported for float types");
    }
    match is_float(one) && (instance.has("unsignedA") || instance.has("unsignedB")) {
        true => instance.refuse("unsigned flags are not supported for float types"),
        false => Ok(()),
    }
}

/// The kind of the elements of a scaled matrix, or of its scales.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Small {
    F4,
    F6,
    F8,
    Other,
}

fn small(context: &Context, ty: Type) -> Small {
    match ty.float_kind(context) {
        Some(FloatKind::F4E2M1FN) => Small::F4,
        Some(FloatKind::F6E2M3FN | FloatKind::F6E3M2FN) => Small::F6,
        Some(FloatKind::F8E4M3FN | FloatKind::F8E5M2) => Small::F8,
        _ => Small::Other,
    }
}

pub(super) fn scaled_wmma(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let of = |name: &str| elements(context, instance.operand_type(name));
    let ((one_count, one), (other_count, other)) = (of("sourceA"), of("sourceB"));
    let is_square = word(instance, "m") == 16;
    let (count, expected) = (of("destC").0, if is_square { 8 } else { 16 });
    if count != expected {
        return instance.refuse(format!(
            "expected output vector of length {expected} but got {count}"
        ));
    }
    if !is_square && small(context, one) != Small::F4 && small(context, other) != Small::F4 {
        return instance.refuse("32x16x128 only supports fp4 element types");
    }
    let (size, needed) = match is_square {
        true => ("16x16x128", 64),
        false => ("32x16x128", 128),
    };
    for (name, needed, count) in [("sourceA", needed, one_count), ("sourceB", 64, other_count)] {
        if count != needed {
            return instance.refuse(format!(
                "for {size}, {name} must have {needed} elements but got {count}"
            ));
        }
    }
    if !is_square && word(instance, "a_first_scale_lane") != 0 {
        return instance.refuse("for 32x16x128, a_first_scale_lane must be 0");
    }
    verify_scales(instance, [one, other])
}

/// Checks that the types of scales go with those of the elements of matrices.
fn verify_scales(instance: &Instance<'_>, matrices: [Type; 2]) -> Result<(), Failure> {
    let context = instance.context;
    let scales = ["scaleA", "scaleB"].map(|name| elements(context, instance.operand_type(name)).1);
    let is = |ty: Type, kind: FloatKind| ty.float_kind(context) == Some(kind);
    let is_exponent = scales.map(|scale| is(scale, FloatKind::F8E8M0FNU));
    let is_float = scales.map(|scale| is(scale, FloatKind::F8E4M3FN));
    if (0..2).any(|index| !is_exponent[index] && !is_float[index]) {
        return instance.refuse("scale operands must have f8 element types (E8M0FNU or E4M3FN)");
    }
    // A matrix with scales that are floats has elements of 4 bits; the other one has as well, or exponents.
    let kinds = matrices.map(|ty| small(context, ty));
    let is_wide = |kind: Small| matches!(kind, Small::F6 | Small::F8);
    let is_valid = match (is_exponent, kinds) {
        ([true, true], _) => true,
        ([true, false], [wide, Small::F4]) | ([false, true], [Small::F4, wide]) => is_wide(wide),
        ([false, false], [Small::F4, Small::F4]) => true,
        _ => false,
    };
    if is_valid {
        return Ok(());
    }
    let [a, b, scale_a, scale_b] =
        [matrices[0], matrices[1], scales[0], scales[1]].map(|ty| instance.quote(ty));
    instance.refuse(format!(
        "invalid combination of matrix and scale types: sourceA={a}, scaleA={scale_a}, sourceB={b}, scaleB={scale_b}"
    ))
}

pub(super) fn mfma(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let types = ["sourceA", "sourceB"].map(|name| instance.operand_type(name));
    let [(mut count, source), (other_count, other)] = types.map(|ty| elements(context, ty));
    let is_small = |ty: Type| [4, 6, 8].contains(&float_bits(context, ty));
    if is_small(source) {
        if !is_small(other) {
            return instance.refuse("expected both source operands to have small-float elements if one does");
        }
        if count != other_count {
            return instance.refuse("expected both small-float source vectors to have the same length");
        }
    } else if types[0] != types[1] {
        return instance.refuse("expected both non-small-float source operand types to match exactly");
    }
    // An integer stands for the bytes in it.
    if is_signless(context, source, 32) {
        count *= 4;
    } else if is_signless(context, source, 64) {
        count *= 8;
    }
    let (results, result) = elements(context, instance.operand_type("destC"));
    verify_counts(
        instance,
        (count, &["m", "k", "blocks"]),
        (results, &["m", "n", "blocks"]),
    )?;
    let is_double = result == context.f64();
    let blgp = instance
        .attribute("blgp")
        .and_then(|blgp| enum_number(context, blgp));
    if is_double && blgp.unwrap_or_default() != 0 {
        return instance.refuse("double-precision ops do not support permuting lanes of B");
    }
    let cbsz = word(instance, "cbsz");
    if is_double && cbsz != 0 {
        return instance.refuse("double-precision ops do not support permuting lanes of A");
    }
    if word(instance, "abid") >= 1_u32.wrapping_shl(cbsz) {
        return instance.refuse("block ID for permuting A (abid) must be below 2 ** cbsz");
    }
    let negates = ["negateA", "negateB", "negateC"]
        .iter()
        .any(|name| instance.has(name));
    match negates && !is_double {
        true => instance.refuse("negation flags only available for double-precision operations"),
        false => Ok(()),
    }
}

pub(super) fn sparse_mfma(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let of = |name: &str| elements(context, instance.operand_type(name));
    let ((sparse_count, sparse), (dense_count, dense)) = (of("sourceA"), of("sourceB"));
    if dense_count != 2 * sparse_count {
        return instance.refuse(
            "expected dense source operand to have exactly double the number of elements of the sparse source operand",
        );
    }
    let is_small = |ty: Type| float_bits(context, ty) == 8;
    if !(is_small(sparse) && is_small(dense)) && sparse != dense {
        return instance.refuse("expected source operands to have the same element type");
    }
    let is_byte = is_small(sparse) || is_signless(context, sparse, 8);
    let (cbsz, abid) = (word(instance, "cbsz"), word(instance, "abid"));
    if cbsz == 0 && is_byte && abid > 1 {
        return instance.refuse("ABID must be 0 or 1 for 8-bit source data");
    }
    if cbsz == 0 && !is_byte && abid > 3 {
        return instance.refuse("ABID must be between 0 and 3 for 16-bit source data");
    }
    let (indices, index) = of("sparseIdx");
    let (count, width, source) = if is_byte { (2, 16, 8) } else { (4, 8, 16) };
    if indices != count || !is_signless(context, index, width) {
        let given = instance.quote(instance.operand_type("sparseIdx"));
        return instance.refuse(format!(
            "expected vector<{count}xi{width}> sparse indices for {source}-bit source data, but got {given}"
        ));
    }
    let result = of("destC").0;
    verify_counts(instance, (dense_count, &["m", "k"]), (result, &["m", "n"]))
}
