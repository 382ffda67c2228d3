//! Functions with `...`.

use tvmlike_runtime::{Array, Tensor, ToAny};

use crate::compiled::{BOTH, error};

const SIGNATURE: &str = "f64(kinds: cstr, ...)";

#[test]
fn arguments_are_promoted_as_in_c() {
    for bind in BOTH {
        let function = bind("variadic", SIGNATURE);
        assert_eq!(function.call_as::<f64>(("",)).unwrap(), 0.0);
        assert_eq!(function.call_as::<f64>(("i", -5)).unwrap(), -5.0);
        assert_eq!(
            function.call_as::<f64>(("I", 1_i64 << 40)).unwrap(),
            (1_i64 << 40) as f64
        );
        assert_eq!(function.call_as::<f64>(("idi", 1, 0.5, true)).unwrap(), 11.5);
        assert_eq!(function.call_as::<f64>(("ss", "four", ())).unwrap(), 11.0);
        let tensor = Tensor::from_vec(vec![9_i32], &[1]).unwrap();
        assert_eq!(
            function.call_as::<f64>(("pd", tensor.clone(), 0.25)).unwrap(),
            27.25
        );
    }
}

#[test]
fn more_than_the_registers_hold() {
    for bind in BOTH {
        let function = bind("variadic", SIGNATURE);
        let (mut values, mut kinds, mut expected) = (Vec::new(), String::new(), 0.0);
        for position in 0..12 {
            kinds.push_str("Id");
            values.push(i64::from(position).to_any());
            values.push((f64::from(position) + 0.5).to_any());
            expected = 9.0 * expected + 3.0 * f64::from(position) + f64::from(position) + 0.5;
        }
        values.insert(0, kinds.as_str().into());
        let views: Vec<_> = values.iter().map(|value| *value.view()).collect();
        assert_eq!(function.call_as::<f64>(&views[..]).unwrap(), expected);
    }
}

#[test]
fn unsupported_variadic_arguments_are_errors() {
    for bind in BOTH {
        let function = bind("variadic", SIGNATURE);
        assert_eq!(
            error(function.call(())),
            "TypeError: variadic: expected at least 1 arguments, got 0"
        );
        assert_eq!(
            error(function.call(("i", Array::new(vec![])))),
            "TypeError: variadic: argument 2: expected an int, a float, text, a pointer, a tensor or None for `...`, got \
             Array"
        );
        let one = 1.to_any();
        let many = vec![*one.view(); 4098];
        assert_eq!(
            error(function.call_as::<f64>(&many[..])),
            "TypeError: variadic: expected at most 4097 arguments, got 4098"
        );
    }
}

#[test]
fn many_variadic_arguments_use_the_stack() {
    for bind in BOTH {
        let function = bind("variadic", SIGNATURE);
        let kinds = "d".repeat(2048) + &"I".repeat(2048);
        let (kinds, float, int, last) = (kinds.as_str().to_any(), 0.0.to_any(), 0.to_any(), 7.to_any());
        let mut values = vec![*kinds.view()];
        values.resize(2049, *float.view());
        values.resize(4096, *int.view());
        values.push(*last.view());
        assert_eq!(function.call_as::<f64>(&values[..]).unwrap(), 7.0);
    }
}

#[test]
fn snprintf_of_libc() {
    unsafe extern "C" {
        fn snprintf(to: *mut std::ffi::c_char, size: usize, format: *const std::ffi::c_char, ...) -> i32;
    }
    let function = crate::compiled::bound_at(snprintf as *const _, "snprintf", "i32(*u8, size, cstr, ...)");
    let buffer = Tensor::from_vec(vec![0_u8; 64], &[64]).unwrap();
    let written: usize = function
        .call_as((buffer.clone(), 64, "%s: %.2f of %ld%%", "half", 0.5, 100))
        .unwrap();
    let bytes = buffer.view().to_vec::<u8>().unwrap();
    assert_eq!(
        std::str::from_utf8(&bytes[..written]).unwrap(),
        "half: 0.50 of 100%"
    );
}
