//! Numbers of the formats that attributes have, with the arithmetic of LLVM's APInt and APFloat.

mod float;
mod int;

pub use float::{Float, Rounding};
pub use int::Int;
