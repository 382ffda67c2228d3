//! Affine expressions, maps and integer sets as text.

mod parse;
mod print;

pub(crate) use print::{print_expr, print_map, print_set};
