//! `convert-complex-to-llvm`.

use tvmlike_ir::Failure;
use tvmlike_transform::{ConversionPatterns, Legality, OptionRecord, Pass, PassRecord, Run};

use super::lowering::{converter, llvm_target};
use crate::options::LlvmOptions;

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "convert-complex-to-llvm",
        "Convert Complex dialect to LLVM dialect",
        |options| {
            Ok(Box::new(ComplexToLlvm {
                improves_divisions: options.text("complex-range") == "improved",
            }))
        },
    )
    .shown_as("ConvertComplexToLLVMPass")
    .with_dialects(&["llvm"])
    .with_options(vec![OptionRecord::choice(
        "complex-range",
        &[
            ("improved", "improved"),
            ("basic", "basic (default)"),
            ("none", "none"),
        ],
        "basic",
        "Control the intermediate calculation of complex number division",
    )])
}

struct ComplexToLlvm {
    improves_divisions: bool,
}

impl Pass for ComplexToLlvm {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let converter = converter(LlvmOptions::default());
        let mut patterns = ConversionPatterns::new();
        crate::complex::add_patterns(&mut patterns, &converter, self.improves_divisions);
        let mut target = llvm_target(context);
        target.dialects(context, &["complex"], &Legality::Illegal);
        run.convert_partial(root, &target, &patterns)
    }
}
