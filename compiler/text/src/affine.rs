//! Affine expressions, maps and integer sets as text.

mod parse;
mod print;

pub(crate) use parse::ValueInputs;
pub(crate) use print::plain_input;
