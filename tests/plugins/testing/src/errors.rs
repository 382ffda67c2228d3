//! Functions that fail, in each way, and one that looks at how another fails.

use tvmlike::ErrorKind;
use tvmlike::prelude::*;

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

/// The error that a function fails with, as text, or nothing.
#[packed_func("testing.swallow")]
fn swallow(f: &PackedFunc) -> String {
    f.call(())
        .err()
        .map_or_else(String::new, |error| error.to_string())
}

/// The native stack of a function's error; `None` if the function succeeds or no stack was captured.
#[packed_func("testing.native_stack")]
fn native_stack(f: &PackedFunc) -> Option<String> {
    f.call(()).err()?.native_stack()
}
