//! An IR compatible with MLIR's: contexts, types, attributes, operations, regions and blocks, without LLVM.
//!
//! # Layers
//! Each module imports only modules above it in this list:
//!
//! | module | what |
//! |---|---|
//! | `id` | ids of everything |
//! | `unique` | uniqued nodes |
//! | `context` | the owner of all |

mod context;
mod id;
mod unique;

pub use context::Context;
pub use id::{
    AffineExpr, AffineMap, Attribute, Block, Identifier, IntegerSet, Location, Op, OpOperand, Region, Type,
    Value,
};
