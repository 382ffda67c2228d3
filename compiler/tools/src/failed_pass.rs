//! The pass that failed, for the message of a reproducer.

use std::sync::{Mutex, PoisonError};

use tvmlike_ir::{Context, Location, Op};
use tvmlike_transform::{Observer, PassOutcome, ScheduledPass};

/// Remembers the innermost pass that failed.
#[derive(Debug, Default)]
pub(crate) struct FailedPass(Mutex<Option<(Location, String)>>);

impl FailedPass {
    /// Emits, as MLIR does, which pass failed and what became of the reproducer.
    pub(crate) fn emit(&self, context: &Context, outcome: &str) {
        let failed = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some((location, pass)) = failed else {
            return;
        };
        let message = "Failures have been detected while processing an MLIR pass pipeline";
        let note = format!("Pipeline failed while executing [{pass}]: {outcome}");
        context.emit_error(location, message).note(location, note).emit();
    }
}

impl Observer for FailedPass {
    fn before(&self, _: &Context, _: &ScheduledPass, _: Op) {}

    fn after(&self, context: &Context, pass: &ScheduledPass, op: Op, outcome: PassOutcome) {
        if outcome != PassOutcome::Failed {
            return;
        }
        let symbol = op.symbol_name(context).map(String::from_utf8_lossy);
        let symbol = symbol.map(|name| format!(": @{name}")).unwrap_or_default();
        let (pass, name) = (&pass.record().display, op.name(context).text(context));
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get_or_insert_with(|| {
                (
                    op.location(context),
                    format!("`{pass}` on '{name}' operation{symbol}"),
                )
            });
    }
}
