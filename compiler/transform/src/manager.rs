//! Running pipelines.
//!
//! Invariant: a pass runs only on operations that are isolated from above, and sees no change of another pass meanwhile. An
//! operation is found by a handle after each pass, as a pass of another language can erase anything.

mod parallel;
mod progress;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use tvmlike_ir::{Context, Exclusive, Failure, Op, Traits};

use crate::analysis::Analyses;
use crate::panics::Place;
use crate::pass::{PassOutcome, Run, RunOptions, ScheduledPass};
use crate::pipeline::{Pipeline, Step};
use progress::Counter;

impl Pipeline {
    /// Runs the passes on an operation.
    ///
    /// # Errors
    /// The pipeline is not for such operations; or a pass failed or left something invalid. The reason was emitted, and the
    /// later passes did not run.
    pub fn run(&mut self, edit: &mut Exclusive<'_>, op: Op, options: &RunOptions) -> Result<(), Failure> {
        let context = edit.context();
        let name = op.name(context);
        if !self.is_generic() && *self.anchor().as_bytes() != *name.bytes(context) {
            let message = format!(
                "can't run '{}' pass manager on '{}' op",
                self.anchor(),
                name.text(context)
            );
            return Err(context.emit_error(op.location(context), message).emit());
        }
        self.prepare(context)
            .map_err(|reason| op.emit_error(context, reason).emit())?;
        let runner = Runner {
            options,
            counter: Counter::default(),
        };
        runner.whole(edit, self, op)
    }

    /// Runs the passes within a pass, on its operation or on one in it, with the options of the run around: a dynamic
    /// pipeline.
    ///
    /// # Errors
    /// As in [`run`](Self::run); or the operation is not in that of the pass.
    pub fn run_nested(&mut self, run: &mut Run<'_, '_>, op: Op) -> Result<(), Failure> {
        let context = run.context();
        let root = run.op();
        let is_inside = std::iter::successors(Some(op), |op| op.parent_op(context)).any(|each| each == root);
        if !is_inside {
            let message = "Trying to schedule a dynamic pipeline on an operation that isn't nested under the current \
                           operation the pass is processing";
            return Err(root.emit_op_error(context, message).emit());
        }
        let options = run.run_options();
        self.run(run.edit(), op, options)
    }

    /// Prepares the passes for a context.
    fn prepare(&mut self, context: &Context) -> Result<(), String> {
        for step in &mut self.steps {
            match step {
                Step::Nested(nested) => nested.prepare(context)?,
                Step::Pass(pass) => {
                    for dialect in &pass.record().dialects {
                        context.try_load_dialect(dialect.as_bytes())?;
                    }
                    pass.pass.prepare(context)?;
                }
            }
        }
        Ok(())
    }

    /// Whether all passes can run on several operations at once.
    pub(crate) fn is_parallel(&self) -> bool {
        self.steps.iter().all(|step| match step {
            Step::Pass(pass) => pass.pass.is_parallel(),
            Step::Nested(nested) => nested.is_parallel(),
        })
    }
}

/// A run of a pipeline.
struct Runner<'r> {
    options: &'r RunOptions,
    counter: Counter,
}

impl Runner<'_> {
    /// Runs a pipeline on the operation of the run.
    fn whole(&self, edit: &mut Exclusive<'_>, pipeline: &Pipeline, op: Op) -> Result<(), Failure> {
        let mut analyses = Analyses::default();
        let mut index = 0;
        while index < pipeline.steps().len() {
            self.expect(edit, pipeline, index, op);
            index = self.step(edit, pipeline, index, op, &mut analyses)?;
        }
        Ok(())
    }

    /// Runs the steps of a pipeline on an operation.
    fn pipeline(
        &self,
        edit: &mut Exclusive<'_>,
        pipeline: &Pipeline,
        op: Op,
        analyses: &mut Analyses,
    ) -> Result<(), Failure> {
        let mut index = 0;
        while index < pipeline.steps().len() {
            index = self.step(edit, pipeline, index, op, analyses)?;
        }
        Ok(())
    }

    /// Runs the step with a number, and its neighbours if they run together. The number of the next one.
    fn step(
        &self,
        edit: &mut Exclusive<'_>,
        pipeline: &Pipeline,
        index: usize,
        op: Op,
        analyses: &mut Analyses,
    ) -> Result<usize, Failure> {
        match &pipeline.steps()[index] {
            Step::Pass(pass) => {
                self.pass(edit, pass, op, analyses)?;
                Ok(index + 1)
            }
            Step::Nested(_) => {
                // Neighbours run together on each operation.
                let nested: Vec<&Pipeline> = pipeline.steps()[index..]
                    .iter()
                    .map_while(|step| match step {
                        Step::Nested(nested) => Some(nested),
                        Step::Pass(_) => None,
                    })
                    .collect();
                self.nested(edit, &nested, op, analyses)?;
                Ok(index + nested.len())
            }
        }
    }

    fn pass(
        &self,
        edit: &mut Exclusive<'_>,
        pass: &ScheduledPass,
        op: Op,
        analyses: &mut Analyses,
    ) -> Result<(), Failure> {
        let context = edit.context();
        check_anchor(context, op)?;
        if !pass.record().fits(context, op) {
            let message = format!(
                "unable to schedule pass '{}' on a PassManager intended to run on '{}'!",
                pass.record().display,
                op.name(context).text(context)
            );
            return Err(op.emit_error(context, message).emit());
        }
        self.options.check_interrupt(context, op)?;
        self.advance(edit, pass, op)?;
        for observer in &self.options.observers {
            observer.before(context, pass, op);
        }
        let (handle, location) = (context.op_handle(op), op.location(context));
        let place = Place::of(context, op);
        // Of a pass around, whose own changes follow.
        let outer = edit.cause();
        edit.set_cause(Some(context.identifier(&*pass.record().argument)));
        let start = Instant::now();
        let mut run = Run::new(edit, op, pass, analyses, self.options);
        let ran = catch_unwind(AssertUnwindSafe(|| pass.pass.run(&mut run)));
        let preserved = run.take_preserved();
        pass.add_time(start);
        edit.set_cause(outer);
        analyses.invalidate(&preserved);
        let mut result = ran.unwrap_or_else(|payload| {
            let what = format!("pass '{}'", pass.record().argument);
            Err(place.report(context, &what, &*payload))
        });
        if let Err(error) = context.resolve_op(handle) {
            let message = format!("pass '{}': {error}", pass.record().argument);
            return Err(context.emit_error(location, message).emit());
        }
        if result.is_ok() && self.options.verify_each && !preserved.is_all() {
            result = context.verify(op);
        }
        let outcome = match result {
            Err(_) => PassOutcome::Failed,
            Ok(()) if preserved.is_all() => PassOutcome::Unchanged,
            Ok(()) => PassOutcome::Succeeded,
        };
        for observer in self.options.observers.iter().rev() {
            observer.after(context, pass, op, outcome);
        }
        result
    }

    /// Runs pipelines on the operations directly in an operation.
    fn nested(
        &self,
        edit: &mut Exclusive<'_>,
        pipelines: &[&Pipeline],
        op: Op,
        analyses: &mut Analyses,
    ) -> Result<(), Failure> {
        let context = edit.context();
        let blocks = op.regions(context).flat_map(|region| region.blocks(context));
        let ops = blocks.flat_map(|block| block.operations(context));
        let ops: Vec<Op> = ops
            .filter(|op| pipelines.iter().any(|pipeline| runs_on(context, pipeline, *op)))
            .collect();
        if let Some(result) = self.nested_in_parallel(edit, pipelines, &ops) {
            return result;
        }
        let handles: Vec<_> = ops.into_iter().map(|op| context.op_handle(op)).collect();
        for handle in handles {
            // A pass of another language can erase operations around its own.
            let Ok(nested) = context.resolve_op(handle) else {
                continue;
            };
            let mut own = analyses.take_nested(nested);
            self.on_nested(edit, pipelines, nested, &mut own)?;
            analyses.put_nested(nested, own);
        }
        Ok(())
    }

    /// Runs those pipelines on an operation that are for it.
    fn on_nested(
        &self,
        edit: &mut Exclusive<'_>,
        pipelines: &[&Pipeline],
        op: Op,
        analyses: &mut Analyses,
    ) -> Result<(), Failure> {
        for pipeline in pipelines {
            if runs_on(edit, pipeline, op) {
                self.pipeline(edit, pipeline, op, analyses)?;
            }
        }
        Ok(())
    }
}

/// Whether a nested pipeline runs on an operation.
fn runs_on(context: &Context, pipeline: &Pipeline, op: Op) -> bool {
    match pipeline.is_generic() {
        true => {
            let mut steps = pipeline.steps().iter();
            op.has_trait(context, Traits::ISOLATED_FROM_ABOVE)
                && steps.all(|step| match step {
                    Step::Pass(pass) => pass.record().fits(context, op),
                    Step::Nested(_) => true,
                })
        }
        false => *pipeline.anchor().as_bytes() == *op.name(context).bytes(context),
    }
}

/// Refuses an operation on which no pass can run.
fn check_anchor(context: &Context, op: Op) -> Result<(), Failure> {
    if !op.is_registered(context) {
        return Err(op
            .emit_op_error(context, "trying to schedule a pass on an unregistered operation")
            .emit());
    }
    if !op.has_trait(context, Traits::ISOLATED_FROM_ABOVE) {
        let message = "trying to schedule a pass on an operation not marked as 'IsolatedFromAbove'";
        return Err(op.emit_op_error(context, message).emit());
    }
    Ok(())
}
