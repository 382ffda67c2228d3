//! `ownership-based-buffer-deallocation`.

use tvmlike_ir::{Failure, WalkOrder, WalkResult};
use tvmlike_transform::{OptionRecord, Pass, PassRecord, Run};

use crate::bufferize::has_body;
use crate::deallocation::insert_deallocations;

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "ownership-based-buffer-deallocation",
        "Adds all required dealloc operations for all allocations in the input program",
        |_| Ok(Box::new(OwnershipBasedBufferDeallocation)),
    )
    .shown_as("OwnershipBasedBufferDeallocationPass")
    .with_dialects(&["bufferization", "cf", "scf", "memref", "arith"])
    .with_options(vec![OptionRecord::bool(
        "private-function-dynamic-ownership",
        false,
        "Allows to add additional arguments to private functions to dynamically pass ownership of memrefs to callees. \
         This can enable earlier deallocations.",
    )])
}

struct OwnershipBasedBufferDeallocation;

impl Pass for OwnershipBasedBufferDeallocation {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let is_dynamic = run.options().bool("private-function-dynamic-ownership");
        let mut functions = Vec::new();
        root.walk(context, WalkOrder::PostOrder, |op| {
            if op.is_named(context, "func.func") && has_body(context, op) {
                functions.push(op);
            }
            WalkResult::Advance
        });
        for function in functions {
            insert_deallocations(run.edit(), function, is_dynamic)?;
        }
        Ok(())
    }
}
