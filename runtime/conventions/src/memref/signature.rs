//! MLIR function types as text.
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
//! Invariant: a parsed type prints as text that parses to an equal type.

mod parse;

use std::fmt;

use tvmlike_runtime::Result;
use tvmlike_syntax::literal;

use crate::text::refuse;

pub use super::types::{Extent, Layout, MAX_RANK, MemRef, Scalar, Sign, Type};

/// One parameter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Param {
    /// The name: `a` for `%a`. Numbers, as in `%0`, are not names.
    pub name: Option<String>,
    /// The type.
    pub ty: Type,
    /// `{llvm.readonly}`: the function does not write to it.
    pub read_only: bool,
    /// `{llvm.noalias}`: the function relies on no other argument sharing its memory.
    pub no_alias: bool,
    /// `{tvmlike.by_value}`: the function gets a value, so an array with gaps is copied.
    pub by_value: bool,
}

/// The type of a function.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct FunctionType {
    /// The symbol, if the text is a whole `func.func @symbol(…)`.
    pub symbol: Option<String>,
    /// The parameters.
    pub params: Vec<Param>,
    /// The types of the results.
    pub results: Vec<Type>,
}

impl FunctionType {
    /// Parses a function type, `(memref<?xf32>, i32) -> f64`, or the first line of a function,
    /// `func.func @dot(%a: memref<?xf32>, %b: memref<?xf32>) -> f32`.
    ///
    /// # Errors
    /// ValueError that shows the place; NotImplementedError for an MLIR type that is not supported.
    pub fn parse(text: &str) -> Result<Self> {
        parse::function(text).map_err(|error| refuse("MLIR function type", &error))
    }

    /// Whether a text is an MLIR function type rather than a C signature: it begins with `(` or `func.func`.
    pub fn is_text_of(text: &str) -> bool {
        let text = text.trim_start();
        text.starts_with('(') || text.starts_with("func.func")
    }
}

/// Whether a symbol is written without quotes. MLIR quotes names with `-`; here they may be bare.
fn is_bare_symbol(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.bytes().all(is_bare_symbol_character)
}

fn is_bare_symbol_character(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.' | b'-')
}

impl fmt::Display for FunctionType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(symbol) = &self.symbol {
            f.write_str("func.func @")?;
            match is_bare_symbol(symbol) {
                true => f.write_str(symbol)?,
                false => literal::write_string(f, symbol.as_bytes())?,
            }
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
            let attributes = [
                (param.no_alias, "llvm.noalias"),
                (param.read_only, "llvm.readonly"),
                (param.by_value, "tvmlike.by_value"),
            ];
            let attributes: Vec<&str> = attributes
                .into_iter()
                .filter_map(|(is_set, name)| is_set.then_some(name))
                .collect();
            if !attributes.is_empty() {
                write!(f, " {{{}}}", attributes.join(", "))?;
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
