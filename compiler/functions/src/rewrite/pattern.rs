//! Patterns that are functions of front ends, and the rewriter that they get.

use std::sync::{Mutex, MutexGuard, PoisonError};

use smallvec::SmallVec;
use tvmlike_ir as ir;
use tvmlike_ir::Listener;
use tvmlike_transform::ConversionRewriter;

use super::replace::{self, Substitute};
use crate::api::*;
use crate::handles::{Context, OperationBase, Ref, Value};
use crate::insertion_point::InsertionPoint;
use crate::pass_manager::fail_with;
use crate::shared_function::SharedFunction;
use crate::{defined, errors, text};

/// The context of a pattern that a driver calls.
pub(super) fn context_of(core: &ir::Context) -> Result<ObjectPtr<Context>> {
    defined::object_of(core)
        .ok_or_else(|| Error::runtime_error("the context of a pattern of a front end is not in use"))
}

/// Whether a pattern matched: its function returns True if not, else False or nothing.
///
/// # Errors
/// It returned something else.
pub(super) fn has_matched(root: &str, answer: &Any) -> Result<bool> {
    let view = answer.view();
    let failed = view.convert::<Option<bool>>().map_err(|_| {
        Error::type_error(format!(
            "the pattern for {root}: expected a bool or None as the result (True if the operation does not match), got {}",
            view.type_name()
        ))
    })?;
    Ok(!failed.unwrap_or(false))
}

/// A change that is reported to the driver later.
enum Change {
    Inserted(ir::Handle),
    Modified(ir::Handle),
    Gone(ir::Op),
}

/// Records the changes of a rewriter.
#[derive(Default)]
pub(super) struct Recorder(Vec<Change>);

impl Recorder {
    /// Reports the changes to the listener of a driver.
    pub(super) fn report(self, rewriter: &mut ir::Rewriter<'_, '_>) {
        for change in self.0 {
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
    }
}

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
    /// The number of the frame, in a conversion.
    conversion: Option<u64>,
}

/// What replaces an operation: another one, or values.
#[derive(Union)]
enum Replacement {
    Operation(ObjectPtr<OperationBase>),
    Values(Vec<Substitute>),
}

impl PatternRewriter {
    /// A rewriter that makes operations before one; `None`: that is in no block.
    pub(super) fn new(context: &ObjectPtr<Context>, before: &Ref, conversion: Option<u64>) -> Option<Self> {
        Some(Self {
            context: context.clone(),
            point: ObjectPtr::new(InsertionPoint::before_part(before)?),
            changes: Mutex::default(),
            conversion,
        })
    }

    /// The rewriter of a materialization.
    pub(super) fn of_conversion(
        context: &ObjectPtr<Context>,
        before: &Ref,
        number: u64,
    ) -> Result<ObjectPtr<Self>> {
        let rewriter = Self::new(context, before, Some(number));
        rewriter
            .map(ObjectPtr::new)
            .ok_or_else(|| errors::value_error("the operation to be rewritten is in no block"))
    }

    /// Takes what was changed.
    pub(super) fn take_changes(&self) -> Recorder {
        std::mem::take(&mut *self.changes())
    }

    /// The context.
    pub(super) fn context(&self) -> &ObjectPtr<Context> {
        &self.context
    }

    /// Calls a function with the rewriter of the conversion.
    pub(super) fn in_conversion<R>(
        &self,
        run: impl FnOnce(&mut ConversionRewriter<'_, '_>) -> Result<R>,
    ) -> Result<R> {
        let number = self
            .conversion
            .ok_or_else(|| errors::value_error("the rewriter does not belong to a conversion"))?;
        self.context.with_conversion(number, run)
    }

    /// The values that replace the results of an operation.
    fn values(&self, replacement: &Replacement) -> Result<Vec<SmallVec<[ir::Value; 1]>>> {
        let one = |value: &ObjectPtr<Value>| value.in_context(&self.context);
        match replacement {
            Replacement::Operation(new) => {
                let results = new.in_context(&self.context)?.results(&self.context.core);
                Ok(results.map(|result| SmallVec::from_slice(&[result])).collect())
            }
            Replacement::Values(values) => values
                .iter()
                .map(|value| match value {
                    Substitute::One(value) => Ok(SmallVec::from_slice(&[one(value)?])),
                    Substitute::Many(values) => values.iter().map(one).collect(),
                })
                .collect(),
        }
    }

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
    ///
    /// In a conversion, values of other types can replace results, also a list of values for one; the operation stays until the
    /// conversion has succeeded.
    fn replace_op(&self, op: &OperationBase, replacement: Replacement) -> Result<()> {
        if self.conversion.is_some() {
            return self.in_conversion(|rewriter| {
                let op = op.in_context(&self.context)?;
                replace::replace_op(rewriter, op, &self.values(&replacement)?)
            });
        }
        self.change(op, |rewriter, op| {
            let context = rewriter.context();
            let values = self.values(&replacement)?;
            let values: SmallVec<[ir::Value; 4]> = values
                .iter()
                .map(|values| match values.as_slice() {
                    [one] => Ok(*one),
                    _ => Err(errors::value_error(
                        "replace_op: a list of values for a result needs a conversion pattern",
                    )),
                })
                .collect::<Result<_>>()?;
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
                        "replace_op: value {index}: expected the type of the result, {}, got {}",
                        text::ty(context, result.ty(context))?,
                        text::ty(context, value.ty(context))?
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

    /// Erases an operation whose results have no uses, or, in a conversion, get none.
    fn erase_op(&self, op: &OperationBase) -> Result<()> {
        if self.conversion.is_some() {
            return self.in_conversion(|rewriter| replace::erase_op(rewriter, op.in_context(&self.context)?));
        }
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
    /// The name, as what causes its changes.
    cause: ir::Identifier,
    root: String,
    benefit: u16,
    function: SharedFunction,
}

impl ForeignPattern {
    pub(super) fn new(core: &ir::Context, root: &str, benefit: u16, function: SharedFunction) -> Self {
        let name = format!("pattern for {root}");
        Self {
            cause: core.identifier(&name),
            name,
            root: root.to_owned(),
            benefit,
            function,
        }
    }

    /// Calls the function. Whether the operation matched, and what was changed.
    fn call(&self, core: &ir::Context, op: ir::Op) -> (Result<bool>, Recorder) {
        let context = match context_of(core) {
            Ok(context) => context,
            Err(error) => return (Err(error), Recorder::default()),
        };
        let operation = OperationBase::lent(&context, op);
        let Some(rewriter) = PatternRewriter::new(&context, &operation.part(), None) else {
            return (Ok(false), Recorder::default());
        };
        let rewriter = ObjectPtr::new(rewriter);
        let before = context.replace_cause(Some(self.cause));
        let answer = defined::enter(&context, op.location(core)).and_then(|_scopes| {
            let view = operation.into_view(&context);
            self.function.call((view, rewriter.clone()))
        });
        context.replace_cause(before);
        let matched = answer.and_then(|answer| has_matched(&self.root, &answer));
        (matched, rewriter.take_changes())
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
        changes.report(rewriter);
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
