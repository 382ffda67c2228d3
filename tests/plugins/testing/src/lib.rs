//! A plugin with a function for every conversion and failure, for the tests of all languages.

mod calls;
mod class_members;
mod classes;
mod collections;
mod containers;
mod errors;
mod logs;
mod object_classes;
mod object_members;
mod objects;
mod overloads;
mod refinements;

mod scopes;
mod tensors;
mod threads;
mod vocabulary;

use tvmlike::prelude::*;

tvmlike::plugin!(name = "testing", version = "1.0");

/// Does nothing.
#[packed_func("testing.nop", inline)]
fn nop() {}

/// The sum of three ints.
#[packed_func("testing.add3", inline)]
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

/// All four arguments, as text.
#[packed_func("testing.defaults3")]
fn defaults3(
    a: i64,
    #[default(2)] b: i64,
    #[default(0.5)] c: f64,
    #[default(None)] d: Option<&str>,
) -> String {
    format!("{a} {b} {c} {d:?}")
}

/// The sum of all arguments.
#[packed_func("testing.variadic_sum")]
fn variadic_sum(first: i64, rest: TVMArgs<'_>) -> Result<i64> {
    rest.iter()
        .try_fold(first, |sum, item| Ok(sum.wrapping_add(item.convert::<i64>()?)))
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
