//! `check-allocations`, `check-copy-sizes`, `check-linalg-sizes`, `check-tensor-sizes`.

use tvmlike_ir::{Context, Failure, Op, Rewriter, WalkOrder, WalkResult};
use tvmlike_transform::{Pass, PassRecord, Run};

use crate::allocation_checks::{check, is_allocation};
use crate::{copy_checks, linalg_checks, tensor_checks};

pub(super) fn allocations() -> PassRecord {
    PassRecord::new(
        "check-allocations",
        "Check at run time that memory can be allocated",
        |_| {
            Ok(Box::new(Check {
                is_checked: is_allocation,
                check,
            }))
        },
    )
    .with_dialects(&["arith", "cf", "memref"])
}

pub(super) fn copy_sizes() -> PassRecord {
    PassRecord::new(
        "check-copy-sizes",
        "Check at run time that memrefs without a rank have the sizes of what is copied to them or from them",
        |_| {
            Ok(Box::new(Check {
                is_checked: copy_checks::is_unranked_copy,
                check: copy_checks::check,
            }))
        },
    )
    .with_dialects(&["arith", "cf", "memref", "scf"])
}

pub(super) fn linalg_sizes() -> PassRecord {
    PassRecord::new(
        "check-linalg-sizes",
        "Check at run time that the sizes of the operands of linalg fit each other",
        |_| {
            Ok(Box::new(Check {
                is_checked: linalg_checks::has_open_sizes,
                check: linalg_checks::check,
            }))
        },
    )
    .with_dialects(&["affine", "arith", "cf", "memref", "scf"])
}

pub(super) fn tensor_sizes() -> PassRecord {
    PassRecord::new(
        "check-tensor-sizes",
        "Check at run time that the sizes of the operands of operations on tensors fit each other",
        |_| {
            Ok(Box::new(Check {
                is_checked: tensor_checks::is_checked,
                check: tensor_checks::check,
            }))
        },
    )
    .with_dialects(&["arith", "cf", "scf", "tensor"])
}

/// Adds checks to some operations.
struct Check {
    is_checked: fn(&Context, Op) -> bool,
    check: fn(&mut Rewriter<'_, '_>, Op) -> Option<()>,
}

impl Pass for Check {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let mut ops = Vec::new();
        root.walk(context, WalkOrder::PreOrder, |op| {
            if (self.is_checked)(context, op) {
                ops.push(op);
            }
            WalkResult::Advance
        });
        let mut rewriter = Rewriter::new(run.edit());
        for op in ops {
            (self.check)(&mut rewriter, op);
        }
        Ok(())
    }
}
