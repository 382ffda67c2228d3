//! Loops of which passes know the body only.

use smallvec::SmallVec;
use tvmlike_ir::LoopLike;

/// A loop that runs the iterations of its region in any order.
pub(super) const PARALLEL: LoopLike = LoopLike {
    regions: |context, op| op.region(context, 0).into_iter().collect(),
    induction_variables: |context, op| {
        let entry = op
            .region(context, 0)
            .and_then(|region| region.first_block(context));
        entry
            .into_iter()
            .flat_map(|entry| entry.arguments(context))
            .collect()
    },
    bounds: |_, _| SmallVec::new(),
    inits: |_, _| 0..0,
    iteration_arguments: |_, _| SmallVec::new(),
    yielded: |_, _| SmallVec::new(),
};
