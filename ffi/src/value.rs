//! Freeing values.

use tvmlike_runtime::Any;
use tvmlike_runtime::abi::TVMLikeValue;

/// Releases an owned value, and leaves no value in its place. NULL is ignored.
///
/// # Safety
/// `value` is NULL or an owned value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TVMLikeValueFree(value: *mut TVMLikeValue) {
    if !value.is_null() {
        // SAFETY: not null; an owned value is what `Any` is transparent over.
        drop(std::mem::take(unsafe { &mut *value.cast::<Any>() }));
    }
}
