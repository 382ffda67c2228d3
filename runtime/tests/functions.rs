//! Calling functions: arguments, results, errors, panics, and misuse by C callers.

use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tvmlike_runtime::abi::{TVMLikeObject, TVMLikePayload, TVMLikeValue};
use tvmlike_runtime::error::{set_raised, take_raised};
use tvmlike_runtime::function::{context_of, from_callback};
use tvmlike_runtime::{Any, AnyView, Error, ErrorKind, PackedFunc, Result, TVMArgs, ToAny, TypeIndex};

fn add3() -> PackedFunc {
    PackedFunc::typed("add3", |a: i64, b: i64, c: i64| a + b + c)
}

#[test]
fn a_call_with_rust_values() {
    assert_eq!(add3().call_as::<i64>((1, 2, 3)).unwrap(), 6);
    let join = PackedFunc::typed("join", |a: String, n: f64, flag: bool| format!("{a} {n} {flag}"));
    assert_eq!(
        join.call_as::<String>(("text", 1.5, true)).unwrap(),
        "text 1.5 true"
    );
    let nothing = PackedFunc::typed("nothing", || ());
    assert!(nothing.call(()).unwrap().is_none());
}

#[test]
fn argument_errors_name_function_and_argument() {
    let message = |result: Result<Any>| result.unwrap_err().to_string();
    assert_eq!(
        message(add3().call((1, 2))),
        "TypeError: add3: expected 3 arguments, got 2"
    );
    assert_eq!(
        message(add3().call((1, 2, 3, 4))),
        "TypeError: add3: expected 3 arguments, got 4"
    );
    assert_eq!(
        message(add3().call((1, "two", 3))),
        "TypeError: add3: argument 2: expected i64, got str"
    );
    let narrow = PackedFunc::typed("narrow", |x: u8| x);
    assert_eq!(
        message(narrow.call((300,))),
        "OverflowError: narrow: argument 1: 300 is out of range for u8"
    );
}

#[test]
fn errors_keep_kind_message_cause_and_identity() {
    let inner = Error::value_error("inner");
    let error = Error::new("my.Kind", "outer").with_cause(inner.clone());
    let raised = error.clone();
    let fails = PackedFunc::new(move |_| Err(raised.clone()));
    let caught = fails.call(()).unwrap_err();
    assert_eq!((&*caught.kind(), &*caught.message()), ("my.Kind", "outer"));
    assert!(caught.cause().unwrap().as_object().same_as(inner.as_object()));
    assert!(caught.as_object().same_as(error.as_object()));
    assert!(caught.backtrace().contains("functions.rs"));
    assert!(inner.backtrace().contains("functions.rs"));
    assert!(take_raised().is_none());
}

#[test]
fn boxed_errors_come_back_as_the_same_objects() {
    type Boxed = Box<dyn std::error::Error + Send + Sync>;
    let error = Error::key_error("outer").with_cause(Error::value_error("inner"));
    let boxed: Boxed = error.clone().into();
    assert_eq!(boxed.to_string(), "KeyError: outer");
    assert_eq!(boxed.source().unwrap().to_string(), "ValueError: inner");
    assert!(boxed.source().unwrap().source().is_none());
    let back = Error::from_boxed(boxed);
    assert!(back.as_object().same_as(error.as_object()));

    // Inside another error, it is the cause, with its kind.
    #[derive(Debug)]
    struct Outer(Boxed);
    impl std::fmt::Display for Outer {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("not loaded")
        }
    }
    impl std::error::Error for Outer {
        fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
            Some(&*self.0)
        }
    }
    let outer = Error::from(Outer(back.into()));
    assert_eq!(outer.to_string(), "RuntimeError: not loaded");
    let cause = outer.cause().unwrap();
    assert_eq!(
        (cause.kind().as_ref(), cause.cause().unwrap().kind().as_ref()),
        ("KeyError", "ValueError")
    );

    // Other crates box errors in their own way.
    let other = Error::from_boxed(anyhow::anyhow!("low").context("high"));
    assert_eq!(
        (
            other.message().as_ref(),
            other.cause().unwrap().message().as_ref()
        ),
        ("high", "low")
    );
    let other = anyhow::Error::from_boxed(error.into());
    assert_eq!(format!("{other:#}"), "KeyError: outer: ValueError: inner");

    // Text is an error as well, as in the standard library.
    assert_eq!(Error::from_boxed("text").to_string(), "RuntimeError: text");
    let plain: Box<dyn std::error::Error> = Error::value_error("plain").into();
    assert_eq!(plain.to_string(), "ValueError: plain");
}

#[test]
fn long_chains_of_causes_can_be_walked_and_freed() {
    let chain = (0..100_000).fold(Error::value_error("first"), |cause, _| {
        Error::value_error("x").with_cause(cause)
    });
    let boxed: Box<dyn std::error::Error + Send + Sync> = chain.into();
    let mut depth = 0;
    let mut source = boxed.source();
    while let Some(below) = source {
        depth += 1;
        source = below.source();
    }
    assert_eq!(depth, 100_000);
}

#[test]
fn sources_of_rust_errors_become_causes() {
    #[derive(Debug)]
    struct Outer(std::num::ParseIntError);
    impl std::fmt::Display for Outer {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("the outer error")
        }
    }
    impl std::error::Error for Outer {
        fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
            Some(&self.0)
        }
    }
    fn fails() -> Result<()> {
        Err("x".parse::<i32>().map_err(Outer).unwrap_err())?;
        Ok(())
    }
    let error = fails().unwrap_err();
    assert_eq!(error.to_string(), "RuntimeError: the outer error");
    assert_eq!(error.cause().unwrap().message(), "invalid digit found in string");
    assert!(error.cause().unwrap().cause().is_none());
}

#[test]
fn a_panic_becomes_an_error() {
    let panics = PackedFunc::typed("panics", |text: String| -> i64 { panic!("{text}") });
    let error = panics.call(("too bad",)).unwrap_err();
    assert_eq!(error.to_string(), "InternalError: a closure panicked: too bad");
    let wild = PackedFunc::new(|_| std::panic::panic_any(17_u8));
    assert_eq!(
        wild.call(()).unwrap_err().message(),
        "a closure panicked: a panic without a message"
    );

    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("again");
        }
    }
    let worse = PackedFunc::new(|_| std::panic::panic_any(Bomb));
    assert_eq!(worse.call(()).unwrap_err().kind(), "InternalError");
}

#[test]
fn captures_are_dropped_once() {
    struct Drops(Arc<AtomicUsize>);
    impl Drop for Drops {
        fn drop(&mut self) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }
    let count = Arc::new(AtomicUsize::new(0));
    let captured = Drops(count.clone());
    let function = PackedFunc::new(move |_| {
        let _ = &captured;
        Ok(Any::default())
    });
    let copy = function.clone();
    drop(function);
    copy.call(()).unwrap();
    assert_eq!(count.load(Ordering::SeqCst), 0);
    drop(copy);
    assert_eq!(count.load(Ordering::SeqCst), 1);
}

#[test]
fn an_overaligned_capture_is_aligned() {
    #[repr(align(64))]
    struct Wide([u8; 64]);
    let wide = Wide([7; 64]);
    let function = PackedFunc::new(move |_| {
        assert!((&raw const wide).is_aligned());
        Ok(i64::from(wide.0[63]).to_any())
    });
    assert_eq!(function.call_as::<i64>(()).unwrap(), 7);
}

/// Calls a function as C does, with everything at the caller's mercy.
fn raw_call(
    function: &PackedFunc,
    args: *const TVMLikeValue,
    count: i32,
    result: *mut TVMLikeValue,
) -> c_int {
    let object = function.as_object();
    // SAFETY: the function must detect that the arguments are invalid, before it reads them.
    unsafe { object.safe_call.unwrap()(object.as_raw(), args, count, result) }
}

#[test]
fn invalid_c_calls_are_errors() {
    let mut result = *AnyView::NONE.as_raw();
    let function = add3();
    let mut expect = |args: *const TVMLikeValue, count, text: &str| {
        assert_eq!(raw_call(&function, args, count, &mut result), -1);
        assert_eq!(take_raised().unwrap().to_string(), text);
    };
    expect(
        ptr::null(),
        3,
        "ValueError: a packed call got a NULL pointer to 3 arguments",
    );
    expect(
        ptr::null(),
        -1,
        "ValueError: a packed call takes 0 to 65536 arguments, got -1",
    );
    expect(
        ptr::null(),
        i32::MAX,
        "ValueError: a packed call takes 0 to 65536 arguments, got 2147483647",
    );
    expect(ptr::null(), 0, "TypeError: add3: expected 3 arguments, got 0");

    let unknown = TVMLikeValue {
        type_index: 50,
        small_len: 0,
        payload: TVMLikePayload { v_int64: 1 },
    };
    let args = [unknown; 3];
    expect(
        args.as_ptr(),
        3,
        "TypeError: add3: argument 1: expected i64, got a value of unknown type index 50",
    );
    let null_object = TVMLikeValue {
        type_index: 65,
        small_len: 0,
        payload: TVMLikePayload {
            v_ptr: ptr::null_mut(),
        },
    };
    let args = [null_object; 3];
    expect(
        args.as_ptr(),
        3,
        "TypeError: add3: argument 1: expected i64, got None",
    );

    assert_eq!(raw_call(&add3(), ptr::null(), 0, ptr::null_mut()), -1);
    assert_eq!(
        take_raised().unwrap().message(),
        "a packed call got a NULL result pointer"
    );
}

#[test]
fn a_wrong_type_index_is_detected() {
    let function = PackedFunc::typed("length", |text: String| text.len());
    let array = tvmlike_runtime::Array::new(Vec::new());
    // The type index of a string with the payload of an array.
    let lie = TVMLikeValue {
        type_index: TypeIndex::STR.0,
        small_len: 0,
        payload: TVMLikePayload {
            v_obj: array.as_object().as_raw(),
        },
    };
    let mut result = *AnyView::NONE.as_raw();
    assert_eq!(raw_call(&function, &lie, 1, &mut result), -1);
    assert_eq!(
        take_raised().unwrap().message(),
        "length: argument 1: expected str, got Array"
    );
}

#[test]
fn invalid_utf8_is_an_error() {
    let function = PackedFunc::typed("length", |text: String| text.len());
    let bad = TVMLikeValue {
        type_index: TypeIndex::RAW_STR.0,
        small_len: 0,
        payload: TVMLikePayload {
            v_c_str: c"\xff\xfe".as_ptr(),
        },
    };
    // SAFETY: a static C string.
    let error = function.invoke(&[unsafe { AnyView::from_raw(bad) }]).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("ValueError: length: argument 1: the text is not UTF-8"),
        "{error}"
    );
}

static FINALIZED: AtomicUsize = AtomicUsize::new(0);

extern "C" fn finalizer(_context: *mut c_void) {
    FINALIZED.fetch_add(1, Ordering::SeqCst);
}

/// A callback that violates the convention; the context selects how.
///
/// # Safety
/// As the convention requires.
unsafe extern "C" fn misbehaves(
    context: *mut c_void,
    args: *const TVMLikeValue,
    num_args: i32,
    result: *mut TVMLikeValue,
) -> c_int {
    // SAFETY: the caller follows the convention.
    unsafe {
        match context as usize {
            1 => -1,
            2 => {
                set_raised(Error::value_error("raised, but not returned"));
                0
            }
            3 => {
                (*result).type_index = TypeIndex::RAW_STR.0;
                0
            }
            _ => {
                *result = if num_args > 0 { *args } else { *result };
                0
            }
        }
    }
}

#[test]
fn callbacks_that_violate_the_convention_are_errors() {
    let make = |context: usize| {
        // SAFETY: the callback only looks at the number.
        unsafe { from_callback(Some(misbehaves), context as *mut c_void, Some(finalizer)).unwrap() }
    };
    let error = make(1).call(()).unwrap_err();
    assert_eq!(
        error.message(),
        "call returned status -1 without raising an error"
    );
    assert!(make(2).call(()).unwrap().is_none());
    assert!(
        take_raised().is_none(),
        "an error that was not returned is dropped"
    );
    assert_eq!(make(3).call(()).unwrap_err().kind(), "InternalError");
    assert_eq!(make(4).call_as::<i64>((5,)).unwrap(), 5);
    assert_eq!(FINALIZED.load(Ordering::SeqCst), 4);

    let function = make(9);
    assert_eq!(context_of(&function, Some(misbehaves)), Some(9 as *mut c_void));
    assert_eq!(context_of(&add3(), Some(misbehaves)), None);
    // SAFETY: refused before anything is called.
    let error = unsafe { from_callback(None, ptr::null_mut(), Some(finalizer)) }.unwrap_err();
    assert_eq!(error.kind(), "ValueError");
}

#[test]
fn a_null_entry_is_an_error() {
    #[repr(C)]
    struct Foreign {
        header: TVMLikeObject,
        cell: tvmlike_runtime::abi::TVMLikeFunctionCell,
    }
    let mut foreign = Foreign {
        header: TVMLikeObject {
            counts: (1 | 1 << 32).into(),
            type_index: TypeIndex::FUNCTION.0,
            zero: 0,
            deleter: None,
        },
        cell: tvmlike_runtime::abi::TVMLikeFunctionCell {
            safe_call: None,
            cpp_call: ptr::null_mut(),
        },
    };
    // SAFETY: a function object as another library could have made it.
    let function = unsafe { PackedFunc::from_owned_object(ptr::NonNull::from(&mut foreign.header)) };
    assert_eq!(function.call(()).unwrap_err().kind(), "InternalError");
}

#[test]
fn variadic_functions_see_all_arguments() {
    let count = PackedFunc::new(|args: TVMArgs<'_>| Ok((args.len() as i64).to_any()));
    let values: Vec<Any> = (0..100_i64).map(ToAny::to_any).collect();
    assert_eq!(
        count.invoke(Any::views(&values)).unwrap().cast::<i64>().unwrap(),
        100
    );
}

#[test]
fn an_error_can_be_a_value() {
    let value = Any::from(Error::new(ErrorKind::KEY_ERROR, "k"));
    assert_eq!(value.cast::<Error>().unwrap().to_string(), "KeyError: k");
}

/// An argument that is left to its default.
fn missing() -> AnyView<'static> {
    let mut raw = *AnyView::NONE.as_raw();
    raw.type_index = TypeIndex::MISSING.0;
    // SAFETY: a missing argument has no payload.
    unsafe { AnyView::from_raw(raw) }
}

#[test]
fn missing_converts_to_no_type() {
    let error = add3().call((1, missing(), 3)).unwrap_err();
    assert_eq!(error.to_string(), "TypeError: add3: argument 2 is missing");
    for function in [
        PackedFunc::typed("f", |_: Any| ()),
        PackedFunc::typed("f", |_: Option<i64>| ()),
        PackedFunc::typed("f", |_: String| ()),
        PackedFunc::typed("f", |_: Vec<i64>| ()),
        PackedFunc::typed("f", |_: ()| ()),
    ] {
        let error = function.call((missing(),)).unwrap_err();
        assert_eq!(error.to_string(), "TypeError: f: argument 1 is missing");
    }
    assert!(missing().to_owned().is_err());
}

#[test]
fn missing_is_not_a_valid_result() {
    /// # Safety
    /// As the convention requires.
    unsafe extern "C" fn call(
        _: *mut c_void,
        _: *const TVMLikeValue,
        _: i32,
        result: *mut TVMLikeValue,
    ) -> c_int {
        // SAFETY: the place for the result, by the convention.
        unsafe { result.write(*missing().as_raw()) };
        0
    }
    // SAFETY: the callback does not look at its context.
    let function = unsafe { from_callback(Some(call), ptr::null_mut(), None) }.unwrap();
    let error = function.call(()).unwrap_err();
    assert_eq!(error.kind(), "InternalError");
    assert!(error.message().contains("a missing argument"), "{error}");
}
