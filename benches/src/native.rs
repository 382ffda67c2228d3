//! Calls of C functions: by a plain function pointer, by libffi's `ffi_call`, and by a packed function, which checks its
//! arguments; and callbacks from C.

use std::ffi::c_void;
use std::hint::black_box;

use libffi::low;
use libffi::middle::{Cif, CodePtr, Type};
use tvmlike::ToAny;
use tvmlike::prelude::*;
use tvmlike_conventions::native::call;
use tvmlike_conventions::native::closure::{Closure, OnError};
use tvmlike_conventions::native::signature::Signature;

use crate::measure::{Row, table};

const CALLS: usize = 10_000;

/// # Safety
/// Always safe to call; the signature is that of a C function.
#[inline(never)]
unsafe extern "C" fn hypotenuse(a: f64, b: f64) -> f64 {
    a * a + b * b
}

/// # Safety
/// Always safe to call; the pointer is not read.
#[inline(never)]
unsafe extern "C" fn mixed(text: *const c_void, a: i32, b: f64, size: usize) -> i64 {
    i64::from(text.is_null()) + i64::from(a) + b as i64 + size as i64
}

/// # Safety
/// `function` can be called with any int.
#[inline(never)]
unsafe extern "C" fn repeat(function: extern "C" fn(i32) -> i32, times: i32) -> i32 {
    (0..times).fold(0, |sum, i| sum.wrapping_add(function(i)))
}

pub(crate) fn run() -> Result<()> {
    floats("A C call with two floats")?;
    several()?;
    callbacks()?;
    // A closure stores its error for the call around it: once there has been a closure, every call checks for an error.
    floats("A C call with two floats, where there has been a closure that raises")
}

fn bind(code: *const c_void, signature: &str) -> Result<[PackedFunc; 2]> {
    let parsed = Signature::parse(signature)?;
    // SAFETY: the functions above, with their signatures.
    unsafe {
        Ok([
            call::bind(code, &parsed, "bound", ())?,
            call::bind_by_libffi(code, &parsed, "bound", ())?,
        ])
    }
}

/// Measures a function of two floats.
fn floats(title: &str) -> Result<()> {
    let code = hypotenuse as *const c_void;
    let cif = Cif::new([Type::f64(), Type::f64()], Type::f64());
    let [ours, by_libffi] = bind(code, "f64(f64, f64)")?;
    let plain: unsafe extern "C" fn(f64, f64) -> f64 = black_box(hypotenuse);
    let packed = |function: PackedFunc| {
        move || {
            for i in 0..CALLS {
                black_box(black_box(&function).call_as::<f64>((i as f64, 2.0)).ok());
            }
        }
    };
    let rows = vec![
        Row::new("libffi's bare ffi_call", None, move || {
            for i in 0..CALLS {
                let (mut a, mut b) = (i as f64, 2.0);
                let mut args: [*mut c_void; 2] = [(&raw mut a).cast(), (&raw mut b).cast()];
                let mut result = 0.0_f64;
                // SAFETY: two floats for a function of two floats.
                unsafe {
                    low::call_return_into(
                        black_box(cif.as_raw_ptr()),
                        CodePtr::from_ptr(code),
                        args.as_mut_ptr(),
                        (&raw mut result).cast(),
                    );
                }
                black_box(result);
            }
        }),
        Row::new("bound f64(f64, f64), from Rust", Some(1.5), packed(ours)),
        Row::new("the same, bound by libffi", None, packed(by_libffi)),
        Row::new("plain function pointer", None, move || {
            for i in 0..CALLS {
                // SAFETY: a plain function.
                black_box(unsafe { black_box(plain)(i as f64, 2.0) });
            }
        }),
    ];
    table(title, CALLS, rows);
    Ok(())
}

/// Measures a function of a pointer, an int, a float and a size.
fn several() -> Result<()> {
    let code = mixed as *const c_void;
    let types = [Type::pointer(), Type::i32(), Type::f64(), Type::usize()];
    let cif = Cif::new(types, Type::i64());
    let [ours, _] = bind(code, "i64(ptr, i32, f64, size)")?;
    let rows = vec![
        Row::new("libffi's bare ffi_call", None, move || {
            for i in 0..CALLS {
                let (mut pointer, mut a, mut b, mut size) =
                    (std::ptr::null_mut::<c_void>(), i as i32, 2.0, 3_usize);
                let mut args: [*mut c_void; 4] = [
                    (&raw mut pointer).cast(),
                    (&raw mut a).cast(),
                    (&raw mut b).cast(),
                    (&raw mut size).cast(),
                ];
                let mut result = 0_i64;
                // SAFETY: arguments of the function's types.
                unsafe {
                    low::call_return_into(
                        black_box(cif.as_raw_ptr()),
                        CodePtr::from_ptr(code),
                        args.as_mut_ptr(),
                        (&raw mut result).cast(),
                    );
                }
                black_box(result);
            }
        }),
        Row::new(
            "bound i64(ptr, i32, f64, size), from Rust",
            Some(1.5),
            move || {
                for i in 0..CALLS {
                    black_box(black_box(&ours).call_as::<i64>(((), i as i32, 2.0, 3)).ok());
                }
            },
        ),
    ];
    table("A C call with four arguments of several types", CALLS, rows);
    Ok(())
}

/// Measures calls of a closure from C.
fn callbacks() -> Result<()> {
    let increment = PackedFunc::typed("increment", |x: i64| x + 1);
    let direct = increment.clone();
    let closure = Closure::new(increment, &Signature::parse("i32(i32)")?, OnError::Raise)?;
    let [repeat, _] = bind(repeat as *const c_void, "i32(ptr, i32)")?;
    let rows = vec![
        Row::new("packed call from Rust", None, move || {
            for i in 0..CALLS as i64 {
                black_box(black_box(&direct).call_as::<i64>((i,)).ok());
            }
        }),
        Row::new("C calls the function as a closure", None, move || {
            black_box(repeat.call((closure.pointer().to_any(), CALLS as i32)).ok());
        }),
    ];
    table("A callback", CALLS, rows);
    Ok(())
}
