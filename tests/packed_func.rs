//! The attribute macro: registration, parameter types and error messages.

use tvmlike::ToAny;
use tvmlike::prelude::*;

/// Adds, with a default.
///
/// A second paragraph.
#[packed_func("attr.add")]
fn add(a: i64, #[default(40 + 2)] b: i64) -> i64 {
    a + b
}

#[packed_func("attr.borrows")]
fn borrows<'a>(text: &'a str, bytes: &'a [u8], function: &PackedFunc) -> Result<String> {
    function.call_as((format!("{text}:{}", bytes.len()),))
}

#[packed_func("attr.optional")]
fn optional(x: Option<f64>, #[default("none")] name: &str) -> (Option<f64>, String) {
    (x, name.to_owned())
}

#[packed_func("attr.variadic")]
fn variadic(first: i64, rest: TVMArgs<'_>) -> Result<i64> {
    rest.iter()
        .try_fold(first, |sum, value| Ok(sum + value.convert::<i64>()?))
}

#[packed_func("attr.fails")]
fn fails(message: String) -> Result<(), std::io::Error> {
    Err(std::io::Error::other(message))
}

#[packed_func("attr.panics")]
fn panics(#[default(3)] _unused: u8) -> u64 {
    panic!("on purpose")
}

#[packed_func("attr.default_panics")]
fn default_panics(#[default(std::env::var("TVMLIKE_NOT_SET").unwrap())] x: String) -> String {
    x
}

#[packed_func("attr.wide")]
fn wide(shift: u32) -> u64 {
    1 << shift
}

#[packed_func("attr.three_defaults")]
fn three_defaults(a: AnyView<'_>, #[default(2)] b: i64, #[default(None)] c: Option<f64>) -> String {
    format!("{a:?} {b} {c:?}")
}

/// Takes its time.
#[packed_func("attr.slow", release_gil)]
fn slow() {}

#[packed_func("attr.typed")]
fn typed(mut x: ContiguousMut<'_, f32>) {
    x.update(|element| element + 1.0);
}

mod inner {
    use tvmlike::prelude::*;

    /// The same Rust name as another function, in another module.
    #[packed_func("attr.inner.add")]
    pub(super) fn add(a: f64, b: f64) -> f64 {
        a + b
    }
}

fn call(name: &str, args: impl tvmlike::function::Arguments) -> Result<Any> {
    tvmlike::get(name)?.call(args)
}

fn message(name: &str, args: impl tvmlike::function::Arguments) -> String {
    call(name, args).expect_err("the call should fail").to_string()
}

#[test]
fn functions_are_registered_before_main() {
    let names = tvmlike::list("attr").unwrap();
    assert_eq!(
        names,
        [
            "attr.add",
            "attr.borrows",
            "attr.default_panics",
            "attr.fails",
            "attr.inner.add",
            "attr.numbers",
            "attr.optional",
            "attr.panics",
            "attr.slow",
            "attr.three_defaults",
            "attr.typed",
            "attr.variadic",
            "attr.wide"
        ]
    );
    assert_eq!(tvmlike::load_errors().len(), 0);
    // The function itself is an ordinary one still.
    assert_eq!(add(1, 2), 3);
    assert_eq!(inner::add(1.0, 2.0), 3.0);
}

#[packed_func("attr.numbers")]
fn numbers(a: i64, b: f32, c: bool, d: u8, e: f64, #[default(7)] f: i32) -> String {
    format!("{a} {b} {c} {d} {e} {f}")
}

#[test]
fn numbers_of_other_kinds_convert_in_every_position() {
    let text =
        |args: (i64, f64, bool, i64, f64)| call("attr.numbers", args).unwrap().cast::<String>().unwrap();
    assert_eq!(text((1, 2.5, true, 4, 5.5)), "1 2.5 true 4 5.5 7");
    let result = call("attr.numbers", (true, 2, 1, true, 1_i64 << 53, false)).unwrap();
    assert_eq!(result.cast::<String>().unwrap(), "1 2 true 1 9007199254740992 0");
    let message =
        |args: (Any, Any, Any, Any, Any)| call("attr.numbers", args).unwrap_err().message().to_string();
    let any = |value: i64| value.to_any();
    let good = || (any(1), any(2), any(1), any(4), any(5));
    let mut args = good();
    args.2 = any(2);
    assert_eq!(
        message(args),
        "attr.numbers: argument 3 `c`: 2 is out of range for bool"
    );
    let mut args = good();
    args.3 = any(-1);
    assert_eq!(
        message(args),
        "attr.numbers: argument 4 `d`: -1 is out of range for u8"
    );
    let mut args = good();
    args.4 = any((1 << 53) + 1);
    assert_eq!(
        message(args),
        "attr.numbers: argument 5 `e`: 9007199254740993 is out of range for f64"
    );
    let mut args = good();
    args.0 = 1.0_f64.to_any();
    assert_eq!(
        message(args),
        "attr.numbers: argument 1 `a`: expected i64, got float"
    );
}

#[test]
fn arguments_convert_and_defaults_fill_in() {
    assert_eq!(call("attr.add", (1, 2)).unwrap().cast::<i64>().unwrap(), 3);
    assert_eq!(call("attr.add", (1,)).unwrap().cast::<i64>().unwrap(), 43);
    assert_eq!(
        call("attr.inner.add", (1, 2.5)).unwrap().cast::<f64>().unwrap(),
        3.5
    );
    let echo = PackedFunc::typed("echo", |text: String| text);
    assert_eq!(
        call("attr.borrows", ("ab", &b"xyz"[..], echo))
            .unwrap()
            .cast::<String>()
            .unwrap(),
        "ab:3"
    );
    let pair = call("attr.optional", ((),)).unwrap().cast::<Array>().unwrap();
    assert_eq!(format!("{pair:?}"), r#"[None, "none"]"#);
    assert_eq!(
        call("attr.variadic", (1, 2, 3, 4))
            .unwrap()
            .cast::<i64>()
            .unwrap(),
        10
    );
    assert_eq!(call("attr.variadic", (1,)).unwrap().cast::<i64>().unwrap(), 1);
}

#[test]
fn argument_errors_are_precise() {
    assert_eq!(
        message("attr.add", ()),
        "TypeError: attr.add: expected 1 to 2 arguments, got 0: argument 1 `a` is missing"
    );
    assert_eq!(
        message("attr.add", (1, 2, 3)),
        "TypeError: attr.add: expected 1 to 2 arguments, got 3"
    );
    assert_eq!(
        message("attr.add", (1, 2.5)),
        "TypeError: attr.add: argument 2 `b`: expected i64, got float"
    );
    assert_eq!(
        message("attr.variadic", ()),
        "TypeError: attr.variadic: expected at least 1 argument, got 0: argument 1 `first` is missing"
    );
    assert_eq!(
        message("attr.optional", ("x",)),
        "TypeError: attr.optional: argument 1 `x`: expected f64, got str"
    );
    assert_eq!(
        message("attr.panics", (-1,)),
        "OverflowError: attr.panics: argument 1 `unused`: -1 is out of range for u8"
    );
}

/// An argument that the caller leaves to its default.
fn missing() -> AnyView<'static> {
    let mut raw = *AnyView::NONE.as_raw();
    raw.type_index = tvmlike::TypeIndex::MISSING.0;
    // SAFETY: a missing argument has no payload.
    unsafe { AnyView::from_raw(raw) }
}

#[test]
fn missing_equals_an_omitted_argument() {
    let text =
        |args: &[AnyView<'_>]| call("attr.three_defaults", args).map(|text| text.cast::<String>().unwrap());
    let one = tvmlike::ToAny::to_any(1_i64);
    let one = *one.view();
    assert_eq!(text(&[one, missing(), one]).unwrap(), "1 2 Some(1.0)");
    assert_eq!(text(&[one, missing(), missing()]).unwrap(), "1 2 None");
    assert_eq!(text(&[one, one, missing()]).unwrap(), "1 1 None");
    // Any value will do for `a`, but there must be one.
    assert_eq!(
        text(&[missing(), one]).unwrap_err().to_string(),
        "TypeError: attr.three_defaults: argument 1 `a` is missing"
    );
    assert_eq!(
        message("attr.inner.add", (1.0, missing())),
        "TypeError: attr.inner.add: argument 2 `b` is missing"
    );
}

#[test]
fn tensor_parameters_state_their_requirements() {
    let x = tvmlike::Tensor::from_vec(vec![1.0_f32, 2.0], &[2]).unwrap();
    call("attr.typed", (x.clone(),)).unwrap();
    assert_eq!(x.view().to_vec::<f32>().unwrap(), [2.0, 3.0]);
    let x = tvmlike::Tensor::from_vec(vec![1.0_f64], &[1]).unwrap();
    assert_eq!(
        message("attr.typed", (x,)),
        "TypeError: attr.typed: argument 1 `x`: expected writable contiguous Tensor of float32, got Tensor of \
         float64; for a NumPy array: y = x.astype(np.float32), and pass y, which the function writes to"
    );
    let record = tvmlike::info("attr.typed").unwrap().record.unwrap();
    assert!(
        record.contains(r#"["writable",["contiguous",["ndarray","f32",null]]]"#),
        "{record}"
    );
}

#[test]
fn release_gil_is_in_the_record() {
    let record = |name| tvmlike::info(name).unwrap().record.unwrap();
    assert_eq!(
        record("attr.slow"),
        r#"{"a":[],"r":[],"release_gil":true,"doc":"Takes its time."}"#
    );
    assert!(!record("attr.add").contains("release_gil"));
}

#[test]
fn errors_have_their_source_location() {
    let error = call("attr.fails", ("no disk",)).unwrap_err();
    assert_eq!(error.to_string(), "RuntimeError: no disk");
    assert!(error.backtrace().contains("in attr.fails"), "{error:?}");
    let error = call("attr.panics", ()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "InternalError: attr.panics panicked: on purpose"
    );
    assert!(error.backtrace().contains("tests/packed_func.rs"), "{error:?}");
    assert_eq!(call("attr.wide", (62,)).unwrap().cast::<i64>().unwrap(), 1 << 62);
    assert_eq!(
        message("attr.wide", (63,)),
        "OverflowError: result 9223372036854775808 does not fit in a 64-bit signed integer"
    );
}

#[test]
fn the_record_matches_the_source() {
    let info = tvmlike::info("attr.add").unwrap();
    let record = info.record.unwrap();
    assert_eq!(
        record,
        r#"{"a":[["named","a","i64"],["named","b","i64"]],"r":["i64"],"defaults":{"b":42},"doc":"Adds, with a default.\n\nA second paragraph."}"#
    );
    let place = info.place.unwrap();
    assert!(place.file.ends_with("tests/packed_func.rs"));
    // The line of the function's name.
    let line = include_str!("packed_func.rs")
        .lines()
        .position(|line| line.starts_with("fn add("))
        .unwrap()
        + 1;
    assert_eq!(place.line as usize, line);
    assert!(info.owner.starts_with("packed_func"), "{}", info.owner);
    let record = tvmlike::info("attr.optional").unwrap().record.unwrap();
    assert!(record.starts_with(r#"{"a":[["named","x",["optional","f64"]],["named","name","str"]],"r":[["stuple",["optional","f64"],"str"]]"#), "{record}");
    assert!(
        tvmlike::info("attr.variadic")
            .unwrap()
            .record
            .unwrap()
            .contains(r#""variadic":true"#)
    );
}

#[test]
fn a_default_that_panics_is_an_error_where_it_is_used() {
    assert!(message("attr.default_panics", ()).starts_with("InternalError: attr.default_panics panicked: "));
    assert_eq!(
        call("attr.default_panics", ("x",))
            .unwrap()
            .cast::<String>()
            .unwrap(),
        "x"
    );
    assert_eq!(tvmlike::info("attr.default_panics").unwrap().record, None);
}
