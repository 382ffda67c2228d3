//! Callables for function pointers, for the time of a call.

use tvmlike_conventions::native::closure::{Closure, OnError};
use tvmlike_conventions::native::signature::Signature;
use tvmlike_runtime::{Error, PackedFunc, ToAny};

use crate::compiled::{BOTH, bound, error};
use crate::reports::Reports;

fn plus(number: i64) -> PackedFunc {
    PackedFunc::typed("plus", move |x: i64| x + number)
}

#[test]
fn a_callable_is_a_function_pointer_for_the_call() {
    for bind in BOTH {
        let apply = bind("call_function", "i32(function: i32(i32), i32)");
        for number in 0..100 {
            assert_eq!(apply.call_as::<i64>((plus(number), 1)).unwrap(), number + 1);
        }
        assert_eq!(apply.call_as::<i64>(((), 1)).unwrap(), -1);
        let both = bind("call_both", "i32(i32(i32), i32(i32), i32)");
        assert_eq!(both.call_as::<i64>((plus(1), plus(10), 100)).unwrap(), 111);
        // A call within a call of the same function has a pointer of its own.
        let inner = apply.clone();
        let nested = PackedFunc::typed("nested", move |x: i64| -> Result<i64, Error> {
            let deep = inner.call_as::<i64>((plus(5), x))?;
            Ok(deep * 2)
        });
        assert_eq!(apply.call_as::<i64>((nested, 1)).unwrap(), 12);
        // A closure, and its address.
        let signature: Signature = "i32(i32)".parse().unwrap();
        let closure = Closure::new(plus(3), &signature, OnError::Raise).unwrap();
        assert_eq!(apply.call_as::<i64>((closure.pointer().to_any(), 4)).unwrap(), 7);
        assert_eq!(
            error(apply.call((1, 2))),
            "TypeError: call_function: argument 1 `function`: expected a callable or a function pointer for i32(i32), got int"
        );
    }
}

#[test]
fn its_error_is_that_of_the_call() {
    for bind in BOTH {
        let apply = bind("call_function", "i32(i32(i32), i32)");
        let fails = PackedFunc::typed("fails", |_: i64| -> Result<i64, Error> {
            Err(Error::key_error("k"))
        });
        assert_eq!(error(apply.call((fails, 1))), "KeyError: k");
        assert_eq!(apply.call_as::<i64>((plus(1), 1)).unwrap(), 2);
    }
}

#[test]
fn after_the_call_the_pointer_calls_nothing() {
    let apply = bound("call_once", "i32(i32(i32), i32)");
    assert_eq!(apply.call_as::<i64>((plus(1), 1)).unwrap(), 2);
    let late = bound("call_kept", "i32(i32)");
    let said = "RuntimeError: a function pointer was called after the call that it was made for; pass a native.closure, \
                and keep it while native code has the pointer";
    assert_eq!(error(late.call((1,))), said);
    // Where no call on this thread can raise the error, it is reported.
    let reports = Reports::begin();
    // SAFETY: the function of this signature.
    let call: extern "C" fn(i32) -> i32 =
        unsafe { std::mem::transmute(crate::compiled::address("call_kept")) };
    assert_eq!(call(1), 0);
    let seen = reports.seen();
    assert!(seen.len() == 1 && seen[0].starts_with(said), "{seen:?}");
}

#[test]
fn threads_share_a_function_with_callables() {
    let apply = bound("call_both", "i32(i32(i32), i32(i32), i32)");
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let apply = &apply;
            scope.spawn(move || {
                for number in 0..500 {
                    let made = apply.call_as::<i64>((plus(thread), plus(number), 1)).unwrap();
                    assert_eq!(made, thread + number + 1);
                }
            });
        }
    });
}

#[test]
fn function_pointers_occur_as_parameters_only() {
    let refused = |text: &str| error(text.parse::<Signature>().map(|_| 0.to_any()));
    for (text, said) in [
        (
            "void(i32(i32, ...))",
            "a function pointer for a callable cannot be variadic",
        ),
        (
            "void(i32(out i32))",
            "a function pointer for a callable has no out-parameters",
        ),
        (
            "void(cstr(i32))",
            "the closure cstr(i32): the memory that the result refers to would have no owner",
        ),
        ("void(i32([2 x i32]))", "must not be an array"),
    ] {
        let message = refused(text);
        assert!(
            message.starts_with("ValueError: C signature") && message.contains(said),
            "{message}"
        );
    }
    for text in [
        "void(out i32(i32))",
        "void(*i32(i32), {f: i32(i32)})",
        "void([2 x i32(i32)])",
    ] {
        assert!(
            refused(text).starts_with("ValueError: C signature:1:"),
            "{text}: {}",
            refused(text)
        );
    }
    // A pointer to an i32 as the result of the function pointer.
    assert!(refused("void(*i32(i32))").contains("would have no owner"));
    let deep = format!("void({}i32(){})", "i32(".repeat(40), ")".repeat(40));
    assert!(refused(&deep).contains("types must not be nested more than 32 deep"));
    let text = "void(ptr, size, size, compare: i32(a: *const i32, *const i32))";
    assert_eq!(text.parse::<Signature>().unwrap().to_string(), text);
}
