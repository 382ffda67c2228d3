//! Classes: a mutable one, one with comparison and hashing, and one that is only passed through.

use std::hash::{Hash, Hasher};

use pyo3::prelude::*;

#[pyclass]
pub(crate) struct Point {
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
pub(crate) fn same(point: Bound<'_, Point>) -> Bound<'_, Point> {
    point
}

#[pyclass]
pub(crate) struct Counter {
    #[pyo3(get)]
    pub(crate) v: i64,
}

#[pymethods]
impl Counter {
    #[new]
    fn new(v: i64) -> Self {
        Self { v }
    }

    fn inc(&mut self, by: i64) -> i64 {
        self.v = self.v.wrapping_add(by);
        self.v
    }

    fn fresh(&self) -> Self {
        Self { v: self.v }
    }
}

#[pyfunction]
pub(crate) fn counters() -> Vec<Counter> {
    (0..100).map(|v| Counter { v }).collect()
}

#[pyclass(eq, hash, frozen)]
pub(crate) struct Item {
    #[pyo3(get)]
    v: i64,
    #[pyo3(get)]
    name: String,
}

impl PartialEq for Item {
    fn eq(&self, other: &Self) -> bool {
        self.v == other.v
    }
}

impl Hash for Item {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.v.hash(state);
    }
}

#[pymethods]
impl Item {
    #[new]
    fn new(v: i64, name: String) -> Self {
        Self { v, name }
    }

    fn __repr__(&self) -> String {
        format!("Item(v={}, name={:?})", self.v, self.name)
    }
}
