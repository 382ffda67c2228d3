//! Strings that front ends read from a container.
//!
//! A front end accesses an item by its handle, so a string is returned as a string object: an inline string has no handle, and
//! other strings would be returned as C strings. Invariant: a string object that a front end stored is returned as the same object.

use tvmlike::{Any, AnyView, Result};
use tvmlike_classic::{is_string_object, string_object};

/// An item of a container, as a front end receives it.
pub(crate) fn outward(item: &AnyView<'_>) -> Result<Any> {
    match item.as_str() {
        Some(Ok(text)) if !is_string_object(item) => Ok(string_object(text)),
        _ => item.to_owned(),
    }
}
