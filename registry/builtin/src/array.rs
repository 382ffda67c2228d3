//! `array.*`

use tvmlike::packed_func;
use tvmlike_runtime::{Array, PackedFunc, Result};

/// Calls a function on every item and returns the results in order.
#[packed_func("array.map")]
fn map(f: &PackedFunc, items: Array) -> Result<Array> {
    Ok(Array::new(
        items.iter().map(|item| f.call((*item,))).collect::<Result<_>>()?,
    ))
}
