//! Scalars, text, results, `errno`, exceptions.

use std::ffi::c_void;

use tvmlike_conventions::native::errno;
use tvmlike_runtime::abi::TVMLIKE_PTR_UNSIGNED;
use tvmlike_runtime::{Any, Array, Error, ToAny, TypeIndex};

use crate::compiled::{BOTH, bound, bound_at, error, shown, throwing};

#[test]
fn scalars_round_trip() {
    for bind in BOTH {
        for (ty, numbers) in [
            ("i8", &[0, 1, -1, i64::from(i8::MIN), i64::from(i8::MAX)][..]),
            ("i16", &[-1, i64::from(i16::MIN), i64::from(i16::MAX)]),
            ("i32", &[-1, i64::from(i32::MIN), i64::from(i32::MAX)]),
            ("i64", &[-1, i64::MIN, i64::MAX]),
            ("u8", &[0, 255]),
            ("u16", &[0, 65535]),
            ("u32", &[0, 0xffff_ffff]),
            ("u64", &[0, i64::MAX]),
            ("size", &[0, i64::MAX]),
            ("isize", &[i64::MIN, i64::MAX]),
        ] {
            let echo = bind(&format!("echo_{ty}"), &format!("{ty}({ty})"));
            for &number in numbers {
                assert_eq!(echo.call_as::<i64>((number,)).expect(ty), number, "{ty}");
            }
        }
        let echo = bind("echo_f64", "f64(f64)");
        for number in [0.0, -0.0, 1.5, f64::MAX, f64::MIN_POSITIVE, f64::INFINITY] {
            assert_eq!(
                echo.call_as::<f64>((number,)).unwrap().to_bits(),
                number.to_bits()
            );
        }
        assert!(echo.call_as::<f64>((f64::NAN,)).unwrap().is_nan());
        let echo = bind("echo_f32", "f32(f32)");
        assert_eq!(echo.call_as::<f64>((0.1,)).unwrap(), f64::from(0.1_f32));
        let echo = bind("echo_bool", "bool(bool)");
        assert!(echo.call_as::<bool>((true,)).unwrap());
        assert!(!echo.call_as::<bool>((0,)).unwrap());
        let echo = bind("echo_ptr", "ptr(ptr)");
        let address = 0x1234_usize as *mut c_void;
        assert_eq!(echo.call_as::<*mut c_void>((address.to_any(),)).unwrap(), address);
        assert!(echo.call(((),)).unwrap().view().is_none());
    }
}

#[test]
fn numbers_out_of_range_are_errors() {
    for bind in BOTH {
        for (ty, number) in [
            ("i8", 128),
            ("i8", -129),
            ("i16", 32768),
            ("i32", 1_i64 << 31),
            ("u8", -1),
            ("u8", 256),
            ("u16", 65536),
            ("u32", -1),
            ("u64", -1),
            ("size", -1),
        ] {
            let echo = bind(&format!("echo_{ty}"), &format!("{ty}(value: {ty})"));
            let width = if ty == "size" { "u64" } else { ty };
            assert_eq!(
                error(echo.call((number,))),
                format!("OverflowError: echo_{ty}: argument 1 `value`: {number} is out of range for {width}")
            );
        }
        assert_eq!(
            error(bind("echo_f32", "f32(f32)").call((1e39,))),
            "OverflowError: echo_f32: argument 1: 1e39 is out of range for f32"
        );
        assert_eq!(
            error(bind("echo_f64", "f64(f64)").call(((1_i64 << 53) + 1,))),
            "OverflowError: echo_f64: argument 1: 9007199254740993 is out of range for f64"
        );
        assert_eq!(
            error(bind("echo_bool", "bool(bool)").call((2,))),
            "OverflowError: echo_bool: argument 1: 2 is out of range for bool"
        );
    }
}

#[test]
fn values_of_other_types_are_errors() {
    for bind in BOTH {
        for (ty, came, got) in [
            ("i32", Any::from("1"), "str"),
            ("i32", 1.0.to_any(), "float"),
            ("f64", Any::from("1"), "str"),
            ("f64", Any::default(), "None"),
            ("bool", 1.0.to_any(), "float"),
            ("ptr", true.to_any(), "bool"),
        ] {
            let message = error(bind(&format!("echo_{ty}"), &format!("{ty}({ty})")).call((came,)));
            assert_eq!(
                message,
                format!("TypeError: echo_{ty}: argument 1: expected {ty}, got {got}")
            );
        }
        let add = bind("add", "f64(f64, f64)");
        assert_eq!(
            error(add.call((1.0,))),
            "TypeError: add: expected 2 arguments, got 1"
        );
        assert_eq!(
            error(add.call((1.0, 2.0, 3.0))),
            "TypeError: add: expected 2 arguments, got 3"
        );
    }
}

#[test]
fn narrow_results_are_the_low_bits_of_their_register() {
    // The callee is declared with a narrower result than it has, as code with garbage above its result looks.
    for (ty, bits, expected) in [
        ("i8", 0x7fff_ff80_i64, -128_i64),
        ("i16", 0x1234_8000, -32768),
        ("i32", 0x1_8000_0000, -(1 << 31)),
        ("u8", 0xabcd, 0xcd),
        ("u16", 0x1_0002, 2),
        ("u32", -1, 0xffff_ffff),
    ] {
        let function = bound("every_bit", &format!("{ty}(i64)"));
        assert_eq!(function.call_as::<i64>((bits,)).unwrap(), expected, "{ty}");
    }
    let function = bound("every_bit", "bool(i64)");
    assert!(!function.call_as::<bool>((0x100,)).unwrap());
    assert!(function.call_as::<bool>((0x180,)).unwrap());
}

#[test]
fn a_large_unsigned_integer_is_a_marked_pointer() {
    for (text, bits) in [("u64(i64)", -1), ("size(i64)", i64::MIN)] {
        let large = bound("every_bit", text).call((bits,)).unwrap();
        let raw = large.view().as_raw();
        assert_eq!(
            (raw.type_index, raw.small_len),
            (TypeIndex::OPAQUE_PTR.0, TVMLIKE_PTR_UNSIGNED)
        );
        // Kept by a container, and back in C.
        let kept = Array::new(vec![large]);
        let echo = bound("echo_u64", "i64(u64)");
        let back = echo.invoke(&[*kept.as_slice()[0].view()]).unwrap();
        assert_eq!(shown(back.view()), bits.to_string());
        // No address.
        for (name, text, expected) in [
            ("echo_ptr", "ptr(ptr)", "expected ptr, got ptr"),
            ("echo_ptr", "ptr(*i32)", "expected i32, got ptr"),
            ("echo_i64", "i64(i64)", "expected i64, got ptr"),
            (
                "echo_ptr",
                "ptr(i32(i32))",
                "expected a callable or a function pointer for i32(i32), got ptr",
            ),
        ] {
            let said = error(bound(name, text).invoke(&[*kept.as_slice()[0].view()]));
            assert_eq!(said, format!("TypeError: {name}: argument 1: {expected}"));
        }
    }
}

#[test]
fn void_in_and_out() {
    for bind in BOTH {
        let before: i64 = bind("times_touched", "i64(void)").call_as(()).unwrap();
        assert!(bind("touch", "void()").call(()).unwrap().view().is_none());
        assert!(bind("times_touched", "i64()").call_as::<i64>(()).unwrap() > before);
    }
}

#[test]
fn more_arguments_than_registers() {
    for bind in BOTH {
        let many = bind(
            "many",
            "f64(i8, f64, u16, f32, i64, f64, i32, f64, u8, f64, i64, f64, i16, f32, u32, f64, bool, f64, i64, f64)",
        );
        let floats = [1.5, -2.25, 1e3, 0.125, 7.0, -0.5, 3.0, 11.0, 2.0, 9.5];
        let ints = [-3, 60000, -(1 << 40), -7, 200, 1 << 33, -300, 1 << 31, 1, -5];
        let mut values = Vec::new();
        let mut expected = 0.0;
        for position in 0..20_usize {
            // Odd positions (from 0) are floats, but d and n stand at even ones.
            let float = matches!(position, 1 | 3 | 5 | 7 | 9 | 11 | 13 | 15 | 17 | 19);
            let weight = (position + 1) as f64;
            if float {
                let number = floats[position / 2];
                values.push(number.to_any());
                expected += weight * number;
            } else {
                let number: i64 = ints[position / 2];
                values.push(number.to_any());
                expected += weight * number as f64;
            }
        }
        let views: Vec<_> = values.iter().map(|value| *value.view()).collect();
        assert_eq!(many.call_as::<f64>(&views[..]).unwrap(), expected);
    }
}

#[test]
fn text_goes_in_and_out() {
    for bind in BOTH {
        let length = bind("length", "size(text: cstr)");
        for text in ["", "a", "1234567", "12345678", "grüße", &"long ".repeat(1000)] {
            assert_eq!(length.call_as::<usize>((text,)).unwrap(), text.len());
            assert_eq!(length.call_as::<usize>((text.as_bytes(),)).unwrap(), text.len());
        }
        assert_eq!(length.call_as::<usize>(((),)).unwrap(), 0);
        assert_eq!(
            error(length.call(("a\0b",))),
            "ValueError: length: argument 1 `text`: text for C must not contain NUL; there is one at byte 1 of 3"
        );
        assert_eq!(
            error(length.call((1,))),
            "TypeError: length: argument 1 `text`: expected str or None, got int"
        );
        let echo = bind("echo_cstr", "cstr(cstr)");
        let long = "ä".repeat(500);
        assert_eq!(echo.call_as::<String>((long.as_str(),)).unwrap(), long);
        let greeting = bind("greeting", "cstr(i32)");
        assert!(greeting.call((0,)).unwrap().view().is_none());
        assert_eq!(greeting.call_as::<String>((1,)).unwrap(), "grüß");
        let message = error(greeting.call((2,)));
        assert!(
            message.starts_with("ValueError: greeting: result: the text is not UTF-8"),
            "{message}"
        );
        assert!(message.contains("*const u8 or ptr"), "{message}");
    }
}

#[test]
fn errno_is_kept_for_the_thread() {
    for bind in BOTH {
        let fail = bind("fail_with", "i32(i32) errno");
        assert_eq!(fail.call_as::<i32>((libc::ENOENT,)).unwrap(), -1);
        assert_eq!(errno::last(), libc::ENOENT);
        let elsewhere = std::thread::spawn(errno::last).join().unwrap();
        assert_eq!(elsewhere, 0);
        // A call that does not say errno does not touch it, one that does begins at 0.
        bind("fail_with", "i32(i32)").call((libc::EIO,)).unwrap();
        assert_eq!(errno::last(), libc::ENOENT);
        bind("touch", "void() errno").call(()).unwrap();
        assert_eq!(errno::last(), 0);
    }
}

#[test]
fn errno_raises_where_the_result_says_failure() {
    for bind in BOTH {
        let fail = bind("fail_with", "i32(i32) errno raise");
        assert_eq!(
            error(fail.call((libc::ENOENT,))),
            format!(
                "OSError: fail_with: No such file or directory (errno {})",
                libc::ENOENT
            )
        );
        assert_eq!(errno::last(), libc::ENOENT);
        assert_eq!(fail.call_as::<i32>((0,)).unwrap(), 7);
        // Positive: no failure, whatever errno is. NULL without errno: none, either.
        let positive = bind("positive_with", "i32(i32) errno raise");
        assert_eq!(positive.call_as::<i32>((libc::EIO,)).unwrap(), 1);
        assert_eq!(errno::last(), libc::EIO);
        for result in ["ptr", "cstr", "*i32"] {
            let null = bind("null_with", &format!("{result}(i32) errno raise"));
            assert!(null.call((0,)).unwrap().view().is_none());
            assert!(error(null.call((libc::ENOMEM,))).starts_with("OSError: null_with: "));
        }
        // What a front end makes its own exception of.
        let context = |error: Error| shown(error.context().unwrap().to_any().view());
        let without_file = fail.call((libc::ENOENT,)).unwrap_err();
        assert_eq!(context(without_file), format!("[{}, None]", libc::ENOENT));
        let fail_at = bind("fail_at", "i32(size, cstr) errno raise");
        let of_file = fail_at.call((1, "a\"b")).unwrap_err();
        assert_eq!(
            of_file.message(),
            format!(
                "fail_at: No such file or directory: \"a\\\"b\" (errno {})",
                libc::ENOENT
            )
        );
        assert_eq!(context(of_file), format!("[{}, \"a\\\"b\"]", libc::ENOENT));
    }
}

#[test]
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn exceptions_are_errors() {
    let check = bound_at(throwing("check"), "check", "i32(i32)");
    assert_eq!(check.call_as::<i32>((3,)).unwrap(), 3);
    for _ in 0..3 {
        assert_eq!(
            error(check.call((-3,))),
            "RuntimeError: check: negative: -3 (std::out_of_range thrown out of compiled code)"
        );
    }
    // By value, hence through libffi, whose frames the exception passes.
    let sum = bound_at(throwing("checked_sum"), "checked_sum", "f64({f64, f64})");
    let point = |x: f64, y: f64| tvmlike_runtime::Array::new(vec![x.to_any(), y.to_any()]);
    assert_eq!(sum.call_as::<f64>((point(1.0, 2.0),)).unwrap(), 3.0);
    for _ in 0..3 {
        assert_eq!(
            error(sum.call((point(-1.0, 2.0),))),
            "RuntimeError: checked_sum: int was thrown out of compiled code"
        );
    }
    assert_eq!(check.call_as::<i32>((4,)).unwrap(), 4);
}

#[test]
fn a_null_function_is_an_error() {
    let signature = "void()".parse().unwrap();
    // SAFETY: it is refused.
    let refused =
        unsafe { tvmlike_conventions::native::call::bind(std::ptr::null(), &signature, "nothing", ()) };
    assert_eq!(
        error(refused),
        "ValueError: nothing: NULL cannot be bound as a function"
    );
}

#[test]
fn the_function_releases_its_code() {
    use std::sync::Arc;
    for signature in ["f64(f64, f64)", "f64({f64}, cstr)"] {
        let kept = Arc::new(());
        let signature = signature.parse().unwrap();
        // SAFETY: not called.
        let function = unsafe {
            tvmlike_conventions::native::call::bind(
                crate::compiled::address("add"),
                &signature,
                "add",
                kept.clone(),
            )
        }
        .unwrap();
        let copy = function.clone();
        drop(function);
        assert_eq!(Arc::strong_count(&kept), 2);
        drop(copy);
        assert_eq!(Arc::strong_count(&kept), 1);
    }
}
