//! What stands behind IREE's function ABI where calls of nested data are measured: it takes lists in record order.

use tvmlike::prelude::*;

/// Three, and the list itself.
#[packed_func("bench.nested")]
fn nested(data: Array) -> (i32, Array) {
    (3, data)
}

/// Three.
#[packed_func("bench.nested_in")]
fn nested_in(data: Array) -> i32 {
    drop(data);
    3
}
