//! `runtime.*` by name: containers, strings, data, boxes.

extern crate tvmlike_node as _;

use std::slice::from_ref;

use tvmlike::{Any, Array, Error, Map, ObjectRef, Shape, ToAny, get};
use tvmlike_classic::is_string_object;

fn call(name: &str, args: &[Any]) -> Result<Any, Error> {
    get(name)?.invoke(Any::views(args))
}

/// The error message of a failing call.
fn failure(name: &str, args: &[Any]) -> String {
    call(name, args).unwrap_err().to_string()
}

fn object(value: &Any) -> ObjectRef {
    value.cast().unwrap()
}

#[test]
fn arrays() {
    let items = [
        1.to_any(),
        Any::default(),
        2.5.to_any(),
        true.to_any(),
        "text".into(),
    ];
    let array = call("runtime.Array", &items).unwrap();
    assert_eq!(
        format!("{:?}", array.cast::<Array>().unwrap()),
        "[1, None, 2.5, true, \"text\"]"
    );
    assert_eq!(
        call("runtime.ArraySize", from_ref(&array))
            .unwrap()
            .cast::<i64>()
            .unwrap(),
        5
    );
    let item = |index: i64| call("runtime.ArrayGetItem", &[array.clone(), index.to_any()]);
    assert_eq!(item(0).unwrap().cast::<i64>().unwrap(), 1);
    assert!(item(1).unwrap().is_none());
    assert!(item(3).unwrap().cast::<bool>().unwrap());
    assert_eq!(item(4).unwrap().cast::<String>().unwrap(), "text");
    for index in [-1, 5, i64::MAX, i64::MIN] {
        assert_eq!(
            item(index).unwrap_err().to_string(),
            format!(
                "IndexError: runtime.ArrayGetItem: index {index} is out of range for an array of 5 items"
            )
        );
    }
    assert_eq!(
        failure("runtime.ArraySize", &[1.to_any()]),
        "TypeError: runtime.ArraySize: argument 1 `array`: expected Array, got int"
    );
    assert_eq!(
        failure("runtime.ArrayGetItem", from_ref(&array)),
        "TypeError: runtime.ArrayGetItem: expected 2 arguments, got 1: argument 2 `index` is missing"
    );
    assert_eq!(
        failure("runtime.ArrayGetItem", &[array, "0".into()]),
        "TypeError: runtime.ArrayGetItem: argument 2 `index`: expected i64, got str"
    );
}

#[test]
fn text_in_containers_is_a_string_object_with_identity() {
    let own = call("runtime.String", &["a".into()]).unwrap();
    assert!(is_string_object(own.view()));
    let array = call(
        "runtime.Array",
        &[own.clone(), "a".into(), "longer than a value".into()],
    )
    .unwrap();
    let item = |index: i64| call("runtime.ArrayGetItem", &[array.clone(), index.to_any()]).unwrap();
    assert!(object(&item(0)).same_as(&object(&own)));
    for index in [1, 2] {
        assert!(is_string_object(item(index).view()));
        assert!(!object(&item(index)).same_as(&object(&own)));
    }
    let again = call("runtime.String", from_ref(&own)).unwrap();
    assert!(object(&again).same_as(&object(&own)));
    let text = call("runtime.GetFFIString", from_ref(&own)).unwrap();
    assert!(!is_string_object(text.view()));
    assert_eq!(text.cast::<String>().unwrap(), "a");
    let wide = call("runtime.String", &["gr\u{fc}n \0".into()]).unwrap();
    assert_eq!(
        call("runtime.GetFFIStringSize", &[wide])
            .unwrap()
            .cast::<i64>()
            .unwrap(),
        7
    );
    assert_eq!(
        failure("runtime.GetFFIString", &[Any::default()]),
        "TypeError: runtime.GetFFIString: argument 1 `string`: expected str, got None"
    );
    assert_eq!(
        failure("runtime.String", &[1.to_any()]),
        "TypeError: runtime.String: argument 1 `text`: expected str, got int"
    );
}

#[test]
fn containers_hold_and_release_references() {
    let own = call("runtime.String", &["counted".into()]).unwrap();
    let count = || object(&own).strong_count() - 1;
    assert_eq!(count(), 1);
    let array = call("runtime.Array", &[own.clone(), own.clone()]).unwrap();
    assert_eq!(count(), 3);
    let map = call("runtime.Map", &[own.clone(), own.clone()]).unwrap();
    let data = call("runtime.ADT", &[1.to_any(), own.clone()]).unwrap();
    assert_eq!(count(), 6);
    let item = call("runtime.ArrayGetItem", &[array.clone(), 1.to_any()]).unwrap();
    let items = call("runtime.MapItems", from_ref(&map)).unwrap();
    assert_eq!(count(), 9);
    failure("runtime.Map", &[own.clone(), own.clone(), own.clone()]);
    assert_eq!(count(), 9);
    drop((item, items, array, map, data));
    assert_eq!(count(), 1);
}

#[test]
fn maps() {
    let key = call("runtime.Array", &[]).unwrap();
    let args = [
        "k".into(),
        1.to_any(),
        2.to_any(),
        "two".into(),
        key.clone(),
        Any::default(),
        "k".into(),
        3.to_any(),
    ];
    let map = call("runtime.Map", &args).unwrap();
    assert_eq!(
        call("runtime.MapSize", from_ref(&map))
            .unwrap()
            .cast::<i64>()
            .unwrap(),
        3
    );
    let get_item = |key: Any| call("runtime.MapGetItem", &[map.clone(), key]);
    let count = |key: Any| {
        let count = call("runtime.MapCount", &[map.clone(), key]).unwrap();
        count.cast::<i64>().unwrap()
    };
    // Text by its content: as an object, too. Numbers by their value, objects by themselves.
    let object_key = call("runtime.String", &["k".into()]).unwrap();
    assert_eq!(get_item(object_key).unwrap().cast::<i64>().unwrap(), 3);
    assert_eq!(get_item(2.to_any()).unwrap().cast::<String>().unwrap(), "two");
    assert!(get_item(key.clone()).unwrap().is_none());
    let other = call("runtime.Array", &[]).unwrap();
    for (key, times) in [
        ("k".into(), 1),
        (key, 1),
        (2.0.to_any(), 0),
        (true.to_any(), 0),
        (other, 0),
    ] {
        assert_eq!(count(key), times);
    }
    assert_eq!(
        get_item("nope".into()).unwrap_err().to_string(),
        "KeyError: runtime.MapGetItem: the key \"nope\" is not in the map, which has 3 pairs"
    );
    let items = call("runtime.MapItems", &[map]).unwrap().cast::<Array>().unwrap();
    assert_eq!(items.len(), 6);
    assert_eq!(
        format!("{:?} {:?}", items.get(0).unwrap(), items.get(2).unwrap()),
        "\"k\" 2"
    );
    assert_eq!(
        failure("runtime.Map", &["k".into()]),
        "ValueError: runtime.Map: expected keys and values in turn, got 1 arguments"
    );
    assert_eq!(call("runtime.Map", &[]).unwrap().cast::<Map>().unwrap().len(), 0);
}

#[test]
fn maps_keep_insertion_order() {
    let args: Vec<Any> = (0..100)
        .rev()
        .flat_map(|n: i64| [n.to_any(), (n * n).to_any()])
        .collect();
    let map = call("runtime.Map", &args).unwrap();
    let items = call("runtime.MapItems", &[map]).unwrap();
    let given: Vec<i64> = args.iter().map(|value| value.cast().unwrap()).collect();
    assert_eq!(items.cast::<Vec<i64>>().unwrap(), given);
}

#[test]
fn shapes() {
    let shape = call(
        "runtime.ShapeTuple",
        &[2.to_any(), (-1).to_any(), i64::MAX.to_any()],
    )
    .unwrap();
    assert_eq!(*shape.cast::<Shape>().unwrap(), [2, -1, i64::MAX]);
    assert_eq!(
        call("runtime.GetShapeTupleSize", from_ref(&shape))
            .unwrap()
            .cast::<i64>()
            .unwrap(),
        3
    );
    let dim = |index: i64| call("runtime.GetShapeTupleElem", &[shape.clone(), index.to_any()]);
    assert_eq!(dim(1).unwrap().cast::<i64>().unwrap(), -1);
    assert_eq!(
        dim(3).unwrap_err().to_string(),
        "IndexError: runtime.GetShapeTupleElem: index 3 is out of range for a shape of 3 items"
    );
    assert!(dim(-1).is_err());
    assert_eq!(
        failure("runtime.ShapeTuple", &[1.to_any(), "2".into()]),
        "TypeError: runtime.ShapeTuple: argument 2: expected i64, got str"
    );
    assert_eq!(
        call("runtime.ShapeTuple", &[])
            .unwrap()
            .cast::<Shape>()
            .unwrap()
            .len(),
        0
    );
}

#[test]
fn data() {
    let adt = call("runtime.ADT", &[7.to_any(), "a".into(), Any::default()]).unwrap();
    let number = |name: &str, of: &Any| call(name, from_ref(of)).unwrap().cast::<i64>().unwrap();
    assert_eq!(number("runtime.GetADTTag", &adt), 7);
    assert_eq!(number("runtime.GetADTSize", &adt), 2);
    let field = |index: i64| call("runtime.GetADTFields", &[adt.clone(), index.to_any()]);
    assert!(is_string_object(field(0).unwrap().view()));
    assert!(field(1).unwrap().is_none());
    assert_eq!(
        field(2).unwrap_err().to_string(),
        "IndexError: runtime.GetADTFields: index 2 is out of range for data of 2 items"
    );
    let tuple = call("runtime.Tuple", &[1.to_any()]).unwrap();
    assert_eq!(
        (
            number("runtime.GetADTTag", &tuple),
            number("runtime.GetADTSize", &tuple)
        ),
        (0, 1)
    );
    let array = call("runtime.Array", &[]).unwrap();
    assert_eq!(
        failure("runtime.GetADTTag", &[array]),
        "TypeError: runtime.GetADTTag: argument 1 `adt`: expected runtime.ADT, got Array"
    );
    assert!(failure("runtime.ADT", &[]).contains("argument 1 `tag` is missing"));
}

#[test]
fn boxed_bools_are_unboxed() {
    let boxed = call("runtime.BoxBool", &[true.to_any()]).unwrap();
    assert!(boxed.type_index().is_object());
    assert!(
        call("runtime.UnBoxBool", from_ref(&boxed))
            .unwrap()
            .cast::<bool>()
            .unwrap()
    );
    assert!(
        !call("runtime.UnBoxBool", &[false.to_any()])
            .unwrap()
            .cast::<bool>()
            .unwrap()
    );
    let array = call("runtime.Array", from_ref(&boxed)).unwrap();
    assert_eq!(format!("{:?}", array.cast::<Array>().unwrap()), "[true]");
    let map = call("runtime.Map", &[boxed.clone(), 1.to_any()]).unwrap();
    for key in [boxed, true.to_any()] {
        let count = call("runtime.MapCount", &[map.clone(), key]).unwrap();
        assert_eq!(count.cast::<i64>().unwrap(), 1);
    }
    assert!(failure("runtime.UnBoxBool", &["x".into()]).contains("expected bool, got str"));
}
