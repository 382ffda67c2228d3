//! Tensors: shapes, strides, DLPack in both structs, ownership.

use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::prelude::*;
use tvmlike_runtime::abi::dlpack::{
    DLDataType, DLManagedTensor, DLManagedTensorVersioned, DLPackVersion, DLTensor,
};
use tvmlike_runtime::tensor::TensorView;
use tvmlike_runtime::{DataType, Device, PackedFunc, Result, Tensor};

static DELETED: AtomicUsize = AtomicUsize::new(0);

/// The tests that count deletions take turns.
fn alone() -> std::sync::MutexGuard<'static, ()> {
    static TURN: std::sync::Mutex<()> = std::sync::Mutex::new(());
    TURN.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// # Safety
/// As the deleter of a tensor made by `managed`, once.
unsafe extern "C" fn delete(managed: *mut DLManagedTensor) {
    DELETED.fetch_add(1, Ordering::SeqCst);
    // SAFETY: boxed by `managed`.
    drop(unsafe { Box::from_raw(managed) });
}

/// # Safety
/// As the deleter of a tensor made by `versioned`, once.
unsafe extern "C" fn delete_versioned(managed: *mut DLManagedTensorVersioned) {
    DELETED.fetch_add(1, Ordering::SeqCst);
    // SAFETY: boxed by `versioned`.
    drop(unsafe { Box::from_raw(managed) });
}

fn dl_tensor(data: *mut c_void, shape: *mut i64, ndim: i32, strides: *mut i64) -> DLTensor {
    DLTensor {
        data,
        device: Device::CPU.into(),
        ndim,
        dtype: DataType::FLOAT64.into(),
        shape,
        strides,
        byte_offset: 0,
    }
}

fn managed(dl_tensor: DLTensor) -> *mut DLManagedTensor {
    Box::into_raw(Box::new(DLManagedTensor {
        dl_tensor,
        manager_ctx: ptr::null_mut(),
        deleter: Some(delete),
    }))
}

fn versioned(dl_tensor: DLTensor, major: u32, flags: u64) -> *mut DLManagedTensorVersioned {
    Box::into_raw(Box::new(DLManagedTensorVersioned {
        version: DLPackVersion { major, minor: 0 },
        manager_ctx: ptr::null_mut(),
        deleter: Some(delete_versioned),
        flags,
        dl_tensor,
    }))
}

/// Takes ownership of a managed tensor with any contents.
fn import(from: *mut DLManagedTensor) -> Result<Tensor> {
    // SAFETY: NULL, or a tensor of `managed` whose ownership the test transfers; the import checks its fields.
    unsafe { Tensor::from_dlpack(from) }
}

/// As `import`, for the versioned struct.
fn import_versioned(from: *mut DLManagedTensorVersioned) -> Result<Tensor> {
    // SAFETY: as above, made by `versioned`.
    unsafe { Tensor::from_dlpack_versioned(from) }
}

#[test]
fn a_vector_becomes_a_tensor_without_a_copy() {
    let numbers = vec![1.0_f64, 2.0, 3.0, 4.0, 5.0, 6.0];
    let address = numbers.as_ptr();
    let tensor = Tensor::from_vec(numbers, &[2, 3]).unwrap();
    assert_eq!(tensor.data_ptr().cast_const().cast(), address);
    assert_eq!(
        (tensor.shape(), &*tensor.view().strides()),
        (&[2, 3][..], &[3, 1][..])
    );
    // SAFETY: no other thread writes to it.
    assert_eq!(unsafe { tensor.view().as_slice::<f64>() }.unwrap().len(), 6);
    assert!(tensor.view().to_vec::<f32>().is_err());
    assert!(Tensor::from_vec(vec![1.0_f32], &[2]).is_err());
}

#[test]
fn allocation_is_zeroed_aligned_and_checked() {
    let tensor = Tensor::zeros(&[3, 5], DataType::FLOAT32, Device::CPU).unwrap();
    assert_eq!(tensor.view().to_vec::<f32>().unwrap(), [0.0; 15]);
    // Up to memory that the system maps.
    for bytes in [1, 63, 64, 65, 5_000, 10_000_000] {
        let tensor = Tensor::zeros(&[bytes], DataType::UINT8, Device::CPU).unwrap();
        assert_eq!(tensor.data_ptr() as usize % 64, 0, "{bytes} bytes");
        assert!(tensor.view().elements::<u8>().unwrap().all(|each| each == 0));
    }
    assert!(
        Tensor::zeros(&[0, 5], DataType::FLOAT32, Device::CPU)
            .unwrap()
            .view()
            .is_empty()
    );
    assert_eq!(
        Tensor::zeros(&[], DataType::INT64, Device::CPU)
            .unwrap()
            .view()
            .len(),
        1
    );
    let refused = |shape: &[i64], dtype, device| {
        Tensor::zeros(shape, dtype, device)
            .unwrap_err()
            .kind()
            .into_owned()
    };
    assert_eq!(refused(&[-1], DataType::FLOAT32, Device::CPU), "ValueError");
    assert_eq!(
        refused(&[i64::MAX, 2], DataType::FLOAT32, Device::CPU),
        "ValueError"
    );
    assert_eq!(refused(&[i64::MAX], DataType::FLOAT32, Device::CPU), "ValueError");
    assert_eq!(
        refused(&[0, i64::MAX, i64::MAX], DataType::FLOAT32, Device::CPU),
        "ValueError"
    );
    assert_eq!(refused(&[1 << 52], DataType::FLOAT32, Device::CPU), "MemoryError");
    assert_eq!(refused(&[1; 65], DataType::FLOAT32, Device::CPU), "ValueError");
    assert_eq!(
        refused(&[1], DataType::FLOAT32, "cuda:0".parse().unwrap()),
        "ValueError"
    );
}

#[test]
fn an_imported_tensor_is_freed_once() {
    let _turn = alone();
    let before = DELETED.load(Ordering::SeqCst);
    let mut data = [1.0_f64, 2.0, 3.0, 4.0];
    let mut shape = [2_i64, 2];
    let from = managed(dl_tensor(
        data.as_mut_ptr().cast(),
        shape.as_mut_ptr(),
        2,
        ptr::null_mut(),
    ));
    let tensor = import(from).unwrap();
    assert_eq!(
        &*tensor.view().strides(),
        [2, 1],
        "strides that were left out are filled in"
    );
    let copy = tensor.clone();
    drop(tensor);
    assert_eq!(DELETED.load(Ordering::SeqCst), before);
    assert_eq!(copy.view().to_vec::<f64>().unwrap(), data);
    drop(copy);
    assert_eq!(DELETED.load(Ordering::SeqCst), before + 1);
}

#[test]
fn malformed_tensors_are_errors_and_freed() {
    let _turn = alone();
    let mut data = [0.0_f64; 4];
    let data = data.as_mut_ptr().cast::<c_void>();
    let mut shapes = [[2_i64, 2], [-1, 2], [i64::MAX, 4], [0, 2]];
    let good = shapes[0].as_mut_ptr();
    let zero_bits = DLTensor {
        dtype: DLDataType {
            code: 2,
            bits: 0,
            lanes: 1,
        },
        ..dl_tensor(data, good, 2, ptr::null_mut())
    };
    let bad = [
        dl_tensor(data, good, -1, ptr::null_mut()),
        dl_tensor(data, good, 65, ptr::null_mut()),
        dl_tensor(data, ptr::null_mut(), 2, ptr::null_mut()),
        dl_tensor(ptr::null_mut(), good, 2, ptr::null_mut()),
        dl_tensor(data, shapes[1].as_mut_ptr(), 2, ptr::null_mut()),
        dl_tensor(data, shapes[2].as_mut_ptr(), 2, ptr::null_mut()),
        zero_bits,
    ];
    for tensor in bad {
        let before = DELETED.load(Ordering::SeqCst);
        assert_eq!(import(managed(tensor)).unwrap_err().kind(), "ValueError");
        assert_eq!(
            import_versioned(versioned(tensor, 1, 0)).unwrap_err().kind(),
            "ValueError"
        );
        assert_eq!(DELETED.load(Ordering::SeqCst), before + 2);
    }
    let before = DELETED.load(Ordering::SeqCst);
    let empty = dl_tensor(ptr::null_mut(), shapes[3].as_mut_ptr(), 2, ptr::null_mut());
    assert!(import(managed(empty)).unwrap().view().is_empty());
    let error = import_versioned(versioned(empty, 9, 0)).unwrap_err();
    assert_eq!(error.kind(), "BufferError");
    assert_eq!(DELETED.load(Ordering::SeqCst), before + 2);
    assert_eq!(import(ptr::null_mut()).unwrap_err().kind(), "ValueError");
}

#[test]
fn read_only_memory_stays_read_only() {
    let _turn = alone();
    let mut data = [0.0_f64; 4];
    let mut shape = [4_i64];
    let source = dl_tensor(data.as_mut_ptr().cast(), shape.as_mut_ptr(), 1, ptr::null_mut());
    let tensor = import_versioned(versioned(source, 1, 1)).unwrap();
    assert!(tensor.is_read_only());
    // SAFETY: refused, so there is nothing to write to.
    let refused = unsafe { tensor.view().as_mut_slice::<f64>() };
    assert_eq!(refused.unwrap_err().kind(), "ValueError");
    assert_eq!(tensor.to_dlpack().unwrap_err().kind(), "BufferError");
    let exported = tensor.to_dlpack_versioned();
    // SAFETY: a valid managed tensor that is ours to delete.
    unsafe {
        assert_eq!((*exported).flags & 1, 1);
        (*exported).deleter.unwrap()(exported);
    }
}

#[test]
fn an_exported_tensor_outlives_its_object() {
    let _turn = alone();
    let before = DELETED.load(Ordering::SeqCst);
    let mut data = [1.0_f64, 2.0];
    let mut shape = [2_i64];
    let from = managed(dl_tensor(
        data.as_mut_ptr().cast(),
        shape.as_mut_ptr(),
        1,
        ptr::null_mut(),
    ));
    // SAFETY: valid managed tensors throughout.
    unsafe {
        let tensor = Tensor::from_dlpack(from).unwrap();
        let (plain, with_version) = (tensor.to_dlpack().unwrap(), tensor.to_dlpack_versioned());
        drop(tensor);
        assert_eq!(*(*plain).dl_tensor.data.cast::<f64>(), 1.0);
        let again = Tensor::from_dlpack(plain).unwrap();
        (*with_version).deleter.unwrap()(with_version);
        assert_eq!(DELETED.load(Ordering::SeqCst), before);
        assert_eq!(again.view().to_vec::<f64>().unwrap(), [1.0, 2.0]);
        drop(again);
    }
    assert_eq!(DELETED.load(Ordering::SeqCst), before + 1);
}

proptest! {
    #[test]
    fn strided_elements_come_in_c_order(dims in prop::collection::vec(0_i64..4, 0..4), flips in any::<u8>()) {
        let _turn = alone();
        // A base of distinct numbers, looked at through permuted and flipped strides.
        let total: i64 = dims.iter().map(|dim| dim.max(&1)).product();
        let mut data: Vec<f64> = (0..total).map(|i| i as f64).collect();
        let mut strides = vec![0_i64; dims.len()];
        let mut step = 1;
        for axis in 0..dims.len() {
            strides[axis] = step;
            step *= dims[axis].max(1);
        }
        let mut start = 0;
        for axis in 0..dims.len() {
            if flips >> axis & 1 == 1 {
                start += strides[axis] * (dims[axis].max(1) - 1);
                strides[axis] = -strides[axis];
            }
        }
        let mut shape = dims.clone();
        let mut source = dl_tensor(data.as_mut_ptr().cast(), shape.as_mut_ptr(), dims.len() as i32, strides.as_mut_ptr());
        source.byte_offset = (start * 8) as u64;
        let tensor = import(managed(source)).unwrap();
        let mut expected = vec![start];
        for axis in 0..dims.len() {
            expected = expected.iter().flat_map(|at| (0..dims[axis]).map(move |i| (at, i))).map(|(at, i)| at + i * strides[axis]).collect();
        }
        let expected: Vec<f64> = expected.into_iter().map(|at| at as f64).collect();
        prop_assert_eq!(tensor.view().to_vec::<f64>().unwrap(), expected);
    }
}

#[test]
fn a_borrowed_dltensor_cannot_be_kept() {
    let mut data = [1.0_f64, 2.0];
    let mut shape = [2_i64];
    let mut borrowed = dl_tensor(data.as_mut_ptr().cast(), shape.as_mut_ptr(), 1, ptr::null_mut());
    let raw = tvmlike_runtime::abi::TVMLikeValue {
        type_index: tvmlike_runtime::TypeIndex::DLTENSOR_PTR.0,
        small_len: 0,
        payload: tvmlike_runtime::abi::TVMLikePayload {
            v_ptr: (&raw mut borrowed).cast(),
        },
    };
    // SAFETY: the DLTensor lives to the end of the test.
    let value = unsafe { tvmlike_runtime::AnyView::from_raw(raw) };
    let seen = value.convert::<TensorView<'_>>().unwrap();
    assert_eq!(seen.to_vec::<f64>().unwrap(), [1.0, 2.0]);
    let keeps = PackedFunc::typed("keeps", |_: Tensor| ());
    assert_eq!(keeps.invoke(&[value]).unwrap_err().kind(), "TypeError");
    // SAFETY: a write through the value's own pointer, while nothing else reads.
    unsafe { (*raw.payload.v_ptr.cast::<DLTensor>()).ndim = -3 };
    assert_eq!(
        value.convert::<TensorView<'_>>().err().unwrap().kind(),
        "ValueError"
    );
}

#[test]
fn a_broadcast_tensor_is_larger_than_memory() {
    let _turn = alone();
    let mut number = 1.0_f64;
    let (mut shape, mut strides) = ([1_i64 << 50], [0_i64]);
    let source = dl_tensor(
        (&raw mut number).cast(),
        shape.as_mut_ptr(),
        1,
        strides.as_mut_ptr(),
    );
    let tensor = import(managed(source)).unwrap();
    assert_eq!(tensor.view().to_vec::<f64>().unwrap_err().kind(), "MemoryError");
    assert_eq!(tensor.view().elements::<f64>().unwrap().take(3).sum::<f64>(), 3.0);
}

#[test]
fn exporting_does_not_copy() {
    let _turn = alone();
    let mut data = [0.0_f64; 4];
    let mut shape = [4_i64];
    let source = dl_tensor(data.as_mut_ptr().cast(), shape.as_mut_ptr(), 1, ptr::null_mut());
    let tensor = import_versioned(versioned(source, 1, 2)).unwrap();
    let exported = tensor.to_dlpack_versioned();
    // SAFETY: a valid managed tensor that is ours to delete.
    unsafe {
        assert_eq!((*exported).flags, 0);
        (*exported).deleter.unwrap()(exported);
    }
}
