//! The packed functions that DGL's own tests use to test callbacks.

use tvmlike::PackedFunc;
use tvmlike::prelude::*;

/// Calls a function with an argument.
#[packed_func("_TestPythonCallback")]
fn call(function: &PackedFunc, argument: Any) -> Result<Any> {
    function.call((argument,))
}

/// Calls a function with an argument on a new thread.
#[packed_func("_TestPythonCallbackThread")]
fn call_on_thread(function: PackedFunc, argument: Any) -> Result<Any> {
    let called = std::thread::spawn(move || function.call((argument,))).join();
    called.unwrap_or_else(|_| {
        Err(Error::internal_error(
            "_TestPythonCallbackThread: the thread panicked",
        ))
    })
}
