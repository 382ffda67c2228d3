//! Types as text.

mod parse;
mod print;
mod shaped;

pub(crate) use print::{push_decimal, push_extent};
