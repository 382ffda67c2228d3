//! How a program that links libtvmlike attaches to it.

use std::cell::RefCell;
use std::ffi::c_int;

use tvmlike_client::host_program;
use tvmlike_runtime::Error;
use tvmlike_runtime::abi::{TVMLikeObjectHandle, TVMLikePluginInit, TVMLikeValue};

thread_local! {
    /// What the library below has raised.
    static RAISED: RefCell<Option<Error>> = const { RefCell::new(None) };
}

extern "C" fn accepts(_: TVMLikePluginInit, _: *mut TVMLikeValue) -> c_int {
    0
}

extern "C" fn refuses(init: TVMLikePluginInit, _: *mut TVMLikeValue) -> c_int {
    if init.is_none() {
        RAISED.with_borrow_mut(|raised| *raised = Some(Error::value_error("no entry point")));
    }
    -1
}

/// # Safety
/// `out` is valid for a write.
unsafe extern "C" fn move_from_raised(out: *mut TVMLikeObjectHandle) {
    if let Some(error) = RAISED.take() {
        // SAFETY: by contract.
        unsafe { out.write(error.into_raw()) };
    }
}

extern "C" fn init(
    _: *const tvmlike_runtime::abi::TVMLikeHost,
    _: *mut tvmlike_runtime::abi::TVMLikePlugin,
) -> c_int {
    0
}

#[test]
fn errors_of_the_library_reach_the_program() {
    // SAFETY: the functions keep the convention of libtvmlike's.
    let attach = |attach, init| unsafe { host_program::attach(attach, move_from_raised, init) };
    assert!(attach(accepts, Some(init)).is_ok());
    let error = attach(refuses, None).unwrap_err();
    assert_eq!(error.to_string(), "ValueError: no entry point");
    let error = attach(refuses, Some(init)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "InternalError: libtvmlike refused the program without an error"
    );
}
