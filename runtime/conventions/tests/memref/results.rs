//! Results that are arrays: their contents and the owner of their memory. memref_memory.rs counts the releases.

use tvmlike_runtime::{Array, PackedFunc, Tensor};

use crate::arrays::{Extra, Layout, bytes_of, floats, tensor};
use crate::kernels::{RESULTS, both};

fn numbers(tensor: &Tensor) -> Vec<f32> {
    tensor.view().to_vec::<f32>().unwrap()
}

fn tensors(function: &PackedFunc, args: impl tvmlike_runtime::function::Arguments) -> Vec<Tensor> {
    let array = function.call(args).unwrap().cast::<Array>().unwrap();
    array
        .as_slice()
        .iter()
        .filter_map(|item| item.cast().ok())
        .collect()
}

#[test]
fn allocated_by_the_function() {
    for new in both("new") {
        let made = new.call_as::<Tensor>((5, 1.5)).unwrap();
        assert_eq!(numbers(&made), [1.5; 5]);
        assert!(!made.is_read_only());
        let empty = new.call_as::<Tensor>((0, 1.5)).unwrap();
        assert_eq!(empty.shape(), [0]);
    }
    for new in both("new_aligned") {
        let made = new.call_as::<Tensor>((2, 0.5)).unwrap();
        assert_eq!(made.view().to_vec::<f64>().unwrap(), [0.5; 6]);
        assert_eq!(
            (made.shape(), &*made.view().strides()),
            (&[2, 3][..], &[3, 1][..])
        );
        assert_eq!(made.data_ptr() as usize % 256, 0);
    }
    for new in both("new_scalar") {
        let made = new.call_as::<Tensor>((-7,)).unwrap();
        assert_eq!(made.view().to_vec::<i16>().unwrap(), [-7]);
        assert!(made.shape().is_empty());
    }
    for new in both("new_tail") {
        let made = new.call_as::<Tensor>((4, 9)).unwrap();
        assert_eq!(made.view().to_vec::<i32>().unwrap(), [9; 4]);
        assert_eq!(&*made.view().strides(), [2]);
    }
}

#[test]
fn two_results_of_one_buffer_share_it() {
    for new in both("new_twice") {
        let [a, b] = &tensors(&new, (3, 2.0))[..] else {
            panic!()
        };
        assert_eq!(a.data_ptr(), b.data_ptr());
        assert_eq!(numbers(b), [2.0; 3]);
    }
    for new in both("new_two") {
        let [a, b] = &tensors(&new, (3, 2.0))[..] else {
            panic!()
        };
        assert_ne!(a.data_ptr(), b.data_ptr());
        assert_eq!(
            new.call((3, 2.0)).unwrap().cast::<Array>().unwrap().as_slice()[1]
                .cast::<i64>()
                .unwrap(),
            7
        );
    }
}

#[test]
fn a_returned_argument_is_kept_alive() {
    for same in both("same") {
        let given = floats(&[1.0, 2.0]);
        let back = same.call_as::<Tensor>((given.clone(),)).unwrap();
        assert_eq!(back.data_ptr(), given.data_ptr());
        assert_eq!(given.as_object().strong_count(), 2);
        let address = given.data_ptr();
        drop(given);
        assert_eq!((numbers(&back), back.data_ptr()), (vec![1.0, 2.0], address));
    }
    for second in both("second") {
        let (a, b) = (floats(&[1.0]), floats(&[2.0]));
        let back = second.call_as::<Tensor>((a.clone(), b.clone())).unwrap();
        assert_eq!(back.data_ptr(), b.data_ptr());
        assert_eq!(
            (a.as_object().strong_count(), b.as_object().strong_count()),
            (1, 2)
        );
    }
    for tail in both("tail") {
        let given = floats(&[1.0, 2.0, 3.0, 4.0]);
        let back = tail.call_as::<Tensor>((given.clone(), 1, 2)).unwrap();
        assert_eq!(numbers(&back), [2.0, 3.0]);
        assert_eq!(given.as_object().strong_count(), 2);
        // A view that begins where the argument ends has no elements, and still belongs to the argument.
        let empty = tail.call_as::<Tensor>((given.clone(), 4, 0)).unwrap();
        assert_eq!((empty.shape(), given.as_object().strong_count()), (&[0][..], 3));
    }
    for transposed in both("transposed") {
        let given = Tensor::from_vec(vec![1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0], &[2, 3]).unwrap();
        let back = transposed.call_as::<Tensor>((given,)).unwrap();
        assert_eq!(numbers(&back), [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]);
    }
    for same in both("same_twice") {
        let given = Tensor::from_vec(vec![1_i64, 2], &[2, 1]).unwrap();
        let [a, b] = &tensors(&same, (given.clone(),))[..] else {
            panic!()
        };
        assert_eq!((a.data_ptr(), b.data_ptr()), (given.data_ptr(), given.data_ptr()));
        assert_eq!(given.as_object().strong_count(), 3);
    }
    for new in both("new_and_same") {
        let given = floats(&[1.0, 2.0]);
        let [made, back] = &tensors(&new, (given.clone(), 5.0))[..] else {
            panic!()
        };
        assert_eq!((numbers(made), back.data_ptr()), (vec![5.0; 2], given.data_ptr()));
    }
}

#[test]
fn a_result_is_read_only_where_the_argument_is() {
    let same = RESULTS.bind("same", "(memref<?xf32> {llvm.readonly}) -> memref<?xf32>");
    let extra = Extra {
        read_only: true,
        ..Extra::default()
    };
    let given = tensor(
        tvmlike_runtime::DataType::FLOAT32,
        &Layout::contiguous(&[2]),
        &[0; 8],
        &extra,
    );
    assert!(same.call_as::<Tensor>((given,)).unwrap().is_read_only());
    assert!(!same.call_as::<Tensor>((floats(&[1.0]),)).unwrap().is_read_only());
}

#[test]
fn a_returned_global_is_not_freed() {
    for shared in both("shared") {
        let table = shared.call_as::<Tensor>(()).unwrap();
        assert_eq!(numbers(&table), [1.0, 2.0, 3.0, 4.0]);
        assert!(table.is_read_only(), "it may be in read-only memory");
        assert_eq!(shared.call_as::<Tensor>(()).unwrap().data_ptr(), table.data_ptr());
    }
}

#[test]
fn of_any_rank() {
    for new in both("new_any") {
        let made = new.call_as::<Tensor>((3, 0.5)).unwrap();
        assert_eq!((numbers(&made), made.shape()), (vec![0.5; 6], &[3, 2][..]));
    }
    for same in both("same_any") {
        let given = Tensor::from_vec(vec![1.0_f32, 2.0], &[1, 2, 1]).unwrap();
        let back = same.call_as::<Tensor>((given.clone(),)).unwrap();
        assert_eq!(
            (back.data_ptr(), back.shape()),
            (given.data_ptr(), &[1, 2, 1][..])
        );
        assert_eq!(given.as_object().strong_count(), 2);
    }
    for shared in both("shared_any") {
        let [table] = &tensors(&shared, ())[..] else {
            panic!()
        };
        assert_eq!(numbers(table), [1.0, 2.0, 3.0, 4.0]);
    }
    for rank in both("rank") {
        for dims in [0, 1, 4, 40] {
            let given = Tensor::from_vec(vec![1_i8], &vec![1; dims]).unwrap();
            assert_eq!(rank.call_as::<i64>((given,)).unwrap(), dims as i64);
        }
    }
    for sum in both("sum_any") {
        let bytes: Vec<u8> = (0..60)
            .flat_map(|number| f64::from(number).to_le_bytes())
            .collect();
        let layout = Layout {
            shape: vec![3, 2],
            strides: vec![-10, 4],
            start: 40,
            room: 60,
        };
        let given = tensor(
            tvmlike_runtime::DataType::FLOAT64,
            &layout,
            &bytes,
            &Extra::default(),
        );
        assert_eq!(
            sum.call_as::<f64>((given,)).unwrap(),
            f64::from(40 + 44 + 30 + 34 + 20 + 24)
        );
    }
    let lent = RESULTS.bind("lent_any", "(memref<*xf32>) -> memref<*xf32>");
    let given = floats(&[3.0]);
    assert_eq!(numbers(&lent.call_as::<Tensor>((given,)).unwrap()), [3.0]);
}

#[test]
fn a_borrowed_result_is_never_freed() {
    let table = RESULTS.bind_borrowed("table_of_mine", "() -> memref<?xf32>");
    for _ in 0..3 {
        assert_eq!(
            numbers(&table.call_as::<Tensor>(()).unwrap()),
            [1.0, 2.0, 3.0, 4.0]
        );
    }
}

#[test]
fn strided_copies_go_through_the_host() {
    for copy in both("copy_strided") {
        let bytes: Vec<u8> = (0..48_u8).collect();
        let rows = tensor(
            tvmlike_runtime::DataType::FLOAT32,
            &Layout::strided(&[2, 3], &[6, 2], 1),
            &bytes,
            &Extra::default(),
        );
        let into = Tensor::zeros(
            &[2, 3],
            tvmlike_runtime::DataType::FLOAT32,
            tvmlike_runtime::Device::CPU,
        )
        .unwrap();
        copy.call((rows.clone(), into.clone())).unwrap();
        assert_eq!(bytes_of(&into), bytes_of(&rows));
    }
}

/// Invalid descriptors, and the errors that they become.
#[test]
fn returned_descriptors_are_checked() {
    let ty = "(i64, i64, i64, i64) -> memref<?xf32, strided<[?], offset: ?>>";
    let describe = RESULTS.bind("describe", ty);
    let error = |bytes: i64, offset: i64, size: i64, stride: i64| {
        describe
            .call((bytes, offset, size, stride))
            .unwrap_err()
            .to_string()
    };
    let what = "ValueError: describe: result 1: returned a memref<?xf32, strided<[?], offset: ?>> with ";
    assert_eq!(error(16, 0, -1, 1), format!("{what}a negative size in [-1]"));
    assert_eq!(
        error(-1, 0, 4, 1),
        format!("{what}a null data pointer (sizes [4])")
    );
    let beyond = "that exceed addressable memory";
    assert_eq!(
        error(16, 0, i64::MAX, 1),
        format!("{what}sizes [{}] and strides [1] {beyond}", i64::MAX)
    );
    assert_eq!(
        error(16, 0, 3, i64::MIN),
        format!("{what}sizes [3] and strides [{}] {beyond}", i64::MIN)
    );
    assert_eq!(
        error(16, i64::MAX, 3, 1),
        format!("{what}offset {}, which is outside addressable memory", i64::MAX)
    );
    // None of these is wrong.
    let fine = |bytes: i64, offset: i64, size: i64, stride: i64| {
        describe
            .call_as::<Tensor>((bytes, offset, size, stride))
            .unwrap()
            .shape()
            .to_vec()
    };
    assert_eq!(fine(16, 0, 4, 1), [4]);
    assert_eq!(fine(16, 3, 4, -1), [4]);
    assert_eq!(fine(4, 0, 1000, 0), [1000]);
    assert_eq!(fine(-1, 0, 0, 1), [0]);
    assert_eq!(fine(16, 0, 1, i64::MAX), [1]);
    // What the type fixes, the descriptor must say too.
    let refused = |ty: &str, stride: i64, offset: i64| {
        let bound = RESULTS.bind("describe", &format!("(i64, i64, i64, i64) -> {ty}"));
        bound.call((64, offset, 4, stride)).unwrap_err().to_string()
    };
    assert_eq!(
        refused("memref<5xf32>", 1, 0),
        "ValueError: describe: result 1: returned a memref<5xf32> with size 4 in dimension 0, expected 5"
    );
    assert_eq!(
        refused("memref<?xf32>", 2, 0),
        "ValueError: describe: result 1: returned a memref<?xf32> with stride 2 in dimension 0, expected 1"
    );
    assert_eq!(
        refused("memref<?xf32>", 1, 3),
        "ValueError: describe: result 1: returned a memref<?xf32> with offset 3, expected 0"
    );
}

#[test]
fn returned_unranked_descriptors_are_checked() {
    let null = RESULTS.bind("null_any", "() -> memref<*xf32>");
    assert_eq!(
        null.call(()).unwrap_err().to_string(),
        "ValueError: null_any: result 1: returned a memref<*xf32> with a null descriptor"
    );
    let describe = RESULTS.bind("describe_any", "(i64, i64, i64) -> memref<*xf32>");
    for rank in [-1, 65, i64::MAX] {
        assert_eq!(
            describe.call((rank, 1, 1)).unwrap_err().to_string(),
            format!(
                "ValueError: describe_any: result 1: returned a memref<*xf32> with unsupported rank {rank}; supported: 0 to 64"
            )
        );
    }
    assert!(
        describe
            .call((40, i64::MAX, 1))
            .unwrap_err()
            .message()
            .contains("that exceed addressable memory")
    );
    assert_eq!(describe.call_as::<Tensor>((3, 1, 4)).unwrap().shape(), [1, 2, 2]);
}
