//! Calls with three ints: by a plain function pointer, by a function handle from Rust, and by the C function.

use std::ffi::{c_int, c_void};
use std::hint::black_box;
use std::path::Path;

use libloading::Library;
use tvmlike::prelude::*;

use crate::measure::{Row, table};

const CALLS: usize = 10_000;

unsafe extern "C" {
    fn peer_add3(a: i64, b: i64, c: i64) -> i64;
}

/// The sum of three ints.
#[packed_func("bench.add3", inline)]
fn add3(a: i64, b: i64, c: i64) -> i64 {
    a + b + c
}

/// A value of TVM's classic C ABI.
#[repr(C)]
#[derive(Clone, Copy)]
union Classic {
    v_int64: i64,
    v_handle: *mut c_void,
}

type Call =
    unsafe extern "C" fn(*mut c_void, *mut Classic, *mut c_int, c_int, *mut Classic, *mut c_int) -> c_int;
type GetGlobal = unsafe extern "C" fn(*const std::ffi::c_char, *mut *mut c_void) -> c_int;
type LoadPlugin = unsafe extern "C" fn(*const std::ffi::c_char, *mut c_void) -> c_int;

pub(crate) fn run() -> Result<()> {
    let pointer: unsafe extern "C" fn(i64, i64, i64) -> i64 = black_box(peer_add3);
    let function = tvmlike::get("bench.add3")?;

    let folder = crate::libraries();
    // SAFETY: our own library, with the types of its header.
    let library = unsafe { Library::new(folder.join("libtvmlike.so"))? };
    // SAFETY: as above.
    let (call, get, load) = unsafe {
        (
            *library.get::<Call>("TVMFuncCall")?,
            *library.get::<GetGlobal>("TVMFuncGetGlobal")?,
            *library.get::<LoadPlugin>("TVMLikePluginLoad")?,
        )
    };
    // SAFETY: as above; it uses the libtvmlike that is loaded already.
    let tvm = unsafe { Library::new(folder.join("libtvm_runtime.so"))? };
    // SAFETY: as above.
    let of_tvm = unsafe { *tvm.get::<Call>("TVMFuncCall")? };
    let plugin = std::ffi::CString::new(folder.join("libtvmlike_testing.so").to_string_lossy().as_bytes())?;
    let mut handle = std::ptr::null_mut();
    // SAFETY: C strings and valid result pointers.
    let found = unsafe {
        load(plugin.as_ptr(), std::ptr::null_mut()) == 0 && get(c"testing.add3".as_ptr(), &mut handle) == 0
    };
    if !found || handle.is_null() {
        return Err(Error::runtime_error(
            "libtvmlike_testing.so is not in the folder of the benchmark",
        ));
    }

    let rows = vec![
        Row::new("plain function pointer", None, move || {
            for i in 0..CALLS as i64 {
                // SAFETY: a plain function.
                black_box(unsafe { black_box(pointer)(i, 2, 3) });
            }
        }),
        Row::new("packed call from Rust by handle", Some(2.5), by_handle(&function)),
        Row::new(
            "TVMFuncCall, a plugin's function",
            Some(5.0),
            classic(call, handle),
        ),
        Row::new("the same of libtvm_runtime", Some(7.0), classic(of_tvm, handle)),
    ];
    table("A call with three ints", CALLS, rows);
    into_plugin(&function, &folder)?;
    traced()
}

/// Returns a round of calls by a library's `TVMFuncCall`.
fn classic(call: Call, handle: *mut c_void) -> impl FnMut() {
    move || {
        for i in 0..CALLS as i64 {
            let mut values = [
                Classic { v_int64: i },
                Classic { v_int64: 2 },
                Classic { v_int64: 3 },
            ];
            let mut codes = [0; 3];
            let mut result = Classic { v_int64: 0 };
            let mut code = 0;
            // SAFETY: a live handle, three values with their codes, valid result pointers.
            unsafe {
                black_box(call)(
                    handle,
                    values.as_mut_ptr(),
                    codes.as_mut_ptr(),
                    3,
                    &mut result,
                    &mut code,
                );
                black_box(result.v_int64);
            }
        }
    }
}

/// Returns a round of calls by a handle.
fn by_handle(function: &PackedFunc) -> impl FnMut() {
    move || {
        for i in 0..CALLS as i64 {
            black_box(black_box(function).call_as::<i64>((i, 2_i64, 3_i64)).ok());
        }
    }
}

/// Measures the same function in the host and in a plugin.
fn into_plugin(host: &PackedFunc, folder: &Path) -> Result<()> {
    tvmlike::plugin::load(folder.join("libtvmlike_testing.so"))?;
    let plugin = tvmlike::get("testing.add3")?;
    let rows = vec![
        Row::new("the host's function, from Rust by handle", None, by_handle(host)),
        Row::new("a plugin's function, the same way", Some(1.1), by_handle(&plugin)),
    ];
    table("A call with three ints into a plugin", CALLS, rows);
    Ok(())
}

/// Measures three functions with the same code: never traced, traced before, traced now.
fn traced() -> Result<()> {
    let sum = || PackedFunc::typed("sum", |a: i64, b: i64, c: i64| a + b + c);
    let (never, before, now) = (sum(), sum(), sum());
    tvmlike::register("bench.trace.before", before.clone())?;
    tvmlike::trace::start("bench.trace")?;
    before.call((1_i64, 2_i64, 3_i64))?;
    tvmlike::trace::stop()?;
    tvmlike::remove("bench.trace.before")?;
    tvmlike::register("bench.trace.now", now.clone())?;
    tvmlike::trace::start("bench.trace")?;
    let rows = vec![
        Row::new("never traced", None, by_handle(&never)),
        Row::new("traced before, off now", Some(1.02), by_handle(&before)),
        Row::new("traced", None, by_handle(&now)),
    ];
    table("A call with three ints and tracing", CALLS, rows);
    tvmlike::trace::stop()?;
    tvmlike::remove("bench.trace.now")
}
