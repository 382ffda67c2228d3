//! Extension types, which cannot be registered from C.

use std::ffi::{c_int, c_void};

use tvmlike::Error;
use tvmlike_classic::with_runtime;

use crate::classic_abi::Dgl;

/// Frees a value of an extension type: always an error, because extension types are registered only in C++ with DGL's headers.
///
/// # Safety
/// None: `handle` is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn DGLExtTypeFree(_handle: *mut c_void, type_code: c_int) -> c_int {
    with_runtime::<Dgl>(|| {
        Err(Error::type_error(format!(
            "DGLExtTypeFree: the extension type with the type code {type_code} is not registered"
        )))
    })
}
