//! tvmlike's functions for the Python benchmark, in an ordinary plugin.

mod classes;
mod containers;
mod nested;
mod vocabulary;

use tvmlike::prelude::*;

tvmlike::plugin!(name = "bench", version = "1.0");

/// Does nothing.
#[packed_func("bench.nop", inline)]
fn nop() {}

/// The sum of three ints.
#[packed_func("bench.add3", inline)]
fn add3(a: i64, b: i64, c: i64) -> i64 {
    a.wrapping_add(b).wrapping_add(c)
}

/// The negated number.
#[packed_func("bench.negate")]
fn negate(x: i64) -> i64 {
    x.wrapping_neg()
}

#[packed_module("bench")]
mod overloads {
    /// Twice a number.
    #[packed_func("twice", overload)]
    fn number(x: i64) -> i64 {
        x.wrapping_mul(2)
    }

    /// A text, repeated twice.
    #[packed_func("twice", overload)]
    fn text(x: &str) -> String {
        x.repeat(2)
    }
}

/// The length of a string in bytes of UTF-8.
#[packed_func("bench.text_length")]
fn text_length(text: &str) -> Result<i64> {
    Ok(i64::try_from(text.len())?)
}

/// A copy of the text.
#[packed_func("bench.text_same")]
fn text_same(text: &str) -> String {
    text.to_owned()
}

/// A text of this size.
#[packed_func("bench.text_of")]
fn text_of(size: usize) -> String {
    "x".repeat(size)
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
