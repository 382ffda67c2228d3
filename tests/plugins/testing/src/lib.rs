//! A plugin with a function for every conversion and failure, for the tests of all languages.

mod objects;

use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};
use std::thread;

use tvmlike::ErrorKind;
use tvmlike::prelude::*;

tvmlike::plugin!(name = "testing", version = "1.0");

/// Does nothing.
#[packed_func("testing.nop")]
fn nop() {}

/// The sum of three ints.
#[packed_func("testing.add3")]
fn add3(a: i64, b: i64, c: i64) -> i64 {
    a.wrapping_add(b).wrapping_add(c)
}

/// The argument itself.
#[packed_func("testing.echo")]
fn echo(x: Any) -> Any {
    x
}

/// The length of a string in bytes of UTF-8.
#[packed_func("testing.str_len")]
fn str_len(s: &str) -> Result<i64> {
    Ok(i64::try_from(s.len())?)
}

/// The length of a byte string.
#[packed_func("testing.bytes_len")]
fn bytes_len(b: &[u8]) -> Result<i64> {
    Ok(i64::try_from(b.len())?)
}

/// A string, n times.
#[packed_func("testing.repeat")]
fn repeat(s: &str, n: u16) -> String {
    s.repeat(n.into())
}

/// Calls a function with the other arguments.
#[packed_func("testing.call")]
fn call(f: &PackedFunc, args: TVMArgs<'_>) -> Result<Any> {
    f.invoke(args.as_slice())
}

/// Calls a function with 0, 1, … n - 1 and returns its last result.
#[packed_func("testing.call_n")]
fn call_n(f: &PackedFunc, n: i64) -> Result<Any> {
    (0..n).try_fold(Any::default(), |_, i| f.call((i,)))
}

/// Fails with an error of a kind.
#[packed_func("testing.raise")]
fn raise(kind: &str, message: &str) -> Result<()> {
    Err(Error::new(kind, message.to_owned()))
}

/// Fails with a RuntimeError that a ValueError caused.
#[packed_func("testing.raise_with_cause")]
fn raise_with_cause() -> Result<()> {
    Err(Error::new(ErrorKind::RUNTIME_ERROR, "the outer one").with_cause(Error::value_error("the inner one")))
}

/// Panics.
#[packed_func("testing.panic")]
fn panic(message: &str) {
    panic!("{message}");
}

/// An int of eight bits without sign.
#[packed_func("testing.narrow_u8")]
fn narrow_u8(x: u8) -> u8 {
    x
}

/// A float of 32 bits.
#[packed_func("testing.narrow_f32")]
fn narrow_f32(x: f32) -> f32 {
    x
}

/// The argument, or -1 for none.
#[packed_func("testing.optional")]
fn optional(#[default(None)] x: Option<i64>) -> i64 {
    x.unwrap_or(-1)
}

/// `a * 10 + b`
#[packed_func("testing.default")]
fn default(a: i64, #[default(2)] b: i64) -> i64 {
    a * 10 + b
}

/// The sum of a list of ints.
#[packed_func("testing.sum")]
fn sum(items: Vec<i64>) -> i64 {
    items.into_iter().sum()
}

/// The keys of a map.
#[packed_func("testing.map_keys")]
fn map_keys(m: Map) -> Result<Array> {
    Ok(Array::new(
        m.iter().map(|(key, _)| key.to_owned()).collect::<Result<_>>()?,
    ))
}

/// The value of a map for a key.
#[packed_func("testing.map_get")]
fn map_get(m: Map, key: AnyView<'_>) -> Result<Any> {
    match m.get(&key) {
        Some(value) => value.to_owned(),
        None => Err(Error::key_error(format!("{key:?}"))),
    }
}

/// The type key of the argument.
#[packed_func("testing.type_key")]
fn type_key(x: AnyView<'_>) -> String {
    tvmlike::type_table::key_of(x.kind())
        .unwrap_or("unknown")
        .to_owned()
}

/// A function that returns the next int at every call.
#[packed_func("testing.counter")]
fn counter(#[default(0)] start: i64) -> PackedFunc {
    let next = AtomicI64::new(start);
    PackedFunc::typed("a counter", move || next.fetch_add(1, Ordering::Relaxed))
}

static HELD: Mutex<Option<Any>> = Mutex::new(None);

/// Keeps a value until it is released.
#[packed_func("testing.hold")]
fn hold(x: Any) -> Result<()> {
    // Moved out of the lock before it is dropped: dropping may call back.
    let before = HELD
        .lock()
        .map_err(|_| Error::internal_error("poisoned"))?
        .replace(x);
    drop(before);
    Ok(())
}

/// The value that is kept.
#[packed_func("testing.held")]
fn held() -> Result<Any> {
    Ok(HELD
        .lock()
        .map_err(|_| Error::internal_error("poisoned"))?
        .clone()
        .unwrap_or_default())
}

/// Lets the kept value go.
#[packed_func("testing.release")]
fn release() -> Result<()> {
    let before = HELD.lock().map_err(|_| Error::internal_error("poisoned"))?.take();
    drop(before);
    Ok(())
}

/// Data address, dtype, shape, strides and whether it is read-only.
#[packed_func("testing.tensor_info")]
fn tensor_info(t: TensorView<'_>) -> (i64, String, Shape, Shape, bool) {
    let (shape, strides) = (Shape::new(t.shape()), Shape::new(&t.strides()));
    (
        t.data_ptr() as i64,
        t.dtype().to_string(),
        shape,
        strides,
        t.is_read_only(),
    )
}

/// The result of a function that is called on a thread of its own.
#[packed_func("testing.call_in_thread")]
fn call_in_thread(f: PackedFunc, x: Any) -> Result<Any> {
    let worker = thread::spawn(move || f.call((x,)));
    worker
        .join()
        .unwrap_or_else(|_| Err(Error::internal_error("the thread panicked")))
}

/// The error that a function fails with, as text, or nothing.
#[packed_func("testing.swallow")]
fn swallow(f: &PackedFunc) -> String {
    f.call(())
        .err()
        .map_or_else(String::new, |error| error.to_string())
}

/// The data type itself.
#[packed_func("testing.dtype")]
fn dtype(d: DataType) -> DataType {
    d
}

/// The device itself.
#[packed_func("testing.device")]
fn device(d: Device) -> Device {
    d
}
