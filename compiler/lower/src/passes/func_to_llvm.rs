//! `convert-func-to-llvm`, `llvm-request-c-wrappers`.

use tvmlike_ir::Failure;
use tvmlike_transform::{ConversionPatterns, OptionRecord, Pass, PassRecord, Run};

use super::lowering::{converter, has_bare_pointers, index_option, index_width, llvm_target};
use crate::options::LlvmOptions;

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "convert-func-to-llvm",
        "Convert from the Func dialect to the LLVM dialect",
        |options| {
            Ok(Box::new(FuncToLlvm(LlvmOptions {
                index_width: index_width(options)?,
                bare_pointers: options.bool("use-bare-ptr-memref-call-conv"),
                ..LlvmOptions::default()
            })))
        },
    )
    .shown_as("ConvertFuncToLLVMPass")
    .on("builtin.module")
    .with_dialects(&["llvm"])
    .with_options(vec![
        index_option(),
        OptionRecord::bool(
            "use-bare-ptr-memref-call-conv",
            false,
            "Replace FuncOp's MemRef arguments with bare pointers to the MemRef element types",
        ),
    ])
}

struct FuncToLlvm(LlvmOptions);

impl Pass for FuncToLlvm {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let converter = converter(LlvmOptions {
            some_bare_pointers: has_bare_pointers(context, root),
            ..self.0
        });
        let mut patterns = ConversionPatterns::new();
        crate::func::add_patterns(&mut patterns, &converter);
        run.convert_partial(root, &llvm_target(context), &patterns)
    }
}

pub(super) fn wrappers() -> PassRecord {
    PassRecord::new(
        "llvm-request-c-wrappers",
        "Request C wrapper emission for all functions",
        |_| Ok(Box::new(RequestWrappers)),
    )
    .shown_as("LLVMRequestCWrappersPass")
    .on("func.func")
}

struct RequestWrappers;

impl Pass for RequestWrappers {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, op) = (run.context(), run.op());
        let name = context.identifier(crate::func::EMIT_C_INTERFACE);
        op.set_attribute(run.edit(), name, context.unit_attribute());
        Ok(())
    }
}
