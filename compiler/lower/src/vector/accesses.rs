//! Loads and stores of vectors of several dimensions, row by row.
//!
//! Invariant: a row is in memory where the vector of several dimensions has it: the dimensions of the vector are the last ones of
//! the memref. MLIR leaves these operations.

use tvmlike_ir::{Attribute, Context, Op, PatternSet, RewriteFn, Rewriter, Type, TypeKind, Value};

use super::elements::positions;
use super::progressive::{Start, part, rows, start, with_part};
use crate::make::{Make, index_constant, property};

/// Adds the patterns.
pub(super) fn add_patterns(patterns: &mut PatternSet) {
    patterns.add_table(&[
        RewriteFn::new("RowsOfLoad", "vector.load", load),
        RewriteFn::new("RowsOfStore", "vector.store", store),
    ]);
}

/// An access: its memref, the indices, and the rows of its vector.
struct Access {
    memref: Value,
    indices: Vec<Value>,
    row: Type,
    outer: Vec<i64>,
}

impl Access {
    /// That of an operation whose operands are the memref and the indices, from a number on; `None`: it is of one row, or of
    /// elements that are vectors.
    fn of(context: &Context, op: Op, vector: Type, first: usize) -> Option<Self> {
        let operands: Vec<Value> = op.operands(context).skip(first).collect();
        let (memref, indices) = operands.split_first()?;
        let element = memref.ty(context).element_type(context)?;
        let (row, outer) = rows(context, vector)?;
        let is_plain = !matches!(element.kind(context), TypeKind::Vector { .. });
        (is_plain && !outer.is_empty() && indices.len() > outer.len()).then(|| Self {
            memref: *memref,
            indices: indices.to_vec(),
            row,
            outer,
        })
    }

    /// The operands that say where a row is.
    fn place(&self, rewriter: &mut Rewriter<'_, '_>, op: Op, position: &[i64]) -> Vec<Value> {
        let location = op.location(rewriter.context());
        let index = rewriter.context().index_type();
        let mut operands = vec![self.memref];
        operands.extend(&self.indices);
        let first = operands.len() - 1 - position.len();
        for (operand, distance) in operands[first..].iter_mut().zip(position) {
            if *distance != 0 {
                let distance = index_constant(rewriter, location, *distance);
                *operand = Make::new("arith.addi", &[*operand, distance], &[index]).value(rewriter, location);
            }
        }
        operands
    }
}

/// What of the properties holds for each row: not the alignment of the first one.
fn kept(context: &Context, op: Op) -> Vec<(&'static str, Attribute)> {
    let nontemporal = property(context, op, "nontemporal");
    nontemporal
        .map(|value| ("nontemporal", value))
        .into_iter()
        .collect()
}

fn load(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let ty = op.result(context, 0)?.ty(context);
    let access = Access::of(context, op, ty, 0)?;
    let kept = kept(context, op);
    let mut whole = start(rewriter, location, ty, Start::Poison)?;
    for position in positions(&access.outer) {
        let operands = access.place(rewriter, op, &position);
        let row = Make::new("vector.load", &operands, &[access.row])
            .with(&kept)
            .value(rewriter, location);
        whole = with_part(rewriter, location, whole, row, &position);
    }
    rewriter.replace_op(op, &[whole]);
    Some(())
}

fn store(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let location = op.location(context);
    let vector = op.operand(context, 0)?;
    let access = Access::of(context, op, vector.ty(context), 1)?;
    let kept = kept(context, op);
    for position in positions(&access.outer) {
        let row = part(rewriter, location, vector, &position)?;
        let operands = [&[row], &access.place(rewriter, op, &position)[..]].concat();
        Make::new("vector.store", &operands, &[])
            .with(&kept)
            .at(rewriter, location);
    }
    rewriter.erase_op(op);
    Some(())
}
