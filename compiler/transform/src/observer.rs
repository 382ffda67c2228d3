//! Observers of a run: they learn when passes begin and end on operations.

use tvmlike_ir::{Context, Op};

use crate::pass::ScheduledPass;

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

/// Observes a run. Methods are called on the thread that runs the pass.
pub trait Observer: Send + Sync {
    /// A pass is about to run on an operation.
    fn before(&self, context: &Context, pass: &ScheduledPass, op: Op) {
        let _ = (context, pass, op);
    }

    /// A pass has run on an operation.
    fn after(&self, context: &Context, pass: &ScheduledPass, op: Op, outcome: PassOutcome) {
        let _ = (context, pass, op, outcome);
    }
}
