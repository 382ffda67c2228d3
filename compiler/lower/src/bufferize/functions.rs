//! Functions and calls: signatures of memrefs, and what callers have to know of a function.
//!
//! Invariant: a function is analyzed and rewritten before the functions that call it, except for calls in a circle.

use std::collections::{BTreeSet, HashMap, HashSet};

use tvmlike_ir::{
    AttributeKind, Context, Exclusive, Failure, NamedAttribute, Op, Rewriter, Type, Value, WalkOrder,
    WalkResult,
};

use super::analysis::{FunctionSummary, Functions, State};
use super::annotations::{self, ACCESS};
use super::blocks;
use super::copies;
use super::driver::{self, has_tensors};
use super::kinds::Kind;
use super::options::{BufferizeOptions, LayoutMap};
use super::signatures::{returns, set_signature, set_value_attributes, signature, value_attributes};
use super::unsupported;
use super::values::{argument_attribute, is_tensor, terminator};

/// The functions of a module: callees before callers, and then those that are part of a circle of calls or lead to one.
fn ordered(context: &Context, module: Op, known: &Functions) -> (Vec<Op>, HashSet<Op>) {
    let mut functions = Vec::new();
    let block = module
        .region(context, 0)
        .and_then(|region| region.first_block(context));
    for op in block.into_iter().flat_map(|block| block.operations(context)) {
        if op.is_named(context, "func.func") {
            functions.push(op);
        }
    }
    // For each function, how many calls of functions that are not taken it has, and which functions call it.
    let mut open = vec![0_usize; functions.len()];
    let mut callers: HashMap<Op, Vec<usize>> = HashMap::new();
    for (number, function) in functions.iter().enumerate() {
        function.walk(context, WalkOrder::PostOrder, |op| {
            if op.is_named(context, "func.call")
                && has_tensors(context, op)
                && let Some(called) = known.callee(context, op)
            {
                open[number] += 1;
                callers.entry(called).or_default().push(number);
            }
            WalkResult::Advance
        });
    }
    // A function is ready when those that it calls are taken: each turn takes the first one that is.
    let mut ready: BTreeSet<usize> = (0..functions.len()).filter(|number| open[*number] == 0).collect();
    let mut is_taken = vec![false; functions.len()];
    let mut order: Vec<Op> = Vec::new();
    while let Some(next) = ready.pop_first() {
        order.push(functions[next]);
        is_taken[next] = true;
        for caller in callers.remove(&functions[next]).unwrap_or_default() {
            open[caller] -= 1;
            if open[caller] == 0 {
                ready.insert(caller);
            }
        }
    }
    let rest = functions.iter().zip(is_taken).filter(|(_, is_taken)| !is_taken);
    let rest: Vec<Op> = rest.map(|(function, _)| *function).collect();
    order.extend(&rest);
    (order, rest.into_iter().collect())
}

/// Bufferizes a module.
///
/// # Errors
/// An operation cannot be bufferized; the error was emitted.
pub(crate) fn run_on_module(
    edit: &mut Exclusive<'_>,
    module: Op,
    options: &BufferizeOptions,
) -> Result<(), Failure> {
    let context = edit.context();
    let mut known = Functions::default();
    blocks::check(context, module, options)?;
    unsupported::check(context, module, options)?;
    if !options.function_boundaries {
        return run_on(edit, &[module], &HashSet::new(), options, &mut known);
    }
    let (functions, circular) = ordered(context, module, &known);
    run_on(edit, &functions, &circular, options, &mut known)?;
    if options.test_analysis_only {
        return Ok(());
    }
    for function in functions {
        forget_promises(edit, function);
    }
    let state = State::new(context, options, &known, true);
    let others: Vec<Op> = module
        .region(context, 0)
        .and_then(|region| region.first_block(context))
        .into_iter()
        .flat_map(|block| block.operations(context))
        // What nested modules contain is left as it is.
        .filter(|op| !op.is_named(context, "func.func") && !op.is_symbol_table(context))
        .collect();
    for op in others {
        driver::run(edit, &state, op)?;
    }
    Ok(())
}

/// Analyzes operations, makes copies, and then rewrites them. As in MLIR, callers know nothing of functions in circles of calls.
fn run_on(
    edit: &mut Exclusive<'_>,
    roots: &[Op],
    circular: &HashSet<Op>,
    options: &BufferizeOptions,
    known: &mut Functions,
) -> Result<(), Failure> {
    let context = edit.context();
    let plain_options = BufferizeOptions {
        copy_before_write: true,
        ..options.clone()
    };
    let is_unanalyzed = |root: Op| {
        let name = root.symbol_name(context).unwrap_or_default();
        options.copy_before_write
            || options
                .unanalyzed_functions
                .iter()
                .any(|each| each.as_bytes() == name)
    };
    for root in roots {
        let options = if is_unanalyzed(*root) {
            &plain_options
        } else {
            options
        };
        let mut state = State::new(context, options, known, false);
        if !options.copy_before_write {
            state.analyze(*root)?;
            check_after(&state, *root)?;
        }
        if options.test_analysis_only {
            annotations::annotate(edit, &state, *root);
            state.notes().write(edit);
        } else {
            copies::insert(&mut Rewriter::new(edit), &state, *root)?;
        }
        let is_known = root.is_named(context, "func.func") && !circular.contains(root);
        let summary = match is_known && !options.copy_before_write {
            true => summarize(&state, *root),
            false => None,
        };
        if let Some(summary) = summary {
            if options.test_analysis_only {
                annotations::annotate_function(edit, *root, &summary);
            }
            known.summaries.insert(*root, summary);
        }
    }
    if options.test_analysis_only {
        return Ok(());
    }
    for root in roots {
        let state = State::new(context, options, known, true);
        driver::run(edit, &state, *root)?;
        if options.function_boundaries && options.function_layout == LayoutMap::Infer {
            fold_returned_casts(edit, *root);
        }
    }
    Ok(())
}

/// Refuses loops that would pass on new memory in each iteration.
fn check_after(state: &State<'_>, root: Op) -> Result<(), Failure> {
    let context = state.context;
    if state.options.allow_return_allocs_from_loops {
        return Ok(());
    }
    let mut all = Vec::new();
    root.walk(context, WalkOrder::PostOrder, |op| {
        all.extend(new_memory(state, op));
        WalkResult::Advance
    });
    let mut outcome = Ok(());
    for (end, what, number) in all {
        let message = format!("{what} #{number} is not equivalent to the corresponding iter bbArg");
        outcome = Err(end.emit_error(context, message).emit());
    }
    outcome
}

/// The terminator of a loop that passes on other memory than the loop gets, with the number of the value.
fn new_memory(state: &State<'_>, op: Op) -> Option<(Op, &'static str, usize)> {
    let context = state.context;
    // A region, and the numbers of the first values of its terminator and of its first argument.
    let regions: &[(usize, usize, usize, &str)] = match state.kind(op)? {
        Kind::For => &[(0, 0, 1, "Yield operand")],
        Kind::While => &[(0, 1, 0, "Condition arg"), (1, 0, 0, "Yield operand")],
        _ => return None,
    };
    regions.iter().find_map(|(region, value, argument, what)| {
        let end = terminator(context, op, *region)?;
        let number = (0..end.num_operands(context) - value).find(|index| {
            let passed = state.value((end, index + value));
            let got = super::values::argument(context, op, *region, index + argument);
            is_tensor(context, passed.ty(context))
                && !got.is_some_and(|got| state.are_equivalent(got, passed))
        })?;
        Some((end, *what, number))
    })
}

/// Whether a function reads an argument, and whether it writes it: by the attribute; without one, by the body, of which the
/// argument is. Without a body, it does both.
fn access(state: &State<'_>, function: Op, input: usize, argument: Option<Value>) -> (bool, bool) {
    let context = state.context;
    let word = argument_attribute(context, function, input, ACCESS).map(|word| word.kind(context));
    match (word, argument) {
        (Some(AttributeKind::String { bytes, .. }), _) => (
            matches!(bytes, b"read" | b"read-write"),
            matches!(bytes, b"write" | b"read-write"),
        ),
        (_, Some(argument)) => (state.is_read(argument), state.is_written(argument)),
        (_, None) => (true, true),
    }
}

/// What callers have to know of a function that was analyzed.
fn summarize(state: &State<'_>, function: Op) -> Option<FunctionSummary> {
    let context = state.context;
    let (inputs, results) = signature(context, function)?;
    let tensors = |types: &[Type]| -> Vec<usize> {
        (0..types.len())
            .filter(|index| is_tensor(context, types[*index]))
            .collect()
    };
    let (inputs, results) = (tensors(&inputs), tensors(&results));
    let mut summary = FunctionSummary::default();
    let block = function.region(context, 0)?.first_block(context);
    for input in &inputs {
        let argument = block.and_then(|block| block.argument(context, *input));
        let (is_read, is_written) = access(state, function, *input, argument);
        summary.read.extend(is_read.then_some(*input));
        summary.written.extend(is_written.then_some(*input));
    }
    let Some(block) = block else {
        let aliasing = inputs.into_iter().map(|input| (input, results.clone()));
        summary.aliasing.extend(aliasing);
        return Some(summary);
    };
    for input in inputs {
        let argument = block.argument(context, input)?;
        for result in &results {
            let values: Vec<Value> = returns(context, function)
                .into_iter()
                .filter_map(|end| end.operand(context, *result))
                .collect();
            if !values.is_empty() && values.iter().all(|value| state.are_equivalent(*value, argument)) {
                summary.equivalent.insert(*result, input);
            }
            if values
                .iter()
                .any(|value| state.aliases.are_united(*value, argument))
            {
                summary.aliasing.entry(input).or_default().push(*result);
            }
        }
    }
    Some(summary)
}

/// Removes the attributes of arguments that only tensors have.
fn forget_promises(edit: &mut Exclusive<'_>, function: Op) {
    let context = edit.context();
    let Some((inputs, _)) = signature(context, function) else {
        return;
    };
    let mut all = value_attributes(context, function, "arg_attrs", inputs.len());
    let is_promise = |entry: &NamedAttribute| {
        let name = entry.name.bytes(context);
        name == b"bufferization.writable" || name == b"bufferization.buffer_layout"
    };
    if all.iter().flatten().any(is_promise) {
        all.iter_mut()
            .for_each(|entries| entries.retain(|entry| !is_promise(entry)));
        set_value_attributes(edit, function, "arg_attrs", &all);
    }
}

/// What a cast is of; another value itself.
fn before_cast(context: &Context, value: Value) -> Value {
    let cast = value
        .defining_op(context)
        .filter(|op| op.is_named(context, "memref.cast"));
    cast.and_then(|op| op.operand(context, 0)).unwrap_or(value)
}

/// Makes a function return what it casts for its ends, if all of them return one type then.
fn fold_returned_casts(edit: &mut Exclusive<'_>, function: Op) {
    let context = edit.context();
    let ends = returns(context, function);
    let Some((inputs, mut results)) = signature(context, function).filter(|_| !ends.is_empty()) else {
        return;
    };
    for (index, ty) in results.iter_mut().enumerate() {
        let values = ends.iter().map(|end| end.operand(context, index));
        let Some(sources) = values
            .map(|value| Some(before_cast(context, value?)))
            .collect::<Option<Vec<Value>>>()
        else {
            return;
        };
        let first = sources[0].ty(context);
        if sources.iter().all(|source| source.ty(context) == first) {
            for (end, source) in ends.iter().zip(sources) {
                end.set_operand(edit, index, source);
            }
            *ty = first;
        }
    }
    set_signature(edit, function, &inputs, &results);
}
