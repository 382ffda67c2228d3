//! The PyO3 peer: each function as PyO3's guide writes it.

use numpy::{PyArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

#[pyclass]
struct Point {
    #[pyo3(get)]
    x: f64,
    #[pyo3(get)]
    y: f64,
}

#[pymethods]
impl Point {
    #[new]
    fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }
}

#[pyfunction]
fn nop() {}

#[pyfunction]
fn add3(a: i64, b: i64, c: i64) -> i64 {
    a.wrapping_add(b).wrapping_add(c)
}

#[pyfunction]
fn text_length(text: &str) -> usize {
    text.len()
}

#[pyfunction]
fn text_same(text: &str) -> String {
    text.to_owned()
}

#[pyfunction]
fn first_dim(array: &Bound<'_, PyArrayDyn<f32>>) -> usize {
    array.shape().first().copied().unwrap_or(0)
}

#[pyfunction]
fn same(point: Bound<'_, Point>) -> Bound<'_, Point> {
    point
}

#[pyfunction]
fn call_n<'py>(f: &Bound<'py, PyAny>, n: i64) -> PyResult<Option<Bound<'py, PyAny>>> {
    (0..n).try_fold(None, |_, i| f.call1((i,)).map(Some))
}

#[pyfunction]
fn fail(message: &str) -> PyResult<()> {
    Err(PyValueError::new_err(message.to_owned()))
}

#[pymodule]
mod bench_pyo3 {
    #[pymodule_export]
    use super::{Point, add3, call_n, fail, first_dim, nop, same, text_length, text_same};
}
