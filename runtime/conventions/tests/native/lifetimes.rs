//! How long closures live, and calls of their pointers afterwards.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use tvmlike_conventions::native::closure::{self, Closure, OnError};
use tvmlike_conventions::native::ctype::CType;
use tvmlike_runtime::{Error, PackedFunc, Result, ToAny};

use crate::closures::{closure, raising};
use crate::compiled::{bound, bound_at, shown};
use crate::reports::Reports;

#[test]
fn a_pointer_outlives_its_closure() {
    let reports = Reports::begin();
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = calls.clone();
    let closure = raising(
        PackedFunc::typed("count", move |n: i64| {
            counted.fetch_add(n as usize, Ordering::Relaxed);
        }),
        "void(i32)",
    );
    // C keeps it.
    bound("keep", "void(ptr)")
        .call((closure.pointer().to_any(),))
        .unwrap();
    let fire = bound("fire", "void(i32)");
    fire.call((5,)).unwrap();
    assert_eq!(calls.load(Ordering::Relaxed), 5);
    assert!(!closure.is_closed());
    let retired = closure.pointer();
    drop(closure);
    // The function and its captured values were freed; the pointer can still be called.
    assert_eq!(Arc::strong_count(&calls), 1);
    fire.call((5,)).unwrap();
    fire.call((5,)).unwrap();
    assert_eq!(calls.load(Ordering::Relaxed), 5);
    let seen = reports.seen();
    assert_eq!(seen.len(), 1, "once is enough: {seen:?}");
    assert!(seen[0].contains("was called after it was closed"), "{seen:?}");
    // Never used again.
    let others: Vec<_> = (0..100)
        .map(|_| raising(PackedFunc::typed("f", |_: i64| ()), "void(i32)"))
        .collect();
    assert!(others.iter().all(|other| other.pointer() != retired));
    fire.call((5,)).unwrap();
}

#[test]
fn a_retired_pointer_returns_zero() {
    let _reports = Reports::begin();
    let closure = raising(
        PackedFunc::typed("f", |x: f64| vec![x, x, x, x]),
        "{f64, f64, f64, f64}(f64)",
    );
    let call = bound_at(closure.pointer().cast_const(), "f", "{f64, f64, f64, f64}(f64)");
    assert_eq!(shown(call.call((2.0,)).unwrap().view()), "[2.0, 2.0, 2.0, 2.0]");
    closure.close();
    closure.close();
    assert!(closure.is_closed());
    assert_eq!(shown(call.call((2.0,)).unwrap().view()), "[0.0, 0.0, 0.0, 0.0]");
    for (signature, zero) in [
        ("i8()", "0"),
        ("f32()", "0.0"),
        ("ptr()", "None"),
        ("bool()", "false"),
    ] {
        let closure = raising(PackedFunc::typed("f", || 1), signature);
        closure.close();
        let call = bound_at(closure.pointer().cast_const(), "f", signature);
        assert_eq!(shown(call.call(()).unwrap().view()), zero, "{signature}");
    }
}

#[test]
fn a_closure_may_be_closed_while_it_runs() {
    let held = Arc::new(());
    let slot: Arc<Mutex<Option<Closure>>> = Arc::default();
    let (kept, own) = (held.clone(), slot.clone());
    let function = PackedFunc::typed("once", move |a: i64, _: i64| -> i64 {
        drop(own.lock().unwrap().take());
        // What the function captured is still there.
        Arc::strong_count(&kept) as i64 + a
    });
    let closure = raising(function, "i32(i32, i32)");
    let pointer = closure.pointer().to_any();
    *slot.lock().unwrap() = Some(closure);
    let apply = bound("apply", "i32(ptr, i32, i32)");
    assert_eq!(apply.call_as::<i64>((pointer, 10, 0)).unwrap(), 12);
    assert_eq!(Arc::strong_count(&held), 1);
}

#[test]
fn a_panic_in_drop_is_reported() {
    struct Panics;
    impl Drop for Panics {
        fn drop(&mut self) {
            panic!("at the end");
        }
    }
    let reports = Reports::begin();
    let slot: Arc<Mutex<Option<Closure>>> = Arc::default();
    let (own, panics) = (slot.clone(), Panics);
    let handler = move |_: &closure::RawCall<'_>| {
        let _ = &panics;
        drop(own.lock().unwrap().take());
        Ok(())
    };
    let made = closure::raw("the closure", &[], &CType::Void, OnError::Raise, handler).unwrap();
    let pointer = made.pointer().cast_const();
    *slot.lock().unwrap() = Some(made);
    // The last one out is C.
    assert!(bound_at(pointer, "f", "void()").call(()).is_ok());
    assert_eq!(reports.seen().len(), 1);
    assert!(reports.seen()[0].contains("at the end"), "{:?}", reports.seen());
}

/// What [`a_policy_of_aborts_ends_the_process`] runs in a process of its own; does nothing in any other.
#[test]
fn abort_policy_child() {
    if std::env::var_os("TVMLIKE_TEST_ABORT").is_none() {
        return;
    }
    let function = PackedFunc::typed("fails", |_: i64, _: i64| -> Result<i64> {
        Err(Error::value_error("the last words"))
    });
    let closure = closure(function, "i32(i32, i32)", OnError::Abort);
    let apply = bound("apply", "i32(ptr, i32, i32)");
    let _ = apply.call((closure.pointer().to_any(), 1, 2));
}

#[test]
#[cfg(unix)]
fn a_policy_of_aborts_ends_the_process() {
    use std::os::unix::process::ExitStatusExt;

    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "lifetimes::abort_policy_child", "--nocapture"])
        .env("TVMLIKE_TEST_ABORT", "1")
        .output()
        .unwrap();
    assert_eq!(output.status.signal(), Some(libc::SIGABRT));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains("the closure i32(i32, i32) failed with on_error=abort: ValueError: the last words"),
        "{said}"
    );
}
