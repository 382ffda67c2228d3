//! Linear indices as arithmetic.

use tvmlike_ir::{Context, Location, LoopLike, Op, Rewriter, Value};

use super::basis::inner_sizes;
use crate::make::{Make, index_constant, integer, is_set, operand_group};
use crate::strided_metadata::Number;

/// `#arith.overflow<nsw>`.
const SIGNED: i64 = 1;
/// `#arith.overflow<nsw, nuw>`.
const BOTH: i64 = 3;
/// The number of the predicate `slt`.
const LESS: i64 = 2;

/// Makes operations on indices at one location.
struct Maker<'r, 'e, 'c> {
    rewriter: &'r mut Rewriter<'e, 'c>,
    location: Location,
}

impl Maker<'_, '_, '_> {
    fn binary(&mut self, name: &str, lhs: Value, rhs: Value, flags: i64) -> Value {
        let context = self.rewriter.context();
        let flags = match flags {
            0 => None,
            flags => tvmlike_define::enum_set(context, "arith", "overflow", flags.cast_unsigned()),
        };
        let properties: Vec<_> = flags.into_iter().map(|flags| ("overflowFlags", flags)).collect();
        Make::new(name, &[lhs, rhs], &[context.index_type()])
            .with(&properties)
            .value(self.rewriter, self.location)
    }

    fn constant(&mut self, number: i64) -> Value {
        index_constant(self.rewriter, self.location, number)
    }

    /// The products of the sizes from each on.
    fn strides(&mut self, sizes: &[Number], flags: i64) -> Vec<Value> {
        let (mut known, mut value): (i64, Option<Value>) = (1, None);
        let mut strides = Vec::new();
        for size in sizes.iter().rev() {
            match *size {
                Number::Known(size) => known = known.wrapping_mul(size),
                Number::Value(size) => {
                    value = Some(match value {
                        Some(value) => self.binary("arith.muli", value, size, flags),
                        None => size,
                    });
                }
            }
            strides.push(match value {
                Some(value) if known == 1 => value,
                Some(value) => {
                    let known = self.constant(known);
                    self.binary("arith.muli", value, known, flags)
                }
                None => self.constant(known),
            });
        }
        strides.reverse();
        strides
    }

    /// The remainder that is not negative.
    fn remainder(&mut self, index: Value, by: Value, zero: Value) -> Value {
        let context = self.rewriter.context();
        let rest = self.binary("arith.remsi", index, by, 0);
        let is_negative = Make::new("arith.cmpi", &[rest, zero], &[context.i1()])
            .with(&[("predicate", integer(context, context.i64(), LESS))])
            .value(self.rewriter, self.location);
        let corrected = self.binary("arith.addi", rest, by, SIGNED);
        Make::new(
            "arith.select",
            &[is_negative, corrected, rest],
            &[context.index_type()],
        )
        .value(self.rewriter, self.location)
    }
}

pub(super) fn delinearize(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let index = op.operand(context, 0)?;
    if op.num_results(context) == 1 {
        rewriter.replace_op(op, &[index]);
        return Some(());
    }
    let sizes = inner_sizes(context, op)?;
    let mut maker = Maker {
        location: op.location(context),
        rewriter: &mut *rewriter,
    };
    let strides = maker.strides(&sizes, BOTH);
    let zero = maker.constant(0);
    let mut results = vec![maker.binary("arith.floordivsi", index, *strides.first()?, 0)];
    for pair in strides.windows(2) {
        let rest = maker.remainder(index, pair[0], zero);
        results.push(maker.binary("arith.divsi", rest, pair[1], 0));
    }
    results.push(maker.remainder(index, *strides.last()?, zero));
    rewriter.replace_op(op, &results);
    Some(())
}

/// How many loops around an operation, from the innermost on, do not define a value.
fn invariant_loops(context: &Context, op: Op, value: Value) -> usize {
    let parents = std::iter::successors(op.parent_op(context), |op| op.parent_op(context));
    let loops = parents.filter_map(|at| Some((at, at.interface::<LoopLike>(context)?)));
    loops
        .take_while(|(at, interface)| interface.is_defined_outside(context, *at, value))
        .count()
}

pub(super) fn linearize(rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let group = operand_group(context, op, "multi_index")?;
    let indices: Vec<Value> = op.operands(context).skip(group.start).take(group.len()).collect();
    let is_disjoint = is_set(context, op, "disjoint");
    let sizes = inner_sizes(context, op)?;
    let mut maker = Maker {
        location: op.location(context),
        rewriter: &mut *rewriter,
    };
    let Some((last, outer)) = indices.split_last() else {
        let zero = maker.constant(0);
        rewriter.replace_op(op, &[zero]);
        return Some(());
    };
    let strides = maker.strides(&sizes, if is_disjoint { BOTH } else { SIGNED });
    let mut terms: Vec<(Value, usize)> = Vec::new();
    for (stride, index) in strides.iter().zip(outer) {
        let scaled = maker.binary("arith.muli", *index, *stride, SIGNED);
        terms.push((scaled, invariant_loops(context, op, *index)));
    }
    terms.push((*last, invariant_loops(context, op, *last)));
    // What is known further out is added first.
    terms.sort_by_key(|(_, loops)| std::cmp::Reverse(*loops));
    let sum = terms
        .into_iter()
        .map(|(term, _)| term)
        .reduce(|sum, term| maker.binary("arith.addi", sum, term, SIGNED))?;
    rewriter.replace_op(op, &[sum]);
    Some(())
}
