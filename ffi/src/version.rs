//! Which library this is.

use std::ffi::c_char;

use tvmlike_registry::host_api;
use tvmlike_runtime::abi::TVMLikeHost;

/// The version of the library, as static text.
#[unsafe(no_mangle)]
pub extern "C" fn TVMLikeVersion() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// The host's table of functions: everything a plugin can call, and the version of the contract. It lives for ever.
#[unsafe(no_mangle)]
pub extern "C" fn TVMLikeGetHost() -> *const TVMLikeHost {
    host_api::table()
}
