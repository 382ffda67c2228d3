//! `convert-math-to-llvm`.

use tvmlike_ir::Failure;
use tvmlike_transform::{ConversionPatterns, OptionRecord, Pass, PassRecord, Run};

use super::lowering::{converter, llvm_target};
use crate::options::LlvmOptions;

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "convert-math-to-llvm",
        "Convert Math dialect to LLVM dialect",
        |options| {
            Ok(Box::new(MathToLlvm {
                approximates_log1p: options.bool("approximate-log1p"),
            }))
        },
    )
    .shown_as("ConvertMathToLLVMPass")
    .with_dialects(&["llvm"])
    .with_options(vec![OptionRecord::bool(
        "approximate-log1p",
        true,
        "Enable approximation of Log1p.",
    )])
}

struct MathToLlvm {
    approximates_log1p: bool,
}

impl Pass for MathToLlvm {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let converter = converter(LlvmOptions::default());
        let mut patterns = ConversionPatterns::new();
        crate::math::add_patterns(&mut patterns, &converter, self.approximates_log1p);
        run.convert_partial(root, &llvm_target(context), &patterns)
    }
}
