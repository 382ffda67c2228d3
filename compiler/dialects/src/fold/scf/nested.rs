//! A `scf.if` that contains nothing but another one is one choice by both conditions.

use tvmlike_ir::{Block, Context, Op, Rewriter, Value};

use super::super::rewrite::{Make, operand};
use super::choice::{else_block, then_block};
use super::region::{create_like, replace_yield, result_types, results, yield_at_end, yielded};

/// Whether a block has nothing but its terminator.
fn is_empty(context: &Context, block: Block) -> bool {
    block.first_op(context) == block.last_op(context)
}

/// Two choices, one in the other.
struct Nested {
    inner: Op,
    /// What the first region yields if both conditions are true.
    yes: Vec<Value>,
    /// What the second region yields, if there is one.
    no: Vec<Value>,
    /// The results that depend only on the outer condition.
    outer: Vec<usize>,
}

impl Nested {
    fn of(context: &Context, op: Op) -> Option<Self> {
        let then = then_block(context, op)?;
        let inner = then
            .first_op(context)
            .filter(|inner| inner.is_named(context, "scf.if"))?;
        let is_only = inner.next(context) == then.last_op(context);
        let has_work = |op| else_block(context, op).is_some_and(|block| !is_empty(context, block));
        if !is_only || has_work(op) || has_work(inner) {
            return None;
        }
        let mut nested = Self {
            inner,
            yes: yielded(context, then)?,
            no: else_block(context, op)
                .and_then(|block| yielded(context, block))
                .unwrap_or_default(),
            outer: Vec::new(),
        };
        for index in 0..nested.yes.len() {
            let value = nested.yes[index];
            let result = results(context, inner)
                .into_iter()
                .position(|result| result == value);
            match result {
                Some(number) => {
                    let other = yielded(context, else_block(context, inner)?)?;
                    if other.get(number) != nested.no.get(index) {
                        return None;
                    }
                    nested.yes[index] = *yielded(context, then_block(context, inner)?)?.get(number)?;
                }
                None if value.parent_block(context) == Some(then) => return None,
                None => nested.outer.push(index),
            }
        }
        Some(nested)
    }
}

/// Joins a choice with the only operation in it.
pub(super) fn join_nested(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let nested = Nested::of(context, op)?;
    let (condition, inner_condition) = (operand(context, op, 0)?, operand(context, nested.inner, 0)?);
    let both = Make::new("arith.andi", &[condition, inner_condition], &[context.i1()]).value(rewriter, op)?;
    let new = create_like(rewriter, op, &[both], &result_types(context, op));
    let body = rewriter.create_block(new.region(context, 0)?, None, &[]);
    let mut values = results(context, new);
    rewriter.set_before(new);
    for index in &nested.outer {
        let (yes, no) = (nested.yes[*index], *nested.no.get(*index)?);
        values[*index] =
            Make::new("arith.select", &[condition, yes, no], &[yes.ty(context)]).value(rewriter, op)?;
    }
    rewriter.merge_blocks(then_block(context, nested.inner)?, body, &[]);
    replace_yield(rewriter, body, &nested.yes)?;
    if !nested.no.is_empty() {
        let other = rewriter.create_block(new.region(context, 1)?, None, &[]);
        yield_at_end(rewriter, other, op, &nested.no);
    }
    rewriter.replace_op(op, &values);
    Some(())
}
