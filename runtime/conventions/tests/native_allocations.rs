//! Calls of scalar functions allocate nothing. A program of its own, since it has an allocator of its own, which counts.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use tvmlike_conventions::native::call;
use tvmlike_conventions::native::closure::{Closure, OnError};
use tvmlike_conventions::native::signature::Signature;
use tvmlike_runtime::{AnyView, PackedFunc, ToAny};

struct Counting;

thread_local! {
    static ALLOCATED: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: the system's allocator does the work.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATED.set(ALLOCATED.get() + 1);
        // SAFETY: by the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        // SAFETY: by the caller's promise.
        unsafe { System.dealloc(start, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// # Safety
/// Always safe to call.
unsafe extern "C" fn add(a: f64, b: f64) -> f64 {
    a + b
}

/// # Safety
/// Always safe to call.
unsafe extern "C" fn many(
    a: i64,
    b: f32,
    c: bool,
    d: u8,
    e: i16,
    f: u64,
    g: *const i32,
    h: i64,
    i: i64,
    j: i64,
) -> i64 {
    // SAFETY: the test passes numbers.
    let g = if g.is_null() { 0 } else { i64::from(unsafe { *g }) };
    a + b as i64 + i64::from(c) + i64::from(d) + i64::from(e) + f as i64 + g + h + i + j
}

/// # Safety
/// `text` is a C string.
unsafe extern "C" fn length(text: *const std::ffi::c_char) -> usize {
    // SAFETY: the test passes text.
    unsafe { std::ffi::CStr::from_ptr(text) }.count_bytes()
}

/// # Safety
/// `f` can be called with any int.
unsafe extern "C" fn twice(f: extern "C" fn(i32) -> i32, x: i32) -> i32 {
    f(f(x))
}

fn allocated_by(function: &PackedFunc, args: &[AnyView<'_>]) -> usize {
    // What is made once for the process or the thread is made before.
    function.invoke(args).unwrap();
    let before = ALLOCATED.get();
    for _ in 0..100 {
        function.invoke(args).unwrap();
    }
    ALLOCATED.get() - before
}

#[test]
fn calls_allocate_nothing() {
    let increment = Closure::new(
        PackedFunc::typed("increment", |x: i64| x + 1),
        &Signature::parse("i32(i32)").unwrap(),
        OnError::Raise,
    )
    .unwrap();
    let text = "text that is too long for a value itself";
    let cases: [(_, _, Vec<_>); 5] = [
        (add as *const _, "f64(f64, f64)", vec![1.0.to_any(), 2.5.to_any()]),
        (
            many as *const _,
            "i64(i64, f32, bool, u8, i16, u64, *const i32, i64, i64, i64)",
            vec![1, 2, 1, 4, 5, 6, 7, 8, 9, 10]
                .into_iter()
                .map(ToAny::to_any)
                .collect(),
        ),
        (length as *const _, "size(cstr) errno", vec![text.into()]),
        (
            length as *const _,
            "size(cstr, ...)",
            vec![text.into(), 1.5.to_any(), 7.to_any()],
        ),
        (
            twice as *const _,
            "i32(ptr, i32)",
            vec![increment.pointer().to_any(), 3.to_any()],
        ),
    ];
    for (code, signature, values) in &cases {
        let parsed = Signature::parse(signature).unwrap();
        let views: Vec<_> = values.iter().map(|value| *value.view()).collect();
        // SAFETY: the functions above have these signatures.
        let by_default = unsafe { call::bind(*code, &parsed, signature, ()) }.unwrap();
        assert_eq!(allocated_by(&by_default, &views), 0, "{signature}");
        if parsed.is_variadic() {
            // libffi needs the types of each such call.
            continue;
        }
        // SAFETY: as above.
        let by_libffi = unsafe { call::bind_by_libffi(*code, &parsed, signature, ()) }.unwrap();
        assert_eq!(allocated_by(&by_libffi, &views), 0, "{signature} by libffi");
    }
}
