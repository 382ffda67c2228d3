//! `native.*` by name: functions of pointers, closures, what is reported.

extern crate tvmlike_builtin as _;

use std::ffi::c_void;
use std::sync::{Arc, Mutex};

use tvmlike_registry::get;
use tvmlike_runtime::{Any, Error, PackedFunc, Result, Tensor, ToAny};

fn bind(code: *const c_void, signature: &str, name: &str) -> PackedFunc {
    let pointer = code.cast_mut().to_any();
    get("native.bind")
        .unwrap()
        .call_as((pointer, signature, name))
        .unwrap()
}

fn closure(function: PackedFunc, signature: &str, on_error: &str) -> Result<Any> {
    get("native.closure")?.call((function, signature, on_error))
}

fn qsort() -> PackedFunc {
    unsafe extern "C" {
        fn qsort(start: *mut c_void, count: usize, size: usize, compare: *mut c_void);
    }
    bind(
        qsort as *const _,
        "void(start: ptr, count: size, size: size, compare: ptr)",
        "qsort",
    )
}

#[test]
fn a_closure_object_is_its_pointer() {
    let compare = PackedFunc::typed("compare", |a: i64, b: i64| b.cmp(&a) as i64);
    let closure = closure(compare, "i32(*const i64, *const i64)", "raise").unwrap();
    let tensor = Tensor::from_vec(vec![3_i64, 1, 2], &[3]).unwrap();
    qsort()
        .call((tensor.clone(), 3, 8, closure))
        .expect("the closure stands for its address");
    assert_eq!(tensor.view().to_vec::<i64>().unwrap(), [3, 2, 1]);
}

#[test]
fn a_callback_error_becomes_the_call_error() {
    let compare = PackedFunc::typed("compare", |_: i64, _: i64| -> Result<i64> {
        Err(Error::value_error("cannot compare"))
    });
    let closure = closure(compare, "i32(*const i64, *const i64)", "raise").unwrap();
    let tensor = Tensor::from_vec(vec![3_i64, 1, 2], &[3]).unwrap();
    let error = qsort().call((tensor, 3, 8, closure)).unwrap_err();
    assert_eq!(error.to_string(), "ValueError: cannot compare");
}

#[test]
fn mistakes_are_errors() {
    let function = PackedFunc::typed("f", || 1);
    let message = |result: Result<Any>| result.unwrap_err().to_string();
    assert_eq!(
        message(closure(function.clone(), "i32()", "ignore")),
        "ValueError: on_error must be `raise`, `report` or `abort`, got `ignore`"
    );
    assert_eq!(
        message(closure(function, "int()", "raise")),
        "ValueError: C signature:1:1: unknown type `int`; use i32\n  int()\n  ^"
    );
    assert_eq!(
        message(get("native.bind").unwrap().call(((), "void()"))),
        "ValueError: the function at 0x0: NULL cannot be bound as a function"
    );
}

#[test]
fn errno_and_reports() {
    unsafe extern "C" {
        fn chdir(path: *const std::ffi::c_char) -> i32;
    }
    let chdir = bind(chdir as *const _, "i32(cstr) errno raise", "chdir");
    let error = chdir.call(("/no/such/folder",)).unwrap_err();
    assert_eq!(&*error.kind(), "OSError");
    assert!(error.message().starts_with("chdir: No such file"), "{error}");
    let number: i64 = get("native.errno").unwrap().call_as(()).unwrap();
    assert!(error.message().ends_with(&format!("(errno {number})")), "{error}");

    let seen: Arc<Mutex<Vec<String>>> = Arc::default();
    let into = seen.clone();
    let reporter = PackedFunc::typed("note", move |error: Error, place: String| {
        into.lock().unwrap().push(format!("{error} in {place}"));
    });
    let report_to = get("native.report_to").unwrap();
    assert!(report_to.call((reporter,)).unwrap().view().is_none());
    let fails = PackedFunc::typed("fails", || -> Result<()> { Err(Error::key_error("k")) });
    let closure = closure(fails, "void()", "report").unwrap();
    let echo: unsafe extern "C" fn(*mut c_void) -> *mut c_void = echo;
    let address: *mut c_void = bind(echo as *const _, "ptr(ptr)", "echo")
        .call_as((closure.clone(),))
        .unwrap();
    bind(address, "void()", "the closure").call(()).unwrap();
    assert_eq!(*seen.lock().unwrap(), ["KeyError: k in the closure void()"]);
    let before = report_to.call(((),)).unwrap();
    assert!(!before.view().is_none());
}

extern "C" fn echo(address: *mut c_void) -> *mut c_void {
    address
}
