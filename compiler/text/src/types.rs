//! Types as text.

mod parse;
mod print;
mod shaped;
