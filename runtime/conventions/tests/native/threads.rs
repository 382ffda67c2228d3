//! Closures on threads that the library did not start, and calls that run while a closure is closed.

use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tvmlike_conventions::native::closure::{Closure, OnError};
use tvmlike_conventions::native::signature::Signature;
use tvmlike_runtime::{PackedFunc, Tensor, ToAny};

use crate::compiled::{bound, bound_at};
use crate::reports::Reports;

fn closure(function: PackedFunc, signature: &str, on_error: OnError) -> Closure {
    Closure::new(function, &Signature::parse(signature).unwrap(), on_error).unwrap()
}

#[test]
fn many_threads_call_one_closure() {
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = calls.clone();
    let function = PackedFunc::typed("sum", move |a: i64, b: i64| {
        counted.fetch_add(1, Ordering::Relaxed);
        a + b
    });
    let closure = closure(function, "i32(i32, i32)", OnError::Raise);
    let on_threads = bound("on_threads", "i64(ptr, i32, i32)");
    let sum: i64 = on_threads.call_as((closure.pointer().to_any(), 8, 500)).unwrap();
    assert_eq!(calls.load(Ordering::Relaxed), 8 * 500);
    assert_eq!(sum, 8 * (500 * 499 / 2 + 500 * 500));
}

#[test]
fn a_thread_entry() {
    let create = bound_at(
        libc::pthread_create as *const _,
        "pthread_create",
        "i32(*u64, ptr, ptr, ptr)",
    );
    let join = bound_at(libc::pthread_join as *const _, "pthread_join", "i32(u64, *ptr)");
    let entry = closure(
        PackedFunc::typed("entry", |argument: *mut c_void| argument.wrapping_byte_add(1)),
        "ptr(ptr)",
        OnError::Abort,
    );
    let thread = Tensor::from_vec(vec![0_u64], &[1]).unwrap();
    let argument = (0x41_usize as *mut c_void).to_any();
    let status: i32 = create
        .call_as((thread.clone(), (), entry.pointer().to_any(), argument))
        .unwrap();
    assert_eq!(status, 0);
    let mut result = std::ptr::null_mut::<c_void>();
    let place = (&raw mut result).cast::<c_void>().to_any();
    let id = thread.view().to_vec::<u64>().unwrap()[0];
    assert_eq!(
        join.call_as::<i32>((i64::try_from(id).unwrap(), place)).unwrap(),
        0
    );
    assert_eq!(result as usize, 0x42);
}

#[test]
fn closing_does_not_wait_and_running_calls_stay_valid() {
    let reports = Reports::begin();
    for _ in 0..50 {
        let kept = Arc::new(AtomicUsize::new(0));
        let inside = kept.clone();
        let function = PackedFunc::typed("sum", move |a: i64, b: i64| {
            // Reads its captured value, which must live while it runs.
            inside.fetch_add(1, Ordering::Relaxed);
            std::thread::yield_now();
            inside.fetch_sub(1, Ordering::Relaxed);
            a + b
        });
        let closure = closure(function, "i32(i32, i32)", OnError::Report);
        let on_threads = bound("on_threads", "i64(ptr, i32, i32)");
        let pointer = closure.pointer() as usize;
        let caller = std::thread::spawn(move || {
            let pointer = (pointer as *mut c_void).to_any();
            on_threads.call_as::<i64>((pointer, 4, 50)).unwrap()
        });
        while kept.load(Ordering::Relaxed) == 0 && !caller.is_finished() {
            std::thread::yield_now();
        }
        drop(closure);
        let sum = caller.join().unwrap();
        assert!(sum <= 4 * (50 * 49 / 2 + 50 * 50));
        // The last call to return has dropped the function.
        assert_eq!(Arc::strong_count(&kept), 1);
        assert_eq!(kept.load(Ordering::Relaxed), 0);
    }
    // At most one report for each closure, about calls after it was closed.
    assert!(reports.seen().len() <= 50);
}
