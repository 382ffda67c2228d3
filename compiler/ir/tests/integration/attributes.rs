//! Attributes through the public surface: views, checks, integers of any width, dictionaries.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use proptest::prelude::*;
use tvmlike_ir::{
    Attribute, AttributeKind, Context, DYNAMIC, FloatKind, IntegerValue, NamedAttribute, NamedAttributes,
    Signedness,
};

fn integer(context: &Context, attribute: Attribute) -> IntegerValue<'_> {
    match attribute.kind(context) {
        AttributeKind::Integer { value, .. } => value,
        other => panic!("expected an integer, got {other:?}"),
    }
}

fn entries(context: &Context, attribute: Attribute) -> NamedAttributes<'_> {
    attribute.entries(context).expect("a dictionary")
}

#[test]
fn integers_fit_their_types() {
    let context = Context::new();
    let ty = |width, signedness| context.integer_type(width, signedness).unwrap();
    let fits = |ty, value| context.integer_attribute(ty, value).is_ok();
    let (i8, si8) = (ty(8, Signedness::Signless), ty(8, Signedness::Signed));
    let (ui8, i0) = (ty(8, Signedness::Unsigned), ty(0, Signedness::Signless));
    assert!(fits(i8, -128) && fits(i8, 255) && !fits(i8, 256) && !fits(i8, -129));
    assert!(fits(si8, -128) && fits(si8, 127) && !fits(si8, 128));
    assert!(fits(ui8, 0) && fits(ui8, 255) && !fits(ui8, -1) && !fits(ui8, 256));
    assert!(fits(i0, 0) && !fits(i0, 1) && !fits(i0, -1));
    assert!(!fits(ty(64, Signedness::Unsigned), -1) && fits(context.index_type(), i64::MIN));
    assert!(fits(ty(128, Signedness::Signed), -1) && !fits(ty(65, Signedness::Unsigned), -1));
    let beyond = BigInt::from(i64::MAX) + 1;
    assert!(context.big_integer_attribute(context.i64(), &beyond).is_ok());
    assert!(
        context
            .big_integer_attribute(context.index_type(), &beyond)
            .is_err()
    );
    let message = context.integer_attribute(context.f32(), 1).unwrap_err();
    assert_eq!(message.message(), "expected integer or index type");
    assert_eq!(
        context.integer_attribute(i8, 255),
        context.integer_attribute(i8, -1),
        "one pattern of bits is one attribute"
    );
    assert_eq!(
        context.integer_attribute(context.i1(), -1),
        Ok(context.bool_attribute(true))
    );
    assert_eq!(integer(&context, context.i64_attribute(-5)).to_i64(), Some(-5));
    assert_eq!(
        integer(&context, context.i32_attribute(-5)).to_u64(),
        Some(u64::from(-5i32 as u32))
    );
}

#[test]
fn integers_from_bytes_ignore_unused_bits() {
    let context = Context::new();
    let i5 = context.integer_type(5, Signedness::Signless).unwrap();
    let all = context.integer_attribute_from_bytes(i5, &[0xFF]).unwrap();
    assert_eq!(all, context.integer_attribute(i5, -1).unwrap());
    assert!(context.integer_attribute_from_bytes(i5, &[1, 2]).is_err());
}

proptest! {
    #[test]
    fn integers_of_any_width_are_read_back(width in 1u32..200, digits in "-?[1-9][0-9]{0,60}") {
        let context = Context::new();
        let value: BigInt = digits.parse().unwrap();
        let (low, high) = (-(BigInt::from(1) << (width - 1)), BigInt::from(1) << (width - 1));
        for (signedness, low, high) in [
            (Signedness::Signed, low.clone(), high.clone()),
            (Signedness::Unsigned, BigInt::from(0), BigInt::from(1) << width),
            (Signedness::Signless, low, BigInt::from(1) << width),
        ] {
            let ty = context.integer_type(width, signedness).unwrap();
            let attribute = context.big_integer_attribute(ty, &value);
            prop_assert_eq!(attribute.is_ok(), low <= value && value < high);
            if let Ok(small) = i64::try_from(&value) {
                prop_assert_eq!(&attribute, &context.integer_attribute(ty, small));
            }
            let Ok(attribute) = attribute else { continue };
            let read = integer(&context, attribute);
            let modulus = BigInt::from(1) << width;
            prop_assert_eq!((read.to_big(true) - &value) % &modulus, BigInt::from(0));
            prop_assert_eq!((read.to_big(false) - &value) % &modulus, BigInt::from(0));
            prop_assert_eq!(read.to_decimal(true), read.to_big(true).to_string());
            prop_assert_eq!(read.to_decimal(false), read.to_big(false).to_string());
            prop_assert_eq!(read.to_i64(), i64::try_from(read.to_big(true)).ok());
            prop_assert_eq!(read.to_u64(), u64::try_from(read.to_big(false)).ok());
        }
    }

    #[test]
    fn dictionaries_are_sorted_maps(pairs in prop::collection::vec(("[a-c]{0,3}", 0i64..5), 0..40)) {
        let context = Context::new();
        let map: BTreeMap<String, i64> = pairs.iter().cloned().collect();
        let named = |(name, value): (&String, &i64)| NamedAttribute {
            name: context.identifier(name),
            value: context.i64_attribute(*value),
        };
        let sorted: Vec<NamedAttribute> = map.iter().map(named).collect();
        let dictionary = context.dictionary_attribute(&sorted).unwrap();
        let reversed: Vec<NamedAttribute> = sorted.iter().rev().copied().collect();
        prop_assert_eq!(context.dictionary_attribute(&reversed), Ok(dictionary));
        prop_assert_eq!(entries(&context, dictionary).iter().collect::<Vec<_>>(), sorted.clone());
        let mut grown = context.empty_dictionary();
        for (name, value) in &pairs {
            let value = context.i64_attribute(*value);
            grown = context.dictionary_with(entries(&context, grown), context.identifier(name), value);
        }
        prop_assert_eq!(grown, dictionary);
        for entry in &sorted {
            let all = entries(&context, dictionary);
            prop_assert_eq!(all.get(&context, entry.name), Some(entry.value));
            prop_assert_eq!(all.get_by_bytes(&context, entry.name.bytes(&context)), Some(entry.value));
            let without = context.dictionary_without(all, entry.name);
            prop_assert_eq!(entries(&context, without).len(), all.len() - 1);
            prop_assert_eq!(entries(&context, without).get(&context, entry.name), None);
        }
        prop_assert_eq!(context.dictionary_attribute(&pairs.iter().map(|(a, b)| named((a, b))).collect::<Vec<_>>()).is_ok(),
            pairs.len() == map.len());
    }
}

#[test]
fn a_repeated_name_is_refused_in_the_words_of_mlir() {
    let context = Context::new();
    let entry = NamedAttribute {
        name: context.identifier("a"),
        value: context.unit_attribute(),
    };
    let error = context.dictionary_attribute(&[entry, entry]).unwrap_err();
    assert_eq!(error.message(), "duplicate key 'a' in dictionary attribute");
}

#[test]
fn views_return_what_constructors_took() {
    let context = Context::new();
    let (unit, none) = (context.unit_attribute(), context.none_type());
    let text = context.typed_string_attribute(b"\0\xFF", context.i32());
    assert_eq!(
        text.kind(&context),
        AttributeKind::String {
            bytes: b"\0\xFF",
            ty: context.i32()
        }
    );
    assert_eq!(context.string_attribute("").ty(&context), none);
    let AttributeKind::Array(elements) = context.array_attribute(&[unit, text]).kind(&context) else {
        panic!("expected an array");
    };
    assert_eq!(elements.to_vec(), [unit, text]);
    let names = ["root", "a", "b"].map(|name| context.identifier(name));
    let AttributeKind::SymbolRef { root, nested } =
        context.symbol_ref_attribute(names[0], &names[1..]).kind(&context)
    else {
        panic!("expected a symbol reference");
    };
    assert_eq!((root, nested.to_vec().as_slice()), (names[0], &names[1..]));
    assert_eq!(
        context.type_attribute(none).kind(&context),
        AttributeKind::Type(none)
    );
    let map = context.affine_identity_map(2);
    assert_eq!(
        context.affine_map_attribute(map).kind(&context),
        AttributeKind::AffineMap(map)
    );
    let set = context.empty_integer_set(1, 0);
    assert_eq!(
        context.integer_set_attribute(set).kind(&context),
        AttributeKind::IntegerSet(set)
    );
    let AttributeKind::StridedLayout { offset, strides } =
        context.strided_layout_attribute(-3, &[DYNAMIC, 1]).kind(&context)
    else {
        panic!("expected a strided layout");
    };
    assert_eq!((offset, strides.to_vec()), (-3, vec![DYNAMIC, 1]));
    let dialect = context.identifier("foo");
    let opaque = context
        .opaque_attribute(dialect, "bar<1>", context.i32())
        .unwrap();
    assert_eq!(
        opaque.kind(&context),
        AttributeKind::Opaque {
            dialect,
            data: b"bar<1>",
            ty: context.i32()
        }
    );
    let error = context
        .opaque_attribute(context.identifier("1a"), "x", none)
        .unwrap_err();
    assert_eq!(error.message(), "invalid dialect namespace '\"1a\"'");
}

#[test]
fn floats_keep_their_bits() {
    let context = Context::new();
    for kind in FloatKind::ALL {
        let ty = context.float_type(kind);
        let half = context.float_attribute(ty, 0.5).unwrap();
        let AttributeKind::Float { value, .. } = half.kind(&context) else {
            panic!("expected a float");
        };
        assert_eq!((value.kind(), value.to_f64()), (kind, 0.5));
        assert_eq!(context.float_attribute_from_bits(ty, value.bits()), Ok(half));
        let beyond = 1u128.checked_shl(kind.width());
        assert!(beyond.is_none_or(|bits| context.float_attribute_from_bits(ty, bits).is_err()));
    }
    assert_ne!(
        context.float_attribute(context.f64(), 0.0),
        context.float_attribute(context.f64(), -0.0)
    );
    let error = context.float_attribute(context.float_type(FloatKind::F4E2M1FN), f64::NAN);
    assert_eq!(error.unwrap_err().message(), "f4E2M1FN cannot represent NaN");
    assert_eq!(
        context.float_attribute(context.i32(), 1.0).unwrap_err().message(),
        "expected floating point type"
    );
}

#[test]
fn distinct_attributes_differ() {
    let context = Context::new();
    let unit = context.unit_attribute();
    let (first, second) = (context.distinct_attribute(unit), context.distinct_attribute(unit));
    assert_ne!(first, second);
    assert!(
        matches!(second.kind(&context), AttributeKind::Distinct { referenced, .. } if referenced == unit)
    );
}
