//! `llvm`: what branches pass to blocks, and their weights.

use tvmlike_define::{Hook, Instance};
use tvmlike_ir::Failure;

use super::branch;

pub(super) const CHECKS: super::Table = &[
    ("llvm.br", Hook::Interface("BranchOpInterface", br)),
    ("llvm.cond_br", Hook::Interface("BranchOpInterface", cond_br)),
    (
        "llvm.cond_br",
        Hook::Interface("WeightedBranchOpInterface", weights),
    ),
    (
        "llvm.indirectbr",
        Hook::Interface("BranchOpInterface", indirectbr),
    ),
    ("llvm.invoke", Hook::Interface("BranchOpInterface", invoke)),
    (
        "llvm.invoke",
        Hook::Interface("WeightedBranchOpInterface", weights),
    ),
    ("llvm.switch", Hook::Interface("BranchOpInterface", switch)),
    (
        "llvm.switch",
        Hook::Interface("WeightedBranchOpInterface", weights),
    ),
];

fn br(instance: &Instance<'_>) -> Result<(), Failure> {
    branch::verify_named(instance, &["destOperands"])
}

fn cond_br(instance: &Instance<'_>) -> Result<(), Failure> {
    branch::verify_named(instance, &["trueDestOperands", "falseDestOperands"])
}

fn indirectbr(instance: &Instance<'_>) -> Result<(), Failure> {
    branch::verify_groups(instance, &[], ("succOperands", "indbr_operand_segments"))
}

fn invoke(instance: &Instance<'_>) -> Result<(), Failure> {
    branch::verify_named(instance, &["normalDestOperands", "unwindDestOperands"])
}

fn switch(instance: &Instance<'_>) -> Result<(), Failure> {
    let groups = ("caseOperands", "case_operand_segments");
    branch::verify_groups(instance, &["defaultOperands"], groups)
}

fn weights(instance: &Instance<'_>) -> Result<(), Failure> {
    branch::verify_weights(instance, &instance.integers("branch_weights"))
}
