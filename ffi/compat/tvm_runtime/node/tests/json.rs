//! Values as TVM's JSON: what TVM wrote, what it would read, and what must be refused.

extern crate tvmlike_node as _;

use std::sync::Mutex;

use proptest::prelude::*;
use tvmlike::prelude::*;
use tvmlike::{Bytes, Shape, ToAny, get};
use tvmlike_node::json::{load, save};

/// A type that can be taken apart.
#[derive(Object)]
#[object(key = "json_test.Box", pickle)]
struct Boxed {
    #[field(set)]
    inside: Mutex<Any>,
}

/// A type that cannot.
#[derive(Object)]
#[object(key = "json_test.Closed")]
struct Closed;

fn boxed(inside: Any) -> Any {
    let inside = Mutex::new(inside);
    ObjectPtr::new(Boxed { inside }).to_any()
}

fn array(items: &[Any]) -> Any {
    Array::new(items.to_vec()).into()
}

fn alike(lhs: &Any, rhs: &Any) -> bool {
    let alike = get("node.StructuralEqual").unwrap();
    alike.call_as((lhs.clone(), rhs.clone())).unwrap()
}

fn again(value: &Any) -> Any {
    load(&save(value.view()).unwrap()).unwrap()
}

/// The error message for a malformed document.
fn refused(text: &str) -> String {
    let error = load(text).unwrap_err().to_string();
    let called = get("node.LoadJSON").unwrap().call((text,)).unwrap_err();
    assert_eq!(
        called.to_string(),
        error.replacen(": ", ": node.LoadJSON: argument 1 `text`: ", 1)
    );
    error
}

/// A document of these nodes; the first is the root.
fn document(nodes: &str) -> String {
    format!("{{\"root\": 0, \"nodes\": [{nodes}], \"b64ndarrays\": [], \"attrs\": {{}}}}")
}

/// Asserts that documents of these nodes are refused, each with its error.
#[track_caller]
fn refused_nodes(cases: &[(&str, &str)]) {
    for (nodes, why) in cases {
        assert_eq!(refused(&document(nodes)), *why);
    }
}

#[test]
fn documents_equal_those_of_tvm() {
    let value = array(&["hi".into(), Any::default()]);
    let text = r#"{
  "root": 1, 
  "nodes": [
    {"type_key": ""}, 
    {"type_key": "Array", "data": [2, 0]}, 
    {"type_key": "runtime.String", "repr_str": "hi"}
  ], 
  "b64ndarrays": [], 
  "attrs": {"tvm_version": "0.19.0"}
}"#;
    assert_eq!(save(value.view()).unwrap(), text);
    assert!(alike(&load(text).unwrap(), &value));
    let called: String = get("node.SaveJSON").unwrap().call_as((value.clone(),)).unwrap();
    assert_eq!(called, text);
    let nodes = |value: &Any| {
        let text = save(value.view()).unwrap();
        let nodes = text.lines().filter(|line| line.starts_with("    {"));
        let nodes: Vec<_> = nodes
            .skip(1)
            .map(|line| line.trim().trim_end_matches(',').to_owned())
            .collect();
        nodes.join("\n")
    };
    for (value, wanted) in [
        (Any::default(), ""),
        ("".into(), r#"{"type_key": "runtime.String"}"#),
        (
            "a\"\\b".into(),
            r#"{"type_key": "runtime.String", "repr_str": "a\"\\b"}"#,
        ),
        (
            "\u{e9}".into(),
            r#"{"type_key": "runtime.String", "repr_b64": "AgAAAAAAAADDqQ=="}"#,
        ),
        (
            Shape::new(&[1, 2, 3]).into(),
            r#"{"type_key": "runtime.ShapeTuple", "repr_str": "AwAAAAAAAAABAAAAAAAAAAIAAAAAAAAAAwAAAAAAAAA="}"#,
        ),
        (3.to_any(), r#"{"type_key": "runtime.BoxInt", "repr_str": "3"}"#),
        (
            true.to_any(),
            r#"{"type_key": "runtime.BoxBool", "repr_str": "true"}"#,
        ),
        (
            2.5.to_any(),
            r#"{"type_key": "runtime.BoxFloat", "repr_str": "2.5"}"#,
        ),
        (
            Map::new([(Any::from("k"), Any::default()), ("l".into(), "v".into())]).into(),
            "{\"type_key\": \"Map\", \"keys\": [\"k\", \"l\"], \"data\": [0, 2]}\n\
             {\"type_key\": \"runtime.String\", \"repr_str\": \"v\"}",
        ),
        (
            // A key that TVM's JSON cannot express is stored among the values.
            Map::new([(Any::from("\n"), Any::default())]).into(),
            "{\"type_key\": \"Map\", \"data\": [2, 0]}\n\
             {\"type_key\": \"runtime.String\", \"repr_b64\": \"AQAAAAAAAAAK\"}",
        ),
        (
            boxed(Any::default()),
            "{\"type_key\": \"json_test.Box\", \"attrs\": {\"state\": \"2\"}}\n{\"type_key\": \"Array\", \"data\": [0]}",
        ),
    ] {
        assert_eq!(nodes(&value), wanted);
        assert!(alike(&again(&value), &value));
    }
}

#[test]
fn tensors() {
    // Two int8 numbers, as the C++ runtime writes them.
    let text = document(
        r#"{"type_key": "runtime.NDArray", "repr_str":
        "P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAQAAAAAIAQACAAAAAAAAAAIAAAAAAAAAB/8="}"#,
    );
    let tensor: Tensor = load(&text).unwrap().cast().unwrap();
    assert_eq!(tensor.view().to_vec::<i8>().unwrap(), [7, -1]);
    let saved = save(tensor.to_any().view()).unwrap();
    assert!(saved.contains("P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAQAAAAAIAQACAAAAAAAAAAIAAAAAAAAAB/8="));
    let empty = Tensor::from_vec(Vec::<f32>::new(), &[0, 3]).unwrap();
    let scalar = Tensor::from_vec(vec![2.5_f64], &[]).unwrap();
    for value in [empty.to_any(), scalar.to_any()] {
        assert!(alike(&again(&value), &value));
    }
    // Four bits each, packed by our own allocation: how many bytes they are is a question of taste.
    let packed = Tensor::zeros(&[3], DataType::new(0, 4, 1), Device::CPU).unwrap();
    let error = save(packed.to_any().view()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "ValueError: elements of int4 are packed; convert the tensor to a wider type first"
    );
    // Truth values are written as TVM has them.
    let truth = Tensor::zeros(&[2], DataType::BOOL, Device::CPU).unwrap();
    let read: Tensor = again(&truth.to_any()).cast().unwrap();
    assert_eq!(read.dtype(), DataType::new(1, 1, 1));
    let spread = tvmlike_classic::allocate(&[3], DataType::new(0, 4, 1), Device::CPU)
        .unwrap()
        .to_any();
    assert!(alike(&again(&spread), &spread));
}

#[test]
fn elements_in_any_order() {
    use std::ffi::c_void;
    let mut numbers: Vec<i16> = vec![0, 1, 2, 3, 4, 5];
    let data = numbers.as_mut_ptr().cast::<c_void>();
    // SAFETY: six numbers that live as long as the tensor, which owns them; the strides are those of the transposed matrix.
    let turned =
        unsafe { Tensor::from_memory(data, &[3, 2], &[1, 3], DataType::INT16, false, numbers).unwrap() };
    let turned = turned.to_any();
    let copy: Tensor = again(&turned).cast().unwrap();
    assert_eq!(copy.view().to_vec::<i16>().unwrap(), [0, 3, 1, 4, 2, 5]);
    assert!(alike(&turned, &copy.to_any()));
}

#[test]
fn documents_of_older_versions_load() {
    let numbers = r#"{"type_key": "Array", "data": [1, 2, 3]},
        {"type_key": "IntImm", "attrs": {"dtype": "int32", "span": "0", "value": "-7"}},
        {"type_key": "FloatImm", "attrs": {"dtype": "float32", "span": "0", "value": "2.5"}},
        {"type_key": "IntImm", "attrs": {"dtype": "bool", "span": "0", "value": "1"}}"#;
    let read = load(&document(numbers)).unwrap();
    let constant = |value: Any, dtype: &str| {
        let function = tvmlike::get("node._const").unwrap();
        function.call((value, dtype)).unwrap()
    };
    assert!(alike(
        &read,
        &array(&[
            constant((-7).to_any(), "int32"),
            constant(2.5.to_any(), "float32"),
            constant(true.to_any(), "bool")
        ])
    ));
    assert!(alike(&read, &again(&read)));
    let unknown = numbers.replace("int32", "int2");
    assert!(
        load(&document(&unknown))
            .unwrap_err()
            .to_string()
            .contains("-7 is not a value of int2")
    );
    // A key with a control character, which TVM writes as it is; and members in another order.
    let key = "{\"attrs\": {}, \"nodes\": [{\"data\": [1], \"keys\": [\"a\u{1}\\\"\"], \"type_key\": \"Map\"}, \
               {\"type_key\": \"\"}], \"root\": 0}";
    let map: Map = load(key).unwrap().cast().unwrap();
    assert!(map.get(Any::from("a\u{1}\"").view()).unwrap().is_none());
}

#[test]
fn shared_objects_stay_shared() {
    let shared = array(&["shared".into()]);
    let value = array(&[shared.clone(), shared.clone(), boxed(shared)]);
    let text = save(value.view()).unwrap();
    assert_eq!(text.matches("repr_str").count(), 1);
    let items: Array = load(&text).unwrap().cast().unwrap();
    let address = |at: usize| items.get(at).unwrap().as_object().unwrap();
    assert_eq!(address(0), address(1));
    let inside: ObjectPtr<Boxed> = items.get(2).unwrap().convert().unwrap();
    assert_eq!(
        inside.inside.lock().unwrap().view().as_object().unwrap(),
        address(0)
    );
    // Text that is the root, or an item, is an object.
    assert!(tvmlike_classic::is_string_object(again(&"root".into()).view()));
    // As wide as no memory, and as deep as no stack.
    let wide = (0..60).fold(array(&[1.to_any()]), |inner, _| array(&[inner.clone(), inner]));
    assert!(alike(&again(&wide), &wide));
    let deep = (0..50_000).fold(array(&[]), |inner, _| array(&[inner]));
    assert!(alike(&again(&deep), &deep));
}

#[test]
fn values_without_a_json_form_are_errors() {
    let saved = |value: Any| save(value.view()).unwrap_err().to_string();
    assert_eq!(
        saved(array(&[ObjectPtr::new(Closed).to_any()])),
        "TypeError: an object of json_test.Closed cannot be written as JSON: its type has no `__getstate__` and \
         `__from_state__`"
    );
    assert_eq!(
        saved(Device::CPU.to_any()),
        "TypeError: Device cannot be written as JSON"
    );
    assert!(saved(get("node.SaveJSON").unwrap().into()).contains("an object of runtime.PackedFunc cannot"));
    let circle = boxed(Any::default());
    let inside: ObjectPtr<Boxed> = circle.cast().unwrap();
    *inside.inside.lock().unwrap() = array(std::slice::from_ref(&circle));
    assert_eq!(
        saved(circle),
        "ValueError: an object of json_test.Box contains itself, which JSON cannot express"
    );
    *inside.inside.lock().unwrap() = Any::default();
    let called = get("node.SaveJSON").unwrap().call((Device::CPU,)).unwrap_err();
    assert_eq!(
        called.to_string(),
        "TypeError: node.SaveJSON: argument 1 `value`: Device cannot be written as JSON"
    );
}

#[test]
fn malformed_documents() {
    for (text, why) in [
        (
            "",
            "ValueError: not JSON: EOF while parsing a value at line 1 column 0",
        ),
        ("[]", "ValueError: the document: expected an object, got a list"),
        ("{\"root\": 0}", "ValueError: the member `nodes` is missing"),
        ("{\"nodes\": []}", "ValueError: the member `root` is missing"),
        (
            "{\"root\": 0, \"nodes\": []}",
            "ValueError: the root is node 0, but the document has 0 nodes",
        ),
        (
            "{\"root\": -1, \"nodes\": []}",
            "ValueError: `root`: expected a node number, got -1",
        ),
        (
            "{\"root\": 1e99, \"nodes\": []}",
            "ValueError: `root`: expected a node number, got 1e+99",
        ),
        (
            "{\"root\": 0, \"nodes\": {}}",
            "ValueError: `nodes`: expected a list, got an object",
        ),
        (
            "{\"root\": 0, \"nodes\": [{\"type_key\": \"\"}], \"more\": 1}",
            "ValueError: the document has an unknown member \"more\"",
        ),
    ] {
        assert_eq!(refused(text), why);
    }
    let deep = "[".repeat(100_000);
    assert!(refused(&deep).contains("recursion limit exceeded"));
}

#[test]
fn malformed_nodes() {
    refused_nodes(&[
        ("1", "ValueError: node 0: expected an object, got 1"),
        ("{}", "ValueError: the member `type_key` is missing"),
        ("{\"type_key\": 1}", "ValueError: node 0: type_key must be text"),
        (
            "{\"type_key\": \"\", \"x\": 1}",
            "ValueError: node 0 has an unknown member \"x\"",
        ),
        (
            "{\"type_key\": \"Array\", \"data\": [\"0\"]}",
            "ValueError: node 0: expected a node number, got text",
        ),
        (
            "{\"type_key\": \"Array\", \"data\": [18446744073709551615]}",
            "ValueError: node 0: reference to node 18446744073709551615, but the document has 1 nodes",
        ),
        (
            "{\"type_key\": \"Array\", \"data\": [0]}",
            "ValueError: node 0: cyclic reference to node 0",
        ),
        (
            "{\"type_key\": \"Array\", \"data\": [1]}, {\"type_key\": \"Map\", \"keys\": [\"k\"], \"data\": [0]}",
            "ValueError: node 1: cyclic reference to node 0",
        ),
    ]);
}

#[test]
fn nodes_of_unsuitable_types() {
    refused_nodes(&[
        (
            "{\"type_key\": \"nope\"}",
            "TypeError: node 0: no type is registered as \"nope\"",
        ),
        (
            "{\"type_key\": \"json_test.Closed\"}",
            "TypeError: node 0: cannot make an object of json_test.Closed from JSON: its type has no \
             `__from_state__`",
        ),
        (
            "{\"type_key\": \"runtime.PackedFunc\"}",
            "TypeError: node 0: cannot make an object of runtime.PackedFunc from JSON: its type has no \
             `__from_state__`",
        ),
        (
            "{\"type_key\": \"json_test.Box\"}",
            "ValueError: node 0: missing state of an object of json_test.Box",
        ),
        (
            "{\"type_key\": \"json_test.Box\", \"attrs\": {\"state\": \"x\"}}",
            "ValueError: node 0: the state is not a node number",
        ),
        (
            "{\"type_key\": \"json_test.Box\", \"attrs\": {\"state\": \"1\"}}, {\"type_key\": \"Array\"}",
            "ValueError: node 0: Box.__from_state__: argument 1 `state`: expected a state of 1 items, got 0",
        ),
    ]);
}

#[test]
fn malformed_values() {
    refused_nodes(&[
        (
            "{\"type_key\": \"runtime.BoxInt\"}",
            "ValueError: node 0: \"\" is not an int",
        ),
        (
            "{\"type_key\": \"runtime.BoxInt\", \"repr_str\": \"9223372036854775808\"}",
            "ValueError: node 0: \"9223372036854775808\" is not an int",
        ),
        (
            "{\"type_key\": \"Map\", \"data\": [1]}, {\"type_key\": \"\"}",
            "ValueError: node 0: map has a key without a value",
        ),
        (
            "{\"type_key\": \"Map\", \"keys\": [\"a\", \"b\"], \"data\": [1]}, {\"type_key\": \"\"}",
            "ValueError: node 0: map has 2 keys and 1 values",
        ),
        (
            "{\"type_key\": \"runtime.String\", \"repr_b64\": \"//8=\"}",
            "ValueError: node 0: 8 more bytes expected, got 2",
        ),
        (
            "{\"type_key\": \"runtime.String\", \"repr_b64\": \"?\"}",
            "ValueError: node 0: invalid base64: Invalid symbol 63, offset 0.",
        ),
        (
            "{\"type_key\": \"runtime.String\", \"repr_b64\": \"/////////////w==\"}",
            "ValueError: node 0: 18446744073709551615 bytes expected, got 2",
        ),
        (
            "{\"type_key\": \"runtime.String\", \"repr_b64\": \"AQAAAAAAAAD/\"}",
            "ValueError: node 0: text is not UTF-8",
        ),
    ]);
}

#[test]
fn malformed_shapes_and_tensors() {
    refused_nodes(&[
        (
            "{\"type_key\": \"runtime.ShapeTuple\", \"repr_str\": \"//////////8=\"}",
            "ValueError: node 0: 18446744073709551615 dimensions expected, got 0 bytes",
        ),
        (
            "{\"type_key\": \"runtime.NDArray\", \"repr_str\": \"//////////8=\"}",
            "ValueError: node 0: bad tensor magic number",
        ),
        (
            // Billions of dimensions.
            "{\"type_key\": \"runtime.NDArray\", \"repr_str\": \"P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAA////fwAIAQA=\"}",
            "ValueError: node 0: a tensor of 2147483647 dimensions is cut short",
        ),
        (
            // A shape of terabytes with two elements.
            "{\"type_key\": \"runtime.NDArray\", \"repr_str\": \
             \"P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAQAAAAAIAQAAAAAAAEAAAAAAAAAAQAAAB/8=\"}",
            "ValueError: node 0: a tensor of int8 of shape [70368744177664] has 70368744177664 bytes; the record \
             announces 70368744177664 and contains 2",
        ),
    ]);
}

/// Any value that can be written.
fn value() -> impl Strategy<Value = Any> {
    let leaf = prop_oneof![
        Just(Any::default()),
        any::<i64>().prop_map(ToAny::to_any),
        any::<bool>().prop_map(ToAny::to_any),
        any::<f64>().prop_map(ToAny::to_any),
        any::<String>().prop_map(ToAny::to_any),
        prop::collection::vec(any::<u8>(), 0..20).prop_map(|bytes| Bytes::new(&bytes).into()),
        prop::collection::vec(any::<i64>(), 0..5).prop_map(|dims| Shape::new(&dims).into()),
        prop::collection::vec(any::<i32>(), 0..7).prop_map(|elements| {
            let len = elements.len() as i64;
            Tensor::from_vec(elements, &[1, len]).unwrap().into()
        }),
    ];
    leaf.prop_recursive(5, 60, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(|items| array(&items)),
            prop::collection::vec((any::<String>(), inner.clone()), 0..5)
                .prop_map(
                    |pairs| Map::new(pairs.into_iter().map(|(key, value)| (key.to_any(), value))).into()
                ),
            prop::collection::vec((any::<i64>(), inner.clone()), 0..5)
                .prop_map(
                    |pairs| Map::new(pairs.into_iter().map(|(key, value)| (key.to_any(), value))).into()
                ),
            inner
                .clone()
                .prop_map(|inside| boxed(array(&[inside.clone(), inside]))),
            inner,
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn values_round_trip(value in value()) {
        let text = save(value.view()).unwrap();
        let read = load(&text).unwrap();
        prop_assert!(alike(&read, &value), "{}", text);
        // It is saved as the same text, so shared objects stay shared.
        prop_assert_eq!(save(read.view()).unwrap(), text);
    }

    #[test]
    fn any_text_parses_or_is_an_error(text in "\\PC*", at in any::<prop::sample::Index>()) {
        let _ = load(&text);
        // A document in which one character is another one.
        let whole = save(array(&["text".into(), 1.to_any(), Shape::new(&[1]).into()]).view()).unwrap();
        let mut broken: Vec<char> = whole.chars().collect();
        let at = at.index(broken.len());
        broken[at] = text.chars().next().unwrap_or('0');
        let _ = load(&broken.into_iter().collect::<String>());
    }
}
