//! The structured operations of linalg: their loops, indexing maps and scalar computations.
//!
//! `data/structured/linalg.txt` has a line for each named operation. Custom forms build the bodies that they do not show
//! from it, and verifiers take the loops and maps from it. Invariant: every line describes an operation of linalg whose
//! operands are in two groups, inputs and outputs (checked by a test).

mod append;
mod body;
mod cast;
mod description;
mod fill;
mod maps;

pub(crate) use append::{append_op, create_block};
pub(crate) use body::{Body, elementwise_computation};
pub(crate) use description::{Named, faults, find};
pub(crate) use fill::{CONTRACTION, cast_of, function};
pub use fill::{fill_structured_region, structured_operations};
pub(crate) use maps::{Loop, default_maps, indexing_maps, inputs, loops};
pub use maps::{StructuredLoops, structured_loops};

/// The property with the sizes of the groups of operands.
pub(crate) const SEGMENTS: &str = "operandSegmentSizes";
