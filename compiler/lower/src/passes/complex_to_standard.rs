//! `convert-complex-to-standard` and `convert-complex-to-libm`.

use tvmlike_ir::Failure;
use tvmlike_transform::{
    ConversionPatterns, ConversionTarget, Legality, OptionRecord, Pass, PassRecord, Run,
};

use crate::complex::{TO_LIBM, add_standard_patterns};

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "convert-complex-to-standard",
        "Convert Complex dialect to standard dialect",
        |options| {
            Ok(Box::new(ComplexToStandard {
                improves_divisions: options.text("complex-range") == "improved",
            }))
        },
    )
    .shown_as("ConvertComplexToStandardPass")
    .with_dialects(&["arith", "complex", "math"])
    .with_options(vec![OptionRecord::choice(
        "complex-range",
        &[
            ("improved", "improved (default)"),
            ("basic", "basic"),
            ("none", "none"),
        ],
        "improved",
        "Control the intermediate calculation of complex number division",
    )])
}

struct ComplexToStandard {
    improves_divisions: bool,
}

impl Pass for ComplexToStandard {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let mut patterns = ConversionPatterns::new();
        add_standard_patterns(&mut patterns, self.improves_divisions);
        let mut target = ConversionTarget::new();
        target.dialects(context, &["arith", "math"], &Legality::Legal);
        for name in ["complex.create", "complex.im", "complex.re"] {
            target.op(context, name, Legality::Legal);
        }
        run.convert_partial(root, &target, &patterns)
    }
}

pub(super) fn to_libm() -> PassRecord {
    PassRecord::new(
        "convert-complex-to-libm",
        "Convert Complex dialect to libm calls",
        |_| Ok(Box::new(ComplexToLibm)),
    )
    .shown_as("ConvertComplexToLibm")
    .on("builtin.module")
    .with_dialects(&["func"])
}

struct ComplexToLibm;

impl Pass for ComplexToLibm {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let mut patterns = ConversionPatterns::new();
        let mut target = ConversionTarget::new();
        target.dialects(context, &["func"], &Legality::Legal);
        for pattern in TO_LIBM {
            patterns.add(pattern, None);
            target.op(context, pattern.root, Legality::Illegal);
        }
        run.convert_partial(root, &target, &patterns)
    }
}
