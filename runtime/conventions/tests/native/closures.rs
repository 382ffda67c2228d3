//! Packed functions as C function pointers: values both ways, errors, life.

use std::ffi::c_void;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use tvmlike_conventions::native::closure::{Closure, OnError};
use tvmlike_conventions::native::signature::Signature;
use tvmlike_runtime::{Any, Array, Error, Map, PackedFunc, Result, Tensor, ToAny};

use crate::compiled::{BOTH, bound, bound_at, error, shown, throwing};
use crate::reports::Reports;

pub(crate) fn closure(function: PackedFunc, signature: &str, on_error: OnError) -> Closure {
    Closure::new(function, &Signature::parse(signature).unwrap(), on_error).unwrap()
}

pub(crate) fn raising(function: PackedFunc, signature: &str) -> Closure {
    closure(function, signature, OnError::Raise)
}

#[test]
fn c_calls_a_function() {
    for bind in BOTH {
        let apply = bind("apply", "i32(ptr, i32, i32)");
        let minus = raising(
            PackedFunc::typed("minus", |a: i64, b: i64| a - b),
            "i32(i32, i32)",
        );
        assert_eq!(
            apply.call_as::<i64>((minus.pointer().to_any(), 7, 10)).unwrap(),
            -3
        );
    }
}

#[test]
fn a_comparator_of_qsort_and_bsearch() {
    let compare = || PackedFunc::typed("compare", |a: f64, b: f64| a.total_cmp(&b) as i64);
    let closure = raising(compare(), "i32(*const f64, *const f64)");
    let sort = bound_at(libc::qsort as *const _, "qsort", "void(ptr, size, size, ptr)");
    let numbers: Vec<f64> = (0..200).map(|i| f64::from(i * 7919 % 200)).collect();
    let tensor = Tensor::from_vec(numbers, &[200]).unwrap();
    sort.call((tensor.clone(), 200, 8, closure.pointer().to_any()))
        .unwrap();
    let sorted: Vec<f64> = (0..200).map(f64::from).collect();
    assert_eq!(tensor.view().to_vec::<f64>().unwrap(), sorted);
    let search = bound_at(
        libc::bsearch as *const _,
        "bsearch",
        "*const f64(*const f64, ptr, size, size, ptr)",
    );
    let found = |key: f64| {
        search
            .call((key, tensor.clone(), 200, 8, closure.pointer().to_any()))
            .unwrap()
    };
    assert_eq!(shown(found(37.0).view()), "37.0");
    assert!(found(37.5).view().is_none());
}

#[test]
fn structs_both_ways() {
    let point = "{x: f64, y: f64}";
    for bind in BOTH {
        let transform = bind("transform", &format!("{point}(ptr, {point})"));
        let swap = PackedFunc::new(|args| {
            let (value, behind) = (shown(&args[0]), shown(&args[1]));
            assert_eq!(value, behind);
            let map = <Map as tvmlike_runtime::FromArg>::from_arg(&args[0]).unwrap();
            let values: Vec<Any> = map.iter().map(|(_, value)| value.to_owned().unwrap()).collect();
            Ok(Array::new(values.into_iter().rev().collect()).into())
        });
        let closure = raising(swap, &format!("{point}({point}, *const {point})"));
        let pair = Array::new(vec![1.5.to_any(), 2.5.to_any()]);
        let swapped = transform
            .call((closure.pointer().to_any(), pair.clone()))
            .unwrap();
        assert_eq!(shown(swapped.view()), "{\"x\": 2.5, \"y\": 1.5}");
    }
}

#[test]
fn more_arguments_than_a_few() {
    type Twelve =
        extern "C" fn(i8, f32, u8, f64, i16, u16, i32, u32, i64, *const i8, *const c_void, bool) -> f64;
    let closure = raising(
        PackedFunc::new(|args| {
            let shown: Vec<_> = args.iter().map(shown).collect();
            assert_eq!(
                shown.join(" "),
                "-1 0.5 255 -2.5 -300 65535 -70000 4294967295 -5000000000 \"text\" None true"
            );
            Ok(12.5.to_any())
        }),
        "f64(i8, f32, u8, f64, i16, u16, i32, u32, i64, cstr, ptr, bool)",
    );
    // SAFETY: a pointer of this very signature.
    let call: Twelve = unsafe { std::mem::transmute(closure.pointer()) };
    let result = call(
        -1,
        0.5,
        255,
        -2.5,
        -300,
        65535,
        -70000,
        u32::MAX,
        -5_000_000_000,
        c"text".as_ptr().cast(),
        std::ptr::null(),
        true,
    );
    assert_eq!(result, 12.5);
}

#[test]
fn an_error_is_that_of_the_enclosing_call() {
    for bind in BOTH {
        let repeat = bind("repeat", "i32(ptr, i32)");
        let calls = Arc::new(AtomicUsize::new(0));
        let counted = calls.clone();
        let function = PackedFunc::typed("third", move |i: i64, _: i64| -> Result<i64> {
            counted.fetch_add(1, Ordering::Relaxed);
            if i < 2 {
                Ok(1)
            } else {
                Err(Error::key_error(format!("no {i}")))
            }
        });
        let closure = raising(function, "i32(i32, i32)");
        // The first error is raised; C continues with zeros.
        assert_eq!(
            error(repeat.call((closure.pointer().to_any(), 5))),
            "KeyError: no 2"
        );
        assert_eq!(calls.load(Ordering::Relaxed), 5);
        // Nothing is left of it for a later call.
        assert_eq!(repeat.call_as::<i64>((closure.pointer().to_any(), 2)).unwrap(), 2);
        assert!(bind("touch", "void()").call(()).is_ok());
    }
}

#[test]
fn a_result_or_an_argument_that_does_not_convert_is_an_error() {
    let apply = bound("apply", "i32(ptr, i32, i32)");
    let text = raising(PackedFunc::typed("text", |_: i64, _: i64| "one"), "i32(i32, i32)");
    assert_eq!(
        error(apply.call((text.pointer().to_any(), 1, 2))),
        "TypeError: the closure i32(i32, i32): result: expected i32, got str"
    );
    let large = raising(
        PackedFunc::typed("large", |_: i64, _: i64| 1_i64 << 40),
        "i32(i32, i32)",
    );
    assert_eq!(
        error(apply.call((large.pointer().to_any(), 1, 2))),
        "OverflowError: the closure i32(i32, i32): result: 1099511627776 is out of range for i32"
    );
    let wide = raising(PackedFunc::typed("wide", |_: i64| 0), "i32(u64)"); // receives a marked pointer
    // SAFETY: a pointer of this signature.
    let call: extern "C" fn(u64) -> i32 = unsafe { std::mem::transmute(wide.pointer()) };
    let reports = Reports::begin();
    assert_eq!(call(u64::MAX), 0);
    let seen = reports.seen();
    assert_eq!(seen.len(), 1);
    assert!(
        seen[0].starts_with("TypeError: wide: argument 1: expected i64, got ptr"),
        "{seen:?}"
    );
}

#[test]
fn a_dangling_pointer_result_is_an_error() {
    let tensor = Tensor::from_vec(vec![1], &[1]).unwrap();
    let lends = raising(PackedFunc::new(move |_| Ok(tensor.clone().into())), "ptr(i32)");
    let fire = bound_at(lends.pointer().cast_const(), "lends", "ptr(i32)");
    let message = error(fire.call((1,)));
    assert!(
        message.contains("result: expected a pointer or None, got Tensor"),
        "{message}"
    );
    for signature in ["cstr()", "*i32()", "{name: cstr}()"] {
        let refused = Closure::new(
            PackedFunc::typed("f", || 1),
            &Signature::parse(signature).unwrap(),
            OnError::Raise,
        );
        assert_eq!(
            error(refused),
            format!(
                "ValueError: the closure {signature}: the memory that the result refers to would have no owner; return \
                 ptr to memory that you keep alive"
            )
        );
    }
    for (signature, why) in [
        ("i32(cstr, ...)", "closures cannot be variadic"),
        ("i32() errno", "closures do not set errno"),
    ] {
        let refused = Closure::new(
            PackedFunc::typed("f", || 1),
            &Signature::parse(signature).unwrap(),
            OnError::Raise,
        );
        assert_eq!(
            error(refused),
            format!("ValueError: the closure {signature}: {why}")
        );
    }
}

#[test]
fn a_panic_is_an_error() {
    let apply = bound("apply", "i32(ptr, i32, i32)");
    let function = PackedFunc::typed("shout", |_: i64, _: i64| -> i64 { panic!("enough") });
    let closure = raising(function, "i32(i32, i32)");
    let message = error(apply.call((closure.pointer().to_any(), 1, 2)));
    assert!(message.starts_with("InternalError: "), "{message}");
    assert!(message.contains("enough"), "{message}");
}

#[test]
fn nested_calls_keep_their_errors() {
    // A factorial by C calling a closure that calls C.
    let apply = bound("apply", "i32(ptr, i32, i32)");
    let pointer = Arc::new(Mutex::new(Any::default()));
    let (inner, own) = (apply.clone(), pointer.clone());
    let function = PackedFunc::typed("factorial", move |n: i64, fail_at: i64| -> Result<i64> {
        if n == fail_at {
            return Err(Error::value_error(format!("at {n}")));
        }
        if n <= 1 {
            return Ok(1);
        }
        let own = own.lock().unwrap().clone();
        Ok(n * inner.call_as::<i64>((own, n - 1, fail_at))?)
    });
    let closure = raising(function, "i32(i32, i32)");
    *pointer.lock().unwrap() = closure.pointer().to_any();
    assert_eq!(
        apply
            .call_as::<i64>((closure.pointer().to_any(), 10, -1))
            .unwrap(),
        3_628_800
    );
    // An error propagates through all of them.
    assert_eq!(
        error(apply.call((closure.pointer().to_any(), 10, 4))),
        "ValueError: at 4"
    );
    // A function may also deal with the error of an inner call: then there is none for the outer one.
    let (inner, failing) = (apply.clone(), pointer.lock().unwrap().clone());
    let tolerant = raising(
        PackedFunc::typed("tolerant", move |n: i64, _: i64| -> i64 {
            inner.call((failing.clone(), n, n)).map_or(-1, |_| 0)
        }),
        "i32(i32, i32)",
    );
    assert_eq!(
        apply.call_as::<i64>((tolerant.pointer().to_any(), 3, 0)).unwrap(),
        -1
    );
    *pointer.lock().unwrap() = Any::default();
}

#[test]
fn errors_without_an_enclosing_call_are_reported() {
    let function = || PackedFunc::typed("fails", |_: i64| -> Result<()> { Err(Error::value_error("no")) });
    for on_error in [OnError::Raise, OnError::Report] {
        let closure = closure(function(), "void(i32)", on_error);
        // SAFETY: a pointer of this signature.
        let call: extern "C" fn(i32) = unsafe { std::mem::transmute(closure.pointer()) };
        let reports = Reports::begin();
        call(1);
        assert_eq!(reports.seen(), ["ValueError: no in the closure void(i32)"]);
    }
}

#[test]
fn a_policy_of_reports_lets_the_call_succeed() {
    let reports = Reports::begin();
    let repeat = bound("repeat", "i32(ptr, i32)");
    let function = PackedFunc::typed("fails", |i: i64, _: i64| -> Result<i64> {
        if i == 1 {
            Err(Error::value_error("one"))
        } else {
            Ok(10)
        }
    });
    let closure = closure(function, "i32(i32, i32)", OnError::Report);
    assert_eq!(
        repeat.call_as::<i64>((closure.pointer().to_any(), 3)).unwrap(),
        20
    );
    assert_eq!(reports.seen(), ["ValueError: one in the closure i32(i32, i32)"]);
}

#[test]
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn a_later_exception_has_the_callback_error_as_cause() {
    let check = bound_at(throwing("check_after"), "check_after", "i32(ptr, i32)");
    let function = PackedFunc::typed("f", |n: i64| -> Result<i64> {
        if n == 0 {
            Err(Error::key_error("none"))
        } else {
            Ok(-n)
        }
    });
    let closure = raising(function, "i32(i32)");
    assert_eq!(
        error(check.call((closure.pointer().to_any(), 7))),
        "RuntimeError: check_after: negative: -7 (std::out_of_range thrown out of compiled code)"
    );
    assert_eq!(
        error(check.call((closure.pointer().to_any(), 0))),
        "KeyError: none"
    );
    // C++ that calls a function of ours whose own C++ throws: the inner call ends it.
    let inner = bound_at(throwing("check"), "check", "i32(i32)");
    let closure = raising(inner, "i32(i32)");
    assert_eq!(
        error(check.call((closure.pointer().to_any(), -4))),
        "RuntimeError: check: negative: -4 (std::out_of_range thrown out of compiled code)"
    );
}

#[test]
fn policies_have_names() {
    assert_eq!(OnError::from_name("raise").unwrap(), OnError::Raise);
    assert_eq!(OnError::from_name("report").unwrap(), OnError::Report);
    assert_eq!(OnError::from_name("abort").unwrap(), OnError::Abort);
    assert_eq!(
        error(OnError::from_name("ignore")),
        "ValueError: on_error must be `raise`, `report` or `abort`, got `ignore`"
    );
}
