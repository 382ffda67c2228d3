//! `composite-fixed-point-pass`: runs a pipeline until it changes nothing.

use tvmlike_ir::{Equivalence, Failure};

use crate::options::{OptionRecord, Options};
use crate::pass::{Pass, PassRecord, Run};
use crate::pipeline::Pipeline;

pub(super) fn record() -> PassRecord {
    PassRecord::new(
        "composite-fixed-point-pass",
        "Composite fixed point pass",
        |options| Ok(Box::new(CompositeFixedPoint::new(options)?)),
    )
    .shown_as("CompositeFixedPointPass")
    .with_options(vec![
        OptionRecord::text("name", "CompositeFixedPointPass", "Composite pass display name"),
        OptionRecord::text("pipeline", "", "Composite pass inner pipeline"),
        OptionRecord::int(
            "max-iterations",
            10,
            "Maximum number of iterations if inner pipeline",
        ),
    ])
}

struct CompositeFixedPoint {
    name: String,
    pipeline: String,
    max_iterations: i64,
}

impl CompositeFixedPoint {
    fn new(options: &Options) -> Result<Self, String> {
        let new = Self {
            name: options.text("name").to_owned(),
            pipeline: options.text("pipeline").to_owned(),
            max_iterations: options.int("max-iterations"),
        };
        if new.max_iterations <= 0 {
            return Err(format!(
                "max-iterations must be greater than 0, got {}",
                new.max_iterations
            ));
        }
        new.pipeline()?;
        Ok(new)
    }

    /// The inner pipeline, for any operation.
    fn pipeline(&self) -> Result<Pipeline, String> {
        let mut pipeline = Pipeline::new("any");
        if !self.pipeline.is_empty() {
            pipeline.add_text(&self.pipeline)?;
        }
        Ok(pipeline)
    }
}

impl Pass for CompositeFixedPoint {
    fn is_parallel(&self) -> bool {
        self.pipeline().is_ok_and(|pipeline| pipeline.is_parallel())
    }

    fn run(&self, run: &mut Run<'_, '_>) -> Result<(), Failure> {
        let (context, op) = (run.context(), run.op());
        let mut pipeline = self.pipeline().map_err(|error| run.fail(error))?;
        let mut before = op.structural_hash(context, Equivalence::NONE);
        for _ in 0..self.max_iterations {
            pipeline.run_nested(run, op)?;
            let after = op.structural_hash(context, Equivalence::NONE);
            if after == before {
                return Ok(());
            }
            before = after;
        }
        let message = format!(
            "Composite pass \"{}\"+ didn't converge in {} iterations",
            self.name, self.max_iterations
        );
        op.emit_warning(context, message).emit();
        Ok(())
    }
}
