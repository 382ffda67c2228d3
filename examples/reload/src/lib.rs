//! The plugin of examples/reload.py, which changes, rebuilds and reloads it.

use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use tvmlike::prelude::*;

tvmlike::plugin!();

/// The tax on each price, in per cent.
const TAX: i64 = 19;

/// A price with the tax, in cents.
#[packed_func("shop.price")]
fn price(cents: i64) -> i64 {
    cents + cents * TAX / 100
}

/// A shopping basket.
#[derive(Object)]
#[object(key = "shop.Basket")]
struct Basket {
    /// The sum to pay, in cents.
    #[field]
    total: AtomicI64,
}

#[methods]
impl Basket {
    /// An empty basket.
    #[init]
    fn new() -> Self {
        Self {
            total: AtomicI64::new(0),
        }
    }

    /// Adds a price without tax; returns the new sum.
    fn add(&self, cents: i64) -> i64 {
        let with_tax = price(cents);
        self.total.fetch_add(with_tax, Relaxed) + with_tax
    }
}
