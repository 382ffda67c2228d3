//! Float formats: every bit pattern of the small ones, and rounding.

use proptest::prelude::*;
use tvmlike_ir::{FloatKind, Unpacked};

/// The formats whose patterns can all be tried.
fn small() -> impl Iterator<Item = FloatKind> {
    FloatKind::ALL.into_iter().filter(|kind| kind.width() <= 16)
}

#[test]
fn widths_are_those_of_mlir() {
    let widths: Vec<(&str, u32)> = FloatKind::ALL
        .iter()
        .map(|kind| (kind.name(), kind.width()))
        .collect();
    let expected = [
        ("f4E2M1FN", 4),
        ("f6E2M3FN", 6),
        ("f6E3M2FN", 6),
        ("f8E5M2", 8),
        ("f8E4M3", 8),
        ("f8E4M3FN", 8),
        ("f8E5M2FNUZ", 8),
        ("f8E4M3FNUZ", 8),
        ("f8E4M3B11FNUZ", 8),
        ("f8E3M4", 8),
        ("f8E8M0FNU", 8),
        ("bf16", 16),
        ("f16", 16),
        ("tf32", 19),
        ("f32", 32),
        ("f64", 64),
        ("f80", 80),
        ("f128", 128),
    ];
    assert_eq!(widths, expected);
}

#[test]
fn every_pattern_of_a_small_format_survives_a_double() {
    for kind in small() {
        for bits in 0..1u128 << kind.width() {
            let value = kind.to_f64(bits);
            match value.is_nan() {
                true => assert!(matches!(kind.unpack(bits), Unpacked::Nan { .. })),
                false => assert_eq!(kind.from_f64(value), Some(bits), "{} {bits:#x}", kind.name()),
            }
        }
    }
}

#[test]
fn the_ends_of_the_ranges_are_those_of_mlir() {
    let largest = |kind: FloatKind, value: f64| kind.to_f64(kind.from_f64(value).unwrap());
    for (kind, value) in [
        (FloatKind::F4E2M1FN, 6.0),
        (FloatKind::F6E2M3FN, 7.5),
        (FloatKind::F6E3M2FN, 28.0),
        (FloatKind::F8E5M2, 57344.0),
        (FloatKind::F8E4M3, 240.0),
        (FloatKind::F8E4M3FN, 448.0),
        (FloatKind::F8E5M2FNUZ, 57344.0),
        (FloatKind::F8E4M3FNUZ, 240.0),
        (FloatKind::F8E4M3B11FNUZ, 30.0),
        (FloatKind::F8E3M4, 15.5),
        (FloatKind::F16, 65504.0),
    ] {
        assert_eq!(largest(kind, value), value, "{}", kind.name());
        let beyond = largest(kind, value * 2.0);
        match kind {
            FloatKind::F4E2M1FN | FloatKind::F6E2M3FN | FloatKind::F6E3M2FN => assert_eq!(beyond, value),
            _ => assert!(!beyond.is_finite(), "{}", kind.name()),
        }
    }
    assert_eq!(FloatKind::F8E8M0FNU.from_f64(0.0), Some(0));
    assert_eq!(FloatKind::F8E8M0FNU.from_f64(3.0), Some(129));
    assert_eq!(FloatKind::F8E8M0FNU.from_f64(1e300), Some(0xFF));
    assert_eq!(FloatKind::F8E8M0FNU.from_f64(-1.0), None);
    assert_eq!(FloatKind::F4E2M1FN.from_f64(f64::NAN), None);
    assert_eq!(FloatKind::F8E4M3FNUZ.from_f64(-0.0), Some(0));
    assert_eq!(FloatKind::F8E4M3FNUZ.from_f64(f64::NEG_INFINITY), Some(0x80));
    assert_eq!(FloatKind::F80.from_f64(1.0), Some(0x3FFF_8000_0000_0000_0000));
    assert_eq!(
        FloatKind::F80.from_f64(f64::INFINITY),
        Some(0x7FFF_8000_0000_0000_0000)
    );
    assert_eq!(FloatKind::F80.to_f64(0x7FFF_8000_0000_0000_0000), f64::INFINITY);
    assert_eq!(FloatKind::F128.from_f64(2.0), Some(0x4000 << 112));
}

proptest! {
    #[test]
    fn f32_rounds_as_the_processor_does(bits: u64) {
        let value = f64::from_bits(bits);
        prop_assume!(!value.is_nan());
        let expected = value as f32;
        prop_assert_eq!(FloatKind::F32.from_f64(value), Some(u128::from(expected.to_bits())));
        prop_assert_eq!(FloatKind::F32.to_f64(u128::from(expected.to_bits())), f64::from(expected));
    }

    #[test]
    fn wide_formats_contain_all_doubles(bits: u64) {
        let value = f64::from_bits(bits);
        prop_assume!(!value.is_nan());
        for kind in [FloatKind::F64, FloatKind::F80, FloatKind::F128] {
            prop_assert_eq!(kind.to_f64(kind.from_f64(value).unwrap()).to_bits(), bits);
        }
    }

    #[test]
    fn no_value_of_a_format_is_nearer_than_the_rounded_one(scale in -20i32..10, part in -1.0f64..1.0) {
        let value = part * 2f64.powi(scale);
        for kind in small().filter(|kind| kind.is_signed() && kind.width() <= 8) {
            let rounded = kind.to_f64(kind.from_f64(value).unwrap());
            if !rounded.is_finite() {
                continue;
            }
            let distance = (rounded - value).abs();
            for bits in 0..1u128 << kind.width() {
                let other = kind.to_f64(bits);
                prop_assert!(other.is_nan() || (other - value).abs() >= distance, "{} {value}: {rounded}, {other}", kind.name());
            }
        }
    }
}
