//! `convert-cf-to-llvm`.

use tvmlike_ir::Failure;
use tvmlike_transform::{ConversionPatterns, Pass, PassRecord, Run};

use super::lowering::{converter, index_option, index_width, llvm_target};
use crate::options::LlvmOptions;

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "convert-cf-to-llvm",
        "Convert ControlFlow operations to the LLVM dialect",
        |options| {
            Ok(Box::new(CfToLlvm {
                index_width: index_width(options)?,
            }))
        },
    )
    .shown_as("ConvertControlFlowToLLVMPass")
    .with_dialects(&["llvm"])
    .with_options(vec![index_option()])
}

struct CfToLlvm {
    index_width: u32,
}

impl Pass for CfToLlvm {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let converter = converter(LlvmOptions {
            index_width: self.index_width,
            ..LlvmOptions::default()
        });
        let mut patterns = ConversionPatterns::new();
        crate::cf::add_patterns(&mut patterns, &converter);
        run.convert_partial(root, &llvm_target(context), &patterns)
    }
}
