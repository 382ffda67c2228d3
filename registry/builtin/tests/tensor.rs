//! `tensor.*` by name, with what NumPy users expect.

extern crate tvmlike_builtin as _;

use tvmlike_registry::get;
use tvmlike_runtime::{DataType, Device, Error, Tensor};

fn fill(tensor: &Tensor, value: f64) -> Result<(), Error> {
    get("tensor.fill")?.call((tensor.clone(), value)).map(drop)
}

fn sum(tensor: &Tensor) -> f64 {
    get("tensor.sum").unwrap().call_as((tensor.clone(),)).unwrap()
}

#[test]
fn sums_and_additions() {
    let tensor = Tensor::from_vec(vec![1_i32, 2, i32::MAX], &[3]).unwrap();
    assert_eq!(sum(&tensor), 3.0 + f64::from(i32::MAX));
    let doubled: Tensor = get("tensor.add")
        .unwrap()
        .call_as((tensor.clone(), tensor))
        .unwrap();
    assert_eq!(
        doubled.view().to_vec::<i32>().unwrap(),
        [2, 4, -2],
        "integers wrap, as NumPy's do"
    );
    let empty = Tensor::zeros(&[0, 3], DataType::FLOAT64, Device::CPU).unwrap();
    assert!(sum(&empty).is_sign_positive());
}

#[test]
fn mismatched_shapes_and_dtypes_are_errors() {
    let ints = Tensor::from_vec(vec![1_i32, 2], &[2]).unwrap();
    let row = Tensor::from_vec(vec![1_i32, 2], &[1, 2]).unwrap();
    let floats = Tensor::from_vec(vec![1.0_f32, 2.0], &[2]).unwrap();
    let message = |other| {
        get("tensor.add")
            .unwrap()
            .call((ints.clone(), other))
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        message(row),
        "ValueError: tensor.add: shape mismatch: [2] and [1, 2]"
    );
    assert_eq!(
        message(floats),
        "TypeError: tensor.add: expected a tensor of int32, got float32"
    );
    let half = Tensor::zeros(&[1], DataType::FLOAT16, Device::CPU).unwrap();
    let error = get("tensor.sum").unwrap().call((half,)).unwrap_err();
    assert!(
        error
            .message()
            .starts_with("tensor.sum: unsupported dtype float16; supported: "),
        "{error}"
    );
}

#[test]
fn fill_is_exact_or_an_error() {
    let bytes = Tensor::zeros(&[2], DataType::UINT8, Device::CPU).unwrap();
    fill(&bytes, 255.0).unwrap();
    assert_eq!(bytes.view().to_vec::<u8>().unwrap(), [255, 255]);
    let refused = |tensor: &Tensor, value| fill(tensor, value).unwrap_err().to_string();
    assert_eq!(
        refused(&bytes, 256.0),
        "OverflowError: tensor.fill: 256 is out of range for uint8"
    );
    assert_eq!(
        refused(&bytes, -1.0),
        "OverflowError: tensor.fill: -1 is out of range for uint8"
    );
    assert_eq!(
        refused(&bytes, 1.5),
        "ValueError: tensor.fill: expected an integer for uint8, got 1.5"
    );
    assert_eq!(
        refused(&bytes, f64::NAN),
        "OverflowError: tensor.fill: NaN is out of range for uint8"
    );
    assert_eq!(
        bytes.view().to_vec::<u8>().unwrap(),
        [255, 255],
        "what is refused changes nothing"
    );
    let wide = Tensor::zeros(&[1], DataType::INT64, Device::CPU).unwrap();
    assert!(fill(&wide, 9_223_372_036_854_775_808.0).is_err());
    fill(&wide, -9_223_372_036_854_775_808.0).unwrap();
    assert_eq!(wide.view().to_vec::<i64>().unwrap(), [i64::MIN]);
    let float = Tensor::zeros(&[1], DataType::FLOAT32, Device::CPU).unwrap();
    assert!(refused(&float, 1e300).starts_with("OverflowError: tensor.fill: "));
    fill(&float, f64::INFINITY).unwrap();
}
