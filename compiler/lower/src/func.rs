//! func to the llvm dialect.

mod calls;
mod definition;
mod signature;
mod unranked;
mod wrappers;

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
