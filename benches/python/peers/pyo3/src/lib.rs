//! The PyO3 peer, written as PyO3's guide recommends.

mod classes;
mod containers;
mod vocabulary;

use numpy::{PyArray2, PyArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

#[pyfunction]
fn nop() {}

#[pyfunction]
fn add3(a: i64, b: i64, c: i64) -> i64 {
    a.wrapping_add(b).wrapping_add(c)
}

#[pyfunction]
fn negate(x: i64) -> i64 {
    x.wrapping_neg()
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
fn text_of(size: usize) -> String {
    "x".repeat(size)
}

#[pyfunction]
fn first_dim(array: &Bound<'_, PyArrayDyn<f32>>) -> usize {
    array.shape().first().copied().unwrap_or(0)
}

#[pyfunction]
fn tensor(py: Python<'_>) -> Bound<'_, PyArray2<f32>> {
    PyArray2::zeros(py, [3, 4], false)
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
    use super::classes::{Counter, Item, Point, counters, same};
    #[pymodule_export]
    use super::containers::{ints, sum_counters, sum_floats, sum_ints, sum_values};
    #[pymodule_export]
    use super::vocabulary::{Color, Row, Scope, Table, other_color, scope_number};
    #[pymodule_export]
    use super::{add3, call_n, fail, first_dim, negate, nop, tensor, text_length, text_of, text_same};
}
