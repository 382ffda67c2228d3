//! MLIR's dialects as data.
//!
//! `data/NAME.txt` says what each operation of a dialect is: its parts, constraints, traits and formats, in the form that
//! `data/README.md` describes. The files are embedded compressed; a dialect is decoded when it is needed first, once per
//! process. [`load`] makes a context know it; [`make_available`] lets a context load each when it meets its
//! name. `import/` writes the files from MLIR's definitions.
//!
//! `docs/dialect-coverage.md` lists per operation whether all that MLIR verifies with hand-written code is verified here.
//!
//! ```
//! let context = tvmlike_ir::Context::new();
//! tvmlike_dialects::load(&context, "arith")?;
//! let info = context.op_info(context.identifier("arith.addi")).expect("the operation is registered");
//! assert!(info.traits().contains(tvmlike_ir::Traits::COMMUTATIVE));
//! # Ok::<(), tvmlike_dialects::LoadError>(())
//! ```
//!
//! Operations are made by the names in their records; the types of results are inferred:
//!
//! ```
//! use tvmlike_define::OpBuilder;
//! use tvmlike_ir::{Builder, Context};
//!
//! let context = Context::new();
//! tvmlike_dialects::make_available(&context);
//! let mut edit = context.exclusive().expect("nothing else uses the context");
//! let mut builder = Builder::new(&mut edit);
//! let two = context.integer_attribute(context.i32(), 2).expect("2 is an i32");
//! let two = OpBuilder::new("arith.constant").attribute("value", two).create(&mut builder)?;
//! let two = two.result(&context, 0).expect("a constant has a result");
//! let sum = OpBuilder::new("arith.addi").operand("lhs", [two]).operand("rhs", [two]).create(&mut builder)?;
//! assert_eq!(sum.result(&context, 0).map(|sum| sum.ty(&context)), Some(context.i32()));
//! # Ok::<(), tvmlike_define::BuildError>(())
//! ```
//!
//! # Layers
//!
//! A module imports only from layers before its own (checked by `cargo xtask test layers`):
//!
//! - `combining`: how the kinds of `#vector.kind` combine elements
//! - `common`: traits of operations and parts of types and attributes, as several layers ask for them
//! - `freeing`: what frees the memory of a value
//! - `constant`, `number`: values that are known; arithmetic of all widths and formats
//! - `transfer`: maps and masks of transfers of vectors
//! - `llvm`: what forms, directives and verifiers of llvm share
//! - `spirv`: the types of spirv in forms and verifiers
//! - `xegpu`: layouts and descriptors of xegpu in its symbols and verifiers
//! - `directives`: code for directives `custom<…>` in formats
//! - `data_layout`: data layouts of modules
//! - `type_sizes`: sizes of types in memory
//! - `discardable`: the checks of discardable attributes
//! - `structured`: loops, maps and bodies of the structured operations of linalg
//! - `forms`: custom forms written by hand, and the names of results
//! - `loading`: one thread at a time loads dialects into a context
//! - `symbols`: types and attributes read by hand-written code
//! - `infer`: the types of results, inferred by hand
//! - `verifiers`: checks written by hand
//! - `applied_map`: affine maps and the values that they are applied to
//! - `fold`, `interfaces`, `ranges`: folds and canonicalization patterns; effects, branches, loops and calls; ranges of integers
//! - `library`: the embedded dialects
//! - `irdl`: dialects defined by text
//! - `defined`: dialects of plugins

mod applied_map;
mod combining;
mod common;
mod constant;
mod data_layout;
mod defined;
mod directives;
mod discardable;
mod fold;
mod forms;
mod freeing;
mod infer;
mod interfaces;
mod irdl;
mod library;
mod llvm;
mod loading;
mod number;
mod ranges;
mod spirv;
mod structured;
mod symbols;
mod transfer;
mod type_sizes;
mod verifiers;
mod xegpu;

use tvmlike_ir::{Context, Op};

/// The examples in Rust of docs/dialects.md.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/dialects.md")]
struct DocumentedDialects;

pub use applied_map::AppliedMap;
pub use combining::{combining_kind, combining_operation};
pub use defined::{Code, Defined, Registered};
pub use directives::directive;
pub use freeing::freed_by;
pub use irdl::IrdlError;
pub use library::{LoadError, load, make_available, names, record};
pub use loading::{Steady, lock_for_fork};
pub use number::{Float, Int, IntRange, Rounding};
pub use ranges::{InferIntRanges, InferredRanges, full_int_range, int_range_width};
pub use structured::{StructuredLoops, fill_structured_region, structured_loops, structured_operations};
pub use verifiers::is_affine_symbol;

/// The size in bits of a type, by the data layout around an operation. `None`: it is not known.
pub fn type_bits(context: &Context, op: Op, ty: tvmlike_ir::Type) -> Option<u64> {
    type_sizes::TypeSizes::at(context, op).bits(ty)
}

/// What is wrong with the tables that belong to the data: an order, or an entry that no record asks for. For the tests.
#[doc(hidden)]
pub fn table_faults() -> Vec<String> {
    [
        verifiers::faults(record),
        structured::faults(record),
        interfaces::faults(names(), record),
        fold::faults(record),
        ranges::faults(record),
    ]
    .concat()
}

/// Makes a context know the dialects that a verified module defines in IRDL.
///
/// # Errors
/// A definition contradicts itself, needs C++ code, or has the name of a dialect that exists. Nothing was registered then.
pub fn load_irdl(context: &Context, module: Op) -> Result<(), IrdlError> {
    let known = |name: &str| load(context, name).is_ok();
    irdl::load(context, module, &known)
}
