//! `affine-loop-unroll` and `affine-loop-unroll-jam`.

use tvmlike_ir::{Context, Failure, Op, Rewriter};
use tvmlike_transform::{OptionRecord, Pass, PassRecord, Run};

use crate::affine_loops::{
    AffineFor, Shifts, Unjammed, Unrolling, constant_trip_count, loops_in, unroll, unroll_and_jam,
};

pub(super) fn unrolling() -> PassRecord {
    PassRecord::new("affine-loop-unroll", "Unroll affine loops", |_| {
        Ok(Box::new(Unroll))
    })
    .shown_as("AffineLoopUnroll")
    .on_interface("FunctionOpInterface")
    .with_options(vec![
        OptionRecord::int(
            "unroll-factor",
            4,
            "Use this unroll factor for all loops being unrolled, set it to -1, and it will fully unroll.",
        ),
        OptionRecord::bool(
            "unroll-up-to-factor",
            false,
            "Allow unrolling up to the factor specified",
        ),
        OptionRecord::uint(
            "unroll-num-reps",
            1,
            "Unroll innermost loops repeatedly this many times",
        ),
        OptionRecord::uint(
            "unroll-full-threshold",
            1,
            "Unroll all loops with trip count less than or equal to this",
        ),
        OptionRecord::bool(
            "cleanup-unroll",
            false,
            "Fully unroll the cleanup loop when possible.",
        ),
    ])
}

struct Unroll;

/// The loops in which is no other one.
fn innermost(context: &Context, root: Op) -> Vec<AffineFor> {
    let mut found: Vec<AffineFor> = Vec::new();
    let mut outer: Option<Op> = None;
    for at in loops_in(context, root) {
        // What is in a loop comes right before it.
        if outer != Some(at.0) {
            found.push(at);
        }
        let mut parents = std::iter::successors(at.0.parent_op(context), |op| op.parent_op(context));
        outer = parents.find(|op| AffineFor::of(context, *op).is_some());
    }
    found
}

impl Pass for Unroll {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let options = run.options();
        let how = Unrolling {
            factor: u64::try_from(options.int("unroll-factor")).ok(),
            up_to_factor: options.bool("unroll-up-to-factor"),
            cleanup: options.bool("cleanup-unroll"),
        };
        let mut shifts = Shifts::default();
        let most = options.int("unroll-full-threshold").cast_unsigned();
        if how.factor.is_none() && most != 1 {
            let mut short = loops_in(context, root);
            short.retain(|at| constant_trip_count(context, *at).is_some_and(|count| count <= most));
            for at in short {
                unroll(&mut Rewriter::new(run.edit()), &mut shifts, at, how);
            }
            return Ok(());
        }
        for _ in 0..options.int("unroll-num-reps") {
            let mut is_changed = false;
            for at in innermost(context, root) {
                is_changed |= unroll(&mut Rewriter::new(run.edit()), &mut shifts, at, how);
            }
            if !is_changed {
                break;
            }
        }
        Ok(())
    }
}

pub(super) fn jam() -> PassRecord {
    PassRecord::new("affine-loop-unroll-jam", "Unroll and jam affine loops", |_| {
        Ok(Box::new(Jam))
    })
    .shown_as("AffineLoopUnrollAndJam")
    .on_interface("FunctionOpInterface")
    .with_options(vec![OptionRecord::uint(
        "unroll-jam-factor",
        4,
        "Use this unroll jam factor for all loops (default 4)",
    )])
}

struct Jam;

impl Pass for Jam {
    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, root) = (run.context(), run.op());
        let first = root
            .region(context, 0)
            .and_then(|region| region.first_block(context))
            .and_then(|entry| entry.first_op(context));
        let Some(at) = first.and_then(|op| AffineFor::of(context, op)) else {
            return Ok(());
        };
        let factor = run.options().int("unroll-jam-factor").cast_unsigned();
        match unroll_and_jam(&mut Rewriter::new(run.edit()), at, factor) {
            Ok(()) | Err(Unjammed::Impossible) => Ok(()),
            Err(Unjammed::PassesValues) => Err(at
                .0
                .emit_op_error(
                    context,
                    "affine-loop-unroll-jam of a loop with iter_args is not supported yet; those of loops in it are",
                )
                .emit()),
        }
    }
}
