//! Lists, dicts and tensors.

use std::collections::HashMap;
use std::sync::atomic::Ordering::Relaxed;

use tvmlike::prelude::*;

use crate::classes::Counter;

/// The length of a list or tuple.
#[packed_func("bench.list_length")]
fn list_length(items: Array) -> Result<i64> {
    Ok(i64::try_from(items.len())?)
}

/// The number of entries of a dict.
#[packed_func("bench.map_length")]
fn map_length(items: Map) -> Result<i64> {
    Ok(i64::try_from(items.len())?)
}

/// A thousand ints, from 0 on.
#[packed_func("bench.ints")]
fn ints() -> Vec<i64> {
    (0..1000).collect()
}

/// A hundred keys with their numbers.
#[packed_func("bench.table")]
fn table() -> HashMap<String, i64> {
    (0..100).map(|i| (format!("key {i}"), i)).collect()
}

/// The sum of floats.
#[packed_func("bench.sum_floats")]
fn sum_floats(items: Vec<f64>) -> f64 {
    items.iter().sum()
}

/// The sum of ints.
#[packed_func("bench.sum_ints")]
fn sum_ints(items: Vec<i64>) -> i64 {
    items.iter().sum()
}

/// The sum of a dict's values.
#[packed_func("bench.sum_values")]
fn sum_values(items: HashMap<String, i64>) -> i64 {
    items.values().sum()
}

/// The sum of counters' numbers.
#[packed_func("bench.sum_counters")]
fn sum_counters(items: Vec<ObjectPtr<Counter>>) -> i64 {
    items.iter().map(|item| item.v.load(Relaxed)).sum()
}

/// The extent of an array's first dimension.
#[packed_func("bench.first_dim")]
fn first_dim(array: TensorView<'_>) -> i64 {
    array.shape().first().copied().unwrap_or(0)
}

/// A new tensor of zeros.
#[packed_func("bench.tensor")]
fn tensor() -> Result<Tensor> {
    Tensor::from_vec(vec![0_f32; 12], &[3, 4])
}

/// The array itself.
#[packed_func("bench.tensor_same")]
fn tensor_same(array: Tensor) -> Tensor {
    array
}
