//! Conversions to and from 16-bit floats.
//!
//! Invariant: a value is rounded once, to nearest, ties to even. Rounding a double to a float first would round twice, which
//! is wrong for values close to a tie.

/// An IEEE 754 format with a sign, an exponent and a fraction, in 16 bits.
#[derive(Clone, Copy)]
pub(super) struct Format {
    /// The number of bits of the fraction.
    fraction: u32,
    /// The exponent bias.
    bias: i32,
}

/// IEEE 754's binary16.
pub(super) const FLOAT16: Format = Format {
    fraction: 10,
    bias: 15,
};
/// The upper half of a float.
pub(super) const BFLOAT16: Format = Format {
    fraction: 7,
    bias: 127,
};

/// The bits of the nearest value of a format.
pub(super) fn narrow(value: f64, format: Format) -> u16 {
    const FRACTION: u32 = f64::MANTISSA_DIGITS - 1;
    let bits = value.to_bits();
    let sign = ((bits >> 63) as u16) << 15;
    let infinity = ((1_u16 << (15 - format.fraction)) - 1) << format.fraction;
    let fraction = bits & ((1 << FRACTION) - 1);
    let exponent = ((bits >> FRACTION) & 0x7ff) as i32;
    if exponent == 0x7ff {
        // Keeps the upper bits of a NaN, and makes it quiet.
        let quiet = 1 << (format.fraction - 1);
        let kept = (fraction >> (FRACTION - format.fraction)) as u16;
        return sign | infinity | if fraction == 0 { 0 } else { quiet | kept };
    }
    if exponent == 0 {
        // Far below the smallest 16-bit value.
        return sign;
    }
    let significand = fraction | 1 << FRACTION;
    let exponent = exponent - 1023 + format.bias;
    // The number of bits to drop; subnormal values lose more.
    let drop = (FRACTION - format.fraction) as i32 + if exponent > 0 { 0 } else { 1 - exponent };
    if drop > 54 {
        return sign;
    }
    let kept = significand >> drop;
    let rest = significand & ((1 << drop) - 1);
    let half = 1_u64 << (drop - 1);
    let up = rest > half || (rest == half && kept & 1 == 1);
    let rounded = kept + u64::from(up);
    // The leading bit of a normal value adds one to the exponent, and so does a carry out of the fraction.
    let base = if exponent > 0 { (exponent - 1) as u64 } else { 0 };
    let magnitude = (base << format.fraction) + rounded;
    sign | magnitude.min(infinity.into()) as u16
}

/// The value of a binary16, which a float represents exactly.
pub(super) fn widen(bits: u16) -> f32 {
    let sign = if bits >> 15 == 0 { 1.0 } else { -1.0_f32 };
    let exponent = i32::from(bits >> 10 & 0x1f);
    let fraction = u32::from(bits & 0x3ff);
    match exponent {
        // Subnormal: a multiple of the smallest value.
        0 => (fraction as f32 * 2.0_f32.powi(-24)).copysign(sign),
        0x1f => f32::from_bits(u32::from(bits >> 15) << 31 | 0x7f80_0000 | fraction << 13),
        _ => ((fraction | 0x400) as f32 * 2.0_f32.powi(exponent - 25)).copysign(sign),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of bits in a format, by definition.
    fn value(bits: u16, format: Format) -> f64 {
        let exponent = i32::from((bits & 0x7fff) >> format.fraction);
        let fraction = f64::from(bits & ((1 << format.fraction) - 1));
        let scale = |exponent: i32| 2.0_f64.powi(exponent - format.bias - format.fraction as i32);
        let magnitude = match exponent {
            0 => fraction * scale(1),
            _ => (fraction + f64::from(1_u32 << format.fraction)) * scale(exponent),
        };
        magnitude.copysign(if bits >> 15 == 0 { 1.0 } else { -1.0 })
    }

    fn next(value: f64, up: bool) -> f64 {
        f64::from_bits(if up {
            value.to_bits() + 1
        } else {
            value.to_bits() - 1
        })
    }

    #[test]
    fn rounding_is_exact_for_all_values_and_ties() {
        for format in [FLOAT16, BFLOAT16] {
            let infinity = ((1_u16 << (15 - format.fraction)) - 1) << format.fraction;
            for bits in 0..infinity {
                let exact = value(bits, format);
                for sign in [0, 0x8000] {
                    let signed = if sign == 0 { exact } else { -exact };
                    assert_eq!(narrow(signed, format), sign | bits, "{exact}");
                }
                // The value above the largest is where the next exponent would begin: from the tie on it is infinite.
                let above = if bits + 1 == infinity {
                    2.0 * value(infinity - (1 << format.fraction), format)
                } else {
                    value(bits + 1, format)
                };
                let tie = (exact + above) / 2.0;
                let even = if bits & 1 == 0 { bits } else { bits + 1 };
                assert_eq!(narrow(tie, format), even, "{bits:#x}");
                assert_eq!(narrow(next(tie, false), format), bits, "{bits:#x}");
                assert_eq!(narrow(next(tie, true), format), bits + 1, "{bits:#x}");
            }
            assert_eq!(narrow(f64::MAX, format), infinity);
            assert_eq!(narrow(f64::NEG_INFINITY, format), 0x8000 | infinity);
            assert_eq!(narrow(f64::MIN_POSITIVE, format), 0);
            assert_eq!(narrow(-5e-324, format), 0x8000);
        }
    }

    #[test]
    fn nan_stays_nan() {
        for format in [FLOAT16, BFLOAT16] {
            let infinity = ((1_u16 << (15 - format.fraction)) - 1) << format.fraction;
            for bits in [
                f64::NAN.to_bits(),
                f64::INFINITY.to_bits() | 1,
                f64::NEG_INFINITY.to_bits() | 1,
            ] {
                let made = narrow(f64::from_bits(bits), format);
                assert!(made & 0x7fff > infinity, "{made:#x}");
                assert_eq!(made >> 15, (bits >> 63) as u16);
            }
        }
        assert!(widen(0x7e00).is_nan() && widen(0xfc01).is_nan());
    }

    #[test]
    fn binary16_widens_exactly() {
        for bits in 0..0x7c00_u16 {
            assert_eq!(f64::from(widen(bits)), value(bits, FLOAT16));
            assert_eq!(widen(bits | 0x8000).to_bits(), (-widen(bits)).to_bits());
        }
        assert_eq!((widen(0x7c00), widen(0xfc00)), (f32::INFINITY, f32::NEG_INFINITY));
    }
}
