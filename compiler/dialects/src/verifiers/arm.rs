//! `arm_neon`, `arm_sme` and `arm_sve`: vectors whose types follow from those of other operands.

use tvmlike_define::{HandWritten, Hook, Instance};
use tvmlike_ir::{Context, Failure, Type};

use super::types::element_or_self;

pub(super) const NEON: super::Table = &[("arm_neon.2d.sdot", Hook::Interface("Unknown", rows))];

pub(super) const SME: super::Table = &[
    ("arm_sme.fmopa_2way", Hook::Interface("Unknown", TWO)),
    ("arm_sme.fmops_2way", Hook::Interface("Unknown", TWO)),
    ("arm_sme.intr.cntsd", Hook::Interface("Unknown", count)),
    ("arm_sme.outerproduct", Hook::Interface("Unknown", masks)),
    ("arm_sme.smopa_2way", Hook::Interface("Unknown", TWO)),
    ("arm_sme.smopa_4way", Hook::Interface("Unknown", FOUR)),
    ("arm_sme.smops_2way", Hook::Interface("Unknown", TWO)),
    ("arm_sme.smops_4way", Hook::Interface("Unknown", FOUR)),
    ("arm_sme.sumopa_4way", Hook::Interface("Unknown", FOUR)),
    ("arm_sme.sumops_4way", Hook::Interface("Unknown", FOUR)),
    ("arm_sme.tile_load", Hook::Interface("Unknown", padding)),
    ("arm_sme.umopa_2way", Hook::Interface("Unknown", TWO)),
    ("arm_sme.umopa_4way", Hook::Interface("Unknown", FOUR)),
    ("arm_sme.umops_2way", Hook::Interface("Unknown", TWO)),
    ("arm_sme.umops_4way", Hook::Interface("Unknown", FOUR)),
    ("arm_sme.usmopa_4way", Hook::Interface("Unknown", FOUR)),
    ("arm_sme.usmops_4way", Hook::Interface("Unknown", FOUR)),
];

pub(super) const SVE: super::Table = &[
    (
        "arm_sve.intr.convert.from.svbool",
        Hook::Interface("Unknown", predicate),
    ),
    (
        "arm_sve.intr.convert.to.svbool",
        Hook::Interface("Unknown", whole),
    ),
    ("arm_sve.intr.psel", Hook::Interface("Unknown", whole)),
    ("arm_sve.intr.whilelt", Hook::Interface("Unknown", predicate)),
];

const TWO: HandWritten = |op| outer_products(op, 2);
const FOUR: HandWritten = |op| outer_products(op, 4);

/// Refuses what a condition of the record does not allow.
pub(super) fn require(instance: &Instance<'_>, passes: bool, words: &str) -> Result<(), Failure> {
    match passes {
        true => Ok(()),
        false => instance.refuse(format!("failed to verify that {words}")),
    }
}

/// The sizes of a vector, and which of them are scalable.
fn parts(context: &Context, ty: Type) -> (Vec<i64>, Vec<bool>) {
    match ty.kind(context) {
        tvmlike_ir::TypeKind::Vector { shape, scalable, .. } => {
            let flags = (0..shape.len()).map(|index| scalable.get(index)).collect();
            (shape.iter().collect(), flags)
        }
        _ => (Vec::new(), Vec::new()),
    }
}

fn rows(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let (a, _) = parts(context, instance.operand_type("a"));
    let (b, _) = parts(context, instance.operand_type("b"));
    require(instance, a.len() == 1, "operand `a` should be 1-dimensional")?;
    require(instance, b.len() == 2, "operand `b` should be 2-dimensional")?;
    require(instance, b[1] == 4, "operand `b` should have 4 columns")?;
    let words = "operand `b` should have as many rows as the size of operand `a`";
    require(instance, a[0] == b[0], words)
}

fn count(instance: &Instance<'_>) -> Result<(), Failure> {
    let is_i64 = instance
        .result_type("res")
        .is_signless_integer(instance.context, 64);
    require(instance, is_i64, "`res` is i64")
}

fn padding(instance: &Instance<'_>) -> Result<(), Failure> {
    let has = |name: &str| instance.optional_operand(name).is_some();
    let words = "both `padding` and `mask` should be provided or neither";
    require(instance, has("padding") == has("mask"), words)
}

fn masks(instance: &Instance<'_>) -> Result<(), Failure> {
    let has = |name: &str| instance.optional_operand(name).is_some();
    let words = "both `lhsMask` and `rhsMask` should be provided or neither";
    require(instance, has("lhsMask") == has("rhsMask"), words)
}

fn outer_products(instance: &Instance<'_>, count: u32) -> Result<(), Failure> {
    let context = instance.context;
    masks(instance)?;
    let width = |ty: Type| element_or_self(context, ty).bit_width(context);
    let result = width(instance.result_type("result"));
    let wanted = width(instance.operand_type("lhs")).map(|width| width * count);
    let words = format!("tile element size equals input element size * {count}");
    require(instance, result == wanted, &words)
}

/// Whether a type is a scalable vector of bits of one of some sizes.
fn is_mask(context: &Context, ty: Type, allowed: &[i64]) -> bool {
    let (sizes, flags) = parts(context, ty);
    let bits = element_or_self(context, ty) == context.i1();
    bits && flags == [true] && sizes.iter().all(|size| allowed.contains(size))
}

fn predicate(instance: &Instance<'_>) -> Result<(), Failure> {
    let passes = is_mask(instance.context, instance.result_type("res"), &[1, 2, 4, 8, 16]);
    let words = "'res' is vector<[1]xi1>, vector<[2]xi1>, vector<[4]xi1>, vector<[8]xi1>, or vector<[16]xi1>";
    require(instance, passes, words)
}

fn whole(instance: &Instance<'_>) -> Result<(), Failure> {
    let passes = is_mask(instance.context, instance.result_type("res"), &[16]);
    require(instance, passes, "'res' is vector<[16]xi1>")
}
