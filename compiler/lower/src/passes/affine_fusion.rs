//! `affine-loop-fusion`.

use tvmlike_ir::Failure;
use tvmlike_transform::{OptionRecord, OptionValue, Pass, PassRecord, Run};

use crate::affine_loops::{Fusion, fuse};

/// By how much more computation may grow, if nothing else is given.
const TOLERANCE: f32 = 0.3;

pub(super) fn record() -> PassRecord {
    PassRecord::new("affine-loop-fusion", "Fuse affine loop nests", |_| {
        Ok(Box::new(LoopFusion))
    })
    .shown_as("AffineLoopFusion")
    .with_dialects(&["memref"])
    .with_options(vec![
        OptionRecord::float(
            "compute-tolerance",
            f64::from(TOLERANCE),
            "Fractional increase in additional computation tolerated while fusing",
        ),
        OptionRecord::uint(
            "fast-mem-space",
            0,
            "Faster memory space number to promote fusion buffers to",
        ),
        OptionRecord::uint(
            "local-buf-threshold",
            0,
            "Threshold size (KiB) for promoting local buffers to fast memory space",
        ),
        OptionRecord::bool("maximal", false, "Enables maximal loop fusion"),
        OptionRecord::choice(
            "mode",
            &[
                (
                    "greedy",
                    "Perform greedy (both producer-consumer and sibling)  fusion",
                ),
                ("producer", "Perform only producer-consumer fusion"),
                ("sibling", "Perform only sibling fusion"),
            ],
            "greedy",
            "fusion mode to attempt",
        ),
    ])
}

struct LoopFusion;

impl Pass for LoopFusion {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let options = run.options();
        let tolerance = match options.get("compute-tolerance") {
            OptionValue::Float(tolerance) => *tolerance,
            _ => f64::from(TOLERANCE),
        };
        let space = options.int("fast-mem-space");
        let kibibytes = options.int("local-buf-threshold").cast_unsigned() as u32;
        let mode = options.text("mode");
        let how = Fusion {
            tolerance,
            fast_space: (space != 0).then_some(space),
            small: u64::from(kibibytes.wrapping_mul(1024)),
            is_maximal: options.bool("maximal"),
            with_producers: mode != "sibling",
            with_siblings: mode != "producer",
        };
        let root = run.op();
        fuse(run.edit(), root, &how);
        Ok(())
    }
}
