//! The function ABI from Rust: forms, conversions, results, bad input.

use tvmlike_conventions::function_abi::{Form, Options, attach, attach_dynamic};
use tvmlike_runtime::{
    Any, AnyView, Array, DataType, Device, Map, PackedFunc, Result, Tensor, ToAny, TypeIndex,
};

/// A function that returns its only argument, or all of them in an array.
fn echo() -> PackedFunc {
    PackedFunc::new(|args| match args.as_slice() {
        [one] => one.to_owned(),
        all => Array::from_views(all).map(Any::from),
    })
}

fn attached(record: &str, form: Form) -> PackedFunc {
    let options = Options {
        name: Some("f"),
        form: Some(form),
        native_record: None,
    };
    attach(echo(), record, &options).unwrap()
}

fn refusal(result: Result<Any>) -> String {
    result.unwrap_err().to_string()
}

#[test]
fn numbers_are_checked_and_round_trip() {
    let f = attached(r#"{"a": ["i8"], "r": ["i8"]}"#, Form::Lists);
    assert_eq!(f.call_as::<i64>((7,)).unwrap(), 7);
    assert_eq!(
        refusal(f.call((128,))),
        "OverflowError: f: argument 1: 128 is out of range for i8"
    );
    assert_eq!(
        refusal(f.call((1.5,))),
        "TypeError: f: argument 1: expected i8, got float"
    );
    assert_eq!(
        refusal(f.call(())),
        "TypeError: f: mismatched call arity: expected 1 argument, got 0: argument 1 is missing"
    );
}

#[test]
fn containers_are_lists_or_leaves() {
    let record = r#"{"a": [["sdict", ["b", "i32"], ["a", ["stuple", "i32", "i32"]]]],
                     "r": [["sdict", ["b", "i32"], ["a", ["stuple", "i32", "i32"]]]]}"#;
    let pair = || Any::from(Array::new(vec![2.to_any(), 3.to_any()]));
    let given: Map = [("a", pair()), ("b", 1.to_any())].into_iter().collect();
    for form in [Form::Lists, Form::Leaves] {
        let f = attached(record, form);
        let got = f.call_as::<Map>((Any::from(given.clone()),)).unwrap();
        let shown: Vec<String> = got
            .iter()
            .map(|(key, value)| format!("{key:?} {}", value.type_name()))
            .collect();
        assert_eq!(shown, ["\"b\" int", "\"a\" Array"]);
    }
}

#[test]
fn a_matching_array_is_passed_without_a_copy() {
    let f = attached(
        r#"{"a": [["ndarray", "f32", 1, "n"]], "r": [["ndarray", "f32", 1, "n"]]}"#,
        Form::Lists,
    );
    let given = Tensor::from_vec(vec![1.0_f32, 2.0], &[2]).unwrap();
    let got = f.call_as::<Tensor>((given.clone(),)).unwrap();
    assert_eq!(got.data_ptr(), given.data_ptr());
    let ints = Tensor::from_vec(vec![1_i64, 2], &[2]).unwrap();
    let got = f.call_as::<Tensor>((ints,)).unwrap();
    assert_eq!(got.view().to_vec::<f32>().unwrap(), [1.0, 2.0]);
    let exact = Tensor::from_vec(vec![0.1_f64], &[1]).unwrap();
    assert_eq!(
        refusal(f.call((exact,))),
        "ValueError: f: argument 1: float32 cannot hold 0.1 exactly"
    );
}

#[test]
fn a_mismatched_array_is_copied_or_an_error() {
    let tensor = Tensor::from_vec(vec![1.0_f64, 2.0], &[2]).unwrap();
    let mut raw = *AnyView::NONE.as_raw();
    raw.type_index = TypeIndex::DLTENSOR_PTR.0;
    raw.payload.v_ptr = std::ptr::from_ref(&**tensor.as_object()).cast_mut().cast();
    // SAFETY: the payload is the tensor's own DLTensor, which outlives every use of it.
    let borrowed = unsafe { AnyView::from_raw(raw) };
    let call = |record: &str| attached(record, Form::Lists).invoke(&[borrowed]);
    let got = call(r#"{"a": [["ndarray", "f64", 1]], "r": ["unknown"]}"#).unwrap();
    let got = got.cast::<Tensor>().unwrap();
    assert_ne!(got.data_ptr(), tensor.data_ptr());
    assert_eq!(got.view().to_vec::<f64>().unwrap(), [1.0, 2.0]);
    assert_eq!(
        refusal(call(r#"{"a": [["writable", ["ndarray", "f64", 1]]], "r": []}"#)),
        "TypeError: f: argument 1: expected ndarray of f64 of rank 1, got a borrowed DLTensor, which would have to be \
         copied; an array that the function writes to is not converted"
    );
}

#[test]
fn parameters_without_a_default_are_required() {
    let target = PackedFunc::with_record(
        r#"{"a": ["i32", ["named", "k", "i32"]], "r": ["unknown"], "defaults": {"k": 1}}"#,
        |args| Ok((args.len() as i64).to_any()),
    );
    let f = attach(
        target.clone(),
        r#"{"a": ["i8"], "r": ["i64"]}"#,
        &Options::default(),
    )
    .unwrap();
    assert_eq!(f.call_as::<i64>((5,)).unwrap(), 1);
    let error = attach(target, r#"{"a": [], "r": ["i64"]}"#, &Options::default()).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("wrong number of arguments: the record has 0, the native function has 2"),
        "{error}"
    );
}

#[test]
fn a_function_that_returns_the_container_itself() {
    let target = PackedFunc::with_record(
        r#"{"a": [], "r": [["struct", ["quot", "i32"], ["rem", "i32"]]]}"#,
        |_| Ok(Map::from_iter([("quot", 3.to_any()), ("rem", 1.to_any())]).into()),
    );
    for form in [Form::Lists, Form::Leaves] {
        let options = Options {
            form: Some(form),
            ..Options::default()
        };
        let record = r#"{"a": [], "r": [["sdict", ["rem", "i32"], ["quot", "i64"]]]}"#;
        let got = attach(target.clone(), record, &options)
            .unwrap()
            .call_as::<Map>(())
            .unwrap();
        assert_eq!(format!("{got:?}"), r#"{"rem": 1, "quot": 3}"#);
        let other = r#"{"a": [], "r": [["sdict", ["rem", "i32"], ["other", "i64"]]]}"#;
        assert!(attach(target.clone(), other, &options).is_err());
    }
}

#[test]
fn sub_byte_and_vector_elements_are_errors() {
    let f = attached(r#"{"a": [["ndarray", "f32", 1]], "r": ["unknown"]}"#, Form::Lists);
    for dtype in [DataType::new(0, 4, 1), DataType::new(2, 32, 4)] {
        let given = Tensor::zeros(&[4], dtype, Device::CPU).unwrap();
        let said = refusal(f.call((given,)));
        assert!(
            said.contains("no conversion between these element types"),
            "{said}"
        );
    }
}

#[test]
fn a_map_for_the_whole_result_or_its_members() {
    let record = r#"{"a": ["unknown"], "r": [["sdict", ["k", "i32"]]]}"#;
    let whole = PackedFunc::new(|_| Ok(Map::from_iter([("k", 1.to_any())]).into()));
    let member = PackedFunc::new(|_| Ok(1.to_any()));
    for target in [whole, member] {
        let f = attach(target, record, &Options::default()).unwrap();
        let got = f.call_as::<Map>((0,)).unwrap();
        assert_eq!(format!("{got:?}"), r#"{"k": 1}"#);
    }
}

#[test]
fn without_a_record_maps_become_lists_sorted_by_key() {
    let f = attach_dynamic(echo(), None, &Options::default()).unwrap();
    let given: Map = [("b", 1.to_any()), ("a", 2.to_any())].into_iter().collect();
    let got = f.call_as::<Vec<i64>>((Any::from(given),)).unwrap();
    assert_eq!(got, [2, 1]);
}

#[test]
fn a_native_record_is_compared_once() {
    let target = PackedFunc::with_record(r#"{"a": ["i32"], "r": ["i32"]}"#, |args| args[0].to_owned());
    let record = r#"{"a": [["slist", "i16"]], "r": ["i64"]}"#;
    let f = attach(target.clone(), record, &Options::default()).unwrap();
    let given = Array::new(vec![5.to_any()]);
    assert_eq!(f.call_as::<i64>((given,)).unwrap(), 5);
    let error = attach(target, r#"{"a": ["f32"], "r": ["i32"]}"#, &Options::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "TypeError: the record of an attached function: type mismatch for argument 0: the record \
         has f32, the native function has i32"
    );
}

#[test]
fn the_attached_function_has_its_own_record() {
    let f = attached(r#"{"a": ["i8"], "r": [], "ignored": 1}"#, Form::Lists);
    assert_eq!(&*f.record().unwrap(), r#"{"abi":true,"a":["i8"],"r":[]}"#);
}

#[test]
fn an_untyped_list_result_is_checked_at_run_time() {
    let said = r#"{"a": ["i32"], "r": [["stuple", "i32", ["py_homogeneous_list", "unknown"]]]}"#;
    let target = PackedFunc::with_record(said, |args| {
        let members = vec![args[0].to_owned()?, 5.to_any()];
        Ok(Any::from(Array::new(vec![
            3.to_any(),
            Any::from(Array::new(members)),
        ])))
    });
    let record = r#"{"a": ["i32"], "r": ["i32", ["sdict", ["a", "i32"], ["b", "i32"]]]}"#;
    let f = attach(target.clone(), record, &Options::default()).unwrap();
    let got = f.call_as::<Array>((4,)).unwrap();
    assert_eq!(got.get(1).unwrap().convert::<Map>().unwrap().len(), 2);
    let three = r#"{"a": ["i32"], "r": ["i32", ["stuple", "i32", "i32", "i32"]]}"#;
    let f = attach(target, three, &Options::default()).unwrap();
    assert!(refusal(f.call((4,))).contains("3"));
}
