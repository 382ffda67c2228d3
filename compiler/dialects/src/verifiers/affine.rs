//! `affine`: what maps and sets are applied to, bounds of loops, and subscripts of memory.

mod dma;
mod loops;
mod maps;
mod memory;
mod parallel;
mod values;

pub(crate) use values::is_affine_dim;
pub use values::is_affine_symbol;

use tvmlike_define::{Hook, Instance};
use tvmlike_ir::{AffineMap, AttributeKind, Failure, Region, Value};

pub(super) const CHECKS: super::Table = &[
    ("affine.apply", Hook::Verify(maps::apply)),
    ("affine.delinearize_index", Hook::Verify(maps::delinearize)),
    ("affine.dma_start", Hook::Verify(dma::start)),
    ("affine.dma_wait", Hook::Verify(dma::wait)),
    (
        "affine.for",
        Hook::InterfaceRegions("LoopLikeOpInterface", loops::carried),
    ),
    (
        "affine.for",
        Hook::InterfaceRegions("RegionBranchOpInterface", loops::edges),
    ),
    ("affine.for", Hook::VerifyRegions(loops::body)),
    (
        "affine.if",
        Hook::InterfaceRegions("RegionBranchOpInterface", loops::if_edges),
    ),
    ("affine.if", Hook::Verify(loops::condition)),
    ("affine.linearize_index", Hook::Verify(maps::linearize)),
    ("affine.load", Hook::Verify(memory::load)),
    ("affine.max", Hook::Verify(maps::extreme)),
    ("affine.min", Hook::Verify(maps::extreme)),
    ("affine.parallel", Hook::ImpliedInterface("LoopLikeOpInterface")),
    ("affine.parallel", Hook::Verify(parallel::parallel)),
    ("affine.prefetch", Hook::Verify(memory::prefetch)),
    ("affine.store", Hook::Verify(memory::store)),
    ("affine.vector_load", Hook::Verify(memory::vector_load)),
    ("affine.vector_store", Hook::Verify(memory::vector_store)),
    ("affine.yield", Hook::Verify(loops::end)),
];

/// The map in an inherent attribute that the record requires.
fn map_of(instance: &Instance<'_>, name: &str) -> Option<AffineMap> {
    match instance.attribute(name)?.kind(instance.context) {
        AttributeKind::AffineMap(map) => Some(map),
        _ => None,
    }
}

/// Checks that values can be the dimensions and symbols of a map or a set.
fn verify_inputs(
    instance: &Instance<'_>,
    scope: Option<Region>,
    operands: impl Iterator<Item = Value>,
    dims: u32,
) -> Result<(), Failure> {
    for (index, operand) in operands.enumerate() {
        let is_dim = index < dims as usize;
        let is_valid = match is_dim {
            true => values::is_valid_dim(instance.context, operand, scope),
            false => values::is_valid_symbol(instance.context, operand, scope),
        };
        if !is_valid {
            let what = if is_dim { "dimension id" } else { "symbol" };
            return instance.refuse(format!("operand cannot be used as a {what}"));
        }
    }
    Ok(())
}
