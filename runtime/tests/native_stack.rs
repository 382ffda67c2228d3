//! The native stack of an error, if the environment requests it.

use tvmlike_runtime::{Any, Error, PackedFunc, Result};

#[inline(never)]
fn where_it_goes_wrong() -> Result<Any> {
    Err(Error::value_error("here"))
}

#[test]
fn a_captured_stack_names_the_functions() {
    // SAFETY: the only test of this program: no other thread reads the environment.
    unsafe { std::env::set_var("TVMLIKE_BACKTRACE", "1") };
    let function = PackedFunc::new(|_| where_it_goes_wrong());
    let error = function.call(()).unwrap_err();
    assert_eq!(error.to_string(), "ValueError: here");
    let stack = error.native_stack().unwrap();
    assert!(stack.contains("where_it_goes_wrong"), "{stack}");
}
