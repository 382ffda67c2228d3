//! Numbers of the formats that attributes have, with the arithmetic of LLVM's APInt and APFloat, and ranges of integers.

mod float;
mod int;
mod range;

pub use float::{Float, Rounding};
pub use int::Int;
pub use range::IntRange;
pub(crate) use range::fit;
