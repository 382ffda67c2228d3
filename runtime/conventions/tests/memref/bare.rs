//! The bare-pointer convention: addresses only.

use tvmlike_conventions::memref::call::Convention;
use tvmlike_conventions::memref::signature::{FunctionType, Type};
use tvmlike_runtime::{Array, DataType, Device, Tensor};

use crate::arrays::{Extra, Layout, bytes_of, floats, tensor};
use crate::kernels::{BARE, manifest};

fn bind(name: &str, ty: &str) -> tvmlike_runtime::PackedFunc {
    BARE.bind_by(Convention::BarePointer, name, ty)
}

#[test]
fn static_arrays_are_copied() {
    let mut copies = 0;
    for line in manifest("bare").iter().filter(|line| line[1].ends_with("-> ()")) {
        let copy = bind(&line[0], &line[1]);
        let function = FunctionType::parse(&line[1]).unwrap();
        let Type::MemRef(memref) = &function.params[0].ty else {
            panic!()
        };
        let fixed =
            |extents: &[Option<i64>]| extents.iter().map(|extent| extent.unwrap()).collect::<Vec<_>>();
        let (shape, strides) = (fixed(&memref.shape), fixed(&memref.strides()));
        let layout = Layout::strided(&shape, &strides, 3);
        let size = memref.element.size();
        let bytes: Vec<u8> = (0..layout.room as usize * size).map(|at| at as u8).collect();
        let from = tensor(memref.element.dtype(), &layout, &bytes, &Extra::default());
        let into = Tensor::zeros(&shape, memref.element.dtype(), Device::CPU).unwrap();
        copy.call((from.clone(), into.clone())).unwrap();
        assert_eq!(bytes_of(&into), bytes_of(&from), "{line:?}");
        copies += 1;
        // An address has no shape, so the array must match the type exactly.
        let mut other = shape.clone();
        if let Some(size) = other.first_mut() {
            *size += 1;
            let other = Tensor::zeros(&other, memref.element.dtype(), Device::CPU).unwrap();
            assert!(copy.call((other, into)).is_err());
        }
    }
    assert_eq!(copies, 16);
}

#[test]
fn results() {
    let same = bind("bare_same", "(memref<4xf32>) -> memref<4xf32>");
    let given = floats(&[1.0, 2.0, 3.0, 4.0]);
    let back = same.call_as::<Tensor>((given.clone(),)).unwrap();
    assert_eq!(
        (back.data_ptr(), given.as_object().strong_count()),
        (given.data_ptr(), 2)
    );
    let new = bind("bare_new", "(f32) -> (memref<4xf32>, f32)");
    let made = new.call((2.5,)).unwrap().cast::<Array>().unwrap();
    let array = made.as_slice()[0].cast::<Tensor>().unwrap();
    assert_eq!(array.view().to_vec::<f32>().unwrap(), [2.5; 4]);
    assert_eq!(made.as_slice()[1].cast::<f64>().unwrap(), 2.5);
    assert_eq!(array.dtype(), DataType::FLOAT32);
}
