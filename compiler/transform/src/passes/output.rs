//! Where passes print: standard error, as MLIR's do.

use std::io::Write as _;

use tvmlike_ir::{Context, Op};
use tvmlike_text::{PrintOptions, print_op};

/// Writes a text at once. Nothing can be done if there is no standard error.
pub(super) fn write(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// The text of an operation.
pub(super) fn text_of(context: &Context, op: Op, options: &PrintOptions) -> String {
    let mut text = Vec::new();
    match print_op(context, op, options, &mut text) {
        Ok(()) => String::from_utf8_lossy(&text).into_owned(),
        Err(error) => format!("<cannot be printed: {error}>"),
    }
}
