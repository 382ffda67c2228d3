//! What observes a run.

use tvmlike_ir::{Context, Exclusive, Failure, Op};

use super::ScheduledPass;

/// How a pass ended on an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassOutcome {
    /// It succeeded, and may have changed something.
    Succeeded,
    /// It succeeded, and reported that it changed nothing.
    Unchanged,
    /// It failed, or left something that is not valid.
    Failed,
}

/// How far a run is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// How many passes ran on operations before.
    pub index: usize,
    /// How many are expected to run: as the IR is when a step of the outermost pipeline begins.
    pub total: usize,
}

/// Observes a run. Methods are called on the thread that runs the pass.
pub trait Observer: Send + Sync {
    /// Whether [`progress`](Self::progress) is to be called.
    fn watches_progress(&self) -> bool {
        false
    }

    /// The run has come to a pass on an operation. The editor can be released, to call foreign code.
    ///
    /// # Errors
    /// The run has to end. The reason was emitted.
    fn progress(
        &self,
        edit: &mut Exclusive<'_>,
        pass: &ScheduledPass,
        op: Op,
        progress: Progress,
    ) -> Result<(), Failure> {
        let _ = (edit, pass, op, progress);
        Ok(())
    }

    /// A pass is about to run on an operation.
    fn before(&self, context: &Context, pass: &ScheduledPass, op: Op) {
        let _ = (context, pass, op);
    }

    /// A pass has run on an operation.
    fn after(&self, context: &Context, pass: &ScheduledPass, op: Op, outcome: PassOutcome) {
        let _ = (context, pass, op, outcome);
    }
}
