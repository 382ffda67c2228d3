//! Function types in MLIR's own text.
//!
//! ```
//! use tvmlike_conventions::memref::signature::FunctionType;
//!
//! let text = "(%a: memref<?x4xf32, strided<[?, 1], offset: ?>> {llvm.readonly}, i32) -> (f64, memref<?xf32>)";
//! let function = FunctionType::parse(text)?;
//! assert_eq!(function.params[0].name.as_deref(), Some("a"));
//! assert_eq!(function.to_string(), text);
//! # Ok::<(), tvmlike_runtime::Error>(())
//! ```
//!
//! Invariant: what parses prints as a text that parses to the same.

mod attributes;
mod cursor;
mod parse;

use std::fmt;

use tvmlike_runtime::Result;

pub use super::types::{Extent, Layout, MAX_RANK, MemRef, Scalar, Sign, Type};

/// One parameter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Param {
    /// Its name, where it has one that is not a number: `%a` is called `a`.
    pub name: Option<String>,
    /// Its type.
    pub ty: Type,
    /// `{llvm.readonly}`: the function does not write to it.
    pub read_only: bool,
    /// `{llvm.noalias}`: the function relies on no other argument sharing its memory.
    pub no_alias: bool,
}

/// What a function takes and gives.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct FunctionType {
    /// The symbol, where the text is a whole `func.func @symbol(…)`.
    pub symbol: Option<String>,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Its results.
    pub results: Vec<Type>,
}

impl FunctionType {
    /// Reads a function type, `(memref<?xf32>, i32) -> f64`, or the first line of a function,
    /// `func.func @dot(%a: memref<?xf32>, %b: memref<?xf32>) -> f32`.
    ///
    /// # Errors
    /// ValueError that shows the place; NotImplementedError for a type of MLIR that is not supported.
    pub fn parse(text: &str) -> Result<Self> {
        parse::function(text)
    }

    /// Whether a text is one of these rather than a C signature: it begins with `(` or `func.func`.
    pub fn is_text_of(text: &str) -> bool {
        let text = text.trim_start();
        text.starts_with('(') || text.starts_with("func.func")
    }
}

impl fmt::Display for FunctionType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(symbol) = &self.symbol {
            write!(f, "func.func @{symbol}")?;
        }
        f.write_str("(")?;
        for (position, param) in self.params.iter().enumerate() {
            if position > 0 {
                f.write_str(", ")?;
            }
            if let Some(name) = &param.name {
                write!(f, "%{name}: ")?;
            }
            write!(f, "{}", param.ty)?;
            match (param.read_only, param.no_alias) {
                (false, false) => {}
                (true, false) => f.write_str(" {llvm.readonly}")?,
                (false, true) => f.write_str(" {llvm.noalias}")?,
                (true, true) => f.write_str(" {llvm.noalias, llvm.readonly}")?,
            }
        }
        f.write_str(") -> ")?;
        if let [only] = &*self.results {
            return write!(f, "{only}");
        }
        f.write_str("(")?;
        for (position, result) in self.results.iter().enumerate() {
            let comma = if position == 0 { "" } else { ", " };
            write!(f, "{comma}{result}")?;
        }
        f.write_str(")")
    }
}
