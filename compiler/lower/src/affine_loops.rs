//! Transformations of loops and accesses of affine.
//!
//! # Layers
//!
//! - `nest`: a loop, its bounds, and loops in each other
//! - `access`: reads and writes
//! - `domain`: the iterations in which an operation is executed
//! - `dependence`: whether two accesses are of the same element
//! - `between`, `forward`: what happens between two accesses; values in the place of accesses
//! - `trip_count`: how many iterations a loop has
//! - `promote`: the body of a loop of one iteration without the loop
//! - `coalesce_scf`: the same transformation as `coalesce`, of loops of scf
//! - `space`: systems of constraints of values
//! - `separate`: loops over whole tiles beside those over parts of tiles
//! - `fast_memory`: parts of memrefs in faster memory, which uses the regions of `fusion`
//! - `pipeline`: copies by DMA beside what computes with those before
//! - `unroll`, `jam`, `tile`, `normalize`, `coalesce`, `invariant`, `parallel`, `fusion`: the
//!   transformations

mod access;
mod between;
mod coalesce;
mod coalesce_scf;
mod dependence;
mod domain;
mod fast_memory;
mod forward;
mod fusion;
mod invariant;
mod jam;
mod nest;
mod normalize;
mod parallel;
mod pipeline;
mod promote;
mod separate;
mod space;
mod tile;
mod trip_count;
mod unroll;

pub(crate) use coalesce::coalesce_nest;
pub(crate) use coalesce_scf::coalesce_scf_nest;
pub(crate) use dependence::{Dependences, MOST_LOOPS};
pub(crate) use fast_memory::{FastMemory, copy_to_fast_memory};
pub(crate) use forward::replace_accesses;
pub(crate) use fusion::{Fusion, fuse};
pub(crate) use invariant::hoist_invariant;
pub(crate) use jam::{Unjammed, unroll_and_jam};
pub(crate) use nest::{AffineFor, loops_in};
pub(crate) use normalize::{normalize_for, normalize_parallel};
pub(crate) use parallel::{is_parallel, make_parallel, reductions};
pub(crate) use pipeline::pipeline;
pub(crate) use separate::separate;
pub(crate) use tile::{DEFAULT_SIZE, can_be_tiled, sizes_by_cache, tile};
pub(crate) use trip_count::constant_trip_count;
pub(crate) use unroll::{Shifts, Unrolling, unroll};
