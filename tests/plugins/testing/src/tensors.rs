//! Functions over tensors: of any kind, and of the one that their parameters ask for.

use tvmlike::prelude::*;

/// Data address, dtype, shape, strides and whether it is read-only.
#[packed_func("testing.tensor_info")]
fn tensor_info(t: TensorView<'_>) -> (i64, String, Shape, Shape, bool) {
    let (shape, strides) = (Shape::new(t.shape()), Shape::new(&t.strides()));
    (
        t.data_ptr() as i64,
        t.dtype().to_string(),
        shape,
        strides,
        t.is_read_only(),
    )
}

/// The dimensions.
#[packed_func("testing.shape_of")]
fn shape_of(t: TensorView<'_>) -> Shape {
    Shape::new(t.shape())
}

/// The sum of the elements, in float64.
#[packed_func("testing.sum_f32")]
fn sum_f32(x: Strided<'_, f32>) -> f64 {
    x.elements().map(f64::from).sum()
}

/// The dot product of two vectors, one after the other in memory.
#[packed_func("testing.dot_f64")]
fn dot_f64(a: Contiguous<'_, f64>, b: Contiguous<'_, f64>) -> Result<f64> {
    if a.shape() != b.shape() {
        return Err(Error::value_error(format!(
            "testing.dot_f64: the shapes {:?} and {:?} differ",
            a.shape(),
            b.shape()
        )));
    }
    Ok(a.elements().zip(b.elements()).map(|(a, b)| a * b).sum())
}

/// Multiplies every element, in place.
#[packed_func("testing.scale_contiguous")]
fn scale_contiguous(mut x: ContiguousMut<'_, f32>, by: f64) {
    x.update(|element| (f64::from(element) * by) as f32);
}

/// Writes one value to every element, in place, whatever the strides.
#[packed_func("testing.fill_i32")]
fn fill_i32(mut x: StridedMut<'_, i32>, value: i32) {
    x.fill(value);
}

/// Whether two tensors may share memory.
#[packed_func("testing.overlaps")]
fn overlaps(a: TensorView<'_>, b: TensorView<'_>) -> bool {
    a.overlaps(b)
}
