//! The functions and types under `{{crate_name}}.`

use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use tvmlike::prelude::*;

// In its own tests the crate is no plugin but the host, which has the functions itself.
#[cfg(not(test))]
tvmlike::plugin!();

/// Adds two numbers.
#[packed_func("{{crate_name}}.add")]
fn add(a: i64, #[default(1)] b: i64) -> Result<i64> {
    a.checked_add(b)
        .ok_or_else(|| Error::overflow_error("the sum does not fit 64 bits"))
}

/// Multiplies every element by a factor, in the caller's own memory.
#[packed_func("{{crate_name}}.scale", release_gil)]
fn scale(mut x: ContiguousMut<'_, f32>, factor: f32) {
    x.update(|element| element * factor);
}

/// Counts.
#[derive(Object)]
#[object(key = "{{crate_name}}.Counter")]
struct Counter {
    /// How far it has counted.
    #[field]
    value: AtomicI64,
}

#[methods]
impl Counter {
    /// Creates a counter.
    #[init]
    fn new(#[default(0)] value: i64) -> Self {
        Self {
            value: AtomicI64::new(value),
        }
    }

    /// Increments the counter and returns its value.
    fn add(&self, #[default(1)] by: i64) -> i64 {
        self.value.fetch_add(by, Relaxed) + by
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_called_by_name() {
        let add = tvmlike::get("{{crate_name}}.add").unwrap();
        assert_eq!(add.call_as::<i64>((40, 2)).unwrap(), 42);
        assert_eq!(add.call_as::<i64>((41,)).unwrap(), 42);
        let refused = add.call((i64::MAX, 1)).unwrap_err();
        assert_eq!(refused.kind(), "OverflowError");
    }

    #[test]
    fn a_counter_counts() {
        let counter = Counter::new(40);
        assert_eq!(counter.add(2), 42);
    }
}
