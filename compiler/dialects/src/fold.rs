//! What MLIR folds and canonicalizes by hand-written code: a file per dialect, a function per operation.
//!
//! Invariant: tables are sorted by operation, and name operations of the dialect's record (checked by a test). A fold returns
//! what MLIR's returns, exact to the bit.

mod affine;
mod arith;
mod bufferization;
mod cf;
mod complex;
mod elementwise;
mod func;
mod groups;
mod index;
mod linalg;
mod llvm;
mod math;
mod memref;
mod rewrite;
mod scf;
mod slices;
mod tensor;
mod ub;
mod vector;

use std::sync::Arc;

use tvmlike_define::DialectRecord;
use tvmlike_ir::{
    Attribute, Canonicalization, Context, Dialect, Fold, FoldScope, Folded, Folding, Location, Materializer,
    Op, OpInfo, PatternSet, Region, RewriteFn, Rewriter, Type,
};

/// Folds an operation.
type FoldOp = fn(&mut Folding<'_, '_>) -> Option<Folded>;

/// Makes a constant of a dialect.
type Materialize = fn(&mut Rewriter<'_, '_>, Attribute, Type, Location) -> Option<Op>;

/// How the operations of a dialect are folded and canonicalized.
struct Rules {
    /// Folds by operation, sorted.
    folds: &'static [(&'static str, FoldOp)],
    /// Canonicalization patterns by the operation for which MLIR declares them, sorted; of one operation in MLIR's order.
    patterns: &'static [(&'static str, &'static [RewriteFn])],
    /// Makes the constants that folds of the dialect give.
    materialize: Option<Materialize>,
    /// Whether constants are put into a region of an operation of the dialect.
    scope: Option<fn(&Context, Region) -> bool>,
}

/// The rules by dialect.
const DIALECTS: &[(&str, &Rules)] = &[
    ("affine", &affine::RULES),
    ("arith", &arith::RULES),
    ("bufferization", &bufferization::RULES),
    ("cf", &cf::RULES),
    ("complex", &complex::RULES),
    ("func", &func::RULES),
    ("index", &index::RULES),
    ("linalg", &linalg::RULES),
    ("llvm", &llvm::RULES),
    ("math", &math::RULES),
    ("memref", &memref::RULES),
    ("scf", &scf::RULES),
    ("tensor", &tensor::RULES),
    ("ub", &ub::RULES),
    ("vector", &vector::RULES),
];

fn rules(dialect: &str) -> Option<&'static Rules> {
    DIALECTS
        .iter()
        .find(|(name, _)| *name == dialect)
        .map(|(_, rules)| *rules)
}

/// Attaches the folds and patterns to the operations of a dialect, which are in the order of the record.
pub(crate) fn attach(record: &DialectRecord, infos: &[OpInfo]) {
    let Some(rules) = rules(&record.name) else {
        return;
    };
    for (info, op) in infos.iter().zip(&record.operations) {
        llvm::attach_constants(info, &op.name);
        if let Ok(index) = rules.folds.binary_search_by_key(&&*op.name, |(name, _)| name) {
            info.extensions()
                .get_or_insert_with(|| Fold::new(rules.folds[index].1));
        }
        if let Ok(index) = rules.patterns.binary_search_by_key(&&*op.name, |(name, _)| name) {
            let mut patterns = PatternSet::new();
            patterns.add_table(rules.patterns[index].1);
            info.extensions()
                .get_or_insert_with(|| Canonicalization(patterns));
        }
    }
}

/// Attaches what belongs to the dialect as a whole.
pub(crate) fn attach_to_dialect(dialect: &Dialect, name: &str) {
    let Some(rules) = rules(name) else {
        return;
    };
    if let Some(materialize) = rules.materialize {
        dialect
            .extensions()
            .get_or_insert_with(|| Materializer(materialize));
    }
    if name == "linalg" {
        let mut patterns = PatternSet::new();
        patterns.add_table(linalg::ANY);
        dialect
            .extensions()
            .get_or_insert_with(|| Canonicalization(patterns));
    }
    if let Some(scope) = rules.scope {
        dialect.extensions().get_or_insert_with(|| FoldScope(scope));
    }
}

/// What is wrong with the tables: an order, or a rule of an operation that is not in the data.
pub(crate) fn faults(record: impl Fn(&str) -> Option<&'static Arc<DialectRecord>>) -> Vec<String> {
    let mut faults = Vec::new();
    for (dialect, rules) in DIALECTS {
        let sorted = rules.folds.is_sorted_by(|(a, _), (b, _)| a < b)
            && rules.patterns.is_sorted_by(|(a, _), (b, _)| a < b);
        if !sorted {
            faults.push(format!("the rules of {dialect} are not sorted"));
        }
        let folded = rules.folds.iter().map(|(name, _)| *name);
        for name in folded.chain(rules.patterns.iter().map(|(name, _)| *name)) {
            if record(dialect).is_none_or(|record| record.operations.iter().all(|op| *op.name != *name)) {
                faults.push(format!("{name} of the rules is not in the data"));
            }
        }
    }
    faults
}
