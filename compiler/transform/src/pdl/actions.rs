//! Compiling what the rewrite of a pattern makes.

use tvmlike_define::infers_result_types;
use tvmlike_ir::{Op, Value};

use super::compiler::Compiler;
use super::functions::FunctionKind;
use super::plan::{Action, Call, ResultTypes, Source};
use super::reader;

/// Compiles a `pdl.rewrite`: its body, or the call of the function that it names with the root and the arguments.
pub(super) fn compile(compiler: &mut Compiler<'_>, rewrite: Op) -> Result<Vec<Action>, String> {
    let context = compiler.context;
    if let Some(name) = reader::text(context, rewrite, "name") {
        let mut arguments = reader::group(context, rewrite, 0);
        arguments.extend(reader::group(context, rewrite, 1));
        let call = Call {
            function: compiler.function(FunctionKind::Rewrite, name),
            arguments: compiler.slots(arguments),
            results: Box::default(),
        };
        return Ok(vec![Action::Call(call)]);
    }
    let body = rewrite
        .region(context, 0)
        .and_then(|region| region.first_block(context));
    let ops = body.into_iter().flat_map(|body| body.operations(context));
    let mut actions = Vec::new();
    for op in ops {
        if let Some(action) = action(compiler, op)? {
            actions.push(action);
        }
    }
    Ok(actions)
}

fn action(compiler: &mut Compiler<'_>, op: Op) -> Result<Option<Action>, String> {
    let context = compiler.context;
    let slot = |compiler: &mut Compiler<'_>| {
        let result = op.result(context, 0);
        result.map_or(0, |result| compiler.slot(result))
    };
    let first = op.operand(context, 0);
    Ok(Some(match reader::kind(context, op) {
        "attribute" | "type" | "types" => match reader::constant(context, op) {
            Some(constant) => Action::Bind(slot(compiler), Source::Constant(constant)),
            // A type that the operations which have it make.
            None => return Ok(None),
        },
        "result" | "results" => match compiler.result(op) {
            Some((parent, which)) => Action::Bind(slot(compiler), Source::Result(parent, which)),
            None => return Ok(None),
        },
        "range" => {
            let result = op.result(context, 0);
            let element =
                result.and_then(|result| tvmlike_define::type_parameter(context, result.ty(context), 0));
            let is_types = element.is_some_and(|element| element.is_symbol(context, "pdl", "type"));
            let slot = slot(compiler);
            Action::Range(slot, compiler.slots(op.operands(context)), is_types)
        }
        "operation" => create(compiler, op)?,
        "replace" => {
            let with = match reader::group(context, op, 1).first() {
                // The results of an operation that has none in the pattern are not replaced.
                Some(_) if has_no_results(compiler, first) => Vec::new(),
                Some(with) => vec![*with],
                None => reader::group(context, op, 2),
            };
            let with = compiler.slots(with);
            Action::Replace(compiler.slots(first)[0], with)
        }
        "erase" => Action::Erase(compiler.slots(first)[0]),
        "apply_native_rewrite" => {
            let name = reader::text(context, op, "name").unwrap_or_default();
            let results = compiler.slots(op.results(context));
            Action::Call(Call {
                function: compiler.function(FunctionKind::Rewrite, name),
                arguments: compiler.slots(op.operands(context)),
                results: results.iter().map(|slot| (*slot, false)).collect(),
            })
        }
        _ => return Ok(None),
    }))
}

/// Whether an operation of the pattern is declared without results.
fn has_no_results(compiler: &Compiler<'_>, handle: Option<Value>) -> bool {
    let context = compiler.context;
    let definition = handle.and_then(|handle| handle.defining_op(context));
    definition
        .is_some_and(|op| reader::is(context, op, "operation") && reader::group(context, op, 2).is_empty())
}

/// Compiles an operation that is made.
fn create(compiler: &mut Compiler<'_>, op: Op) -> Result<Action, String> {
    let context = compiler.context;
    let text = reader::text(context, op, "opName").unwrap_or_default();
    let name = context.identifier(&text);
    let info = context.load_op_info(name);
    if info.is_none() && !context.allows_unregistered_dialects() {
        return Err(format!(
            "a `pdl.rewrite` makes the operation `{text}`, which isn't known in this context"
        ));
    }
    let types = reader::group(context, op, 2);
    let is_known = |ty: &Value| {
        let definition = ty.defining_op(context);
        definition.is_some_and(|definition| {
            definition.block(context) != op.block(context)
                || reader::constant(context, definition).is_some()
                || !["type", "types"].contains(&reader::kind(context, definition))
        })
    };
    let types = if !types.is_empty() && types.iter().all(is_known) {
        ResultTypes::Given(compiler.slots(types))
    } else if info.is_some_and(|info| infers_result_types(context, info)) {
        ResultTypes::Inferred
    } else if let Some(replaced) = replaced(compiler, op) {
        ResultTypes::Of(compiler.slots([replaced])[0])
    } else if types.is_empty() {
        ResultTypes::Given(Box::default())
    } else {
        return Err(format!("the types of the results of `{text}` cannot be inferred"));
    };
    let attributes = reader::attributes(context, op);
    Ok(Action::Create {
        slot: compiler.slots(op.result(context, 0))[0],
        name,
        operands: compiler.slots(reader::group(context, op, 0)),
        attributes: attributes
            .into_iter()
            .map(|(name, value)| (name, compiler.slot(value)))
            .collect(),
        types,
    })
}

/// The operation that is replaced by one, and was there before.
fn replaced(compiler: &Compiler<'_>, op: Op) -> Option<Value> {
    let context = compiler.context;
    let uses = op.result(context, 0)?.uses(context);
    uses.map(|one| one.owner(context))
        .filter(|user| reader::is(context, *user, "replace"))
        .filter_map(|user| user.operand(context, 0))
        .find(|old| {
            old.defining_op(context).is_some_and(|old| {
                old != op && (old.block(context) != op.block(context) || old.is_before_in_block(context, op))
            })
        })
}
