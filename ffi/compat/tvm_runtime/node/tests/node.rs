//! `node.*` by name: text, attributes, equality and hashes.

extern crate tvmlike_node as _;

use std::sync::Mutex;

use tvmlike::prelude::*;
use tvmlike::{Shape, ToAny, get};

/// A type with members, as a plugin declares them.
#[derive(Object)]
#[object(key = "node_test.Pair", pickle)]
struct Pair {
    #[field]
    name: String,
    #[field(set)]
    other: Mutex<Any>,
}

#[methods]
impl Pair {
    /// The name, repeated `times` times.
    fn repeated(&self, times: usize) -> String {
        self.name.repeat(times)
    }
}

/// A type with its own `__repr__`.
#[derive(Object, Debug)]
#[object(key = "node_test.Shown", repr)]
struct Shown;

fn pair(name: &str, other: Any) -> Any {
    let name = name.to_owned();
    let other = Mutex::new(other);
    ObjectPtr::new(Pair { name, other }).to_any()
}

fn call(name: &str, args: &[Any]) -> Result<Any> {
    get(name)?.invoke(Any::views(args))
}

fn repr(value: Any) -> String {
    let text = call("node.AsRepr", std::slice::from_ref(&value))
        .unwrap()
        .cast()
        .unwrap();
    assert_eq!(
        call("node.AsLegacyRepr", &[value])
            .unwrap()
            .cast::<String>()
            .unwrap(),
        text
    );
    text
}

fn array(items: &[Any]) -> Any {
    Array::new(items.to_vec()).into()
}

fn map(pairs: &[(&str, Any)]) -> Any {
    let pairs = pairs.iter().map(|(key, value)| (Any::from(*key), value.clone()));
    Map::new(pairs).into()
}

#[test]
fn text_of_values() {
    for (value, text) in [
        (Any::default(), "(nullptr)"),
        (1.to_any(), "1"),
        (2.5.to_any(), "2.5"),
        (true.to_any(), "true"),
        (
            "hi \"q\"\n\\\u{1}\u{e9}".into(),
            "\"hi \\\"q\\\"\\n\\\\\\x01\u{e9}\"",
        ),
        (array(&[]), "[]"),
        (array(&[1.to_any(), array(&["x".into()])]), "[1, [\"x\"]]"),
        (
            map(&[("a", 1.to_any()), ("b", array(&[]))]),
            "{\"a\": 1, \"b\": []}",
        ),
        (Shape::new(&[1, 2]).into(), "[1, 2]"),
        (ObjectPtr::new(Shown).to_any(), "Shown"),
        (
            pair("p", Any::default()),
            "node_test.Pair(name=\"p\", other=(nullptr))",
        ),
    ] {
        assert_eq!(repr(value), text);
    }
    let tensor = Tensor::from_vec(vec![1_i32], &[1]).unwrap();
    let address = tensor.as_object().as_raw();
    assert_eq!(repr(tensor.into()), format!("runtime.NDArray({address:p})"));
    let adt = call("runtime.ADT", &[1.to_any(), "f".into()]).unwrap();
    assert_eq!(repr(adt), "runtime.ADT(tag=1, fields=[\"f\"])");
}

/// The depth of values that no recursion could follow. A sanitizer takes several times as long for each.
const DEEP: usize = if cfg!(tvmlike_sanitized) { 5_000 } else { 50_000 };

#[test]
fn long_text_is_truncated() {
    let deep = (0..DEEP).fold(array(&[]), |inner, _| array(&[inner]));
    assert_eq!(repr(deep).len(), 2 * DEEP + 2);
    let wide = (0..60).fold(array(&[1.to_any()]), |inner, _| array(&[inner.clone(), inner]));
    assert!(repr(wide).ends_with(" ..."));
    let own = pair("own", Any::default());
    call_member(&own, 1.to_any());
    let text = repr(array(&[own]));
    assert_eq!(text, "[node_test.Pair(name=\"own\", other=1)]");
}

/// Writes to the field `other`.
fn call_member(of: &Any, value: Any) {
    let of: ObjectPtr<Pair> = of.cast().unwrap();
    *of.other.lock().unwrap() = value;
}

#[test]
fn attributes() {
    let of = pair("p", "text".into());
    let attr = |of: &Any, name: &str| call("node.NodeGetAttr", &[of.clone(), name.into()]);
    assert_eq!(attr(&of, "name").unwrap().cast::<String>().unwrap(), "p");
    assert!(tvmlike_classic::is_string_object(
        attr(&of, "other").unwrap().view()
    ));
    let repeated: PackedFunc = attr(&of, "repeated").unwrap().cast().unwrap();
    assert_eq!(repeated.call_as::<String>((2,)).unwrap(), "pp");
    for (value, key) in [
        (of.clone(), "node_test.Pair"),
        (array(&[]), "Array"),
        (map(&[]), "Map"),
        (Shape::new(&[]).into(), "runtime.ShapeTuple"),
        ("x".into(), "runtime.String"),
        (
            Tensor::from_vec(vec![1_i32], &[1]).unwrap().into(),
            "runtime.NDArray",
        ),
    ] {
        assert_eq!(attr(&value, "type_key").unwrap().cast::<String>().unwrap(), key);
        assert_eq!(
            attr(&value, "nope").unwrap_err().to_string(),
            format!("AttributeError: {key} has no attribute \"nope\"")
        );
    }
    // Attributes that front ends look up implicitly.
    for name in ["__getstate__", "__deepcopy__", ""] {
        assert_eq!(attr(&of, name).unwrap_err().kind(), "AttributeError");
    }
    let names = |of: Any| -> PackedFunc { call("node.NodeListAttrNames", &[of]).unwrap().cast().unwrap() };
    let of_pair = names(of);
    assert_eq!(of_pair.call_as::<i64>((-1,)).unwrap(), 2);
    assert_eq!(of_pair.call_as::<String>((1,)).unwrap(), "other");
    assert_eq!(
        of_pair.call((2,)).unwrap_err().to_string(),
        "IndexError: node.NodeListAttrNames(..): index 2 is out of range for 2 names"
    );
    assert_eq!(names(array(&[])).call_as::<i64>((-1,)).unwrap(), 0);
    assert_eq!(names(Any::default()).call_as::<i64>((-1,)).unwrap(), 0);
}

fn equal(lhs: &Any, rhs: &Any) -> bool {
    let equal = call("node.StructuralEqual", &[lhs.clone(), rhs.clone()]).unwrap();
    let equal: bool = equal.cast().unwrap();
    let hash = |of: &Any| -> i64 {
        let hash = call("node.StructuralHash", &[of.clone(), false.to_any()]).unwrap();
        hash.cast().unwrap()
    };
    if equal {
        assert_eq!(hash(lhs), hash(rhs));
    } else {
        assert_ne!(hash(lhs), hash(rhs), "{lhs:?} {rhs:?}");
    }
    let refused = call(
        "node.StructuralEqual",
        &[lhs.clone(), rhs.clone(), true.to_any(), false.to_any()],
    );
    assert_eq!(refused.is_ok(), equal);
    equal
}

#[test]
fn structural_equality() {
    let tensor = |elements: Vec<i32>, shape: &[i64]| Any::from(Tensor::from_vec(elements, shape).unwrap());
    let nested = |last: Any| {
        array(&[
            map(&[("k", 1.to_any()), ("l", "text".into())]),
            tensor(vec![1, 2], &[2]),
            Shape::new(&[3]).into(),
            pair("p", last),
        ])
    };
    assert!(equal(&nested(1.to_any()), &nested(1.to_any())));
    assert!(!equal(&nested(1.to_any()), &nested(2.to_any())));
    let error = call(
        "node.StructuralEqual",
        &[nested(1.to_any()), nested(2.to_any()), true.to_any()],
    );
    assert_eq!(
        error.unwrap_err().to_string(),
        "ValueError: node.StructuralEqual: the two values differ at [3].other: 1 is not 2"
    );
    let alike = [
        (Any::default(), Any::default()),
        (f64::NAN.to_any(), f64::NAN.to_any()),
        (0.0.to_any(), (-0.0).to_any()),
        (
            map(&[("a", 1.to_any()), ("b", 2.to_any())]),
            map(&[("b", 2.to_any()), ("a", 1.to_any())]),
        ),
        (call("runtime.String", &["s".into()]).unwrap(), "s".into()),
    ];
    for (lhs, rhs) in &alike {
        assert!(equal(lhs, rhs), "{lhs:?} {rhs:?}");
    }
    let different = [
        (1.to_any(), true.to_any()),
        (1.to_any(), 1.0.to_any()),
        ("1".into(), 1.to_any()),
        (Any::default(), 0.to_any()),
        (array(&[1.to_any()]), array(&[1.to_any(), 1.to_any()])),
        (array(&[]), map(&[])),
        (map(&[("a", 1.to_any())]), map(&[("b", 1.to_any())])),
        (map(&[("a", 1.to_any())]), map(&[])),
        (tensor(vec![1, 2], &[2]), tensor(vec![1, 3], &[2])),
        (tensor(vec![1, 2], &[2]), tensor(vec![1, 2], &[2, 1])),
        (pair("p", 1.to_any()), pair("q", 1.to_any())),
        (Shape::new(&[1]).into(), Shape::new(&[2]).into()),
    ];
    for (lhs, rhs) in &different {
        assert!(!equal(lhs, rhs), "{lhs:?} {rhs:?}");
    }
    // An object without fields equals only itself.
    let shown = ObjectPtr::new(Shown).to_any();
    assert!(equal(&shown, &shown));
    let other = ObjectPtr::new(Shown).to_any();
    let alike = call("node.StructuralEqual", &[shown, other]).unwrap();
    assert!(!alike.cast::<bool>().unwrap());
}

#[test]
fn shared_deep_and_circular_values_compare_fast() {
    let wide = || (0..60).fold(array(&[1.to_any()]), |inner, _| array(&[inner.clone(), inner]));
    assert!(equal(&wide(), &wide()));
    let deep = |last: i64| (0..DEEP).fold(array(&[last.to_any()]), |inner, _| array(&[inner]));
    assert!(equal(&deep(1), &deep(1)));
    assert!(!equal(&deep(1), &deep(2)));
    let circle = || {
        let circle = pair("circle", Any::default());
        call_member(&circle, array(std::slice::from_ref(&circle)));
        circle
    };
    let (one, other) = (circle(), circle());
    assert!(equal(&one, &other));
    call_member(&other, array(&[1.to_any()]));
    assert!(!equal(&one, &other));
    call_member(&one, Any::default());
}
