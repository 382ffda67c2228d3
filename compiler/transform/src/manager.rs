//! Running pipelines.
//!
//! Invariant: a pass runs only on operations that are isolated from above, and sees no change of another pass meanwhile.

use tvmlike_ir::{Context, Exclusive, Failure, Op, Traits};

use crate::analysis::Analyses;
use crate::greedy::Interrupt;
use crate::pass::{Run, ScheduledPass};
use crate::pipeline::{Pipeline, Step};

/// How a pipeline runs.
#[derive(Clone)]
pub struct RunOptions {
    /// Whether the operation is verified after each pass.
    pub verify_each: bool,
    /// Asked between passes and in long ones; the run ends when it answers yes.
    pub interrupt: Option<Interrupt>,
}

impl Default for RunOptions {
    fn default() -> Self {
        Self {
            verify_each: true,
            interrupt: None,
        }
    }
}

impl std::fmt::Debug for RunOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RunOptions")
            .field("verify_each", &self.verify_each)
            .finish_non_exhaustive()
    }
}

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
        let runner = Runner { options };
        runner.pipeline(edit, self, op, &mut Analyses::default())
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
}

/// A run of a pipeline.
struct Runner<'r> {
    options: &'r RunOptions,
}

impl Runner<'_> {
    /// Runs the steps of a pipeline on an operation.
    fn pipeline(
        &self,
        edit: &mut Exclusive<'_>,
        pipeline: &Pipeline,
        op: Op,
        analyses: &mut Analyses,
    ) -> Result<(), Failure> {
        let mut index = 0;
        while let Some(step) = pipeline.steps().get(index) {
            match step {
                Step::Pass(pass) => {
                    self.pass(edit, pass, op, analyses)?;
                    index += 1;
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
                    index += nested.len();
                    self.nested(edit, &nested, op, analyses)?;
                }
            }
        }
        Ok(())
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
        if self
            .options
            .interrupt
            .as_ref()
            .is_some_and(|interrupt| interrupt())
        {
            return Err(op.emit_error(context, "the pipeline was interrupted").emit());
        }
        let cause = context.identifier(&*pass.record().argument);
        edit.set_cause(Some(cause));
        let mut run = Run::new(edit, op, pass, analyses, self.options.interrupt.as_ref());
        let result = pass.pass.run(&mut run);
        let preserved = run.take_preserved();
        edit.set_cause(None);
        analyses.invalidate(&preserved);
        result?;
        if self.options.verify_each && !preserved.is_all() {
            context.verify(op)?;
        }
        Ok(())
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
        let ops: Vec<Op> = blocks.flat_map(|block| block.operations(context)).collect();
        for nested in ops {
            let mut own = analyses.take_nested(nested);
            for pipeline in pipelines {
                if runs_on(context, pipeline, nested) {
                    self.pipeline(edit, pipeline, nested, &mut own)?;
                }
            }
            analyses.put_nested(nested, own);
        }
        Ok(())
    }
}

/// Whether a nested pipeline runs on an operation.
fn runs_on(context: &Context, pipeline: &Pipeline, op: Op) -> bool {
    match pipeline.is_generic() {
        true => op.has_trait(context, Traits::ISOLATED_FROM_ABOVE),
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
