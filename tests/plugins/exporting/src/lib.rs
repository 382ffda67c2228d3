//! A plugin whose functions tvm-ffi's loader finds, too, for the tests of both ways in.

use tvmlike::prelude::*;
use tvmlike::{Array, ErrorKind};

tvmlike::plugin!(name = "exporting", version = "1.0");

/// The sum of two numbers.
#[packed_func("exporting.add", tvm_ffi)]
fn add(a: i64, #[default(1)] b: i64) -> i64 {
    a.wrapping_add(b)
}

/// The argument itself.
#[packed_func("exporting.echo", tvm_ffi)]
fn echo(x: Any) -> Any {
    x
}

/// Adds to every element of a tensor, in place.
#[packed_func("exporting.raise_by", tvm_ffi)]
fn raise_by(mut x: ContiguousMut<'_, f32>, by: f32) {
    x.update(|element| element + by);
}

/// Returns the result of a function for an argument.
#[packed_func("exporting.apply", tvm_ffi)]
fn apply(function: &PackedFunc, x: AnyView<'_>) -> Result<Any> {
    function.call((x,))
}

/// A function that adds a number.
#[packed_func("exporting.adder", tvm_ffi)]
fn adder(by: i64) -> PackedFunc {
    PackedFunc::typed("exporting.adder", move |x: i64| x.wrapping_add(by))
}

/// Fails with an error of a kind, which another one caused.
#[packed_func("exporting.fail", tvm_ffi)]
fn fail(kind: &str, message: String) -> Result<()> {
    Err(Error::new(ErrorKind::new(kind), message).with_cause(Error::key_error("the cause")))
}

/// Panics.
#[packed_func("exporting.panic", tvm_ffi)]
fn panic() {
    panic!("on purpose")
}

/// The keys of a map.
#[packed_func("exporting.keys_of_map", tvm_ffi = "keys")]
fn keys_of_map(map: Map) -> Result<Array> {
    Ok(Array::new(
        map.iter().map(|(key, _)| key.to_owned()).collect::<Result<_>>()?,
    ))
}

/// A map with a function in it.
#[packed_func("exporting.table", tvm_ffi)]
fn table() -> Map {
    [("adder", adder(1))].into_iter().collect()
}

/// A number that goes up.
#[derive(Object)]
#[object(key = "exporting.Counter")]
struct Counter {
    count: std::sync::atomic::AtomicI64,
}

/// A new counter.
#[packed_func("exporting.counter", tvm_ffi)]
fn counter() -> Counter {
    Counter { count: 0.into() }
}

/// Increments the counter and returns its value.
#[packed_func("exporting.count", tvm_ffi)]
fn count(counter: &Counter) -> i64 {
    counter.count.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1
}
