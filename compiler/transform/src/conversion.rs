//! Dialect conversion: makes operations legal for a target by patterns that may change the types of values, as MLIR does.
//!
//! A conversion visits the operations of a tree from the top. One that its target does not find legal is folded, or rewritten
//! by a pattern; what that makes is made legal at once. Values get replacements of other types; where an operation that stays
//! uses one, a cast is inserted at the end. Invariant: until a conversion has succeeded as a whole, every change is in its log,
//! and nothing is erased; a conversion that fails leaves the IR as it was.
//!
//! # Layers
//!
//! - `config`, `target`, `types`, `values`: how a conversion works; which operations are legal; the conversion of types; the replacements of values
//! - `log`, `undo`: changes that can be undone; undoing them
//! - `state`, `symbols`: a conversion in progress; the symbols of a table during it
//! - `rewriter`, `foreign`, `operands`: what patterns change the IR by, also foreign code; the converted operands that
//!   they get
//! - `pattern`: patterns
//! - `casts`: removing casts that cancel each other out
//! - `legalize`, `commit`: making one operation legal; making the changes final
//! - `driver`: conversions of whole trees
//! - `run`: conversions by passes

mod casts;
mod commit;
mod config;
mod driver;
mod foreign;
mod legalize;
mod log;
mod operands;
mod pattern;
mod rewriter;
mod run;
mod state;
mod symbols;
mod target;
mod types;
mod undo;
mod values;

pub use casts::reconcile_casts;
pub use config::{ConversionConfig, ConversionFolding};
pub use driver::{
    ConversionFailure, ConversionMode, analyze_conversion, convert, convert_full, convert_partial,
};
pub use foreign::SuspendedConversion;
pub use operands::ConvertedOperands;
pub use pattern::{ConversionFn, ConversionPattern, ConversionPatterns};
pub use rewriter::ConversionRewriter;
pub use target::{ConversionTarget, Legality};
pub use types::{BlockSignature, Materialization, TypeConverter, TypeList};
