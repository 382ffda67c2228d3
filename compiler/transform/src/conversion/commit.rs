//! Making the changes of a conversion final: uses get their replacements, casts get resolved, and what was replaced is erased.
//!
//! Invariant: everything but the erasure at the end is in the log, so a cast that cannot be resolved leaves the IR as it was.

use std::rc::Rc;

use tvmlike_ir::{Block, Context, Failure, InsertionPoint, Listener, Op, Rewriter, Type, Value};

use super::casts::reconcile;
use super::config::ConversionConfig;
use super::log::Change;
use super::rewriter::ConversionRewriter;
use super::state::CastKind;
use super::types::{Materialization, TypeConverter};

/// Collects the operations that materializations make.
#[derive(Default)]
struct Made(Vec<Op>);

impl Listener for Made {
    fn op_inserted(&mut self, _: &Context, op: Op, from: Option<InsertionPoint>) {
        if from.is_none() {
            self.0.push(op);
        }
    }
}

/// Makes all changes final.
///
/// # Errors
/// A cast is left that no converter can make. The changes have to be undone.
pub(super) fn commit(
    rewriter: &mut ConversionRewriter<'_, '_>,
    config: &ConversionConfig,
) -> Result<(), Failure> {
    let mut blocks = vec![prepare(rewriter, config)?];
    let context = rewriter.context();
    for change in &rewriter.log {
        if let Change::BlockMoved(block, ..) = change
            && block.region(context).is_none()
        {
            blocks.push(*block);
        }
    }
    rewriter.edit.erase_unused(&blocks, &[]).map_err(|error| {
        let location = context.unknown_location();
        let message = format!("a pattern erased an operation whose result is still in use: {error}");
        context.emit_error(location, message).emit()
    })
}

/// Makes all changes, which can still be undone. Returns the block with the operations that are to be erased.
///
/// # Errors
/// As [`commit`].
pub(super) fn prepare(
    rewriter: &mut ConversionRewriter<'_, '_>,
    config: &ConversionConfig,
) -> Result<Block, Failure> {
    let unused = rewriter.edit.create_block(&[]);
    rewriter.log.push(Change::BlockCreated(unused));
    let end = InsertionPoint::at_end(unused);
    replace_uses(rewriter, end);
    let casts: Vec<Op> = rewriter
        .log
        .iter()
        .filter_map(|change| match change {
            Change::Cast(op) => Some(*op),
            _ => None,
        })
        .collect();
    let context = rewriter.context();
    let mut replaced: Vec<(Value, Value)> = Vec::new();
    let set = rewriter.replaced.clone();
    let result = reconcile(
        context,
        &casts,
        |from, to| {
            rewriter.set_uses(from, to);
            replaced.push((from, to));
        },
        |op| !set.contains(&op),
    );
    for cast in result.dead {
        rewriter.relocate(cast, end);
    }
    let live = if config.materialize {
        result.live
    } else {
        Vec::new()
    };
    for cast in live {
        resolve(rewriter, cast)?;
        rewriter.relocate(cast, end);
    }
    Ok(unused)
}

/// Makes the uses of values uses of their replacements, and removes what was replaced.
fn replace_uses(rewriter: &mut ConversionRewriter<'_, '_>, end: InsertionPoint) {
    type Replaced = (Vec<Value>, Option<Op>, Option<Rc<TypeConverter>>);
    let context = rewriter.context();
    let count = rewriter.log.len();
    for index in 0..count {
        let (values, op, converter): Replaced = match &rewriter.log[index] {
            Change::Replaced(op, converter, _) => {
                (op.results(context).collect(), Some(*op), converter.clone())
            }
            Change::ArgumentReplaced(argument, converter) => (vec![*argument], None, converter.clone()),
            _ => continue,
        };
        for value in values {
            if let Some(replacement) = rewriter.replacement(value, converter.clone()) {
                rewriter.set_uses(value, replacement);
            }
        }
        if let Some(op) = op {
            rewriter.relocate(op, end);
        }
    }
}

fn list(context: &Context, values: impl Iterator<Item = Value>) -> String {
    let types: Vec<String> = values
        .map(|value| format!("'{}'", tvmlike_text::quote_type(context, value.ty(context))))
        .collect();
    types.join(", ")
}

/// The text of an operation.
fn printed(context: &Context, op: Op) -> String {
    let mut text = Vec::new();
    match tvmlike_text::print_op(context, op, &tvmlike_text::PrintOptions::default(), &mut text) {
        Ok(()) => String::from_utf8_lossy(&text).trim_end().to_owned(),
        Err(error) => format!("<cannot be printed: {error}>"),
    }
}

/// Replaces a cast by what its converter makes.
fn resolve(rewriter: &mut ConversionRewriter<'_, '_>, op: Op) -> Result<(), Failure> {
    let context = rewriter.context();
    let results: Vec<Value> = op.results(context).collect();
    let types: Vec<Type> = results.iter().map(|result| result.ty(context)).collect();
    let inputs: Vec<Value> = op.operands(context).collect();
    let cast = rewriter.casts.get(&op).cloned();
    let mut made = Made::default();
    let values = cast.and_then(|cast| {
        let request = Materialization {
            results: &types,
            inputs: &inputs,
            original: cast.original,
            location: op.location(context),
        };
        let converter = cast.converter?;
        let mut plain = Rewriter::with_listener(rewriter.edit, &mut made);
        plain.set_before(op);
        match cast.kind {
            CastKind::Source => converter.source(&mut plain, &request),
            CastKind::Target => converter.target(&mut plain, &request),
        }
    });
    rewriter.log.extend(made.0.into_iter().map(Change::Created));
    let Some(values) = values.filter(|values| values.len() == results.len()) else {
        let message = format!(
            "failed to legalize unresolved materialization from ({}) to ({}) that remained live after conversion",
            list(context, inputs.into_iter()),
            list(context, results.iter().copied())
        );
        let error = op.emit_error(context, message);
        let user = results
            .iter()
            .flat_map(|result| result.uses(context))
            .map(|at| at.owner(context))
            .find(|user| !rewriter.replaced.contains(user));
        return Err(match user {
            Some(user) => error
                .note(
                    user.location(context),
                    format!("see existing live user here: {}", printed(context, user)),
                )
                .emit(),
            None => error.emit(),
        });
    };
    for (from, to) in results.into_iter().zip(values) {
        rewriter.set_uses(from, to);
    }
    Ok(())
}
