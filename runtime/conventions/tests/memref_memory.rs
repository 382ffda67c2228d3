//! The memory of calls: no allocation unless a result needs one, and each returned buffer is freed once.
//!
//! The test program has its own `malloc` and `free` in front of the C library's, so it sees what compiled code and this
//! crate do. There is one test, so that no other thread allocates meanwhile.
#![cfg(all(target_os = "linux", target_env = "gnu", not(tvmlike_sanitized)))]

#[path = "memref/kernels.rs"]
#[expect(dead_code, reason = "the other test program uses more of it")]
mod kernels;

use std::cell::Cell;
use std::ffi::c_void;

use kernels::{RESULTS, both};
use tvmlike_conventions::memref::call::{self, Entries, Options};
use tvmlike_conventions::memref::export::{Arrays, export};
use tvmlike_conventions::memref::signature::FunctionType;
use tvmlike_conventions::native::closure::OnError;
use tvmlike_runtime::{Any, AnyView, Array, PackedFunc, Tensor, ToAny};

unsafe extern "C" {
    fn __libc_malloc(size: usize) -> *mut c_void;
    fn __libc_calloc(count: usize, size: usize) -> *mut c_void;
    fn __libc_realloc(memory: *mut c_void, size: usize) -> *mut c_void;
    fn __libc_memalign(align: usize, size: usize) -> *mut c_void;
    fn __libc_free(memory: *mut c_void);
}

thread_local! {
    static COUNTING: Cell<bool> = const { Cell::new(false) };
    static MALLOCS: Cell<usize> = const { Cell::new(0) };
    /// Addresses that were allocated and not freed while counting; as many as fit.
    static OPEN: Cell<[usize; 64]> = const { Cell::new([0; 64]) };
    static WRONG: Cell<usize> = const { Cell::new(0) };
}

/// Notes an allocation.
fn made(memory: *mut c_void) -> *mut c_void {
    if COUNTING.get() && !memory.is_null() {
        MALLOCS.set(MALLOCS.get() + 1);
        let mut open = OPEN.get();
        let place = open.iter_mut().find(|place| **place == 0);
        *place.expect("room for one more address") = memory as usize;
        OPEN.set(open);
    }
    memory
}

/// Records the release of an allocation; false if it was not allocated during the count, such as at a double free.
fn gone(memory: *mut c_void) -> bool {
    if !COUNTING.get() || memory.is_null() {
        return true;
    }
    let mut open = OPEN.get();
    let place = open.iter_mut().find(|place| **place == memory as usize);
    let known = place.is_some();
    match place {
        Some(place) => *place = 0,
        None => WRONG.set(WRONG.get() + 1),
    }
    OPEN.set(open);
    known
}

macro_rules! in_front {
    ($($name:ident($($arg:ident: $type:ty),*) = $call:expr;)*) => {$(
        /// # Safety
        /// As for C's.
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name($($arg: $type),*) -> *mut c_void {
            // SAFETY: as for C's.
            made(unsafe { $call })
        }
    )*};
}

in_front! {
    malloc(size: usize) = __libc_malloc(size);
    calloc(count: usize, size: usize) = __libc_calloc(count, size);
    aligned_alloc(align: usize, size: usize) = __libc_memalign(align, size);
    memalign(align: usize, size: usize) = __libc_memalign(align, size);
    realloc(memory: *mut c_void, size: usize) = {
        gone(memory);
        __libc_realloc(memory, size)
    };
}

/// # Safety
/// As for C's.
#[unsafe(no_mangle)]
unsafe extern "C" fn posix_memalign(memory: *mut *mut c_void, align: usize, size: usize) -> i32 {
    // SAFETY: as for C's.
    unsafe { *memory = made(__libc_memalign(align, size)) };
    0
}

/// # Safety
/// As for C's.
#[unsafe(no_mangle)]
unsafe extern "C" fn free(memory: *mut c_void) {
    if gone(memory) {
        // SAFETY: as for C's.
        unsafe { __libc_free(memory) }
    }
}

/// How many allocations there are in a piece of code. All of them must be freed in it, and nothing else.
#[track_caller]
fn allocations(run: impl FnOnce()) -> usize {
    MALLOCS.set(0);
    WRONG.set(0);
    OPEN.set([0; 64]);
    COUNTING.set(true);
    run();
    COUNTING.set(false);
    assert_eq!(WRONG.get(), 0, "something was freed that had not been allocated");
    assert_eq!(OPEN.get(), [0; 64], "something was not freed");
    MALLOCS.get()
}

fn floats(numbers: &[f32]) -> Tensor {
    Tensor::from_vec(numbers.to_vec(), &[numbers.len() as i64]).unwrap()
}

/// Calls once before counting, so that the allocations of the first call are not counted.
#[track_caller]
fn calls(function: &PackedFunc, args: &[Any], result: impl Fn(&Any)) -> usize {
    let once = || result(&function.invoke(Any::views(args)).unwrap());
    once();
    allocations(once)
}

#[track_caller]
fn fails(function: &PackedFunc, args: &[Any]) {
    let once = || drop(function.invoke(Any::views(args)).unwrap_err());
    once();
    allocations(once);
}

#[test]
fn memory() {
    let given = floats(&[1.0, 2.0, 3.0, 4.0]);
    calls_alone(&given);
    results(&given);
    shared_results(&given);
    unusable_results();
    results_of_failed_callbacks(&given);
    kept_borrowed_argument(&given);
}

/// A call without results allocates nothing, whatever the layout, and with a rank that only the array has.
fn calls_alone(given: &Tensor) {
    let args = [given.clone().into(), floats(&[0.0; 4]).into()];
    for ty in [
        "memref<?xf32>",
        "memref<4xf32>",
        "memref<?xf32, strided<[?], offset: ?>>",
    ] {
        let copy = RESULTS.bind("copy_1_4", &format!("({ty}, {ty}) -> ()"));
        assert_eq!(calls(&copy, &args, |_| {}), 0, "{ty}");
    }
    for add in both("add_i8") {
        assert_eq!(calls(&add, &[1.to_any(), 2.to_any()], |_| {}), 0);
    }
    for rank in both("rank") {
        let bytes = Tensor::from_vec(vec![1_i8, 2], &[1, 2]).unwrap();
        assert_eq!(calls(&rank, &[bytes.into()], |_| {}), 0);
    }
}

/// The buffers of results, and of the tensors over them, are freed.
fn results(given: &Tensor) {
    let [n, x] = [3.to_any(), 1.5.to_any()];
    for name in [
        "new",
        "new_aligned",
        "new_tail",
        "new_twice",
        "new_two",
        "new_any",
    ] {
        for new in both(name) {
            let x = if name == "new_tail" { 5.to_any() } else { x.clone() };
            assert!(calls(&new, &[n.clone(), x], |_| {}) > 0, "{name}");
        }
    }
    for new in both("new_and_same") {
        calls(&new, &[given.clone().into(), x.clone()], |_| {});
    }
    for name in ["shared", "shared_any"] {
        for shared in both(name) {
            calls(&shared, &[], |_| {});
        }
    }
    let mine = RESULTS.bind_borrowed("table_of_mine", "() -> memref<?xf32>");
    calls(&mine, &[], |_| {});
}

/// Of two results over one buffer, either can be dropped first. A result can share the buffer of an argument.
fn shared_results(given: &Tensor) {
    for new in both("new_twice") {
        for last in [0, 1] {
            let args = [3.to_any(), 1.5.to_any()];
            let once = || {
                let both = new.invoke(Any::views(&args)).unwrap().cast::<Array>().unwrap();
                let kept = both.as_slice()[last].cast::<Tensor>().unwrap();
                drop(both);
                assert_eq!(kept.view().elements::<f32>().unwrap().sum::<f32>(), 4.5);
            };
            once();
            allocations(once);
        }
    }
    let args = [given.clone().into()];
    for name in ["same", "same_any"] {
        for same in both(name) {
            calls(&same, &args, |back| assert!(!back.is_none()));
        }
    }
    let lent = RESULTS.bind("lent_any", "(memref<*xf32>) -> memref<*xf32>");
    calls(&lent, &args, |_| {});
}

/// Results with invalid descriptors are freed, too.
fn unusable_results() {
    let describe = RESULTS.bind("describe", "(i64, i64, i64, i64) -> memref<?xf32>");
    for [bytes, offset, size, stride] in [[16, 0, -1, 1], [16, 0, i64::MAX, 1], [16, 0, 4, 2], [16, 7, 4, 1]]
    {
        fails(&describe, &[bytes, offset, size, stride].map(ToAny::to_any));
    }
    let any = RESULTS.bind("describe_any", "(i64, i64, i64) -> memref<*xf32>");
    for [rank, size, stride] in [[2, -1, 1], [-1, 1, 1], [65, 1, 1], [3, i64::MAX, 1]] {
        fails(&any, &[rank, size, stride].map(ToAny::to_any));
    }
    fails(&RESULTS.bind("null_any", "() -> memref<*xf32>"), &[]);
}

/// If a call's callback has failed, the results are not used: zeros in place of the callback's own.
fn results_of_failed_callbacks(given: &Tensor) {
    let ty = "(i64) -> (memref<4xf32>, memref<*xf64>, memref<?xf32>)";
    let ty = FunctionType::parse(ty).unwrap();
    for result in [Any::default(), Array::new(vec![given.clone().into(); 2]).into()] {
        let function = PackedFunc::new(move |_| Ok(result.clone()));
        let closure = export(function, &ty, Arrays::Lent, OnError::Raise).unwrap();
        let entries = Entries {
            bare: None,
            ciface: Some(closure.pointer().cast_const()),
        };
        // SAFETY: the pointer has the signature of this type, and the closure stays.
        let call = unsafe { call::bind(entries, &ty, Options::default(), "f", ()) }.unwrap();
        fails(&call, &[3.to_any()]);
    }
}

/// A borrowed argument cannot be kept as a result.
fn kept_borrowed_argument(given: &Tensor) {
    let same = RESULTS.bind("lent_any", "(memref<*xf32>) -> memref<*xf32>");
    let mut lent: tvmlike_runtime::abi::dlpack::DLTensor = **given.as_object();
    let payload = tvmlike_runtime::abi::TVMLikePayload {
        v_ptr: (&raw mut lent).cast(),
    };
    let raw = tvmlike_runtime::abi::TVMLikeValue {
        type_index: tvmlike_runtime::abi::TVMLIKE_DLTENSOR_PTR,
        small_len: 0,
        payload,
    };
    // SAFETY: the payload is a DLTensor that stays for the call.
    let view = unsafe { AnyView::from_raw(raw) };
    let error = same.invoke(&[view]).unwrap_err();
    assert!(
        error
            .message()
            .contains("passed as a DLTensor* and cannot be kept"),
        "{error}"
    );
}
