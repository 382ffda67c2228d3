//! Parameter and result types beyond numbers and text: what each accepts and refuses, and its description.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tvmlike::prelude::*;

mod derived;

#[packed_func("vocab.pair")]
fn pair(pair: (i64, String)) -> (String, i64) {
    (pair.1, pair.0)
}

#[packed_func("vocab.norm")]
fn norm(x: [f64; 3]) -> [f64; 2] {
    [x.iter().map(|one| one * one).sum::<f64>().sqrt(), x[2]]
}

#[packed_func("vocab.union_of")]
fn union_of(a: HashSet<i64>, b: BTreeSet<i64>) -> BTreeSet<i64> {
    a.into_iter().chain(b).collect()
}

#[packed_func("vocab.parent")]
fn parent(path: &Path, #[default(None)] child: Option<PathBuf>) -> PathBuf {
    let parent = path.parent().unwrap_or(path);
    child.map_or_else(|| parent.to_owned(), |child| parent.join(child))
}

#[packed_func("vocab.twice")]
fn twice(time: Duration) -> Duration {
    time * 2
}

#[packed_func("vocab.next")]
fn next(c: char, #[default(1)] by: u32) -> Option<char> {
    char::from_u32(c as u32 + by)
}

#[packed_func("vocab.sum")]
fn sum(x: &[f64], #[default(&[1, 2])] more: &[i64], #[default(None)] last: Option<&[u8]>) -> f64 {
    x.iter().sum::<f64>()
        + more.iter().sum::<i64>() as f64
        + last
            .unwrap_or_default()
            .iter()
            .map(|&byte| f64::from(byte))
            .sum::<f64>()
}

#[packed_func("vocab.cow")]
fn cow(text: Cow<'_, str>, size: isize) -> Cow<'static, str> {
    Cow::Owned(format!("{text}{size}"))
}

/// The number of entries, with a key type that accepts text and bytes.
#[packed_func("vocab.sizes")]
fn sizes(x: HashMap<PathBuf, i64>, #[default(BTreeMap::new())] y: BTreeMap<PathBuf, i64>) -> usize {
    x.len() + y.len()
}

/// Defaults of types that do not become values.
#[packed_func("vocab.defaults")]
fn defaults(
    #[default(1)] wide: u64,
    #[default(None)] function: Option<&PackedFunc>,
    #[default(Duration::from_millis(1500))] time: Duration,
    #[default(&[1.5])] numbers: &[f64],
    #[default((1, "a".to_owned()))] pair: (i64, String),
    #[default(u64::MAX)] widest: u64,
) -> String {
    format!(
        "{wide} {} {time:?} {numbers:?} {pair:?} {widest}",
        function.is_some()
    )
}
fn call<T: for<'a> tvmlike::FromArg<'a>>(name: &str, args: impl tvmlike::function::Arguments) -> T {
    tvmlike::get(name)
        .and_then(|function| function.call_as(args))
        .unwrap()
}

fn message(name: &str, args: impl tvmlike::function::Arguments) -> String {
    let result = tvmlike::get(name).and_then(|function| function.call(args));
    result.expect_err("the call should fail").to_string()
}

fn record(name: &str) -> serde_json::Value {
    serde_json::from_str(&tvmlike::info(name).unwrap().record.unwrap()).unwrap()
}

#[test]
fn tuples_and_arrays_have_a_length() {
    assert_eq!(
        call::<(String, i64)>("vocab.pair", ((7, "a"),)),
        ("a".to_owned(), 7)
    );
    assert_eq!(call::<[f64; 2]>("vocab.norm", ([3.0, 0.0, 4.0],)), [5.0, 4.0]);
    assert_eq!(
        message("vocab.pair", (vec![1, 2, 3],)),
        "ValueError: vocab.pair: argument 1 `pair`: wrong number of elements: expected 2, got 3"
    );
    assert_eq!(
        message("vocab.norm", (vec![1.0],)),
        "ValueError: vocab.norm: argument 1 `x`: wrong number of elements: expected 3, got 1"
    );
    assert_eq!(
        message("vocab.pair", (("a", "b"),)),
        "TypeError: vocab.pair: argument 1 `pair`: item 0: expected i64, got str"
    );
    assert_eq!(
        message("vocab.pair", (1,)),
        "TypeError: vocab.pair: argument 1 `pair`: expected (i64, str), got int"
    );
}

#[test]
fn duplicate_set_items_are_errors() {
    let union = call::<Vec<i64>>("vocab.union_of", (vec![3, 1], HashSet::from([2])));
    assert_eq!(union, [1, 2, 3]);
    assert_eq!(
        message("vocab.union_of", (vec![1, 2, 1], vec![0])),
        "ValueError: vocab.union_of: argument 1 `a`: item 2: duplicate 1 in a set"
    );
}

#[cfg(unix)]
#[test]
fn a_dictionary_keeps_every_entry() {
    let map = |keys: [Any; 2]| {
        Map::new(
            keys.into_iter()
                .zip([tvmlike::ToAny::to_any(1), tvmlike::ToAny::to_any(2)]),
        )
    };
    let different = map([Any::from("a"), Bytes::new(b"b").into()]);
    assert_eq!(
        call::<usize>("vocab.sizes", (different.clone(), different.clone())),
        4
    );
    let same = map([Any::from("a"), Bytes::new(b"a").into()]);
    assert_eq!(
        message("vocab.sizes", (same.clone(),)),
        "ValueError: vocab.sizes: argument 1 `x`: key bytes(0x61): an earlier key converts to the same value"
    );
    assert_eq!(
        message("vocab.sizes", (different, same)),
        "ValueError: vocab.sizes: argument 2 `y`: key bytes(0x61): an earlier key converts to the same value"
    );
}

#[test]
fn paths_are_text() {
    assert_eq!(call::<PathBuf>("vocab.parent", ("/a/b",)), Path::new("/a"));
    assert_eq!(call::<String>("vocab.parent", (Path::new("/a/b"), "c")), "/a/c");
    assert_eq!(
        message("vocab.parent", ("a\0b",)),
        "ValueError: vocab.parent: argument 1 `path`: a path must not contain NUL"
    );
    assert_eq!(
        message("vocab.parent", (1,)),
        "TypeError: vocab.parent: argument 1 `path`: expected path, got int"
    );
}

#[cfg(unix)]
#[test]
fn a_path_that_is_not_utf8_is_bytes() {
    let path = call::<Bytes>("vocab.parent", (&b"/\xff/b"[..],));
    assert_eq!(path.as_slice(), b"/\xff");
}

#[test]
fn durations_are_seconds() {
    assert_eq!(call::<f64>("vocab.twice", (1.5,)), 3.0);
    assert_eq!(call::<Duration>("vocab.twice", (2,)), Duration::from_secs(4));
    assert_eq!(call::<Duration>("vocab.twice", ((1, 1),)), Duration::new(2, 2));
    for (given, why) in [
        (-1.0, "a duration must not be negative, got -1.0"),
        (
            f64::NAN,
            "NaN is not a duration: expected a finite number of seconds below 2^64",
        ),
        (
            f64::INFINITY,
            "inf is not a duration: expected a finite number of seconds below 2^64",
        ),
        (
            2e19,
            "2e19 is not a duration: expected a finite number of seconds below 2^64",
        ),
    ] {
        let text = format!("ValueError: vocab.twice: argument 1 `time`: {why}");
        assert_eq!(message("vocab.twice", (given,)), text);
    }
    assert!(message("vocab.twice", (-1,)).ends_with("a duration must not be negative, got -1"));
    assert!(message("vocab.twice", ((1, 1_000_000_000),)).ends_with("seconds below 2^64"));
    // Below 2^22 seconds a float represents each nanosecond exactly enough.
    for seconds in [0, 1, 1 << 20, (1 << 22) - 1] {
        for nanoseconds in [0, 1, 333_333_333, 999_999_999] {
            let time = Duration::new(seconds, nanoseconds);
            let any = tvmlike::ToAny::to_any(time);
            assert_eq!(any.cast::<Duration>().unwrap(), time);
        }
    }
}

#[test]
fn a_char_is_one_character() {
    assert_eq!(call::<Option<char>>("vocab.next", ("é", 1)), Some('ê'));
    assert_eq!(
        message("vocab.next", ("",)),
        "ValueError: vocab.next: argument 1 `c`: expected one character, got 0"
    );
    assert!(message("vocab.next", ("ab",)).ends_with("expected one character, got 2"));
    assert!(message("vocab.next", (1,)).ends_with("expected str of one character, got int"));
}

#[test]
fn slices_come_from_arrays_and_lists() {
    assert_eq!(call::<f64>("vocab.sum", (vec![1.0, 2.0],)), 6.0);
    assert_eq!(
        call::<f64>("vocab.sum", (vec![1, 2], vec![0_i64], &b"ab"[..])),
        198.0
    );
    let tensor = Tensor::from_vec(vec![0.5, 0.25], &[2]).unwrap();
    let bytes = Tensor::from_vec(vec![1_u8, 2], &[2]).unwrap();
    assert_eq!(call::<f64>("vocab.sum", (tensor, Shape::new(&[7]), bytes)), 10.75);
    let square = Tensor::from_vec(vec![0.5], &[1, 1]).unwrap();
    assert_eq!(
        message("vocab.sum", (square,)),
        "ValueError: vocab.sum: argument 1 `x`: expected array or list of f64, got an array of rank 2; pass an array of rank 1"
    );
    let narrow = Tensor::from_vec(vec![0.5_f32], &[1]).unwrap();
    assert!(message("vocab.sum", (narrow,)).contains("pass x.astype(np.float64)"));
    assert!(message("vocab.sum", ("ab",)).ends_with("expected array or list of f64, got str"));
    assert!(message("vocab.sum", (vec!["a"],)).ends_with("item 0: expected f64, got str"));
}

#[test]
fn cow_text_can_be_borrowed_or_owned() {
    assert_eq!(call::<String>("vocab.cow", ("a", -1)), "a-1");
}

#[test]
fn a_default_is_an_expression_of_the_parameters_type() {
    assert_eq!(
        call::<String>("vocab.defaults", ()),
        format!("1 false 1.5s [1.5] (1, \"a\") {}", u64::MAX)
    );
    assert_eq!(
        record("vocab.defaults")["defaults"],
        serde_json::json!({
            "wide": 1, "function": null, "time": 1.5, "numbers": [1.5], "pair": [1, "a"],
            "widest": "u64 :: MAX",
        })
    );
}

#[test]
fn the_record_names_the_types() {
    assert_eq!(
        record("vocab.sum")["a"],
        serde_json::json!([
            ["named", "x", ["slice", "f64"]],
            ["named", "more", ["slice", "i64"]],
            ["named", "last", ["optional", "bytes"]],
        ])
    );
    assert_eq!(
        record("vocab.norm")["r"],
        serde_json::json!([["array", "f64", 2]])
    );
    assert_eq!(record("vocab.union_of")["r"], serde_json::json!([["set", "i64"]]));
    assert_eq!(record("vocab.parent")["r"], serde_json::json!(["path"]));
    assert_eq!(record("vocab.twice")["r"], serde_json::json!(["duration"]));
    assert_eq!(
        record("vocab.next")["r"],
        serde_json::json!([["optional", "char"]])
    );
}
