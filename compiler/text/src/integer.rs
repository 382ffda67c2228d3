//! Integers as text: literals of any size, decimal and hexadecimal digits.

use num_bigint::BigUint;
use tvmlike_ir::DYNAMIC;

/// The value of an integer token, decimal or hexadecimal.
pub(crate) fn magnitude(spelling: &[u8]) -> BigUint {
    let (digits, radix) = digits(spelling);
    BigUint::parse_bytes(digits, radix).unwrap_or_default()
}

/// The value of an integer token in 64 bits, if it fits.
pub(crate) fn small_magnitude(spelling: &[u8]) -> Option<u64> {
    let (digits, radix) = digits(spelling);
    u64::from_str_radix(std::str::from_utf8(digits).ok()?, radix).ok()
}

/// Whether an integer token surely has more than `bits` bits, told by its length: without converting megabytes of
/// digits.
pub(crate) fn exceeds(spelling: &[u8], bits: u32) -> bool {
    let (digits, radix) = digits(spelling);
    let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
    let significant = (digits.len() - zeros).saturating_sub(1) as u64;
    // A decimal digit has more than 3.3 bits.
    let at_least = if radix == 16 {
        significant * 4
    } else {
        significant * 33 / 10
    };
    at_least > u64::from(bits)
}

/// Whether an integer token is hexadecimal.
pub(crate) fn is_hexadecimal(spelling: &[u8]) -> bool {
    spelling.get(1) == Some(&b'x')
}

fn digits(spelling: &[u8]) -> (&[u8], u32) {
    match is_hexadecimal(spelling) {
        true => (&spelling[2..], 16),
        false => (spelling, 10),
    }
}

/// Appends a number in `width` bits, little-endian, in whole bytes. Returns whether it fits.
///
/// As in MLIR, a positive number may use all bits unless it is `signed`, and a negative one must have its sign bit.
pub(crate) fn encode(out: &mut Vec<u8>, spelling: &[u8], negative: bool, width: u32, signed: bool) -> bool {
    let size = width.div_ceil(8) as usize;
    if width <= 64
        && let Some(value) = small_magnitude(spelling)
    {
        let limit = match width {
            0 => return !negative && value == 0,
            _ if negative || signed => 1 << (width - 1),
            64 => 0,
            _ => 1_u64 << width,
        };
        let fits = match negative {
            true => value != 0 && value <= limit,
            false => limit == 0 || value < limit,
        };
        let bits = if negative { value.wrapping_neg() } else { value };
        let bits = bits & (u64::MAX >> (64 - width));
        out.extend_from_slice(&bits.to_le_bytes()[..size]);
        return fits;
    }
    if exceeds(spelling, width) {
        return false;
    }
    let value = magnitude(spelling);
    let bits = value.bits();
    let width = u64::from(width);
    let sign = BigUint::from(1_u8) << width.saturating_sub(1);
    let fits = match negative {
        true => width > 0 && bits > 0 && value <= sign,
        false => bits <= width && !(signed && value >= sign && bits > 0),
    };
    if !fits {
        return false;
    }
    let encoded = if negative {
        (BigUint::from(1_u8) << width) - value
    } else {
        value
    };
    let mut bytes = encoded.to_bytes_le();
    bytes.resize(size, 0);
    out.extend_from_slice(&bytes);
    true
}

/// The bytes of a string of hexadecimal digits, two a byte.
pub(crate) fn bytes_from_hex(digits: &[u8]) -> Option<Vec<u8>> {
    let (pairs, rest) = digits.as_chunks();
    if !rest.is_empty() {
        return None;
    }
    let digit = |byte: u8| char::from(byte).to_digit(16);
    pairs
        .iter()
        .map(|[high, low]| Some((digit(*high)? << 4 | digit(*low)?) as u8))
        .collect()
}

/// The two digits of a byte, upper case.
pub(crate) fn hex_digits(byte: u8) -> [u8; 2] {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]
}

/// Writes an integer in decimal.
#[inline]
pub(crate) fn push_decimal(out: &mut Vec<u8>, value: impl itoa::Integer) {
    out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
}

/// Writes a size, stride or offset; `?` if it is dynamic.
pub(crate) fn push_extent(out: &mut Vec<u8>, extent: i64) {
    match extent {
        DYNAMIC => out.push(b'?'),
        _ => push_decimal(out, extent),
    }
}
