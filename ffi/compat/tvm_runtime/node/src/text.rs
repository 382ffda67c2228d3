//! Text that leaves a container.
//!
//! A front end knows an item by its handle, so text goes out as an object: a short string has none, and a string of ours would
//! go out as a C string. Invariant: a string object that a front end put into a container comes out as that very object.

use tvmlike::{Any, AnyView, Result};
use tvmlike_classic::{is_string_object, string_object};

/// An item of a container, as it is given to a front end.
pub(crate) fn outward(item: &AnyView<'_>) -> Result<Any> {
    match item.as_str() {
        Some(Ok(text)) if !is_string_object(item) => Ok(string_object(text)),
        _ => item.to_owned(),
    }
}
