//! `convert-ub-to-llvm`.

use tvmlike_ir::Failure;
use tvmlike_transform::{ConversionPatterns, Pass, PassRecord, Run};

use super::lowering::{converter, index_option, index_width, llvm_target};
use crate::options::LlvmOptions;

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "convert-ub-to-llvm",
        "Convert UB dialect to LLVM dialect",
        |options| {
            Ok(Box::new(UbToLlvm {
                index_width: index_width(options)?,
            }))
        },
    )
    .shown_as("UBToLLVMConversionPass")
    .with_dialects(&["llvm"])
    .with_options(vec![index_option()])
}

struct UbToLlvm {
    index_width: u32,
}

impl Pass for UbToLlvm {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let converter = converter(LlvmOptions {
            index_width: self.index_width,
            ..LlvmOptions::default()
        });
        let mut patterns = ConversionPatterns::new();
        crate::ub::add_patterns(&mut patterns, &converter);
        run.convert_partial(root, &llvm_target(context), &patterns)
    }
}
