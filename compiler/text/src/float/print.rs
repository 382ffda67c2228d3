//! The text of a float, digit for digit that of LLVM's `APFloat`: six digits if they determine the value, else as many as
//! the format's precision needs, else the bits in hexadecimal.

use num_bigint::BigUint;
use tvmlike_ir::{FloatKind, Unpacked};

use super::decimal;

/// The decimal digits of a value: `digits * 10^exponent`, without trailing zeros.
struct Digits {
    text: [u8; 48],
    len: usize,
    value: u128,
    exponent: i32,
}

impl Digits {
    fn as_bytes(&self) -> &[u8] {
        &self.text[..self.len]
    }
}

/// Writes a value.
///
/// Returns whether it was written in hexadecimal.
pub(crate) fn print(out: &mut Vec<u8>, bits: u128, kind: FloatKind) -> bool {
    let Unpacked::Finite {
        negative,
        significand,
        exponent,
    } = kind.unpack(bits)
    else {
        return hexadecimal(out, bits);
    };
    let start = out.len();
    if negative {
        out.push(b'-');
    }
    if significand == 0 {
        out.extend_from_slice(b"0.000000e+00");
        return false;
    }
    let zeros = significand.trailing_zeros();
    let (significand, exponent) = (significand >> zeros, exponent + zeros as i32);
    let short = digits(significand, exponent, 6);
    let unsigned = start + usize::from(negative);
    scientific(out, &short, Some(6));
    let magnitude = bits & !(u128::from(negative) << (kind.width() - 1));
    if reads_back(&out[unsigned..], &short, magnitude, kind) {
        return false;
    }
    out.truncate(unsigned);
    let precision = 2 + kind.precision() * 59 / 196;
    let long = digits(significand, exponent, precision);
    let count = long.len as i32;
    let is_scientific = match long.exponent {
        0.. => long.exponent > 3 || count + long.exponent > precision as i32,
        _ => {
            let leading = long.exponent + count - 1;
            leading < 0 && -leading > 3
        }
    };
    if is_scientific {
        scientific(out, &long, None);
    } else if !plain(out, &long) {
        // Without a point, the text would be an integer.
        out.truncate(start);
        return hexadecimal(out, bits);
    }
    false
}

fn hexadecimal(out: &mut Vec<u8>, bits: u128) -> bool {
    out.extend_from_slice(format!("0x{bits:X}").as_bytes());
    true
}

/// Whether six digits determine the value.
fn reads_back(text: &[u8], digits: &Digits, magnitude: u128, kind: FloatKind) -> bool {
    let text = std::str::from_utf8(text).unwrap_or_default();
    match kind {
        FloatKind::F64 => text
            .parse()
            .is_ok_and(|value: f64| u128::from(value.to_bits()) == magnitude),
        FloatKind::F32 => text
            .parse()
            .is_ok_and(|value: f32| u128::from(value.to_bits()) == magnitude),
        _ => {
            let value = BigUint::from(digits.value);
            decimal::nearest(false, &value, digits.exponent, false, kind) == Some(magnitude)
        }
    }
}

/// The digits of `significand * 2^exponent`, at most `precision` of them.
///
/// As in `APFloat`, surplus digits are first cut off and only the last few are rounded.
fn digits(significand: u128, exponent: i32, precision: u32) -> Digits {
    let bits_needed = (precision * 196).div_ceil(59);
    let (mut value, mut exponent) = match small(significand, exponent) {
        Some((value, power)) => {
            let cut = removable(128 - value.leading_zeros(), bits_needed);
            (value / 10_u128.pow(cut), power + cut as i32)
        }
        None => {
            let (value, power) = large(significand, exponent);
            let cut = removable(value.bits() as u32, bits_needed);
            let value = if cut > 0 {
                value / BigUint::from(10_u8).pow(cut)
            } else {
                value
            };
            (value.try_into().unwrap_or(u128::MAX), power + cut as i32)
        }
    };
    let mut count = decimal_digits(value);
    if count > precision {
        let unit = 10_u128.pow(count - precision);
        let (quotient, rest) = (value / unit, value % unit);
        value = quotient + u128::from(rest >= unit / 2);
        exponent += (count - precision) as i32;
    }
    while value % 10 == 0 {
        value /= 10;
        exponent += 1;
    }
    let mut text = [0; 48];
    count = decimal_digits(value);
    let mut rest = value;
    for place in text[..count as usize].iter_mut().rev() {
        *place = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    Digits {
        text,
        len: count as usize,
        value,
        exponent,
    }
}

/// The number of decimal digits to cut off a value of `bits` bits.
fn removable(bits: u32, needed: u32) -> u32 {
    bits.saturating_sub(needed) * 59 / 196
}

fn decimal_digits(value: u128) -> u32 {
    value.checked_ilog10().map_or(1, |log| log + 1)
}

/// `significand * 2^exponent` as `value * 10^power`, if the value fits.
fn small(significand: u128, exponent: i32) -> Option<(u128, i32)> {
    if exponent >= 0 {
        let fits = exponent.unsigned_abs() <= significand.leading_zeros();
        return fits.then(|| (significand << exponent, 0));
    }
    let power = 5_u128.checked_pow(exponent.unsigned_abs())?;
    Some((significand.checked_mul(power)?, exponent))
}

fn large(significand: u128, exponent: i32) -> (BigUint, i32) {
    let value = BigUint::from(significand);
    match exponent {
        0.. => (value << exponent.unsigned_abs(), 0),
        _ => (value * BigUint::from(5_u8).pow(exponent.unsigned_abs()), exponent),
    }
}

/// `d.ddde-05`, with `decimals` digits after the point; without that, `d.dddE-5` with the digits that there are.
fn scientific(out: &mut Vec<u8>, digits: &Digits, decimals: Option<usize>) {
    let text = digits.as_bytes();
    let exponent = digits.exponent + text.len() as i32 - 1;
    out.push(text[0]);
    out.push(b'.');
    out.extend_from_slice(&text[1..]);
    let given = text.len() - 1;
    let wanted = decimals.unwrap_or_else(|| given.max(1));
    out.resize(out.len() + wanted - given, b'0');
    out.push(if decimals.is_some() { b'e' } else { b'E' });
    out.push(if exponent < 0 { b'-' } else { b'+' });
    let magnitude = exponent.unsigned_abs();
    if decimals.is_some() && magnitude < 10 {
        out.push(b'0');
    }
    out.extend_from_slice(magnitude.to_string().as_bytes());
}

/// `ddd.ddd`. Whether there is a point.
fn plain(out: &mut Vec<u8>, digits: &Digits) -> bool {
    let text = digits.as_bytes();
    if digits.exponent >= 0 {
        return false;
    }
    let whole = text.len() as i32 + digits.exponent;
    if whole > 0 {
        out.extend_from_slice(&text[..whole as usize]);
        out.push(b'.');
        out.extend_from_slice(&text[whole as usize..]);
    } else {
        out.extend_from_slice(b"0.");
        out.resize(out.len() + whole.unsigned_abs() as usize, b'0');
        out.extend_from_slice(text);
    }
    true
}
