//! The passes that make a module of the llvm dialect.

use tvmlike_ir::{Context, Exclusive, Op, WalkOrder, WalkResult};
use tvmlike_transform::{Pipeline, RunOptions, find_pass};

use crate::pass_manager::is_interrupted;

/// The passes of the default pipeline, in order. One that this build does not have is left out: then an operation that it
/// would lower is refused by name.
const DEFAULT: [&str; 16] = [
    "convert-linalg-to-loops",
    "lower-affine",
    "convert-scf-to-cf",
    "memref-expand",
    "expand-strided-metadata",
    "lower-affine",
    "arith-expand",
    "convert-complex-to-llvm",
    "convert-math-to-llvm",
    "convert-arith-to-llvm",
    "convert-index-to-llvm",
    "convert-vector-to-llvm",
    "finalize-memref-to-llvm",
    "convert-cf-to-llvm",
    "convert-func-to-llvm",
    "reconcile-unrealized-casts",
];

/// Whether all operations below a module are of the llvm dialect.
fn is_lowered(context: &Context, module: Op) -> bool {
    let mut lowered = true;
    module.walk(context, WalkOrder::PreOrder, |op| {
        let is_llvm = op.name(context).dialect_namespace(context) == Some(b"llvm");
        lowered &= op == module || is_llvm;
        if lowered {
            WalkResult::Advance
        } else {
            WalkResult::Interrupt
        }
    });
    lowered
}

/// Lowers a module.
///
/// # Errors
/// The text of a pipeline that is invalid; `None` if a pass failed, with diagnostics.
pub(super) fn lower(
    edit: &mut Exclusive<'_>,
    module: Op,
    pipeline: Option<&str>,
) -> Result<(), Option<String>> {
    let mut passes = match pipeline {
        Some(text) => Pipeline::parse(text).map_err(Some)?,
        None if is_lowered(edit, module) => return Ok(()),
        None => {
            let present = DEFAULT.iter().filter(|name| find_pass(name).is_some());
            let names: Vec<&str> = present.copied().collect();
            Pipeline::parse(&format!("builtin.module({})", names.join(","))).map_err(Some)?
        }
    };
    let options = RunOptions {
        verify_each: false,
        interrupt: Some(std::sync::Arc::new(is_interrupted)),
        ..RunOptions::default()
    };
    passes.run(edit, module, &options).map_err(|_| None)
}
