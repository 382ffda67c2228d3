//! An IR compatible with MLIR's: contexts, types, attributes, operations, regions and blocks, without LLVM.
//!
//! A [`Context`] owns everything. Types, attributes, locations and names are ids of uniqued data: two ids are equal if and only
//! if the things are. Operations, blocks, regions and values are ids of places in the context's memory. Ids are `Copy` and
//! carry no reference, so every method takes the context: `&Context` to read, `&mut` [`Exclusive`] to change. Only one
//! [`Exclusive`] exists at a time; it dereferences to the context.
//!
//! An id of something that was erased, or an id with another context than its own, is a mistake of the caller. It gives
//! wrong data or a panic, never memory outside the context. Code that keeps ids while others may erase keeps a [`Handle`],
//! which reports this as an error.
//!
//! ```
//! use tvmlike_ir::{Builder, Context, InsertionPoint, OpState, WalkOrder, WalkResult};
//!
//! let context = Context::new();
//! context.allow_unregistered_dialects(true);
//! let mut edit = context.exclusive()?;
//!
//! // builtin.module { %0 = "test.source"() : () -> i32   "test.sink"(%0) : (i32) -> () }
//! let region = edit.create_region();
//! let mut builder = Builder::new(&mut edit);
//! builder.create_block(region, &[])?;
//! let source = context.identifier("test.source");
//! let source = builder.create_op(source, &[], &[context.i32()], None, &[])?;
//! let value = source.result(&context, 0).expect("the operation has a result");
//! let sink = builder.create_op(context.identifier("test.sink"), &[value], &[], None, &[])?;
//! builder.set_insertion_point(None);
//! let name = context.identifier("builtin.module");
//! let module = builder.create_op(name, &[], &[], None, &[Some(region)])?;
//! context.verify(module)?;
//!
//! let mut names = Vec::new();
//! module.walk(&context, WalkOrder::PreOrder, |op| {
//!     names.push(op.name(&context).text(&context).into_owned());
//!     WalkResult::Advance
//! });
//! assert_eq!(names, ["builtin.module", "test.source", "test.sink"]);
//!
//! // The value is in use, so its operation cannot be erased yet.
//! assert!(source.erase(&mut edit).is_err());
//! let handle = context.op_handle(sink);
//! sink.erase(&mut edit)?;
//! source.erase(&mut edit)?;
//! assert_eq!(
//!     context.resolve_op(handle).unwrap_err().to_string(),
//!     "the operation `test.sink` no longer exists: it was erased",
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Layers
//!
//! A module imports only from layers before its own (checked by `cargo xtask test layers`). Methods count for the module
//! that uses them, not for the one that defines them: `ty.kind(&context)` is available everywhere above `types`.
//!
//! - `error`, `extension`, `id`, `record`, `recall`: refused changes; data of other crates; ids; the layout of records; what
//!   caches have in common
//! - `dialect_text`: text of unknown dialects
//! - `domain`: which editor may change a block
//! - `list`, `space`, `side_table`, `busy`, `resource`, `source`: lists in nodes; the memory of operations; data by id;
//!   who accesses a context; blobs; the lines of source texts
//! - `arena`, `unique`, `types::float_kind`, `types::signedness`: allocation of records; nodes; formats of numbers
//! - `common`: the types and attributes that every context has
//! - `context`: the owner of all, with what it calls back: `context::diagnostic`, `context::dialect`,
//!   `context::symbol_info`
//! - `access`, `affine`, `types`: the right to change the IR; affine expressions, maps and sets; types without attributes
//! - `attributes`: attributes
//! - `dialect_attributes`, `dialect_symbols`: discardable attributes that dialects check; types and attributes of registered
//!   dialects
//! - `location`, `memref`: locations and memref types, which contain attributes
//! - `usage`: operands and successors as lists of uses
//! - `value`: results and arguments
//! - `region`, `block`: lists of blocks, lists of operations
//! - `operation`: operations
//! - `alike`: operations that are alike
//! - `op_attributes`, `order`, `create`, `handle`: attributes by name; order in a block; making, moving, erasing; references
//!   that front ends keep
//! - `walk`, `clone`, `structural`: walks; copying; comparing
//! - `claim`: operations that share nothing with others
//! - `sub_elements`, `builder`, `parallel`: attributes inside attributes and types; making operations at a place; threads
//! - `create_ops`, `effects`: what makes operations at a place; side effects
//! - `rewriter`: changing the IR under observation
//! - `fold`, `pattern`: folding; patterns
//! - `builtin`: the dialect builtin
//! - `interfaces`: what passes ask about operations of any dialect
//! - `symbols`: symbols and references to them
//! - `symbol_uses`: where symbols are referred to
//! - `symbol_table`: symbols by name
//! - `dominator_tree`: dominators of blocks
//! - `dominance`: which definitions reach which uses
//! - `verify_dominance`, `verify_traits`: the checks of operands, and of traits
//! - `verify`: verification

mod access;
mod affine;
mod alike;
mod arena;
mod attributes;
mod block;
mod builder;
mod builtin;
mod busy;
mod claim;
mod clone;
mod common;
mod context;
mod create;
mod create_ops;
mod dialect_attributes;
mod dialect_symbols;
mod dialect_text;
mod domain;
mod dominance;
mod dominator_tree;
mod effects;
mod error;
mod extension;
mod fold;
mod handle;
mod id;
mod interfaces;
mod list;
mod location;
mod memref;
mod op_attributes;
mod operation;
mod order;
mod parallel;
mod pattern;
mod recall;
mod record;
mod region;
mod resource;
mod rewriter;
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
mod verify_dominance;
mod verify_traits;
mod walk;

pub use access::{Exclusive, Shared};
pub use affine::{AffineExprKind, AffineOp, MAX_AFFINE_DEPTH};
pub use alike::Alike;
pub use attributes::{
    AttributeKind, DenseArray, DenseElements, DenseStrings, Element, ElementFormat, FloatValue, IntegerValue,
    NamedAttribute, NamedAttributes,
};
pub use block::{Arguments, Operations};
pub use builder::{Builder, InsertionPoint};
pub use busy::Busy;
pub use clone::Mapping;
pub use context::Context;
pub use context::diagnostic::{Diagnostic, Failure, HandlerId, InFlight, OpPrinter, Severity};
pub use context::dialect::{
    Count, Dialect, OpInfo, PropertyCheck, PropertyFault, Traits, Unstorable, Verifier, Withdrawal,
};
pub use context::registry::DialectSource;
pub use context::symbol_info::{EncodingCheck, NormalForm, ParameterCheck, SymbolInfo};
pub use create_ops::CreateOps;
pub use dialect_attributes::{AttributeOwner, AttributeVerifier};
pub use dialect_text::{bracket_group, bracket_group_with, needs_dot};
pub use dominance::{DominanceInfo, PostDominanceInfo};
pub use effects::{Effect, EffectKind, EffectTarget, Effects, MemoryEffects, Speculatability, Speculation};
pub use error::Error;
pub use extension::Extensions;
pub use fold::{ConstantProperty, ConstantValue, Fold, FoldResult, FoldScope, Folded, Folding, Materializer};
pub use handle::{Handle, Stale};
pub use id::{
    AffineExpr, AffineMap, Attribute, Block, Identifier, IntegerSet, Location, Op, OpOperand, Region, Type,
    Value,
};
pub use interfaces::{
    Aggregate, AggregateAllocation, BoundedAccess, Branch, Call, Callable, Callee, DroppableUse,
    FindRegionSuccessors, Forwarded, Inlining, LoopLike, MemorySlot, PartAccess, PartSlots, PartUses,
    RegionBranch, RegionSuccessor, RegionSuccessors, RegionTerminator, SlotAccess, SlotAllocation, SlotUse,
    SuccessorOperands,
};
pub use list::{
    AffineExprs, Attributes, DYNAMIC, Dims, DimsIter, Identifiers, Ids, IdsIter, Locations, Parameters,
    Types, UniquedId,
};
pub use location::{FilePosition, LocationKind, SourceText};
pub use operation::{OpOperands, OpState, Operands, Regions, Results, Successors};
pub use pattern::{Canonicalization, Pattern, PatternSet, RewriteFn};
pub use recall::{Trial, mix};
pub use region::Blocks;
pub use resource::Resource;
pub use rewriter::{Listener, Rewriter};
pub use side_table::{Entity, SideTable};
pub use structural::Equivalence;
pub use symbol_table::{SymbolTable, SymbolTables, SymbolVerifier};
pub use symbol_uses::SymbolUse;
pub use symbols::Visibility;
pub use types::{FloatKind, MAX_INTEGER_WIDTH, ScalableDims, Signedness, TypeKind, Unpacked};
pub use usage::Uses;
pub use value::ValueOwner;
pub use walk::{WalkOrder, WalkResult};
