//! Passes that are functions of front ends.
//!
//! Invariant: while the function runs, the pipeline does not hold the editor of the context, so the function can change the
//! IR; what it erases names the pass in the errors of stale handles.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use tvmlike_ir as ir;
use tvmlike_transform::{Pass, PassRecord, Run};

use crate::api::*;
use crate::defined;
use crate::handles::{Operation, OperationBase};
use crate::shared_function::SharedFunction;

thread_local! {
    /// The error that a function raised, or the interrupt, in the run on this thread.
    static FAILURE: RefCell<Option<Error>> = const { RefCell::new(None) };
    /// When this thread asked the front end last whether to end.
    static ASKED: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// How long a thread waits before it asks the front end again: asking Python acquires the GIL.
const PAUSE: Duration = Duration::from_millis(1);

/// Keeps an error that the call which runs the pipeline raises. The first one stays.
pub(crate) fn fail_with(error: Error) {
    FAILURE.with_borrow_mut(|failure| {
        failure.get_or_insert(error);
    });
}

/// Whether an error is kept.
pub(crate) fn has_failed() -> bool {
    FAILURE.with_borrow(Option::is_some)
}

/// Takes the error that was kept.
pub(crate) fn take_failure() -> Option<Error> {
    FAILURE.take()
}

/// Whether the front end asks for an end, with Ctrl-C.
pub(crate) fn is_interrupted() -> bool {
    let now = Instant::now();
    if ASKED
        .get()
        .is_some_and(|before| now.duration_since(before) < PAUSE)
    {
        return false;
    }
    ASKED.set(Some(now));
    tvmlike_runtime::check_interrupt().is_err_and(|error| {
        fail_with(error);
        true
    })
}

/// A run of a pass of a front end.
#[derive(Object)]
#[object(key = "passmanager.ExternalPass")]
pub(crate) struct ExternalPass {
    failed: AtomicBool,
}

#[methods]
impl ExternalPass {
    /// Makes the pass fail when the function returns.
    fn signal_pass_failure(&self) {
        self.failed.store(true, Relaxed);
    }
}

impl ExternalPass {
    fn new() -> Self {
        Self {
            failed: AtomicBool::new(false),
        }
    }
}

/// How a run of a function ended that raised no error.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    Succeeded,
    /// It signalled that the pass fails.
    Failed,
}

/// A pass that calls a function.
struct Foreign<F> {
    argument: String,
    call: F,
}

impl<F> Pass for Foreign<F>
where
    F: Fn(ObjectPtr<Operation>) -> Result<Outcome> + Send + Sync,
{
    fn is_parallel(&self) -> bool {
        false
    }

    fn run(&self, run: &mut Run<'_, '_>) -> std::result::Result<(), ir::Failure> {
        let op = run.op();
        let mut is_unchanged = false;
        let called = run.edit().released(|core| {
            let changes = core.num_changes();
            let Some(context) = defined::object_of(core) else {
                return Err(Error::runtime_error(
                    "the context of a pass of a front end is not in use",
                ));
            };
            let operation = OperationBase::lent(&context, op).into_operation(&context);
            let before = context.replace_cause(Some(core.identifier(&self.argument)));
            let called =
                defined::enter(&context, op.location(core)).and_then(|_scopes| (self.call)(operation));
            context.replace_cause(before);
            is_unchanged = core.num_changes() == changes;
            called
        });
        if is_unchanged {
            run.preserved().all();
        }
        match called {
            Ok(Ok(Outcome::Failed)) => Err(ir::Failure),
            Ok(Ok(Outcome::Succeeded)) => Ok(()),
            Ok(Err(error)) => {
                let message = format!(
                    "pass '{}' raised {}: {}",
                    self.argument,
                    error.kind(),
                    error.message()
                );
                fail_with(error);
                Err(run
                    .context()
                    .emit_error(run.context().unknown_location(), message)
                    .emit())
            }
            Err(refused) => Err(run
                .context()
                .emit_error(run.context().unknown_location(), refused.to_string())
                .emit()),
        }
    }
}

/// Makes a pass of a function.
pub(super) fn pass(
    argument: String,
    call: impl Fn(ObjectPtr<Operation>) -> Result<Outcome> + Send + Sync + 'static,
) -> Box<dyn Pass> {
    Box::new(Foreign { argument, call })
}

/// The record of a function that was passed.
pub(super) fn record_of(
    run: SharedFunction,
    name: Option<String>,
    argument: String,
    description: String,
    op_name: String,
) -> Arc<PassRecord> {
    let name = name.filter(|name| !name.is_empty());
    let argument = match argument.is_empty() {
        true => name.clone().unwrap_or_else(|| "external".to_owned()),
        false => argument,
    };
    let shown = name.unwrap_or_else(|| argument.clone());
    let own = argument.clone();
    let record = PassRecord::new(argument, description, move |_| {
        let run = run.share();
        Ok(pass(own.clone(), move |view| {
            let external = ObjectPtr::new(ExternalPass::new());
            run.call((view, external.clone()))?;
            Ok(match external.failed.load(Relaxed) {
                true => Outcome::Failed,
                false => Outcome::Succeeded,
            })
        }))
    });
    let record = record.shown_as(shown);
    Arc::new(match op_name.is_empty() {
        true => record,
        false => record.on(op_name),
    })
}
