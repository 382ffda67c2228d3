//! Our side of the Python benchmark: the functions that every peer has, registered as any plugin's are.

use tvmlike::prelude::*;

tvmlike::plugin!(name = "bench", version = "1.0");

#[repr(C)]
struct Point {
    x: f64,
    y: f64,
}

tvmlike::object_type!(Point = "bench.Point");

/// Does nothing.
#[packed_func("bench.nop")]
fn nop() {}

/// The sum of three ints.
#[packed_func("bench.add3")]
fn add3(a: i64, b: i64, c: i64) -> i64 {
    a.wrapping_add(b).wrapping_add(c)
}

/// The length of a string in bytes of UTF-8.
#[packed_func("bench.text_length")]
fn text_length(text: &str) -> Result<i64> {
    Ok(i64::try_from(text.len())?)
}

/// The same text in a string of its own.
#[packed_func("bench.text_same")]
fn text_same(text: &str) -> String {
    text.to_owned()
}

/// The extent of an array's first dimension.
#[packed_func("bench.first_dim")]
fn first_dim(array: TensorView<'_>) -> i64 {
    array.shape().first().copied().unwrap_or(0)
}

/// A point in the plane.
#[packed_func("bench.point")]
fn point(x: f64, y: f64) -> ObjectPtr<Point> {
    ObjectPtr::new(Point { x, y })
}

/// The distance of a point from the origin.
#[packed_func("bench.norm")]
fn norm(point: ObjectPtr<Point>) -> f64 {
    point.x.hypot(point.y)
}

/// The point itself.
#[packed_func("bench.same")]
fn same(point: ObjectPtr<Point>) -> ObjectPtr<Point> {
    point
}

/// Calls a function with 0, 1, … n - 1 and returns its last result.
#[packed_func("bench.call_n")]
fn call_n(f: &PackedFunc, n: i64) -> Result<Any> {
    (0..n).try_fold(Any::default(), |_, i| f.call((i,)))
}

/// Fails with a ValueError.
#[packed_func("bench.fail")]
fn fail(message: &str) -> Result<()> {
    Err(Error::value_error(message.to_owned()))
}

/// How many elements a list or tuple has.
#[packed_func("bench.list_length")]
fn list_length(items: Array) -> Result<i64> {
    Ok(i64::try_from(items.len())?)
}

/// How many entries a dict has.
#[packed_func("bench.map_length")]
fn map_length(items: Map) -> Result<i64> {
    Ok(i64::try_from(items.len())?)
}

mod nested;
