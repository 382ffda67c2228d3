//! Lists and dicts, as Rust's standard containers.

use std::collections::HashMap;

use pyo3::prelude::*;

use crate::classes::Counter;

#[pyfunction]
pub(crate) fn ints() -> Vec<i64> {
    (0..1000).collect()
}

#[pyfunction]
pub(crate) fn sum_floats(items: Vec<f64>) -> f64 {
    items.iter().sum()
}

#[pyfunction]
pub(crate) fn sum_ints(items: Vec<i64>) -> i64 {
    items.iter().sum()
}

#[pyfunction]
pub(crate) fn sum_values(items: HashMap<String, i64>) -> i64 {
    items.values().sum()
}

#[pyfunction]
pub(crate) fn sum_counters(items: Vec<PyRef<'_, Counter>>) -> i64 {
    items.iter().map(|item| item.v).sum()
}
