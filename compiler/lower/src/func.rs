//! func to the llvm dialect.
//!
//! # Layers
//!
//! - `parts`, `signature`, `unranked`: attributes that functions keep; types of functions; descriptors that leave a function
//! - `wrappers`: functions for C
//! - `calls`, `definition`: calls and returns; functions

mod calls;
mod definition;
mod parts;
mod signature;
mod unranked;
mod wrappers;

pub(crate) use definition::EMIT_C_INTERFACE;
use std::rc::Rc;

use tvmlike_transform::{ConversionFn, ConversionPatterns, TypeConverter};

const PATTERNS: [ConversionFn; 5] = [
    ConversionFn::new("func.func", definition::convert),
    ConversionFn::new("func.call", calls::call),
    ConversionFn::new("func.call_indirect", calls::call_indirect),
    ConversionFn::new("func.constant", calls::constant),
    ConversionFn::new("func.return", calls::return_values),
];

/// Adds the patterns.
pub(crate) fn add_patterns(patterns: &mut ConversionPatterns, converter: &Rc<TypeConverter>) {
    patterns.add_table(&PATTERNS, Some(converter));
}
