//! Maps. Keys compare by content for text, by value for numbers, and by identity for other objects.

use tvmlike::prelude::*;

use super::{boxed, kept};
use crate::text::outward;

/// Creates a map from alternating keys and values. For equal keys, the first position and the last value are used.
#[packed_func("runtime.Map")]
fn map(pairs: TVMArgs<'_>) -> Result<Map> {
    if !pairs.len().is_multiple_of(2) {
        return Err(Error::value_error(format!(
            "runtime.Map: expected keys and values in turn, got {} arguments",
            pairs.len()
        )));
    }
    let mut values = kept(pairs, 0, "runtime.Map")?.into_iter();
    Ok(Map::new(std::iter::from_fn(|| {
        Some((values.next()?, values.next()?))
    })))
}

/// The number of pairs.
#[packed_func("runtime.MapSize")]
fn size(map: Map) -> usize {
    map.len()
}

/// The number of occurrences of a key: 0 or 1.
#[packed_func("runtime.MapCount")]
fn count(map: Map, key: AnyView<'_>) -> i64 {
    map.get(&boxed::unboxed(&key)).is_some().into()
}

/// The value of a key.
#[packed_func("runtime.MapGetItem")]
fn get_item(map: Map, key: AnyView<'_>) -> Result<Any> {
    let key = boxed::unboxed(&key);
    let value = map.get(&key).ok_or_else(|| {
        Error::key_error(format!(
            "runtime.MapGetItem: the key {key:?} is not in the map, which has {} pairs",
            map.len()
        ))
    })?;
    outward(value)
}

/// The alternating keys and values, in insertion order.
#[packed_func("runtime.MapItems")]
fn items(map: Map) -> Result<Array> {
    let values = map.iter().flat_map(|(key, value)| [key, value]);
    Ok(Array::new(values.map(AnyView::to_owned).collect::<Result<_>>()?))
}
