//! Ranges of integers: what operations give for numbers in ranges, a table per dialect.
//!
//! Invariant: the tables are sorted by operation and name operations of the dialect's record (checked by a test). A rule gives
//! the bounds that MLIR's `InferIntRangeInterface` gives.

mod arith;
mod calculate;
mod index;
mod shaped;

use std::sync::Arc;

use smallvec::{SmallVec, smallvec};
use tvmlike_define::DialectRecord;
use tvmlike_ir::{Context, Op, OpInfo, Type, TypeKind, Value};

use crate::number::{Int, IntRange};

/// The ranges of an operation's results. `None`: the values that decide it are not known yet, or are no integers.
pub type InferredRanges = SmallVec<[Option<IntRange>; 1]>;

/// Finds the ranges of an operation's results from those of its operands: an extension of an operation's record.
#[derive(Clone, Copy)]
pub struct InferIntRanges(Rule);

/// How ranges are found.
#[derive(Clone, Copy)]
enum Rule {
    /// The range of the one result, when the ranges of all operands are known.
    All(fn(&Context, Op, &[IntRange]) -> Option<IntRange>),
    /// As `All`, also while some are not known.
    Some(fn(&Context, Op, &[Option<IntRange>]) -> Option<IntRange>),
}

/// The rules of a dialect.
type Table = &'static [(&'static str, Rule)];

/// The tables by dialect.
const DIALECTS: &[(&str, Table)] = &[
    ("affine", shaped::AFFINE),
    ("arith", arith::TABLE),
    ("index", index::TABLE),
    ("memref", shaped::MEMREF),
    ("tensor", shaped::TENSOR),
    ("vector", shaped::VECTOR),
];

impl std::fmt::Debug for InferIntRanges {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("InferIntRanges").finish_non_exhaustive()
    }
}

impl InferIntRanges {
    /// The ranges of the results, from those of the operands.
    pub fn infer(&self, context: &Context, op: Op, operands: &[Option<IntRange>]) -> InferredRanges {
        smallvec![match self.0 {
            Rule::Some(infer) => infer(context, op, operands),
            Rule::All(infer) => {
                let all: Option<SmallVec<[IntRange; 2]>> = operands.iter().cloned().collect();
                all.and_then(|all| infer(context, op, &all))
            }
        }]
    }
}

/// The number of bits of an integer, of `index`, or of the elements of a type; 0 for other types.
pub fn int_range_width(context: &Context, ty: Type) -> u32 {
    let element = ty.element_type(context).filter(|_| ty.is_shaped(context));
    match element.unwrap_or(ty).kind(context) {
        TypeKind::Integer { width, .. } => width,
        TypeKind::Index => index::LARGE_WIDTH,
        _ => 0,
    }
}

/// The numbers that any value of a type can be; `None` if they are no integers.
pub fn full_int_range(context: &Context, ty: Type) -> Option<IntRange> {
    IntRange::all(int_range_width(context, ty))
}

/// The width of an operation's one result.
fn result_width(context: &Context, op: Op) -> Option<u32> {
    let width = int_range_width(context, op.result(context, 0)?.ty(context));
    (width > 0).then_some(width)
}

/// A range of `i1`, of which one number is known or none.
fn truth(known: Option<bool>) -> Option<IntRange> {
    let bit = |value: bool| Int::new(1, value.into());
    IntRange::unsigned(bit(known == Some(true)), bit(known != Some(false)))
}

/// The ranges of values in which a cast between integers and `index` makes numbers.
fn cast(context: &Context, op: Op, operands: &[IntRange], signed: bool) -> Option<IntRange> {
    let width = result_width(context, op)?;
    let range = operands.first()?;
    Some(match width.cmp(&range.width()) {
        std::cmp::Ordering::Greater => range.extend(width, signed),
        std::cmp::Ordering::Less => range.truncate(width),
        std::cmp::Ordering::Equal => range.clone(),
    })
}

/// The rules of the dialect of a record, for its operations.
pub(crate) fn attach(record: &DialectRecord, infos: &[OpInfo]) {
    let Some((_, table)) = DIALECTS.iter().find(|(name, _)| *name == &*record.name) else {
        return;
    };
    for (info, op) in infos.iter().zip(&record.operations) {
        if let Ok(index) = table.binary_search_by_key(&&*op.name, |(name, _)| name) {
            info.extensions()
                .get_or_insert_with(|| InferIntRanges(table[index].1));
        }
    }
}

/// What is wrong with the tables: an order, or a rule of an operation that is not in the data.
pub(crate) fn faults(record: impl Fn(&str) -> Option<&'static Arc<DialectRecord>>) -> Vec<String> {
    let mut faults = Vec::new();
    for (dialect, table) in DIALECTS {
        if !table.is_sorted_by(|(a, _), (b, _)| a < b) {
            faults.push(format!("the ranges of {dialect} are not sorted"));
        }
        for (name, _) in *table {
            if record(dialect).is_none_or(|record| record.operations.iter().all(|op| *op.name != **name)) {
                faults.push(format!("{name} of the ranges is not in the data"));
            }
        }
    }
    faults
}

/// The number that an attribute is.
fn constant(context: &Context, op: Op, name: &str) -> Option<Int> {
    let value = op.property(context, context.identifier(name))?;
    match value.kind(context) {
        tvmlike_ir::AttributeKind::Integer { value, .. } => Some(Int::of(value)),
        _ => None,
    }
}

/// The type of an operand.
fn operand_type(context: &Context, op: Op, index: usize) -> Option<Type> {
    op.operand(context, index).map(|value: Value| value.ty(context))
}
