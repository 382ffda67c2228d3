//! Interrupts of runs, between passes and in data-flow analyses.

use tvmlike_ir::{Context, Failure, Op};

use super::{Run, RunOptions};
use crate::dataflow::{Sparse, SparseAnalysis};

impl RunOptions {
    fn is_interrupted(&self) -> bool {
        self.interrupt.as_ref().is_some_and(|interrupt| interrupt())
    }

    /// Ends a run on an operation that is interrupted.
    pub(crate) fn check_interrupt(&self, context: &Context, op: Op) -> Result<(), Failure> {
        match self.is_interrupted() {
            true => Err(interrupted(context, op)),
            false => Ok(()),
        }
    }
}

#[cold]
fn interrupted(context: &Context, op: Op) -> Failure {
    op.emit_error(context, "the pipeline was interrupted").emit()
}

impl Run<'_, '_> {
    /// Solves a data-flow problem for the operation of the run, as [`Sparse::solve`], until the pipeline is interrupted.
    ///
    /// # Errors
    /// The pipeline was interrupted.
    pub fn solve_sparse<A: SparseAnalysis>(&mut self, analysis: A) -> Result<Sparse<A>, Failure> {
        let (context, root, options) = (self.context(), self.op, self.options);
        Sparse::solve_unless(self.edit, root, analysis, &|| options.is_interrupted())
            .ok_or_else(|| interrupted(context, root))
    }
}
