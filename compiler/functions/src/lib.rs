//! The packed functions and classes of the compiler: `ir.*`, `analysis.*`, `passmanager.*`, `rewrite.*`,
//! `engine.*`.
//!
//! Every class is a handle: a reference to the context and the number of a type, an attribute or another thing that is
//! never erased, or a checked reference to a part of the IR, which keeps that part's module alive (`handles`). Names and
//! ownership follow MLIR's Python bindings and C API; the crates below know nothing of the registry.
//!
//! Invariants: no call crashes, whatever the order and the thread; a handle of what was erased raises an error that names
//! it; foreign code (callbacks, handlers) never runs while a call holds the editor of a context.
//!
//! # Layers
//!
//! A module imports only from layers before its own (checked by `cargo xtask test layers`). Classes return each other, so
//! the structs of the main ones are in `handles`, and their methods above it, in the files with the names of the classes.
//!
//! - `api`: the imports of all modules
//! - `errors`, `interrupts`, `shared_function`, `slices`, `type_id`: errors; exceptions that end a program; functions that an object and
//!   its closures share; indices and slices of lists; `ir.TypeID`
//! - `text`: printing
//! - `handles`: contexts, types, attributes, locations, operations, blocks, regions, values: what they own, and how they are
//!   made from ids; what keeps the IR alive
//! - `defined`: dialects of plugins
//! - `current`, `diagnostics`, `dialects`, `equivalence`, `op_operand`: implicit arguments; errors with diagnostics;
//!   dialects by name; flags of comparisons; uses of values
//! - `iterators`, `parse`: iterators; parsing
//! - `affine_list`, `context`, `affine`, `integer_set`, `location`: lists of affine expressions; contexts; affine expressions;
//!   integer sets; locations
//! - `affine_map`, `attributes`: affine maps; attributes and their kinds
//! - `front_end`: functions that a front end gives
//! - `types`: types and their kinds
//! - `insertion_point`, `op_attributes`, `print`: where operations are inserted; their attributes; printing with options
//! - `create`, `value`: making operations; values
//! - `lists`: lists of parts of the IR
//! - `infer`: the types of results without an operation
//! - `block`, `operation`: blocks; operations
//! - `region`, `symbol_table`, `table`: regions; symbols; bulk access
//! - `walk`: walks
//! - `records`: what front ends read of the records of dialects
//! - `views`: classes of operations
//! - `casters`: classes of types and values
//! - `named_parts`: operations by the names of their parts
//! - `structured`: bodies of structured operations
//! - `module`: modules
//! - `pass_manager`: pipelines and passes
//! - `analysis`: analyses
//! - `rewrite`, `tools`: patterns; command-line tools
//! - `engine`: running modules, with the feature `engine`

extern crate tvmlike_registry as tvmlike;
// Registers the lowerings.
use tvmlike_lower as _;

mod affine;
mod affine_list;
mod affine_map;
mod analysis;
mod api;
mod attributes;
mod block;
mod casters;
mod context;
mod create;
mod current;
mod defined;
mod diagnostics;
mod dialects;
#[cfg(feature = "engine")]
mod engine;
mod equivalence;
mod errors;
mod front_end;
mod handles;
mod infer;
mod insertion_point;
mod integer_set;
mod interrupts;
mod iterators;
mod lists;
mod location;
mod module;
mod named_parts;
mod op_attributes;
mod op_operand;
mod operation;
mod parse;
mod pass_manager;
mod print;
mod records;
mod region;
mod rewrite;
mod shared_function;
mod slices;
mod structured;
mod symbol_table;
mod table;
mod text;
mod tools;
mod type_id;
mod types;
mod value;
mod views;
mod walk;
