//! Strings as objects.

use tvmlike::FromArg;
use tvmlike::prelude::*;
use tvmlike_classic::{is_string_object, string_object};

/// A string as an object, which it stays wherever it goes.
#[packed_func("runtime.String")]
fn string(text: AnyView<'_>) -> Result<Any> {
    if is_string_object(&text) {
        return text.to_owned();
    }
    let text = <&str>::from_arg(&text);
    let text = text.map_err(|why| why.into_argument_error("runtime.String", 0, Some("text")))?;
    Ok(string_object(text))
}

/// The text of a string.
#[packed_func("runtime.GetFFIString")]
fn text_of(string: &str) -> tvmlike::String {
    string.into()
}

/// How many bytes the text of a string has.
#[packed_func("runtime.GetFFIStringSize")]
fn size_of(string: &str) -> usize {
    string.len()
}
