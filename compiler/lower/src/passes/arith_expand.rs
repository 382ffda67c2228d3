//! `arith-expand`, and the part of it that the llvm dialect needs.

use tvmlike_ir::Failure;
use tvmlike_transform::{
    ConversionPatterns, ConversionTarget, Legality, OptionRecord, Pass, PassRecord, Run, convert_partial,
};

use crate::arith::{BF16, DIVISIONS, EXTREMES};

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "arith-expand",
        "Legalize Arith ops to be convertible to LLVM.",
        |options| {
            for name in ["include-f8e8m0", "include-f4e2m1"] {
                if options.bool(name) {
                    return Err(format!("'{name}' is not supported; leave it out"));
                }
            }
            Ok(Box::new(ArithExpand {
                with_bf16: options.bool("include-bf16"),
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
}

impl Pass for ArithExpand {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let mut patterns = ConversionPatterns::new();
        let mut target = ConversionTarget::new();
        target.dialects(context, &["arith", "vector"], &Legality::Legal);
        let mut add = |table: &[tvmlike_transform::ConversionFn]| {
            patterns.add_table(table, None);
            for pattern in table {
                target.op(context, pattern.root, Legality::Illegal);
            }
        };
        add(&DIVISIONS);
        add(&EXTREMES);
        if self.with_bf16 {
            patterns.add_table(&BF16, None);
            target.ops(
                context,
                &["arith.extf", "arith.truncf"],
                &Legality::when(|context, op| {
                    let mut values = op.operands(context).chain(op.results(context));
                    let kinds = |value: tvmlike_ir::Value| {
                        let ty = value.ty(context);
                        ty.element_type(context).unwrap_or(ty).float_kind(context)
                    };
                    let both = (values.next().and_then(kinds), values.next().and_then(kinds));
                    let (small, large) = (
                        Some(tvmlike_ir::FloatKind::BF16),
                        Some(tvmlike_ir::FloatKind::F32),
                    );
                    both != (small, large) && both != (large, small)
                }),
            );
        }
        convert_partial(run.edit(), root, &target, &patterns)
    }
}

/// Not one of MLIR: the least and greatest numbers have intrinsics, by which loops can be vectorized.
pub(super) fn divisions() -> PassRecord {
    PassRecord::new(
        "arith-expand-divisions",
        "Expand divisions of arith that round up or down",
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
        patterns.add_table(&DIVISIONS, None);
        for pattern in &DIVISIONS {
            target.op(context, pattern.root, Legality::Illegal);
        }
        convert_partial(run.edit(), root, &target, &patterns)
    }
}
