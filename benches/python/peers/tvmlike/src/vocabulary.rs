//! Class features besides fields and methods: items, constants, properties of the class, scopes; and enumerations.

use std::collections::HashMap;

use tvmlike::prelude::*;

/// A sequence of ints.
#[derive(Object)]
#[object(key = "bench.Row")]
struct Row {
    items: Vec<i64>,
}

#[methods(sequence)]
impl Row {
    #[init]
    fn new(size: i64) -> Self {
        Self {
            items: (0..size).collect(),
        }
    }

    fn len(&self) -> usize {
        self.items.len()
    }

    fn get(&self, index: usize) -> i64 {
        self.items[index]
    }
}

/// Ints by name.
#[derive(Object)]
#[object(key = "bench.Table")]
struct Table {
    items: HashMap<String, i64>,
}

#[methods(mapping)]
impl Table {
    #[init]
    fn new(size: i64) -> Self {
        Self {
            items: (0..size).map(|at| (format!("key {at}"), at)).collect(),
        }
    }

    fn len(&self) -> usize {
        self.items.len()
    }

    fn get(&self, key: &str) -> Option<i64> {
        self.items.get(key).copied()
    }

    fn keys(&self) -> Vec<String> {
        self.items.keys().cloned().collect()
    }
}

/// The color of a traffic light.
#[derive(Enum, Clone, Copy)]
#[enum_type("bench.Color")]
enum Color {
    /// Stop.
    Red = 1,
    /// Go.
    Green = 2,
}

/// The other color.
#[packed_func("bench.other_color")]
fn other_color(color: Color) -> Color {
    match color {
        Color::Red => Color::Green,
        Color::Green => Color::Red,
    }
}

/// A scope for functions.
#[derive(Object)]
#[object(key = "bench.Scope", scope)]
struct Scope {
    number: i64,
}

#[methods]
impl Scope {
    /// A constant of the class.
    #[constant]
    const LIMIT: i64 = 7;

    #[init]
    fn new(number: i64) -> Self {
        Self { number }
    }

    /// A property of the class.
    #[getter]
    fn limit() -> i64 {
        Self::LIMIT
    }
}

/// The number of the current scope.
#[packed_func("bench.scope_number")]
fn scope_number(#[implicit] scope: ObjectPtr<Scope>) -> i64 {
    scope.number
}
