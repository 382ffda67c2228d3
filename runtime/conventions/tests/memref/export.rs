//! Packed functions that compiled code calls.

use std::ffi::c_void;
use std::sync::{Mutex, MutexGuard, PoisonError};

use proptest::prelude::*;
use proptest::sample::select;
use tvmlike_conventions::memref::call::{self, Entries, Options};
use tvmlike_conventions::memref::export::{Arrays, export};
use tvmlike_conventions::memref::signature::FunctionType;
use tvmlike_conventions::native::closure::{Closure, OnError};
use tvmlike_runtime::abi::TVMLIKE_PTR_UNSIGNED;
use tvmlike_runtime::{Any, Array, DataType, Device, Error, PackedFunc, Result, Tensor, ToAny, TypeIndex};

use crate::arrays::{Extra, Layout, bytes_of, floats, tensor};
use crate::kernels::{RESULTS, both};

fn exported(function: PackedFunc, ty: &str, on_error: OnError) -> Closure {
    export(
        function,
        &FunctionType::parse(ty).unwrap(),
        Arrays::Lent,
        on_error,
    )
    .unwrap()
}

/// Binds an exported function again, so that values cross the boundary in both directions.
fn bound(closure: &Closure, ty: &str) -> PackedFunc {
    let entries = Entries {
        bare: None,
        ciface: Some(closure.pointer().cast_const()),
    };
    let ty = FunctionType::parse(ty).unwrap();
    // SAFETY: the pointer has the signature of this type, and the closure stays for the test.
    unsafe { call::bind(entries, &ty, Options::default(), "f", ()) }.unwrap()
}

/// A function that is exported and bound again.
fn there_and_back(function: PackedFunc, ty: &str) -> (Closure, PackedFunc) {
    let closure = exported(function, ty, OnError::Raise);
    let bound = bound(&closure, ty);
    (closure, bound)
}

fn echo() -> PackedFunc {
    PackedFunc::new(|args| match args.as_slice() {
        [] => Ok(Any::default()),
        [only] => only.to_owned(),
        several => Ok(Array::from_views(several)?.into()),
    })
}

/// The places of ciface.c that compiled code calls through are for one test at a time.
fn host_pointers() -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::new(());
    ONE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn set_pointer(name: &str, closure: &Closure) {
    let place = RESULTS
        .entries(name)
        .bare
        .unwrap()
        .cast_mut()
        .cast::<*mut c_void>();
    // SAFETY: a variable of the library that holds a function pointer; one test at a time.
    unsafe { place.write(closure.pointer()) };
}

#[test]
fn mlir_calls_a_function() {
    let _one = host_pointers();
    let sum = PackedFunc::typed("sum", |a: Tensor, x: f64| -> Result<f64> {
        Ok(a.view().elements::<f32>()?.map(f64::from).sum::<f64>() + x)
    });
    let closure = exported(sum, "(memref<?xf32>, f32) -> f32", OnError::Raise);
    set_pointer("host_sum_pointer", &closure);
    for calls in both("calls_sum") {
        assert_eq!(calls.call_as::<f64>((floats(&[1.0, 2.5]), 0.5)).unwrap(), 8.0);
    }
}

#[test]
fn mlir_frees_what_a_function_returns() {
    let _one = host_pointers();
    let new = PackedFunc::typed("new", |a: Tensor, n: i64| -> Result<Any> {
        let doubled: Vec<f32> = a.view().elements::<f32>()?.map(|x| x * n as f32).collect();
        let count = doubled.len() as i64;
        Ok(Array::new(vec![Tensor::from_vec(doubled, &[count])?.into(), true.to_any()]).into())
    });
    let ty = "(memref<?xf32, strided<[?], offset: ?>>, i8) -> (memref<?xf32>, i1)";
    let closure = exported(new, ty, OnError::Raise);
    set_pointer("host_new_pointer", &closure);
    for calls in both("calls_new") {
        let back = calls
            .call((floats(&[1.0, 2.0]), -3))
            .unwrap()
            .cast::<Array>()
            .unwrap();
        assert_eq!(format!("{:?}", back.as_slice()), "[-9.0, true]");
    }
}

#[test]
fn a_callback_error_becomes_the_call_error() {
    let _one = host_pointers();
    let fails = PackedFunc::new(|_| Err(Error::key_error("no such thing")));
    let closure = exported(fails.clone(), "(memref<?xf32>, f32) -> f32", OnError::Raise);
    set_pointer("host_sum_pointer", &closure);
    for calls in both("calls_sum") {
        let error = calls.call((floats(&[1.0]), 0.5)).unwrap_err();
        assert_eq!(error.to_string(), "KeyError: no such thing");
    }
    let (_closure, same) = there_and_back(fails, "(memref<?xf32>) -> (memref<?xf32>, i64)");
    assert_eq!(
        same.call((floats(&[1.0]),)).unwrap_err().to_string(),
        "KeyError: no such thing"
    );
}

/// Compiled code continues after a call that fails: it must be able to read, copy and free the result.
#[test]
fn missing_results_are_errors() {
    let ty = "() -> (i8, memref<?x2xf32>, complex<f32>, memref<2x3xi16>, memref<*xf64>, memref<f32>, \
              memref<2x2xi8, strided<[-3, 1], offset: ?>>, memref<0x4xf32, strided<[?, -4611686018427387904]>>)";
    let fails = PackedFunc::new(|_| Err(Error::key_error("no such thing")));
    let closure = exported(fails, ty, OnError::Report);
    let call = bound(&closure, ty);
    for when in ["it fails", "it is retired"] {
        let results = call.call(()).unwrap().cast::<Array>().unwrap();
        let results = results.as_slice();
        assert_eq!(results[0].cast::<i64>().unwrap(), 0, "{when}");
        assert_eq!(shown(&results[2]), "0.0, 0.0", "{when}");
        let shapes: &[(usize, &[i64])] = &[
            (1, &[0, 2]),
            (3, &[2, 3]),
            (4, &[0]),
            (5, &[]),
            (6, &[2, 2]),
            (7, &[0, 4]),
        ];
        for &(at, shape) in shapes {
            let tensor = results[at].cast::<Tensor>().unwrap();
            assert_eq!(tensor.shape(), shape, "{when}: result {}", at + 1);
            assert!(bytes_of(&tensor).iter().all(|&byte| byte == 0), "{when}");
        }
        closure.close();
    }
    // No memory is large enough, and a product of sizes is beyond 64 bits: then there is nothing.
    for sizes in [
        "4611686018427387904x1x",
        "4611686018427387904x4611686018427387904x",
    ] {
        let ty = format!("() -> memref<{sizes}f32>");
        let closure = exported(echo(), &ty, OnError::Report);
        closure.close();
        assert!(bound(&closure, &ty).call(()).is_err());
    }
}

#[test]
fn results_of_a_wrong_type_are_errors() {
    let error = |result: Any, results: &str| {
        let ty = format!("() -> {results}");
        let closure = exported(PackedFunc::new(move |_| Ok(result.clone())), &ty, OnError::Raise);
        let error = bound(&closure, &ty).call(()).unwrap_err().to_string();
        error.replace(&format!("the exported function {ty}"), "f")
    };
    assert_eq!(
        error("x".to_owned().to_any(), "i32"),
        "TypeError: f: the result: the value: expected i32, got str"
    );
    assert_eq!(
        error(1.to_any(), "(i32, i32)"),
        "TypeError: f: the result: value: expected list of any value, got int"
    );
    let two = Array::new(vec![1.to_any(), 300.to_any()]);
    assert_eq!(
        error(two.clone().into(), "(i32, i8)"),
        "OverflowError: f: result 2: the value: 300 is out of range for i8"
    );
    assert_eq!(
        error(two.into(), "(i32, i8, i8)"),
        "TypeError: f: expected 3 results, got 2"
    );
    assert_eq!(
        error(1.to_any(), "memref<?xf32>"),
        "TypeError: f: the result: expected an array for memref<?xf32>, got int"
    );
    let array = || Any::from(floats(&[1.0, 2.0]));
    assert_eq!(
        error(array(), "memref<?xf64>"),
        "TypeError: f: the result: expected memref<?xf64>, got an array of float32; for a NumPy array: pass \
         x.astype(np.float64)"
    );
    assert_eq!(
        error(array(), "memref<?x?xf32>"),
        "ValueError: f: the result: expected an array for memref<?x?xf32>, got one of 1 dimensions"
    );
    assert_eq!(
        error(array(), "memref<3xf32>"),
        "ValueError: f: the result: expected an array for memref<3xf32>, got one with size 2 in dimension 0, expected 3 in C \
         order"
    );
    let refused = export(
        echo(),
        &FunctionType::parse("() -> memref<2xf32, strided<[1], offset: 3>>").unwrap(),
        Arrays::Lent,
        OnError::Raise,
    );
    assert!(
        refused
            .unwrap_err()
            .message()
            .contains("must be 0 in the result of a packed function")
    );
}

#[test]
fn large_unsigned_numbers_are_marked_pointers() {
    let closure = exported(echo(), "(i64) -> i64", OnError::Raise);
    let large = bound(&closure, "(i64) -> ui64").call((-1,)).unwrap();
    let raw = large.view().as_raw();
    assert_eq!(
        (raw.type_index, raw.small_len),
        (TypeIndex::OPAQUE_PTR.0, TVMLIKE_PTR_UNSIGNED)
    );
    let back = bound(&closure, "(ui64) -> i64").invoke(&[*large.view()]).unwrap();
    assert_eq!(back.cast::<i64>().unwrap(), -1);
}

#[test]
fn keeping_a_borrowed_argument_is_an_error() {
    let kept = std::sync::Arc::new(Mutex::new(Vec::new()));
    let places = kept.clone();
    let keeps = PackedFunc::typed("keeps", move |a: Tensor| -> Result<()> {
        places.lock().unwrap().push(a);
        Ok(())
    });
    let ty = "(%a: memref<?x?xf32, strided<[?, ?], offset: ?>>) -> ()";
    let (_closure, call) = there_and_back(keeps, ty);
    let bytes: Vec<u8> = (0..40 * 4).map(|at| at as u8).collect();
    let given = tensor(
        DataType::FLOAT32,
        &Layout::strided(&[2, 3], &[-10, 4], 21),
        &bytes,
        &Extra::default(),
    );
    let error = call.call((given.clone(),)).unwrap_err().to_string();
    assert!(
        error.starts_with(&format!(
            "BufferError: the exported function {ty}: the function kept argument 1 `a`"
        )),
        "{error}"
    );
    let kept = kept.lock().unwrap().pop().unwrap();
    assert_ne!(kept.data_ptr(), given.data_ptr());
    assert_eq!(bytes_of(&kept), bytes_of(&given));
    // The copy is independent: it does not change.
    let before = bytes_of(&kept);
    // SAFETY: an element of the tensor.
    unsafe { given.data_ptr().cast::<f32>().write(1.5) };
    drop(given);
    assert_eq!(bytes_of(&kept), before);
}

#[test]
fn copies_are_written_back_and_may_be_kept() {
    let kept = std::sync::Arc::new(Mutex::new(Vec::new()));
    let places = kept.clone();
    let adds = PackedFunc::typed("adds", move |a: Tensor, fail: bool| -> Result<()> {
        // SAFETY: the tensor is the function's own.
        for element in unsafe { a.view().as_mut_slice::<f32>()? } {
            *element += 1.0;
        }
        places.lock().unwrap().push(a);
        if fail { Err(Error::key_error("no")) } else { Ok(()) }
    });
    for (attributes, written) in [("", 1.0), (" {llvm.readonly}", 0.0)] {
        let text = format!("(memref<?x?xf32, strided<[?, ?], offset: ?>>{attributes}, i1) -> ()");
        let ty = FunctionType::parse(&text).unwrap();
        let closure = export(adds.clone(), &ty, Arrays::Copied, OnError::Raise).unwrap();
        let call = bound(&closure, &text);
        let layout = Layout::strided(&[2, 3], &[-10, 4], 21);
        let bytes = vec![0; layout.room as usize * 4];
        let given = tensor(DataType::FLOAT32, &layout, &bytes, &Extra::default());
        let numbers = || given.view().to_vec::<f32>().unwrap();
        // What a function did that failed is not written back.
        assert!(call.call((given.clone(), true)).is_err());
        assert_eq!(numbers(), [0.0; 6]);
        call.call((given.clone(), false)).unwrap();
        assert_eq!(numbers(), [written; 6]);
        let own = kept.lock().unwrap().pop().unwrap();
        assert_eq!(own.view().to_vec::<f32>().unwrap(), [1.0; 6]);
        assert!(own.view().is_contiguous());
    }
}

#[test]
fn descriptors_of_the_caller_are_checked() {
    let closure = exported(echo(), "(memref<?xf32>) -> ()", OnError::Raise);
    let raw = exported(echo(), "(memref<*xf32>) -> ()", OnError::Raise);
    // An index travels like an address, so that these can be given any.
    let call = |closure: &Closure, address: u64| {
        let function = bound(closure, "(i64) -> ()");
        function.call((address as i64,)).unwrap_err().to_string()
    };
    assert!(call(&closure, 0).ends_with("argument 1: null descriptor"));
    let descriptor = [0_u64, 0, 0, 3, 1];
    let error = call(&closure, descriptor.as_ptr() as u64);
    assert!(
        error.ends_with("argument 1: a memref<?xf32> with a null data pointer (sizes [3])"),
        "{error}"
    );
    let error = call(&raw, [u64::MAX, 0_u64].as_ptr() as u64);
    assert!(
        error.ends_with("argument 1: unsupported rank -1; supported: 0 to 64"),
        "{error}"
    );
    let error = call(&raw, [1_u64, 0].as_ptr() as u64);
    assert!(error.ends_with("argument 1: null descriptor"), "{error}");
}

#[test]
fn a_read_only_parameter_is_read_only() {
    let asks = PackedFunc::typed("asks", |a: Tensor| -> Result<bool> { Ok(a.is_read_only()) });
    for (attributes, expected) in [(" {llvm.readonly}", true), ("", false)] {
        let (_closure, call) = there_and_back(asks.clone(), &format!("(memref<?xf32>{attributes}) -> i1"));
        assert_eq!(call.call_as::<bool>((floats(&[1.0]),)).unwrap(), expected);
    }
}

const TYPES: [&str; 18] = [
    "i1",
    "i8",
    "i16",
    "i32",
    "i64",
    "ui8",
    "ui32",
    "index",
    "f16",
    "bf16",
    "f32",
    "f64",
    "complex<f32>",
    "complex<f64>",
    "memref<?x2xi16>",
    "memref<*xf64>",
    "memref<f32>",
    "memref<?xcomplex<f32>, strided<[?], offset: ?>>",
];

fn value(ty: &str, seed: i64) -> Any {
    let zeros = |shape: &[i64], dtype| {
        let tensor = Tensor::zeros(shape, dtype, Device::CPU).unwrap();
        // SAFETY: each has room for 8 bytes or, without dimensions, for 4.
        unsafe { tensor.data_ptr().cast::<i32>().write(seed as i32) };
        Any::from(tensor)
    };
    match ty {
        "i1" => (seed % 2 == 0).to_any(),
        "memref<?x2xi16>" => zeros(&[2, 2], DataType::INT16),
        "memref<*xf64>" => zeros(&[1, 2, 1], DataType::FLOAT64),
        "memref<f32>" => zeros(&[], DataType::FLOAT32),
        "memref<?xcomplex<f32>, strided<[?], offset: ?>>" => zeros(&[3], DataType::new(5, 64, 1)),
        _ if ty.starts_with("complex") => Array::new(vec![(seed as f64).to_any(), 0.5.to_any()]).into(),
        _ if ty.contains('f') => (seed as f64 / 2.0).to_any(),
        _ if ty.starts_with('u') => seed.to_any(),
        _ => (-seed).to_any(),
    }
}

fn shown(value: &Any) -> String {
    if let Ok(tensor) = value.cast::<Tensor>() {
        return format!("{tensor:?} {:?}", bytes_of(&tensor));
    }
    match value.cast::<Array>() {
        Ok(array) => array.as_slice().iter().map(shown).collect::<Vec<_>>().join(", "),
        Err(_) => format!("{value:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    /// Random types: the function receives the arguments, and the caller receives its results.
    #[test]
    fn an_echo_comes_back(types in proptest::collection::vec((select(&TYPES[..]), 0..100_i64), 0..9)) {
        let list = types.iter().map(|(ty, _)| *ty).collect::<Vec<_>>().join(", ");
        let ty = format!("({list}) -> ({list})");
        let (_closure, call) = there_and_back(echo(), &ty);
        let args: Vec<Any> = types.iter().map(|(ty, seed)| value(ty, *seed)).collect();
        let result = call.invoke(Any::views(&args)).unwrap();
        let expected = match &args[..] {
            [] => Any::default(),
            [only] => only.clone(),
            several => Array::new(several.to_vec()).into(),
        };
        prop_assert_eq!(shown(&result), shown(&expected), "{}", ty);
    }
}
