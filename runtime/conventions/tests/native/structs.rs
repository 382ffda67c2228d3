//! Structs, by value and by pointer.

use tvmlike_runtime::{Any, Array, Bytes, FromArg, Map, ToAny};

use crate::compiled::{BOTH, bound, error, shown};

const MIXED: &str = "{small: i8, middle: i16, large: i32, real: f32, wide: f64, yes: bool}";
const TAGGED: &str = "{tag: [5 x u8], at: [2 x {x: f64, y: f64}], label: cstr}";

fn point(x: f64, y: f64) -> Map {
    [("x", x.to_any()), ("y", y.to_any())].into_iter().collect()
}

fn mixed() -> Map {
    [
        ("yes", true.to_any()),
        ("small", (-3).to_any()),
        ("middle", 300.to_any()),
        ("large", (-70000).to_any()),
        ("real", 0.5.to_any()),
        ("wide", 1e100.to_any()),
    ]
    .into_iter()
    .collect()
}

fn tagged(bytes: &[u8]) -> Map {
    let points = Array::new(vec![point(1.0, 2.0).into(), point(3.0, 4.0).into()]);
    [
        ("tag", Any::from(Bytes::new(bytes))),
        ("at", points.into()),
        ("label", "four".into()),
    ]
    .into_iter()
    .collect()
}

#[test]
fn by_value_as_maps_and_as_arrays() {
    let named = bound("mirrored", "{x: f64, y: f64}(p: {x: f64, y: f64})");
    assert_eq!(
        shown(named.call((point(1.0, 2.0),)).unwrap().view()),
        "{\"x\": 2.0, \"y\": 1.0}"
    );
    let in_order = Array::new(vec![1.to_any(), 2.5.to_any()]);
    assert_eq!(
        shown(named.call((in_order.clone(),)).unwrap().view()),
        "{\"x\": 2.5, \"y\": 1.0}"
    );
    let nameless = bound("mirrored", "{f64, f64}({f64, f64})");
    assert_eq!(
        shown(nameless.call((in_order.clone(),)).unwrap().view()),
        "[2.5, 1.0]"
    );
    // One name is missing: an array, too.
    let partly = bound("mirrored", "{x: f64, f64}({f64, f64})");
    assert_eq!(
        shown(partly.call((in_order.clone(),)).unwrap().view()),
        "[2.5, 1.0]"
    );
}

#[test]
fn fields_of_all_sizes_have_c_offsets() {
    let next = bound("mixed_next", &format!("{MIXED}({MIXED})"));
    assert_eq!(
        shown(next.call((mixed(),)).unwrap().view()),
        "{\"small\": -2, \"middle\": 301, \"large\": -69999, \"real\": 1.5, \"wide\": 1e100, \"yes\": false}"
    );
    let swapped = bound("pair_swapped", "{a: f32, b: i32}({f32, i32})");
    let pair = Array::new(vec![3.0.to_any(), 7.to_any()]);
    assert_eq!(
        shown(swapped.call((pair.clone(),)).unwrap().view()),
        "{\"a\": 7.0, \"b\": 3}"
    );
}

#[test]
fn nested_with_arrays_and_text() {
    for bind in BOTH {
        let by_value = bind("tagged_sum", &format!("f64({TAGGED})"));
        let by_pointer = bind("tagged_sum_at", &format!("f64(*const {TAGGED})"));
        for function in [by_value, by_pointer] {
            assert_eq!(
                function.call_as::<f64>((tagged(&[1, 2, 3, 4, 5]),)).unwrap(),
                29.0
            );
        }
    }
}

#[test]
fn by_pointer_none_is_null() {
    for bind in BOTH {
        let function = bind("tagged_sum_at", &format!("f64(*const {TAGGED})"));
        assert_eq!(function.call_as::<f64>(((),)).unwrap(), -1.0);
    }
}

#[test]
fn a_pointer_to_a_struct_comes_back_as_its_value() {
    let remember = bound("remember", &format!("*const {MIXED}({MIXED}, bool)"));
    assert!(remember.call((mixed(), false)).unwrap().view().is_none());
    assert_eq!(
        shown(remember.call((mixed(), true)).unwrap().view()),
        "{\"small\": -3, \"middle\": 300, \"large\": -70000, \"real\": 0.5, \"wide\": 1e100, \"yes\": true}"
    );
}

#[test]
fn mismatched_struct_values_are_errors() {
    for bind in BOTH {
        let function = bind("tagged_sum_at", &format!("f64(t: *const {TAGGED})"));
        let about = "tagged_sum_at: argument 1 `t`: ";
        assert_eq!(
            error(function.call((tagged(&[1, 2, 3]),))),
            format!("ValueError: {about}field `tag`: expected 5 items for [5 x u8], got 3")
        );
        let without: Map = [("tag", Any::from(Bytes::new(&[0; 5])))].into_iter().collect();
        assert_eq!(
            error(function.call((without,))),
            format!("ValueError: {about}missing field `at` of {TAGGED}")
        );
        let other: Map = [("colour", 1.to_any())].into_iter().collect();
        assert_eq!(
            error(function.call((other,))),
            format!("ValueError: {about}{TAGGED} has no field `colour`")
        );
        let one_more: Map = [(
            "at",
            Array::new(vec![point(0.0, 0.0).into(), point(0.0, 0.0).into()]).into(),
        )]
        .into_iter()
        .chain([("tag", Any::from(Bytes::new(&[0; 5]))), ("label", "".into())])
        .chain([("labels", 1.to_any())])
        .collect();
        assert_eq!(
            error(function.call((one_more,))),
            format!("ValueError: {about}{TAGGED} has no field `labels`")
        );
        let points = Array::new(vec![point(1.0, 2.0).into(), 7.to_any()]);
        let in_order = Array::new(vec![Bytes::new(&[0; 5]).into(), points.into(), "".into()]);
        assert_eq!(
            error(function.call((in_order.clone(),))),
            format!(
                "TypeError: {about}field `at`: item 1: expected {{x: f64, y: f64}} (a map of its fields, or an array of \
                 their values in order), got int"
            )
        );
        let short = Array::new(vec![1.to_any()]);
        assert_eq!(
            error(function.call((short.clone(),))),
            format!("ValueError: {about}expected 3 values for the fields of {TAGGED}, got 1")
        );
        let wrong = Array::new(vec![
            Array::new(vec![1.to_any(), 2.to_any(), 3.to_any(), 4.to_any(), 256.to_any()]).into(),
            Array::new(vec![]).into(),
            "".into(),
        ]);
        assert_eq!(
            error(function.call((wrong.clone(),))),
            format!("OverflowError: {about}field `tag`: item 4: 256 is out of range for u8")
        );
    }
}

#[test]
fn offsets_equal_those_of_a_c_compiler() {
    let place = bound("mixed_place", "size(size)");
    let size: usize = place.call_as((6,)).unwrap();
    let remember = bound(
        "remember",
        &format!("*const {{raw: [{size} x u8]}}({MIXED}, bool)"),
    );
    let raw = remember.call((mixed(), true)).unwrap();
    let raw = Map::from_arg(raw.view()).unwrap();
    let (_, bytes) = raw.iter().next().unwrap();
    let bytes = Vec::<u8>::from_arg(bytes).unwrap();
    let at = |field: usize| place.call_as::<usize>((field as i64,)).unwrap();
    assert_eq!(bytes.len(), size);
    assert_eq!(bytes[at(0)] as i8, -3);
    assert_eq!(i16::from_ne_bytes(bytes[at(1)..][..2].try_into().unwrap()), 300);
    assert_eq!(
        i32::from_ne_bytes(bytes[at(2)..][..4].try_into().unwrap()),
        -70000
    );
    assert_eq!(f32::from_ne_bytes(bytes[at(3)..][..4].try_into().unwrap()), 0.5);
    assert_eq!(f64::from_ne_bytes(bytes[at(4)..][..8].try_into().unwrap()), 1e100);
    assert_eq!(bytes[at(5)], 1);
}
