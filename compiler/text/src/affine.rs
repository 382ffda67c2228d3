//! Affine expressions, maps and integer sets as text.

mod parse;
mod print;
