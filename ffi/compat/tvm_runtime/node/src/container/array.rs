//! Arrays.

use tvmlike::prelude::*;

use super::{kept, position};
use crate::text::outward;

/// An array of the arguments.
#[packed_func("runtime.Array")]
fn array(items: TVMArgs<'_>) -> Result<Array> {
    kept(items, 0, "runtime.Array").map(Array::new)
}

/// The item at a position; negative ones are not counted from the end.
#[packed_func("runtime.ArrayGetItem")]
fn get_item(array: Array, index: i64) -> Result<Any> {
    let items = array.as_slice();
    let position = position(index, items.len(), "runtime.ArrayGetItem", "an array")?;
    outward(items[position].view())
}

/// How many items there are.
#[packed_func("runtime.ArraySize")]
fn size(array: Array) -> usize {
    array.len()
}
