//! Functions of C's library, for constants of type `f32` and `f64`.

use tvmlike_ir::{FloatKind, Folded, Folding};

use super::super::elementwise::{binary, unary_to};
use crate::number::Float;

/// Functions of C's library that Rust calculates in another way, or does not have.
mod c {
    // SAFETY: the declarations are those of C's `<math.h>`, with which the standard library is linked, and the functions are defined
    // for all numbers.
    unsafe extern "C" {
        pub(super) safe fn acosh(value: f64) -> f64;
        pub(super) safe fn acoshf(value: f32) -> f32;
        pub(super) safe fn asinh(value: f64) -> f64;
        pub(super) safe fn asinhf(value: f32) -> f32;
        pub(super) safe fn atanh(value: f64) -> f64;
        pub(super) safe fn atanhf(value: f32) -> f32;
        pub(super) safe fn erf(value: f64) -> f64;
        pub(super) safe fn erff(value: f32) -> f32;
        pub(super) safe fn erfc(value: f64) -> f64;
        pub(super) safe fn erfcf(value: f32) -> f32;
    }
}

/// Calculates with a number in its own format. `None`: it is neither `f32` nor `f64`.
fn calculate(value: Float, single: fn(f32) -> f32, double: fn(f64) -> f64) -> Option<Float> {
    Some(match value.kind() {
        FloatKind::F32 => from_single(single(to_single(value))),
        FloatKind::F64 => from_double(double(to_double(value))),
        _ => return None,
    })
}

const fn to_single(value: Float) -> f32 {
    f32::from_bits(value.bits() as u32)
}

const fn to_double(value: Float) -> f64 {
    f64::from_bits(value.bits() as u64)
}

fn from_single(value: f32) -> Float {
    Float::from_bits(FloatKind::F32, u128::from(value.to_bits()))
}

fn from_double(value: f64) -> Float {
    Float::from_bits(FloatKind::F64, u128::from(value.to_bits()))
}

/// Folds a constant by a function, where a predicate holds.
fn fold(
    folding: &Folding<'_, '_>,
    is_defined: impl Fn(Float) -> bool,
    single: fn(f32) -> f32,
    double: fn(f64) -> f64,
) -> Option<Folded> {
    let (context, value) = (folding.context(), folding.constant(0)?);
    let function = |value: &Float| match is_defined(*value) {
        true => calculate(*value, single, double),
        false => None,
    };
    unary_to(context, value, folding.result_type(), function).map(Folded::from)
}

/// Folds of a function of one number: the function for `f32` and `f64`, and the condition.
macro_rules! functions {
    ($($name:ident: $function:ident if |$value:ident| $condition:expr;)*) => {
        functions! { $($name: f32::$function, f64::$function, |$value| $condition;)* }
    };
    ($($name:ident: $single:path, $double:path, |$value:ident| $condition:expr;)*) => {$(
        #[doc = concat!("`", stringify!($name), "`: constants.")]
        pub(super) fn $name(folding: &mut Folding<'_, '_>) -> Option<Folded> {
            fold(folding, |$value| $condition, |number| $single(number), |number| $double(number))
        }
    )*};
}

functions! {
    acosh: c::acoshf, c::acosh, |_value| true;
    asinh: c::asinhf, c::asinh, |_value| true;
    atanh: c::atanhf, c::atanh, |_value| true;
    erf: c::erff, c::erf, |_value| true;
    erfc: c::erfcf, c::erfc, |_value| true;
}

functions! {
    acos: acos if |_value| true;
    asin: asin if |_value| true;
    atan: atan if |_value| true;
    cos: cos if |_value| true;
    cosh: cosh if |_value| true;
    exp: exp if |_value| true;
    exp2: exp2 if |_value| true;
    expm1: exp_m1 if |_value| true;
    log: ln if |value| !value.is_negative();
    log10: log10 if |value| !value.is_negative();
    log1p: ln_1p if |value| !is_below_minus_one(value);
    log2: log2 if |value| !value.is_negative();
    round: round if |_value| true;
    sin: sin if |_value| true;
    sinh: sinh if |_value| true;
    sqrt: sqrt if |value| !value.is_negative();
    tan: tan if |_value| true;
    tanh: tanh if |_value| true;
    trunc: trunc if |_value| true;
}

/// Whether the number is below -1.
fn is_below_minus_one(value: Float) -> bool {
    let one = Float::from_f64(value.kind(), 1.0);
    one.and_then(|one| value.add(one)).is_some_and(Float::is_negative)
}

/// Folds two constants by a function.
fn fold_two(
    folding: &Folding<'_, '_>,
    single: fn(f32, f32) -> f32,
    double: fn(f64, f64) -> f64,
) -> Option<Folded> {
    let function = |a: &Float, b: &Float| {
        Some(match a.kind() {
            FloatKind::F32 => from_single(single(to_single(*a), to_single(*b))),
            FloatKind::F64 => from_double(double(to_double(*a), to_double(*b))),
            _ => return None,
        })
    };
    binary(folding, function).map(Folded::from)
}

/// `atan2`: constants. That of two zeros is NaN.
pub(super) fn atan2(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    let single = |a: f32, b: f32| {
        if a == 0.0 && b == 0.0 {
            f32::NAN
        } else {
            a.atan2(b)
        }
    };
    let double = |a: f64, b: f64| {
        if a == 0.0 && b == 0.0 {
            f64::NAN
        } else {
            a.atan2(b)
        }
    };
    fold_two(folding, single, double)
}

/// `powf`: constants.
pub(super) fn powf(folding: &mut Folding<'_, '_>) -> Option<Folded> {
    fold_two(folding, f32::powf, f64::powf)
}
