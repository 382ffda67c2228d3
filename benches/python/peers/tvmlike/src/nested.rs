//! The functions that `abi.attach` wraps to measure calls with nested data. They take lists in record order.

use tvmlike::prelude::*;

/// Returns three and the list.
#[packed_func("bench.nested")]
fn nested(data: Array) -> (i32, Array) {
    (3, data)
}

/// Returns three.
#[packed_func("bench.nested_in")]
fn nested_in(data: Array) -> i32 {
    drop(data);
    3
}
