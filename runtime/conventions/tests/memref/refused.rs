//! Arrays that a function of a type cannot be called with, and bindings that cannot be made.

use tvmlike_conventions::memref::call::{self, Convention, Options, Ownership};
use tvmlike_conventions::memref::signature::FunctionType;
use tvmlike_runtime::{Any, DataType, Device, Tensor, ToAny};

use crate::arrays::{Extra, Layout, floats, tensor};
use crate::kernels::{BARE, MATRIX, RESULTS};

const F32: DataType = DataType::FLOAT32;

fn zeros(shape: &[i64]) -> Tensor {
    Tensor::zeros(shape, F32, Device::CPU).unwrap()
}

fn of(layout: &Layout, extra: &Extra) -> Tensor {
    tensor(F32, layout, &vec![0; layout.room as usize * 4], extra)
}

/// The error of a function of one argument, at the entry that takes descriptors; it is never entered.
fn error(param: &str, value: impl Into<Any>) -> String {
    let bound = RESULTS.bind("scribble", &format!("({param}) -> f32"));
    bound.call((value.into(),)).unwrap_err().to_string()
}

#[test]
fn errors_state_expected_and_actual_type() {
    assert_eq!(
        error("%a: memref<?x?xf32>", zeros(&[2])),
        "ValueError: scribble: argument 1 `a`: expected 2 dimensions for memref<?x?xf32>, got 1 (shape [2])"
    );
    assert_eq!(
        error("%a: memref<?x4xf32>", zeros(&[3, 5])),
        "ValueError: scribble: argument 1 `a`: size mismatch in dimension 1 of memref<?x4xf32>: expected 4, got 5 (shape [3, 5])"
    );
    assert_eq!(
        error("memref<?xf64>", floats(&[1.0])),
        "TypeError: scribble: argument 1: expected memref<?xf64>, got an array of float32; for a NumPy array: pass \
         x.astype(np.float64)"
    );
    for (element, name) in [("bf16", "ml_dtypes.bfloat16"), ("i1", "np.bool_")] {
        let error = error(&format!("memref<?x{element}>"), floats(&[1.0]));
        assert!(error.ends_with(&format!("pass x.astype({name})")), "{error}");
    }
    assert_eq!(
        error("memref<?xf64>", Any::default()),
        "TypeError: scribble: argument 1: expected an array for memref<?xf64>, got None"
    );
    assert_eq!(
        error("memref<*xf64>", 3.to_any()),
        "TypeError: scribble: argument 1: expected an array for memref<*xf64>, got int"
    );
    assert_eq!(
        error(
            "memref<?x?xf32>",
            of(&Layout::strided(&[2, 3], &[1, 2], 0), &Extra::default())
        ),
        "ValueError: scribble: argument 1: expected elements in C order without gaps for memref<?x?xf32>, got shape \
         [2, 3] with strides [1, 2]; for a NumPy array: pass np.ascontiguousarray(x)"
    );
    assert_eq!(
        error(
            "memref<?x?xf32, strided<[?, 1]>>",
            of(&Layout::strided(&[2, 3], &[9, 2], 0), &Extra::default())
        ),
        "ValueError: scribble: argument 1: stride mismatch in dimension 1 of memref<?x?xf32, strided<[?, 1]>>: \
         expected 1, got 2 elements (shape [2, 3], strides [9, 2])"
    );
}

#[test]
fn unsuitable_memory_is_an_error() {
    let layout = Layout::contiguous(&[2]);
    let read_only = Extra {
        read_only: true,
        ..Extra::default()
    };
    for ty in ["memref<?xf32>", "memref<*xf32>"] {
        let refused = error(ty, of(&layout, &read_only));
        assert!(
            refused.contains("got a read-only array, but the function may write to a"),
            "{refused}"
        );
        let shifted = Extra {
            shift: 2,
            ..Extra::default()
        };
        let refused = error(ty, of(&layout, &shifted));
        assert!(
            refused.contains(&format!("expected elements of a {ty} aligned to 4 bytes")),
            "{refused}"
        );
        let elsewhere = Extra {
            device: "cuda:1".parse().unwrap(),
            ..Extra::default()
        };
        let refused = error(ty, of(&layout, &elsewhere));
        assert!(refused.contains("got an array on cuda:1"), "{refused}");
    }
    // What the function does not write to may be read-only.
    let sum = RESULTS.bind("scribble", "(memref<?xf32> {llvm.readonly}) -> f32");
    assert_eq!(sum.call_as::<f64>((of(&layout, &read_only),)).unwrap(), 0.0);
}

#[test]
fn signedness_must_match() {
    let given = |dtype: DataType| tensor(dtype, &Layout::contiguous(&[2]), &[0; 8], &Extra::default());
    for (element, fits, other) in [
        ("i32", vec![DataType::INT32, DataType::UINT32], F32),
        ("si32", vec![DataType::INT32], DataType::UINT32),
        ("ui32", vec![DataType::UINT32], DataType::INT32),
    ] {
        let copy = RESULTS.bind(
            "copy_1_4",
            &format!("(memref<?x{element}>, memref<?x{element}>) -> ()"),
        );
        for dtype in fits {
            copy.call((given(dtype), given(dtype))).unwrap();
        }
        assert!(copy.call((given(other), given(other))).is_err(), "{element}");
    }
    let bools = tensor(
        DataType::BOOL,
        &Layout::contiguous(&[2]),
        &[0, 1],
        &Extra::default(),
    );
    let bytes = Tensor::zeros(&[2], DataType::UINT8, Device::CPU).unwrap();
    let copy = RESULTS.bind("copy_1_1", "(memref<?xi1>, memref<?xi1>) -> ()");
    copy.call((bools.clone(), bools.clone())).unwrap();
    assert!(
        copy.call((bools, bytes)).is_err(),
        "compiled code relies on 0 and 1 in an i1"
    );
}

#[test]
fn overlapping_arrays_are_errors() {
    let ty = "(%from: memref<?xf32, strided<[?], offset: ?>> {llvm.readonly}, %into: memref<?xf32> {llvm.noalias}) -> ()";
    let copy = RESULTS.bind("copy_1_4", ty);
    let a = floats(&[1.0, 2.0, 3.0, 4.0]);
    assert_eq!(
        copy.call((a.clone(), a.clone())).unwrap_err().to_string(),
        "ValueError: copy_1_4: argument 2 `into`: this memref<?xf32> is marked {llvm.noalias}, but its memory overlaps \
         that of argument 1 `from`; pass a copy"
    );
    copy.call((a.clone(), floats(&[0.0; 4]))).unwrap();
    // This type declares no layout, and the kernel copies element by element.
    let copy = RESULTS.bind("copy_1_4", "(memref<?xf32>, memref<?xf32>) -> ()");
    copy.call((a.clone(), a.clone())).unwrap();
    // Two that are only read may be one.
    let ty = "(memref<?xf32> {llvm.readonly, llvm.noalias}, memref<?xf32> {llvm.readonly}) -> ()";
    RESULTS.bind("copy_1_4", ty).call((a.clone(), a)).unwrap();
}

#[test]
fn bindings() {
    let error = |name: &str, ty: &str, convention: Option<Convention>| {
        let options = Options {
            convention,
            ..Options::default()
        };
        RESULTS.try_bind(name, ty, options).unwrap_err().to_string()
    };
    assert_eq!(
        error("scribble", "() -> ()", Some(Convention::Expanded)),
        "ValueError: scribble: no entry but the _mlir_ciface_ one; bind it with the convention ciface"
    );
    assert_eq!(
        error("memrefCopy", "() -> ()", Some(Convention::Ciface)),
        "ValueError: memrefCopy: no _mlir_ciface_ entry; compile with llvm.emit_c_interface or \
         func.func(llvm-request-c-wrappers), or bind it with another convention"
    );
    let bare = Some(Convention::BarePointer);
    for ty in [
        "memref<?xf32>",
        "memref<4xf32, strided<[?]>>",
        "memref<*xf32>",
        "memref<4xf32, strided<[1], offset: ?>>",
    ] {
        let refused = error("memrefCopy", &format!("({ty}) -> ()"), bare);
        assert!(refused.ends_with(&format!("offset, got {ty}")), "{refused}");
    }
    assert!(BARE.entries("bare_same").bare.is_some());
    // LLVM 16 returns these in other registers; an explicit convention says that a later one made the code.
    for results in ["(bf16, f32)", "(memref<?xf32>, bf16)"] {
        let ty = format!("() -> {results}");
        let refused = error("memrefCopy", &ty, None);
        assert!(
            refused.contains("the registers of a bf16 among several results depend"),
            "{refused}"
        );
        RESULTS.bind_by(Convention::Expanded, "memrefCopy", &ty);
        RESULTS.bind("scribble", &ty); // has the C wrapper
    }
    RESULTS.bind("memrefCopy", "() -> bf16");
    // The C wrapper is preferred; without one, the function itself is called.
    assert!(MATRIX.entries("copy1_identity_f32").ciface.is_some());
    assert!(
        RESULTS
            .try_bind("memrefCopy", "(i64, i64, i64) -> ()", Options::default())
            .is_ok()
    );
}

#[test]
fn unsupported_result_types_are_errors() {
    let bind = |convention: Convention, ty: &str| {
        let options = Options {
            convention: Some(convention),
            ..Options::default()
        };
        let ty = FunctionType::parse(ty).unwrap();
        // SAFETY: it is not called.
        unsafe { call::bind_by_libffi(MATRIX.entries("copy0_identity_f32"), &ty, options, "f", ()) }
    };
    for results in [
        "(i64, i64)",
        "memref<f32>",
        "complex<f32>",
        "memref<*xf32>",
        "(i64, i64, i64, i64)",
    ] {
        let ty = format!("() -> {results}");
        let error = bind(Convention::Expanded, &ty).unwrap_err();
        assert_eq!(&*error.kind(), "NotImplementedError", "{results}");
        bind(Convention::Ciface, &ty).unwrap();
    }
    for results in ["()", "bf16", "i1"] {
        bind(Convention::Expanded, &format!("() -> {results}")).unwrap();
    }
    bind(Convention::BarePointer, "() -> memref<4xf32>").unwrap();
}

#[test]
fn words_of_options() {
    assert_eq!(Convention::from_word("auto").unwrap(), None);
    assert_eq!(
        Convention::from_word("bare").unwrap(),
        Some(Convention::BarePointer)
    );
    assert_eq!(
        Convention::from_word("fast").unwrap_err().to_string(),
        "ValueError: unknown memref convention \"fast\"; supported: auto, ciface, expanded and bare"
    );
    assert_eq!(Ownership::from_word("borrowed").unwrap(), Ownership::Borrowed);
    assert!(Ownership::from_word("mine").is_err());
}
