//! Types as text.

mod parse;
mod print;
pub(crate) mod recent;
mod shaped;
