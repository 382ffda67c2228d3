//! Counting the runs of passes for those who watch.
//!
//! Invariant: the number of a run is below the total that is reported with it.

use std::sync::atomic::{AtomicUsize, Ordering};

use tvmlike_ir::{Context, Exclusive, Failure, Op};

use super::{Runner, runs_on};
use crate::pass::{Progress, ScheduledPass};
use crate::pipeline::{Pipeline, Step};

/// How many passes ran on operations, and how many are expected to; nothing is counted if nothing watches.
#[derive(Default)]
pub(super) struct Counter {
    done: AtomicUsize,
    total: AtomicUsize,
}

/// How many runs some steps of a pipeline are on an operation as it is now.
fn expected(context: &Context, steps: &[Step], op: Op) -> usize {
    let each = |step: &Step| match step {
        Step::Pass(_) => 1,
        Step::Nested(nested) => {
            let blocks = op.regions(context).flat_map(|region| region.blocks(context));
            let ops = blocks.flat_map(|block| block.operations(context));
            ops.filter(|op| runs_on(context, nested, *op))
                .map(|op| expected(context, nested.steps(), op))
                .sum()
        }
    };
    steps.iter().map(each).sum()
}

impl Runner<'_> {
    /// Whether the run is watched.
    fn is_watched(&self) -> bool {
        self.options
            .observers
            .iter()
            .any(|observer| observer.watches_progress())
    }

    /// Counts what is left of the pipeline of the whole run, which a pass can have changed.
    pub(super) fn expect(&self, context: &Context, pipeline: &Pipeline, from: usize, op: Op) {
        if self.is_watched() {
            let left = expected(context, &pipeline.steps()[from..], op);
            let done = self.counter.done.load(Ordering::Relaxed);
            self.counter.total.store(done + left, Ordering::Relaxed);
        }
    }

    /// Reports that a pass is about to run. Who watches can change the IR: it is an error if the operation is gone.
    pub(super) fn advance(
        &self,
        edit: &mut Exclusive<'_>,
        pass: &ScheduledPass,
        op: Op,
    ) -> Result<(), Failure> {
        if !self.is_watched() {
            return Ok(());
        }
        let index = self.counter.done.fetch_add(1, Ordering::Relaxed);
        let progress = Progress {
            index,
            total: self.counter.total.load(Ordering::Relaxed).max(index + 1),
        };
        let (handle, location) = (edit.op_handle(op), op.location(edit));
        for observer in &self.options.observers {
            observer.progress(edit, pass, op, progress)?;
        }
        match edit.resolve_op(handle) {
            Ok(_) => Ok(()),
            Err(error) => Err(edit.emit_error(location, error.to_string()).emit()),
        }
    }
}
