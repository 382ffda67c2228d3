//! `finalize-memref-to-llvm`.

use tvmlike_ir::Failure;
use tvmlike_transform::{ConversionPatterns, Legality, OptionRecord, Pass, PassRecord, Run};

use super::lowering::{converter, index_option, index_width, llvm_target};
use crate::options::{Allocation, LlvmOptions};

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "finalize-memref-to-llvm",
        "Finalize MemRef dialect to LLVM dialect conversion",
        |options| {
            let allocation = match options.bool("use-aligned-alloc") {
                true => Allocation::AlignedAlloc,
                false => Allocation::Malloc,
            };
            Ok(Box::new(MemRefToLlvm(LlvmOptions {
                index_width: index_width(options)?,
                allocation,
                generic_functions: options.bool("use-generic-functions"),
                ..LlvmOptions::default()
            })))
        },
    )
    .shown_as("FinalizeMemRefToLLVMConversionPass")
    .on("builtin.module")
    .with_dialects(&["llvm"])
    .with_options(vec![
        OptionRecord::bool(
            "use-aligned-alloc",
            false,
            "Use aligned_alloc in place of malloc for heap allocations",
        ),
        index_option(),
        OptionRecord::bool(
            "use-generic-functions",
            false,
            "Use generic allocation and deallocation functions instead of the classic 'malloc', 'aligned_alloc' and \
             'free' functions",
        ),
    ])
}

struct MemRefToLlvm(LlvmOptions);

impl Pass for MemRefToLlvm {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let converter = converter(self.0);
        let mut patterns = ConversionPatterns::new();
        crate::memref::add_patterns(&mut patterns, &converter);
        let mut target = llvm_target(context);
        target.op(context, "func.func", Legality::Legal);
        run.convert_partial(root, &target, &patterns)
    }
}
