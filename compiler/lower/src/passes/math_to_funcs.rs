//! `convert-math-to-funcs`.

use tvmlike_ir::{Context, Failure};
use tvmlike_transform::{
    ConversionPatterns, ConversionTarget, Legality, OptionRecord, Pass, PassRecord, Run,
};

use crate::math::{CallOutlined, Outlining, add_functions};

/// The operations that can be converted.
const ROOTS: [&str; 3] = ["math.ctlz", "math.fpowi", "math.ipowi"];

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "convert-math-to-funcs",
        "Convert Math operations to calls of outlined implementations.",
        |options| {
            Ok(Box::new(MathToFuncs(Outlining {
                leading_zeros: options.bool("convert-ctlz"),
                least_exponent: u32::try_from(options.int("min-width-of-fpowi-exponent")).unwrap_or(u32::MAX),
            })))
        },
    )
    .shown_as("ConvertMathToFuncs")
    .on("builtin.module")
    .with_options(vec![
        OptionRecord::bool(
            "convert-ctlz",
            false,
            "Convert math.ctlz to a software implementation. Enable for targets that do not natively support ctlz.",
        ),
        OptionRecord::uint(
            "min-width-of-fpowi-exponent",
            1,
            "Convert FPowI only if the width of its exponent's integer type is greater than or equal to this value",
        ),
    ])
    .with_dialects(&["arith", "cf", "func", "scf", "vector", "llvm"])
}

struct MathToFuncs(Outlining);

impl Pass for MathToFuncs {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root, what) = (run.context(), run.op(), self.0);
        add_functions(run.edit(), root, what)?;
        let mut patterns = ConversionPatterns::new();
        let mut target = ConversionTarget::new();
        target.dialects(
            context,
            &["arith", "cf", "func", "scf", "vector"],
            &Legality::Legal,
        );
        for name in ROOTS {
            patterns.add(CallOutlined { root: name, what }, None);
        }
        let stays = Legality::when(move |context: &Context, op| !what.converts(context, op));
        for name in ["math.fpowi", "math.ipowi"] {
            target.op(context, name, stays.clone());
        }
        // Otherwise neither legal nor illegal: MLIR folds it.
        if what.leading_zeros {
            target.op(context, "math.ctlz", stays);
        }
        run.convert_partial(root, &target, &patterns)
    }
}
