//! Functions that call functions, keep them, and make them.

use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};

use tvmlike::prelude::*;

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

/// Releases the kept value.
#[packed_func("testing.release")]
fn release() -> Result<()> {
    let before = HELD.lock().map_err(|_| Error::internal_error("poisoned"))?.take();
    drop(before);
    Ok(())
}
