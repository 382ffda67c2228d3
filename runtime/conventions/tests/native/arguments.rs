//! Pointers: tensors, bytes, values in a temporary, addresses.

use tvmlike_runtime::abi::dlpack::{DLManagedTensorVersioned, DLPACK_FLAG_BITMASK_READ_ONLY};
use tvmlike_runtime::{Array, Bytes, Shape, Tensor, ToAny};

use crate::compiled::{BOTH, bound, error, shown};

#[test]
fn a_tensor_is_passed_as_a_pointer() {
    for bind in BOTH {
        let tensor = Tensor::from_vec(vec![1_i32, 2, 3], &[3]).unwrap();
        let sum = bind("sum_i32", "i64(start: *const i32, count: size)");
        assert_eq!(sum.call_as::<i64>((tensor.clone(), 3)).unwrap(), 6);
        let untyped = bind("sum_i32", "i64(ptr, size)");
        assert_eq!(untyped.call_as::<i64>((tensor.clone(), 3)).unwrap(), 6);
        let empty = Tensor::from_vec(Vec::<i32>::new(), &[0]).unwrap();
        assert_eq!(sum.call_as::<i64>((empty.clone(), 0)).unwrap(), 0);
        let floats = Tensor::from_vec(vec![1.0, 2.5], &[2]).unwrap();
        bind("double_f64", "void(*f64, size)")
            .call((floats.clone(), 2))
            .unwrap();
        assert_eq!(floats.view().to_vec::<f64>().unwrap(), [2.0, 5.0]);
    }
}

#[test]
fn unsuitable_tensors_are_errors() {
    for bind in BOTH {
        let sum = bind("sum_i32", "i64(start: *const i32, count: size)");
        let floats = Tensor::from_vec(vec![1.0_f32], &[1]).unwrap();
        assert_eq!(
            error(sum.call((floats.clone(), 1))),
            "TypeError: sum_i32: argument 1 `start`: expected a tensor of int32, got float32"
        );
        let addresses = bind("length_behind", "size(*const cstr)");
        assert_eq!(
            error(addresses.call((floats.clone(),))),
            "TypeError: length_behind: argument 1: expected a tensor of uint64, which holds addresses, got float32"
        );
    }
}

/// A tensor of the ints 0 to 5, after `change` has modified its DLPack struct.
fn lent(change: impl FnOnce(&mut DLManagedTensorVersioned)) -> Tensor {
    let tensor = Tensor::from_vec((0..6).collect::<Vec<i32>>(), &[6]).unwrap();
    let managed = tensor.to_dlpack_versioned();
    // SAFETY: there is no other reference yet, and after each test's change the tensor is within the six ints.
    unsafe {
        change(&mut *managed);
        Tensor::from_dlpack_versioned(managed).unwrap()
    }
}

#[test]
fn read_only_and_device_memory_is_an_error() {
    static TWO: [i64; 1] = [2];
    static THREE: [i64; 1] = [3];
    for bind in BOTH {
        let constant = bind("sum_i32", "i64(start: *const i32, count: size)");
        let read_only = lent(|managed| managed.flags |= DLPACK_FLAG_BITMASK_READ_ONLY);
        assert_eq!(constant.call_as::<i64>((read_only.clone(), 6)).unwrap(), 15);
        for signature in ["i64(*i32, size)", "i64(ptr, size)"] {
            assert_eq!(
                error(bind("sum_i32", signature).call((read_only.clone(), 6))),
                "ValueError: sum_i32: argument 1: the tensor is read-only, but the function may write to it; keep a copy and pass that, or \
                 declare the parameter `*const`"
            );
        }
        let about = "sum_i32: argument 1 `start`: ";
        let gaps = lent(|managed| {
            managed.dl_tensor.strides = TWO.as_ptr().cast_mut();
            managed.dl_tensor.shape = THREE.as_ptr().cast_mut();
        });
        assert_eq!(
            error(constant.call((gaps, 3))),
            format!(
                "ValueError: {about}expected elements in C order without gaps, got shape [3] with strides [2]; pass a copy \
                 (np.ascontiguousarray)"
            )
        );
        let crooked = lent(|managed| {
            managed.dl_tensor.byte_offset = 2;
            managed.dl_tensor.shape = THREE.as_ptr().cast_mut();
        });
        let message = error(constant.call((crooked, 3)));
        assert!(
            message.starts_with(&format!("ValueError: {about}the tensor's memory at 0x"))
                && message.ends_with(" is not aligned to 4 bytes; pass a copy"),
            "{message}"
        );
        // CUDA's, by DLPack's number.
        let elsewhere = lent(|managed| managed.dl_tensor.device.device_type = 2);
        let message = error(constant.call((elsewhere, 6)));
        assert!(
            message.starts_with(&format!(
                "ValueError: {about}expected a tensor in the CPU's memory, got one on "
            )),
            "{message}"
        );
    }
}

#[test]
fn bytes_are_read_and_never_written() {
    for bind in BOTH {
        let sum = bind("sum_bytes", "size(*const u8, size)");
        assert_eq!(sum.call_as::<usize>((Bytes::new(&[1, 2, 250]), 3)).unwrap(), 253);
        let long = vec![1_u8; 100];
        assert_eq!(sum.call_as::<usize>((Bytes::new(&long), 100)).unwrap(), 100);
        let untyped = bind("sum_bytes", "size(*const void, size)");
        assert_eq!(untyped.call_as::<usize>((Bytes::new(&[1, 2]), 2)).unwrap(), 3);
        for signature in ["size(*u8, size)", "size(ptr, size)"] {
            let message = error(bind("sum_bytes", signature).call((Bytes::new(&[1]), 1)));
            assert!(
                message.starts_with("TypeError: sum_bytes: argument 1: bytes are immutable"),
                "{message}"
            );
        }
        let ints = bind("sum_i32", "i64(*const i32, size)");
        assert_eq!(
            error(ints.call((Bytes::new(&[1, 2, 3, 4]), 1))),
            "TypeError: sum_i32: argument 1: expected *const i32, got bytes"
        );
    }
}

#[test]
fn a_value_is_passed_by_a_temporary() {
    for bind in BOTH {
        let sum = bind("sum_i32", "i64(*const i32, size)");
        assert_eq!(sum.call_as::<i64>((-7, 1)).unwrap(), -7);
        assert_eq!(
            error(sum.call((1_i64 << 31, 1))),
            "OverflowError: sum_i32: argument 1: 2147483648 is out of range for i32"
        );
        let behind = bind("length_behind", "size(*const cstr)");
        assert_eq!(behind.call_as::<usize>(("four",)).unwrap(), 4);
        let array = bind("sum_i32", "i64(*const {[3 x i32]}, size)");
        let items = Array::new(vec![1.to_any(), 2.to_any(), 3.to_any()]);
        let value = Array::new(vec![items.into()]);
        assert_eq!(array.call_as::<i64>((value.clone(), 3)).unwrap(), 6);
        let several = Array::new(vec![1.to_any(), 2.to_any(), 3.to_any()]);
        assert_eq!(sum.call_as::<i64>((several.clone(), 3)).unwrap(), 6);
        assert_eq!(sum.call_as::<i64>((Shape::new(&[4, 5]), 2)).unwrap(), 9);
        let written = bind("sum_i32", "i64(*i32, size)");
        assert_eq!(
            error(written.call((several, 3))),
            "TypeError: sum_i32: argument 1: expected i32, got Array"
        );
        // And the address of other memory.
        let mut numbers = [4_i32, 5];
        let as_int = numbers.as_ptr().expose_provenance() as i64;
        let untyped = bind("sum_i32", "i64(ptr, size)");
        assert_eq!(untyped.call_as::<i64>((as_int, 2)).unwrap(), 9);
        let address = numbers.as_mut_ptr().cast::<std::ffi::c_void>().to_any();
        assert_eq!(sum.call_as::<i64>((address, 2)).unwrap(), 9);
    }
}

#[test]
fn a_pointer_result_is_dereferenced() {
    let numbers = [-5_i32, 6];
    let address = numbers.as_ptr().cast_mut().cast::<std::ffi::c_void>();
    let first = bound("echo_ptr", "*const i32(ptr)");
    assert_eq!(first.call_as::<i64>((address.to_any(),)).unwrap(), -5);
    assert!(first.call(((),)).unwrap().view().is_none());
    let both = bound("echo_ptr", "*{a: i32, b: i32}(ptr)");
    assert_eq!(
        shown(both.call((address.to_any(),)).unwrap().view()),
        "{\"a\": -5, \"b\": 6}"
    );
}
