//! Patterns that are functions of front ends, and the rewriter that they get.

use std::sync::{Mutex, MutexGuard, PoisonError};

use smallvec::SmallVec;
use tvmlike_ir as ir;
use tvmlike_ir::Listener;

use crate::api::*;
use crate::handles::{Context, OperationBase, Value};
use crate::insertion_point::InsertionPoint;
use crate::pass_manager::fail_with;
use crate::{defined, errors};

/// A change that is reported to the driver later.
enum Change {
    Inserted(ir::Handle),
    Modified(ir::Handle),
    Gone(ir::Op),
}

/// Records the changes of a rewriter.
#[derive(Default)]
struct Recorder(Vec<Change>);

impl Listener for Recorder {
    fn op_inserted(&mut self, context: &ir::Context, op: ir::Op, _from: Option<ir::InsertionPoint>) {
        self.0.push(Change::Inserted(context.op_handle(op)));
    }

    fn op_modified(&mut self, context: &ir::Context, op: ir::Op) {
        self.0.push(Change::Modified(context.op_handle(op)));
    }

    fn op_erased(&mut self, context: &ir::Context, op: ir::Op) {
        // What defines its operands can be dead now.
        let definitions = op
            .operands(context)
            .filter_map(|operand| operand.defining_op(context));
        self.0
            .extend(definitions.map(|definition| Change::Modified(context.op_handle(definition))));
        self.0.push(Change::Gone(op));
    }
}

/// Changes the IR in a pattern.
#[derive(Object)]
#[object(key = "rewrite.PatternRewriter")]
pub(crate) struct PatternRewriter {
    context: ObjectPtr<Context>,
    point: ObjectPtr<InsertionPoint>,
    changes: Mutex<Recorder>,
}

/// What replaces an operation: another one, or values.
#[derive(Union)]
enum Replacement {
    Operation(ObjectPtr<OperationBase>),
    Values(Vec<ObjectPtr<Value>>),
}

impl PatternRewriter {
    fn changes(&self) -> MutexGuard<'_, Recorder> {
        self.changes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the IR, and records what is changed.
    fn change(
        &self,
        op: &OperationBase,
        change: impl FnOnce(&mut ir::Rewriter<'_, '_>, ir::Op) -> Result<()>,
    ) -> Result<()> {
        let mut recorder = Recorder::default();
        let result = {
            let mut edit = self.context.edit()?;
            let op = op.in_context(&self.context)?;
            change(&mut ir::Rewriter::with_listener(&mut edit, &mut recorder), op)
        };
        self.changes().0.append(&mut recorder.0);
        result
    }
}

/// Refuses to erase an operation of which something is used outside.
fn refuse_uses(context: &ir::Context, op: ir::Op) -> Result<()> {
    let user = op.results(context).find_map(|result| result.uses(context).next());
    let Some(user) = user.map(|user| user.owner(context)) else {
        return Ok(());
    };
    Err(errors::value_error(format!(
        "a result of `{}` still has uses, in `{}`; replace or erase them first",
        op.name(context).text(context),
        user.name(context).text(context)
    )))
}

#[methods]
impl PatternRewriter {
    /// Before the operation that is rewritten.
    #[getter]
    fn ip(&self) -> ObjectPtr<InsertionPoint> {
        self.point.clone()
    }

    /// Makes the uses of an operation's results uses of other values, and erases the operation.
    fn replace_op(&self, op: &OperationBase, replacement: Replacement) -> Result<()> {
        self.change(op, |rewriter, op| {
            let context = rewriter.context();
            let values: SmallVec<[ir::Value; 4]> = match &replacement {
                Replacement::Operation(new) => new.in_context(&self.context)?.results(context).collect(),
                Replacement::Values(values) => values
                    .iter()
                    .map(|value| value.in_context(&self.context))
                    .collect::<Result<_>>()?,
            };
            let count = op.num_results(context);
            if values.len() != count {
                return Err(errors::value_error(format!(
                    "replace_op: expected {count} values, one for each result, got {}",
                    values.len()
                )));
            }
            for (index, (value, result)) in values.iter().zip(op.results(context)).enumerate() {
                if value.ty(context) != result.ty(context) {
                    return Err(errors::value_error(format!(
                        "replace_op: value {index} has another type than the result"
                    )));
                }
                if value.defining_op(context) == Some(op) {
                    return Err(errors::value_error(format!(
                        "replace_op: value {index} is a result of the operation itself"
                    )));
                }
            }
            rewriter.replace_op(op, &values);
            Ok(())
        })
    }

    /// Erases an operation whose results have no uses.
    fn erase_op(&self, op: &OperationBase) -> Result<()> {
        self.change(op, |rewriter, op| {
            refuse_uses(rewriter.context(), op)?;
            rewriter.erase_op(op);
            Ok(())
        })
    }
}

/// A pattern that calls a function.
pub(super) struct ForeignPattern {
    name: String,
    root: String,
    benefit: u16,
    function: PackedFunc,
}

impl ForeignPattern {
    pub(super) fn new(root: &str, benefit: u16, function: PackedFunc) -> Self {
        Self {
            name: format!("pattern for {root}"),
            root: root.to_owned(),
            benefit,
            function,
        }
    }

    /// Calls the function. Whether the operation matched, and what was changed.
    fn call(&self, core: &ir::Context, op: ir::Op) -> (Result<bool>, Recorder) {
        let Some(context) = defined::object_of(core) else {
            let error = Error::runtime_error("the context of a pattern of a front end is not in use");
            return (Err(error), Recorder::default());
        };
        let operation = OperationBase::lent(&context, op);
        let Some(point) = InsertionPoint::before_part(&operation.part()) else {
            return (Ok(false), Recorder::default());
        };
        let rewriter = ObjectPtr::new(PatternRewriter {
            context: context.clone(),
            point: ObjectPtr::new(point),
            changes: Mutex::default(),
        });
        let before = context.replace_cause(Some(core.identifier(&self.name)));
        let answer = defined::enter(&context, op.location(core)).and_then(|_scopes| {
            let view = operation.into_view(&context);
            self.function.call((view, rewriter.clone()))
        });
        context.replace_cause(before);
        let failed = answer.and_then(|answer| answer.view().convert::<Option<bool>>());
        let changes = std::mem::take(&mut *rewriter.changes());
        (failed.map(|failed| !failed.unwrap_or(false)), changes)
    }
}

impl ir::Pattern for ForeignPattern {
    fn name(&self) -> &str {
        &self.name
    }

    fn root(&self) -> Option<&str> {
        Some(&self.root)
    }

    fn benefit(&self) -> u16 {
        self.benefit
    }

    fn rewrite(&self, rewriter: &mut ir::Rewriter<'_, '_>, op: ir::Op) -> Option<()> {
        let called = rewriter.edit().released(|core| self.call(core, op));
        let (matched, changes) = match called {
            Ok(called) => called,
            Err(refused) => {
                rewriter.fail(refused.to_string());
                return None;
            }
        };
        for change in changes.0 {
            rewriter.report(|listener, context| match change {
                Change::Inserted(handle) => {
                    if let Ok(op) = context.resolve_op(handle) {
                        listener.op_inserted(context, op, None);
                    }
                }
                Change::Modified(handle) => {
                    if let Ok(op) = context.resolve_op(handle) {
                        listener.op_modified(context, op);
                    }
                }
                Change::Gone(op) => listener.op_gone(op),
            });
        }
        match matched {
            Ok(matched) => matched.then_some(()),
            Err(error) => {
                rewriter.fail(format!(
                    "{} raised {}: {}",
                    self.name,
                    error.kind(),
                    error.message()
                ));
                fail_with(error);
                None
            }
        }
    }
}
