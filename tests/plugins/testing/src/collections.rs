//! Containers of Rust's own types, in and out.

use std::collections::HashMap;

use tvmlike::prelude::*;

use crate::objects::Point;

/// The ints from 0 on.
#[packed_func("testing.ints")]
fn ints(n: i64) -> Vec<i64> {
    (0..n).collect()
}

/// The sum of a list of floats.
#[packed_func("testing.sum_floats")]
fn sum_floats(items: Vec<f64>) -> f64 {
    items.into_iter().sum()
}

/// The sum of a dict's values.
#[packed_func("testing.sum_values")]
fn sum_values(items: HashMap<String, i64>) -> i64 {
    items.into_values().sum()
}

/// Points at 0, 1, 2, ….
#[packed_func("testing.points")]
fn points(n: i64) -> Vec<ObjectPtr<Point>> {
    let point = |x: i64| Point { x: x as f64, y: 0.0 };
    (0..n).map(|x| ObjectPtr::new(point(x))).collect()
}

/// The sum of the points' first coordinates.
#[packed_func("testing.sum_points")]
fn sum_points(points: Vec<ObjectPtr<Point>>) -> f64 {
    points.iter().map(|point| point.x).sum()
}
