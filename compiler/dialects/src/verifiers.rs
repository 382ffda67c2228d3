//! What MLIR verifies by hand-written code: a table per dialect, and one of interfaces for some dialects.
//!
//! `docs/dialect-coverage.md` counts an operation as verified if these tables have every check that its record names, so an
//! entry stands for a whole check, in MLIR's words. Invariant: tables are sorted by operation, and each check is one that the record
//! names (checked by a test).

mod acc;
mod affine;
mod amdgpu;
mod amx;
mod arith;
mod arm;
mod asynchronous;
mod atomics;
mod branch;
mod bufferization;
mod cast;
mod cf;
mod complex;
mod destination;
mod emitc;
mod func;
mod function;
mod gpu;
mod in_parallel;
mod index;
mod irdl;
mod linalg;
mod llvm;
mod memref;
mod ml_program;
mod nvgpu;
mod nvvm;
mod omp;
mod pdl;
mod pdl_interp;
mod ptr;
mod quant;
mod reassociation;
mod region_branch;
mod scf;
mod shape;
mod shard;
mod slices;
mod smt;
mod sparse_tensor;
mod spirv;
mod tensor;
mod tosa;
mod transform;
mod types;
mod vector;
mod wasmssa;
mod x86vector;
mod xegpu;
mod xevm;

pub(crate) use affine::is_affine_dim;
pub use affine::is_affine_symbol;
pub(crate) use memref::can_cast as can_cast_memref;
pub(crate) use memref::{
    collapsed_type, dropped_by_stride, expanded_type, has_identity_layout, subview_type,
};
pub(crate) use reassociation::groups_of;
pub(crate) use slices::{Slice, out_of_bounds};
pub(crate) use vector::Vector;

use std::sync::Arc;

use tvmlike_define::{DialectRecord, Hook, Hooks, OpRecord};

/// The checks of a dialect: operations with hooks.
type Table = &'static [(&'static str, Hook)];

/// The tables by dialect.
const DIALECTS: &[(&str, Table)] = &[
    ("acc", acc::CHECKS),
    ("affine", affine::CHECKS),
    ("amdgpu", amdgpu::CHECKS),
    ("amx", amx::CHECKS),
    ("arith", arith::CHECKS),
    ("arm_neon", arm::NEON),
    ("arm_sme", arm::SME),
    ("arm_sve", arm::SVE),
    ("async", asynchronous::CHECKS),
    ("bufferization", bufferization::CHECKS),
    ("cf", cf::CHECKS),
    ("complex", complex::CHECKS),
    ("emitc", emitc::CHECKS),
    ("func", func::CHECKS),
    ("gpu", gpu::CHECKS),
    ("index", index::CHECKS),
    ("irdl", irdl::CHECKS),
    ("linalg", linalg::CHECKS),
    ("llvm", llvm::CHECKS),
    ("memref", memref::CHECKS),
    ("ml_program", ml_program::CHECKS),
    ("nvgpu", nvgpu::CHECKS),
    ("nvvm", nvvm::CHECKS),
    ("omp", omp::CHECKS),
    ("pdl", pdl::CHECKS),
    ("pdl_interp", pdl_interp::CHECKS),
    ("ptr", ptr::CHECKS),
    ("quant", quant::CHECKS),
    ("scf", scf::CHECKS),
    ("shape", shape::CHECKS),
    ("shard", shard::CHECKS),
    ("smt", smt::CHECKS),
    ("sparse_tensor", sparse_tensor::CHECKS),
    ("spirv", spirv::CHECKS),
    ("tensor", tensor::CHECKS),
    ("tosa", tosa::CHECKS),
    ("transform", transform::CHECKS),
    ("vector", vector::CHECKS),
    ("wasmssa", wasmssa::CHECKS),
    ("x86vector", x86vector::CHECKS),
    ("xegpu", xegpu::CHECKS),
    ("xevm", xevm::CHECKS),
];

/// The checks that all operations of a dialect with an interface share.
const INTERFACES: &[(&str, &[Hook])] = &[
    ("linalg", linalg::INTERFACES),
    ("llvm", llvm::INTERFACES),
    ("omp", omp::INTERFACES),
    ("rocdl", llvm::INTERFACES),
    ("tosa", tosa::INTERFACES),
    ("transform", transform::INTERFACES),
];

/// Operations that occur often and whose own check looks at nothing but attributes, properties and types.
const BY_PARTS: &[&str] = &[
    "arith.constant",
    "arith.select",
    "complex.bitcast",
    "complex.constant",
    "memref.load",
    "memref.prefetch",
    "memref.store",
    "tensor.extract",
];

/// The hand-written checks of a dialect.
pub(crate) fn hooks(dialect: &str) -> Hooks {
    let found = DIALECTS.iter().find(|(name, _)| *name == dialect);
    let shared = INTERFACES.iter().find(|(name, _)| *name == dialect);
    Hooks {
        operations: found.map_or(&[], |(_, table)| *table),
        interfaces: shared.map_or(&[], |(_, hooks)| *hooks),
        by_parts: BY_PARTS,
        ..Hooks::default()
    }
}

/// What is wrong with the tables: an order, or an entry that no record asks for.
pub(crate) fn faults(record: impl Fn(&str) -> Option<&'static Arc<DialectRecord>>) -> Vec<String> {
    let mut faults = Vec::new();
    if !BY_PARTS.is_sorted() {
        faults.push("BY_PARTS is not sorted".to_owned());
    }
    for name in BY_PARTS {
        let mut all = DIALECTS.iter().flat_map(|(_, table)| *table);
        if !all.any(|(other, hook)| other == name && matches!(hook, Hook::Verify(_))) {
            faults.push(format!("{name} of BY_PARTS has no check"));
        }
    }
    for (dialect, table) in DIALECTS {
        if !table.is_sorted_by_key(|(name, _)| *name) {
            faults.push(format!("the table of {dialect} is not sorted"));
        }
        let record = record(dialect);
        for (name, hook) in *table {
            let op = record.and_then(|record| record.operations.iter().find(|op| *op.name == **name));
            if !op.is_some_and(|op| is_named(op, hook)) {
                faults.push(format!("{name}: its record does not name {hook:?}"));
            }
        }
    }
    faults
}

/// Whether the record of an operation says that there is such a check.
fn is_named(op: &OpRecord, hook: &Hook) -> bool {
    let has = |wanted: &str| op.traits.iter().any(|each| *each.name == *wanted);
    match hook {
        Hook::Verify(_) | Hook::Implied => op.verified_by_hand,
        Hook::VerifyRegions(_) => op.regions_verified_by_hand,
        Hook::Interface(interface, _)
        | Hook::InterfaceRegions(interface, _)
        | Hook::ImpliedInterface(interface) => has(interface),
        Hook::SymbolUses(_) => has("SymbolUserOpInterface"),
    }
}
