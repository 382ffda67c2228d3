//! Finalizers of a front end that ends before its objects do.

use tvmlike_runtime::abi::TVMLikeFinalizer;
use tvmlike_runtime::foreign;

/// Retires a finalizer: objects and functions that were made with it no longer call it, and what it would have released
/// leaks. Calls of these functions fail on every thread but this one, which may run the front end's code until
/// `TVMLikeRetiredEnd`. Calls that have begun on other threads continue. A front end retires its finalizers when it ends,
/// because what it made may outlive it. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn TVMLikeFinalizerRetire(finalizer: TVMLikeFinalizer) {
    if let Some(finalizer) = finalizer {
        foreign::retire(finalizer);
    }
}

/// Records that the front end has ended: functions that were made with a retired finalizer now fail on every thread.
#[unsafe(no_mangle)]
pub extern "C" fn TVMLikeRetiredEnd() {
    foreign::end_retired();
}
