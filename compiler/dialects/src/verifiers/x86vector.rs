//! `x86vector`: masks with a bit for each element, and products of narrower elements.

use tvmlike_define::{Hook, Instance};
use tvmlike_ir::{Context, Failure, FloatKind, Signedness, Type};

use super::arm::require;

pub(super) const CHECKS: super::Table = &[
    (
        "x86vector.avx.dot.i8",
        Hook::Interface("Unknown", |op| {
            let wanted = integers(op.context, op.operand_type("w"), 4, 8);
            same(op, "a", wanted, "`a` has four times elements as `w`")
        }),
    ),
    (
        "x86vector.avx512.dot",
        Hook::Interface("Unknown", |op| {
            let context = op.context;
            let size = first_size(context, op.operand_type("src")).wrapping_mul(2);
            let wanted = context.vector_type(&[size], context.float_type(FloatKind::BF16), &[]);
            same(op, "a", wanted.ok(), "`a` has twice an many elements as `src`")
        }),
    ),
    (
        "x86vector.avx512.mask.compress",
        Hook::Interface("Unknown", |op| {
            let wanted = integers(op.context, op.result_type("dst"), 1, 1);
            same(
                op,
                "k",
                wanted,
                "`k` has the same number of bits as elements in `dst`",
            )
        }),
    ),
    ("x86vector.avx512.mask.compress", Hook::Verify(compress)),
    (
        "x86vector.avx512.mask.rndscale",
        Hook::Interface("Unknown", |op| {
            let wanted = bits(op.context, op.result_type("dst"));
            same(
                op,
                "imm",
                wanted,
                "imm has the same number of bits as elements in dst",
            )
        }),
    ),
    (
        "x86vector.avx512.mask.scalef",
        Hook::Interface("Unknown", |op| {
            let wanted = bits(op.context, op.result_type("dst"));
            same(
                op,
                "k",
                wanted,
                "k has the same number of bits as elements in dst",
            )
        }),
    ),
    (
        "x86vector.avx512.vp2intersect",
        Hook::Interface("Unknown", intersect),
    ),
];

fn first_size(context: &Context, ty: Type) -> i64 {
    let shape = ty.shape(context);
    shape.and_then(|shape| shape.iter().next()).unwrap_or_default()
}

/// A vector of integers with a multiple of the elements of another one.
fn integers(context: &Context, ty: Type, factor: i64, width: u32) -> Option<Type> {
    let element = context.integer_type(width, Signedness::Signless).ok()?;
    let size = first_size(context, ty).checked_mul(factor)?;
    context.vector_type(&[size], element, &[]).ok()
}

/// An integer with a bit for each element.
fn bits(context: &Context, ty: Type) -> Option<Type> {
    let width = u32::try_from(first_size(context, ty)).ok()?;
    context.integer_type(width, Signedness::Signless).ok()
}

fn same(instance: &Instance<'_>, operand: &str, wanted: Option<Type>, words: &str) -> Result<(), Failure> {
    require(instance, wanted == Some(instance.operand_type(operand)), words)
}

fn intersect(instance: &Instance<'_>) -> Result<(), Failure> {
    let wanted = integers(instance.context, instance.operand_type("a"), 1, 1);
    for (mask, vector) in [("k1", "a"), ("k2", "b")] {
        let passes = wanted == Some(instance.result_type(mask));
        let words = format!("{mask} has the same number of bits as elements in {vector}");
        require(instance, passes, &words)?;
    }
    Ok(())
}

fn compress(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    if instance.has("constant_src") && instance.optional_operand("src").is_some() {
        return instance.refuse_plainly("cannot use both src and constant_src");
    }
    let target = instance.result_type("dst");
    let source = instance.optional_operand("src").map(|source| source.ty(context));
    if source.is_some_and(|source| source != target) {
        return instance.refuse_plainly("failed to verify that src and dst have same type");
    }
    let constant = instance.attribute("constant_src").map(|value| value.ty(context));
    match constant.is_some_and(|constant| constant != target) {
        true => instance.refuse_plainly("failed to verify that constant_src and dst have same type"),
        false => Ok(()),
    }
}
