//! Exact decimal text: `digits * 10^exponent` rounded to a format.

use num_bigint::BigUint;
use tvmlike_ir::{FloatKind, Unpacked};

/// More digits than this matter only by whether one of them is not zero: it is more than the exact value of any number
/// halfway between two of the widest format has.
const DIGITS: usize = 12_000;
/// Every number with a decimal exponent beyond this exceeds all formats, or is less than all.
const EXPONENT: i64 = 6_000;

/// The nearest value to a decimal literal, ties to even. `None` if the format cannot represent its sign.
pub(super) fn read(text: &str, negative: bool, kind: FloatKind) -> Option<u128> {
    let (number, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let digits = [whole, fraction].concat();
    let digits = digits.trim_start_matches('0');
    let all = digits.len();
    let (kept, rest) = digits.split_at(all.min(DIGITS));
    let more = rest.bytes().any(|digit| digit != b'0');
    let zero = Unpacked::Finite {
        negative,
        significand: 0,
        exponent: 0,
    };
    if kept.is_empty() {
        return kind.pack(zero);
    }
    // An exponent that no integer holds exceeds the limit, too.
    let limit = if exponent.starts_with('-') {
        i64::MIN / 2
    } else {
        i64::MAX / 2
    };
    let exponent = exponent.parse().unwrap_or(limit);
    let exponent = exponent.clamp(i64::MIN / 2, i64::MAX / 2) + rest.len() as i64 - fraction.len() as i64;
    let leading = exponent + kept.len() as i64;
    if leading > EXPONENT {
        return kind.pack(Unpacked::Infinity { negative });
    }
    if leading < -EXPONENT {
        return kind.pack(zero);
    }
    let digits = BigUint::parse_bytes(kept.as_bytes(), 10)?;
    nearest(negative, &digits, exponent as i32, more, kind)
}

/// The nearest value to `digits * 10^exponent`, or to a little more than that.
pub(super) fn nearest(
    negative: bool,
    digits: &BigUint,
    exponent: i32,
    more: bool,
    kind: FloatKind,
) -> Option<u128> {
    let power = BigUint::from(10_u8).pow(exponent.unsigned_abs());
    if exponent >= 0 {
        return nearest_binary(negative, &(digits * power), 0, more, kind);
    }
    // A quotient with so many bits that the remainder matters for ties only.
    let shift = power.bits() + 128;
    let value = digits << shift;
    let quotient = &value / &power;
    let more = more || value != &quotient * &power;
    nearest_binary(negative, &quotient, -(shift as i32), more, kind)
}

/// The nearest value to `value * 2^exponent`, or to a little more than that.
fn nearest_binary(
    negative: bool,
    value: &BigUint,
    exponent: i32,
    more: bool,
    kind: FloatKind,
) -> Option<u128> {
    // No format has more than 113 bits of precision, so the last of 128 can stand for all that were cut off.
    let dropped = value.bits().saturating_sub(127);
    let more = more || value.trailing_zeros().is_some_and(|zeros| zeros < dropped);
    let kept: u128 = (value >> dropped).try_into().ok()?;
    kind.pack(Unpacked::Finite {
        negative,
        significand: kept << 1 | u128::from(more),
        exponent: exponent + dropped as i32 - 1,
    })
}
