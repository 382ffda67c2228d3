//! Classes: a mutable one, one with comparison and hashing, and one that is only passed through.

use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use tvmlike::prelude::*;

#[repr(C)]
struct Point {
    x: f64,
    y: f64,
}

tvmlike::object_type!(Point = "bench.Point");

/// A point in the plane.
#[packed_func("bench.point")]
fn point(x: f64, y: f64) -> ObjectPtr<Point> {
    ObjectPtr::new(Point { x, y })
}

/// The distance of a point from the origin.
#[packed_func("bench.norm")]
fn norm(point: ObjectPtr<Point>) -> f64 {
    point.x.hypot(point.y)
}

/// The point itself.
#[packed_func("bench.same")]
fn same(point: ObjectPtr<Point>) -> ObjectPtr<Point> {
    point
}

/// A counter.
#[derive(Object)]
#[object(key = "bench.Counter")]
pub(crate) struct Counter {
    /// The number.
    #[field]
    pub(crate) v: AtomicI64,
}

#[methods]
impl Counter {
    #[init]
    fn new(v: i64) -> Self {
        Self { v: v.into() }
    }

    /// Adds to the number and returns it.
    fn inc(&self, by: i64) -> i64 {
        self.v.fetch_add(by, Relaxed).wrapping_add(by)
    }

    /// A new counter with the same number.
    fn fresh(&self) -> Counter {
        Self::new(self.v.load(Relaxed))
    }
}

/// A hundred counters, from 0 on.
#[packed_func("bench.counters")]
fn counters() -> Vec<Counter> {
    (0..100).map(Counter::new).collect()
}

/// An item with a number and a name. Items with the same number are equal.
#[derive(Object, Debug)]
#[object(key = "bench.Item", repr, eq, hash)]
struct Item {
    /// The number.
    #[field]
    v: i64,
    /// The name.
    #[field]
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

#[methods]
impl Item {
    #[init]
    fn new(v: i64, name: String) -> Self {
        Self { v, name }
    }
}
