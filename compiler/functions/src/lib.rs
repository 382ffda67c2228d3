//! The packed functions and classes of the compiler's IR, `ir.*`.
//!
//! Every class is a handle: a reference to the context and the number of a type, an attribute or another thing that is
//! never erased, or a checked reference to a part of the IR, which keeps that part's module alive (`owner`). Names and
//! ownership follow MLIR's Python bindings and C API; the crates below know nothing of the registry.
//!
//! Invariants: no call crashes, whatever the order and the thread; a handle of what was erased raises an error that names
//! it; foreign code (callbacks, handlers) never runs while a call holds the editor of a context.
//!
//! # Layers
//!
//! | modules | what |
//! |---|---|
//! | `api`, `errors`, `pools` | imports; errors; the memory of handles |
//! | `context`, `owner`, `current`, `dialects` | contexts; what keeps the IR alive; implicit arguments (they refer to each other) |
//! | `location`, `types`, `attributes`, `affine`, … | handles of what is uniqued |
//! | `operation`, `block`, `region`, `value`, … | handles of the IR |
//! | `module`, `walk`, `table`, `symbol_table`, … | what uses them all |

extern crate tvmlike_registry as tvmlike;

mod affine;
mod affine_map;
mod api;
mod attributes;
mod block;
mod context;
mod create;
mod current;
mod diagnostics;
mod dialects;
mod elements;
mod errors;
mod insertion_point;
mod integer_set;
mod lists;
mod location;
mod module;
mod op_attributes;
mod operation;
mod owner;
mod pools;
mod print;
mod region;

mod symbol_table;
mod table;
mod text;
mod type_id;
mod types;
mod value;
mod walk;
