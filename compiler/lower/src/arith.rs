//! arith to the llvm dialect, and to itself.
//!
//! # Layers
//!
//! - `maker`: making operations of arith
//! - `divisions`, `expansions`: operations by other ones of arith
//! - `extended`, `special`: operations of the llvm dialect

mod divisions;
mod expansions;
mod extended;
mod maker;
mod small_floats;
mod special;

use std::rc::Rc;

use tvmlike_transform::{ConversionPatterns, TypeConverter};

pub(crate) use divisions::{DIVISIONS, INDEX_DIVISIONS};
pub(crate) use expansions::{BF16, EXTREMES};
pub(crate) use small_floats::{F4E2M1, F8E8M0, SCALED};

use crate::elementwise::OneToOne;

/// Operations with one counterpart.
const ONE_TO_ONE: [(&str, &str); 34] = [
    ("arith.addf", "llvm.fadd"),
    ("arith.addi", "llvm.add"),
    ("arith.andi", "llvm.and"),
    ("arith.bitcast", "llvm.bitcast"),
    ("arith.divf", "llvm.fdiv"),
    ("arith.divsi", "llvm.sdiv"),
    ("arith.divui", "llvm.udiv"),
    ("arith.extf", "llvm.fpext"),
    ("arith.extsi", "llvm.sext"),
    ("arith.extui", "llvm.zext"),
    ("arith.fptosi", "llvm.fptosi"),
    ("arith.fptoui", "llvm.fptoui"),
    ("arith.maximumf", "llvm.intr.maximum"),
    ("arith.maxnumf", "llvm.intr.maxnum"),
    ("arith.maxsi", "llvm.intr.smax"),
    ("arith.maxui", "llvm.intr.umax"),
    ("arith.minimumf", "llvm.intr.minimum"),
    ("arith.minnumf", "llvm.intr.minnum"),
    ("arith.minsi", "llvm.intr.smin"),
    ("arith.minui", "llvm.intr.umin"),
    ("arith.mulf", "llvm.fmul"),
    ("arith.muli", "llvm.mul"),
    ("arith.negf", "llvm.fneg"),
    ("arith.ori", "llvm.or"),
    ("arith.remf", "llvm.frem"),
    ("arith.remsi", "llvm.srem"),
    ("arith.remui", "llvm.urem"),
    ("arith.shli", "llvm.shl"),
    ("arith.shrsi", "llvm.ashr"),
    ("arith.shrui", "llvm.lshr"),
    ("arith.sitofp", "llvm.sitofp"),
    ("arith.subf", "llvm.fsub"),
    ("arith.subi", "llvm.sub"),
    ("arith.trunci", "llvm.trunc"),
];

const MORE: [(&str, &str); 2] = [("arith.uitofp", "llvm.uitofp"), ("arith.xori", "llvm.xor")];

/// Adds the patterns.
pub(crate) fn add_patterns(patterns: &mut ConversionPatterns, converter: &Rc<TypeConverter>) {
    patterns.add_table(&DIVISIONS, None);
    for (root, target) in ONE_TO_ONE.into_iter().chain(MORE) {
        let pattern = OneToOne {
            needs_floats: root != "arith.bitcast",
            ..OneToOne::new(root, target)
        };
        patterns.add(pattern, Some(converter));
    }
    patterns.add_table(&special::PATTERNS, Some(converter));
    patterns.add_table(&extended::PATTERNS, Some(converter));
}
