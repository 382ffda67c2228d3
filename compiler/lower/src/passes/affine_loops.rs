//! `affine-loop-coalescing`, `affine-loop-invariant-code-motion`, `affine-loop-normalize`, `affine-loop-tile`,
//! `affine-parallelize` and `affine-scalrep`.

use std::collections::HashSet;

use tvmlike_ir::{Context, Failure, Op, Rewriter, WalkOrder, WalkResult};
use tvmlike_transform::{OptionKind, OptionRecord, Pass, PassRecord, Run};

use crate::affine_loops::{
    AffineFor, DEFAULT_SIZE, Dependences, MOST_LOOPS, can_be_tiled, coalesce_nest, coalesce_scf_nest,
    hoist_invariant, is_parallel, loops_in, make_parallel, normalize_for, normalize_parallel, reductions,
    replace_accesses, separate, sizes_by_cache,
};
use crate::make::has_trait;

pub(super) fn coalescing() -> PassRecord {
    PassRecord::new(
        "affine-loop-coalescing",
        "Coalesce nested loops with independent bounds into a single loop",
        |_| Ok(Box::new(Coalescing)),
    )
    .shown_as("LoopCoalescing")
    .on("func.func")
    .with_dialects(&["affine", "arith"])
}

struct Coalescing;

impl Pass for Coalescing {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let mut gone: HashSet<Op> = HashSet::new();
        let mut all = Vec::new();
        root.walk(context, WalkOrder::PreOrder, |op| {
            let is_loop = AffineFor::of(context, op).is_some() || op.is_named(context, "scf.for");
            all.extend(is_loop.then_some(op));
            WalkResult::Advance
        });
        for op in all {
            if gone.contains(&op) {
                continue;
            }
            let mut rewriter = Rewriter::new(run.edit());
            if let Some(at) = AffineFor::of(context, op) {
                gone.extend(coalesce_nest(&mut rewriter, at).into_iter().map(|at| at.0));
            } else if op.is_named(context, "scf.for") {
                gone.extend(coalesce_scf_nest(&mut rewriter, op).map_err(|other| {
                    let message =
                        "affine-loop-coalescing of loops whose variable is no index is not supported yet";
                    other.emit_op_error(context, message).emit()
                })?);
            }
        }
        Ok(())
    }
}

/// The loops in an operation, each before those in it.
fn outer_loops_first(context: &Context, root: Op) -> Vec<AffineFor> {
    let mut found = Vec::new();
    root.walk(context, WalkOrder::PreOrder, |op| {
        found.extend(AffineFor::of(context, op));
        WalkResult::Advance
    });
    found
}

pub(super) fn invariant_code_motion() -> PassRecord {
    PassRecord::new(
        "affine-loop-invariant-code-motion",
        "Hoist loop invariant instructions outside of affine loops",
        |_| Ok(Box::new(InvariantCodeMotion)),
    )
    .shown_as("AffineLoopInvariantCodeMotion")
    .on("func.func")
}

struct InvariantCodeMotion;

impl Pass for InvariantCodeMotion {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        for at in loops_in(context, root) {
            hoist_invariant(&mut Rewriter::new(run.edit()), at);
        }
        Ok(())
    }
}

pub(super) fn normalize() -> PassRecord {
    PassRecord::new(
        "affine-loop-normalize",
        "Apply normalization transformations to affine loop-like ops",
        |_| Ok(Box::new(Normalize)),
    )
    .shown_as("AffineLoopNormalize")
    .on("func.func")
    .with_options(vec![OptionRecord::bool(
        "promote-single-iter",
        false,
        "Promote single iteration loops",
    )])
}

struct Normalize;

impl Pass for Normalize {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let promotes_single = run.options().bool("promote-single-iter");
        let mut found = Vec::new();
        root.walk(context, WalkOrder::PostOrder, |op| {
            found.push(op);
            WalkResult::Advance
        });
        for op in found {
            let mut rewriter = Rewriter::new(run.edit());
            if let Some(at) = AffineFor::of(context, op) {
                normalize_for(&mut rewriter, at, promotes_single);
            } else if op.is_named(context, "affine.parallel") {
                normalize_parallel(&mut rewriter, op);
            }
        }
        Ok(())
    }
}

pub(super) fn tile() -> PassRecord {
    PassRecord::new("affine-loop-tile", "Tile affine loop nests", |_| {
        Ok(Box::new(Tile))
    })
    .shown_as("AffineLoopTiling")
    .on("func.func")
    .with_options(vec![
        OptionRecord::uint(
            "cache-size",
            512,
            "Set size of cache to tile for in KiB (default: 512)",
        ),
        OptionRecord::bool(
            "separate",
            false,
            "Separate full and partial tiles (default: false)",
        ),
        OptionRecord::uint("tile-size", 0, "Use this tile size for all loops"),
        OptionRecord::list(
            "tile-sizes",
            OptionKind::Uint,
            "List of tile sizes for each perfect nest (overridden by -tile-size)",
        ),
    ])
}

/// A size that is given.
fn size(number: i64) -> Option<u64> {
    u64::try_from(number).ok().filter(|size| *size > 0)
}

struct Tile;

impl Pass for Tile {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let one = size(run.options().int("tile-size"));
        let separates = run.options().bool("separate");
        let cache = run.options().int("cache-size").cast_unsigned().wrapping_mul(1024);
        let given: Vec<u64> = run
            .options()
            .ints("tile-sizes")
            .into_iter()
            .filter_map(size)
            .collect();
        let top_level: Vec<AffineFor> = root
            .regions(context)
            .flat_map(|region| region.blocks(context))
            .flat_map(|block| block.operations(context))
            .filter_map(|op| AffineFor::of(context, op))
            .collect();
        for at in top_level {
            let nest = at.perfect_nest(context);
            let Some(is_fine) = can_be_tiled(context, &nest) else {
                let message = format!(
                    "accesses in more than {MOST_LOOPS} nested loops to memory that is written are not supported by affine-loop-tile"
                );
                return Err(at.0.emit_op_error(context, message).emit());
            };
            if !is_fine {
                at.0.emit_remark(context, "tiling nest is invalid due to dependences")
                    .emit();
                continue;
            }
            let mut sizes = match one {
                Some(size) => vec![size; nest.len()],
                None if given.is_empty() => sizes_by_cache(context, &nest, cache),
                None => given.clone(),
            };
            sizes.resize(nest.len(), DEFAULT_SIZE);
            let mut rewriter = Rewriter::new(run.edit());
            let tiled = crate::affine_loops::tile(&mut rewriter, &nest, &sizes);
            if let Some(points) = tiled.filter(|_| separates) {
                separate(&mut rewriter, &points);
            }
        }
        Ok(())
    }
}

pub(super) fn parallelize() -> PassRecord {
    PassRecord::new(
        "affine-parallelize",
        "Convert affine.for ops into 1-D affine.parallel",
        |_| Ok(Box::new(Parallelize)),
    )
    .shown_as("AffineParallelize")
    .on("func.func")
    .with_options(vec![
        OptionRecord::uint(
            "max-nested",
            u64::from(u32::MAX),
            "Maximum number of nested parallel loops to produce. Defaults to unlimited (UINT_MAX).",
        ),
        OptionRecord::bool(
            "parallel-reductions",
            false,
            "Whether to parallelize reduction loops. Defaults to false.",
        ),
    ])
}

struct Parallelize;

impl Pass for Parallelize {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let most = run.options().int("max-nested");
        let combines = run.options().bool("parallel-reductions");
        let mut candidates = Vec::new();
        let known = Dependences::new(context);
        for at in outer_loops_first(context, root) {
            let combined = match at.inits(context).is_empty() {
                true => Some(Vec::new()),
                false if combines => reductions(context, at),
                false => None,
            };
            if let Some(combined) = combined.filter(|_| is_parallel(&known, at)) {
                candidates.push((at, combined));
            }
        }
        for (at, combined) in candidates {
            let parents = std::iter::successors(at.0.parent_op(context), |op| op.parent_op(context));
            let outer = parents
                .take_while(|op| !has_trait(context, *op, "AffineScope"))
                .filter(|op| op.is_named(context, "affine.parallel"))
                .count();
            if i64::try_from(outer).is_ok_and(|outer| outer < most) {
                make_parallel(&mut Rewriter::new(run.edit()), at, &combined);
            }
        }
        Ok(())
    }
}

pub(super) fn scalar_replacement() -> PassRecord {
    PassRecord::new(
        "affine-scalrep",
        "Replace affine memref accesses by scalars by forwarding stores to loads and eliminating redundant loads",
        |_| Ok(Box::new(ScalarReplacement)),
    )
    .shown_as("AffineScalarReplacement")
    .on("func.func")
}

struct ScalarReplacement;

impl Pass for ScalarReplacement {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let root = run.op();
        replace_accesses(run.edit(), root);
        Ok(())
    }
}
