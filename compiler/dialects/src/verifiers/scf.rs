//! `scf`: what loops carry, what regions yield, and how they end.

mod branches;
mod loops;
mod parallel;

use tvmlike_define::Hook;

pub(super) use loops::{Carried, carried, verify_carried};

pub(super) const CHECKS: super::Table = &[
    ("scf.execute_region", Hook::Verify(branches::execute_region)),
    (
        "scf.execute_region",
        Hook::InterfaceRegions("RegionBranchOpInterface", branches::to_results),
    ),
    (
        "scf.for",
        Hook::InterfaceRegions("LoopLikeOpInterface", loops::for_carried),
    ),
    (
        "scf.for",
        Hook::InterfaceRegions("RegionBranchOpInterface", loops::for_edges),
    ),
    ("scf.for", Hook::Verify(loops::for_results)),
    ("scf.for", Hook::VerifyRegions(loops::for_region)),
    (
        "scf.forall",
        Hook::InterfaceRegions("DestinationStyleOpInterface", parallel::forall_outputs),
    ),
    ("scf.forall", Hook::ImpliedInterface("LoopLikeOpInterface")),
    ("scf.forall", Hook::ImpliedInterface("RegionBranchOpInterface")),
    ("scf.forall", Hook::Verify(parallel::forall)),
    (
        "scf.forall.in_parallel",
        Hook::ImpliedInterface("InParallelOpInterface"),
    ),
    ("scf.forall.in_parallel", Hook::Verify(parallel::in_parallel)),
    (
        "scf.if",
        Hook::InterfaceRegions("RegionBranchOpInterface", branches::to_results),
    ),
    ("scf.if", Hook::ImpliedInterface("InferTypeOpAdaptor")),
    ("scf.if", Hook::Verify(branches::if_else)),
    (
        "scf.index_switch",
        Hook::InterfaceRegions("RegionBranchOpInterface", branches::to_results),
    ),
    ("scf.index_switch", Hook::Verify(branches::index_switch)),
    ("scf.parallel", Hook::ImpliedInterface("LoopLikeOpInterface")),
    ("scf.parallel", Hook::ImpliedInterface("RegionBranchOpInterface")),
    ("scf.parallel", Hook::Verify(parallel::parallel)),
    ("scf.reduce", Hook::VerifyRegions(parallel::reduce)),
    ("scf.reduce.return", Hook::Verify(parallel::reduce_return)),
    (
        "scf.while",
        Hook::InterfaceRegions("RegionBranchOpInterface", loops::while_edges),
    ),
    ("scf.while", Hook::ImpliedInterface("LoopLikeOpInterface")),
    ("scf.while", Hook::Verify(loops::while_terminators)),
];
