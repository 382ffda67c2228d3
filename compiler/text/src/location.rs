//! Locations as text.

mod parse;
mod print;

pub use parse::LocationOrAlias;
