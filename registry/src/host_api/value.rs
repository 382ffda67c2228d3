//! Values: strings, byte strings, arrays, maps and shapes, and owned copies of borrowed values.

use std::ffi::c_int;

use tvmlike_macros::c_function;
use tvmlike_runtime::abi::{TVMLikeByteArray, TVMLikeValue};
use tvmlike_runtime::{Any, AnyView, Array, Bytes, Error, Map, Result, Shape, String as TvmString};

use super::{bytes_at, give_made, items_at, null, outcome, text_at};

/// Makes a value and writes it to an out-parameter.
///
/// # Safety
/// `out` is NULL or valid for a write.
unsafe fn give_value(out: *mut TVMLikeValue, make: impl FnOnce() -> Result<Any>) -> c_int {
    // SAFETY: NULL or valid.
    outcome(|| unsafe { give_made(out, "the place for the value", || Ok(make()?.into_raw())) })
}

/// Makes an owned string value from UTF-8 text, which may contain NUL.
///
/// # Safety
/// `text` is NULL or valid for the call; `out` is NULL or valid for a write, and holds no value.
#[c_function(export = "TVMLikeStringCreate", slot = 14)]
pub unsafe extern "C" fn string_create(text: *const TVMLikeByteArray, out: *mut TVMLikeValue) -> c_int {
    // SAFETY: valid for the call.
    unsafe { give_value(out, || Ok(TvmString::new(text_at(text, "a string")?).into())) }
}

/// Makes an owned byte string value.
///
/// # Safety
/// `bytes` is NULL or valid for the call; `out` is NULL or valid for a write, and holds no value.
#[c_function(export = "TVMLikeBytesCreate", slot = 15)]
pub unsafe extern "C" fn bytes_create(bytes: *const TVMLikeByteArray, out: *mut TVMLikeValue) -> c_int {
    // SAFETY: valid for the call.
    unsafe { give_value(out, || Ok(Bytes::new(bytes_at(bytes, "a byte string")?).into())) }
}

/// Borrowed values at an address.
///
/// # Safety
/// `count` valid values stand at `items`, unless it is NULL.
unsafe fn views<'a>(items: *const TVMLikeValue, count: usize, what: &str) -> Result<&'a [AnyView<'a>]> {
    // SAFETY: by contract; views are transparent over the values.
    unsafe { items_at(items.cast::<AnyView<'_>>(), count, what) }
}

/// Makes an owned array value. The items are borrowed: values are copied, objects retained.
///
/// # Safety
/// `count` valid values are at `items`; `out` is NULL or valid for a write, and holds no value.
#[c_function(export = "TVMLikeArrayCreate", slot = 16)]
pub unsafe extern "C" fn array_create(
    items: *const TVMLikeValue,
    count: usize,
    out: *mut TVMLikeValue,
) -> c_int {
    // SAFETY: valid for the call.
    unsafe {
        give_value(out, || {
            Ok(Array::from_views(views(items, count, "the items")?)?.into())
        })
    }
}

/// Makes an owned map value from `count` pairs in the order key, value, key, value, …. The pairs are borrowed: values are
/// copied, objects retained. If a key occurs more than once, it keeps its first position and its last value.
///
/// # Safety
/// `2 * count` valid values are at `pairs`; `out` is NULL or valid for a write, and holds no value.
#[c_function(export = "TVMLikeMapCreate", slot = 17)]
pub unsafe extern "C" fn map_create(
    pairs: *const TVMLikeValue,
    count: usize,
    out: *mut TVMLikeValue,
) -> c_int {
    let make = || {
        let doubled = count.checked_mul(2).ok_or_else(|| {
            Error::value_error(format!("the pairs: {count} pairs exceed addressable memory"))
        })?;
        // SAFETY: `count` pairs stand there.
        Ok(Map::from_views(unsafe { views(pairs, doubled, "the pairs")? })?.into())
    };
    // SAFETY: valid for the call.
    unsafe { give_value(out, make) }
}

/// Makes an owned shape value.
///
/// # Safety
/// `count` numbers are at `dims`; `out` is NULL or valid for a write, and holds no value.
#[c_function(export = "TVMLikeShapeCreate", slot = 18)]
pub unsafe extern "C" fn shape_create(dims: *const i64, count: usize, out: *mut TVMLikeValue) -> c_int {
    // SAFETY: `count` numbers are there.
    let make = || Ok(Shape::new(unsafe { items_at(dims, count, "the dimensions")? }).into());
    // SAFETY: valid for the call.
    unsafe { give_value(out, make) }
}

/// Makes an owned value from a borrowed one: raw strings and byte arrays are copied, objects retained. A borrowed
/// `DLTensor*` is refused.
///
/// # Safety
/// `value` is NULL or valid; `out` is NULL or valid for a write, and holds no value.
#[c_function(export = "TVMLikeValueToOwned", slot = 20)]
pub unsafe extern "C" fn value_to_owned(value: *const TVMLikeValue, out: *mut TVMLikeValue) -> c_int {
    let make = || {
        // SAFETY: NULL or a valid borrowed value; a view is transparent over it.
        unsafe { value.cast::<AnyView<'_>>().as_ref() }
            .ok_or_else(|| null("the value"))?
            .to_owned()
    };
    // SAFETY: valid for the call.
    unsafe { give_value(out, make) }
}
