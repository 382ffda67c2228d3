//! Finalizers of callbacks and opaque objects: called once, and never after they are retired. Then the functions made
//! with them fail, at first on other threads, in the end on every thread.

use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use tvmlike_runtime::abi::{TVMLikeFinalizer, TVMLikeValue};
use tvmlike_runtime::function::from_callback;
use tvmlike_runtime::{PackedFunc, TypeIndex, foreign, opaque};

static RETIRED: AtomicUsize = AtomicUsize::new(0);
static KEPT: AtomicUsize = AtomicUsize::new(0);

// What they count differs, so that they cannot be folded into one function with one address.
extern "C" fn to_retire(_context: *mut c_void) {
    RETIRED.fetch_add(1, Ordering::SeqCst);
}

extern "C" fn to_keep(_context: *mut c_void) {
    KEPT.fetch_add(1, Ordering::SeqCst);
}

extern "C" fn call(_: *mut c_void, _: *const TVMLikeValue, _: i32, _: *mut TVMLikeValue) -> c_int {
    0
}

fn function(finalizer: TVMLikeFinalizer) -> PackedFunc {
    // SAFETY: neither looks at the context.
    unsafe { from_callback(Some(call), ptr::null_mut(), finalizer) }.unwrap()
}

#[test]
fn a_retired_finalizer_is_not_called() {
    let python = TypeIndex::OPAQUE_PY_OBJECT;
    // SAFETY: the finalizers do not look at the handle.
    let opaque = |finalizer| unsafe { opaque::create(ptr::null_mut(), python, finalizer) }.unwrap();
    drop(function(Some(to_retire)));
    drop(opaque(Some(to_retire)));
    assert_eq!(RETIRED.load(Ordering::SeqCst), 2);

    let (made_before, other) = (function(Some(to_retire)), function(Some(to_keep)));
    foreign::retire(to_retire);
    foreign::retire(to_retire);
    drop(made_before);
    drop(function(Some(to_retire)));
    drop(opaque(Some(to_retire)));
    assert_eq!(RETIRED.load(Ordering::SeqCst), 2);

    let ending = function(Some(to_retire));
    let fails = || {
        let error = ending.call(()).map(drop).unwrap_err().to_string();
        assert!(error.contains("has shut down"), "{error}");
    };
    ending.call(()).unwrap();
    thread::scope(|scope| {
        scope.spawn(fails).join().unwrap();
        scope.spawn(|| other.call(()).unwrap()).join().unwrap();
    });
    foreign::end_retired();
    fails();
    other.call(()).unwrap();

    // The finalizers of other objects still run.
    drop(other);
    drop(opaque(Some(to_keep)));
    assert_eq!(KEPT.load(Ordering::SeqCst), 2);
}
