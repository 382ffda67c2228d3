//! `arith-expand`, and the part of it that the llvm dialect needs.

use tvmlike_ir::{Failure, FloatKind, Value};
use tvmlike_transform::{
    ConversionPatterns, ConversionTarget, Legality, OptionRecord, Pass, PassRecord, Run,
};

use crate::arith::{BF16, DIVISIONS, EXTREMES, F4E2M1, F8E8M0, INDEX_DIVISIONS, SCALED};

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "arith-expand",
        "Legalize Arith ops to be convertible to LLVM.",
        |options| {
            Ok(Box::new(ArithExpand {
                with_bf16: options.bool("include-bf16"),
                with_e8m0: options.bool("include-f8e8m0"),
                with_e2m1: options.bool("include-f4e2m1"),
            }))
        },
    )
    .shown_as("ArithExpandOpsPass")
    .with_dialects(&["vector"])
    .with_options(vec![
        OptionRecord::bool("include-bf16", false, "Enable the BF16 expansion patterns"),
        OptionRecord::bool("include-f8e8m0", false, "Enable the F8E8M0 expansion patterns"),
        OptionRecord::bool("include-f4e2m1", false, "Enable the F4E2M1 expansion patterns"),
    ])
}

struct ArithExpand {
    with_bf16: bool,
    with_e8m0: bool,
    with_e2m1: bool,
}

impl ArithExpand {
    /// Whether a conversion of floats stays.
    fn keeps(&self, from: Option<FloatKind>, to: Option<FloatKind>, extends: bool) -> bool {
        let small = if extends { from } else { to };
        let is_bf16 = match extends {
            true => (from, to) == (Some(FloatKind::BF16), Some(FloatKind::F32)),
            false => (from, to) == (Some(FloatKind::F32), Some(FloatKind::BF16)),
        };
        !(self.with_bf16 && is_bf16
            || self.with_e8m0 && small == Some(FloatKind::F8E8M0FNU)
            || self.with_e2m1 && small == Some(FloatKind::F4E2M1FN))
    }
}

impl Pass for ArithExpand {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let mut patterns = ConversionPatterns::new();
        let mut target = ConversionTarget::new();
        target.dialects(context, &["arith", "vector"], &Legality::Legal);
        for pattern in [&DIVISIONS[..], &EXTREMES, &SCALED].concat() {
            patterns.add_table(&[pattern], None);
            target.op(context, pattern.root, Legality::Illegal);
        }
        let small = [
            (self.with_bf16, &BF16),
            (self.with_e8m0, &F8E8M0),
            (self.with_e2m1, &F4E2M1),
        ];
        for (_, table) in small.into_iter().filter(|(is_given, _)| *is_given) {
            patterns.add_table(table, None);
        }
        let expand = Self { ..*self };
        let keeps = Legality::when(move |context, op| {
            let kind = |value: Option<Value>| {
                let ty = value?.ty(context);
                ty.element_type(context).unwrap_or(ty).float_kind(context)
            };
            let [from, to] = [op.operand(context, 0), op.result(context, 0)].map(kind);
            expand.keeps(from, to, op.is_named(context, "arith.extf"))
        });
        target.ops(context, &["arith.extf", "arith.truncf"], &keeps);
        run.convert_partial(root, &target, &patterns)
    }
}

/// Not one of MLIR: the least and greatest numbers have intrinsics, by which loops can be vectorized.
pub(super) fn divisions() -> PassRecord {
    PassRecord::new(
        "arith-expand-divisions",
        "Expand divisions of arith and index that round up or down",
        |_| Ok(Box::new(ExpandDivisions)),
    )
}

struct ExpandDivisions;

impl Pass for ExpandDivisions {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let mut patterns = ConversionPatterns::new();
        let mut target = ConversionTarget::new();
        target.dialects(context, &["arith"], &Legality::Legal);
        for table in [&DIVISIONS[..], &INDEX_DIVISIONS] {
            patterns.add_table(table, None);
            for pattern in table {
                target.op(context, pattern.root, Legality::Illegal);
            }
        }
        run.convert_partial(root, &target, &patterns)
    }
}
