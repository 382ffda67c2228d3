//! `acc`: data clauses, data constructs, directives, atomics and recipes.

mod clauses;
mod compute;
mod constructs;
mod loops;
mod recipes;

use tvmlike_define::Hook;

use super::{atomics, region_branch};

pub(super) const CHECKS: super::Table = &[
    ("acc.atomic.capture", Hook::VerifyRegions(captured)),
    ("acc.atomic.read", Hook::Verify(atomics::read)),
    ("acc.atomic.update", Hook::Verify(atomics::update)),
    ("acc.atomic.update", Hook::VerifyRegions(atomics::update_regions)),
    ("acc.atomic.write", Hook::Verify(atomics::write)),
    ("acc.attach", Hook::Verify(clauses::data)),
    ("acc.bounds", Hook::Verify(constructs::bounds)),
    ("acc.cache", Hook::Verify(clauses::data)),
    ("acc.copyin", Hook::Verify(clauses::data)),
    ("acc.copyout", Hook::Verify(clauses::data)),
    ("acc.create", Hook::Verify(clauses::data)),
    (
        "acc.data",
        Hook::InterfaceRegions("RegionBranchOpInterface", returns),
    ),
    ("acc.data", Hook::Verify(compute::data)),
    ("acc.declare", Hook::Verify(constructs::declare)),
    ("acc.declare_device_resident", Hook::Verify(clauses::data)),
    ("acc.declare_enter", Hook::Verify(constructs::declare)),
    ("acc.declare_exit", Hook::Verify(constructs::declare_exit)),
    ("acc.declare_link", Hook::Verify(clauses::data)),
    ("acc.delete", Hook::Verify(clauses::data)),
    ("acc.detach", Hook::Verify(clauses::data)),
    ("acc.deviceptr", Hook::Verify(clauses::data)),
    ("acc.enter_data", Hook::Verify(constructs::enter_data)),
    ("acc.exit_data", Hook::Verify(constructs::exit_data)),
    ("acc.firstprivate", Hook::Verify(clauses::data)),
    (
        "acc.firstprivate.recipe",
        Hook::VerifyRegions(recipes::firstprivate),
    ),
    ("acc.firstprivate_map", Hook::Verify(clauses::data)),
    (
        "acc.host_data",
        Hook::InterfaceRegions("RegionBranchOpInterface", returns),
    ),
    ("acc.host_data", Hook::Verify(constructs::host_data)),
    ("acc.init", Hook::Verify(constructs::outside)),
    (
        "acc.kernel_environment",
        Hook::InterfaceRegions("RegionBranchOpInterface", returns),
    ),
    (
        "acc.kernels",
        Hook::InterfaceRegions("RegionBranchOpInterface", returns),
    ),
    ("acc.kernels", Hook::Verify(compute::kernels)),
    (
        "acc.loop",
        Hook::InterfaceRegions("RegionBranchOpInterface", loops::edges),
    ),
    ("acc.loop", Hook::ImpliedInterface("LoopLikeOpInterface")),
    ("acc.loop", Hook::Verify(loops::verify)),
    ("acc.nocreate", Hook::Verify(clauses::data)),
    (
        "acc.parallel",
        Hook::InterfaceRegions("RegionBranchOpInterface", returns),
    ),
    ("acc.parallel", Hook::Verify(compute::parallel)),
    ("acc.present", Hook::Verify(clauses::data)),
    ("acc.private", Hook::Verify(clauses::data)),
    ("acc.private.recipe", Hook::VerifyRegions(recipes::private)),
    ("acc.reduction", Hook::Verify(clauses::data)),
    ("acc.reduction.recipe", Hook::VerifyRegions(recipes::reduction)),
    ("acc.routine", Hook::Verify(loops::routine)),
    (
        "acc.serial",
        Hook::InterfaceRegions("RegionBranchOpInterface", returns),
    ),
    ("acc.serial", Hook::Verify(compute::serial)),
    ("acc.set", Hook::Verify(constructs::set)),
    ("acc.shutdown", Hook::Verify(constructs::outside)),
    ("acc.update", Hook::Verify(compute::update)),
    ("acc.update_device", Hook::Verify(clauses::data)),
    ("acc.update_host", Hook::Verify(clauses::data)),
    ("acc.use_device", Hook::Verify(clauses::data)),
    ("acc.wait", Hook::Verify(constructs::wait)),
];

fn captured(instance: &tvmlike_define::Instance<'_>) -> Result<(), tvmlike_ir::Failure> {
    atomics::captured(instance).map(|_| ())
}

/// Checks a construct with one region, which is entered once and returns to the construct.
fn returns(instance: &tvmlike_define::Instance<'_>) -> Result<(), tvmlike_ir::Failure> {
    let regions = instance.op.regions(instance.context);
    let edges = regions.flat_map(|region| region_branch::to_results(instance, region));
    region_branch::verify(instance, edges)
}
