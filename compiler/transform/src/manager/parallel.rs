//! Running pipelines on several isolated operations at once.
//!
//! Invariant: the diagnostics are those of a run one after the other, in that order: what an operation behind the first failed
//! one emits is not reported.

use std::cell::Cell;
use std::sync::{Arc, Mutex, PoisonError};

use tvmlike_ir::{Diagnostic, Exclusive, Failure, Op, Traits};

use super::Runner;
use crate::analysis::Analyses;
use crate::pipeline::Pipeline;

/// Fewer operations than these for each thread are not worth a thread.
const LEAST: usize = 2;

thread_local! {
    /// The number of the operation on which the thread runs passes, from 1; 0: none.
    static NUMBER: Cell<usize> = const { Cell::new(0) };
}

/// Diagnostics with the numbers of the operations on which they were emitted.
type Collected = Arc<Mutex<Vec<(usize, Diagnostic)>>>;

impl Runner<'_> {
    /// Runs pipelines on operations, each thread on some. `None`: they must run one after the other. Nothing ran then.
    pub(super) fn nested_in_parallel(
        &self,
        edit: &mut Exclusive<'_>,
        pipelines: &[&Pipeline],
        ops: &[Op],
    ) -> Option<Result<(), Failure>> {
        let context = edit.context();
        let threads = self.options.threads.min(ops.len() / LEAST);
        let can_be = threads > 1
            && NUMBER.get() == 0
            && pipelines.iter().all(|pipeline| pipeline.is_parallel())
            && ops
                .iter()
                .all(|op| op.has_trait(context, Traits::ISOLATED_FROM_ABOVE));
        if !can_be {
            return None;
        }
        let collected = Collected::default();
        let sink = Arc::clone(&collected);
        let handler = context.attach_diagnostic_handler(move |_, diagnostic| {
            let number = NUMBER.get();
            if number != 0 {
                let mut sink = sink.lock().unwrap_or_else(PoisonError::into_inner);
                sink.push((number, diagnostic.clone()));
            }
            number != 0
        });
        let results = edit.par_isolated(ops, threads, |edit, index, op| {
            NUMBER.set(index + 1);
            let result = self.on_nested(edit, pipelines, op, &mut Analyses::default());
            NUMBER.set(0);
            result
        });
        context.detach_diagnostic_handler(handler);
        let results = results.ok()?;
        let failed = results.iter().position(Result::is_err);
        let last = failed.map_or(usize::MAX, |index| index + 1);
        let mut all = std::mem::take(&mut *collected.lock().unwrap_or_else(PoisonError::into_inner));
        all.sort_by_key(|(number, _)| *number);
        for (_, diagnostic) in all.iter().filter(|(number, _)| *number <= last) {
            context.emit(diagnostic);
        }
        Some(results.into_iter().collect())
    }
}
