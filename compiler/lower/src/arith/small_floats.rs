//! Conversions of floats of 8 and 4 bits, and of numbers with a scale, by those of integers and `f32`.

use tvmlike_ir::{Attribute, Context, FloatKind, Op, Signedness, Type, Value};
use tvmlike_transform::{ConversionFn, ConversionRewriter, ConvertedOperands};

use super::maker::{EQUAL, Maker, expand};
use crate::make::property;

/// Conversions of `f8E8M0FNU`.
pub(crate) const F8E8M0: [ConversionFn; 2] = [
    ConversionFn::new("arith.extf", extend_e8m0),
    ConversionFn::new("arith.truncf", truncate_e8m0),
];

/// Conversions of `f4E2M1FN`.
pub(crate) const F4E2M1: [ConversionFn; 2] = [
    ConversionFn::new("arith.extf", extend_e2m1),
    ConversionFn::new("arith.truncf", truncate_e2m1),
];

/// Conversions with a scale.
pub(crate) const SCALED: [ConversionFn; 2] = [
    ConversionFn::new("arith.scaling_extf", extend_scaled),
    ConversionFn::new("arith.scaling_truncf", truncate_scaled),
];

/// Predicates of comparisons of integers and of floats.
const AT_MOST: i64 = 3;
const UNSIGNED_GREATER: i64 = 8;
const UNSIGNED_AT_LEAST: i64 = 9;
const UNORDERED_GREATER: i64 = 9;
const UNORDERED_LESS: i64 = 11;
const UNORDERED: i64 = 14;

/// The format of the elements of a type.
fn kind(rewriter: &ConversionRewriter<'_, '_>, ty: Type) -> Option<FloatKind> {
    let context = rewriter.context();
    ty.element_type(context).unwrap_or(ty).float_kind(context)
}

fn operand_kind(rewriter: &ConversionRewriter<'_, '_>, op: Op, index: usize) -> Option<FloatKind> {
    let operand = op.operand(rewriter.context(), index)?;
    kind(rewriter, operand.ty(rewriter.context()))
}

fn result_kind(rewriter: &ConversionRewriter<'_, '_>, op: Op) -> Option<FloatKind> {
    kind(rewriter, op.result(rewriter.context(), 0)?.ty(rewriter.context()))
}

/// Properties by their names.
type Flags<'n> = Vec<(&'n str, Attribute)>;

/// The integers whose bits are those of an `f4E2M1FN`.
fn four_bits(context: &Context) -> Type {
    let ty = context.integer_type(4, Signedness::Signless);
    ty.expect("4 bits are a width of integers")
}

/// The properties of these names that an operation has.
fn flags<'n>(rewriter: &ConversionRewriter<'_, '_>, op: Op, names: &[&'n str]) -> Flags<'n> {
    let context = rewriter.context();
    let own = |name: &&'n str| property(context, op, name).map(|value| (*name, value));
    names.iter().filter_map(own).collect()
}

/// Converts floats to another format with as many bits, or more or fewer.
fn convert(make: &mut Maker<'_, '_, '_>, value: Value, ty: Type, flags: &Flags<'_>) -> Value {
    let [from, to] = [value.ty(make.context()), ty].map(|ty| make.width(ty));
    match () {
        () if from == to && value.ty(make.context()) == ty => value,
        () if from < to => make.flagged("arith.extf", &[value], ty, flags),
        () => make.flagged("arith.truncf", &[value], ty, flags),
    }
}

/// A number of `f8E8M0FNU` has the exponent of an `f32`.
fn extend_e8m0(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, _: &ConvertedOperands) -> Option<()> {
    if operand_kind(rewriter, op, 0) != Some(FloatKind::F8E8M0FNU) {
        return None;
    }
    let context = rewriter.context();
    let flags = flags(rewriter, op, &["fastmath"]);
    expand(rewriter, op, |make, operand, _| {
        let [i8, i32, f32] =
            [context.i8(), context.i32(), context.f32()].map(|ty| make.with_element(make.ty, ty));
        let bits = make.unary("arith.bitcast", operand, i8);
        let nan = make.integer(i8, -1);
        let nan_32 = make.integer(i32, -1);
        let distance = make.integer(i32, 23);
        let wide = make.unary("arith.extui", bits, i32);
        let exponent = make.binary("arith.shli", wide, distance);
        let is_nan = make.compare(EQUAL, bits, nan);
        let bits = make.select(is_nan, nan_32, exponent);
        let single = make.unary("arith.bitcast", bits, f32);
        let ty = make.ty;
        convert(make, single, ty, &flags)
    })
}

/// Takes the exponent of an `f32`.
fn truncate_e8m0(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, _: &ConvertedOperands) -> Option<()> {
    let context = rewriter.context();
    let is_rounded = property(context, op, "roundingmode").is_some();
    if result_kind(rewriter, op) != Some(FloatKind::F8E8M0FNU) || is_rounded {
        return None;
    }
    let flags = flags(rewriter, op, &["fastmath"]);
    expand(rewriter, op, |make, operand, _| {
        let [i8, i32, f32] =
            [context.i8(), context.i32(), context.f32()].map(|ty| make.with_element(make.ty, ty));
        let single = convert(make, operand, f32, &flags);
        let bits = make.unary("arith.bitcast", single, i32);
        let distance = make.integer(i32, 23);
        let exponent = make.binary("arith.shrui", bits, distance);
        let narrow = make.unary("arith.trunci", exponent, i8);
        make.unary("arith.bitcast", narrow, make.ty)
    })
}

/// Moves the bits of an `f4E2M1FN` to their places in an `f32`, and adds what the exponents differ by.
fn extend_e2m1(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, _: &ConvertedOperands) -> Option<()> {
    if operand_kind(rewriter, op, 0) != Some(FloatKind::F4E2M1FN) {
        return None;
    }
    let context = rewriter.context();
    expand(rewriter, op, |make, operand, _| {
        let i4 = four_bits(context);
        let [i4, i32, f32] = [i4, context.i32(), context.f32()].map(|ty| make.with_element(make.ty, ty));
        let bits = make.unary("arith.bitcast", operand, i4);
        let [zero, one, two, four, seven] = [0, 1, 2, 4, 7].map(|number| make.integer(i4, number));
        let unsigned = make.binary("arith.andi", bits, seven);
        let distance = make.integer(i32, 20);
        let moved = make.binary("arith.shli", unsigned, two);
        let is_half = make.compare(EQUAL, unsigned, one);
        let moved = make.select(is_half, zero, moved);
        let wide = make.unary("arith.extui", moved, i32);
        let fraction = make.binary("arith.shli", wide, distance);
        let zero_32 = make.integer(i32, 0);
        let large = make.integer(i32, 0x4000_0000);
        let small = make.integer(i32, 0x3f00_0000);
        let is_large = make.compare(UNSIGNED_AT_LEAST, unsigned, four);
        let exponent = make.select(is_large, large, small);
        let is_zero = make.compare(EQUAL, unsigned, zero);
        let exponent = make.select(is_zero, zero_32, exponent);
        let minus = make.integer(i32, i64::from(i32::MIN));
        let sign = make.integer(i4, -8);
        let is_negative = make.compare(UNSIGNED_AT_LEAST, bits, sign);
        let sign = make.select(is_negative, minus, zero_32);
        let sum = make.binary("arith.addi", fraction, exponent);
        let sum = make.binary("arith.addi", sum, sign);
        let single = make.unary("arith.bitcast", sum, f32);
        let ty = make.ty;
        convert(make, single, ty, &Flags::new())
    })
}

/// The operand if it compares as a predicate says, else the limit, which stands for NaN as well.
fn limited(make: &mut Maker<'_, '_, '_>, predicate: i64, value: Value, limit: Value) -> Value {
    let is_inside = make.compare_floats(predicate, value, limit);
    let inside = make.select(is_inside, value, limit);
    let is_nan = make.compare_floats(UNORDERED, value, value);
    make.select(is_nan, limit, inside)
}

/// Rounds to the nearest `f4E2M1FN`, and numbers out of its range to the last one.
fn truncate_e2m1(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, _: &ConvertedOperands) -> Option<()> {
    if result_kind(rewriter, op) != Some(FloatKind::F4E2M1FN) {
        return None;
    }
    let context = rewriter.context();
    expand(rewriter, op, |make, operand, _| {
        let i4 = four_bits(context);
        let [i4, i8, i32, f32] =
            [i4, context.i8(), context.i32(), context.f32()].map(|ty| make.with_element(make.ty, ty));
        let single = convert(make, operand, f32, &Flags::new());
        let [one, three] = [1, 3].map(|number| make.integer(i4, number));
        let last_bit = make.integer(i32, 22);
        let [zero_8, minus_8] = [0, -1].map(|number| make.integer(i8, number));
        let zero_32 = make.integer(i32, 0);
        let [greatest, least] = [6.0, -6.0].map(|number| make.float(f32, number));
        let below = limited(make, UNORDERED_LESS, single, greatest);
        let inside = limited(make, UNORDERED_GREATER, below, least);
        let bits = make.unary("arith.bitcast", inside, i32);
        let distance = make.integer(i32, 31);
        let sign = make.binary("arith.shrui", bits, distance);
        let sign = make.unary("arith.trunci", sign, i4);
        let sign = make.binary("arith.shli", sign, three);
        let bias = make.integer(i32, 126);
        let distance = make.integer(i32, 23);
        let exponent = make.binary("arith.shrui", bits, distance);
        let exponent = make.binary("arith.subi", exponent, bias);
        let narrow = make.unary("arith.trunci", exponent, i4);
        let moved = make.binary("arith.shli", narrow, one);
        let upper = make.binary("arith.addi", sign, moved);
        let mask = make.integer(i32, 0x40_0000);
        let first = make.binary("arith.andi", bits, mask);
        let first = make.binary("arith.shrui", first, last_bit);
        let first = make.unary("arith.trunci", first, i4);
        let normal = make.binary("arith.addi", upper, first);
        let mask = make.integer(i32, 0x7f_ffff);
        let exponent = make.unary("arith.trunci", exponent, i8);
        let is_small = make.compare(AT_MOST, exponent, zero_8);
        let is_quarter = make.compare(EQUAL, exponent, minus_8);
        let fraction = make.binary("arith.andi", bits, mask);
        let has_fraction = make.compare(UNSIGNED_GREATER, fraction, zero_32);
        let is_above_quarter = make.binary("arith.andi", is_quarter, has_fraction);
        let is_half = make.compare(EQUAL, exponent, zero_8);
        let [none, zero] = [-1, 0].map(|number| make.integer(i4, number));
        let chosen = make.select(is_small, none, normal);
        let chosen = make.select(is_above_quarter, zero, chosen);
        let chosen = make.select(is_half, normal, chosen);
        let mask = make.integer(i32, 0x3f_ffff);
        let half = make.integer(i32, 0x20_0000);
        let rest = make.binary("arith.andi", bits, mask);
        let is_rounded = make.compare(UNSIGNED_AT_LEAST, rest, half);
        let is_next = make.binary("arith.ori", is_rounded, is_small);
        let next = make.binary("arith.addi", chosen, one);
        let number = make.select(is_next, next, chosen);
        make.unary("arith.bitcast", number, make.ty)
    })
}

/// The scale as `f8E8M0FNU`.
fn scale(make: &mut Maker<'_, '_, '_>, value: Value, flags: &Flags<'_>) -> Value {
    let ty = value.ty(make.context());
    let small = make.context().float_type(FloatKind::F8E8M0FNU);
    let small = make.with_element(ty, small);
    convert(make, value, small, flags)
}

/// Whether the second operand, the scale, can be `f8E8M0FNU`, which can be extended to the format of the computation.
fn has_scale(rewriter: &ConversionRewriter<'_, '_>, op: Op, computed: Option<FloatKind>) -> bool {
    let kind = operand_kind(rewriter, op, 1);
    kind.is_some_and(|kind| kind == FloatKind::F8E8M0FNU || kind.width() >= 16)
        && computed.is_some_and(|kind| kind.width() > 8)
}

/// `scaling_extf`: the product of the number and the scale.
fn extend_scaled(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, _: &ConvertedOperands) -> Option<()> {
    if !has_scale(rewriter, op, result_kind(rewriter, op)) {
        return None;
    }
    let flags = flags(rewriter, op, &["fastmath"]);
    expand(rewriter, op, |make, operand, factor| {
        let ty = make.ty;
        let factor = scale(make, factor, &flags);
        let factor = convert(make, factor, ty, &flags);
        let number = convert(make, operand, ty, &flags);
        make.flagged("arith.mulf", &[number, factor], ty, &flags)
    })
}

/// `scaling_truncf`: the quotient of the number and the scale.
fn truncate_scaled(rewriter: &mut ConversionRewriter<'_, '_>, op: Op, _: &ConvertedOperands) -> Option<()> {
    if !has_scale(rewriter, op, operand_kind(rewriter, op, 0)) {
        return None;
    }
    let own = flags(rewriter, op, &["fastmath"]);
    let rounded = flags(rewriter, op, &["roundingmode", "fastmath"]);
    expand(rewriter, op, |make, operand, factor| {
        let ty = operand.ty(make.context());
        let factor = scale(make, factor, &own);
        let factor = convert(make, factor, ty, &own);
        let quotient = make.flagged("arith.divf", &[operand, factor], ty, &own);
        let result = make.ty;
        make.flagged("arith.truncf", &[quotient], result, &rounded)
    })
}
