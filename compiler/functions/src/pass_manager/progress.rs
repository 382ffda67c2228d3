//! Calling a function of a front end before each pass.
//!
//! Invariant: while the function runs, the pipeline does not hold the editor of the context.

use std::sync::Arc;

use tvmlike_ir as ir;
use tvmlike_transform::{Observer, Progress, ScheduledPass};

use super::fail_with;
use crate::api::*;
use crate::defined;
use crate::handles::OperationBase;

/// Calls a function.
struct Watcher(PackedFunc);

/// What calls a function before each pass.
pub(super) fn observer(callback: PackedFunc) -> Arc<dyn Observer> {
    Arc::new(Watcher(callback))
}

impl Observer for Watcher {
    fn watches_progress(&self) -> bool {
        true
    }

    fn progress(
        &self,
        edit: &mut ir::Exclusive<'_>,
        pass: &ScheduledPass,
        op: ir::Op,
        progress: Progress,
    ) -> std::result::Result<(), ir::Failure> {
        let context = edit.context();
        let called = edit.released(|core| {
            let Some(context) = defined::object_of(core) else {
                return Ok(());
            };
            let operation = OperationBase::lent(&context, op).into_operation(&context);
            let name = pass.record().argument.to_string();
            let numbers = (progress.index as i64, progress.total as i64);
            self.0.call((name, operation, numbers.0, numbers.1)).map(drop)
        });
        let message = match called {
            Ok(Ok(())) => return Ok(()),
            Ok(Err(error)) => {
                let message = format!(
                    "the progress callback raised {}: {}",
                    error.kind(),
                    error.message()
                );
                fail_with(error);
                message
            }
            Err(refused) => refused.to_string(),
        };
        Err(context.emit_error(context.unknown_location(), message).emit())
    }
}
