//! The pass that failed, and its reproducer.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tvmlike_ir::{Context, Location, Op};
use tvmlike_transform::{Observer, PassOutcome, ScheduledPass};

use crate::reproducer::{self, Recipe};

/// Remembers the innermost pass that failed.
#[derive(Debug, Default)]
pub(crate) struct FailedPass {
    failed: Mutex<Option<Failed>>,
    /// How a reproducer of one pass runs it; its pipeline is not used. `None`: the reproducer is that of the whole pipeline.
    local: Option<Recipe>,
    /// The reproducer of the pass that runs.
    running: Mutex<Option<Result<Vec<u8>, String>>>,
}

#[derive(Debug)]
struct Failed {
    location: Location,
    /// The pass and its operation.
    pass: String,
    reproducer: Option<Result<Vec<u8>, String>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The pipeline of one pass on an operation, from the outermost operation on.
fn pipeline_of(context: &Context, pass: &ScheduledPass, op: Op) -> (Op, String) {
    let mut text = String::new();
    pass.print(&mut text);
    let mut at = op;
    loop {
        text = format!("{}({text})", at.name(context).text(context));
        match at.parent_op(context) {
            Some(parent) => at = parent,
            None => return (at, text),
        }
    }
}

impl FailedPass {
    /// With a reproducer of the pass alone.
    pub(crate) fn with_local_reproducer(recipe: Recipe) -> Self {
        Self {
            local: Some(recipe),
            ..Self::default()
        }
    }

    /// Writes a reproducer, and emits, as MLIR does, which pass failed.
    pub(crate) fn write(&self, context: &Context, path: &str, whole: Vec<u8>) {
        let Some(failed) = lock(&self.failed).take() else {
            return;
        };
        let text = failed.reproducer.unwrap_or(Ok(whole));
        let written = text.and_then(|text| std::fs::write(path, text).map_err(|error| error.to_string()));
        let outcome = match written {
            Ok(()) => format!("reproducer generated at `{path}`"),
            Err(error) => format!("cannot write the reproducer `{path}`: {error}"),
        };
        let pass = match self.local {
            Some(_) => failed.pass,
            None => format!("[{}]", failed.pass),
        };
        let message = "Failures have been detected while processing an MLIR pass pipeline";
        let note = format!("Pipeline failed while executing {pass}: {outcome}");
        context
            .emit_error(failed.location, message)
            .note(failed.location, note)
            .emit();
    }
}

impl Observer for FailedPass {
    fn before(&self, context: &Context, pass: &ScheduledPass, op: Op) {
        if let Some(recipe) = &self.local {
            let (root, pipeline) = pipeline_of(context, pass, op);
            let recipe = Recipe {
                pipeline,
                ..recipe.clone()
            };
            *lock(&self.running) = Some(reproducer::text(context, root, &recipe));
        }
    }

    fn after(&self, context: &Context, pass: &ScheduledPass, op: Op, outcome: PassOutcome) {
        if outcome != PassOutcome::Failed {
            return;
        }
        let symbol = op.symbol_name(context).map(String::from_utf8_lossy);
        let symbol = symbol.map(|name| format!(": @{name}")).unwrap_or_default();
        let (pass, name) = (&pass.record().display, op.name(context).text(context));
        lock(&self.failed).get_or_insert_with(|| Failed {
            location: op.location(context),
            pass: format!("`{pass}` on '{name}' operation{symbol}"),
            reproducer: lock(&self.running).take(),
        });
    }
}
