//! Floats as text.

use tvmlike_ir::{Context, FloatKind};
use tvmlike_text::{attribute_to_string, parse_attribute};

/// The digest (64-bit FNV-1a) of the texts of values, each with a line feed, in the order of their bits.
fn digest(kind: FloatKind, step: usize) -> u64 {
    let context = Context::new();
    let ty = context.float_type(kind);
    let mut digest = 0xcbf2_9ce4_8422_2325_u64;
    for bits in (0..1_u128 << kind.width()).step_by(step) {
        let attribute = context.float_attribute_from_bits(ty, bits).unwrap();
        let text = attribute_to_string(&context, attribute).unwrap();
        let again = parse_attribute(&context, &text, None).unwrap();
        assert_eq!(again, attribute, "{text}");
        for byte in text.bytes().chain([b'\n']) {
            digest = (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    digest
}

/// Formats, which values (each, each 31st), and the digest of what `mlir-opt` 22 prints for them.
const DIGESTS: &[(FloatKind, usize, u64)] = &[
    (FloatKind::F4E2M1FN, 1, 0xe0dc_f122_625b_85c7),
    (FloatKind::F6E2M3FN, 1, 0x2668_a6c0_2f0e_3b77),
    (FloatKind::F6E3M2FN, 1, 0xd96a_3288_4ee3_1097),
    (FloatKind::F8E5M2, 1, 0xf605_d03b_787d_dbf5),
    (FloatKind::F8E4M3, 1, 0x4281_8758_37f7_ab13),
    (FloatKind::F8E4M3FN, 1, 0xd585_a43f_e26d_7163),
    (FloatKind::F8E5M2FNUZ, 1, 0x41ed_7d28_5284_a388),
    (FloatKind::F8E4M3FNUZ, 1, 0x943d_f844_8ea6_0534),
    (FloatKind::F8E4M3B11FNUZ, 1, 0xd754_5723_2445_0756),
    (FloatKind::F8E3M4, 1, 0x163f_a4c5_de30_67dd),
    (FloatKind::F8E8M0FNU, 1, 0x3d57_7e58_75b3_beb2),
    (FloatKind::BF16, 31, 0x5ada_e4c5_9e47_1feb),
    (FloatKind::F16, 31, 0xda8b_ff92_f6fc_5ea1),
    (FloatKind::TF32, 31, 0x8000_7f3c_bbc5_1857),
];

#[test]
fn all_values_of_small_formats_are_printed_as_mlir_does() {
    for (kind, step, expected) in DIGESTS {
        let found = digest(*kind, *step);
        assert_eq!(found, *expected, "{}: 0x{found:016x}", kind.name());
    }
}

#[test]
fn values_of_large_formats_are_printed_as_mlir_does() {
    let context = Context::new();
    let cases = [
        ("0x3DCCCCCD : f32", "1.000000e-01 : f32"),
        ("0x3E9E377A : f32", "3.090170e-01 : f32"),
        ("0x00000001 : f32", "1.401300e-45 : f32"),
        ("0x7F7FFFFF : f32", "3.40282347E+38 : f32"),
        ("0x4B800000 : f32", "0x4B800000 : f32"),
        ("0x3FB999999999999A : f64", "1.000000e-01 : f64"),
        ("0x3FD5555555555555 : f64", "0.33333333333333331 : f64"),
        ("0x4132D68700000000 : f64", "0x4132D68700000000 : f64"),
        ("0x0000000000000001 : f64", "4.940660e-324 : f64"),
        ("0x7FEFFFFFFFFFFFFF : f64", "1.7976931348623157E+308 : f64"),
        (
            "0x80000000000000000000000000000000 : f128",
            "-0.000000e+00 : f128",
        ),
    ];
    for (text, expected) in cases {
        let attribute = parse_attribute(&context, text, None).unwrap();
        assert_eq!(attribute_to_string(&context, attribute).unwrap(), expected);
    }
}

#[test]
fn decimals_are_rounded_once() {
    let context = Context::new();
    let cases = [
        ("0.1 : f128", "1.000000e-01 : f128"),
        ("0.1 : f80", "1.000000e-01 : f80"),
        ("1.0e4000 : f80", "1.000000e+4000 : f80"),
        ("1.0e5000 : f80", "0x7FFF8000000000000000 : f80"),
        ("-1.0e-5000 : f128", "-0.000000e+00 : f128"),
        // Halfway between two values of f16, and a little more.
        ("1.00048828125 : f16", "1.000000e+00 : f16"),
        ("1.00048828125000001 : f16", "1.000980e+00 : f16"),
        ("1.0e99999999999999999999 : f16", "0x7C00 : f16"),
        ("1.0e-99999999999999999999 : f16", "0.000000e+00 : f16"),
        ("0.0e99999999999999999999 : bf16", "0.000000e+00 : bf16"),
        // A finite format has its largest value for what is too large.
        ("1.0e400 : f4E2M1FN", "6.000000e+00 : f4E2M1FN"),
        ("-1.0e400 : f6E3M2FN", "-2.800000e+01 : f6E3M2FN"),
    ];
    for (text, expected) in cases {
        let attribute = parse_attribute(&context, text, None).unwrap();
        assert_eq!(
            attribute_to_string(&context, attribute).unwrap(),
            expected,
            "{text}"
        );
    }
    let error = parse_attribute(&context, "-1.0 : f8E8M0FNU", None).unwrap_err();
    assert_eq!(
        error.message(),
        "floating point value not valid for specified type"
    );
    // A megabyte of digits.
    let long = format!("0.{}1 : bf16", "0".repeat(1 << 20));
    let attribute = parse_attribute(&context, long, None).unwrap();
    assert_eq!(
        attribute_to_string(&context, attribute).unwrap(),
        "0.000000e+00 : bf16"
    );
}
