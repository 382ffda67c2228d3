//! Conversions between values and Rust types: exact, or an error with the expected type and what was passed.

use std::collections::{BTreeMap, HashMap};

use proptest::prelude::*;
use tvmlike_runtime::{
    Any, AnyView, Array, Bytes, DataType, Device, FromArg, Map, Shape, String as TvmString, ToAny, TypeIndex,
};

fn round_trip<T: ToAny + for<'a> FromArg<'a>>(value: T) -> T {
    value
        .to_any()
        .cast()
        .expect("a value converts back to what it came from")
}

fn refusal<T: for<'a> FromArg<'a>>(value: impl ToAny) -> String {
    match value.to_any().cast::<T>() {
        Ok(_) => panic!("the conversion should have been refused"),
        Err(error) => error.to_string(),
    }
}

proptest! {
    #[test]
    fn ints_out_of_range_are_errors(number: i64) {
        prop_assert_eq!(round_trip(number), number);
        prop_assert_eq!(number.to_any().cast::<i32>().ok(), i32::try_from(number).ok());
        prop_assert_eq!(number.to_any().cast::<u8>().ok(), u8::try_from(number).ok());
        prop_assert_eq!(number.to_any().cast::<u64>().ok(), u64::try_from(number).ok());
        // An int converts to a float only if the float represents it exactly.
        let float = number.to_any().cast::<f64>().ok();
        prop_assert_eq!(float.is_some(), (number as f64) as i128 == i128::from(number));
    }

    #[test]
    fn floats_keep_their_bits(bits: u64) {
        let number = f64::from_bits(bits);
        prop_assert_eq!(round_trip(number).to_bits(), bits);
        prop_assert!(number.to_any().cast::<i64>().is_err());
    }

    #[test]
    fn strings_keep_every_byte(text in any::<String>()) {
        prop_assert_eq!(round_trip(text.clone()), text.clone());
        let value = text.clone().to_any();
        prop_assert_eq!(value.type_index() == TypeIndex::SMALL_STR, text.len() <= 7);
        let string = TvmString::new(&text);
        prop_assert_eq!(string.as_str(), text.as_str());
    }

    #[test]
    fn bytes_keep_every_byte(bytes in any::<Vec<u8>>()) {
        prop_assert_eq!(&*round_trip(Bytes::new(&bytes)), &bytes[..]);
    }

    #[test]
    fn lists_and_maps_round_trip(items in any::<Vec<i64>>(), pairs in any::<BTreeMap<String, i64>>()) {
        prop_assert_eq!(round_trip(items.clone()), items.clone());
        prop_assert_eq!(&*Shape::new(&items), &items[..]);
        prop_assert_eq!(round_trip(pairs.clone()), pairs);
    }

    #[test]
    fn dtype_names_round_trip(code in 0_u8..20, bits in 1_u8.., lanes in 1_u16..) {
        let dtype = DataType::new(code, bits, lanes);
        if let Ok(parsed) = dtype.to_string().parse::<DataType>() {
            prop_assert_eq!(parsed, dtype);
        }
        // Each name round-trips, with lanes and without.
        let known = [DataType::FLOAT32, DataType::new(5, 64, 1), DataType::new(12, 8, 1), DataType::BOOL];
        let dtype = DataType { lanes, ..known[usize::from(code) % known.len()] };
        prop_assert_eq!(dtype.to_string().parse::<DataType>().unwrap(), dtype);
    }
}

#[test]
fn mismatched_values_are_errors_that_name_the_type() {
    assert_eq!(
        refusal::<u8>(300_i64),
        "OverflowError: value: 300 is out of range for u8"
    );
    assert_eq!(
        refusal::<u64>(-1_i64),
        "OverflowError: value: -1 is out of range for u64"
    );
    assert_eq!(refusal::<i64>(3.0), "TypeError: value: expected i64, got float");
    assert_eq!(
        refusal::<i64>(f64::NAN),
        "TypeError: value: expected i64, got float"
    );
    assert_eq!(refusal::<i64>("3"), "TypeError: value: expected i64, got str");
    assert_eq!(refusal::<i64>(()), "TypeError: value: expected i64, got None");
    assert_eq!(
        refusal::<bool>(2_i64),
        "OverflowError: value: 2 is out of range for bool"
    );
    assert_eq!(
        refusal::<f32>(1e300),
        "OverflowError: value: 1e300 is out of range for f32"
    );
    assert_eq!(
        refusal::<f32>(16_777_217_i64),
        "OverflowError: value: 16777217 is out of range for f32"
    );
    assert_eq!(
        refusal::<f64>(i64::MAX),
        "OverflowError: value: 9223372036854775807 is out of range for f64"
    );
    assert_eq!(
        refusal::<String>(&b"abc"[..]),
        "TypeError: value: expected str, got bytes"
    );
    assert_eq!(
        refusal::<Bytes>("abc"),
        "TypeError: value: expected bytes, got str"
    );
    assert_eq!(
        refusal::<Vec<i64>>(vec![1.5]),
        "TypeError: value: item 0: expected i64, got float"
    );
    assert_eq!(
        refusal::<Vec<Vec<u8>>>(vec![vec![1_i64], vec![2, 300]]),
        "OverflowError: value: item 1: item 1: 300 is out of range for u8"
    );
    assert_eq!(
        refusal::<HashMap<String, i64>>(HashMap::from([("a", "b")])),
        "TypeError: value: key \"a\": expected i64, got str"
    );
    assert_eq!(
        refusal::<DataType>("float33"),
        "ValueError: value: \"float33\" is not a data type; examples: float32, int8x4, bfloat16"
    );
    assert_eq!(
        refusal::<Device>("gpu"),
        "ValueError: value: \"gpu\" is not a device; examples: cpu, cuda:1"
    );
}

#[test]
fn matching_values_convert() {
    assert_eq!(true.to_any().cast::<i64>().unwrap(), 1);
    assert!(1_i64.to_any().cast::<bool>().unwrap());
    assert_eq!(7_i64.to_any().cast::<f64>().unwrap(), 7.0);
    assert_eq!(0.1_f64.to_any().cast::<f32>().unwrap(), 0.1_f32);
    assert!(f64::INFINITY.to_any().cast::<f32>().unwrap().is_infinite());
    assert_eq!(().to_any().cast::<Option<i64>>().unwrap(), None);
    assert_eq!(Some(3_i64).to_any().cast::<Option<i64>>().unwrap(), Some(3));
    assert_eq!(vec![2_i64, 3].to_any().cast::<Shape>().unwrap().to_vec(), [2, 3]);
}

#[test]
fn data_types_and_devices_print_as_in_dlpack() {
    for name in [
        "float32",
        "bfloat16",
        "bool",
        "float8_e4m3fn",
        "int8x4",
        "float8_e8m0fnu",
        "complex64",
        "complex128x2",
        "float4_e2m1fnx2",
    ] {
        assert_eq!(name.parse::<DataType>().unwrap().to_string(), name);
        assert_eq!(name.to_any().cast::<DataType>().unwrap().to_string(), name);
    }
    for bad in [
        "",
        "x4",
        "float32x0",
        "int08",
        "int+8",
        "float32x",
        "uint256",
        "float32x99999",
    ] {
        assert!(bad.parse::<DataType>().is_err(), "{bad}");
    }
    assert_eq!("cuda:1".parse::<Device>().unwrap().to_string(), "cuda:1");
    assert_eq!("cpu".parse::<Device>().unwrap(), Device::CPU);
    for bad in ["cpu:", "cpu:-1", "cpu:x", "", ":0"] {
        assert!(bad.parse::<Device>().is_err(), "{bad}");
    }
}

#[test]
fn a_map_keeps_the_order_and_the_last_value() {
    let map: Map = [("b", 1), ("a", 2), ("b", 3)]
        .into_iter()
        .map(|(k, v)| (Any::from(k), v.to_any()))
        .collect();
    assert_eq!(format!("{map:?}"), r#"{"b": 3, "a": 2}"#);
    let key = Any::from("a");
    assert_eq!(map.get(key.view()).unwrap().convert::<i64>().unwrap(), 2);
    let absent = Any::from("c");
    assert!(map.get(absent.view()).is_none());
}

#[test]
fn keys_of_different_types_differ() {
    let keys = || {
        [
            1_i64.to_any(),
            true.to_any(),
            1.0.to_any(),
            "1".to_any(),
            (&b"1"[..]).to_any(),
            ().to_any(),
        ]
    };
    let map = Map::new(keys().into_iter().zip((0_i64..).map(ToAny::to_any)));
    assert_eq!(map.len(), 6);
    for (position, key) in keys().iter().enumerate() {
        assert_eq!(map.get(key.view()).unwrap().convert::<usize>().unwrap(), position);
    }
    // Both zeros are one key; a long string is found by its text, not by its object.
    let zero = Map::new([(0.0.to_any(), 1_i64.to_any())]);
    assert!(zero.get((-0.0).to_any().view()).is_some());
    let long = Map::new([(Any::from("a rather long key"), 1_i64.to_any())]);
    assert!(long.get(Any::from("a rather long key").view()).is_some());
}

#[test]
fn a_large_map_finds_every_key() {
    let map: Map = (0..5_000_i64)
        .map(|i| (format!("key {i}").to_any(), i.to_any()))
        .collect();
    for i in 0..5_000_i64 {
        let key = format!("key {i}").to_any();
        assert_eq!(map.get(key.view()).unwrap().convert::<i64>().unwrap(), i);
    }
}

#[test]
fn values_are_16_bytes_with_zeroed_padding() {
    assert_eq!(size_of::<Any>(), 16);
    assert_eq!(size_of::<AnyView<'_>>(), 16);
    for value in [
        true.to_any(),
        7_i64.to_any(),
        ().to_any(),
        DataType::FLOAT32.to_any(),
        "abc".to_any(),
    ] {
        let raw = *value.view().as_raw();
        // SAFETY: a value is 16 initialised bytes.
        let bytes: [u8; 16] = unsafe { std::mem::transmute(raw) };
        if value.type_index() == TypeIndex::SMALL_STR {
            assert_eq!(&bytes[4..], b"\x03\0\0\0abc\0\0\0\0\0");
        } else {
            assert_eq!(&bytes[4..8], &[0; 4]);
        }
        if value.type_index() == TypeIndex::DATA_TYPE {
            assert_eq!(&bytes[12..], &[0; 4]);
        }
    }
}

#[test]
fn arrays_borrow_their_items() {
    let array: Array = vec!["a", "a longer text"].into_iter().map(Any::from).collect();
    let texts: Vec<&str> = array.iter().map(|item| item.convert().unwrap()).collect();
    assert_eq!(texts, ["a", "a longer text"]);
    assert!(array.get(2).is_none());
    assert!(Array::new(Vec::new()).is_empty());
}

#[test]
fn padding_is_zeroed_when_a_value_is_kept() {
    use tvmlike_runtime::abi::{TVMLikePayload, TVMLikeValue};
    let view = |type_index, small_len, v_int64| {
        let raw = TVMLikeValue {
            type_index,
            small_len,
            payload: TVMLikePayload { v_int64 },
        };
        // SAFETY: plain numbers, and a NULL object, which is no value.
        unsafe { AnyView::from_raw(raw) }
    };
    let null = view(TypeIndex::STR.0, 0, 0);
    assert!(null.is_none());
    assert_eq!(null.convert::<Option<String>>().unwrap(), None);
    assert_eq!(null.to_owned().unwrap().type_index(), TypeIndex::NONE);
    let int = view(TypeIndex::INT.0, 77, 5).to_owned().unwrap();
    assert_eq!(
        (int.view().as_raw().small_len, int.cast::<i64>().unwrap()),
        (0, 5)
    );
    let text = view(TypeIndex::SMALL_STR.0, 2, i64::from_le_bytes(*b"abXXXXXX"))
        .to_owned()
        .unwrap();
    assert_eq!(text.view().as_raw().small_len, 2);
    // SAFETY: all payload bytes are initialised.
    let bytes = unsafe { text.view().as_raw().payload.v_bytes };
    assert_eq!(bytes, *b"ab\0\0\0\0\0\0");
    assert_eq!(view(50, 0, 1).to_owned().unwrap_err().kind(), "TypeError");
}

#[test]
fn long_text_is_formatted_completely() {
    for pieces in [0, 1, 3, 127, 128, 129, 255, 256, 257, 1000] {
        let expected = "é".repeat(pieces) + "-end";
        let made = TvmString::from_fmt(format_args!("{}-{}", "é".repeat(pieces), "end"));
        assert_eq!(made.as_str(), expected);
        let by_letter = expected.chars().map(String::from).collect::<Vec<_>>();
        struct Letters(Vec<String>);
        impl std::fmt::Display for Letters {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.iter().try_for_each(|letter| f.write_str(letter))
            }
        }
        assert_eq!(
            TvmString::from_fmt(format_args!("{}", Letters(by_letter))).as_str(),
            expected
        );
    }
}
