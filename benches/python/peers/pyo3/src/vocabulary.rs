//! Class features besides fields and methods: items, constants, scopes; and enumerations.

use std::cell::RefCell;
use std::collections::HashMap;

use pyo3::exceptions::{PyIndexError, PyKeyError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::PyAny;

#[pyclass(sequence, frozen)]
pub(crate) struct Row {
    items: Vec<i64>,
}

#[pymethods]
impl Row {
    #[new]
    fn new(size: i64) -> Self {
        Self {
            items: (0..size).collect(),
        }
    }

    fn __len__(&self) -> usize {
        self.items.len()
    }

    fn __getitem__(&self, index: usize) -> PyResult<i64> {
        self.items
            .get(index)
            .copied()
            .ok_or_else(|| PyIndexError::new_err("index is out of range"))
    }
}

#[pyclass(mapping, frozen)]
pub(crate) struct Table {
    items: HashMap<String, i64>,
}

#[pymethods]
impl Table {
    #[new]
    fn new(size: i64) -> Self {
        Self {
            items: (0..size).map(|at| (format!("key {at}"), at)).collect(),
        }
    }

    fn __len__(&self) -> usize {
        self.items.len()
    }

    fn __getitem__(&self, key: &str) -> PyResult<i64> {
        self.items
            .get(key)
            .copied()
            .ok_or_else(|| PyKeyError::new_err(key.to_owned()))
    }
}

#[pyclass(eq, eq_int, frozen, from_py_object)]
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Color {
    Red = 1,
    Green = 2,
}

#[pyfunction]
pub(crate) fn other_color(color: Color) -> Color {
    match color {
        Color::Red => Color::Green,
        Color::Green => Color::Red,
    }
}

thread_local! {
    static SCOPES: RefCell<Vec<Py<Scope>>> = const { RefCell::new(Vec::new()) };
}

#[pyclass(frozen)]
pub(crate) struct Scope {
    number: i64,
}

#[pymethods]
impl Scope {
    #[classattr]
    const LIMIT: i64 = 7;

    #[new]
    fn new(number: i64) -> Self {
        Self { number }
    }

    fn __enter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        SCOPES.with_borrow_mut(|scopes| scopes.push(this.clone().unbind()));
        this
    }

    #[pyo3(signature = (*_how))]
    fn __exit__(&self, _how: &Bound<'_, PyAny>) {
        drop(SCOPES.with_borrow_mut(Vec::pop));
    }
}

#[pyfunction]
#[pyo3(signature = (scope=None))]
pub(crate) fn scope_number(scope: Option<&Bound<'_, Scope>>) -> PyResult<i64> {
    if let Some(scope) = scope {
        return Ok(scope.get().number);
    }
    SCOPES
        .with_borrow(|scopes| scopes.last().map(|scope| scope.get().number))
        .ok_or_else(|| PyRuntimeError::new_err("no current scope"))
}
