//! Exact decimal text: `digits * 10^exponent` rounded to a format.

use num_bigint::BigUint;
use tvmlike_ir::{FloatKind, Unpacked};

/// The nearest value to `digits * 10^exponent`, ties to even.
pub(super) fn round(digits: u128, exponent: i32, kind: FloatKind) -> Option<u128> {
    let power = BigUint::from(10_u8).pow(exponent.unsigned_abs());
    if exponent >= 0 {
        return nearest(&(BigUint::from(digits) * power), 0, false, kind);
    }
    // A quotient with so many bits that the remainder matters for ties only.
    let shift = power.bits() + 128;
    let value = BigUint::from(digits) << shift;
    let quotient = &value / &power;
    let remainder = value != &quotient * &power;
    nearest(&quotient, -(shift as i32), remainder, kind)
}

/// The nearest value to `value * 2^exponent`, or to a little more than that.
fn nearest(value: &BigUint, exponent: i32, more: bool, kind: FloatKind) -> Option<u128> {
    // No format has more than 113 bits of precision, so the last of 128 can stand for all that were cut off.
    let dropped = value.bits().saturating_sub(127);
    let more = more || value.trailing_zeros().is_some_and(|zeros| zeros < dropped);
    let kept: u128 = (value >> dropped).try_into().ok()?;
    kind.pack(Unpacked::Finite {
        negative: false,
        significand: kept << 1 | u128::from(more),
        exponent: exponent + dropped as i32 - 1,
    })
}
