//! `arith-unsigned-when-equivalent`: makes operations on unsigned numbers of those on signed ones that are not negative.

use tvmlike_ir::{Failure, Op, OpState, Rewriter, Value};
use tvmlike_transform::{FrozenPatterns, Pass, PassRecord, Run, walk_and_rewrite};

use super::int_ranges::{self, Deciders, RewriteByRange, Shared};
use crate::make::{entries, integer};

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "arith-unsigned-when-equivalent",
        "Replace signed ops with unsigned ones where they are proven equivalent",
        |_| Ok(Box::new(UnsignedWhenEquivalent)),
    )
    .shown_as("ArithUnsignedWhenEquivalentPass")
    .with_dialects(&["arith"])
}

struct UnsignedWhenEquivalent;

impl Pass for UnsignedWhenEquivalent {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let ranges = Shared::analyze(run, Deciders::Ranges)?;
        let patterns = int_ranges::patterns(
            &ranges,
            &[
                ("ConvertOpToUnsigned<DivSIOp>", Some("arith.divsi"), to::<0>),
                (
                    "ConvertOpToUnsigned<CeilDivSIOp>",
                    Some("arith.ceildivsi"),
                    to::<1>,
                ),
                (
                    "ConvertOpToUnsigned<FloorDivSIOp>",
                    Some("arith.floordivsi"),
                    to::<0>,
                ),
                ("ConvertOpToUnsigned<RemSIOp>", Some("arith.remsi"), to::<2>),
                ("ConvertOpToUnsigned<MinSIOp>", Some("arith.minsi"), to::<3>),
                ("ConvertOpToUnsigned<MaxSIOp>", Some("arith.maxsi"), to::<4>),
                ("ConvertOpToUnsigned<ExtSIOp>", Some("arith.extsi"), to::<5>),
                (
                    "ConvertCmpIToUnsigned",
                    Some("arith.cmpi"),
                    compare as RewriteByRange,
                ),
            ],
        );
        let patterns = FrozenPatterns::new(context, &patterns);
        match walk_and_rewrite(run.edit(), root, &patterns) {
            Ok(true) => Ok(()),
            Ok(false) => {
                run.preserved().all();
                Ok(())
            }
            Err(error) => Err(run.fail(error.to_string())),
        }
    }
}

/// The operations on unsigned numbers.
const UNSIGNED: [&str; 6] = [
    "arith.divui",
    "arith.ceildivui",
    "arith.remui",
    "arith.minui",
    "arith.maxui",
    "arith.extui",
];

/// Makes the operation with a number of the table.
fn to<const NUMBER: usize>(ranges: &Shared, rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    if !ranges.lock().are_not_negative(context, op) {
        return None;
    }
    let operands: Vec<Value> = op.operands(context).collect();
    let results: Vec<_> = op.results(context).map(|result| result.ty(context)).collect();
    let attributes = entries(context, op.attributes(context));
    let attributes = (!attributes.is_empty()).then(|| op.attributes(context)).flatten();
    let new = rewriter.create(&OpState {
        operands: &operands,
        results: &results,
        attributes,
        ..OpState::new(context.identifier(UNSIGNED[NUMBER]), op.location(context))
    });
    take_over(ranges, rewriter, op, new)
}

/// Replaces an operation by one with the same results.
fn take_over(ranges: &Shared, rewriter: &mut Rewriter<'_, '_>, op: Op, new: Op) -> Option<()> {
    let context = rewriter.context();
    let results: Vec<Value> = new.results(context).collect();
    // As in MLIR, what a pattern makes has no range.
    ranges.lock().forget(context, new);
    rewriter.replace_op(op, &results);
    Some(())
}

/// `cmpi`: `slt`, `sle`, `sgt`, `sge` are those numbers from 2 to 5, and the unsigned ones follow.
fn compare(ranges: &Shared, rewriter: &mut Rewriter<'_, '_>, op: Op) -> Option<()> {
    let context = rewriter.context();
    let name = context.identifier("predicate");
    let tvmlike_ir::AttributeKind::Integer { value, ty } = op.property(context, name)?.kind(context) else {
        return None;
    };
    let predicate = value.to_i64().filter(|predicate| (2..6).contains(predicate))?;
    let is_convertible = {
        let ranges = ranges.lock();
        op.operands(context)
            .all(|operand| ranges.get(operand).is_some_and(|range| !range.smin.is_negative()))
    };
    if !is_convertible {
        return None;
    }
    let new = rewriter.clone_op(op, &mut tvmlike_ir::Mapping::new());
    let unsigned = integer(context, ty, predicate + 4);
    rewriter.set_attribute(new, name, unsigned);
    take_over(ranges, rewriter, op, new)
}
