//! math to the llvm dialect, and to calls of the C library.

mod approximations;
mod expand;
mod fuse;
mod libm;
mod maker;
mod outlined;
mod prepare;
mod rounding;
mod special;

use std::rc::Rc;

use tvmlike_transform::{ConversionPatterns, TypeConverter};

use crate::elementwise::OneToOne;
pub(crate) use expand::EXPANSIONS;
pub(crate) use fuse::{FUSION, SINCOS};
pub(crate) use libm::{OTHERS, WITHOUT_INTRINSIC, call as call_libm};
pub(crate) use outlined::{CallOutlined, Outlining, add_functions};
pub(crate) use prepare::{PREPARED, is_simple_power};

/// Operations with one counterpart.
const ONE_TO_ONE: [(&str, &str); 27] = [
    ("math.absf", "llvm.intr.fabs"),
    ("math.acos", "llvm.intr.acos"),
    ("math.asin", "llvm.intr.asin"),
    ("math.atan", "llvm.intr.atan"),
    ("math.atan2", "llvm.intr.atan2"),
    ("math.ceil", "llvm.intr.ceil"),
    ("math.copysign", "llvm.intr.copysign"),
    ("math.cos", "llvm.intr.cos"),
    ("math.cosh", "llvm.intr.cosh"),
    ("math.ctpop", "llvm.intr.ctpop"),
    ("math.exp", "llvm.intr.exp"),
    ("math.exp2", "llvm.intr.exp2"),
    ("math.floor", "llvm.intr.floor"),
    ("math.fma", "llvm.intr.fma"),
    ("math.fpowi", "llvm.intr.powi"),
    ("math.log", "llvm.intr.log"),
    ("math.log10", "llvm.intr.log10"),
    ("math.log2", "llvm.intr.log2"),
    ("math.powf", "llvm.intr.pow"),
    ("math.round", "llvm.intr.round"),
    ("math.roundeven", "llvm.intr.roundeven"),
    ("math.sin", "llvm.intr.sin"),
    ("math.sinh", "llvm.intr.sinh"),
    ("math.sqrt", "llvm.intr.sqrt"),
    ("math.tan", "llvm.intr.tan"),
    ("math.tanh", "llvm.intr.tanh"),
    ("math.trunc", "llvm.intr.trunc"),
];

/// Adds the patterns.
pub(crate) fn add_patterns(
    patterns: &mut ConversionPatterns,
    converter: &Rc<TypeConverter>,
    approximates_log1p: bool,
) {
    for (root, target) in ONE_TO_ONE {
        patterns.add(OneToOne::new(root, target), Some(converter));
    }
    patterns.add_table(&special::PATTERNS, Some(converter));
    patterns.add_table(&approximations::PATTERNS, Some(converter));
    if approximates_log1p {
        patterns.add(approximations::LOG1P, Some(converter));
    }
}
