//! Attributes as text.

mod dense;
mod dense_array;
mod dictionary;
mod literal;
mod number;
mod parse;
mod print;
mod print_dense;
mod sparse;

pub use dictionary::{is_bare_identifier, print_keyword_or_string, print_string, print_symbol_name};
