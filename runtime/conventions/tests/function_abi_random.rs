//! The function ABI with random records and values: each value round-trips, in both forms; and no text makes it panic.

use proptest::prelude::*;
use serde_json::{Value, json};
use tvmlike_conventions::function_abi::cconv::{self, Cconv};
use tvmlike_conventions::function_abi::{Form, Options, attach};
use tvmlike_runtime::{Any, Array, Map, PackedFunc, Tensor, ToAny, TypeIndex};

/// A type as a record writes it, and a value of it as JSON.
fn typed_value() -> impl Strategy<Value = (Value, Value)> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(|truth| (json!("i1"), json!(truth))),
        any::<i8>().prop_map(|number| (json!("i8"), json!(number))),
        any::<u16>().prop_map(|number| (json!("u16"), json!(number))),
        any::<i32>().prop_map(|number| (json!("i32"), json!(number))),
        any::<i64>().prop_map(|number| (json!("i64"), json!(number))),
        any::<i64>().prop_map(|number| (json!("index"), json!(number))),
        // Halves and quarters, which every float type holds exactly.
        (-512_i32..512).prop_map(|number| (json!("f16"), json!(f64::from(number) / 4.0))),
        any::<i32>().prop_map(|number| (json!("f64"), json!(f64::from(number) / 4.0))),
        "\\PC{0,12}".prop_map(|text| (json!("str"), json!(text))),
        Just((json!(["optional", "i32"]), Value::Null)),
        prop::collection::vec(-100_i32..100, 0..5).prop_map(|numbers| {
            let numbers: Vec<f64> = numbers.into_iter().map(f64::from).collect();
            (json!(["ndarray", "f32", 1, numbers.len()]), json!(numbers))
        }),
    ];
    leaf.prop_recursive(4, 40, 4, |inner| {
        let members = prop::collection::vec(inner, 0..4);
        prop_oneof![
            (members.clone(), any::<bool>()).prop_map(|(members, tuple)| {
                let (mut types, values): (Vec<_>, Vec<_>) = members.into_iter().unzip();
                types.insert(0, json!(if tuple { "stuple" } else { "slist" }));
                (Value::Array(types), Value::Array(values))
            }),
            members.prop_map(|members| {
                let mut types = vec![json!("sdict")];
                let mut values = serde_json::Map::new();
                for (at, (ty, value)) in members.into_iter().enumerate() {
                    let key = format!("{}é key", 9 - at);
                    types.push(json!([key, ty]));
                    values.insert(key, value);
                }
                (Value::Array(types), Value::Object(values))
            }),
        ]
    })
}

/// JSON as a value, with dicts in the opposite order: the record's order applies.
fn any_of(value: &Value) -> Any {
    match value {
        Value::Null => Any::default(),
        Value::Bool(truth) => truth.to_any(),
        Value::Number(number) => number
            .as_i64()
            .map_or_else(|| number.as_f64().unwrap().to_any(), |int| int.to_any()),
        Value::String(text) => text.as_str().into(),
        Value::Array(items) => Array::new(items.iter().map(any_of).collect()).into(),
        Value::Object(entries) => {
            let pairs = entries.iter().rev();
            Map::new(pairs.map(|(key, value)| (Any::from(key.as_str()), any_of(value)))).into()
        }
    }
}

/// A value as JSON.
fn json_of(value: &Any) -> Value {
    match value.view().kind() {
        TypeIndex::NONE => Value::Null,
        TypeIndex::BOOL => json!(value.cast::<bool>().unwrap()),
        TypeIndex::INT => json!(value.cast::<i64>().unwrap()),
        TypeIndex::FLOAT => json!(value.cast::<f64>().unwrap()),
        TypeIndex::ARRAY => value
            .cast::<Array>()
            .unwrap()
            .as_slice()
            .iter()
            .map(json_of)
            .collect(),
        TypeIndex::MAP => {
            let map = value.cast::<Map>().unwrap();
            let pair = |(key, value): (&tvmlike_runtime::AnyView<'_>, &tvmlike_runtime::AnyView<'_>)| {
                (
                    key.as_str().unwrap().unwrap().to_owned(),
                    json_of(&value.to_owned().unwrap()),
                )
            };
            Value::Object(map.iter().map(pair).collect())
        }
        TypeIndex::TENSOR => {
            let numbers = value.cast::<Tensor>().unwrap().view().to_vec::<f32>().unwrap();
            json!(numbers.into_iter().map(f64::from).collect::<Vec<_>>())
        }
        _ => json!(value.cast::<String>().unwrap()),
    }
}

/// A function that returns its arguments as results: none, one, or all in an array.
fn echo() -> PackedFunc {
    PackedFunc::new(|args| match args.as_slice() {
        [] => Ok(Any::default()),
        [one] => one.to_owned(),
        all => Array::from_views(all).map(Any::from),
    })
}

proptest! {
    #[test]
    fn values_survive_the_round_trip(slots in prop::collection::vec(typed_value(), 2..5)) {
        // At least two slots: a single container would be returned as its members.
        let (types, values): (Vec<_>, Vec<_>) = slots.into_iter().unzip();
        let record = json!({ "a": types, "r": types }).to_string();
        let given: Vec<Any> = values.iter().map(any_of).collect();
        for form in [Form::Lists, Form::Leaves] {
            let options = Options { form: Some(form), ..Options::default() };
            let f = attach(echo(), &record, &options).unwrap();
            let got = f.invoke(Any::views(&given)).unwrap();
            let got: Vec<Value> = got.cast::<Array>().unwrap().as_slice().iter().map(json_of).collect();
            prop_assert_eq!(&got, &values);
        }
    }

    #[test]
    fn a_single_container_round_trips_as_leaves((ty, value) in typed_value()) {
        let record = json!({ "a": [ty], "r": [ty] }).to_string();
        let options = Options { form: Some(Form::Leaves), ..Options::default() };
        let f = attach(echo(), &record, &options).unwrap();
        let got = f.invoke(Any::views(&[any_of(&value)])).unwrap();
        prop_assert_eq!(json_of(&got), value);
    }

    #[test]
    fn a_value_of_another_record_never_panics((ty, _) in typed_value(), (_, value) in typed_value()) {
        let record = json!({ "a": [ty], "r": [ty] }).to_string();
        for form in [Form::Lists, Form::Leaves] {
            let options = Options { form: Some(form), ..Options::default() };
            let f = attach(echo(), &record, &options).unwrap();
            if let Err(error) = f.invoke(Any::views(&[any_of(&value)])) {
                prop_assert!(error.kind() != "InternalError", "{error}");
            }
        }
    }

    #[test]
    fn any_text_is_a_record_or_an_error(text in "\\PC*") {
        let _ = attach(echo(), &text, &Options::default());
        let _ = Cconv::parse(&text);
        let _ = cconv::size(&text, &[u32::MAX; 4]);
    }

    #[test]
    fn similar_text_is_a_record_or_an_error(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "[", "]", "{", "}", ",", ":", "\"a\"", "\"r\"", "\"named\"", "\"ndarray\"", "\"sdict\"", "\"struct\"",
                "\"i32\"", "\"f32\"", "\"out\"", "\"defaults\"", "\"options\"", "\"variadic\"", "null", "true", "-1", "7", "1e300",
            ]),
            0..40,
        ),
    ) {
        let _ = attach(echo(), &words.concat(), &Options::default());
        let _ = attach(echo(), &format!("{{\"a\": [{}], \"r\": []}}", words.concat()), &Options::default());
    }

    #[test]
    fn calling_conventions_round_trip_through_records(letters in "[iIfF]{0,6}", results in "[iIfF]{0,3}") {
        let or_nothing = |letters: &str| if letters.is_empty() { "v".to_owned() } else { letters.to_owned() };
        let text = format!("0{}_{}", or_nothing(&letters), or_nothing(&results));
        let record = Cconv::parse(&text).unwrap().record().unwrap();
        prop_assert_eq!(cconv::of_record(&record.to_string()).unwrap(), text);
        let size = cconv::size(&letters, &[]).unwrap();
        prop_assert!(size >= letters.len() * 4 && size <= letters.len() * 8 + 8);
    }

    #[test]
    fn a_span_has_the_size_of_its_tuples(letters in "[iIfFr]{1,4}", count in 0_u32..9) {
        let written_out = format!("i{}", letters.repeat(count as usize));
        let span = cconv::size(&format!("C{letters}D"), &[count]).unwrap();
        // The elements are aligned, even if there are none.
        let wide = letters.contains(['I', 'F', 'r']);
        let expected = cconv::size(&written_out, &[]).unwrap();
        prop_assert!(span == expected || (wide && span >= expected && span - expected <= 8), "{span} {expected}");
    }
}
