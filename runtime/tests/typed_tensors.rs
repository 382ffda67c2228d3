//! Parameters that require an element type, C-contiguous layout, or writable memory.

use tvmlike_runtime::abi::dlpack::{DLPACK_FLAG_BITMASK_READ_ONLY, DLTensor};
use tvmlike_runtime::convert::{FromArg, Mismatch};
use tvmlike_runtime::signature::{Param, Signature, TypeRecord};
use tvmlike_runtime::tensor::{Contiguous, ContiguousMut, Strided, StridedMut, TensorView, TensorViewMut};
use tvmlike_runtime::{Any, AnyView, DataType, Device, Tensor, TypeIndex};

fn tensor() -> Tensor {
    Tensor::from_vec(vec![1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0], &[2, 3]).unwrap()
}

/// A borrowed tensor in the place of an argument, with its fields changed.
fn with<R>(tensor: &Tensor, change: impl FnOnce(&mut DLTensor), look: impl FnOnce(&AnyView<'_>) -> R) -> R {
    let mut lent: DLTensor = **tensor.as_object();
    change(&mut lent);
    let mut raw = *AnyView::NONE.as_raw();
    raw.type_index = TypeIndex::DLTENSOR_PTR.0;
    raw.payload.v_ptr = (&raw mut lent).cast();
    // SAFETY: the payload is a DLTensor that lives for the call.
    look(&unsafe { AnyView::from_raw(raw) })
}

/// The tensor transposed.
fn transposed<R>(tensor: &Tensor, look: impl FnOnce(&AnyView<'_>) -> R) -> R {
    let (mut shape, mut strides) = ([3, 2], [1, 3]);
    let change = |lent: &mut DLTensor| {
        lent.shape = shape.as_mut_ptr();
        lent.strides = strides.as_mut_ptr();
    };
    with(tensor, change, look)
}

fn refusal<'a, T: FromArg<'a> + std::fmt::Debug>(value: &'a AnyView<'a>) -> String {
    let why: Mismatch = T::from_arg(value).unwrap_err();
    why.into_argument_error("f", 1, Some("x")).to_string()
}

#[test]
fn matching_tensors_convert_from_every_source() {
    let tensor = tensor();
    let any = Any::from(tensor.clone());
    let contiguous = Contiguous::<f32>::from_arg(any.view()).unwrap();
    assert_eq!(contiguous.shape(), [2, 3]);
    // SAFETY: no other thread writes to the tensor.
    assert_eq!(unsafe { contiguous.as_slice() }, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    transposed(&tensor, |view| {
        let strided = Strided::<f32>::from_arg(view).unwrap();
        assert_eq!(
            strided.elements().collect::<Vec<_>>(),
            [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]
        );
        assert_eq!(strided.to_vec().unwrap().len(), 6);
        assert_eq!(format!("{strided:?}"), "Strided(shape=[3, 2], dtype=float32)");
    });
    assert!(
        Option::<Contiguous<'_, f32>>::from_arg(&AnyView::NONE)
            .unwrap()
            .is_none()
    );
}

#[test]
fn writing_reaches_the_caller_s_memory() {
    let tensor = tensor();
    let any = Any::from(tensor.clone());
    let mut contiguous = ContiguousMut::<f32>::from_arg(any.view()).unwrap();
    contiguous.update(|element| element * 10.0);
    // SAFETY: no other code accesses the tensor meanwhile.
    unsafe { contiguous.as_mut_slice()[0] = -1.0 };
    assert_eq!(
        tensor.view().to_vec::<f32>().unwrap(),
        [-1.0, 20.0, 30.0, 40.0, 50.0, 60.0]
    );
    transposed(&tensor, |view| {
        StridedMut::<f32>::from_arg(view).unwrap().fill(7.0)
    });
    // SAFETY: as above.
    assert_eq!(unsafe { contiguous.as_slice() }, [7.0; 6]);
    // No memory at all is a slice too.
    let empty = Any::from(Tensor::zeros(&[0, 3], DataType::INT8, Device::CPU).unwrap());
    let mut empty = ContiguousMut::<i8>::from_arg(empty.view()).unwrap();
    // SAFETY: there is nothing to share.
    assert!(unsafe { empty.as_mut_slice() }.is_empty());
}

#[test]
fn mismatch_errors_name_the_remedy() {
    let tensor = tensor();
    let any = Any::from(tensor.clone());
    assert_eq!(
        refusal::<Strided<'_, f64>>(any.view()),
        "TypeError: f: argument 2 `x`: expected Tensor of float64, got Tensor of float32; \
         for a NumPy array: pass x.astype(np.float64)"
    );
    assert_eq!(
        transposed(&tensor, |view| refusal::<Contiguous<'_, f32>>(view)),
        "ValueError: f: argument 2 `x`: expected contiguous Tensor of float32, got shape [3, 2] with \
         strides [1, 3]; for a NumPy array: pass np.ascontiguousarray(x)"
    );
    assert_eq!(
        refusal::<ContiguousMut<'_, f32>>(Any::from("text").view()),
        "TypeError: f: argument 2 `x`: expected writable contiguous Tensor of float32, got str"
    );
    assert_eq!(
        with(
            &tensor,
            |lent| lent.device = "cuda:1".parse::<Device>().unwrap().into(),
            |view| refusal::<Strided<'_, f32>>(view)
        ),
        "ValueError: f: argument 2 `x`: expected Tensor of float32, got a tensor on cuda:1; copy it to the CPU first"
    );
    let odd = with(
        &tensor,
        |lent| lent.byte_offset = 1,
        |view| refusal::<Strided<'_, f32>>(view),
    );
    assert!(odd.contains("got a misaligned tensor at "), "{odd}");
    // Without a name, as a closure's parameters have none.
    let why = Strided::<u8>::from_arg(any.view()).unwrap_err();
    assert_eq!(
        why.into_argument_error("f", 0, None).to_string(),
        "TypeError: f: argument 1: expected Tensor of uint8, got Tensor of float32; \
         for a NumPy array: pass it.astype(np.uint8)"
    );
}

#[test]
fn read_only_memory_is_not_written_to() {
    let mut elements = [1_i32, 2];
    let mut shape = [2_i64];
    let mut managed = tvmlike_runtime::abi::dlpack::DLManagedTensorVersioned {
        version: tvmlike_runtime::tensor::version_of(),
        manager_ctx: std::ptr::null_mut(),
        deleter: None,
        flags: DLPACK_FLAG_BITMASK_READ_ONLY,
        dl_tensor: DLTensor {
            data: elements.as_mut_ptr().cast(),
            device: Device::CPU.into(),
            ndim: 1,
            dtype: DataType::INT32.into(),
            shape: shape.as_mut_ptr(),
            strides: std::ptr::null_mut(),
            byte_offset: 0,
        },
    };
    // SAFETY: a valid managed tensor, which outlives the tensor below it.
    let tensor = Any::from(unsafe { Tensor::from_dlpack_versioned(&raw mut managed) }.unwrap());
    assert!(Contiguous::<i32>::from_arg(tensor.view()).is_ok());
    let advice =
        "got a read-only tensor; for a NumPy array: y = x.copy(), and pass y, which the function writes to";
    assert_eq!(
        refusal::<StridedMut<'_, i32>>(tensor.view()),
        format!("ValueError: f: argument 2 `x`: expected writable Tensor of int32, {advice}")
    );
    assert_eq!(
        refusal::<TensorViewMut<'_>>(tensor.view()),
        format!("ValueError: f: argument 2 `x`: expected writable Tensor, {advice}")
    );
}

#[test]
fn overlapping_tensors_are_detected() {
    let tensor = tensor();
    let whole = tensor.view();
    let part = |offset: u64, look: &dyn Fn(TensorView<'_>) -> bool| {
        let mut shape = [2];
        let change = |lent: &mut DLTensor| {
            lent.ndim = 1;
            lent.shape = shape.as_mut_ptr();
            lent.strides = std::ptr::null_mut();
            lent.byte_offset = offset;
        };
        with(&tensor, change, |view| look(TensorView::from_arg(view).unwrap()))
    };
    assert!(part(16, &|last| whole.overlaps(last) && last.overlaps(whole)));
    assert!(!part(16, &|last| part(0, &|first| first.overlaps(last))));
    assert!(transposed(&tensor, |view| TensorView::from_arg(view)
        .unwrap()
        .overlaps(whole)));
    assert!(!whole.overlaps(self::tensor().view()));
    let empty = Tensor::zeros(&[0], DataType::INT8, Device::CPU).unwrap();
    assert!(!empty.view().overlaps(empty.view()));
}

#[test]
fn the_record_contains_the_requirements() {
    let record_of = |params: &'static [Param]| {
        Signature {
            name: "f",
            params,
            variadic: false,
            release_gil: true,
            result: TypeRecord::Null,
            doc: "",
            file: "",
            line: 0,
            overloads: None,
        }
        .to_json()
    };
    macro_rules! record {
        ($ty:ty) => {{
            static PARAMS: [Param; 1] = [Param {
                implicit: false,
                keyword_only: false,
                name: "x",
                ty: <$ty as FromArg<'_>>::TYPE,
                default: None,
            }];
            record_of(&PARAMS)
        }};
    }
    assert_eq!(
        record!(ContiguousMut<'_, f32>),
        r#"{"a":[["named","x",["writable",["contiguous",["ndarray","f32",null]]]]],"r":[],"release_gil":true}"#
    );
    assert!(record!(Strided<'_, u8>).contains(r#"["ndarray","u8",null]"#));
    assert!(record!(TensorViewMut<'_>).contains(r#"["writable",["ndarray","unknown",null]]"#));
}
