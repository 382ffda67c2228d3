//! Affine expressions, maps and integer sets.
//!
//! Invariant: an expression is simplified as MLIR simplifies it when it is made, so equal ids mean what equal text means.
//! Each operation stores the facts that simplification needs (the dimensions it uses, its known divisor, its depth), so
//! making one never walks its operands. The depth is limited, so that routines that do walk can recurse.

mod divide;
mod expr;
mod flatten;
mod map;
mod replace;
mod set;
mod simplify;

pub use expr::{AffineExprKind, AffineOp, MAX_AFFINE_DEPTH};
