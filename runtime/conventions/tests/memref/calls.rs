//! Registers: functions that return some of their arguments, in every shape that LLVM treats differently from C.

use tvmlike_conventions::memref::call::Convention;
use tvmlike_conventions::memref::signature::{FunctionType, Scalar, Sign, Type};
use tvmlike_runtime::{Any, AnyView, Array, DataType, Device, Tensor, ToAny};

use crate::arrays::{bytes_of, floats};
use crate::kernels::{CALLS, RESULTS, both, manifest};

/// A value of a type; each position and round has another.
fn value(ty: &Type, position: usize, round: usize) -> Any {
    let number = (position * 5 + round * 3) as i64 % 120 + 1;
    let negative = if round.is_multiple_of(2) { number } else { -number };
    let float = negative as f64 * 0.5;
    match ty {
        Type::Scalar(scalar) => match scalar {
            Scalar::Integer { bits: 1, .. } => number.unsigned_abs().is_multiple_of(2).to_any(),
            Scalar::Integer {
                sign: Sign::Unsigned, ..
            } => number.to_any(),
            Scalar::Integer { .. } | Scalar::Index => negative.to_any(),
            Scalar::ComplexF32 | Scalar::ComplexF64 => {
                Array::new(vec![float.to_any(), (-float).to_any()]).into()
            }
            _ => float.to_any(),
        },
        Type::MemRef(memref) => {
            let shape: Vec<i64> = memref.shape.iter().map(|size| size.unwrap_or(2)).collect();
            let tensor = Tensor::zeros(&shape, memref.element.dtype(), Device::CPU).unwrap();
            tensor.into()
        }
        Type::Unranked(_) => panic!("no kernel here takes one"),
    }
}

/// Whether a result is the argument that was returned.
fn same(result: &Any, argument: &Any) -> bool {
    match (result.cast::<Tensor>(), argument.cast::<Tensor>()) {
        (Ok(result), Ok(argument)) => {
            result.data_ptr() == argument.data_ptr()
                && result.shape() == argument.shape()
                && result.dtype() == argument.dtype()
        }
        _ => match (result.cast::<Vec<f64>>(), argument.cast::<Vec<f64>>()) {
            (Ok(result), Ok(argument)) => result == argument,
            _ => format!("{result:?}") == format!("{argument:?}"),
        },
    }
}

#[test]
fn every_shape_of_results() {
    for line in manifest("calls") {
        let (name, ty) = (&line[0], &line[1]);
        let function = FunctionType::parse(ty).unwrap();
        let picked: Vec<usize> = line[2].split_whitespace().map(|at| at.parse().unwrap()).collect();
        let ways = [
            ("ciface", CALLS.bind_by(Convention::Ciface, name, ty)),
            ("expanded", CALLS.bind_by(Convention::Expanded, name, ty)),
            ("libffi", CALLS.bind_by_libffi(name, ty)),
        ];
        for (way, bound) in ways {
            for round in 0..4 {
                let args: Vec<Any> = function
                    .params
                    .iter()
                    .enumerate()
                    .map(|(position, param)| value(&param.ty, position, round))
                    .collect();
                let result = bound.invoke(Any::views(&args)).unwrap();
                let results = match &*picked {
                    [] => {
                        assert!(result.is_none(), "{name}");
                        continue;
                    }
                    [_] => vec![result],
                    _ => result.cast::<Array>().unwrap().as_slice().to_vec(),
                };
                assert_eq!(results.len(), picked.len());
                for (result, &at) in results.iter().zip(&picked) {
                    assert!(
                        same(result, &args[at]),
                        "{name} {ty} {way}: {result:?} is not {:?}",
                        args[at]
                    );
                }
            }
        }
    }
}

#[test]
fn narrow_results_are_cut_to_their_width() {
    for add in both("add_i8") {
        assert_eq!(add.call_as::<i64>((100, 100)).unwrap(), -56);
        assert_eq!(add.call_as::<i64>((-100, -100)).unwrap(), 56);
    }
    for less in both("less") {
        assert!(less.call_as::<bool>((1, 2)).unwrap());
        assert!(!less.call_as::<bool>((2, 1)).unwrap());
    }
}

#[test]
fn bf16_rounds() {
    for add in both("add_bf16") {
        assert_eq!(add.call_as::<f64>((1.5, 2.25)).unwrap(), 3.75);
        // 256 + 1 has nine significant bits, and bf16 has eight.
        assert_eq!(add.call_as::<f64>((256.0, 1.0)).unwrap(), 256.0);
    }
}

#[test]
fn numbers_are_exact_or_errors() {
    let error = |ty: &str, value: Any| {
        let line = manifest("calls")
            .into_iter()
            .find(|line| line[1] == format!("(%p0: {ty}) -> {ty}"))
            .unwrap();
        let bound = CALLS.bind(&line[0], &line[1]);
        let error = bound.call((value,)).unwrap_err().to_string();
        error.replace(&line[0], "f")
    };
    assert_eq!(
        error("i8", 200_i64.to_any()),
        "OverflowError: f: argument 1 `p0`: 200 is out of range for i8"
    );
    assert_eq!(
        error("i1", 2_i64.to_any()),
        "OverflowError: f: argument 1 `p0`: 2 is out of range for bool"
    );
    assert_eq!(
        error("i32", 1.5.to_any()),
        "TypeError: f: argument 1 `p0`: expected i32, got float"
    );
    assert_eq!(
        error("f16", 70_000.0.to_any()),
        "OverflowError: f: argument 1 `p0`: 70000 is out of range for f16"
    );
    assert_eq!(
        error("f16", 2049_i64.to_any()),
        "OverflowError: f: argument 1 `p0`: 2049 is out of range for f16"
    );
    assert_eq!(
        error("bf16", floats(&[1.0]).into()),
        "TypeError: f: argument 1 `p0`: expected bf16, got Tensor"
    );
    assert_eq!(
        error("complex<f32>", Array::new(vec![1.to_any()]).into()),
        "TypeError: f: argument 1 `p0`: expected (f32, f32), got an Array of 1"
    );
    assert_eq!(
        error("complex<f64>", floats(&[1.0]).into()),
        "TypeError: f: argument 1 `p0`: expected (f64, f64), got Tensor of float32 of shape [1]"
    );
    assert_eq!(
        error("i8", Any::default()),
        "TypeError: f: argument 1 `p0`: expected i8, got None"
    );
}

#[test]
fn complex_numbers_have_three_conventions() {
    let line = manifest("calls")
        .into_iter()
        .find(|line| line[1] == "(%p0: complex<f64>) -> complex<f64>")
        .unwrap();
    let same = CALLS.bind(&line[0], &line[1]);
    let parts = |value: Any| same.call((value,)).unwrap().cast::<Vec<f64>>().unwrap();
    assert_eq!(
        parts(Array::new(vec![1.5.to_any(), 2.to_any()]).into()),
        [1.5, 2.0]
    );
    assert_eq!(parts(4.to_any()), [4.0, 0.0]);
    let tensor = Tensor::zeros(&[], DataType::new(5, 128, 1), Device::CPU).unwrap();
    // SAFETY: one complex number, of two f64.
    unsafe { tensor.data_ptr().cast::<[f64; 2]>().write([3.0, -3.0]) };
    assert_eq!(parts(tensor.into()), [3.0, -3.0]);
}

#[test]
fn the_number_of_arguments_is_checked() {
    let [add, _] = both("add_i8");
    let error = |args: &[Any]| add.invoke(Any::views(args)).unwrap_err().to_string();
    assert_eq!(error(&[]), "TypeError: add_i8: expected 2 arguments, got 0");
    let three = [1, 2, 3].map(ToAny::to_any);
    assert_eq!(error(&three), "TypeError: add_i8: expected 2 arguments, got 3");
    let missing = AnyView::NONE;
    assert!(add.invoke(&[missing, missing]).is_err());
}

#[test]
fn a_function_may_overwrite_its_descriptor() {
    let scribble = RESULTS.bind("scribble", "(memref<?xf32>) -> f32");
    let numbers = floats(&[1.0, 2.0, 3.5]);
    for _ in 0..2 {
        assert_eq!(scribble.call_as::<f64>((numbers.clone(),)).unwrap(), 6.5);
    }
    assert_eq!(bytes_of(&numbers).len(), 12);
}

#[test]
fn records_describe_the_parameters() {
    let ty = "(%a: memref<?x4xf32>, %b: memref<*xi8> {llvm.readonly}, i1, %n: index, complex<f32>) \
              -> (bf16, memref<2xcomplex<f64>>)";
    let bound = RESULTS.bind("new", ty);
    assert_eq!(
        &*bound.record().unwrap(),
        r#"{"a":[["named","a",["writable",["ndarray","f32",2,null,4]]],["named","b",["ndarray","i8",null]],"i1",["named","n","index"],["complex","f32"]],"r":["bf16",["ndarray","complex<f64>",1,2]],"by_record":true,"name":"new"}"#
    );
}
