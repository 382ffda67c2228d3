//! Panics: printed if nothing converts them to an error, and only then.

use std::panic::{self, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use tvmlike::prelude::*;

static PRINTED: AtomicUsize = AtomicUsize::new(0);

#[packed_func("panics.now")]
fn now(message: &str) {
    deeper(message);
}

#[inline(never)]
fn deeper(message: &str) {
    panic!("{message}");
}

/// Panics on a separate thread, outside packed functions.
#[packed_func("panics.elsewhere")]
fn elsewhere() -> bool {
    thread::spawn(|| deeper("elsewhere")).join().is_err()
}

#[test]
fn panics_that_become_errors_are_not_printed() {
    // SAFETY: the only test of this program: no other thread reads the environment.
    unsafe { std::env::remove_var("TVMLIKE_BACKTRACE") };
    // In the place of the hook that prints.
    panic::set_hook(Box::new(|_| {
        PRINTED.fetch_add(1, Ordering::SeqCst);
    }));
    tvmlike::function::shim::note_panic_places();
    let printed = || PRINTED.load(Ordering::SeqCst);

    let error = tvmlike::get("panics.now")
        .unwrap()
        .call(("in a function",))
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "InternalError: panics.now panicked: in a function"
    );
    assert!(error.backtrace().contains("tests/panics.rs"), "{error:?}");
    let closure = PackedFunc::typed("closure", |message: String| deeper(&message));
    let error = closure.call(("in a closure",)).unwrap_err();
    assert!(error.message().ends_with("panicked: in a closure"), "{error}");
    assert_eq!(printed(), 0);

    assert!(catch_unwind(|| deeper("outside")).is_err());
    assert_eq!(printed(), 1);
    assert!(
        tvmlike::get("panics.elsewhere")
            .unwrap()
            .call_as::<bool>(())
            .unwrap()
    );
    assert_eq!(printed(), 2);
    assert!(closure.call(("again",)).is_err());
    assert_eq!(printed(), 2);
}
