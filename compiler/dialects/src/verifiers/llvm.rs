//! `llvm`: what branches pass to blocks, and their weights; in other files the rest.

use tvmlike_define::{Hook, Instance};
use tvmlike_ir::Failure;

use super::{branch, types};

pub(super) use atomics::is_atomic;

mod aggregates;
mod atomics;
mod calls;
mod casts;
mod constants;
mod functions;
mod globals;
mod invokes;
mod modules;
mod pointers;
mod symbols;
mod vectors;

pub(super) const CHECKS: super::Table = &[
    ("llvm.alloca", Hook::Verify(pointers::alloca)),
    ("llvm.atomicrmw", Hook::Verify(atomics::read_modify_write)),
    ("llvm.bitcast", Hook::Verify(casts::bitcast)),
    ("llvm.blockaddress", Hook::Verify(modules::block_address)),
    (
        "llvm.blockaddress",
        Hook::SymbolUses(modules::block_address_function),
    ),
    ("llvm.br", Hook::Interface("BranchOpInterface", br)),
    ("llvm.call", Hook::Verify(calls::bundles)),
    ("llvm.call", Hook::SymbolUses(calls::call)),
    ("llvm.call_intrinsic", Hook::Verify(calls::intrinsic)),
    ("llvm.cmpxchg", Hook::Verify(atomics::compare_exchange)),
    ("llvm.comdat", Hook::VerifyRegions(modules::comdat)),
    ("llvm.cond_br", Hook::Interface("BranchOpInterface", cond_br)),
    (
        "llvm.cond_br",
        Hook::Interface("WeightedBranchOpInterface", weights),
    ),
    (
        "llvm.dso_local_equivalent",
        Hook::SymbolUses(globals::local_equivalent),
    ),
    ("llvm.extractvalue", Hook::Verify(aggregates::extract)),
    ("llvm.fence", Hook::Verify(atomics::fence)),
    ("llvm.func", Hook::Verify(functions::verify)),
    ("llvm.func", Hook::VerifyRegions(functions::verify_regions)),
    (
        "llvm.func",
        Hook::Interface("FunctionOpInterface", functions::interface),
    ),
    ("llvm.getelementptr", Hook::Verify(pointers::element_address)),
    (
        "llvm.indirectbr",
        Hook::Interface("BranchOpInterface", indirectbr),
    ),
    ("llvm.inline_asm", Hook::Verify(calls::assembly)),
    ("llvm.insertvalue", Hook::Verify(aggregates::insert)),
    ("llvm.intr.assume", Hook::Verify(calls::bundles)),
    ("llvm.intr.masked.gather", Hook::Verify(vectors::gather)),
    ("llvm.intr.masked.scatter", Hook::Verify(vectors::scatter)),
    ("llvm.intr.sincos", Hook::Verify(vectors::sincos)),
    (
        "llvm.intr.vector.extract",
        Hook::Interface("Unknown", vectors::extract),
    ),
    (
        "llvm.intr.vector.insert",
        Hook::Interface("Unknown", vectors::insert),
    ),
    (
        "llvm.intr.vector.interleave2",
        Hook::Interface("Unknown", vectors::interleave),
    ),
    (
        "llvm.inttoptr",
        Hook::Interface("DereferenceableOpInterface", pointers::dereferenceable),
    ),
    ("llvm.invoke", Hook::Interface("BranchOpInterface", invoke)),
    (
        "llvm.invoke",
        Hook::Interface("WeightedBranchOpInterface", weights),
    ),
    ("llvm.invoke", Hook::Verify(invokes::invoke)),
    ("llvm.landingpad", Hook::Verify(invokes::landing_pad)),
    ("llvm.linker_options", Hook::Verify(modules::linker_options)),
    (
        "llvm.load",
        Hook::Interface("DereferenceableOpInterface", pointers::dereferenceable),
    ),
    ("llvm.load", Hook::Verify(atomics::load)),
    ("llvm.mlir.addressof", Hook::SymbolUses(globals::address)),
    ("llvm.mlir.alias", Hook::Verify(globals::alias)),
    ("llvm.mlir.alias", Hook::VerifyRegions(globals::alias_regions)),
    ("llvm.mlir.constant", Hook::Verify(constants::constant)),
    ("llvm.mlir.global", Hook::Verify(globals::global)),
    ("llvm.mlir.global", Hook::VerifyRegions(globals::global_regions)),
    ("llvm.mlir.global_ctors", Hook::Verify(modules::constructors)),
    (
        "llvm.mlir.global_ctors",
        Hook::SymbolUses(modules::constructor_uses),
    ),
    ("llvm.mlir.global_dtors", Hook::Verify(modules::destructors)),
    (
        "llvm.mlir.global_dtors",
        Hook::SymbolUses(modules::destructor_uses),
    ),
    ("llvm.mlir.ifunc", Hook::Verify(globals::ifunc)),
    ("llvm.mlir.ifunc", Hook::SymbolUses(globals::ifunc_resolver)),
    ("llvm.mlir.zero", Hook::Verify(constants::zero)),
    ("llvm.module_flags", Hook::Verify(modules::flags)),
    ("llvm.return", Hook::Verify(functions::returns)),
    ("llvm.sext", Hook::Verify(casts::extension)),
    ("llvm.shufflevector", Hook::Verify(vectors::shuffle)),
    ("llvm.store", Hook::Verify(atomics::store)),
    ("llvm.switch", Hook::Interface("BranchOpInterface", switch)),
    (
        "llvm.switch",
        Hook::Interface("WeightedBranchOpInterface", weights),
    ),
    ("llvm.switch", Hook::Verify(cases)),
    ("llvm.zext", Hook::Verify(casts::extension)),
];

/// The checks of interfaces.
pub(super) const INTERFACES: &[Hook] = &[
    Hook::ImpliedInterface("AccessGroupOpInterface"),
    Hook::ImpliedInterface("AliasAnalysisOpInterface"),
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

fn cases(instance: &Instance<'_>) -> Result<(), Failure> {
    let context = instance.context;
    let destinations = instance.op.num_successors(context).saturating_sub(1);
    let values = instance.attribute("case_values");
    let ty = values.map(|values| values.ty(context));
    let count = ty.and_then(|ty| types::num_elements(context, ty)).unwrap_or(0);
    if count != destinations as i64 {
        return instance.refuse("expects number of case values to match number of case destinations");
    }
    let element = ty.and_then(|ty| ty.element_type(context));
    if values.is_some() && element != Some(instance.operand_type("value")) {
        return instance.refuse_plainly("expects case value type to match condition value type");
    }
    Ok(())
}
