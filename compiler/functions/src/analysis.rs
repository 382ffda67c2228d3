//! `analysis.*`: what is found out about an operation: ranges of integers, liveness, dominance, calls, aliases, effects, loops.
//!
//! Invariant: an answer is about the IR as it is at the time of the question. An analysis is made again for a question after a
//! change of its context.

mod calls;
mod dataflow;
mod dominance;
mod found;
mod int_ranges;
mod kept_values;
mod liveness;
mod loops;
mod memory;

use std::sync::{Mutex, PoisonError};

use tvmlike_ir as ir;

use crate::api::*;
use crate::handles::{Context, OperationBase, Reading, Ref};

/// An analysis of an operation, and the number of changes of the context when it was made.
struct Kept<T> {
    root: Ref,
    kept: Mutex<Option<(u64, T)>>,
}

impl<T> Kept<T> {
    /// An analysis that is made for the first question.
    fn of(operation: &OperationBase) -> Self {
        Self {
            root: operation.part(),
            kept: Mutex::new(None),
        }
    }

    fn context(&self) -> &ObjectPtr<Context> {
        self.root.context()
    }

    /// Answers a question by the analysis, which is made if something has changed.
    fn ask<R>(
        &self,
        make: impl FnOnce(&Context, ir::Op) -> Result<T>,
        answer: impl FnOnce(&Reading<'_>, &mut T) -> Result<R>,
    ) -> Result<R> {
        let context: &Context = self.context();
        let lock = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let now = context.core.num_changes();
        let is_current = lock().as_ref().is_some_and(|(then, _)| *then == now);
        if !is_current {
            // A failure must not leave an old analysis.
            let old = lock().take();
            drop(old);
            let op = self.root.op()?;
            // Not under the lock: an analysis can ask the front end whether to end.
            let made = make(context, op)?;
            let old = lock().replace((context.core.num_changes(), made));
            drop(old);
        }
        let mut slot = lock();
        let reading = context.read()?;
        match slot.as_mut() {
            Some((then, kept)) if *then == context.core.num_changes() => answer(&reading, kept),
            _ => Err(Error::runtime_error(
                "another thread changed the IR while it was analyzed",
            )),
        }
    }

    /// As [`ask`](Self::ask), for an analysis that only reads.
    fn ask_reader<R>(
        &self,
        make: impl FnOnce(&ir::Context, ir::Op) -> T,
        answer: impl FnOnce(&Reading<'_>, &mut T) -> Result<R>,
    ) -> Result<R> {
        let make = |context: &Context, op: ir::Op| {
            let reading = context.read()?;
            Ok(make(&reading, op))
        };
        self.ask(make, answer)
    }
}
