//! `affine-data-copy-generate` and `affine-pipeline-data-transfer`.

use tvmlike_ir::{Block, Failure, InsertionPoint, Rewriter};
use tvmlike_transform::{OptionRecord, Pass, PassRecord, Run};

use super::affine_simplify::canonicalize;
use crate::affine_loops::{FastMemory, copy_to_fast_memory, loops_in, pipeline};
use crate::make::index_constant;

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "affine-data-copy-generate",
        "Generate explicit copying for affine memory operations",
        |_| Ok(Box::new(DataCopy)),
    )
    .shown_as("AffineDataCopyGeneration")
    .on("func.func")
    .with_dialects(&["memref"])
    .with_options(vec![
        OptionRecord::uint(
            "fast-mem-capacity",
            u64::MAX,
            "Set fast memory space capacity in KiB (default: unlimited)",
        ),
        OptionRecord::uint(
            "fast-mem-space",
            1,
            "Fast memory space identifier for copy generation (default: 1)",
        ),
        OptionRecord::bool("generate-dma", false, "Generate DMA instead of point-wise copy"),
        OptionRecord::int(
            "min-dma-transfer",
            1024,
            "Minimum DMA transfer size supported by the target in bytes",
        ),
        OptionRecord::bool(
            "skip-non-unit-stride-loops",
            false,
            "Testing purposes: avoid non-unit stride loop choice depths for copy placement",
        ),
        OptionRecord::uint(
            "slow-mem-space",
            0,
            "Slow memory space identifier for copy generation (default: 0)",
        ),
        OptionRecord::uint(
            "tag-mem-space",
            0,
            "Tag memory space identifier for copy generation (default: 0)",
        ),
    ])
}

struct DataCopy;

impl Pass for DataCopy {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let options = run.options();
        let capacity = match options.int("fast-mem-capacity") {
            i64::MAX => u64::MAX,
            kib => kib.cast_unsigned().wrapping_mul(1024),
        };
        let how = FastMemory {
            slow_space: options.int("slow-mem-space"),
            fast_space: options.int("fast-mem-space"),
            tag_space: options.int("tag-mem-space"),
            capacity,
            by_dma: options.bool("generate-dma"),
            only_unit_steps: options.bool("skip-non-unit-stride-loops"),
        };
        let blocks: Vec<Block> = root
            .regions(context)
            .flat_map(|region| region.blocks(context))
            .collect();
        let Some(entry) = blocks.first() else {
            return Ok(());
        };
        let start = InsertionPoint::at_start(context, *entry);
        let location = root.location(context);
        let mut rewriter = Rewriter::new(run.edit());
        rewriter.at(Some(start), |rewriter| index_constant(rewriter, location, 0));
        let accesses = copy_to_fast_memory(&mut rewriter, &blocks, &how);
        canonicalize(run, &accesses, &["affine.load", "affine.store"])
    }
}

pub(super) fn pipelining() -> PassRecord {
    PassRecord::new(
        "affine-pipeline-data-transfer",
        "Pipeline non-blocking data transfers between explicitly managed levels of the memory hierarchy",
        |_| Ok(Box::new(PipelineDataTransfer)),
    )
    .shown_as("AffinePipelineDataTransfer")
    .on("func.func")
    .with_dialects(&["memref"])
}

struct PipelineDataTransfer;

impl Pass for PipelineDataTransfer {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let loops = loops_in(run.context(), run.op());
        let mut rewriter = Rewriter::new(run.edit());
        for at in loops {
            pipeline(&mut rewriter, at);
        }
        Ok(())
    }
}
