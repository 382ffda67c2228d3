//! `tensor.*`: a few functions for CPU tensors with any strides.
//!
//! Functions whose time grows with the tensor release the GIL.

use std::ffi::c_void;

use tvmlike::packed_func;
use tvmlike_runtime::tensor::{Element, TensorView, TensorViewMut};
use tvmlike_runtime::{DataType, Error, Result, Shape, Tensor};

/// Prefixes an error about a tensor with the function's name.
fn named<T>(function: &str, result: Result<T>) -> Result<T> {
    result.map_err(|error| Error::new(&*error.kind(), format!("{function}: {}", error.message())))
}

/// Runs code for the element type of a tensor.
macro_rules! for_dtype {
    ($dtype:expr, $function:literal, |$element:ident| $body:expr) => {
        match $dtype {
            DataType::INT8 => for_dtype!(@ $element, i8, $body),
            DataType::INT16 => for_dtype!(@ $element, i16, $body),
            DataType::INT32 => for_dtype!(@ $element, i32, $body),
            DataType::INT64 => for_dtype!(@ $element, i64, $body),
            DataType::UINT8 => for_dtype!(@ $element, u8, $body),
            DataType::UINT16 => for_dtype!(@ $element, u16, $body),
            DataType::UINT32 => for_dtype!(@ $element, u32, $body),
            DataType::UINT64 => for_dtype!(@ $element, u64, $body),
            DataType::FLOAT32 => for_dtype!(@ $element, f32, $body),
            DataType::FLOAT64 => for_dtype!(@ $element, f64, $body),
            other => Err(Error::type_error(format!(
                concat!($function, ": unsupported dtype {}; supported: int8 to uint64, float32, float64"),
                other
            ))),
        }
    };
    (@ $element:ident, $type:ty, $body:expr) => {{
        type $element = $type;
        $body
    }};
}

/// Numbers with NumPy's addition: integers wrap around.
trait Number: Element {
    fn plus(self, other: Self) -> Self;
    fn to_f64(self) -> f64;
    /// Converts an integral f64 to an integer, or rounds to a float; `None` if it is out of range.
    fn from_f64(value: f64) -> Option<Self>;
    /// Whether this is an integer type.
    const WHOLE: bool;
}

macro_rules! numbers {
    ($($type:ty, $whole:literal: |$a:ident, $b:ident| $sum:expr, |$v:ident| $from:expr;)*) => {$(
        impl Number for $type {
            const WHOLE: bool = $whole;

            fn plus(self, other: Self) -> Self {
                let ($a, $b) = (self, other);
                $sum
            }

            fn to_f64(self) -> f64 {
                self as f64
            }

            fn from_f64($v: f64) -> Option<Self> {
                $from
            }
        }
    )*};
}

macro_rules! integers {
    ($($type:ty),*) => {
        numbers!($($type, true: |a, b| a.wrapping_add(b), |v| {
            // The bounds are exact: an f64 represents 2^63 and 2^64, but not the largest 64-bit integers.
            let inside = v >= <$type>::MIN as f64 && v < <$type>::MAX as f64 + if <$type>::BITS < 64 { 1.0 } else { 0.0 };
            (v.fract() == 0.0 && inside).then_some(v as $type)
        };)*);
    };
}

integers!(i8, i16, i32, i64, u8, u16, u32, u64);
numbers! {
    f32, false: |a, b| a + b, |v| ((v as f32).is_finite() || !v.is_finite()).then_some(v as f32);
    f64, false: |a, b| a + b, |v| Some(v);
}

/// Returns the sum of two tensors with the same shape and dtype, as a new tensor in C order.
#[packed_func("tensor.add", release_gil)]
fn add(a: TensorView<'_>, b: TensorView<'_>) -> Result<Tensor> {
    if a.shape() != b.shape() {
        return Err(Error::value_error(format!(
            "tensor.add: shape mismatch: {:?} and {:?}",
            a.shape(),
            b.shape()
        )));
    }
    for_dtype!(a.dtype(), "tensor.add", |T| {
        let mut sums = named("tensor.add", a.to_vec::<T>())?;
        for (sum, b) in sums.iter_mut().zip(named("tensor.add", b.elements::<T>())?) {
            *sum = sum.plus(b);
        }
        Tensor::from_vec(sums, a.shape())
    })
}

/// Returns the sum of a tensor's elements, computed in float64.
#[packed_func("tensor.sum", release_gil)]
fn sum(t: TensorView<'_>) -> Result<f64> {
    for_dtype!(t.dtype(), "tensor.sum", |T| {
        let elements = named("tensor.sum", t.elements::<T>())?;
        Ok(elements.fold(0.0, |sum, element| sum + element.to_f64()))
    })
}

/// Writes one value to every element, in place.
#[packed_func("tensor.fill", release_gil)]
fn fill(t: TensorViewMut<'_>, value: f64) -> Result<()> {
    for_dtype!(t.dtype(), "tensor.fill", |T| {
        if T::WHOLE && value.is_finite() && value.fract() != 0.0 {
            let dtype = t.dtype();
            return Err(Error::value_error(format!(
                "tensor.fill: expected an integer for {dtype}, got {value}"
            )));
        }
        let element = T::from_f64(value).ok_or_else(|| {
            Error::overflow_error(format!("tensor.fill: {value} is out of range for {}", t.dtype()))
        })?;
        let start = named("tensor.fill", t.require::<T>())?;
        for offset in t.offsets() {
            // SAFETY: the offset of an element, from the tensor's shape and strides; the memory is writable. The
            // write is volatile, so that a reader on another thread reads the old or the new number.
            unsafe { start.offset(offset).write_volatile(element) }
        }
        Ok(())
    })
}

/// Returns the address of the first element.
#[packed_func("tensor.data_ptr")]
fn data_ptr(t: TensorView<'_>) -> i64 {
    let address: *mut c_void = t.data_ptr();
    address as i64
}

/// Returns the shape.
#[packed_func("tensor.shape")]
fn shape(t: TensorView<'_>) -> Shape {
    Shape::new(t.shape())
}
