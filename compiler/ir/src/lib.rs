//! An IR compatible with MLIR's: contexts, types, attributes, operations, regions and blocks, without LLVM.
//!
//! # Layers
//! Each module imports only modules above it in this list.
//!
//! | module | what |
//! |---|---|
//! | `id`, `record`, `error` | ids of everything; the layout of records; refused changes |
//! | `space`, `arena` | the memory of operations |
//! | `list`, `unique` | lists of ids and sizes; the nodes that contain them |
//! | `types`, `attributes`, `affine`, `location`, `source`, `common` | what is uniqued (one layer: types and attributes contain each other) |
//! | `context`, `access` | the owner of all; the right to change the IR |
//! | `value`, `usage`, `region`, `block`, `operation` | reading and changing the parts of the IR (one layer: they refer to each other) |
//! | `diagnostic` | errors and notes, and who receives them |
//! | `side_table` | data about parts of the IR, by id |
//! | `extension`, `dialect`, `builtin` | the dialects and operations that a context knows |
//! | `op_attributes` | the attributes of operations by name |
//! | `order`, `walk`, `create`, `clone`, `structural`, `handle` | order in a block; walks; making, moving, erasing; copying; comparing; references that front ends keep |
//! | `sub_elements` | attributes inside attributes and types |
//! | `symbols`, `symbol_uses`, `symbol_table` | symbols and references to them |
//! | `builder`, `parallel` | making operations at a place; changing operations on several threads |
//! | `dominator_tree`, `dominance`, `verify_traits`, `verify` | which definitions reach which uses; verification |

mod access;
mod affine;
mod arena;
mod attributes;
mod block;
mod builder;
mod builtin;
mod clone;
mod common;
mod context;
mod create;
mod diagnostic;
mod dialect;
mod dominance;
mod dominator_tree;
mod error;
mod extension;
mod handle;
mod id;
mod list;
mod location;
mod op_attributes;
mod operation;
mod order;
mod parallel;
mod record;
mod region;
mod side_table;
mod source;
mod space;
mod structural;
mod sub_elements;
mod symbol_table;
mod symbol_uses;
mod symbols;
mod types;
mod unique;
mod usage;
mod value;
mod verify;
mod verify_traits;
mod walk;

pub use access::{Busy, Exclusive, Shared};
pub use affine::{AffineExprKind, AffineOp, MAX_AFFINE_DEPTH};
pub use attributes::{
    AttributeKind, DenseArray, DenseElements, DenseStrings, Element, ElementFormat, FloatValue, IntegerValue,
    NamedAttribute, NamedAttributes, Resource,
};
pub use block::{Arguments, Operations};
pub use builder::{Builder, InsertionPoint};
pub use clone::Mapping;
pub use context::Context;
pub use diagnostic::{Diagnostic, Failure, HandlerId, InFlight, OpPrinter, Severity};
pub use dialect::{Count, Dialect, OpInfo, Traits, Verifier};
pub use dominance::{DominanceInfo, PostDominanceInfo};
pub use error::Error;
pub use extension::Extensions;
pub use handle::{Handle, Stale};
pub use id::{
    AffineExpr, AffineMap, Attribute, Block, Identifier, IntegerSet, Location, Op, OpOperand, Region, Type,
    Value,
};
pub use list::{
    AffineExprs, Attributes, DYNAMIC, Dims, DimsIter, Identifiers, Ids, IdsIter, Locations, Types, UniquedId,
};
pub use location::{FilePosition, LocationKind};
pub use operation::{OpOperands, OpState, Operands, Regions, Results, Successors};
pub use region::Blocks;
pub use side_table::{Entity, SideTable};
pub use source::SourceText;
pub use structural::Equivalence;
pub use symbol_table::{SymbolTable, SymbolTables, SymbolVerifier};
pub use symbol_uses::SymbolUse;
pub use symbols::Visibility;
pub use types::{FloatKind, MAX_INTEGER_WIDTH, ScalableDims, Signedness, TypeKind, Unpacked};
pub use usage::Uses;
pub use value::ValueOwner;
pub use walk::{WalkOrder, WalkResult};
